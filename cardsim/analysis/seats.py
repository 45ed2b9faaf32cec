"""Seats: whether their order is fair, and whether a difference holds in every one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.fairness import Equivalence, SeatTest, equivalence, seats_equal
from cardsim.analysis.groups import CellShape, Group, features, read_block
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.summary import shape_of
from cardsim.engine.game import Metric

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class SeatFinding:
    """Whether the seats of a cell are equal, counted from the starter.

    Parameters
    ----------
    cell : int
    label, metric : str
    test : SeatTest
        That every seat is equal.
    bound : Equivalence
        By how much any is favoured at most.
    """

    cell: int
    label: str
    metric: str
    test: SeatTest
    bound: Equivalence

    def in_words(self) -> str:
        """Say it in a sentence."""
        if self.test.p_value is None:
            return f"{self.label}: whether the seats are equal is not known: {self.test.reason}"
        level = self.bound.level
        differ = "the seats differ" if self.test.p_value < 1 - level else (
            "no difference between the seats is shown"
        )
        shown = f"= {self.test.p_value:.2g}" if self.test.p_value >= 1e-12 else "< 1e-12"
        return f"{self.label}, {self.metric}: {differ} (p {shown}); {self.bound.in_words()}"

    def row(self) -> dict[str, Any]:
        """Return it as a row of a table."""
        return {
            "cell": self.cell, "label": self.label, "metric": self.metric,
            "p_value": self.test.p_value, "margin": self.bound.margin,
            "seat": self.bound.seat, "n_boards": self.test.n_boards,
            "reason": self.test.reason or self.bound.reason, "words": self.in_words(),
        }


def seat_fairness(run: Run) -> list[SeatFinding]:
    """Test every cell in which all seats play the same strategy, or all rotations are played.

    The seats are counted from the starter; of each metric of the run that is a share.
    """
    findings = []
    for cell in run.manifest["cells"]:
        shape = shape_of(cell)
        if len(set(shape.strategies)) > 1 and shape.rotations == 1:
            continue  # what differs may be the players
        for name in run.manifest["metrics"]:
            metric = run.game.all_metrics[name]
            if metric.per != "seat" or metric.bounds != (0, 1):
                continue
            groups = [Group(metric, "from_starter", str(seat)) for seat in range(shape.seats)]
            moments = BoardMoments(2 * len(groups))
            for block in range(run.manifest["blocks_done"]):
                moments.update(features(run.folder, shape, groups, block).flat)
            y, w = list(range(shape.seats)), list(range(shape.seats, 2 * shape.seats))
            label = ", ".join(
                part for part in (cell["variant"], cell["lineup"], f"{cell['seats']} players")
                if part
            )
            level = run.config.report.level
            findings.append(SeatFinding(
                cell["cell"], label, metric.text, seats_equal(moments, y, w),
                equivalence(moments, y, w, level),
            ))
    return findings


def seat_features(
    folder: Path, shape: CellShape, metric: Metric, pair: tuple[str, str], block: int
) -> Array:
    """Read one block: what either of two strategies got in each seat.

    Returns
    -------
    float64 array, shape (boards, seats, 4)
        Total and count of the first, total and count of the second.
    """
    read = read_block(folder, shape, block, [metric])
    values = read.values(metric)
    counted = ~np.isnan(values)
    values = np.where(counted, values, 0.0)
    seated = np.array(shape.strategies)[read.players]
    parts = []
    for strategy in pair:
        here = seated == strategy
        parts += [(values * here).sum(axis=1), (counted & here).sum(axis=1)]
    return np.stack(parts, axis=2).astype(np.float64)
