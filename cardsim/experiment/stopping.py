"""Ctrl-C, and what ends a process politely: stop after the parts in flight, then at once."""

from __future__ import annotations

import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

# An ignored SIGHUP is nohup's wish and stays; an ignored SIGINT is what shells give to whatever
# they start in the background, which can still be sent one on purpose.
SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP")
           if hasattr(signal, name)]
TWICE = 0.3  # seconds; what sends one signal to a process and to its group means it once


class on_interrupt:  # noqa: N801 - reads as what it is: with on_interrupt(stop)
    """Turn a signal to end into a request to stop; a second one ends the process at once.

    The second is obeyed by a thread of its own, so it works while compiled code runs without end.
    Outside the main thread nothing is done: whoever started the thread decides.

    Parameters
    ----------
    stop : callable
        Called at the first signal.
    """

    def __init__(self, stop: Callable[[], None]) -> None:
        self.stop = stop
        self.before: dict[int, Any] = {}

    def __enter__(self) -> None:
        if threading.current_thread() is not threading.main_thread():
            return
        self._watch()
        for number in SIGNALS:
            current = signal.getsignal(number)
            if number != signal.SIGINT and current == signal.SIG_IGN:
                continue
            self.before[number] = signal.signal(number, self._handle)

    def _watch(self) -> None:
        reader, self.writer = socket.socketpair()
        self.writer.setblocking(False)
        self.wakeup = signal.set_wakeup_fd(self.writer.fileno(), warn_on_full_buffer=False)
        threading.Thread(target=self._count, args=(reader,), daemon=True).start()

    def _count(self, reader: socket.socket) -> None:
        """Count signals; the C code of Python writes a byte for each, whoever holds the GIL."""
        first = None
        with suppress(OSError), reader:
            while told := reader.recv(16):
                if not any(number in self.before for number in told):
                    continue
                if first is None:
                    first = time.monotonic()
                elif time.monotonic() - first > TWICE:
                    with suppress(OSError, ValueError, AttributeError):
                        sys.stderr.write("error: stopped at once; finished files are kept.\n")
                        sys.stderr.flush()
                    os._exit(1)

    def _handle(self, _signum: int, _frame: Any) -> None:
        self.stop()

    def __exit__(self, *_: object) -> None:
        if not self.before:
            return
        for number, handler in self.before.items():
            signal.signal(number, handler if handler is not None else signal.SIG_DFL)
        signal.set_wakeup_fd(self.wakeup)
        self.writer.close()
