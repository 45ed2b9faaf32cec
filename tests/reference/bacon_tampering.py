"""Ways to spoil a replay of Bacon, and what the referee must then say."""

from __future__ import annotations

import copy
from typing import Any

# What is changed, and a pattern of the referee's message.
CASES = [
    ("a state field", r"event 2 .*state, passes\n  expected: \d\n  found:    9"),
    ("a card", r"event 2 .*state, hands"),
    ("a missing field", r"field out"),
    ("a legal move missing", r"event 0 .*legal\n.*moves\n.*missing"),
    ("a legal move twice", r"each move once"),
    ("a pass on lead", r"not legal \['\{\"pass\": true\}'\]"),
    ("the seat", r"event 1: seat"),
    ("an effect missing", r"effects of .*\n  expected: .*round_won"),
    ("points", r"effects of .*\n  expected: .*points"),
    ("the dealer", r"dealer \(BA-15\)"),
    ("cards dealt", r"cards dealt and set aside"),
    ("no new deal", r"event \d+: n\n"),
    ("an event too few", r"the game goes on"),
    ("an event too many", r"no further event"),
    ("the result", r"result, seat 0: score"),
    ("a share", r"result, seat 0: wins"),
    ("finished", r"end: finished"),
    ("an option", r"natural cards of seat 0"),
    ("max_turns", r"event 3: the end"),
]


def tampered(replay: dict[str, Any], what: str) -> dict[str, Any]:
    """Change one thing in a copy of a replay."""
    bad = copy.deepcopy(replay)
    events = bad["events"]
    decisions = [event for event in events if "seat" in event]
    won = next(event for event in decisions if {"round_won"} in [set(e) for e in event["effects"]])
    ended = next(event for event in decisions if "points" in (event["effects"] or [{}])[-1])
    fresh = next(event for event in events if "new_deal" in event)
    hands = fresh["state"]["hands"]
    change = {
        "a state field": lambda: decisions[2]["state"].update(passes=9),
        "a card": decisions[2]["state"]["hands"][0].pop,
        "a missing field": lambda: decisions[0]["state"].pop("out"),
        "a legal move missing": lambda: decisions[0]["legal"].pop(0),
        "a legal move twice": lambda: decisions[0]["legal"].append(decisions[0]["legal"][0]),
        "a pass on lead": lambda: decisions[0]["legal"].append({"pass": True}),
        "the seat": lambda: decisions[1].update(seat=decisions[0]["seat"]),
        "an effect missing": won["effects"].pop,
        "points": lambda: ended["effects"][-1].update(points=[9, 9]),
        "the dealer": lambda: fresh.update(dealer=(fresh["dealer"] + 1) % 4),
        "cards dealt": lambda: hands[0].__setitem__(0, hands[1][0] + "x"),
        "no new deal": lambda: events.remove(fresh),
        "an event too few": events.pop,
        "an event too many": lambda: events.append({**events[-1], "n": len(events)}),
        "the result": lambda: bad["result"][0].update(score=99),
        "a share": lambda: bad["result"][0].update(wins=0.25),
        "finished": lambda: bad.update(finished=False),
        "an option": lambda: bad["rules"].update(hand_size=9),
        "max_turns": lambda: bad["rules"].update(max_turns=3),
    }
    change[what]()
    return bad
