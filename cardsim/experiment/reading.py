"""Reads what a run has played, a cell and block at a time; damaged files are refused by name."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from cardsim.engine.errors import InputError
from cardsim.experiment.damage import faults, refuse
from cardsim.experiment.forking import needs_threads
from cardsim.experiment.layout import KINDS
from cardsim.experiment.manifest import MANIFEST, files_of, piece_of, read_manifest
from cardsim.experiment.paths import near

_Known = tuple[tuple[int, int, int], dict[str, Any], dict[tuple[int, int], dict[str, Any]]]
_KNOWN: dict[Path, _Known] = {}  # manifests as they were last read


def read_rows(
    folder: Path, kind: str, cell: int, block: int, columns: Sequence[str] | None = None
) -> pl.DataFrame:
    """Return the rows of one cell and block.

    Parameters
    ----------
    folder : Path
        Of the run.
    kind : str
        "games" or "seats".
    cell, block : int
    columns : sequence of str, optional
        All if left out.

    Raises
    ------
    InputError
        If the file is damaged, with its name and what to do; or there is no such block.
    """
    needs_threads()
    manifest, entries = _manifest(folder)
    entry = entries.get((cell, block))
    if entry is None:
        raise InputError(
            f"{near(folder)}: block {block} of cell {cell} has not been played; run it again."
        )
    path = folder / kind / f"{piece_of(entry).name}.parquet"
    refuse(faults([(path, *entry[kind])]), manifest, folder)
    names = None if columns is None else list(columns)
    cells = entry["cells"]
    if len(cells) == 1:
        return pl.read_parquet(path, glob=False, columns=names)
    of_cell = manifest["cells"][cell]
    rows = entry["boards"] * of_cell["rotations"] * (of_cell["seats"] if kind == KINDS[1] else 1)
    frame = pl.scan_parquet(path, glob=False).slice(cells.index(cell) * rows, rows)
    return (frame if names is None else frame.select(names)).collect()


def scan(folder: Path, manifest: dict[str, Any], kind: str) -> pl.LazyFrame:
    """Return a table of a run whole, once its files have been looked at.

    Raises
    ------
    InputError
        If a file is damaged, or nothing has been played yet.
    """
    needs_threads()
    done = manifest["blocks_done"]
    entries = [entry for entry in manifest["files"] if entry["block"] < done]
    if not entries:
        raise InputError(f"{near(folder)}: nothing has been played yet.")
    known = {"files": entries}
    files = [each for each in files_of(folder, known) if each[0].parent.name == kind]
    refuse(faults(files), manifest, folder)
    return pl.scan_parquet([path for path, _, _ in files], glob=False)


def _manifest(folder: Path) -> tuple[dict[str, Any], dict[tuple[int, int], dict[str, Any]]]:
    path = folder / MANIFEST
    try:
        found = path.stat()
    except OSError as error:
        raise InputError(f"{near(path)}: cannot be read ({error.strerror}).") from None
    key = found.st_mtime_ns, found.st_size, found.st_ino
    if folder not in _KNOWN or _KNOWN[folder][0] != key:
        manifest = read_manifest(path)
        entries = {
            (cell, entry["block"]): entry for entry in manifest["files"] for cell in entry["cells"]
        }
        _KNOWN[folder] = key, manifest, entries
    return _KNOWN[folder][1:]
