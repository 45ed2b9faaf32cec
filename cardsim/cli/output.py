"""How the commands speak: errors in one paragraph, progress, tables, JSON."""

from __future__ import annotations

import json
import sys
import threading
import time
from types import TracebackType
from typing import Any, Self

PLAIN_SECONDS = 10.0  # between two plain lines of progress


def complain(error: Exception | str) -> int:
    """Print an error to stderr; return the exit code that it deserves."""
    from cardsim.engine.errors import InputError, RunError

    print(f"error: {error}", file=sys.stderr)
    if isinstance(error, InputError):
        return 2
    if not isinstance(error, RunError | str):
        print("(--debug shows where this came from)", file=sys.stderr)
    return 1


def print_json(data: object) -> None:
    """Print data as JSON to stdout."""
    print(json.dumps(data, indent=1, ensure_ascii=False, default=str))


def print_table(title: str, columns: list[str], rows: list[list[str]]) -> None:
    """Print a table to stdout; columns whose cells are all numbers stand right."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    if title:
        print(title)
    table = Table(box=None, pad_edge=False)
    for i, column in enumerate(columns):
        numeric = all(row[i][:1].isdigit() or row[i][:1] in "-−+" for row in rows if row[i])
        table.add_column(column, justify="right" if numeric and rows else "left", overflow="fold")
    for row in rows:
        table.add_row(*(Text(cell) for cell in row))
    width = None if sys.stdout.isatty() else 160
    Console(width=width, highlight=False).print(table)


class ShowProgress:
    """A progress bar on a terminal, a plain line now and then elsewhere (both on stderr)."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.bar: Any = None
        self.task: Any = None
        self.last = time.monotonic()
        self.timer = threading.Timer(1.0, self._compiling)

    def _compiling(self) -> None:
        print(
            "compiling rules and strategies (once; kept for the next time) …", file=sys.stderr,
            flush=True,
        )

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
            print(
                f"{progress.games:,} of {progress.total:,} games, {progress.rate:,.0f} games/s, "
                f"{_duration(left)} left", file=sys.stderr, flush=True,
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
