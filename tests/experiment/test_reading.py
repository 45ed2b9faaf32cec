"""What a config is read from, and texts and numbers that nobody should write."""

import codecs
import io
import os
import subprocess
import sys
import threading
import types

import pytest

from cardsim.engine.errors import InputError, nearest
from cardsim.experiment.config import make_config, read_config
from cardsim.experiment.run import plan_of
from cardsim.experiment.source import name_of

GOOD = """game = "johnny_bagel"
boards = 40
[lineup]
players = ["lowest", "random", "lowest"]
"""
DATA = {"game": "johnny_bagel", "boards": 40, "lineup": {"players": ["lowest", "random", "lowest"]}}


def refusal(path):
    with pytest.raises(InputError) as error:
        read_config(path)
    return str(error.value)


@pytest.mark.parametrize("data", [
    codecs.BOM_UTF8 + GOOD.encode(), GOOD.replace("\n", "\r\n").encode(),
    GOOD.replace("\n", "\r").encode(),
])
def test_marks_and_line_ends_of_any_editor(tmp_path, data):
    path = tmp_path / "a.toml"
    path.write_bytes(data)
    assert read_config(path) == make_config(DATA)


@pytest.mark.parametrize(("encoding", "said"), [
    ("utf-16", "UTF-16 text; save it as UTF-8."), ("utf-32", "UTF-32 text; save it as UTF-8."),
    ("utf-16-le", "UTF-16 or binary data"),
])
def test_another_encoding_is_named(tmp_path, encoding, said):
    path = tmp_path / "a.toml"
    path.write_bytes(GOOD.encode(encoding))
    assert said in refusal(path)


def test_a_byte_that_is_no_text_is_told_by_line(tmp_path):
    path = tmp_path / "a.toml"
    path.write_bytes(b"# one\ntitle = 'caf\xe9'\n")
    assert "not UTF-8 text: 'utf-8' codec can't decode byte 0xe9" in refusal(path)
    assert "(line 2); save it as UTF-8." in refusal(path)


def test_standard_input(monkeypatch, workdir):
    fake = types.SimpleNamespace(buffer=io.BytesIO(codecs.BOM_UTF8 + GOOD.encode()))
    monkeypatch.setattr(sys, "stdin", fake)
    plan = plan_of("-")
    assert (plan.name, plan.beside) == ("stdin", workdir)
    assert plan.hash() == plan_of(DATA).hash()


def test_standard_input_that_is_closed(monkeypatch):
    monkeypatch.setattr(sys, "stdin", None)
    with pytest.raises(InputError, match="standard input: it is closed"):
        plan_of("-")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no FIFOs here")
def test_a_fifo_is_read_once_and_gives_its_name(tmp_path):
    path = tmp_path / "asked.toml"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=(GOOD,))
    writer.start()
    assert plan_of(path).name == "asked"
    writer.join()


@pytest.mark.parametrize(("path", "name"), [
    ("-", "stdin"), ("/dev/stdin", "stdin"), ("/dev/fd/63", "stdin"),
    ("/proc/self/fd/11", "stdin"), ("./-", "stdin"), ("a/my.v2.toml", "my.v2"),
    ("...toml", "experiment"), ("x\ny\x1b.toml", "x_y_"),
])
def test_what_a_run_is_called(path, name):
    from pathlib import Path

    assert name_of(Path(path)) == name


@pytest.mark.parametrize("path", ["a\0.toml", "a" * 5_000, "no/such.toml"])
def test_paths_that_cannot_be(path):
    with pytest.raises(InputError):
        plan_of(path)


def test_a_stream_without_end_is_refused():
    from pathlib import Path

    assert "more than 10,000,000 bytes" in refusal(Path("/dev/zero"))


