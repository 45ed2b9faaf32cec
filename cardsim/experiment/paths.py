"""Paths as their user means them: no patterns, ``~`` expanded, absolute once they are kept."""

from __future__ import annotations

from pathlib import Path


def absolute(path: str | Path) -> Path:
    """Return a path that means the same wherever the process goes; ``~`` is a home folder."""
    given = expanded(path).absolute()
    return given.resolve() if ".." in given.parts else given


def expanded(path: str | Path) -> Path:
    """Return a path with ``~`` expanded (or as it is, where nobody has such a home)."""
    try:
        return Path(path).expanduser()
    except RuntimeError:
        return Path(path)


def near(path: Path) -> Path:
    """Return a path as it is said to people: from the working folder, if it lies below it."""
    try:
        return path.relative_to(Path.cwd())
    except (ValueError, OSError):
        return path
