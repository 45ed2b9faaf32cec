"""Stopping at a precision: looks after every block, with intervals valid at every look."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardsim.analysis.groups import Group, features
from cardsim.analysis.moments import BoardMoments, ratio
from cardsim.analysis.sequences import AsymptoticSequence
from cardsim.analysis.summary import shape_of
from cardsim.engine.game import Game
from cardsim.experiment.plan import Plan


def watched(game: Game, metric_name: str, strategies: tuple[str, ...], seats: int) -> list[Group]:
    """Return the groups whose intervals must be narrow: strategies, or seats from the starter."""
    metric = game.all_metrics[metric_name]
    if metric.per == "game":
        return [Group(metric, "all", "")]
    names = list(dict.fromkeys(strategies))
    if len(names) > 1:
        return [Group(metric, "strategy", name) for name in names]
    return [Group(metric, "from_starter", str(seat)) for seat in range(seats)]


class PrecisionReached:
    """Asks after every block whether the first metric's intervals are narrow enough in all cells.

    Parameters
    ----------
    plan : Plan
        With a precision.
    folder : Path
        Of the run.
    """

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.folder, self.precision = folder, float(plan.config.precision or 0.0)
        self.metric = plan.metrics[0]
        self.cells = []
        for cell in plan.cells:
            shape = shape_of(cell.describe())
            groups = watched(plan.game, self.metric, shape.strategies, shape.seats)
            sequences = [
                AsymptoticSequence(plan.config.report.level, group.metric.bounds)
                for group in groups
            ]
            self.cells.append((shape, groups, [BoardMoments(2) for _ in groups], sequences))
        self.looked = 0

    def __call__(self, block: int) -> str | None:
        """Take in the blocks up to this one; return why the run may stop, or None."""
        widest: float | None = 0.0
        for at in range(self.looked, block + 1):
            widest = self._look(at)
        self.looked = block + 1
        if widest is None or widest > self.precision:
            return None
        return (
            f"every interval of '{self.metric}' is within {widest:.2g} on either side "
            f"(asked for: {self.precision:g})"
        )

    def _look(self, block: int) -> float | None:
        """Take in one block; return the widest half-width, or None if one has no interval yet."""
        widths: list[float] = []
        for shape, groups, moments, sequences in self.cells:
            read = features(self.folder, shape, groups, block)
            for at, (of_group, sequence) in enumerate(zip(moments, sequences, strict=True)):
                of_group.update(np.stack([read[:, at], read[:, len(groups) + at]], axis=1))
                if of_group.n < 2 or of_group.mean[1] <= 0:
                    widths.append(np.inf)
                    continue
                sequence.look(of_group.n, *ratio(of_group, 0, 1))
                width = sequence.interval().half_width
                widths.append(np.inf if width is None else width)
        widest = max(widths)
        return None if widest == np.inf else widest
