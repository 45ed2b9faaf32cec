"""The manifest of a run: what decides its results, what is done, and what its files must be.

It holds the size and the SHA-256 digest of every file, and a digest of itself, so that damage of
any kind is noticed and named.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cardsim.engine.errors import InputError
from cardsim.experiment.layout import KINDS, Piece
from cardsim.experiment.paths import near

MANIFEST = "manifest.json"
FORMAT = 2  # of the files and the manifest; raised when either changes
FRESH = "play it again with `cardsim experiment CONFIG --fresh`"

_NEEDED: dict[str, type | tuple[type, ...]] = {
    "name": str, "title": str, "hash": str, "versions": dict, "game": str, "seed": int,
    "cells": list, "metrics": list, "config": dict, "files": list, "blocks_done": int,
    "boards_done": int, "games_done": int, "complete": bool, "stopped": (str, type(None)),
    "seconds": (int, float), "decides": list,
}


def sealed(manifest: dict[str, Any]) -> str:
    """Return a manifest as text, with a digest of itself."""
    return json.dumps({**manifest, "digest": own_digest(manifest)}, indent=1)


def own_digest(manifest: dict[str, Any]) -> str:
    """Return the digest of all that a manifest says."""
    told = {key: value for key, value in manifest.items() if key != "digest"}
    return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()


def read_manifest(path: Path) -> dict[str, Any]:
    """Return a manifest that is whole, or an empty one if there is no such file.

    Raises
    ------
    InputError
        If it is damaged in any way, in one sentence.
    """
    found = _parsed(path)
    if found is None:
        return {}
    if fault := _fault(found):
        raise InputError(f"{near(path)}: damaged ({fault}); {FRESH}.")
    if found.get("digest") != own_digest(found):
        raise InputError(
            f"{near(path)}: damaged (it is not as cardsim wrote it); "
            "`cardsim experiment CONFIG` mends it."
        )
    return dict(found)


def salvaged(path: Path, name: str) -> dict[str, Any]:
    """Return what can be used of a manifest to go on with a run; empty if there is none.

    Parameters
    ----------
    path : Path
    name : str
        The hash of the run.

    Raises
    ------
    InputError
        If nothing can be used, or it is another run's.

    Returns
    -------
    dict
        The manifest; its ``files`` alone if it is not as it was written.
    """
    found = _parsed(path)
    if found is None:
        return {}
    if fault := _fault(found):
        raise InputError(f"{near(path)}: damaged ({fault}); {FRESH}.")
    identity = {key: found.get(key) for key in found["decides"] if isinstance(key, str)}
    if found["hash"] != name or hash_of(identity) != name:
        raise InputError(f"{near(path)}: damaged (it is another run's); {FRESH}.")
    if found.get("digest") != own_digest(found):
        return {"files": found["files"], "complete": False}  # files speak for themselves
    return dict(found)


def hash_of(identity: dict[str, Any]) -> str:
    """Return the name of a run: a digest of all that decides its results."""
    return hashlib.sha256(json.dumps(identity, sort_keys=True).encode()).hexdigest()[:12]


def entry_of(piece: Piece) -> dict[str, Any]:
    """Return what a manifest says of a file of each table, still without sizes and digests."""
    return {"block": piece.block, "first": piece.first, "boards": piece.boards,
            "cells": list(piece.cells)}


def piece_of(entry: dict[str, Any]) -> Piece:
    """Return what a file holds, from its entry in a manifest."""
    return Piece(entry["block"], entry["first"], entry["boards"], tuple(entry["cells"]))


def files_of(folder: Path, manifest: dict[str, Any]) -> Iterator[tuple[Path, int, str]]:
    """Yield the path, size and digest of every file of the tables."""
    for entry in manifest["files"]:
        for kind in KINDS:
            yield (folder / kind / f"{piece_of(entry).name}.parquet", *entry[kind])


def _parsed(path: Path) -> Any:
    """Return what stands in a manifest, None if there is no such file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (ValueError, RecursionError):
        raise InputError(f"{near(path)}: damaged (not JSON); {FRESH}.") from None
    except OSError as error:
        raise InputError(f"{near(path)}: cannot be read ({error.strerror}).") from None
    return "null" if found is None else found


def _fault(found: Any) -> str | None:
    """Return what is wrong with the shape of a manifest, or None."""
    if not isinstance(found, dict):
        return "not a table"
    if "format" not in found and "hash" in found and "cells" in found:
        return "an earlier version of cardsim played it, whose files are others"
    if found.get("format", FORMAT) != FORMAT:
        return f"its format is {found['format']!r}, and this version of cardsim knows {FORMAT}"
    for key, kind in _NEEDED.items():
        if key not in found:
            return f"'{key}' is missing"
        if not isinstance(found[key], kind) or (kind is int and isinstance(found[key], bool)):
            return f"'{key}' is a {type(found[key]).__name__}"
    if not all(_is_entry(entry) for entry in found["files"]):
        return "an entry of 'files' is no entry"
    if not all(isinstance(cell, dict) for cell in found["cells"]):
        return "an entry of 'cells' is no table"
    return None


def _is_entry(entry: Any) -> bool:
    def whole(value: Any) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and value >= 0

    return (
        isinstance(entry, dict)
        and all(whole(entry.get(key)) for key in ("block", "first", "boards"))
        and isinstance(entry.get("cells"), list) and bool(entry["cells"])
        and all(whole(cell) for cell in entry["cells"])
        and all(
            isinstance(entry.get(kind), list) and len(entry[kind]) == 2 and whole(entry[kind][0])
            and isinstance(entry[kind][1], str) for kind in KINDS
        )
    )
