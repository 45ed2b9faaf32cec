"""The same bytes in every parquet file, however the work is spread, stopped and taken up again."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

import cardsim
from tests.experiment.configs import TWO_CELLS, digests, played

LONG = """
title = "Long enough to be stopped"
game = "johnny_bagel"
seed = 11
boards = 40_000
[lineup]
players = ["lowest", "lowest", "random"]
[rules]
max_turns = 400
[[variants]]
name = "seed"
[[variants]]
name = "brûlé"
rules = { burn_run = 4 }
[compute]
jobs = 2
part_games = 250
"""


@pytest.fixture(scope="module")
def expected(tmp_path_factory):
    """The files of one worker in one thread."""
    return digests(played(tmp_path_factory.mktemp("expected"), jobs=1).folder)


def test_a_run_has_the_files_that_it_should(expected):
    # 600 boards in 3 rotations: 1,000 games are 333 boards, then 267 that are left.
    assert sorted(expected) == sorted(
        [f"{kind}/000{cell}-0000{block}.parquet"
         for kind in ("games", "seats") for cell in (0, 1) for block in (0, 1)]
        + ["summary.parquet"]
    )


@pytest.mark.parametrize("compute", [
    {"jobs": 2}, {"jobs": 2, "part_games": 7}, {"jobs": 3, "part_games": 1_000_000},
    {"jobs": 2, "backend": "processes"},
    {"jobs": 1, "backend": "processes", "part_games": 100},
], ids=str)
def test_workers_and_parts_change_no_byte(tmp_path, expected, compute):
    assert digests(played(tmp_path, **compute).folder) == expected


@pytest.mark.parametrize("edited", [False, True])
@pytest.mark.parametrize("lost", ["games/0000-00000.*", "seats/0001-00001.*", "*/0001-*"])
def test_files_that_are_missing_are_made_again(tmp_path, expected, lost, edited):
    folder = played(tmp_path, jobs=1).folder
    manifest = json.loads((folder / "manifest.json").read_text())
    if edited:  # what the manifest says of progress is not believed then; its digests are
        (folder / "manifest.json").write_text(
            json.dumps({**manifest, "complete": False, "blocks_done": 0})
        )
    for file in folder.glob(lost):
        file.unlink()
    (folder / "games" / ".0000-00000.parquet.1.part").write_text("half a file")
    kept = {file: file.stat().st_mtime_ns for file in folder.glob("*/*.parquet")}
    assert digests(played(tmp_path, jobs=2).folder) == expected
    both = {name for name in (file.name for file in kept) if sum(f.name == name for f in kept) == 2}
    assert all(file.stat().st_mtime_ns == at for file, at in kept.items() if file.name in both)
    assert not list(folder.rglob("*.part"))


def start(folder, *arguments, backend="threads"):
    """Start an experiment in a session of its own, its output in files."""
    (folder / "long one.toml").write_text(f'{LONG}backend = "{backend}"\n', encoding="utf-8")
    with (folder / "out").open("w") as out, (folder / "err").open("w") as err:
        return subprocess.Popen(
            [Path(sys.executable).with_name("cardsim"), "experiment", "long one.toml", "--json",
             *arguments],
            cwd=folder, stdout=out, stderr=err, start_new_session=True, preexec_fn=as_usual,
        )


def as_usual():
    """Heed Ctrl-C, also where the tests themselves were started with it ignored (nohup … &)."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def ignoring():
    """Ignore SIGINT, as whatever a shell without job control starts in the background does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def finish(folder):
    """Run it to its end, and return the folder of its results."""
    assert start(folder).wait(timeout=120) == 0, (folder / "err").read_text()
    return folder / json.loads((folder / "out").read_text())["folder"]


def wait_for_files(folder, at_least):
    give_up = time.monotonic() + 120
    while len(list(folder.rglob("games/*.parquet"))) < at_least:
        assert time.monotonic() < give_up
        time.sleep(0.005)


def wait_for_workers_to_end(group):
    """Workers of a run that was killed do not stay for ever."""
    give_up = time.monotonic() + 30
    with suppress(ProcessLookupError):
        while True:
            os.killpg(group, 0)
            assert time.monotonic() < give_up
            time.sleep(0.1)


@pytest.fixture(scope="module")
def uninterrupted(tmp_path_factory):
    return digests(finish(tmp_path_factory.mktemp("uninterrupted")))


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_a_run_that_was_killed_goes_on_and_ends_in_the_same_bytes(tmp_path, uninterrupted, backend):
    for files in (1, 4):
        process = start(tmp_path, backend=backend)
        wait_for_files(tmp_path, files)
        process.kill()
        assert process.wait() == -signal.SIGKILL
        wait_for_workers_to_end(process.pid)
    folder = finish(tmp_path)
    assert digests(folder) == uninterrupted
    assert json.loads((folder / "manifest.json").read_text())["complete"]


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_ctrl_c_ends_after_the_parts_in_flight_and_says_how_to_go_on(
    tmp_path, uninterrupted, backend
):
    process = start(tmp_path, "--out", "my results", backend=backend)
    wait_for_files(tmp_path, 2)
    os.killpg(process.pid, signal.SIGINT)  # to all of the group, as a terminal does
    assert process.wait(timeout=60) == 1
    out, err = ((tmp_path / name).read_text() for name in ("out", "err"))
    assert out == ""
    assert "Traceback" not in err
    assert "Warning" not in err
    (folder,) = (tmp_path / "my results" / "long one").iterdir()
    told = err.splitlines()[-1]
    again = "cardsim experiment 'long one.toml' --out 'my results'"
    assert told == (
        f"stopped; what is done is in {folder.relative_to(tmp_path)}. To go on: {again}"
    )
    manifest = json.loads((folder / "manifest.json").read_text())
    assert not manifest["complete"]
    assert 2 <= len(list(folder.glob("games/*.parquet"))) < 12
    done = subprocess.run(
        f"{again} --json", shell=True, cwd=tmp_path, capture_output=True, text=True, check=False,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
    )
    assert done.returncode == 0, done.stderr
    run = cardsim.Run(folder)
    run.summary()
    assert digests(folder) == uninterrupted
    assert run.complete


# Sends itself a signal at a moment of its own choosing: no test need guess how long a start takes.
AT = """
import builtins, os, signal, sys
if IGNORED: signal.signal(signal.SIGINT, signal.SIG_IGN)
WHEN
from cardsim.cli import main
sys.argv = ["cardsim", "experiment", "long one.toml", "--json"]
main()
"""
DURING_IMPORTS = """
real = builtins.__import__
def counted(name, *rest, **named):
    if name.startswith("polars") and not done:
        done.append(os.kill(os.getpid(), signal.SIGNAL))
    return real(name, *rest, **named)
