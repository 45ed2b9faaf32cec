"""A run as its user holds it: the manifest, the tables, the effective config, Python's front door."""

import json
import os
import tomllib

import numpy as np
import polars as pl
import pytest

import cardsim
from cardsim import InputError
from cardsim.experiment.config import read_config
from cardsim.experiment.run import plan_of
from cardsim.experiment.store import effective_toml
from tests.experiment.configs import TWO_CELLS, played


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return played(tmp_path_factory.mktemp("run"), jobs=1)


def test_the_manifest_says_what_was_done(run):
    manifest = json.loads((run.folder / "manifest.json").read_text())
    assert manifest["name"] == "experiment"
    assert manifest["title"] == "Two rules"
    assert manifest["hash"] == run.folder.name
    assert set(manifest["versions"]) == {"cardsim", "python", "numpy", "numba", "polars"}
    assert (manifest["game"], manifest["rules_version"], manifest["seed"]) == ("johnny_bagel", 1, 7)
    assert (manifest["boards"], manifest["boards_done"], manifest["blocks_done"]) == (600, 600, 2)
    assert manifest["games_done"] == 600 * 3 * 2
    assert manifest["complete"] is True
    assert manifest["stopped"] is None
    assert manifest["seconds"] > 0
    assert [(c["cell"], c["variant"], c["seats"], c["rotations"]) for c in manifest["cells"]] == [
        (0, "seed", 3, 3), (1, "four burn", 3, 3)
    ]
    assert [c["rules"]["burn_run"] for c in manifest["cells"]] == [0, 4]
    assert [p["strategy"] for p in manifest["cells"][0]["players"]] == ["lowest", "random", "lowest"]


def test_the_games_table(run):
    games = run.games.collect()
    assert games.columns[:10] == [
        "cell", "variant", "lineup", "seats", "board", "rotation", "finished", "first_seat",
        "dealer", "turns",
    ]
    assert games.height == 2 * 600 * 3
    keys = games.select("cell", "board", "rotation").rows()
    assert sorted(keys) == [(c, b, r) for c in range(2) for b in range(600) for r in range(3)]
    assert games["turns"].max() == 400
    assert (games["finished"] | (games["turns"] == 400)).all()
    assert set(games.select("cell", "variant").unique().rows()) == {(0, "seed"), (1, "four burn")}


def test_the_seats_table(run):
    seats = run.seats.collect()
    assert seats.columns[:11] == [
        "cell", "board", "rotation", "seat", "player", "strategy", "team", "place", "wins", "loses",
        "score",
    ]
    assert seats.height == 2 * 600 * 3 * 3
    assert ((seats["player"] + seats["rotation"]) % 3 == seats["seat"]).all()
    names = pl.Series(["lowest", "random", "lowest"])
    assert (names[seats["player"]] == seats["strategy"]).all()
    games = run.games.collect().select("cell", "board", "rotation", "finished")
    joined = seats.join(games, on=["cell", "board", "rotation"])
    for name in ("place", "wins", "loses"):
        assert (joined[name].is_null() == ~joined["finished"]).all()
    sums = joined.filter("finished").group_by("cell", "board", "rotation").agg(
        pl.col("wins", "loses").sum()
    )
    np.testing.assert_allclose(sums.select("wins", "loses").to_numpy(), 1.0)


def test_a_row_is_the_game_that_its_replay_tells(run):
    for cell, board, rotation in ((0, 0, 0), (1, 599, 2), (1, 333, 1)):
        told = run.replay(board, rotation, cell)
        key = {"cell": cell, "board": board, "rotation": rotation}
        (game,) = run.games.filter(**key).collect().to_dicts()
        seats = run.seats.filter(**key).sort("seat").collect()
        assert told["finished"] == game["finished"]
        assert sum("legal" in event for event in told["events"]) == game["turns"]
        assert [player["strategy"] for player in told["players"]] == seats["strategy"].to_list()
        assert [row["place"] for row in told["result"]] == seats["place"].to_list()
        assert [row["loses"] for row in told["result"]] == seats["loses"].to_list()


