"""Strategies for Johnny Bagel, of rising skill: random, lowest, miser, counter, planner.

Ranks count from 0 (a 2) to 13 (a Joker); which of them have effects is for the rules to say.
None of them takes a pile that it could leave (`voluntary_pickup`): the cards cost more turns
than the specials among them are worth.
"""

import numba

from cardsim import heuristic, rng_below, strategy
from cardsim.games.johnny_bagel.moves import (
    EXCHANGE_FOR,
    FROM_HAND,
    PICK_UP,
    asked_after,
    burns_pile,
    cards_left,
    chance_stuck,
    count_of,
    is_play,
    kind_of,
    laid_of,
    next_after,
    plays_again,
    rank_of,
    taken_of,
)
from cardsim.games.johnny_bagel.state import AGAIN, ANYTIME, HAND_SIZE, N_RANKS

GO_OUT = 1000.0  # points for the play that takes a player out of the deal
RELUCTANT = -1000.0  # points for taking a pile that could be left


@strategy("johnny_bagel")
def random(view, moves, rng):
    """Play any legal move, each with the same chance."""
    return rng_below(rng, len(moves))


@strategy("johnny_bagel")
def lowest(view, moves, rng):
    """Play the lowest legal rank, all of it. In the exchange, lay the highest cards face up."""
    first = moves[0]  # moves are listed by rank, then by number of cards
    if not is_play(first):
        return len(moves) - 1
    chosen = 0
    for i in range(1, len(moves)):
        if rank_of(moves[i]) != rank_of(first) or not is_play(moves[i]):
            break
        chosen = i
    return chosen


@heuristic("johnny_bagel")
def miser(view, move, keep_specials: float = 0.8):
    """Play low, in bulk; part with specials last, one at a time.

    Nobody is stuck who holds a special, a card that goes on anything. So the specials are kept
    for the day when nothing else fits, and the best cards lie face up for the end.

    keep_specials: what a special is worth, where a 3 is worth 0.06 and an Ace 0.69: at 0 the
    specials go first, at 0.4 in the middle, above 0.7 last.
    """
    kind = kind_of(move)
    if is_play(move):
        bulk = -count_of(move) if _is_special(view, rank_of(move)) else count_of(move)
        return bulk / 100 - _price(view, rank_of(move), keep_specials)
    if kind == EXCHANGE_FOR:
        points = 0.0
        for i in range(HAND_SIZE):
            points += _price(view, laid_of(move, i), keep_specials)
        return points
    if kind == PICK_UP and taken_of(move) >= 0:
        return RELUCTANT - _price(view, taken_of(move), keep_specials)
    return RELUCTANT


@numba.njit
def _price(view, rank, keep_specials):
    """Return what a miser would ask for a card."""
    return keep_specials if _is_special(view, rank) else 0.75 * rank / 13


@numba.njit
def _is_special(view, rank):
    """Tell whether a rank goes on anything."""
    return view.rules.effects[rank] & ANYTIME != 0


@heuristic("johnny_bagel")
def counter(
    view, move, special: float = 2.2, again: float = 0.9, shed: float = 0.7, push: float = 0.03,
    burn: float = 0.02, patience: int = 300,
):
    """Get rid of cards that cost a turn, keep those that win one, and count what others hold.

    A card is a burden, for it must be played some day, and an asset, for it may be playable
    when others are not. Cards worth more than the burden are played singly, however many of
    the rank there are (an Ace held back is an answer for later); the others in bulk. From what
    others were seen to pick up, and from what is burnt or in sight, it reckons the chance that
    the next player cannot answer, and pays for that by the height of the pile; a tall pile is
    worth a burn. When a deal drags on, each holding back what the other waits for, it loses
    patience and plays low.

    special, again: the worth of a card that goes on anything, and what a replay adds; an Ace is
    worth 0.9. shed: the burden of a card. push: for each card the next player will have to
    take. burn: for each card that a burn removes. patience: decisions for each player at the
    table.
    """
    if not is_play(move):
        return _without_play(view, move, special, again, 0.0)
    count, pile = count_of(move), view.table.pile_n + count_of(move)
    worth = _worth(view, rank_of(move), special, again)
    if view.table.turns > patience * view.rules.players:
        return -worth
    points = (shed - worth) * count
    if burns_pile(view, move):
        points += burn * pile
    elif not plays_again(view, move):
        stuck = chance_stuck(view, next_after(view, move), asked_after(view, move))
        points += push * stuck * pile
    return points


