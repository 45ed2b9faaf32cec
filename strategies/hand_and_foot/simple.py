"""Simple strategies for Hand and Foot: any move, and every meld."""

from cardsim import heuristic, rng_below, strategy
from cardsim.games.hand_and_foot.moves import (
    DISCARD,
    TAKE_PILE,
    is_meld,
    kind_of,
    meld_size,
    points_of,
    rank_of,
)
from cardsim.games.hand_and_foot.state import ACE, BLACK_THREE


@strategy("hand_and_foot")
def random(view, moves, rng):
    """Any legal move, each with the same chance."""
    return rng_below(rng, len(moves))


@heuristic("hand_and_foot")
def melder(view, move, take_pile: bool = False):
    """Meld all that can be melded, the dearest first; discard the least useful card.

    A card is useful if more of its rank are in hand, or if the team has an open meld of it;
    wild cards are kept to the last. The pile is left alone (`take_pile` takes it always).
    """
    kind = kind_of(move)
    if is_meld(move):
        return 1000.0 + points_of(view.rules, move)
    if kind == TAKE_PILE:
        return 1.0 if take_pile else -1.0
    if kind != DISCARD:
        return 0.0
    card = rank_of(move)
    if card == BLACK_THREE:
        return 0.0
    if card > ACE:
        return -100.0 - card
    use = 10.0 * view.own.hand[card]
    if meld_size(view.table, view.table.turn % view.rules.teams, card) > 0:
        use += 5.0
    return -use - view.rules.card_points[card] / 100.0
