"""The folder of a run: its effective config, its manifest, its files."""

from __future__ import annotations

import errno
import json
import math
import os
import platform
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from cardsim.engine.errors import InputError, RunError
from cardsim.experiment.damage import digest_of, faults, note_whole
from cardsim.experiment.layout import KINDS, Piece
from cardsim.experiment.locking import LOCK, locked
from cardsim.experiment.manifest import (
    FORMAT,
    MANIFEST,
    entry_of,
    files_of,
    read_manifest,
    salvaged,
    sealed,
)
from cardsim.experiment.paths import near
from cardsim.experiment.plan import Plan

SUMMARY = "summary.parquet"
CONFIG = "config.toml"
FULL = (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC))
MEGABYTE = 1e6


class StoreError(RunError):
    """The folder of a run could not be written while it was played; what is done is kept."""


class Store:
    """A run's folder, ``<out>/<name>/<hash>/``.

    Parameters
    ----------
    folder : Path
        Absolute.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def manifest_path(self) -> Path:
        """The manifest's path."""
        return self.folder / MANIFEST

    def file(self, kind: str, piece: Piece) -> Path:
        """Return the path of one file: kind "games" or "seats"."""
        return self.folder / kind / f"{piece.name}.parquet"

    @contextmanager
    def opened(
        self, plan: Plan, tell: Callable[[str], None], *, fresh: bool = False
    ) -> Iterator[dict[str, Any]]:
        """Hold the folder for this process, ready for a run or for going on with one.

        Gives the manifest: of what is there and whole, or a new one.

        Raises
        ------
        InputError
            If it cannot be written, or its manifest cannot be used.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = locked(self.folder, tell)
            lock.__enter__()
        except OSError as error:
            raise InputError(
                f"{near(self.folder)}: cannot be written ({error.strerror}); choose another with "
                "--out."
            ) from None
        try:
            yield self._made_ready(plan, tell, fresh)
        finally:
            lock.__exit__(None, None, None)

    def _made_ready(
        self, plan: Plan, tell: Callable[[str], None], fresh: bool
    ) -> dict[str, Any]:
        try:
            if fresh:
                self._clear()
            manifest = salvaged(self.manifest_path, self.folder.name)
            if "hash" not in manifest:
                manifest = {**new_manifest(plan), **manifest}
            for kind in KINDS:
                (self.folder / kind).mkdir(exist_ok=True)
            self._remove_leftovers()
            self._drop_damaged(manifest, tell)
            path = self.folder / CONFIG
            if not path.is_file() or path.read_bytes() != effective_toml(plan).encode():
                path.write_text(effective_toml(plan), encoding="utf-8")
        except OSError as error:
            if error.errno in FULL:
                raise self.explained(error) from None
            raise InputError(
                f"{near(self.folder)}: cannot be written ({error.strerror}); choose another with "
                "--out."
            ) from None
        return manifest

    def _clear(self) -> None:
        for path in self.folder.iterdir():
            if path.name == LOCK:
                continue
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()

    def _remove_leftovers(self) -> None:
        """Remove half-written files; whoever holds the lock knows that nobody writes them."""
        for folder in (self.folder, *(self.folder / kind for kind in KINDS)):
            for path in folder.iterdir():
                if path.name.startswith(".") and path.name.endswith(".part"):
                    path.unlink(missing_ok=True)

    def _drop_damaged(self, manifest: dict[str, Any], tell: Callable[[str], None]) -> None:
        """Take what is damaged out of the manifest, aloud, so that it is played again."""
        damaged = dict(faults(files_of(self.folder, manifest)))
        for path, what in damaged.items():
            tell(f"{near(path)}: damaged ({what}); played again")
        if damaged:
            manifest["mending"] = True
        manifest["files"] = [
            entry for entry in manifest["files"]
            if not any(path in damaged for path, _, _ in files_of(self.folder, {"files": [entry]}))
        ]

    def read_manifest(self) -> dict[str, Any]:
        """Return the manifest, or an empty one.

        Raises
        ------
        InputError
            If it is damaged.
        """
        return read_manifest(self.manifest_path)

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """Replace the manifest whole.

        Raises
        ------
        StoreError
            If it cannot be written.
        """
        self.put(self.manifest_path, sealed(manifest).encode())

    def put_piece(self, piece: Piece, data: dict[str, bytes]) -> dict[str, Any]:
        """Write both files of a piece; return the manifest's entry of it.

        Raises
        ------
        StoreError
            If they cannot be written.
        """
        entry = entry_of(piece)
        for kind in reversed(KINDS):
            entry[kind] = self.put(self.file(kind, piece), data[kind])
        return entry

    def put(self, path: Path, data: bytes) -> list[Any]:
        """Write a file aside and rename it, so that it is whole or not there.

        Returns
        -------
        list
            Its size and digest.

        Raises
        ------
        StoreError
            If it cannot be written; nothing is left behind.
        """
        aside = path.with_name(f".{path.name}.{os.getpid()}.part")
        digest = digest_of(data)
        try:
            aside.write_bytes(data)
            aside.replace(path)
            note_whole(path, digest)
        except OSError as error:
            with suppress(OSError):
                aside.unlink(missing_ok=True)
            raise self.explained(error, len(data)) from None
        return [len(data), digest]

    def explained(self, error: OSError, size: int = 0) -> StoreError:
        """Return in a sentence why the folder could not be written."""
        folder = near(self.folder)
        if error.errno in FULL:
            with suppress(OSError):
                free = shutil.disk_usage(self.folder).free
                return StoreError(
                    f"{folder}: no space left on the disk ({size / MEGABYTE:,.2f} MB are to be "
                    f"written, {free / MEGABYTE:,.2f} MB are free). What is done is kept; make room "
                    "and go on."
                )
        if error.errno in (errno.ENOENT, errno.ENOTDIR) and not self.folder.is_dir():
            return StoreError(f"{folder}: the folder was removed while the run was played.")
        return StoreError(f"{folder}: cannot be written ({error.strerror}). What is done is kept.")

    def keep_summary(self, manifest: dict[str, Any], data: bytes) -> None:
        """Write the summary and note its digest, if the folder may be written just now."""
        from cardsim.experiment.locking import release, try_lock

        try:
            held = try_lock(self.folder / LOCK)
        except OSError:  # read-only: it is made again when it is asked for
            return
        if held is None:
            return
        try:
            current = self.read_manifest()
            if current.get("digest") != manifest.get("digest"):
                return
            current["summary"] = self.put(self.folder / SUMMARY, data)
            self.write_manifest(current)
            manifest.update(self.read_manifest())
        except (StoreError, InputError):
            return
        finally:
            release(self.folder / LOCK, held)


def new_manifest(plan: Plan) -> dict[str, Any]:
    """Return the manifest of a run that has done nothing yet."""
    import numba
    import numpy as np
    import polars as pl

    from cardsim.analysis.looks import entry

    identity = plan.identity()
    return {
        "format": FORMAT, "name": plan.name, "title": plan.config.title, "hash": plan.hash(),
        "versions": {
            "cardsim": _version(), "python": platform.python_version(),
            "numpy": np.__version__, "numba": numba.__version__,
            "polars": pl.__version__,
        },
        **identity, "decides": sorted(identity),
        "metrics": list(plan.metrics), "beside": str(plan.beside) if plan.beside else None,
        "blocks_done": 0, "boards_done": 0, "complete": False, "stopped": None,
        "seconds": 0.0, "games_done": 0, "looks": entry(plan),
        "config": effective(plan), "summary": None, "files": [],
    }


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("cardsim")
    except PackageNotFoundError:
        return "unknown"


def effective(plan: Plan) -> dict[str, Any]:
    """Return the effective config: what was written, and every default."""
    data = plan.config.model_dump(exclude_none=True)
    if plan.config.boards is not None:
        del data["max_boards"]
    data["report"]["metrics"], data["report"]["plots"] = list(plan.metrics), list(plan.plots)
    return data


def effective_toml(plan: Plan) -> str:
    """Return the effective config as TOML."""
    return toml_of(effective(plan))


def toml_of(data: dict[str, Any]) -> str:
    """Return a config as TOML."""
    return "\n".join(_toml_table(data, "")) + "\n"


def _toml_table(table: dict[str, Any], path: str) -> list[str]:
    lines, later = [], []
    for key, value in table.items():
        name = f"{path}.{_key(key)}" if path else _key(key)
        if isinstance(value, dict):
            later += [f"\n[{name}]", *_toml_table(value, name)]
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            for item in value:
                later += [f"\n[[{name}]]", *_toml_table(item, name)]
        else:
            lines.append(f"{_key(key)} = {_toml_value(value)}")
    return lines + later


def _key(key: str) -> str:
    return key if key.replace("_", "").replace("-", "").isalnum() and key.isascii() else (
        json.dumps(key, ensure_ascii=False)
    )


def _toml_value(value: object) -> str:
    if isinstance(value, list):
        return "[" + ", ".join(_toml_value(item) for item in value) + "]"
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(k)} = {_toml_value(v)}" for k, v in value.items()) + " }"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)  # inf, -inf or nan, as TOML has them
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
