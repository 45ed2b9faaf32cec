"""The Huit américain referee finds what was tampered with in a replay."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest

from .huit_americain import Mismatch, effective, referee, self_play
from .huit_americain_rules import SUITS


def finished_replay() -> dict[str, Any]:
    """Give a whole game of two deals, three players, some forgetting."""
    rules = effective({"deals": 2, "forget_rate": 0.5, "bergere_special": "active"}, 3)
    replay = self_play(rules, 3, random.Random(5))
    assert replay["finished"]
    referee(replay)
    return replay


def decision_with(replay: dict[str, Any], effect: str) -> dict[str, Any]:
    """Give the first decision with such an effect."""
    for event in replay["events"]:
        if "move" in event and any(effect in found for found in event["effects"]):
            return dict(event)
    raise LookupError(effect)


@pytest.mark.parametrize(
    "field", ["hands", "stock", "pile", "suit", "attack", "drawn", "buried", "turn",
              "direction", "dealer", "deal_no", "scores"])
def test_a_wrong_state_field_is_found(field: str) -> None:
    replay = finished_replay()
    state = replay["events"][3]["state"]
    other: dict[str, Any] = {
        "hands": state["hands"][::-1], "stock": state["stock"][::-1], "pile": ["2C"],
        "suit": next(s for s in SUITS if s != state["suit"]), "attack": {"rank": "A", "sum": 9},
        "drawn": "2C", "buried": ["2C"], "scores": [1, 0, 0]}
    state[field] = other.get(field, -state[field] if field == "direction" else 9)
    with pytest.raises(Mismatch, match=rf"event 3: state\.{field}"):
        referee(replay)


def test_a_missing_an_added_and_a_doubled_legal_move_are_found() -> None:
    for change in (lambda moves: moves[1:], lambda moves: [*moves, {"pass": True}],
                   lambda moves: [*moves, moves[0]]):
        replay = finished_replay()
        replay["events"][2]["legal"] = change(replay["events"][2]["legal"])
        with pytest.raises(Mismatch, match="event 2: legal"):
            referee(replay)


@pytest.mark.parametrize("effect", ["draw", "lose_turn", "forgot", "steal", "reverse", "points"])
def test_a_missing_effect_is_found(effect: str) -> None:
    replay = finished_replay()
    event = decision_with(replay, effect)
    event["effects"][:] = [found for found in event["effects"] if effect not in found]
    with pytest.raises(Mismatch, match=f"event {event['n']}: "):
        referee(replay)


def test_a_wrong_effect_is_found() -> None:
    replay = finished_replay()
    effects = decision_with(replay, "points")["effects"]
    effects[-1]["points"][0] += 1
    with pytest.raises(Mismatch, match="effects"):
        referee(replay)


def test_a_wrong_result_is_found() -> None:
    for name, value in (("place", 3), ("score", -1), ("wins", 0.333), ("loses", 0.5)):
        replay = finished_replay()
        replay["result"][0][name] = value
        with pytest.raises(Mismatch, match=f"result of seat 0: {name}"):
            referee(replay)
    replay = finished_replay()
    replay["finished"] = False
    with pytest.raises(Mismatch, match="finished"):
        referee(replay)


def test_a_wrong_deal_or_number_of_events_is_found() -> None:
    replay = finished_replay()
    middle = next(n for n, event in enumerate(replay["events"]) if "new_deal" in event)
    for change in (
        lambda copied: copied["events"].pop(),
        lambda copied: copied["events"].pop(middle),
        lambda copied: copied["initial"]["stock"].pop(),
        lambda copied: copied["initial"]["hands"].reverse(),
        lambda copied: copied["initial"].update(dealer=0),
        lambda copied: copied["initial_effects"].append({"lose_turn": 0}),
        lambda copied: copied["events"][middle].update(dealer=2),
        lambda copied: copied["events"][middle]["state"].update(scores=[0, 0, 0]),
        lambda copied: copied["rules"].update(hand_size=9),
    ):
        copied = copy.deepcopy(replay)
        change(copied)
        with pytest.raises(Mismatch):
            referee(copied)


def test_other_fields_and_meaningless_ones_are_ignored() -> None:
    replay = finished_replay()
    replay["comment"] = replay["initial"]["comment"] = replay["events"][0]["comment"] = "more"
    replay["events"][-1]["state"].update(turn=None, attack=None, direction=7)
    referee(replay)
