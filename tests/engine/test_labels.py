"""What players are called: like their strategy, and never two that differ alike."""

from types import MappingProxyType

import pytest

from cardsim import InputError
from cardsim.engine.labels import labelled
from cardsim.engine.strategies import Strategy
from cardsim.engine.table import Player


def bot(move):
    return move


def declared(source, name="bot", **dials):
    source.parent.mkdir(exist_ok=True)
    source.write_text("# a strategy", encoding="utf-8")
    return Strategy(name, "johnny_bagel", "heuristic", "", MappingProxyType(dials), False, bot, source)


def names(*line_up):
    return [player.label for player in labelled([line_up])[0]]


def test_equal_players_are_called_like_their_strategy(tmp_path):
    one, other = declared(tmp_path / "a.py"), declared(tmp_path / "b.py", "other")
    assert names(Player(one), Player(other), Player(one)) == ["bot", "other", "bot"]


def test_two_files_of_one_name_are_told_apart_in_every_line_up(tmp_path):
    old, new = declared(tmp_path / "old" / "mine.py"), declared(tmp_path / "new" / "mine.py")
    other = declared(tmp_path / "c.py", "other")
    line_ups = [[Player(old), Player(other)], [Player(new), Player(other)]]
    assert [[p.label for p in line_up] for line_up in labelled(line_ups)] == [
        ["old/mine.py:bot", "other"], ["new/mine.py:bot", "other"],
    ]
    third = declared(tmp_path / "third.py")
    assert names(Player(old), Player(third)) == ["mine.py:bot", "third.py:bot"]


def test_settings_tell_players_of_one_strategy_apart(tmp_path):
    one = declared(tmp_path / "a.py", patience=0.5, bold=False)
    line_up = [Player(one), Player(one, {"patience": 0.2}), Player(one, {"patience": 0.5}),
               Player(one, {"bold": True}), Player(one, options={"forget_rate": 0.1})]
    assert names(*line_up[:3]) == ["bot", "bot:patience=0.2", "bot"]
    assert names(line_up[0], line_up[3]) == ["bot", "bot:bold=true"]
    assert names(line_up[0], line_up[4]) == ["bot", "bot:forget_rate=0.1"]
    assert len(set(names(*line_up))) == 4


def test_given_labels_stay_and_must_differ(tmp_path):
    one = declared(tmp_path / "a.py", x=1.0)
    calm = Player(one, {"x": 0.0}, label="calm")
    assert names(calm, Player(one), calm) == ["calm", "bot", "calm"]
    with pytest.raises(InputError, match='the label "calm" is given to two players that differ'):
        names(calm, Player(one, label="calm"))
    # A made label keeps clear of a given one.
    named = Player(one, {"x": 0.0}, label="bot")
    assert names(named, Player(one)) == ["bot", "bot (2)"]
    assert names(Player(one), named) == ["bot (2)", "bot"]


def test_functions_without_a_file_are_numbered(tmp_path):
    one, two = (declared(tmp_path / "cells" / f"{i}.py") for i in range(2))
    for each in (one, two):
        each.source.unlink()
    assert names(Player(one), Player(two), Player(one)) == ["bot", "bot (2)", "bot"]
