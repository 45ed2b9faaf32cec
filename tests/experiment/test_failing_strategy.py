"""A strategy that fails in a run: finished files stay, and the error says how to see the game."""

import json
import shlex

import pytest

import cardsim
from tests.engine.tables import PLAYERS
from tests.experiment.configs import digests

# Games of the first cell end before the strategy fails; some of the second last long enough.
CONFIG = """
game = "johnny_bagel"
seed = 4
boards = 4_000
[lineup]
players = ["lowest", "PLAYERS:raises_late", "lowest"]
rotate = true
[lineup.params."PLAYERS:raises_late"]
turn = TURN
[rules]
max_turns = 2_000
[[variants]]
name = "one"
rules = { max_turns = 100 }
[[variants]]
name = "two"
[compute]
jobs = 2
BACKEND
"""


def write(folder, turn=1_200, backend="threads"):
    text = CONFIG.replace("PLAYERS", str(PLAYERS)).replace("TURN", str(turn))
    file = folder / "it fails.toml"
    file.write_text(text.replace("BACKEND", f'backend = "{backend}"'), encoding="utf-8")
    return file


def quiet(config):
    """The same run with a strategy that does not raise."""
    return config.read_text().replace("raises_late", "first").replace("turn = 1200", "draws = 0")


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_finished_files_stay_and_the_replay_command_works(workdir, cli, backend):
    write(workdir, backend=backend)
    outcome = cli("experiment", "it fails.toml", "--seed", "6", "--json")
    assert (outcome.code, outcome.out) == (1, "")
    (line,) = [line for line in outcome.err.splitlines() if line.startswith("error: ")]
    what, kept, told = line.split(". ", 2)
    assert what.startswith("error: strategy 'raises_late' raised ValueError: cannot go on (seat ")
    assert kept == "Finished parts are kept"
    command = told.removeprefix("To see the game: ")
    assert command.startswith("cardsim replay 'it fails.toml' --seed 6 --cell 1 --board ")

    (folder,) = (workdir / "results" / "it fails").iterdir()
    run = cardsim.Run(folder)
    assert not run.complete
    assert (folder / "games" / "0000-00000.parquet").is_file()
    assert not list(folder.rglob("*.part"))

    replayed = cli(*shlex.split(command)[1:])
    assert replayed.code == 1
    where = what[what.index("(seat"):]
    assert replayed.err == (
        f"error: strategy 'raises_late' raised ValueError: cannot go on {where}\n"
    )
    lines = replayed.out.splitlines()
    seat = where[len("(seat "):].split(",")[0]
    assert lines[0].startswith("johnny_bagel, board ")
    assert ", seed 6: " in lines[0]
    assert f"seat {seat} (raises_late)" in lines[0]
    assert lines[-1] == "-- stopped here"
    assert len(lines) > 1_200


def test_where_a_run_fails_does_not_depend_on_the_workers(workdir, cli):
    errors = set()
    for jobs, part in ((1, 5_000), (2, 90), (2, 5_000)):
        config = write(workdir)
        text = config.read_text().replace("jobs = 2", f"jobs = {jobs}\npart_games = {part}")
        config.write_text(text)
        errors.add(cli("experiment", config, "--fresh", "--json").err.split("error: ")[-1])
    assert len(errors) == 1


def test_files_before_the_fault_are_those_of_a_run_without_it(workdir, cli):
    config = write(workdir)
    assert cli("experiment", config, "--json").code == 1
    (failed,) = (workdir / "results" / "it fails").iterdir()
    config.write_text(quiet(config), encoding="utf-8")
    outcome = cli("experiment", config, "--json")
    assert outcome.code == 0
    whole = digests(workdir / json.loads(outcome.out)["folder"])
    seats = {name for name in digests(failed) if name.startswith("games/")}
    assert seats
    assert all(digests(failed)[name] == whole[name] for name in seats)


def test_the_failing_board_is_the_first_that_lasts_so_long(workdir, cli):
    config = write(workdir)
    error = cli("experiment", config, "--json").err
    board, rotation = (
        int(error.split(f"{word} ")[1].split(",")[0].split(")")[0]) for word in ("board", "rotation")
    )
    config.write_text(quiet(config), encoding="utf-8")
    games = cardsim.run(config).games.filter(cell=1).collect().sort("board", "rotation")
    long = games.filter(games["turns"] > 1_200).select("board", "rotation").rows()
    assert (board, rotation) in long
    assert (board, rotation) <= long[min(3, len(long) - 1)]


def test_from_python_the_error_names_everything_too(tmp_path):
    with pytest.raises(cardsim.StrategyError) as caught:
        cardsim.run(write(tmp_path), out=tmp_path)
    error = caught.value
    assert (error.strategy, error.cell) == ("raises_late", 1)
    with pytest.raises(cardsim.StrategyError) as again:
        cardsim.replay(write(tmp_path), error.board, error.rotation, error.cell)
    assert again.value.args == error.args
