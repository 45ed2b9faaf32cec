"""What is printed: any encoding, closed and full streams, widths that are none, raw controls."""

import io
import json
import os
import subprocess
import sys

import pytest

from cardsim.cli.output import print_json, print_table, say
from cardsim.cli.streams import READABLE, Careful, sane_environment, still_read
from cardsim.engine.text import cleaned, one_line, quoted, shortened, strict_json


def printed(encoding, text):
    raw = io.BytesIO()
    stream = Careful(io.TextIOWrapper(raw, encoding=encoding))
    stream.write(text)
    stream.flush()
    return raw.getvalue().decode(encoding)


@pytest.mark.parametrize(("encoding", "expected"), [
    ("ascii", "2-8 x -1 ... cafe 'a' ? ?"),
    ("cp437", "2-8 x -1 ... café 'a' ? ?"),
    ("cp1252", "2–8 × -1 … café ‘a’ ? ?"),
    ("latin-1", "2-8 × -1 ... café 'a' ? ?"),
    ("utf-8", "2–8 × −1 … café ‘a’ 牌 🂡"),
])
def test_what_an_encoding_lacks_is_written_in_what_it_has(encoding, expected):
    assert printed(encoding, "2–8 × −1 … café ‘a’ 牌 🂡") == expected


def test_a_handler_of_other_errors_raises_them():
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", errors=READABLE)


def test_controls_are_shown_and_never_act():
    hostile = "a\x1b[31m\x07\x00\x9b\u202e\udce9\ud800\nb\t"
    assert cleaned(hostile) == "a␛[31m␇␀\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}" \
        "\\xe9\N{REPLACEMENT CHARACTER}\nb\t"
    assert one_line("a\r\nb\tc\x07") == "a b c␇"
    assert quoted("a\nb") == "a␊b"


def test_long_texts_are_shortened_in_their_middle():
    told = shortened("a" * 5_000 + "z", 60)
    assert len(told) == 60
    assert told.startswith("aaaa")
    assert told.endswith("z")
    assert "(5,001 characters)" in told


def test_json_is_strict():
    data = {"a": float("inf"), "b": [float("nan"), (1.5, -float("inf"))]}
    assert strict_json(data) == '{"a": null, "b": [null, [1.5, null]]}'


def test_json_survives_an_encoding_and_controls(monkeypatch):
    raw = io.BytesIO()
    stream = Careful(io.TextIOWrapper(raw, encoding="cp437"))
    monkeypatch.setattr(sys, "stdout", stream)
    data = {"name": "–牌\x1b\x7f\x9b\udce9"}
    print_json(data)
    stream.flush()
    assert json.loads(raw.getvalue()) == data
    assert not any(byte < 32 and byte != 10 for byte in raw.getvalue())


def test_a_table_holds_one_line_a_cell(capsys):
    print_table("ti\ntle\x1b", ["a\nb"], [["x\ny\x07[bold]"]])
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines == ["ti tle␛", "a b", "x y␇[bold]"]


class Broken(io.StringIO):
    """A stream that fails as a pipe or a disk does."""

    def __init__(self, error):
        super().__init__()
        self.error = error

    def write(self, _text):
        raise self.error


def test_a_pipe_without_reader_is_noticed_and_no_error(monkeypatch):
    stream = Careful(Broken(BrokenPipeError(32, "Broken pipe")))
    monkeypatch.setattr(sys, "stdout", stream)
    assert still_read()
    say("one", "two")
    assert not still_read()


@pytest.mark.parametrize(("written", "kept"), [
    ("80", "80"), ("1", "20"), ("100000000", "1000"), ("9" * 5_000, None), ("abc", None),
    ("-3", None), ("0", None), ("²", None),
])
def test_a_width_is_one_that_a_terminal_has(monkeypatch, written, kept):
    monkeypatch.setenv("COLUMNS", written)
    sane_environment()
    assert os.environ.get("COLUMNS") == kept


def shell(command, **env):
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, timeout=300, check=False,
        env={**os.environ, "PY": sys.executable, **env},
    )


CARDSIM = '"$PY" -c "from cardsim.cli import main; main()"'


@pytest.mark.parametrize(("to", "code", "said"), [
    (">&-", 1, "what was to be printed is lost"),
    (">/dev/full", 1, "No space left on device"),
    ("2>&- >/dev/null", 0, ""),
    (">&- 2>&- <&-", 1, ""),
])
def test_closed_and_full_streams(to, code, said):
    found = shell(f"{CARDSIM} rules bacon {to}")
    assert found.returncode == code
    assert said in found.stderr
    assert "Traceback" not in found.stderr
