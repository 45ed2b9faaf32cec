"""Whole self-played games, and what the referee catches."""

import copy
import json
import random

import pytest

from .hand_and_foot import Mismatch, effective, referee, self_play
from .hand_and_foot_table import EFFECT_ORDER
from .hand_and_foot_tampering import WAYS, eventful_game, kinds_of_effects, random_game


def test_referee_agrees_with_self_play():
    effects, endings = set(), set()
    for seed in range(30):
        replay = random_game(seed)
        try:
            referee(json.loads(json.dumps(replay)))
        except Mismatch as mismatch:
            raise AssertionError(f"seed {seed}") from mismatch
        effects |= kinds_of_effects(replay)
        endings.add(replay["finished"])
    assert effects == set(EFFECT_ORDER), "the games show every kind of effect"
    assert endings == {True, False}


def test_CO5_max_turns_leaves_the_game_unfinished():
    rules = effective({"max_turns": 9, "minimums": [50, 50]}, 3)
    replay = self_play(rules, 3, random.Random(5))
    referee(replay)
    nothing = {"place": None, "score": 0, "wins": None, "loses": None}
    assert replay["result"] == [{"seat": seat, **nothing} for seat in range(3)]
    assert len(replay["events"]) == 9
    replay["result"][0]["place"] = 1
    with pytest.raises(Mismatch, match="result of seat 0: place"):
        referee(replay)


@pytest.fixture(scope="module")
def good_replay():
    """Give one replay for all tests that spoil it; each spoils a copy."""
    replay = eventful_game()
    referee(replay)
    return replay


@pytest.mark.parametrize("way", WAYS, ids=lambda way: way.__name__)
def test_referee_catches(way, good_replay):
    replay = copy.deepcopy(good_replay)
    way(replay)
    with pytest.raises(Mismatch, match=WAYS[way]):
        referee(replay)


def test_referee_ignores_what_the_replay_text_leaves_open(good_replay):
    replay = copy.deepcopy(good_replay)
    replay["events"][-1]["state"].update(turn=9, phase="none", more="unknown")
    for event in replay["events"]:
        event.get("legal", []).reverse()
    referee(replay)
