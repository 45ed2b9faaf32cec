"""Compiled code hears no signal and tells nothing: it is waited for, and watched, from outside."""

from __future__ import annotations

import contextvars
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from cardsim.engine.errors import warn

if TYPE_CHECKING:
    from cardsim.engine.table import Table

PATIENCE_SECONDS = 20.0  # without a decision, before it is said whose turn it is
_LISTENS_SECONDS = 0.05  # between two looks for a signal
_TICKS = 10  # looks in that time

P = ParamSpec("P")
R = TypeVar("R")

_LOCK = threading.Lock()
_ACTIVE: dict[int, Table] = {}  # by thread
_WATCH: list[threading.Thread] = []


def aside(function: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """Call a function in a thread of its own while the main thread waits, and hears Ctrl-C.

    Called in another thread, it is called there and then.
    """
    if threading.current_thread() is not threading.main_thread():
        return function(*args, **kwargs)
    ended, outcome = threading.Event(), dict[str, Any]()

    def work() -> None:
        try:
            outcome["value"] = function(*args, **kwargs)
        except BaseException as error:  # noqa: BLE001 - it is raised again, by who waits
            outcome["error"] = error
        ended.set()

    # A daemon, since a thread that never comes back must not keep the process alive.
    threading.Thread(target=contextvars.copy_context().run, args=(work,), daemon=True).start()
    while not ended.wait(_LISTENS_SECONDS):
        pass  # Polars' handler restarts what a signal interrupts, so one long wait would hear nothing
    if "error" in outcome:
        raise outcome["error"]
    value: R = outcome["value"]
    return value


@contextmanager
def watched(table: Table) -> Iterator[None]:
    """Say who does not answer, if a table makes no progress while it is played at."""
    me, _ = threading.get_ident(), table.places  # made here, not by who watches
    with _LOCK:
        before = _ACTIVE.get(me)
        _ACTIVE[me] = table
        if not _WATCH or not _WATCH[0].is_alive():
            _WATCH[:] = [threading.Thread(target=_watch, name="watch", daemon=True)]
            _WATCH[0].start()
    try:
        yield
    finally:
        with _LOCK:
            if before is None:
                _ACTIVE.pop(me, None)
            else:
                _ACTIVE[me] = before


def _watch() -> None:
    """Look at every desk now and then; end when nothing has been played for a while."""
    seen: dict[int, tuple[tuple[int, ...], float]] = {}
    idle = 0
    while idle < _TICKS:
        time.sleep(PATIENCE_SECONDS / _TICKS)
        with _LOCK:
            active = dict(_ACTIVE)
        idle = 0 if active else idle + 1
        now = time.monotonic()
        for thread, table in active.items():
            at = _progress(table)
            if thread not in seen or seen[thread][0] != at:
                seen[thread] = at, now
            elif now - seen[thread][1] >= PATIENCE_SECONDS and at[-1]:
                warn(_who(table, PATIENCE_SECONDS))
        seen = {thread: what for thread, what in seen.items() if thread in active}


def _progress(table: Table) -> tuple[int, ...]:
    """Return what changes with every decision; the last is 0 before the first game has begun."""
    desk = table.places[-1][0]
    fields = ("board", "rotation", "deal", "turns", "n", "started")
    return (id(table), *(int(desk[name]) for name in fields))


def _who(table: Table, seconds: float) -> str:
    desk = table.places[-1][0]
    where = f"seat {int(desk.seat)}, board {int(desk.board)}, rotation {int(desk.rotation)}"
    player = table.players[int(desk.player)].strategy.name
    what = (
        f"strategy '{player}' has not answered" if desk.n > 1
        else f"the rules of {table.game.title} have not gone on after a move of '{player}'"
    )
    return f"{what} for {seconds:g} s ({where}); it may never. Ctrl-C ends this, the second at once."
