"""The summary of a run: every metric in every group, with its interval."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from cardsim.analysis.groups import CellShape, Group, blocks_of, groups_of
from cardsim.analysis.intervals import Estimate, clustered_mean, clustered_proportion
from cardsim.analysis.moments import BoardMoments
from cardsim.engine.game import Game

SCHEMA: dict[str, Any] = {
    "cell": pl.UInt16, "variant": pl.String, "lineup": pl.String, "seats": pl.UInt8,
    "metric": pl.String, "group": pl.String, "member": pl.String, "estimate": pl.Float64,
    "low": pl.Float64, "high": pl.Float64, "level": pl.Float64, "n_boards": pl.Int64,
    "n_games": pl.Int64, "unfinished": pl.Float64, "method": pl.String, "reason": pl.String,
}


def shape_of(cell: dict[str, Any]) -> CellShape:
    """Return what is needed to read a cell, from its entry in the manifest."""
    return CellShape(
        cell["cell"], cell["seats"], cell["rotations"],
        tuple(player["strategy"] for player in cell["players"]), cell["teams"],
    )


def cell_moments(
    folder: Path, shape: CellShape, groups: list[Group], n_blocks: int
) -> BoardMoments:
    """Add up the boards of a cell; see `groups.features` for the order of the features."""
    moments = BoardMoments(2 * len(groups))
    for block in blocks_of(folder, shape, groups, n_blocks):
        moments.update(block)
    return moments


def estimate(
    moments: BoardMoments, at: int, n_groups: int, group: Group, level: float
) -> Estimate:
    """Return the estimate of one group, from moments of totals and counts."""
    if group.metric.bounds == (0, 1):
        return clustered_proportion(moments, at, n_groups + at, level)
    return clustered_mean(moments, at, n_groups + at, level, bounds=group.metric.bounds)


def summarise(
    folder: Path, manifest: dict[str, Any], game: Game, metrics: list[str], level: float
) -> pl.DataFrame:
    """Estimate every metric of a run in every group, in constant memory.

    Parameters
    ----------
    folder : Path
        Of the run.
    manifest : dict
    game : Game
    metrics : list of str
    level : float

    Returns
    -------
    polars.DataFrame
        With the columns of `SCHEMA`.
    """
    rows = []
    for cell in manifest["cells"]:
        shape = shape_of(cell)
        groups = groups_of(game, shape, [*metrics, "unfinished"])
        moments = cell_moments(folder, shape, groups, manifest["blocks_done"])
        unfinished = float(moments.mean[len(groups) - 1]) / shape.rotations if moments.n else None
        for at, group in enumerate(groups):
            found = estimate(moments, at, len(groups), group, level)
            rows.append({
                **{key: cell[key] for key in ("cell", "variant", "lineup", "seats")},
                "metric": group.metric.name, "group": group.kind, "member": group.member,
                "estimate": found.estimate, "low": found.low, "high": found.high,
                "level": found.level, "n_boards": found.n_boards,
                "n_games": moments.n * shape.rotations, "unfinished": unfinished,
                "method": found.method, "reason": found.reason,
            })
    return pl.DataFrame(rows, schema=SCHEMA)
