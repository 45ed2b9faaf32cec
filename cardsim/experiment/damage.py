"""Whether files are as they were written, and what to do if they are not."""

from __future__ import annotations

import hashlib
import os
import shlex
import stat
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from cardsim.engine.errors import InputError
from cardsim.experiment.paths import near

PIECE = 1 << 20  # bytes read at a time

# What was found whole in this process: path, size, time and inode, with the digest.
_WHOLE: set[tuple[str, int, int, int, str]] = set()


def digest_of(data: bytes | memoryview) -> str:
    """Return the digest of a file's bytes."""
    return hashlib.sha256(data).hexdigest()


def note_whole(path: Path, digest: str) -> None:
    """Remember that a file was just written with these bytes."""
    _WHOLE.add(_key(path, path.stat(), digest))


def fault(path: Path, size: int, digest: str, *, quick: bool = False) -> str | None:
    """Return what is wrong with a file, or None.

    Parameters
    ----------
    path : Path
    size : int
        That it was written with.
    digest : str
        Of its bytes; looked at once as long as the file does not change.
    quick : bool
        Look at the size alone.
    """
    try:
        found = path.stat()
        if not stat.S_ISREG(found.st_mode):
            return "it is no file"
        if found.st_size != size:
            return "it is empty" if not found.st_size else (
                f"it has {found.st_size:,} bytes, and was written with {size:,}"
            )
        if quick or _key(path, found, digest) in _WHOLE:
            return None
        if _digest_of_file(path) != digest:
            return "its bytes are not those that were written"
    except FileNotFoundError:
        return "it is missing"
    except OSError as error:
        return f"it cannot be read: {error.strerror}"
    _WHOLE.add(_key(path, found, digest))
    return None


def faults(
    files: Iterable[tuple[Path, int, str]], *, quick: bool = False
) -> list[tuple[Path, str]]:
    """Return the files that are damaged, and what is wrong with each."""
    known = list(files)
    if quick:
        found = [fault(*each, quick=True) for each in known]
    else:
        with ThreadPoolExecutor(min(8, os.cpu_count() or 1)) as pool:
            found = list(pool.map(lambda each: fault(*each), known))
    return [(each[0], what) for each, what in zip(known, found, strict=True) if what is not None]


def refuse(damaged: list[tuple[Path, str]], manifest: dict[str, Any], folder: Path) -> None:
    """Refuse to read damaged files, if there are any.

    Raises
    ------
    InputError
        With the file's name, what is wrong and the remedy.
    """
    if not damaged:
        return
    path, what = damaged[0]
    others = f" (and {len(damaged) - 1:,} more files)" if len(damaged) > 1 else ""
    raise InputError(f"{near(path)}: damaged ({what}){others}; {remedy(manifest, folder)}.")


def remedy(manifest: dict[str, Any], folder: Path) -> str:
    """Return, in words, the command that plays again what is damaged."""
    return f"{command_of(manifest, folder) or 'the command that made this run'} plays it again"


def command_of(manifest: dict[str, Any], folder: Path) -> str | None:
    """Return the command that goes on with a run, if its config is still there."""
    from cardsim.experiment.config import read_config

    beside, name = manifest.get("beside"), f"{manifest['name']}.toml"
    if not isinstance(beside, str) or not (Path(beside) / name).is_file():
        return None
    path = Path(beside) / name
    try:
        config = read_config(path)
    except InputError:
        return None
    told = f"`cardsim experiment {shlex.quote(str(near(path)))}"
    if config.seed != manifest["seed"]:
        told += f" --seed {manifest['seed']}"
    if manifest.get("boards") and config.boards != manifest["boards"]:
        told += f" --boards {manifest['boards']}"
    out = near(folder.parent.parent)
    return told + ("`" if str(out) == "results" else f" --out {shlex.quote(str(out))}`")


def _key(path: Path, found: os.stat_result, digest: str) -> tuple[str, int, int, int, str]:
    return str(path), found.st_size, found.st_mtime_ns, found.st_ino, digest


def _digest_of_file(path: Path) -> str:
    whole = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(PIECE):
            whole.update(piece)
    return whole.hexdigest()
