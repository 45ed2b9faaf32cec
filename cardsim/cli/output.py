"""How the commands speak: errors in one paragraph, progress, tables, JSON.

Everything that a command prints goes through here, so that no name from a config acts on the
terminal; `cardsim.cli.streams` sees to encodings, pipes and full disks.
"""

from __future__ import annotations

import errno
import re
import sys
import threading
import time
from types import TracebackType
from typing import Any, Self

from cardsim.engine.text import cleaned, escaped, one_line, shortened, strict_json

PLAIN_SECONDS = 10.0  # between two plain lines of progress
MOST_LETTERS = 20_000  # of an error
MOST_WORD = 400  # of a name in an error
MOST_MESSAGE = 1_000  # of what Typer says; it repeats what was written


def say(*texts: object) -> None:
    """Print texts to stdout, a line each."""
    print(*map(cleaned, texts or ("",)), sep="\n")  # noqa: T201 - this is the place


def note(text: object) -> None:
    """Print a text to stderr, at once."""
    print(cleaned(text), file=sys.stderr, flush=True)  # noqa: T201 - this is the place


def complain(error: Exception | str) -> int:
    """Print an error to stderr; return the exit code that it deserves."""
    from cardsim.engine.errors import InputError, RunError

    if isinstance(error, OSError) and error.filename is not None:
        told = f"{shortened(str(error.filename))}: {error.strerror}"
    else:
        told = str(error) or type(error).__name__
    told = re.sub(rf"\S{{{MOST_WORD},}}", lambda word: shortened(word[0]), told)
    note(f"error: {shortened(told, MOST_LETTERS)}")
    if isinstance(error, InputError):
        return 2
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:  # asked for, wherever
        return 2
    if not isinstance(error, RunError | str):
        note("(--debug shows where this came from)")
    return 1


def refuse(error: Any) -> int:
    """Print what Typer says of the arguments to stderr; return the exit code that goes with it."""
    usage = error.ctx.get_usage() if getattr(error, "ctx", None) is not None else ""
    message = shortened(one_line(error.format_message()), MOST_MESSAGE)
    note(f"{usage}\nerror: {message}" if usage else f"error: {message}")
    return int(error.exit_code)


def print_json(data: object, indent: int | None = 1) -> None:
    """Print data as JSON to stdout; in ASCII where the encoding has no more."""
    encoding = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "")
    text = strict_json(data, indent=indent, ensure_ascii=encoding != "utf8")
    print(escaped(text))  # noqa: T201 - this is the place


def print_table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    """Print a table to stdout; columns whose cells are all numbers stand right."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if title:
        say(one_line(title))
    table = Table(box=None, pad_edge=False)
    for i, column in enumerate(columns):
        numeric = all(row[i][:1].isdigit() or row[i][:1] in "-−+" for row in rows if row[i])
        table.add_column(Text(one_line(column)), justify="right" if numeric and rows else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(one_line(cell)) for cell in row))
    width = None if sys.stdout.isatty() else 160
    Console(width=width, highlight=False).print(table)


class ShowProgress:
    """A progress bar on a terminal, a plain line now and then elsewhere (both on stderr)."""

    def __init__(self, what: str) -> None:
        self.what = one_line(what)
        self.bar: Any = None
        self.task: Any = None
        self.last = time.monotonic()
        self.timer = threading.Timer(1.0, self._compiling)

    def _compiling(self) -> None:
        from cardsim.engine.code_cache import why_not_kept

        reason = why_not_kept()
        kept = f"each time: {reason}" if reason else "once; kept for the next time"
        note(f"compiling rules and strategies ({kept}) …")

    def __enter__(self) -> Self:
        self.timer.daemon = True
        self.timer.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        self.timer.cancel()
        if self.bar is not None:
            self.bar.stop()

    def __call__(self, progress: Any) -> None:
        """Show how far it is (an `experiment.runner.Progress`)."""
        self.timer.cancel()
        left = (progress.total - progress.games) / progress.rate if progress.rate else 0.0
        if sys.stderr.isatty():
            self._on_terminal(progress, left)
        elif time.monotonic() - self.last >= PLAIN_SECONDS:
            self.last = time.monotonic()
            note(
                f"{progress.games:,} of {progress.total:,} games, {progress.rate:,.0f} games/s, "
                f"{_duration(left)} left"
            )

    def _on_terminal(self, progress: Any, left: float) -> None:
        if self.bar is None:
            from rich.console import Console
            from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

            self.bar = Progress(
                TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
                TextColumn("{task.fields[rate]} games/s, {task.fields[left]} left"),
                console=Console(stderr=True), transient=True,
            )
            self.task = self.bar.add_task(self.what, total=progress.total, rate="", left="")
            self.bar.start()
        self.bar.update(
            self.task, completed=progress.games, rate=f"{progress.rate:,.0f}", left=_duration(left)
        )


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(int(seconds + 0.5), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes:02} min"
    return f"{minutes} min {seconds:02} s" if minutes else f"{seconds} s"


def percent(value: float | None, places: int = 1) -> str:
    """Return a share in points in a hundred, or a dash."""
    return "–" if value is None else f"{100 * value:.{places}f}"