done = []
builtins.__import__ = counted
"""
BEFORE_THE_FIRST_GAME = """
from cardsim.experiment import runner
real = runner.prepare
def prepare(plan):
    real(plan)
    os.kill(os.getpid(), signal.SIGNAL)
runner.prepare = prepare
import cardsim.experiment.run
cardsim.experiment.run.prepare = prepare
"""


@pytest.mark.parametrize("ignored", [False, True])
@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("when", [DURING_IMPORTS, BEFORE_THE_FIRST_GAME], ids=["imports", "prepare"])
def test_a_signal_before_the_first_game_is_no_traceback(tmp_path, when, name, ignored):
    (tmp_path / "long one.toml").write_text(LONG, encoding="utf-8")
    script = AT.replace("WHEN", when).replace("SIGNAL", name).replace("IGNORED", str(ignored))
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=120,
        check=False, preexec_fn=as_usual,
    )
    assert (done.returncode, done.stdout) == (1, "")
    assert "stopped" in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert not list(tmp_path.rglob("*.parquet"))


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_other_signals_end_a_run_as_ctrl_c_does(tmp_path, uninterrupted, name):
    process = start(tmp_path)
    wait_for_files(tmp_path, 2)
    process.send_signal(getattr(signal, name))
    assert process.wait(timeout=60) == 1
    assert (tmp_path / "err").read_text().splitlines()[-1].startswith("stopped; what is done is in ")
    assert digests(finish(tmp_path)) == uninterrupted


def test_a_run_in_the_background_can_be_stopped_and_nohup_holds(tmp_path):
    (tmp_path / "long one.toml").write_text(LONG.replace("40_000", "4_000_000"), encoding="utf-8")
    cardsim_command = Path(sys.executable).with_name("cardsim")
    process = subprocess.Popen(
        ["nohup", cardsim_command, "experiment", "long one.toml", "--json"], cwd=tmp_path,
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=ignoring,
    )
    wait_for_files(tmp_path, 2)
    process.send_signal(signal.SIGHUP)  # nohup: goes on
    wait_for_files(tmp_path, len(list(tmp_path.rglob("games/*.parquet"))) + 2)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err.splitlines()[-1].startswith("stopped; what is done is in ")


def test_a_complete_run_is_shown_not_repeated_and_fresh_repeats(tmp_path):
    first = played(tmp_path, jobs=1)
    files = list(first.folder.glob("*/*.parquet"))
    before = {file: file.stat().st_mtime_ns for file in files}
    shown = cardsim.run({**TWO_CELLS, "compute": {"jobs": 2}}, out=tmp_path)
    assert shown.folder == first.folder
    assert {file: file.stat().st_mtime_ns for file in files} == before
    shown.summary()
    content = digests(first.folder)
    again = cardsim.run(TWO_CELLS, out=tmp_path, fresh=True)
    again.summary()
    assert all(file.stat().st_mtime_ns > at for file, at in before.items())
    assert digests(again.folder) == content


def test_what_decides_results_decides_the_folder(tmp_path):
    def folder(**changes):
        return cardsim.run({**TWO_CELLS, "boards": 5, **changes}, out=tmp_path).folder.name

    usual = folder()
    same = [
        folder(title="Another title"), folder(compute={"jobs": 1, "part_games": 3}),
        folder(report={"metrics": ["place"], "level": 0.9}), folder(rules={"max_turns": 400, "deals": 1}),
    ]
    other = [
        folder(boards=6), folder(seed=8), folder(rules={"max_turns": 401}),
        folder(lineup={"players": ["lowest", "random", "lowest"]}),
        folder(lineup={"players": ["random", "lowest", "lowest"], "rotate": True}),
        folder(variants=[{"name": "seed"}]),
    ]
    assert set(same) == {usual}
    assert len({usual, *other}) == 1 + len(other)
