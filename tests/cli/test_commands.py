"""Every command in use."""

import json
import shutil
import tomllib

import polars as pl
import pytest

import cardsim
from cardsim.engine.discovery import find_strategies, shipped
from cardsim.engine.registry import find_game, game_ids
from cardsim.plots.names import FIGURES

CONFIG = """
title = "Does the order of asking matter?"
game = "johnny_bagel"
seed = 5
boards = 60
[lineup]
players = ["lowest", "random", "lowest"]
rotate = true
[rules]
max_turns = 200
[[variants]]
name = "asked"
[[variants]]
name = "left of dealer"
rules = { starter = "left_of_dealer" }
[report]
metrics = ["loses", "turns"]
plots = ["seat_advantage", "variants"]
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A config that was run, to be copied."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "asking.toml").write_text(CONFIG, encoding="utf-8")
    cardsim.run(folder / "asking.toml", out=folder / "results")
    return folder


@pytest.fixture
def here(made, workdir):
    shutil.copytree(made, workdir, dirs_exist_ok=True)
    return workdir


def output(cli, *arguments):
    outcome = cli(*arguments)
    assert outcome.code == 0, outcome.err
    return outcome.out


def test_experiment_as_json(here, cli):
    told = json.loads(output(cli, "experiment", "asking.toml", "--json"))
    run = cardsim.Run(here / told["folder"])
    assert told["summary"] == run.summary().to_dicts()
    assert {row["metric"] for row in told["summary"]} == {"loses", "turns", "unfinished"}


def test_experiment_shows_estimates_figures_and_where_they_are(here, cli):
    out = output(cli, "experiment", "asking.toml")
    lines = out.splitlines()
    run = cardsim.Run(next((here / "results" / "asking").iterdir()))
    assert lines[0] == "Does the order of asking matter?"
    rows = [line for line in lines if "share of losses" in line and "note" not in line]
    assert [row.split(":")[0].split()[-1] for row in rows] == ["lowest", "random"] * 2
    for row in rows:
        estimate, low, high, boards = row.split()[-4:]
        assert 0 <= float(low) <= float(estimate) <= float(high) <= 100
        assert boards == "60"
    (first,) = run.summary().filter(cell=0, metric="loses", member="lowest", group="strategy").to_dicts()
    assert float(rows[0].split()[-4]) == pytest.approx(100 * first["estimate"], abs=0.05)
    assert "unfinished games: up to " in out
    for line in lines:
        if line.startswith(("figure:", "report:", "results:")):
            assert (here / line.split(maxsplit=1)[1]).exists()
    assert sum(line.startswith("figure:") for line in lines) == 4


def test_report_makes_figures_and_report_again(here, cli):
    (folder,) = (here / "results" / "asking").iterdir()
    shutil.rmtree(folder / "plots", ignore_errors=True)
    out = output(cli, "report", "asking.toml")
    assert (folder / "report.html").stat().st_size > 1_000
    assert {file.suffix for file in (folder / "plots").iterdir()} == {".png", ".svg"}
    assert f"report:  {(folder / 'report.html').relative_to(here)}" in out


@pytest.mark.parametrize("given", ["asking.toml", "results/asking", "results/asking/*"])
def test_plot_draws_one_figure(here, cli, given):
    if given.endswith("*"):
        given = next((here / "results" / "asking").iterdir()).relative_to(here)
    files = output(cli, "plot", given, "length").split()
    assert [file.rsplit("/", 1)[1] for file in files] == ["length.png", "length.svg"]
    assert (here / files[0]).read_bytes().startswith(b"\x89PNG")
    assert "<svg" in (here / files[1]).read_text()


def test_plot_refuses_an_unknown_figure(here, cli):
    outcome = cli("plot", "asking.toml", "lenth")
    assert outcome.code == 2
    assert outcome.err == (
        f'error: figure: found "lenth"; known: {", ".join(FIGURES)}. Did you mean \'length\'?\n'
    )


def test_compare_as_json_and_in_words(here, cli):
    rows = json.loads(output(cli, "compare", "asking.toml", "--json"))
    words = output(cli, "compare", "asking.toml").splitlines()
    assert len(words) == len(rows)
    for line, row in zip(words, rows, strict=True):
        assert line.startswith(f"- {row['words']}")
        assert row["low"] <= row["difference"] <= row["high"]
        assert row["n_boards"] == 60
    families = {row["family"] for row in rows}
    assert families >= {"loses by variant", "turns by variant", "loses by strategy"}
    only = json.loads(output(cli, "compare", "asking.toml", "--by", "strategies", "--json"))
    assert {(row["first"], row["second"]) for row in only} == {("lowest", "random")}
    assert cli("compare", "asking.toml", "--by", "strategy").code == 2


def test_check_shows_the_cells_and_writes_nothing(workdir, cli):
    (workdir / "asking.toml").write_text(CONFIG, encoding="utf-8")
    told = json.loads(output(cli, "check", "asking.toml", "--json"))
    assert [(c["cell"], c["variant"], c["seats"], c["rotations"], c["games"]) for c in told["cells"]] \
        == [(0, "asked", 3, 3, 180), (1, "left of dealer", 3, 3, 180)]
    assert told["games"] == 360
    assert told["seconds"] > 0
    assert told["metrics"] == ["loses", "turns"]
    out = output(cli, "check", "asking.toml", "--boards", "2000")
    assert out.splitlines()[0].strip() == "Does the order of asking matter?"
    assert "12,000 games, about " in out
    assert [path.name for path in workdir.iterdir()] == ["asking.toml"]


def test_check_tells_the_folder_of_the_run(here, cli):
    told = json.loads(output(cli, "check", "asking.toml", "--json"))
    assert (here / "results" / "asking" / told["hash"]).is_dir()


def test_check_of_a_precision_says_at_most(workdir, cli):
    text = CONFIG.replace("boards = 60", "precision = 0.5\nmax_boards = 500")
    (workdir / "x.toml").write_text(text, encoding="utf-8")
    assert "at most 3,000 games, at most about " in output(cli, "check", "x.toml")


def test_games(cli):
    told = json.loads(output(cli, "games", "--json"))
    assert [row["game"] for row in told] == list(game_ids())
    bagel = next(row for row in told if row["game"] == "johnny_bagel")
    assert (bagel["title"], bagel["players"], bagel["rules_version"]) == ("Johnny Bagel", [2, 13], 1)
    assert "johnny_bagel    Johnny Bagel" in output(cli, "games")


def test_rules(cli):
    told = json.loads(output(cli, "rules", "johnny_bagel", "--json"))
    by_name = {row["name"]: row for row in told["options"]}
    assert list(by_name) == list(find_game("johnny_bagel").options.model_fields)
    assert by_name["jokers_per_deck"] == {
        "name": "jokers_per_deck", "default": 2, "allowed": "a whole number, 0 to 4",
        "text": "Jokers in each pack (JB-2)",
    }
    out = output(cli, "rules", "johnny_bagel")
    assert out.startswith("Johnny Bagel (rules version 1, 2 to 13 players)")
    assert all(name in out for name in by_name)
    assert "metrics: wins (share of wins), loses (share of losses)" in out


def test_strategies(workdir, cli):
    told = json.loads(output(cli, "strategies", "johnny_bagel", "--json"))
    known = find_strategies("johnny_bagel")
    assert [row["strategy"] for row in told] == list(known)
    assert all(row["text"] and row["game"] == "johnny_bagel" for row in told)
    every = json.loads(output(cli, "strategies", "--json"))
    assert {row["game"] for row in every} == set(game_ids())
    (workdir / "strategies").mkdir()
    (workdir / "strategies" / "mine.py").write_text(
        'from cardsim import heuristic\n\n\n@heuristic("johnny_bagel", compiled=False)\n'
        'def mine(view, move, keep: float = 0.5, brave: bool = False):\n    """My idea.\n\n'
        '    At length."""\n    return 0\n'
    )
    (line,) = [
        line for line in output(cli, "strategies", "johnny_bagel").splitlines() if " mine " in line
    ]
    assert "My idea." in line
    assert "At length" not in line
    assert line.endswith("keep = 0.5, brave = false") or "keep = 0.5, brave = false" in line