def test_the_effective_config_makes_the_same_run(run, tmp_path):
    again = plan_of(run.folder / "config.toml")
    assert again.hash() == run.folder.name
    effective = tomllib.loads((run.folder / "config.toml").read_text())
    assert effective["report"]["metrics"] == ["loses", "wins", "place", "turns"]
    assert effective["compute"]["part_games"] == 5_000


def test_a_complete_run_is_told_as_its_config_says_now(tmp_path):
    config = {**TWO_CELLS, "boards": 60}
    first = cardsim.run(config, out=tmp_path)
    assert set(first.summary()["metric"]) == {"loses", "wins", "place", "turns", "unfinished"}
    told = cardsim.run(
        {**config, "title": "Another", "report": {"metrics": ["score"], "level": 0.8}}, out=tmp_path
    )
    assert told.folder == first.folder
    assert told.manifest["title"] == "Another"
    assert told.manifest["metrics"] == ["score"]
    assert set(told.summary()["metric"]) == {"score", "unfinished"}
    assert set(told.summary()["level"]) == {0.8}
    assert cardsim.Run(told.folder).config.report.metrics == ["score"]


TRICKY = """
title = 'A "quoted" \\ title — ünï ☃'
game = "johnny_bagel"
boards = 5
[lineup]
name = "it's a line-up"
players = ["PLAYERS:dialled", "lowest"]
[lineup.params."PLAYERS:dialled"]
real = 1e-9
whole = -3
truth = false
[lineup.params.0]
whole = 2
[rules]
effects = { 7 = [], Joker = ["anytime"] }
[[variants]]
name = "a\\tb"
rules = { effects = { 8 = ["skip", "reverse"] } }
[[variants]]
name = "ß"
"""


def test_an_effective_config_survives_odd_names_and_values(tmp_path):
    from tests.engine.tables import PLAYERS

    (tmp_path / "tricky.toml").write_text(TRICKY.replace("PLAYERS", str(PLAYERS)), encoding="utf-8")
    plan = plan_of(tmp_path / "tricky.toml")
    (tmp_path / "again.toml").write_text(effective_toml(plan), encoding="utf-8")
    again = read_config(tmp_path / "again.toml")
    assert plan_of(tmp_path / "again.toml").hash() == plan.hash()
    assert again.title == 'A "quoted" \\ title — ünï ☃'
    assert again.variants[0].name == "a\tb"
    first = plan.cells[0].describe()["players"][0]["params"]
    assert first == {"whole": 2, "real": 1e-9, "truth": False}
    run = cardsim.run(tmp_path / "tricky.toml", out=tmp_path / "out")
    assert cardsim.Run(run.folder).replay(3, cell=1)["variant"] == "ß"


def test_pandas_gets_the_same_tables(run):
    frame = run.to_pandas("games")
    assert list(frame.columns) == run.games.collect().columns
    assert len(run.to_pandas()) == 2 * 600 * 9
    assert len(run.to_pandas("summary")) == run.summary().height
    with pytest.raises(InputError, match=r'table: found "seat"; allowed: games, seats, summary\.'):
        run.to_pandas("seat")


def test_a_run_prints_what_it_is(run):
    assert repr(run) == f"Run('{run.folder}', 600 boards, complete)"


