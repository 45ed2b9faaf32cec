"""Le Huit américain: the engine against the reference (see tests/duel.py)."""

import pytest

from tests.duel import duel
from tests.reference import huit_americain as reference

STRATEGIES = ("random",)


@pytest.mark.parametrize("seed", range(8))
def test_duel(seed):
    assert duel("huit_americain", reference, 250, seed, most_turns=150, strategies=STRATEGIES) > 5_000
