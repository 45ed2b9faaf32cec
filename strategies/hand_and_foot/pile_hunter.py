"""Take the pile whenever possible, and leave nothing on it for the next player."""

from cardsim import heuristic
from cardsim.games.hand_and_foot.moves import (
    DISCARD,
    TAKE_PILE,
    is_meld,
    kind_of,
    points_of,
    rank_of,
)

from ._habits import danger_of, worth_keeping


@heuristic("hand_and_foot")
def pile_hunter(view, move, fear: float = 30.0):
    """Take the pile whenever it can be taken; meld everything, as the melder does.

    A discard is weighed against the pile it may hand to the next player: the chance that this
    player holds a pair of its rank, from the cards in sight, times `fear`, the worth of a pile in
    the measure in which each copy of a rank in hand counts 1. Black threes block the pile.
    """
    kind = kind_of(move)
    if is_meld(move):
        return 1000.0 + points_of(view.rules, move)
    if kind == TAKE_PILE:
        return 1.0
    if kind != DISCARD:
        return 0.0
    card = rank_of(move)
    return -worth_keeping(view, card, 1.0, 0.5, 10.0) - danger_of(view, card, fear)
