"""Le Huit américain: the engine against the reference (see tests/duel.py)."""

import pytest

from tests.duel import duel
from tests.reference import huit_americain as reference

STRATEGIES = ("random", "random", "highest_points", "suit_keeper", "planner")


@pytest.mark.parametrize(("seed", "games", "most_turns"), [
    *((seed, 250, 25) for seed in range(8)), (8, 60, 200), (9, 60, 200), (10, 60, 200),
])
def test_duel(seed, games, most_turns):
    events = duel(
        "huit_americain", reference, games, seed, most_turns=most_turns, strategies=STRATEGIES
    )
    assert events > 5_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_duel_100_000_games(seed):
    assert duel("huit_americain", reference, 2_500, seed, most_turns=120, strategies=STRATEGIES) > 0