def test_relative_folders_and_other_working_folders(workdir, monkeypatch):
    """A config in another folder: its strategies are beside it, its results are here."""
    there = workdir / "far" / "away"
    (there / "strategies").mkdir(parents=True)
    (there / "strategies" / "mine.py").write_text(
        'from cardsim import strategy\n\n\n@strategy("johnny_bagel", compiled=False)\n'
        "def mine(view, moves, rng):\n    return len(moves) - 1\n", encoding="utf-8",
    )
    (there / "naïve Größe.toml").write_text(
        'game = "johnny_bagel"\nboards = 4\n[lineup]\nplayers = ["mine", "lowest"]\n[rules]\n'
        "max_turns = 90\n", encoding="utf-8",
    )
    first = cardsim.run("far/away/naïve Größe.toml", out="out/put")
    assert first.folder.parent == workdir / "out/put/naïve Größe"
    folder = first.folder
    assert (folder / "manifest.json").is_file()
    monkeypatch.chdir(there.parent)
    again = cardsim.run("away/naïve Größe.toml", out=os.path.relpath(workdir / "out" / "put"))
    assert again.folder.name == first.folder.name
    monkeypatch.chdir("/")
    opened = cardsim.Run(folder)
    assert opened.replay(2)["players"][0]["strategy"] == "mine"


def test_a_run_whose_strategies_have_changed_is_not_replayed(workdir):
    file = workdir / "own.py"
    text = 'from cardsim import strategy\n\n\n@strategy("johnny_bagel", compiled=False)\n' \
        "def mine(view, moves, rng):\n    return 0\n"
    file.write_text(text, encoding="utf-8")
    config = {"game": "johnny_bagel", "boards": 3, "rules": {"max_turns": 60},
              "lineup": {"players": ["own.py:mine", "lowest"]}}
    run = cardsim.run(config)
    assert cardsim.Run(run.folder).replay(0)
    file.write_text(text + "\n# another thought\n", encoding="utf-8")
    with pytest.raises(InputError, match="strategies or rules have changed since this was played"):
        cardsim.Run(run.folder).replay(0)
    assert cardsim.run(config).folder != run.folder


def test_the_smallest_experiments(tmp_path):
    one = cardsim.run({"game": "johnny_bagel", "boards": 1, "seed": 2**63 - 1,
                       "lineup": {"players": "lowest", "seats": [2, 13]}}, out=tmp_path)
    assert one.games.collect().select("cell", "seats").rows() == [(0, 2), (1, 13)]
    assert one.summary()["estimate"].null_count() == one.summary().height


def test_params_by_player_and_by_name(tmp_path):
    from tests.engine.tables import PLAYERS

    name = f"{PLAYERS}:low"
    plan = plan_of({
        "game": "johnny_bagel", "boards": 1,
        "lineup": {"players": [name, "lowest", name],
                   "params": {name: {"bulk": 7}, "2": {"bulk": 9.5}}},
    })
    assert [p["params"] for p in plan.cells[0].describe()["players"]] == [
        {"bulk": 7}, {}, {"bulk": 9.5}
    ]


def test_cells_are_variants_by_line_ups_by_seats():
    plan = plan_of({
        "game": "johnny_bagel", "boards": 1,
        "lineups": [{"name": "low", "players": "lowest", "seats": [2, 3]},
                    {"name": "mixed", "players": ["lowest", "random"], "rotate": True}],
        "variants": [{"name": "a"}, {"name": "b", "rules": {"deals": 2}}],
    })
    assert [(c.number, c.variant, c.lineup, c.seats, c.table.rotations) for c in plan.cells] == [
        (0, "a", "low", 2, 1), (1, "a", "low", 3, 1), (2, "a", "mixed", 2, 2),
        (3, "b", "low", 2, 1), (4, "b", "low", 3, 1), (5, "b", "mixed", 2, 2),
    ]
    assert plan.games == 2 * (1 + 1 + 2)


def test_blocks_cover_the_boards_once():
    plan = plan_of({"game": "johnny_bagel", "boards": 300_001,
                    "lineup": {"players": ["lowest", "random", "lowest", "miser"], "rotate": True}})
    at = 0
    for first, n in plan.blocks():
        assert first == at
        assert n > 0
        at += n
    assert at == 300_001
    sizes = [4 * n for _, n in plan.blocks()]
    assert sizes[0] == 1_000
    assert max(sizes) == 50_000
