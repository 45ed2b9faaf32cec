"""Players and rules in one line."""

import pytest

from cardsim import InputError
from cardsim.experiment.notation import parse_member, parse_pairs, split_members


@pytest.mark.parametrize(("text", "name", "dials"), [
    ("mine", "mine", {}),
    ("mine:patience=0.2", "mine", {"patience": 0.2}),
    (" mine : patience = 1 : bold = true ", "mine", {"patience": 1, "bold": True}),
    ("old/mine.py:bot", "old/mine.py:bot", {}),
    ("old/mine.py:bot:x=-3", "old/mine.py:bot", {"x": -3}),
    ("mine:x=inf", "mine", {"x": float("inf")}),
])
def test_members(text, name, dials):
    assert parse_member(text) == (name, dials)


def test_pairs():
    assert parse_pairs(["burn_run=4", "starter=left_of_dealer", 'a="b=c"', "d=[1, 2]"], "--rules") == {
        "burn_run": 4, "starter": "left_of_dealer", "a": "b=c", "d": [1, 2],
    }


@pytest.mark.parametrize("text", ["", ":x=1", "mine:x=", "mine:=1", "mine:x=1:x=2", "mine:x=1:y"])
def test_members_refused(text):
    with pytest.raises(InputError, match="players"):
        parse_member(text)


@pytest.mark.parametrize("text", ["burn_run", "=4", "burn_run="])
def test_pairs_refused(text):
    with pytest.raises(InputError, match="--rules: found"):
        parse_pairs([text], "--rules")


def test_lists():
    assert split_members("a, b:x=1 ,c") == ["a", "b:x=1", "c"]
    with pytest.raises(InputError, match="--players"):
        split_members("a,,b")