def test_init_copies_examples_that_run(workdir, cli):
    out = output(cli, "init", "my games")
    folder = workdir / "my games"
    written = [line for line in out.splitlines() if line.startswith("my games/")]
    assert all((workdir / line).is_file() for line in written)
    shipped_ones = {file.name for file in shipped("experiments").glob("*.toml")}
    copied = {file.name for file in (folder / "experiments").iterdir()}
    assert copied == shipped_ones | {"my_strategy.toml"}
    assert out.splitlines()[-1] == (
        "now: cd 'my games' && cardsim experiment experiments/bagel_first_player.toml"
    )
    told = json.loads(output(
        cli, "experiment", folder / "experiments" / "my_strategy.toml", "--boards", "40", "--json"
    ))
    assert {"mine", "lowest"} <= {row["member"] for row in told["summary"]}


def test_init_overwrites_nothing(workdir, cli):
    output(cli, "init", ".")
    mine = workdir / "strategies" / "my_strategy.py"
    mine.write_text("# mine now\n", encoding="utf-8")
    (workdir / "experiments" / "my_strategy.toml").unlink()
    out = output(cli, "init", ".")
    assert out.splitlines()[0] == "experiments/my_strategy.toml"
    assert mine.read_text() == "# mine now\n"


def test_init_where_nothing_can_be_written(workdir, cli):
    (workdir / "taken").write_text("a file", encoding="utf-8")
    outcome = cli("init", "taken")
    assert outcome.code == 2
    assert outcome.err.startswith("error: taken: cannot be written (")


