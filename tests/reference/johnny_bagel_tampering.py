"""Ways to falsify a replay of Johnny Bagel, and where the referee must notice.

Public: ``TAMPERINGS``, pairs of a function that spoils a finished replay of three players with
first dealer 2 in place, and a pattern for the message.
"""

from __future__ import annotations

from typing import Any


def wrong_requirement(replay: dict[str, Any]) -> None:
    """Change the requirement in a state."""
    replay["events"][8]["state"]["requirement"] = {"at_most": "A"}


def wrong_stock(replay: dict[str, Any]) -> None:
    """Swap two cards of the stock in a state."""
    stock = replay["events"][0]["state"]["stock"]
    other = next(index for index in range(len(stock)) if stock[index] != stock[0])
    stock[0], stock[other] = stock[other], stock[0]


def missing_move(replay: dict[str, Any]) -> None:
    """Leave out a legal move."""
    replay["events"][0]["legal"].pop()


def repeated_move(replay: dict[str, Any]) -> None:
    """List a legal move twice."""
    replay["events"][0]["legal"].append(replay["events"][0]["legal"][0])


def wrong_effect(replay: dict[str, Any]) -> None:
    """Replace an effect."""
    event = next(event for event in replay["events"] if event["effects"])
    event["effects"][0] = {"reverse": False}


def effect_too_many(replay: dict[str, Any]) -> None:
    """Add an effect."""
    replay["events"][0]["effects"].append({"again": True})


def wrong_place(replay: dict[str, Any]) -> None:
    """Change a place."""
    replay["result"][0]["place"] += 1


def wrong_wins(replay: dict[str, Any]) -> None:
    """Round the shared wins."""
    for row in replay["result"]:
        row["wins"] = 0.333 if row["wins"] else 0


def wrong_card_dealt(replay: dict[str, Any]) -> None:
    """Deal a card that no pack has."""
    replay["initial"]["face_down"][0][0] = "11"


def wrong_dealer(replay: dict[str, Any]) -> None:
    """Change the first dealer."""
    replay["initial"]["dealer"] = 0


def last_event_missing(replay: dict[str, Any]) -> None:
    """Stop one event early."""
    replay["events"].pop()


def event_too_many(replay: dict[str, Any]) -> None:
    """Go on after the end."""
    replay["events"].append({**replay["events"][-1], "n": len(replay["events"])})


def not_finished(replay: dict[str, Any]) -> None:
    """Call a finished game unfinished."""
    replay["finished"] = False


def option_missing(replay: dict[str, Any]) -> None:
    """Leave out an option."""
    del replay["rules"]["combine"]


TAMPERINGS = [
    (wrong_requirement, "event 8: state requirement"),
    (wrong_stock, "event 0: state stock"),
    (missing_move, "event 0: legal"),
    (repeated_move, "event 0: legal"),
    (wrong_effect, "effects"),
    (effect_too_many, "event 0: effects"),
    (wrong_place, "result.0.: place"),
    (wrong_wins, "wins"),
    (wrong_card_dealt, "initial: cards"),
    (wrong_dealer, "initial: dealer"),
    (last_event_missing, "after the last event"),
    (event_too_many, "event"),
    (not_finished, "finished"),
    (option_missing, "rules"),
]
