"""The summary of a run: every metric in every group, with its interval."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl

from cardsim.analysis.groups import CellShape, Group, blocks_of, groups_of
from cardsim.analysis.intervals import Estimate, clustered_mean, clustered_proportion
from cardsim.analysis.moments import BoardMoments, ratio
from cardsim.analysis.sequences import AsymptoticSequence
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
    every_look: bool,
) -> tuple[list[Estimate], int, float]:
    """Estimate every group of a cell, block by block.

    Parameters
    ----------
    every_look : bool
        Whether the run could have stopped after any block: then the intervals are those of a
        confidence sequence, which holds at all looks together.

    Returns
    -------
    estimates : list of Estimate
        By group.
    boards : int
    unfinished : float
        Share of games, read off the last group, which must be that metric.
    """
    moments = [BoardMoments(2) for _ in groups]
    sequences = [AsymptoticSequence(level, group.metric.bounds) for group in groups]
    for block in blocks_of(folder, shape, groups, n_blocks):
        for at, of_group in enumerate(moments):
            of_group.update(block[:, [at, len(groups) + at]])
            if every_look and of_group.n > 1 and of_group.mean[1] > 0:
                sequences[at].look(of_group.n, *ratio(of_group, 0, 1))
    found = [
        sequence.interval() if every_look else estimate(of_group, group, level)
        for of_group, group, sequence in zip(moments, groups, sequences, strict=True)
    ]
    return found, moments[-1].n, float(moments[-1].mean[0]) / shape.rotations


def estimate(moments: BoardMoments, group: Group, level: float) -> Estimate:
    """Return the estimate of one group, from the moments of its total and its count."""
    if group.metric.bounds == (0, 1):
        return clustered_proportion(moments, 0, 1, level)
    return clustered_mean(moments, 0, 1, level, bounds=group.metric.bounds)


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
        estimates, boards, unfinished = cell_estimates(
            folder, shape, groups, manifest["blocks_done"], level, "precision" in manifest
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
                    "method": found.method,
                    "reason": found.reason,
                }
            )
    return pl.DataFrame(rows, schema=SCHEMA)