def test_bench(workdir, cli):
    arguments = ("bench", "--game", "johnny_bagel", "--players", "lowest, random", "--seconds", "0.1")
    (row,) = json.loads(output(cli, *arguments, "--json", "--jobs", "2"))
    assert list(row) == [
        "game", "players", "jobs", "games_per_s", "decisions_per_s", "ns_per_decision"
    ]
    assert (row["game"], row["players"], row["jobs"]) == ("johnny_bagel", ["lowest", "random"], 2)
    assert row["ns_per_decision"] == pytest.approx(2e9 / row["decisions_per_s"])
    assert row["decisions_per_s"] > 10 * row["games_per_s"] > 0
    assert "lowest, random" in output(cli, *arguments)
    for refused, message in (
        (["--players", "lowest"], "--players: needs --game, to know which game's strategies"),
        (["--game", "johnny_bagel", "--players", "lowst,random"], '--players: found the strategy "l'),
        (["--game", "johnny"], 'game: found "johnny"; allowed: '),
    ):
        outcome = cli("bench", *refused)
        assert outcome.code == 2
        assert message in outcome.err


def test_seed_boards_and_out_on_the_command_line(workdir, cli):
    (workdir / "asking.toml").write_text(CONFIG, encoding="utf-8")
    told = json.loads(output(
        cli, "experiment", "asking.toml", "--seed", "0", "--boards", "7", "--jobs", "1", "--out",
        "there", "--json",
    ))
    run = cardsim.Run(told["folder"])
    assert told["folder"].startswith("there/asking/")
    assert (run.manifest["seed"], run.manifest["boards_done"]) == (0, 7)
    assert run.config.compute.jobs == 1
    effective = tomllib.loads((run.folder / "config.toml").read_text())
    assert (effective["seed"], effective["boards"]) == (0, 7)
    games = run.games.collect()
    expected = cardsim.simulate(
        "johnny_bagel", ["lowest", "random", "lowest"], 7, seed=0, rotate=True,
        rules={"max_turns": 200},
    ).games
    assert games.filter(pl.col("cell") == 0)["turns"].to_list() == expected["turns"].to_list()