@pytest.mark.parametrize(("text", "said"), [
    (f"seed = {'9' * 5_000}", "a number has more than 4,000 digits"),
    (f"rules = {'[' * 1_200}{']' * 1_200}", "more than 30 deep"),
    (f"[{'.'.join('a' * 1_200)}]", "more than 30 deep"),
    (f"rules = {'{a=' * 1_200}1{'}' * 1_200}", "more than 30 deep"),
    ("precision = inf", "precision: found inf; allowed: a number above 0."),
    ("precision = nan", "precision: found nan"),
    ("precision = -0.0", "precision: found -0.0"),
    ("precision = 2024-01-01", "precision: found the date or time 2024-01-01"),
    ("title = 10:00:00", "title: found the date or time 10:00:00"),
    ("[report]\nlevel = nan", "report.level: found nan"),
    ("", "game: missing"), ("# nothing\n", "game: missing"),
    ("a = 1\na = 2\n", "not TOML: Cannot overwrite a value (at line 2"),
    ('"a\\u001bb.c" = 1', "a␛b.c: unknown key"),
    ('"' + "k" * 9_000 + '" = 1', "(9,000 characters)"),
    ('game = "' + "g" * 90_000 + '"', "boards: give either"),
])
def test_what_nobody_should_write(tmp_path, text, said):
    path = tmp_path / "a.toml"
    path.write_text(text, encoding="utf-8")
    told = refusal(path)
    assert said in told or (said == "boards: give either" and "lineup: give either" in told)
    assert len(told) < 2_000


def test_a_dial_is_finite():
    from cardsim import heuristic

    @heuristic("johnny_bagel", compiled=False)
    def mine(view, move, patience=0.5):
        return patience

    for value in (float("inf"), float("nan"), -float("inf"), 10**400):
        with pytest.raises(InputError, match=r"p\.patience: found .*; allowed: a number"):
            mine.strategy.dial_values({"patience": value}, "p")
    assert mine.strategy.dial_values({"patience": 2})[0] == 2.0


@pytest.mark.parametrize("written", ["jöhnny_bagel", "ｊｏｈｎｎｙ_bagel", "JOHNNY_BAGEL", "johny_bagel"])
def test_the_nearest_name_whatever_the_letters(written):
    assert nearest(written, ["bacon", "johnny_bagel"]) == " Did you mean 'johnny_bagel'?"


@pytest.mark.parametrize("arguments", [
    ["plan", "a.toml", "--detect", "inf"], ["plan", "a.toml", "--detect", "nan"],
    ["plan", "a.toml", "--detect", "0"], ["plan", "a.toml", "--detect", "1e-320"],
    ["plan", "a.toml", "--detect", "0.1", "--power", "1"],
    ["plan", "a.toml", "--detect", "0.1", "--power", "nan"],
    ["plan", "a.toml", "--detect", "0.1", "--pilot", "99999999999"],
    ["match", "lowest", "random", "--game", "johnny_bagel", "--margin", "nan"],
    ["bench", "--seconds", "inf"], ["bench", "--seconds", "nan"],
    ["check", "a.toml", "--seed", "9" * 6_000], ["check", "--" + "a" * 100_000],
    ["rules", "a" * 100_000], ["report", "b" * 5_000], ["check", "c" * 100_000],
])
def test_numbers_and_lengths_on_the_command_line(cli, workdir, arguments):
    (workdir / "a.toml").write_text(GOOD, encoding="utf-8")
    outcome = cli(*arguments)
    assert outcome.code == 2, outcome.err
    assert "error: " in outcome.err
    assert len(outcome.err) < 2_000
    assert [each.name for each in workdir.iterdir()] == ["a.toml"]


def test_the_command_takes_a_pipe(workdir):
    found = subprocess.run(
        [sys.executable, "-c", "from cardsim.cli import main; main()", "report", "-"],
        input=GOOD, capture_output=True, text=True, timeout=300, check=False,
    )
    assert found.returncode == 2
    assert "not run yet as it is now (looked in results/stdin/" in found.stderr
