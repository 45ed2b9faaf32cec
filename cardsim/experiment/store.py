"""The folder of a run: its effective config, its manifest, its files."""

from __future__ import annotations

import json
import math
import os
import platform
import shutil
from pathlib import Path
from typing import Any

from cardsim.engine.errors import InputError
from cardsim.experiment.plan import Plan

MANIFEST = "manifest.json"


class Store:
    """A run's folder, ``<out>/<name>/<hash>/``.

    Parameters
    ----------
    folder : Path
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def games(self) -> Path:
        """Folder of the games tables."""
        return self.folder / "games"

    @property
    def seats(self) -> Path:
        """Folder of the seats tables."""
        return self.folder / "seats"

    def file(self, kind: str, cell: int, block: int) -> Path:
        """Return the path of one file: kind "games" or "seats"."""
        return self.folder / kind / f"{cell:04d}-{block:05d}.parquet"

    def has(self, cell: int, block: int) -> bool:
        """Tell whether both files of a block are there."""
        return all(self.file(kind, cell, block).is_file() for kind in ("games", "seats"))

    def open(self, plan: Plan, *, fresh: bool = False) -> None:
        """Make the folder ready for a run, or for going on with it.

        Raises
        ------
        InputError
            If it cannot be written.
        """
        try:
            if fresh and self.folder.exists():
                shutil.rmtree(self.folder)
            for folder in (self.games, self.seats):
                folder.mkdir(parents=True, exist_ok=True)
                for leftover in folder.glob(".*.part"):
                    leftover.unlink()
            (self.folder / "config.toml").write_text(effective_toml(plan), encoding="utf-8")
        except OSError as error:
            raise InputError(
                f"{self.folder}: cannot be written ({error.strerror}); choose another with --out."
            ) from None

    def read_manifest(self) -> dict[str, Any]:
        """Return the manifest, or an empty one.

        Raises
        ------
        InputError
            If it is damaged.
        """
        path = self.folder / MANIFEST
        if not path.is_file():
            return {}
        try:
            found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        except ValueError:
            raise InputError(f"{path}: damaged; run again with --fresh.") from None
        return found

    def write_manifest(self, manifest: dict[str, Any]) -> None:
        """Replace the manifest whole."""
        aside = self.folder / f".{MANIFEST}.{os.getpid()}"
        aside.write_text(json.dumps(manifest, indent=1), encoding="utf-8")
        aside.replace(self.folder / MANIFEST)


def new_manifest(plan: Plan) -> dict[str, Any]:
    """Return the manifest of a run that has done nothing yet."""
    import numba
    import numpy as np
    import polars as pl

    from cardsim.analysis.looks import entry

    return {
        "name": plan.name, "title": plan.config.title, "hash": plan.hash(),
        "versions": {
            "cardsim": _version(), "python": platform.python_version(),
            "numpy": np.__version__, "numba": numba.__version__,
            "polars": pl.__version__,
        },
        **plan.identity(),
        "metrics": list(plan.metrics), "beside": str(plan.beside) if plan.beside else None,
        "blocks_done": 0, "boards_done": 0, "complete": False, "stopped": None,
        "seconds": 0.0, "games_done": 0, "looks": entry(plan),
    }


def _version() -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("cardsim")
    except PackageNotFoundError:
        return "unknown"


def effective_toml(plan: Plan) -> str:
    """Return the effective config as TOML: what was written, and every default."""
    data = plan.config.model_dump(exclude_none=True)
    if plan.config.boards is not None:
        del data["max_boards"]
    data["report"]["metrics"], data["report"]["plots"] = list(plan.metrics), list(plan.plots)
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
