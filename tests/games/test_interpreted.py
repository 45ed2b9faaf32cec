"""Compiled and interpreted play give the same results, to the bit, in every game."""

import hashlib
import os
import subprocess
import sys

import pytest

import cardsim

LINE_UPS = {
    "bacon": ["random", "partner_aware", "lowest_beater", "shedder"],
    "hand_and_foot": ["random", "melder", "closer", "melder"],
    "huit_americain": ["random", "planner", "attacker", "suit_keeper"],
    "johnny_bagel": ["random", "lowest", "miser", "planner"],
}


def results(game):
    """Play a few boards, and return a digest of all that was recorded."""
    played = cardsim.simulate(game, LINE_UPS[game], boards=2, rules={"max_turns": 250}, seed=5)
    written = played.games.write_csv() + played.seats.write_csv()
    return hashlib.sha256(written.encode()).hexdigest()


@pytest.mark.parametrize("game", sorted(LINE_UPS))
def test_interpreted_equals_compiled(game):
    told = subprocess.run(
        [sys.executable, "-W", "error", "-c",
         f"from tests.games.test_interpreted import results; print(results({game!r}))"],
        capture_output=True, text=True, check=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert told.stdout.strip() == results(game)
