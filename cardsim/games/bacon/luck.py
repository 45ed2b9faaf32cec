"""Bacon: what was dealt, as numbers of each seat, for control variates (the first deal's hands)."""

from __future__ import annotations

from typing import Any

from cardsim.games.bacon.hand import copies_of

FEATURES = ("sum of ranks", "cards of the top three ranks", "ranks held four times or more")

_BOMB = 4  # cards of a rank that make quads (BA-5)


def deal_features(state: Any, rules: Any, features: Any) -> None:
    """Write each seat's sum of ranks, high cards, and natural quads."""
    for seat in range(rules.players):
        own = state.seats[seat]
        for rank in range(1, rules.ranks + 1):
            n = copies_of(own, rank)
            features[seat, 0] += n * rank
            features[seat, 1] += n * (rank > rules.ranks - 3)
            features[seat, 2] += n >= _BOMB


def expected_features(values: dict[str, Any], _players: int) -> list[float]:
    """Return the expectation of each feature: natural cards of equally many of each rank.

    The copies of a rank in a hand are hypergeometric.
    """
    from scipy.stats import hypergeom

    ranks, hand = values["ranks"], values["hand_size"]
    copies = values["suits"] * values["copies"]
    quads = float(hypergeom(ranks * copies, copies, hand).sf(_BOMB - 1))
    return [hand * (ranks + 1) / 2, hand * 3 / ranks, ranks * quads]
