"""Standard output and standard error that no terminal, encoding, pipe or full disk can break.

One place for all that is printed. What an encoding lacks is written in letters that it has; what
cannot be written at all is remembered, so that the work goes on to its end and the exit code tells.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import os
import sys
import unicodedata
from collections.abc import Iterator
from typing import Any

READABLE = "cardsim.readable"  # the name of the way to write what an encoding lacks
PLAIN = {
    "–": "-", "—": "-", "‐": "-", "‑": "-", "−": "-", "×": "x", "÷": "/", "…": "...", "·": ".",
    "‘": "'", "’": "'", "“": '"', "”": '"', "«": '"', "»": '"', "•": "*", "±": "+/-", "≤": "<=",
    "≥": ">=", "≠": "!=", "→": "->", "←": "<-", "♠": "S", "♥": "H", "♦": "D", "♣": "C", "★": "*",
    "ß": "ss", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE", "ø": "o", "Ø": "O", "ł": "l", "Ł": "L",
    "đ": "d", "Đ": "D", "ı": "i", "\N{NO-BREAK SPACE}": " ", "\N{NARROW NO-BREAK SPACE}": " ",
    "\N{THIN SPACE}": " ", "€": "EUR", "χ": "chi", "α": "alpha", "σ": "sigma", "━": "-", "─": "-",
    "│": "|", "┃": "|", "╭": "+", "╮": "+", "╯": "+", "╰": "+", "╸": "-", "╺": "-", "ʳ": "r",
    "\N{REPLACEMENT CHARACTER}": "?", "␡": "^?",
}
BOX = range(0x2500, 0x2580)
CONTROLS = range(0x2400, 0x2420)
_MOST_COLUMNS, _LEAST_COLUMNS = 1_000, 20


def readable(error: UnicodeError) -> tuple[str, int]:
    """Write what an encoding lacks in ASCII; the error handler of both streams."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(map(_in_ascii, error.object[error.start : error.end])), error.end


def _in_ascii(letter: str) -> str:
    if letter in PLAIN:
        return PLAIN[letter]
    if ord(letter) in CONTROLS:
        return "^" + chr(ord(letter) - CONTROLS.start + ord("@"))
    if ord(letter) in BOX:
        return "+"
    decomposed = unicodedata.normalize("NFKD", letter)
    return decomposed.encode("ascii", "ignore").decode("ascii") or (
        "" if unicodedata.combining(letter) else "?"
    )


codecs.register_error(READABLE, readable)


class Careful:
    """A stream that is never the reason why a command fails.

    Parameters
    ----------
    stream : text stream or None
        None, where the process was started without it.

    Attributes
    ----------
    lost : OSError or None
        Why something that was written did not get out.
    unread : bool
        Whether whoever read the other end of the pipe has gone.
    """

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        self.lost: OSError | None = None
        if hasattr(stream, "reconfigure"):
            with contextlib.suppress(OSError, ValueError):
                stream.reconfigure(errors=READABLE)

    @property
    def unread(self) -> bool:
        """Whether the reader of a pipe has gone: it has seen enough."""
        return isinstance(self.lost, BrokenPipeError)

    @property
    def encoding(self) -> str:
        """The encoding of the stream."""
        return getattr(self.stream, "encoding", None) or "utf-8"

    def write(self, text: str) -> int:
        """Write, or remember why not."""
        if self.stream is None:
            self.lost = self.lost or OSError(errno.EBADF, "it is closed")
        elif self.lost is None:
            with self._remembering():
                self.stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Pass on what was written, or remember why not."""
        if self.stream is not None and self.lost is None:
            with self._remembering():
                self.stream.flush()

    def isatty(self) -> bool:
        """Whether it is a terminal."""
        try:
            return self.stream is not None and bool(self.stream.isatty())
        except ValueError:  # it was closed
            return False

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)

    @contextlib.contextmanager
    def _remembering(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            self.lost = error
            self._into_nothing()
        except ValueError:  # it was closed
            self.lost = OSError(errno.EBADF, "it is closed")

    def _into_nothing(self) -> None:
        """Let what the stream still holds vanish, or Python would complain of it at the end."""
        with contextlib.suppress(OSError, ValueError):
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, self.stream.fileno())
            os.close(nothing)


@contextlib.contextmanager
def careful_streams() -> Iterator[tuple[Careful, Careful]]:
    """Put careful streams in the places of standard output and error, for a while."""
    _occupy_closed()
    sane_environment()
    before = sys.stdout, sys.stderr
    out, err = Careful(sys.stdout), Careful(sys.stderr)
    sys.stdout, sys.stderr = out, err  # type: ignore[assignment]
    try:
        yield out, err
    finally:
        out.flush()
        err.flush()
        sys.stdout, sys.stderr = before


def still_read() -> bool:
    """Whether anybody still reads what is printed; asked by commands that print without end."""
    return not getattr(sys.stdout, "unread", False)


def _occupy_closed() -> None:
    """Open standard streams that are closed, or the next file that is opened would be printed to."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # the lowest number that is free, so this one


def sane_environment() -> None:
    """Forget widths of terminals that are none, before anything reads them."""
    for name in ("COLUMNS", "LINES", "TERMINAL_WIDTH"):
        written = os.environ.get(name, "")
        number = int(written) if written.isascii() and written.isdigit() and len(written) < 10 else 0
        if number > _MOST_COLUMNS:
            os.environ[name] = str(_MOST_COLUMNS)
        elif number == 0:
            os.environ.pop(name, None)
        elif number < _LEAST_COLUMNS and name != "LINES":
            os.environ[name] = str(_LEAST_COLUMNS)