@numba.njit
def _worth(view, rank, special, again):
    """Return what a card is worth as an answer: by its rank, or by its effects."""
    effects = view.rules.effects[rank]
    worth = special if effects & ANYTIME else (rank - 1) / 12
    return worth + again if effects & AGAIN else worth


@numba.njit
def _without_play(view, move, special, again, pair):
    """Return the points of an exchange (the best cards face up) or of a pick-up."""
    if kind_of(move) == EXCHANGE_FOR:
        points = 0.0
        for i in range(HAND_SIZE):
            points += _worth(view, laid_of(move, i), special, again)
            points += pair * (i > 0 and laid_of(move, i) == laid_of(move, i - 1))
        return points
    if kind_of(move) == PICK_UP and taken_of(move) >= 0:
        return RELUCTANT - _worth(view, taken_of(move), special, again)
    return RELUCTANT


@heuristic("johnny_bagel")
def planner(
    view, move, special: float = 2.2, again: float = 0.9, shed: float = 0.55,
    shed_crowded: float = 0.16, shed_late: float = 0.4, pair: float = 0.9, push: float = 0.01,
    stop: float = 1.0, burn: float = 0.05, caution: float = 0.2, patience: int = 300,
):
    """Count as `counter` does, and plan the turns to come.

    What a card costs depends on the stage. While the stock lasts, a card played from a hand of
    three is only replaced: low sets go, high ones are kept. A hand of more than three draws
    nothing, so it sheds faster. Once the stock is gone and the hand is small, every turn saved
    counts, and whole sets go, Aces too. It looks at what it will hold after a play, and does not
    leave its next turn hopeless under a tall pile. It lays pairs face up, where they cost one
    turn. When two are left in, it pays to stop the other, the more the fewer cards they have.

    special, again: the worth of a card that goes on anything, and what a replay adds; an Ace is
    worth 0.9. shed: the burden of a card; shed_crowded, shed_late: what a hand above three adds,
    and a hand up to three without a stock. pair: for two of a rank face up. push, burn: for each
    card of the pile, as in `counter`. stop: for leaving the only rival stuck, if they have hardly
    a card left. caution: for each card of a pile that it risks. patience: as in `counter`.
    """
    if not is_play(move):
        return _without_play(view, move, special, again, pair)
    table, count = view.table, count_of(move)
    me, pile = table.turn, table.pile_n + count
    if table.stock_n == 0 and cards_left(table, me) == count:
        return GO_OUT
    worth = _worth(view, rank_of(move), special, again)
    if table.turns > patience * view.rules.players:
        return -worth
    burden = shed
    if table.hand_n[me] > HAND_SIZE:
        burden += shed_crowded
    elif table.stock_n == 0:
        burden += shed_late
    points = (burden - worth) * count
    if burns_pile(view, move):
        return points + burn * pile
    if plays_again(view, move):
        return points
    rival = next_after(view, move)
    stuck = chance_stuck(view, rival, asked_after(view, move))
    points += stuck * push * pile
    if table.n_in == 2:
        points += stuck * stop * (1 - cards_left(table, rival) / 12)
    return points - caution * pile * (1 - stuck) * _helplessness(view, move)


@numba.njit
def _helplessness(view, move):
    """Return how low the best card is that a hand keeps, 0 to 1; 0 if one goes on anything."""
    kept = view.own.ranks
    if view.own.hand[rank_of(move)] <= count_of(move):
        kept &= ~(1 << rank_of(move))
    if kind_of(move) != FROM_HAND or kept & view.rules.anytime != 0:
        return 0.0
    for rank in range(N_RANKS - 1, -1, -1):
        if (kept >> rank) & 1:
            return 1 - rank / 13
    return 0.0
