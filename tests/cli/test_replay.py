"""`cardsim replay`: one game in words, many as JSON lines that a referee passes."""

import json

import pytest

from tests.reference import johnny_bagel as reference

CONFIG = """
game = "johnny_bagel"
seed = 9
boards = 30
[lineup]
players = ["lowest", "random", "lowest"]
rotate = true
[rules]
max_turns = 300
[[variants]]
name = "seed"
[[variants]]
name = "two deals"
rules = { deals = 2, burn_run = 3 }
"""


@pytest.fixture
def config(workdir):
    (workdir / "mine.toml").write_text(CONFIG, encoding="utf-8")
    return "mine.toml"


def output(cli, *arguments):
    outcome = cli(*arguments)
    assert (outcome.code, outcome.err) == (0, "")
    return outcome.out


@pytest.mark.parametrize("cell", ["0", "1"])
def test_json_lines_pass_the_referee(config, cli, cell):
    out = output(
        cli, "replay", config, "--board", "0:5", "--cell", cell, "--rotation", "2", "--format", "json"
    )
    lines = out.splitlines()
    assert len(lines) == 5
    for board, line in enumerate(lines):
        told = json.loads(line)
        reference.referee(told)
        assert (told["board"], told["rotation"], told["seed"]) == (board, 2, 9)
        assert told["variant"] == ("two deals" if cell == "1" else "seed")
        assert [player["strategy"] for player in told["players"]] == ["random", "lowest", "lowest"]


def test_a_game_in_words(config, cli):
    out = output(cli, "replay", config, "--board", "3")
    told = json.loads(output(cli, "replay", config, "--board", "3", "--format", "json"))
    lines = out.splitlines()
    assert lines[0] == (
        "johnny_bagel, board 3, rotation 0, seed 9: seat 0 (lowest), seat 1 (random), seat 2 (lowest)"
    )
    decisions = [line for line in lines if line[:4].strip().isdigit()]
    assert len(decisions) == len(told["events"])
    for event, line in zip(told["events"], decisions, strict=True):
        who = told["players"][event["seat"]]["strategy"]
        assert line.startswith(f"{event['n']:>4}  seat {event['seat']} ({who}) [")
        assert ("(forced)" in line) == (len(event["legal"]) == 1)
    if told["finished"]:
        (last,) = [row["seat"] for row in told["result"] if row["loses"] == 1]
        assert any(line.startswith(f"   seat {last} (") and "place 3" in line for line in lines[-3:])
    else:
        assert lines[-1] == "-- unfinished: the game reached max_turns (CO-5)"


def test_a_run_and_its_config_tell_the_same_game(config, workdir, cli):
    assert cli("experiment", config, "--json").code == 0
    (run,) = (workdir / "results" / "mine").iterdir()
    flags = ("--board", "29", "--cell", "1", "--rotation", "1", "--format", "json")
    told = output(cli, "replay", config, *flags)
    assert output(cli, "replay", run, *flags) == told
    assert output(cli, "replay", "results/mine", *flags) == told


def test_a_seed_plays_afresh_from_a_config_but_not_from_a_run(config, workdir, cli):
    flags = ("--board", "1", "--format", "json")
    usual, other = (json.loads(output(cli, "replay", config, *flags, *seed))
                    for seed in ((), ("--seed", "10")))
    assert (usual["seed"], other["seed"]) == (9, 10)
    assert usual["initial"] != other["initial"]
    assert cli("experiment", config, "--json").code == 0
    assert json.loads(output(cli, "replay", "results/mine", *flags, "--seed", "9")) == usual
    refused = cli("replay", "results/mine", *flags, "--seed", "10")
    assert refused.code == 2
    assert refused.err == (
        "error: --seed: found 10; a run is replayed with its own seed, 9; give the config in place "
        "of the run to play afresh.\n"
    )


def test_the_newest_run_of_a_folder_is_meant(config, cli, workdir):
    for boards in ("5", "6"):
        assert cli("experiment", config, "--boards", boards, "--json").code == 0
    runs = sorted((workdir / "results" / "mine").iterdir(), key=lambda run: run.stat().st_mtime)
    assert len(runs) == 2
    told = output(cli, "compare", "results/mine", "--json")
    assert all(row["n_boards"] == 6 for row in json.loads(told))
