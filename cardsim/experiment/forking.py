"""A process that was forked cannot use what threads its parent had: say so, and do not hang.

Polars works in threads of its own, which a fork does not copy; their locks it does. So a child of
``os.fork``, or of multiprocessing's "fork", would wait for ever at its first table.
"""

from __future__ import annotations

import os

from cardsim.engine.errors import RunError

_state = {"used": False, "lost": False}


def needs_threads() -> None:
    """Note that tables are made or read; call it before that.

    Raises
    ------
    RunError
        In a process that was forked from one that had done so.
    """
    if _state["lost"]:
        raise RunError(
            "this process was forked from one that had used cardsim already, and the threads that "
            "tables need do not survive a fork; start it with "
            'multiprocessing.get_context("spawn") (or "forkserver"), or use cardsim in the '
            "children alone."
        )
    _state["used"] = True


def _forked() -> None:
    _state["lost"] = _state["used"]


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)
