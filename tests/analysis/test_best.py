"""`cardsim best`, played for real."""

import json

import polars as pl
import pytest
from typer.testing import CliRunner

import cardsim
from cardsim.analysis.best_words import best_json, in_words
from cardsim.analysis.contest import contest
from cardsim.analysis.race import Outcome
from cardsim.cli.app import app
from cardsim.engine.errors import InputError
from cardsim.experiment.ranges import BEST

GAME, NAMES, RULES = "johnny_bagel", ["random", "miser", "lowest"], {"max_turns": 2_000}


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    out = tmp_path_factory.mktemp("best")
    return cardsim.best(GAME, NAMES, seats=2, rules=RULES, max_boards=500, out=out)


def test_the_best_is_found_early(found):
    assert found.outcome is Outcome.BEST
    assert found.left == ["miser"]
    assert found.boards < 500
    assert in_words(found)[0].startswith("'miser' is the best (95 % sure")


def test_a_value_is_the_mean_over_opponents_of_the_mean_result(found):
    runs = [cardsim.Run(folder) for folder in found.folders]
    seats = pl.concat([run.seats.collect() for run in runs], how="diagonal_relaxed")
    lineups = pl.concat([
        run.games.select("cell", "board", "rotation", "lineup").collect() for run in runs
    ], how="diagonal_relaxed")
    against = (
        seats.join(lineups, on=["cell", "board", "rotation"])
        .filter(strategy="miser").group_by("lineup").agg(pl.col("loses").mean())
    )
    assert len(against) == 2
    told = best_json(found)["candidates"][0]
    assert told["strategy"] == "miser"
    assert told["estimate"] == pytest.approx(against["loses"].mean())
    assert told["low"] < told["estimate"] < told["high"]


def test_rounds_follow_each_other_on_boards_of_their_own(found):
    boards = [cardsim.Run(f).games.select("board").collect()["board"] for f in found.folders]
    assert min(boards[0]) == BEST
    assert max(boards[-1]) == BEST + found.boards - 1


def test_the_same_again_whatever_the_workers_and_from_where_it_was(found, tmp_path):
    again = cardsim.best(GAME, NAMES[::-1], seats=2, rules=RULES, max_boards=500, out=tmp_path, jobs=1)
    told, same = best_json(found), best_json(again)
    assert {**told, "folders": 0} == {**same, "folders": 0}
    out = found.folders[0].parent.parent
    when = [(f / "manifest.json").stat().st_mtime for f in found.folders]
    opened = cardsim.best(GAME, NAMES, seats=2, rules=RULES, max_boards=500, out=out)
    assert best_json(opened) == told
    assert when == [(f / "manifest.json").stat().st_mtime for f in found.folders]


def test_who_is_out_meets_only_those_who_are_left():
    asked = contest("johnny_bagel", ["random", "lowest", "miser", "counter"])
    names = [cell.lineup for cell in asked.plan(1, [2]).cells]
    assert names == ["counter miser", "lowest miser", "miser random"]
    assert len(asked.plan(0, [0, 1, 2, 3]).cells) == 6


def test_odd_tables_are_played_both_ways():
    asked = contest("johnny_bagel", ["miser", "lowest"], seats=3)
    seated = [[p.strategy.name for p in c.table.players] for c in asked.plan(0, [0, 1]).cells]
    assert seated == [["lowest", "miser", "lowest"], ["miser", "lowest", "miser"]]


def test_partners_are_on_one_side():
    asked = contest("bacon", ["shedder", "random"])
    assert [p.strategy.name for p in asked.plan(0, [0, 1]).cells[0].table.players] == [
        "random", "shedder"] * 2


@pytest.mark.parametrize(("changes", "message"), [
    ({"players": ["miser"]}, "players: found 1; allowed: 2 to 32"),
    ({"players": ["miser", "miser"]}, '"miser" is named twice'),
    ({"players": ["miser", "mizer"]}, "Did you mean 'miser'"),
    ({"margin": 0.0}, "margin: found 0.0; allowed: a number above 0 and below 1"),
    ({"metric": "turns"}, 'metric: found "turns"; allowed: wins'),
    ({"max_boards": 100}, "max_boards: found 100; allowed: a whole number from 128"),
    ({"seats": 99}, "seats: found 99; allowed: 2 to "),
])
def test_what_is_refused(changes, message):
    with pytest.raises(InputError, match=message):
        contest(**{"game_id": "johnny_bagel", "players": ["miser", "lowest"], **changes})


def test_the_command_tells_json(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    arguments = ["best", "--game", GAME, "--players", "random,miser", "--seats", "2", "--json",
                 "--max-boards", "128"]
    told = json.loads(CliRunner().invoke(app, arguments).stdout)
    assert told["outcome"] == "best"
    assert told["best"] == "miser"
    assert told["candidates"][1]["behind"] == "miser"
    assert "less is better" in told["words"][1]
