"""What a strategy for Bacon may want to know about a table."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.games.bacon.state import MAX_RANKS, MAX_SUITS


@rule
def same_side(rules: Any, seat: int, other: int) -> bool:
    """Tell whether two seats play for the same team; a seat does with itself."""
    return seat % rules.teams == other % rules.teams


@rule
def fewest_of_opponents(table: Any, rules: Any, seat: int) -> int:
    """Return the fewest cards that an opponent of a seat, still in, holds (BA-14)."""
    fewest = MAX_RANKS * MAX_SUITS
    for other in range(rules.players):
        if not same_side(rules, seat, other) and table.hand_n[other] > 0:
            fewest = min(fewest, table.hand_n[other])
    return fewest
