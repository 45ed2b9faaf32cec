"""Where chance comes from in the reference of Le Huit américain.

A reshuffle's order, a stolen card and whether a player forgot are either read
from the recorded effects of a replay, and checked to be possible, or drawn from
a `random.Random`.  `done` is always the list of effects that came before.
"""

from __future__ import annotations

import random
from typing import Any

from .huit_americain_rules import in_order, text


class Mismatch(AssertionError):  # noqa: N818 - the name says what it is
    """A replay and the rule book disagree: where, what, expected, found."""

    def __init__(self, what: str, expected: Any, found: Any, where: str = "") -> None:
        self.what, self.expected, self.found, self.where = what, expected, found, where
        place = f"{where}: " if where else ""
        super().__init__(f"{place}{what}\n  expected {expected}\n  found    {found}")


class RecordedChance:
    """Chance as a replay recorded it, each outcome checked to be possible."""

    def __init__(self, effects: list[dict[str, Any]]) -> None:
        self.effects = effects

    def _next(self, done: list[dict[str, Any]]) -> dict[str, Any]:
        return self.effects[len(done)] if len(done) < len(self.effects) else {}

    def shuffle(self, done: list[dict[str, Any]], cards: list[str]) -> list[str]:
        """Read a new stock; it must be a permutation of the cards."""
        effect = self._next(done)
        order = effect.get("reshuffle")
        if not isinstance(order, list) or sorted(map(text, order)) != sorted(map(text, cards)):
            raise Mismatch(f"effect {len(done)}", f"a reshuffle of {in_order(cards)}", effect)
        return list(order)

    def steal(self, done: list[dict[str, Any]], hand: list[str]) -> str:
        """Read the stolen card; it must be in the hand."""
        effect = self._next(done)
        stolen = effect.get("steal")
        if not isinstance(stolen, dict) or stolen.get("card") not in hand:
            raise Mismatch(f"effect {len(done)}", f"a steal of one of {hand}", effect)
        return str(stolen["card"])

    def forgets(self, done: list[dict[str, Any]], seat: int, _rate: float) -> bool:
        """Read whether this seat forgot."""
        return text(self._next(done)) == text({"forgot": seat})


class RandomChance:
    """Chance drawn from a random generator, for self play."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def shuffle(self, _done: list[dict[str, Any]], cards: list[str]) -> list[str]:
        """Shuffle the cards into a new stock."""
        return self.rng.sample(cards, len(cards))

    def steal(self, _done: list[dict[str, Any]], hand: list[str]) -> str:
        """Take one card of the hand at random."""
        return self.rng.choice(hand)

    def forgets(self, _done: list[dict[str, Any]], _seat: int, rate: float) -> bool:
        """Forget with the given chance."""
        return self.rng.random() < rate
