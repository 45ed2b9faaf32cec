"""Reads what a run has played, a cell and block at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from cardsim.experiment.store import Store


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
    """
    return pl.read_parquet(
        Store(folder).file(kind, cell, block), glob=False,
        columns=None if columns is None else list(columns),
    )
