"""Johnny Bagel: the engine against the reference (see tests/duel.py)."""

import pytest

from tests.duel import duel
from tests.reference import johnny_bagel as reference

STRATEGIES = ("random", "lowest", "lowest", "planner")


@pytest.mark.parametrize(
    ("seed", "games", "most_turns"),
    [*((seed, 300, 40) for seed in range(6)), *((seed, 50, 400) for seed in range(6, 10))],
)
def test_duel(seed, games, most_turns):
    """2,000 games in all: many short ones, most of them unfinished, and some long ones."""
    events = duel(
        "johnny_bagel", reference, games, seed, most_turns=most_turns, strategies=STRATEGIES
    )
    assert events > 20 * games


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_duel_100_000_games(seed):
    events = duel(
        "johnny_bagel", reference, 2_500, seed, most_turns=100, strategies=STRATEGIES
    )
    assert events > 50_000
