"""Hand and Foot: the engine against the reference (see tests/duel.py)."""

import pytest

from tests.duel import duel
from tests.reference import hand_and_foot as reference

STRATEGIES = ("random", "random", "melder", "melder", "pile_hunter", "closer", "planner")


@pytest.mark.parametrize(
    ("seed", "games", "most_turns"),
    [(0, 200, 60), (1, 80, 150), (2, 40, 300), (3, 30, 600), (4, 20, 1_500), (5, 20, 1_500)],
)
def test_duel(seed, games, most_turns):
    events = duel(
        "hand_and_foot", reference, games, seed, most_turns=most_turns, strategies=STRATEGIES
    )
    assert events > 20 * games


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_duel_100_000_games(seed):
    for games, most_turns in ((1_500, 60), (700, 150), (200, 300), (100, 1_500)):
        assert duel(
            "hand_and_foot", reference, games, seed * 7919 + most_turns, most_turns=most_turns,
            strategies=STRATEGIES,
        ) > 0
