"""The cache of compiled code: damaged, not to be written, without a home."""

import hashlib
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cardsim.engine import code_cache
from cardsim.engine.code_cache import why_not_kept
from cardsim.engine.compiling import compile_now

SMALL = """
from numba import types
from cardsim.engine.compiling import compile_now

FACTOR = 3

def times(n):
    if n < 0:
        raise ValueError("below zero", n)
    return FACTOR * n

print(compile_now(times, types.int64(types.int64))(14))
try:
    compile_now(times, types.int64(types.int64))(-1)
except ValueError as error:
    print(error)
"""
RIGHT = "42\n('below zero', -1)\n"


def run(folder, text=SMALL, **environment):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", text], capture_output=True, text=True, check=False,
        env={**os.environ, "CARDSIM_CACHE_DIR": str(folder), **environment},
    )
    assert done.stderr == ""
    return done.stdout


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A cache with one compiled function."""
    folder = tmp_path_factory.mktemp("made")
    assert run(folder) == RIGHT
    (file,) = folder.iterdir()
    return file


@pytest.fixture
def kept(tmp_path, made):
    """A copy of it, in a folder of one's own."""
    (tmp_path / "cache").mkdir()
    return Path(shutil.copy(made, tmp_path / "cache"))


def test_kept_code_is_taken_again(kept):
    before = kept.stat()
    assert run(kept.parent) == RIGHT
    assert kept.stat().st_mtime_ns == before.st_mtime_ns


def test_a_constant_makes_other_code(kept):
    assert run(kept.parent, SMALL.replace("FACTOR = 3", "FACTOR = 2")) == RIGHT.replace("42", "28")
    assert run(kept.parent) == RIGHT


DAMAGES = {
    "empty": lambda data: b"",
    "half": lambda data: data[: len(data) // 2],
    "all but a byte": lambda data: data[:-1],
    "garbage": lambda data: random.Random(1).randbytes(len(data)),
    "a flipped bit in the middle": lambda data: data[: len(data) // 2]
    + bytes([data[len(data) // 2] ^ 1]) + data[len(data) // 2 + 1 :],
    "a flipped byte in the head": lambda data: bytes([data[0] ^ 255]) + data[1:],
    "a tail": lambda data: data + b"x",
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_damaged_code_is_not_taken(kept, damage, monkeypatch):
    """Nothing of a damaged file is loaded; it is thrown away."""
    monkeypatch.setenv("CARDSIM_CACHE_DIR", str(kept.parent))
    whole = code_cache._read(kept)
    assert whole is not None
    kept.write_bytes(DAMAGES[damage](kept.read_bytes()))
    assert code_cache._read(kept) is None
    assert not kept.exists()


def test_damaged_code_is_compiled_anew(kept):
    data = kept.read_bytes()
    kept.write_bytes(data[:-1])
    assert run(kept.parent) == RIGHT
    assert len(kept.read_bytes()) >= len(data) - 100
    assert code_cache._read(kept) is not None


def test_a_folder_in_the_way_of_a_file(kept):
    kept.unlink()
    kept.mkdir()
    assert run(kept.parent) == RIGHT


def test_a_whole_file_of_something_else_is_compiled_anew(kept):
    payload = b"no pickle"
    kept.write_bytes(code_cache._MAGIC + hashlib.sha256(payload).digest() + payload)
    assert run(kept.parent) == RIGHT


@pytest.mark.parametrize("place", ["file", "below a file"])
def test_a_cache_that_cannot_be_written(tmp_path, place):
    """Everything works, one sentence says why nothing is kept, and nothing is left behind."""
    file = tmp_path / "taken"
    file.write_text("in the way", encoding="utf-8")
    folder = file if place == "file" else file / "cache"
    (tmp_path / "tmp").mkdir()
    tell = SMALL + "\nfrom cardsim.engine.code_cache import why_not_kept\nprint(why_not_kept())\n"
    told = run(folder, tell, TMPDIR=str(tmp_path / "tmp"))
    assert told.startswith(RIGHT)
    assert told.endswith("; set CARDSIM_CACHE_DIR to a folder that can be written.\n")
    assert f"compiled code is not kept: {folder} cannot be written (" in told
    assert not list((tmp_path / "tmp").iterdir())


def test_a_user_without_a_home(monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    for name in ("CARDSIM_CACHE_DIR", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(code_cache.Path, "home", no_home)
    why_not_kept.cache_clear()
    try:
        assert why_not_kept() == (
            "compiled code is not kept, since there is no home folder; set CARDSIM_CACHE_DIR to a "
            "folder that can be written."
        )
        assert code_cache._path("x") is None
    finally:
        why_not_kept.cache_clear()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can be others")
def test_an_unknown_user_without_a_home_plays(tmp_path):
    (tmp_path / "work").mkdir()
    (tmp_path / "work").chmod(0o777)
    done = subprocess.run(
        [sys.executable, "-c", "import os; os.setuid(54321)\n"
         "import cardsim; print(len(cardsim.simulate('johnny_bagel', ['lowest', 'random'], 2).games))"],
        capture_output=True, text=True, check=False, cwd=tmp_path / "work",
        env={key: value for key, value in os.environ.items()
             if key not in ("HOME", "XDG_CACHE_HOME", "CARDSIM_CACHE_DIR")},
    )
    assert done.stdout == "2\n", done.stderr


def test_code_is_named_after_living_functions():
    """What is compiled twice from the same is one; another constant makes another."""
    from numba import types

    def make(factor):
        def times(n):
            return factor * n

        return compile_now(times, types.int64(types.int64), cache=False)

    assert make(2)(5) == 10
    assert make(3)(5) == 15
    assert make(2) is make(2)
