"""Where a config is read from: a file, a pipe, or standard input; as text, whatever wrote it."""

from __future__ import annotations

import codecs
import datetime as dt
import re
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cardsim.engine.errors import InputError, nearest
from cardsim.engine.text import one_line, quoted, shortened

STDIN = "-"
MOST_BYTES = 10_000_000
MOST_LEVELS = 30  # tables within tables
MOST_DIGITS = 4_000  # of a number; Python reads no more without being asked to
_OTHER_MARKS = {
    codecs.BOM_UTF32_LE: "UTF-32", codecs.BOM_UTF32_BE: "UTF-32",
    codecs.BOM_UTF16_LE: "UTF-16", codecs.BOM_UTF16_BE: "UTF-16",
}
_NAMELESS = re.compile(r"/dev/stdin|/dev/fd/\d+|/proc/[^/]+/fd/(\d+|pipe.*)")


def is_nameless(path: Path) -> bool:
    """Tell whether a path is standard input, or a pipe that the shell made (``<(…)``)."""
    return str(path) == STDIN or bool(_NAMELESS.fullmatch(str(path)))


def name_of(path: Path) -> str:
    """Return what the experiment of a config is called: as its file without the ending.

    What comes from standard input or from a nameless pipe is called "stdin".
    """
    if is_nameless(path):
        return "stdin"
    name = re.sub(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]", "_", path.stem)
    return name if name.strip(". ") else "experiment"


def is_there(path: Path) -> bool:
    """Tell whether something other than a folder can be read there; any text may be asked for."""
    try:
        return str(path) == STDIN or (path.exists() and not path.is_dir())
    except (OSError, ValueError):  # too long, or no path at all
        return False


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file, or standard input if the path is "-".

    Raises
    ------
    InputError
        If it cannot be read, or is no TOML.
    """
    name = "standard input" if str(path) == STDIN else quoted(path)
    text = _decoded(_bytes_of(path, name), name)
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError(f"{name}: not TOML: {shortened(one_line(error), 300)}.") from None
    except RecursionError:
        raise InputError(f"{name}: not TOML that can be read: {_TOO_DEEP}.") from None
    except ValueError as error:  # a number of thousands of digits; a date that is none
        told = _TOO_LONG if "digits" in str(error) else shortened(one_line(error), 300)
        raise InputError(f"{name}: not TOML that can be read: {told}.") from None
    return data


_TOO_DEEP = f"tables or lists lie within each other more than {MOST_LEVELS} deep"
_TOO_LONG = f"a number has more than {MOST_DIGITS:,} digits"


def check_shape(data: object) -> None:
    """Refuse data that nobody would write: too deep, or with numbers too long to be shown.

    Raises
    ------
    InputError
        Naming the key.
    """
    waiting: list[tuple[str, object, int]] = [("", data, 0)]
    while waiting:
        path, value, level = waiting.pop()
        if level > MOST_LEVELS:
            key = re.sub(r"(\.\d+)+$", "", path)  # not the thirty numbers of the lists
            raise InputError(f"{quoted(key)}: {_TOO_DEEP}.")
        if isinstance(value, int) and value.bit_length() > MOST_DIGITS * 3:
            raise InputError(f"{quoted(path)}: {_TOO_LONG}.")
        if isinstance(value, dt.date | dt.time):
            raise InputError(
                f"{quoted(path)}: found the date or time {value}; allowed: a text, a number, "
                "true or false, a list or a table."
            )
        inner = (
            value.items() if isinstance(value, Mapping)
            else enumerate(value) if isinstance(value, list | tuple) else ()
        )
        waiting += [(f"{path}.{key}" if path else str(key), each, level + 1) for key, each in inner]


def _bytes_of(path: Path, name: str) -> bytes:
    """Return what is in a file, a FIFO or standard input, which may be read only once."""
    try:
        if str(path) == STDIN:
            if sys.stdin is None:
                raise InputError(f"{name}: it is closed.")
            return _limited(sys.stdin.buffer.read(MOST_BYTES + 1), name)
        if path.is_dir():
            raise InputError(f"{name}: a folder; an experiment is a TOML file.")
        with path.open("rb") as file:
            return _limited(file.read(MOST_BYTES + 1), name)
    except FileNotFoundError:
        raise InputError(f"{name}: there is no such file.{_neighbour(path)}") from None
    except OSError as error:
        raise InputError(f"{name}: cannot be read ({error.strerror}).") from None
    except ValueError:
        raise InputError(f"{name}: there is no such file.") from None


def _neighbour(path: Path) -> str:
    try:
        siblings = [
            str(each) for each in path.parent.iterdir() if each.suffix == ".toml"
        ] if path.parent.is_dir() else []
    except (OSError, ValueError):
        return ""
    return nearest(str(path), siblings)


def _limited(data: bytes, name: str) -> bytes:
    if len(data) > MOST_BYTES:
        raise InputError(f"{name}: more than {MOST_BYTES:,} bytes; an experiment is a short text.")
    return data


def _decoded(data: bytes, name: str) -> str:
    """Return UTF-8 text, without the mark that some editors put in front."""
    for mark, encoding in _OTHER_MARKS.items():
        if data.startswith(mark):
            raise InputError(f"{name}: {encoding} text; save it as UTF-8.")
    if b"\0" in data[:4]:
        raise InputError(f"{name}: UTF-16 or binary data; save it as UTF-8 text.")
    try:
        text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(
            f"{name}: not UTF-8 text: {error} (line {line}); save it as UTF-8."
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
