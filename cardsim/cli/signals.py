"""Signals that end a command, from its first moment on."""

from __future__ import annotations

import signal
from contextlib import suppress
from typing import Any


def obey_signals() -> None:
    """Let SIGTERM and SIGHUP end a command as Ctrl-C does, and Ctrl-C even in the background.

    A shell without job control starts what stands before ``&`` with SIGINT ignored; a command that
    is sent one all the same is meant to stop. A SIGHUP that is ignored is the wish of ``nohup``.
    """
    with suppress(ValueError):  # not in the main thread: whoever started the thread decides
        signal.signal(signal.SIGINT, signal.default_int_handler)
        signal.signal(signal.SIGTERM, _stop)
        hang_up = getattr(signal, "SIGHUP", None)
        if hang_up is not None and signal.getsignal(hang_up) != signal.SIG_IGN:
            signal.signal(hang_up, _stop)


def _stop(_signum: int, _frame: Any) -> None:
    raise KeyboardInterrupt
