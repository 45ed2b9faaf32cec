"""Collect in hand, take every pile, and lay books at one stroke; lay everything in time."""

from cardsim import rng_below, strategy
from cardsim.engine.compiling import rule
from cardsim.games.hand_and_foot.judging import round_lead
from cardsim.games.hand_and_foot.moves import (
    DISCARD,
    START,
    TAKE_PILE,
    cards_laid,
    closes,
    has_books,
    kind_of,
    lays_wild,
    meld_size,
    meld_wilds,
    points_of,
    rank_of,
    wild_of,
)
from cardsim.games.hand_and_foot.state import BOOK, DEUCE, DRAW

from ._habits import danger_of, worth_keeping

NEVER = -1e6  # worse than any discard
MELDS = 1e5  # better than any discard


@strategy("hand_and_foot")
def planner(
    view, moves, rng, take_pile: bool = True, run_at: int = 0, late: float = 4.5,
    fear: float = 300.0, pair: float = 0.1, open_meld: float = 8.0, wild: float = 4.0,
    near_out: int = 3, out_lead: float = 0.0,
):
    """Collect in hand, take every pile, and lay books at one stroke; lay everything in time.

    Cards are what books are made of, and the pile is the most cards at once. A pair in hand takes
    it, and a meld of more than four stands in the way. So natural cards stay in hand until they
    make a whole book, alone or with an open meld. Wild cards stay too: clean books count more, and
    a wild card is a safe discard. Everything is laid, wild cards on dirty melds first, then on the
    longest, as soon as the stock is short, the hand is small, or an opponent is about to go out:
    whoever is caught with a full hand and foot pays for both.

    - `take_pile`: false never takes the pile.
    - `run_at`: the hand is played out for the foot from so many cards downward; 0 holds the foot
      back, 99 runs for it.
    - `late`: everything is laid when the stock lasts for so many turns of one's own.
    - `near_out`: and when an opponent who may go out is down to so many cards.
    - `out_lead`: go out only if that leaves the team at least so far ahead in the round.
    - `fear`: what it costs to hand a whole pile to the next player, where a card in hand is worth
      `pair` for each copy of its rank, `open_meld` more if the team has an open meld of it, and
      a wild card `wild`.
    """
    if view.table.phase == DRAW:
        takes = kind_of(moves[1]) == TAKE_PILE
        return int(takes == take_pile)
    hurry = _is_time(view, run_at, late, near_out)
    stay = round_lead(view) < out_lead
    best, n_best, chosen = 0.0, 0, 0
    for i in range(len(moves)):
        move = moves[i]
        if kind_of(move) == DISCARD:
            card = rank_of(move)
            points = -worth_keeping(view, card, pair, open_meld, wild) - danger_of(view, card, fear)
        else:
            points = _worth_laying(view, move, hurry, stay)
        if n_best == 0 or points > best:
            best, n_best, chosen = points, 1, i
        elif points == best:
            n_best += 1
            if rng_below(rng, n_best) == 0:
                chosen = i
    return chosen


@rule
def _is_time(view, run_at, late, near_out):
    """Tell whether everything should be laid now."""
    table, rules = view.table, view.rules
    seat = table.turn
    if table.stock_n <= late * rules.players * rules.draw_count:
        return True
    if table.hand_n[seat] <= run_at and not table.in_foot[seat]:
        return True
    team = seat % rules.teams
    for other in range(rules.players):
        theirs = other % rules.teams
        near = table.in_foot[other] and table.hand_n[other] <= near_out
        if theirs != team and near and has_books(table, rules, theirs):
            return True
    return False


@rule
def _worth_laying(view, move, hurry, stay):
    """Return what a meld is worth; NEVER if the cards are better kept."""
    table = view.table
    team = int(table.turn % view.rules.teams)
    rank = rank_of(move)
    if not table.opened[team]:
        return MELDS + points_of(view.rules, move)  # the sooner the better
    if stay and _would_go_out(view, move, team):
        return NEVER
    size = int(meld_size(table, team, rank))
    if lays_wild(move):
        if not hurry:
            return NEVER
        worth = size + (10.0 if meld_wilds(table, team, rank) > 0 else 0.0)
        if table.naturals[team, rank] == BOOK - 1:
            worth -= 5.0  # one card short of a clean book
        return MELDS + worth + (0.5 if wild_of(move) == DEUCE else 0.0)
    held = int(view.own.hand[rank])
    if size + held >= BOOK and (kind_of(move) != START or closes(table, team, move)):
        return MELDS + 40.0
    return MELDS + 20.0 + cards_laid(move) if hurry else NEVER


@rule
def _would_go_out(view, move, team):
    """Tell whether a meld leaves one card, which the discard would go out with."""
    table = view.table
    seat = table.turn
    if not table.in_foot[seat] or not has_books(table, view.rules, team):
        return False
    return table.hand_n[seat] - cards_laid(move) == 1
