"""Bacon: the engine against the reference (see tests/duel.py)."""

import pytest

from tests.duel import duel
from tests.reference import bacon as reference

STRATEGIES = ("random", "random", "lowest_beater", "partner_aware", "planner")


@pytest.mark.parametrize("seed", range(8))
def test_duel(seed):
    assert duel("bacon", reference, 50, seed, most_turns=400, strategies=STRATEGIES) > 3_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_duel_100_000_games(seed):
    assert duel("bacon", reference, 2_500, seed, most_turns=400, strategies=STRATEGIES) > 0
