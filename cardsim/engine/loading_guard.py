"""What a file may do while it is imported: print aside, and neither end the process nor hang it."""

from __future__ import annotations

import ctypes
import io
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import Any

from cardsim.engine.errors import InputError, warn

PATIENCE_SECONDS = 30.0  # with a file that nothing names
TOLD_SECONDS = 5.0
_MOST_PRINTED = 4_000  # characters, of one file


class _TooLong(BaseException):
    """Raised inside a file that nothing names, when it does not come to its end."""


class _Aside(io.TextIOBase):
    """What a file prints while it is imported goes to stderr, up to a limit."""

    def __init__(self) -> None:
        self.left = _MOST_PRINTED

    def write(self, text: str) -> int:
        shown = text[: max(0, self.left)]
        self.left -= len(text)
        if shown:
            sys.stderr.write(shown)
        return len(text)

    def flush(self) -> None:
        if sys.stderr is not None:
            sys.stderr.flush()


@contextmanager
def guarded(file: Path, *, named: bool) -> Iterator[None]:
    """Run the import of a file inside this.

    Raises
    ------
    InputError
        For whatever the file raises, sys.exit() included, with the file, the line and the reason.
    """
    timers = [threading.Timer(TOLD_SECONDS, warn, [
        f"{file}: still being imported after {TOLD_SECONDS:g} s; Ctrl-C stops it."
    ])]
    if not named:
        timers.append(threading.Timer(PATIENCE_SECONDS, _stop, [threading.get_ident()]))
    standard_input = sys.stdin
    if not named:
        sys.stdin = io.StringIO()
    for timer in timers:
        timer.daemon = True
        timer.start()
    try:
        with redirect_stdout(_Aside()):
            yield
    except KeyboardInterrupt:
        raise
    except _TooLong:
        raise InputError(
            f"{file}: still being imported after {PATIENCE_SECONDS:g} s; given up."
        ) from None
    except BaseException as error:
        raise InputError(_told(error, file)) from error
    finally:
        sys.stdin = standard_input
        for timer in timers:
            timer.cancel()


def _stop(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(_TooLong))


def _told(error: BaseException, file: Path) -> str:
    """Say what went wrong, in which file and line."""
    if isinstance(error, SyntaxError) and error.filename:
        return f"{error.filename}, line {error.lineno}: {error.msg}."
    where = place_of(error, file)
    if isinstance(error, InputError):
        return f"{where}: {error}"
    if isinstance(error, SystemExit):
        return f"{where}: calls sys.exit({'' if error.code is None else repr(error.code)}) while loading."
    text = f": {error}" if str(error) else "."
    return f"{where}: {type(error).__name__} while loading{text}"


def place_of(error: BaseException, file: Path) -> str:
    """Return the innermost place in a file, or beside it, where an error arose."""
    found: Any = None
    for frame in traceback.extract_tb(error.__traceback__):
        if Path(frame.filename) == file or Path(frame.filename).is_relative_to(file.parent):
            found = frame
    return f"{found.filename}, line {found.lineno}" if found is not None else str(file)
