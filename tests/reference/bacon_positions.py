"""Short words for small positions of Bacon in tests."""

from __future__ import annotations

from typing import Any

from . import bacon
from .bacon import Table

PASS = {"pass": True}


def cards(words: str) -> list[str]:
    """Read a hand such as "7b 7c X"."""
    return words.split()


def named(hand: str, kind: str, ranks: int = 10) -> dict[int, str]:
    """Give the combinations of one type: rank -> cards (flushes of one suit only)."""
    found = bacon.combinations(cards(hand), ranks, 3)
    return {one["rank"]: " ".join(one["cards"]) for one in found if one["type"] == kind}


def place(hands: str, mode: str = "partners", rules: Any = None, **state: Any) -> Table:
    """Set up a table; hands are divided by "|"."""
    split = [cards(hand) for hand in hands.split("|")]
    effective = bacon.effective({"mode": mode, **(rules or {})}, len(split))
    return Table.from_state(effective, len(split), {"hands": split, **state})


def single(card: str) -> dict[str, Any]:
    """Give the move of one natural card."""
    return {"play": {"type": "single", "rank": int(card[:-1]), "cards": [card]}}


def pile(seat: int, kind: str, rank: int, shown: str) -> dict[str, Any]:
    """Give a combination to beat."""
    return {"seat": seat, "type": kind, "rank": rank, "cards": cards(shown)}


def leads(table: Table) -> list[int]:
    """Give the seats of the lead moves, sorted."""
    return sorted(move["lead"] for move in table.legal() if "lead" in move)


def key(one: dict[str, Any]) -> tuple[str, int, str | None, int]:
    """Give type, rank, suit of a flush, number of X."""
    suit = one["cards"][0][-1] if "flush" in one["type"] else None
    return one["type"], one["rank"], suit, one["cards"].count("X")
