"""Two players that differ are never one in any result; and how players are written in one line."""

import polars as pl
import pytest

import cardsim
from cardsim import InputError
from cardsim.analysis.compare import compare_strategies
from cardsim.analysis.match import judge, match_plan
from cardsim.analysis.match_look import MatchLook
from cardsim.analysis.tournament import standing, tournament_plan
from cardsim.experiment.run import run_checked

BOT = '''"""A bot."""
from cardsim import heuristic
from cardsim.games.johnny_bagel.moves import is_play, rank_of


@heuristic("johnny_bagel")
def bot(view, move, keep: float = 1.0):
    """{text}"""
    return {points} * rank_of(move) if is_play(move) else {pass_points}
'''


@pytest.fixture(scope="module")
def bots(tmp_path_factory):
    """Two files of one name with a strategy of one name: one plays low, the other high."""
    folder = tmp_path_factory.mktemp("bots")
    for name, points in (("old", "-keep"), ("new", "keep")):
        (folder / name).mkdir()
        text = BOT.format(text=f"Play as the {name}.", points=points, pass_points="-1000.0")
        (folder / name / "mine.py").write_text(text, encoding="utf-8")
    return folder


def shares(run):
    found = run.summary().filter(metric="loses", group="strategy")
    return dict(zip(found["member"], found["estimate"], strict=True))


def test_two_strategies_of_one_name_stay_two(bots, tmp_path):
    players = [f"{bots}/old/mine.py:bot", f"{bots}/new/mine.py:bot"] * 2
    run = cardsim.run({
        "game": "johnny_bagel", "boards": 60, "rules": {"max_turns": 2_000},
        "lineup": {"players": players, "seating": "all"},
        "report": {"metrics": ["loses"]},
    }, out=tmp_path)
    assert set(run.seats.collect()["strategy"]) == {"old/mine.py:bot", "new/mine.py:bot"}
    found = shares(run)
    assert found["old/mine.py:bot"] < 0.1 < 0.4 < found["new/mine.py:bot"]
    (words,) = compare_strategies(run)
    assert {words.first, words.second} == {"old/mine.py:bot", "new/mine.py:bot"}


def test_dials_make_labels_in_simulate_and_match(bots, tmp_path):
    spec = f"{bots}/old/mine.py:bot"
    found = cardsim.simulate(
        "johnny_bagel", [spec, f"{spec}:keep=-1.0", (spec, {"keep": -1.0}), spec], boards=40,
        rules={"max_turns": 2_000},
    )
    by_label = found.seats.group_by("strategy").agg(pl.col("loses").mean())
    assert set(by_label["strategy"]) == {"bot", "bot:keep=-1.0"}
    plan = match_plan(
        "johnny_bagel", f"{spec}:keep=-1.0", spec, rules={"max_turns": 2_000}, max_boards=200
    )
    run = run_checked(plan, out=tmp_path, looks=MatchLook)
    verdict = judge(run, (f"{spec}:keep=-1.0", spec))
    assert (verdict.first, verdict.second) == ("bot:keep=-1.0", "bot")
    assert "'bot:keep=-1.0' less 'bot': +" in verdict.in_words()  # half the games never end


def test_a_tournament_of_namesakes_has_them_all(bots, tmp_path):
    old, new = (f"{bots}/{name}/mine.py:bot" for name in ("old", "new"))
    plan = tournament_plan(
        "johnny_bagel", ["random", new, f"{new}:keep=-1", old], boards=40, seats=2,
        rules={"max_turns": 2_000},
    )
    found = standing(run_checked(plan, out=tmp_path))
    assert set(found.names[:2]) == {"old/mine.py:bot", "new/mine.py:bot:keep=-1"}
    assert set(found.names[2:]) == {"new/mine.py:bot", "random"}
    with pytest.raises(InputError, match="named twice"):
        tournament_plan("johnny_bagel", [old, old, new], boards=10)


def test_given_labels(tmp_path):
    run = cardsim.run({
        "game": "johnny_bagel", "boards": 30,
        "lineup": {
            "players": ["miser", "miser:keep_specials=0.9", "lowest"],
            "labels": {"1": "the greedy one", "lowest": "simple"},
        },
        "report": {"metrics": ["loses"]},
    }, out=tmp_path)
    assert list(shares(run)) == ["miser", "the greedy one", "simple"]
    assert cardsim.replay(run, 3)["players"][1]["label"] == "the greedy one"


@pytest.mark.parametrize(("lineup", "told"), [
    ({"players": ["miser", "lowest"], "labels": {"lowset": "x"}},
     "lineup.labels.lowset: no such strategy or player .* Did you mean 'lowest'"),
    ({"players": ["miser", "lowest"], "labels": {"0": "x", "1": "x"}},
     'lineup: the label "x" is given to two players that differ'),
    ({"players": ["miser:greed=1", "lowest"]}, "strategy 'miser' has no such dial"),
    ({"players": ["miser:keep_specials=", "lowest"]}, "lineup.players: found .*name=value"),
])
def test_refusals(lineup, told):
    with pytest.raises(InputError, match=told):
        cardsim.run({"game": "johnny_bagel", "boards": 1, "lineup": lineup})
