"""One process plays a run at a time: a lock that ends with whoever holds it."""

from __future__ import annotations

import json
import os
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

fcntl: Any
try:
    import fcntl
except ImportError:  # not a system with POSIX locks; then runs must be kept apart by their users
    fcntl = None

LOCK = ".lock"
WAIT = 0.2  # seconds between two tries


@contextmanager
def locked(folder: Path, tell: Callable[[str], None]) -> Iterator[None]:
    """Hold a run's lock; wait for whoever has it, and say who that is.

    Parameters
    ----------
    folder : Path
        Of the run; it must be there.
    tell : callable
        Told who plays the run, if it must be waited for.

    Raises
    ------
    OSError
        If the lock file cannot be made.
    """
    path, told = folder / LOCK, False
    while (held := try_lock(path)) is None:
        if not told:
            tell(f"{_holder(path)} plays this run; waiting for it to end (Ctrl-C gives up)")
            told = True
        time.sleep(WAIT)
    try:
        yield
    finally:
        release(path, held)


def try_lock(path: Path) -> int | None:
    """Return the open lock file, or None if another holds it."""
    held = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o644)
    if fcntl is None:
        return held
    try:
        fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(held)
        return None
    except OSError:  # a file system without locks
        return held
    try:
        current = path.stat().st_ino == os.fstat(held).st_ino
    except FileNotFoundError:
        current = False
    if not current:  # whoever held it has taken the file away
        os.close(held)
        return None
    with suppress(OSError):
        os.ftruncate(held, 0)
        told = {"pid": os.getpid(), "host": socket.gethostname(),
                "since": time.strftime("%Y-%m-%d %H:%M:%S")}
        os.write(held, json.dumps(told).encode())
    return held


def release(path: Path, held: int) -> None:
    """Give a lock back."""
    with suppress(OSError):
        if path.stat().st_ino == os.fstat(held).st_ino:
            path.unlink()
    os.close(held)


def _holder(path: Path) -> str:
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return f"process {told['pid']} on {told['host']} (since {told['since']})"
    except (OSError, ValueError, KeyError, TypeError):
        return "another process"
