"""Johnny Bagel: the engine against the reference (see tests/duel.py)."""

import pytest

from tests.duel import duel
from tests.reference import johnny_bagel as reference

STRATEGIES = ("random", "lowest", "lowest")


@pytest.mark.parametrize("seed", range(8))
def test_duel(seed):
    assert duel("johnny_bagel", reference, 250, seed, most_turns=100, strategies=STRATEGIES) > 10_000


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 140))
def test_duel_100_000_games(seed):
    assert duel("johnny_bagel", reference, 2_500, seed, most_turns=150, strategies=STRATEGIES) > 0
