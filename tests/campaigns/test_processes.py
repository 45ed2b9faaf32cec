"""Processes that fork, run side by side, lose workers or fill the disk; random kills and resume."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import cardsim
from tests.experiment.configs import digests

COMMAND = Path(sys.executable).with_name("cardsim")
CONFIG = """
game = "johnny_bagel"
seed = 3
boards = BOARDS
[lineup]
players = ["lowest", "random", "lowest"]
[rules]
max_turns = 300
[report]
plots = []
[compute]
jobs = 2
part_games = 500
"""


def write(folder, boards, more=""):
    file = folder / "mine.toml"
    file.write_text(CONFIG.replace("BOARDS", str(boards)) + more, encoding="utf-8")
    return file


def start(folder, *arguments):
    return subprocess.Popen(
        [COMMAND, "experiment", "mine.toml", "--json", *arguments], cwd=folder, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )


def expected(folder, boards):
    write(folder, boards)
    run = cardsim.run(folder / "mine.toml", out=folder / "expected")
    run.summary()
    return digests(run.folder)


FORK = """
import os, sys, multiprocessing
import cardsim
def play(seed):
    try:
        return len(cardsim.simulate("johnny_bagel", ["lowest", "random"], 5, seed=seed).games)
    except cardsim.RunError as error:
        return str(error)
if USED: play(0)
with multiprocessing.get_context("fork").Pool(2) as pool:
    print(*pool.map_async(play, range(2)).get(100), sep="\\n")
"""


@pytest.mark.parametrize("used", [False, True])
def test_a_fork_is_refused_or_works_and_never_hangs(tmp_path, used):
    done = subprocess.run(
        [sys.executable, "-c", FORK.replace("USED", str(used))], cwd=tmp_path, timeout=120,
        capture_output=True, text=True, check=True,
    )
    for line in done.stdout.splitlines():
        assert ("was forked from one that had used cardsim" in line) if used else line == "5"


def test_two_processes_of_one_config_end_in_the_same_bytes(tmp_path):
    right = expected(tmp_path, 20_000)
    both = [start(tmp_path), start(tmp_path)]
    errors = [process.communicate(timeout=200)[1] for process in both]
    assert [process.returncode for process in both] == [0, 0], errors
    (folder,) = (tmp_path / "results" / "mine").iterdir()
    assert digests(folder) == right
    assert "Traceback" not in "".join(errors)
    assert not list(folder.rglob(".*"))


@pytest.mark.slow
def test_random_kills_and_resume_end_in_the_same_bytes(tmp_path):
    right, rng = expected(tmp_path, 60_000), random.Random(5)
    for _ in range(12):
        process = start(tmp_path)
        time.sleep(rng.uniform(0.5, 4.0))
        process.kill()
        process.communicate()
    process = start(tmp_path)
    assert process.communicate(timeout=300) is not None
    assert process.returncode == 0
    (folder,) = (tmp_path / "results" / "mine").iterdir()
    assert digests(folder) == right
    assert not list(folder.rglob(".*"))


def workers_of(pid):
    found = []
    for entry in Path("/proc").iterdir():
        try:
            fields = (entry / "stat").read_text().rsplit(")", 1)[1].split()
            line = (entry / "cmdline").read_bytes()
        except (OSError, IndexError):
            continue
        if int(fields[1]) == pid and b"LokyProcess" in line:
            found.append(int(entry.name))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found in /proc")
def test_a_killed_worker_is_tried_once_more(tmp_path):
    right = expected(tmp_path, 60_000)
    write(tmp_path, 60_000, 'backend = "processes"\n')
    process = start(tmp_path)
    while not list(tmp_path.glob("results/mine/*/games/*.parquet")):
        assert process.poll() is None
        time.sleep(0.02)
    os.kill(workers_of(process.pid)[0], signal.SIGKILL)
    _, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert "a worker process was killed; what it was playing is tried once more" in err
    (folder,) = (tmp_path / "results" / "mine").iterdir()
    assert digests(folder) == right


@pytest.mark.slow
def test_a_full_disk_is_named_and_the_run_goes_on_elsewhere(tmp_path):
    if os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("a small file system can be mounted by root alone")
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], check=False, capture_output=True
    )
    if mounted.returncode:
        pytest.skip("no file system can be mounted here")
    try:
        right = expected(tmp_path, 120_000)
        process = start(tmp_path, "--out", "disk")
        _, err = process.communicate(timeout=300)
        assert process.returncode == 1
        told = err.splitlines()[-1]
        assert "no space left on the disk (" in told
        assert "MB are free). What is done is kept" in told
        assert told.endswith("To go on: cardsim experiment mine.toml --out disk")
        assert not list(disk.rglob("*.part"))
        assert json.loads(next(disk.rglob("manifest.json")).read_text())["files"]
        subprocess.run(["mount", "-o", "remount,size=200m", disk], check=True)
        process = start(tmp_path, "--out", "disk")
        assert process.communicate(timeout=300) is not None
        assert digests(next((disk / "mine").iterdir())) == right
    finally:
        subprocess.run(["umount", "-l", disk], check=True)
