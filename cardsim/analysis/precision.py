"""Stopping at a precision: at the looks of a schedule, with intervals valid at all of them."""

from __future__ import annotations

from pathlib import Path

from cardsim.analysis.groups import Group, features
from cardsim.analysis.looks import possible
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.summary import estimate, shape_of
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
    """Asks at every look whether the first metric's intervals are narrow enough in all cells.

    Parameters
    ----------
    plan : Plan
        With a precision.
    folder : Path
        Of the run.
    """

    def __init__(self, plan: Plan, folder: Path) -> None:
        self.folder, self.precision = folder, float(plan.config.precision or 0.0)
        self.metric, self.level = plan.metrics[0], plan.config.report.level
        self.looks = possible(plan)
        self.cells = []
        for cell in plan.cells:
            shape = shape_of(cell.describe())
            groups = watched(plan.game, self.metric, shape.strategies, shape.seats)
            self.cells.append((shape, groups, [BoardMoments(2) for _ in groups]))
        self.looked = 0

    def __call__(self, block: int) -> str | None:
        """Take in the blocks up to this one; return why the run may stop, or None."""
        for at in range(self.looked, block + 1):
            self._take_in(at)
        self.looked = block + 1
        widest = self._widest()
        if widest is None or widest > self.precision:
            return None
        return (
            f"every interval of '{self.metric}' is within {widest:.2g} on either side of its "
            f"middle (asked for: {self.precision:g})"
        )

    def _take_in(self, block: int) -> None:
        for shape, groups, moments in self.cells:
            read = features(self.folder, shape, groups, block)
            for at, of_group in enumerate(moments):
                of_group.update(read.of(at))

    def _widest(self) -> float | None:
        """Return the widest half-width, or None if some group has no interval yet."""
        widths = []
        for _, groups, moments in self.cells:
            for group, of_group in zip(groups, moments, strict=True):
                critical = self.looks.critical_at(of_group.n)
                width = estimate(of_group, group, self.level, critical).half_width
                if width is None:
                    return None
                widths.append(width)
        return max(widths)
