"""Strategies for Le Huit américain, of rising skill: each beats the one before it."""

from cardsim import heuristic, rng_below, strategy
from cardsim.games.huit_americain.moves import (
    asks_for_own_suit,
    count_of_suit,
    fewest_elsewhere,
    is_play,
    kept_suit,
    lacking_after,
    named_of,
    next_seat,
    only_card_after,
    penalty_of_suit,
    rank_of,
    share_unseen,
    suit_after,
    suits_left_after,
)
from cardsim.games.huit_americain.state import ACE, EIGHT, JOKER_RANK, SEVEN, TWO


@strategy("huit_americain")
def random(view, moves, rng):
    """Any legal move, each with the same chance."""
    return rng_below(rng, len(moves))


@heuristic("huit_americain")
def highest_points(view, move):
    """Shed the card that would cost most; ask for the suit in which the most points are held."""
    if is_play(move):
        shed = view.rules.penalties[rank_of(move)]
        kept = penalty_of_suit(view, suit_after(move)) - shed * asks_for_own_suit(move)
        return shed + kept / 10_000
    return penalty_of_suit(view, named_of(move)) if named_of(move) >= 0 else -1


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
    attacks = rank in (ACE, TWO, JOKER_RANK)
    if attacks and view.table.hand_n[next_seat(view)] <= near:
        return points + 100
    if fewest_elsewhere(view) > danger:
        points -= 50 * (rank == EIGHT) + 20 * attacks
    return points


@heuristic("huit_americain")
def planner(
    view, move, shed: float = 0.07, follow: float = 0.9, variety: float = 0.3,
    attack: float = 2.0, danger: float = 1.4, wait: float = 0.5, seven: float = 1.7,
    eight: float = 4.0, joker: float = 11.0, lacking: float = 1.4, scarce: float = 8.0,
    last: float = 5.0, dead: float = 40.0,
):
    """Weigh what a card sheds, what it leaves in hand, and what the others can do about it.

    - `shed`: each penalty point that leaves the hand.
    - `follow`, `variety`: cards left in the suit asked for (up to 3), and suits left at all, are
      the chance not to draw next time.
    - `attack`: an Ace, a 2 or a Joker is worth most against a small hand.
    - `wait`, `eight`, `joker`: what it costs to part with an attack, an 8 or a Joker early, that
      is, for each card (up to 5) that the smallest hand of the others holds beyond `danger`.
    - `seven`: what it costs to part with a 7; with one card beside it it goes out at once (HA-7a).
    - `lacking`, `scarce`: ask for a suit that others drew on, and of which few cards are unseen.
    - `last`, `dead`: with one card left, ask for its suit; never be left with a card on which one
      cannot finish (HA-14).
    """
    suit = suit_after(move)
    control = lacking * lacking_after(view, suit) - scarce * share_unseen(view, suit)
    if not is_play(move):
        return follow * count_of_suit(view.own, suit) + control if named_of(move) >= 0 else -1000
    rank, rules, hand_n = rank_of(move), view.rules, view.table.hand_n
    if rank == SEVEN and rules.seven_may_finish and hand_n[view.table.turn] == 2:
        return 1000
    points = control + shed * rules.penalties[rank]
    points += follow * min(3, kept_suit(view, move)) + variety * suits_left_after(view, move)
    early = max(0, min(5, fewest_elsewhere(view)) - danger)
    if rank == SEVEN:
        points -= seven
    elif rank == EIGHT:
        points -= eight * early
    elif rank == JOKER_RANK:
        points += 2.5 * attack / hand_n[next_seat(view)] - joker * early
    elif rank in (ACE, TWO):
        points += attack / hand_n[next_seat(view)] - wait * early
    left = only_card_after(view, move)
    if left >= 0:
        if (rules.forbidden_last >> left) & 1:
            points -= dead
        elif left >> 4 == suit or left & 15 == rank:
            points += last
    return points
