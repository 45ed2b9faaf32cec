"""The summary of a run: every metric in every group, with its interval."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from cardsim.analysis.groups import CellShape, Group, blocks_of, groups_of
from cardsim.analysis.intervals import (
    Critical,
    Estimate,
    clustered_mean,
    clustered_proportion,
    normal_critical,
)
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.worst_case import with_worst_case
from cardsim.engine.game import Game

SCHEMA: dict[str, Any] = {
    "cell": pl.Int64,
    "variant": pl.String,
    "lineup": pl.String,
    "seats": pl.Int64,
    "metric": pl.String,
    "group": pl.String,
    "member": pl.String,
    "estimate": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "level": pl.Float64,
    "n_boards": pl.Int64,
    "n_games": pl.Int64,
    "unfinished": pl.Float64,
    "method": pl.String,
    "reason": pl.String,
    "worst_low": pl.Float64,
    "worst_high": pl.Float64,
}


def shape_of(cell: dict[str, Any]) -> CellShape:
    """Return what is needed to read a cell, from its entry in the manifest."""
    return CellShape(
        cell["cell"],
        cell["seats"],
        cell["rotations"],
        tuple(player["strategy"] for player in cell["players"]),
        cell["teams"],
    )


def cell_estimates(
    folder: Path,
    shape: CellShape,
    groups: list[Group],
    n_blocks: int,
    level: float,
    critical: Critical = normal_critical,
) -> tuple[list[Estimate], int, float]:
    """Estimate every group of a cell, block by block.

    Parameters
    ----------
    critical : callable
        Of `cardsim.analysis.looks.critical_of`, if the results were looked at.

    Returns
    -------
    estimates : list of Estimate
        By group.
    boards : int
    unfinished : float
        Share of games, read off the last group, which must be that metric.
    """
    moments = [BoardMoments(3) for _ in groups]
    for block in blocks_of(folder, shape, groups, n_blocks):
        for at, of_group in enumerate(moments):
            of_group.update(block.whole(at))
    found = [
        with_worst_case(
            estimate(of_group, group, level, critical), of_group, (0, 1, 2), group.metric.bounds,
            critical,
        )
        for of_group, group in zip(moments, groups, strict=True)
    ]
    return found, moments[-1].n, float(moments[-1].mean[0]) / shape.rotations


def estimate(
    moments: BoardMoments, group: Group, level: float, critical: Critical = normal_critical
) -> Estimate:
    """Return the estimate of one group, from the moments of its total and its count."""
    if group.metric.bounds == (0, 1):
        return clustered_proportion(moments, 0, 1, level, critical)
    return clustered_mean(moments, 0, 1, level, group.metric.bounds, critical)


def summarise(
    folder: Path, manifest: dict[str, Any], game: Game, metrics: list[str], level: float,
    critical: Critical = normal_critical, look: str = "",
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
    critical, look : callable, str
        Of `cardsim.analysis.looks`: the critical values, and the name of the look, which is
        told with the method.

    Returns
    -------
    polars.DataFrame
        With the columns of `SCHEMA`.
    """
    rows = []
    for cell in manifest["cells"]:
        shape = shape_of(cell)
        groups = groups_of(game, shape, [*metrics, "unfinished"])
        estimates, boards, unfinished = cell_estimates(
            folder, shape, groups, manifest["blocks_done"], level, critical
        )
        for group, found in zip(groups, estimates, strict=True):
            rows.append(
                {
                    **{key: cell[key] for key in ("cell", "variant", "lineup", "seats")},
                    "metric": group.metric.name,
                    "group": group.kind,
                    "member": group.member,
                    "estimate": found.estimate,
                    "low": found.low,
                    "high": found.high,
                    "level": found.level,
                    "n_boards": found.n_boards,
                    "n_games": boards * shape.rotations,
                    "unfinished": unfinished,
                    "method": f"{found.method}; {look}" if look else found.method,
                    "reason": found.reason,
                    "worst_low": found.worst_low,
                    "worst_high": found.worst_high,
                }
            )
    return pl.DataFrame(rows, schema=SCHEMA)
