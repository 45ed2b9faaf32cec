"""Strategies for Le Huit américain, of rising skill: each beats the one before it."""

from cardsim import heuristic, rng_below, strategy
from cardsim.engine.compiling import rule
from cardsim.games.huit_americain.moves import (
    card_of,
    card_of,
    count_of_rank,
    count_of_suit,
    fewest_elsewhere,
    is_play,
    kept_suit,
    named_of,
    next_seat,
    only_card_after,
    penalty_of_suit,
    rank_of,
    seat_before,
    suit_after,
    unseen_of_suit,
)
from cardsim.games.huit_americain.state import ACE, EIGHT, JOKER_RANK, SEVEN, TEN, TWO


@strategy("huit_americain")
def random(view, moves, rng):
    """Any legal move, each with the same chance."""
    return rng_below(rng, len(moves))


@heuristic("huit_americain")
def highest_points(view, move):
    """Shed the card that would cost most; ask for the suit in which the most points are held."""
    if is_play(move):
        shed = view.rules.penalties[rank_of(move)]
        return shed + penalty_of_suit(view, suit_after(move)) / 10_000
    return penalty_of_suit(view, named_of(move)) / 10_000 - 1 if named_of(move) >= 0 else -1


@heuristic("huit_americain")
def suit_keeper(view, move, danger: int = 2):
    """Ask for the suit it holds most of, and play along it: then the next turn need not be a draw.

    8s fit at almost any time, so they wait, but not once somebody is down to `danger` cards. Of
    equals the costliest card goes.
    """
    if not is_play(move):
        return count_of_suit(view.own, named_of(move)) if named_of(move) >= 0 else -100
    rank = rank_of(move)
    waits = rank == EIGHT and fewest_elsewhere(view) > danger
    return kept_suit(view, move) - 50 * waits + view.rules.penalties[rank] / 100


@heuristic("huit_americain")
def attacker(view, move, near: int = 4, danger: int = 2):
    """Play along its longest suit, and throw Aces, 2s and Jokers when the next player is nearly out.

    Nearly out is a hand of at most `near` cards; until then they are kept, for lack of a target.
    8s wait as those of `suit_keeper`.
    """
    if not is_play(move):
        return count_of_suit(view.own, named_of(move)) if named_of(move) >= 0 else -100
    rank = rank_of(move)
    points = kept_suit(view, move) + view.rules.penalties[rank] / 100
    if rank in (ACE, TWO, JOKER_RANK):
        return points + (100 if view.table.hand_n[next_seat(view)] <= near else -20)
    return points - 50 * (rank == EIGHT and fewest_elsewhere(view) > danger)


@heuristic("huit_americain")
def planner(
    view, move, shed: float = 0.07, hurry: float = 3.1, follow: float = 1.0, first: float=0.0, match: float = 0.0,
    variety: float = 0.5, attack: float = 3.5, seven: float = 0.3, eight: float = 6.0,
    joker: float = 8.4, lacking: float = 0.3, scarce: float = 1.2, last: float = 5.0,
    dead: float = 30.0, ten: float = 0.4, turning: float = 0.0, ace: float=0.0,
):
    """Weigh what a card leaves behind."""
    if not is_play(move):
        if named_of(move) < 0:
            return -1000.0
        return follow * count_of_suit(view.own, named_of(move)) + control(view, move, lacking, scarce)
    table, own, rules = view.table, view.own, view.rules
    rank, suit = rank_of(move), suit_after(move)
    fewest = fewest_elsewhere(view)
    kept = kept_suit(view, move)
    points = shed * rules.penalties[rank] * (1.0 + hurry / fewest)
    points += follow * min(3, kept) + first * (kept > 0) + match * (count_of_rank(own, rank) - 1)
    points += variety * suits_after(view, move)
    points += control(view, move, lacking, scarce)
    target = table.hand_n[next_seat(view)]
    if rank == SEVEN:
        points += seven
        if rules.seven_may_finish and table.hand_n[table.turn]==2:
            return 1000.0
    elif rank == TWO or rank == ACE:
        points += attack / target + ace * (rank == ACE)
    elif rank == JOKER_RANK:
        points += 2.5 * attack / target - joker * (fewest - 1)
    elif rank == EIGHT:
        points -= eight * (fewest - 1)
    elif rank == TEN:
        points += ten + turning * (1.0 / target - 1.0 / table.hand_n[seat_before(view)])
    left = only_card_after(view, move)
    if left >= 0:
        if (rules.forbidden_last >> left) & 1:
            points -= dead
        elif left >> 4 == suit or (left & 15) == rank:
            points += last
    return points


@rule
def suits_after(view, move):
    n = 0
    leaving = card_of(move)
    for suit in range(4):
        cards = view.own.held & (0x1fff << 16*suit)
        if view.own.hand[leaving]==1:
            cards &= ~(1 << leaving)
        n += cards != 0
    return n


@rule
def control(view, move, lacking, scarce):
    """Return what it is worth that others could not play the suit asked for after a move."""
    suit = suit_after(move)
    table = view.table
    points = 0.0
    weight = 1.0
    seat = table.turn
    for _ in range(view.rules.players - 1):
        seat += table.direction
        seat += view.rules.players if seat < 0 else -view.rules.players if seat >= view.rules.players else 0
        if (table.lacked[seat] >> suit) & 1:
            points += weight * lacking / table.hand_n[seat]
        weight *= 0.5
    return points - scarce * unseen_of_suit(view, suit) / (13 * view.rules.decks)
