"""Bacon: the engine against the reference (see tests/duel.py)."""

import pytest

from tests.duel import duel
from tests.reference import bacon as reference

STRATEGIES = ("random", "lowest_beater")


@pytest.mark.parametrize("seed", range(8))
def test_duel(seed):
    assert duel("bacon", reference, 20, seed, most_turns=400, strategies=STRATEGIES) > 1_000
