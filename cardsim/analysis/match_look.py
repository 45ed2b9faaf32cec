"""Looking at a match: what the boards so far have shown, and whether that decides it."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardsim.analysis.boundaries import Schedule
from cardsim.analysis.comparisons import paired
from cardsim.analysis.groups import CellShape, Group, features
from cardsim.analysis.intervals import Critical, Estimate
from cardsim.analysis.looks import possible
from cardsim.analysis.moments import BoardMoments, FloatArray
from cardsim.analysis.sequences import BernsteinSequence
from cardsim.analysis.stopping import Decision, decide
from cardsim.analysis.summary import estimate, shape_of
from cardsim.engine.game import COMMON_METRICS, Metric
from cardsim.experiment.plan import Plan

UNFINISHED = next(metric for metric in COMMON_METRICS if metric.name == "unfinished")
SHARED_OUT = ("wins", "loses")  # one a game, shared out among the sides (CO-7)

# Where nothing bounds what an unfinished game would have given, no more than this share of
# the games may be unfinished for a verdict.
MOST_UNBOUNDED = 0.001

# Of a board: what each had, in how many games, and the least and most it might have had
# in all games played.
COLUMNS = (
    "first", "first_count", "second", "second_count", "first_played", "second_played",
    "first_least", "first_most", "second_least", "second_most", "unfinished", "games",
)
_AT = {name: at for at, name in enumerate(COLUMNS)}

# What each estimate is made of: totals and counts.
PARTS = {
    "difference": ("first", "first_count", "second", "second_count"),
    "least": ("first_least", "first_played", "second_most", "second_played"),
    "most": ("first_most", "first_played", "second_least", "second_played"),
    "first": ("first", "first_count"),
    "second": ("second", "second_count"),
}


class MatchLook:
    """Looks at a match; what `runner.run_plan` asks whether it is enough.

    Parameters
    ----------
    plan : Plan
        Of `match_plan`.
    folder : Path
        Of the run.

    Attributes
    ----------
    tally : Tally
        What the boards so far have shown.
    """

    def __init__(self, plan: Plan, folder: Path) -> None:
        stop = plan.stop or {}
        (self.first, self.second), self.folder = stop["match"], folder
        self.shapes = [shape_of(cell.describe()) for cell in plan.cells]
        metric = plan.game.all_metrics[plan.metrics[0]]
        bounds = bounds_of(metric, self.shapes[0].teams)
        self.boards = _Boards(metric, bounds, self.shapes, (self.first, self.second))
        self.tally = Tally(
            metric, bounds, possible(plan), plan.config.report.level, stop["margin"],
            exact=stop["method"] == "bernstein",
        )
        self.looked = 0

    def __call__(self, block: int) -> str | None:
        """Take in the blocks up to this one; return the decision, or None while undecided."""
        for at in range(self.looked, block + 1):
            self.tally.take_in(self.boards.read(self.folder, at))
        self.looked = block + 1
        decision = self.tally.decide()
        return None if decision is Decision.UNDECIDED else str(decision)


class Tally:
    """What the boards of a match so far have shown.

    Parameters
    ----------
    metric : Metric
    bounds : tuple of float or None
        Least and greatest value of a seat in a game.
    looks : Schedule
    level : float
        Of all looks together.
    margin : float, optional
    exact : bool
        Whether by a Bernstein sequence, which needs bounds.
    """

    def __init__(
        self, metric: Metric, bounds: tuple[float, float] | None, looks: Schedule, level: float,
        margin: float | None = None, *, exact: bool = False,
    ) -> None:
        self.metric, self.bounds, self.looks = metric, bounds, looks
        self.level, self.margin = level, margin
        self.parts = {name: BoardMoments(len(of)) for name, of in PARTS.items()}
        self.n, self.games, self.unfinished = 0, 0.0, 0.0
        self.sequences: list[BernsteinSequence] = []
        self.reach = None if bounds is None else (bounds[0] - bounds[1], bounds[1] - bounds[0])
        if exact and self.reach is not None:
            self.sequences = [BernsteinSequence(self.reach, level) for _ in range(3)]

    def take_in(self, boards: FloatArray) -> None:
        """Add boards, shape (boards, `COLUMNS`)."""
        for name, moments in self.parts.items():
            moments.update(boards[:, [_AT[column] for column in PARTS[name]]])
        self.n += len(boards)
        self.games += float(boards[:, _AT["games"]].sum())
        self.unfinished += float(boards[:, _AT["unfinished"]].sum())
        for sequence, values in zip(self.sequences, _each_board(boards), strict=False):
            sequence.update(values)

    @property
    def unfinished_share(self) -> float:
        """Share of the games played that were not finished."""
        return self.unfinished / self.games if self.games else 0.0

    def difference(self) -> Estimate:
        """Return A's result less B's over finished games, valid at all looks."""
        if self.sequences:
            return self.sequences[0].interval()
        return self._paired("difference")

    def worst(self) -> tuple[float, float] | None:
        """Return the interval of the difference over all games, whatever the unfinished gave.

        Its ends are the lower limit of the least that A less B may be and the upper limit of
        the most (Manski 1990). None if the metric has no bounds, or there is no interval.
        """
        found = self.difference()
        if found.low is None or found.high is None:
            return None
        if self.unfinished_share == 0.0:
            return found.low, found.high
        if self.bounds is None:
            return None
        if self.sequences:
            least, most = (sequence.interval() for sequence in self.sequences[1:])
        else:
            least, most = self._paired("least"), self._paired("most")
        if least.low is None or most.high is None:
            return None
        return min(least.low, found.low), max(most.high, found.high)

    def decide(self) -> Decision:
        """Read the decision off what no unfinished game could change."""
        low, high = self.worst() or (None, None)
        if self.bounds is None and 0.0 < self.unfinished_share <= MOST_UNBOUNDED:
            found = self.difference()
            low, high = found.low, found.high
        if low is not None and high is not None and self.metric.good < 0:
            low, high = -high, -low
        return decide(low, high, self.margin)

    def share(self, of: str) -> Estimate:
        """Return what "first" or "second" had, over finished games."""
        group = Group(self.metric, "strategy", of)
        return estimate(self.parts[of], group, self.level, self.critical)

    @property
    def critical(self) -> Critical:
        """The critical values at the boards where the match is."""
        return self.looks.critical_at(self.n)

    def _paired(self, part: str) -> Estimate:
        found = paired(self.parts[part], 0, 1, 2, 3, self.level, self.reach, self.critical)
        return Estimate(
            found.difference, found.low, found.high, found.n_boards, self.level,
            "paired on the board, group-sequential", found.reason,
        )


class _Boards:
    """Reads what A and B had on each board, and the least and most they might have had.

    The extremes are of all games: an unfinished one gives A the least and B the most, or the
    other way round. Of wins and losses each game has one to share out among its sides.
    """

    def __init__(
        self, metric: Metric, bounds: tuple[float, float] | None, shapes: list[CellShape],
        names: tuple[str, str],
    ) -> None:
        self.metric, self.bounds, self.shapes = metric, bounds, shapes
        self.groups = [Group(metric, "strategy", name) for name in names]
        self.groups.append(Group(UNFINISHED, "all", ""))

    def read(self, folder: Path, block: int) -> FloatArray:
        """Return the boards of a block, shape (boards, columns), float64."""
        found = [self._read(folder, shape, block) for shape in self.shapes]
        total: FloatArray = np.sum(found, axis=0)
        return total

    def _read(self, folder: Path, shape: CellShape, block: int) -> FloatArray:
        totals, counts, played = features(folder, shape, self.groups, block)
        unfinished = totals[:, 2]
        columns = {
            "first": totals[:, 0], "first_count": counts[:, 0], "first_played": played[:, 0],
            "second": totals[:, 1], "second_count": counts[:, 1], "second_played": played[:, 1],
            "unfinished": unfinished, "games": counts[:, 2],
        }
        least, most = self.bounds or (0.0, 0.0)
        for of in ("first", "second"):
            open_ = columns[f"{of}_played"] - columns[f"{of}_count"]
            if self.metric.name in SHARED_OUT and shape.teams == shape.seats:
                open_ = np.minimum(open_, unfinished)  # one to a game, whoever gets it
            columns[f"{of}_least"] = columns[of] + least * open_
            columns[f"{of}_most"] = columns[of] + most * open_
        return np.stack([columns[name] for name in COLUMNS], axis=1)


def _each_board(read: FloatArray) -> list[FloatArray]:
    """Return the difference on each board: over finished games, at least, and at most."""
    of = {name: read[:, at] for name, at in _AT.items()}
    counted = (of["first_count"] > 0) & (of["second_count"] > 0)
    finished = (
        of["first"][counted] / of["first_count"][counted]
        - of["second"][counted] / of["second_count"][counted]
    )
    least = of["first_least"] / of["first_played"] - of["second_most"] / of["second_played"]
    most = of["first_most"] / of["first_played"] - of["second_least"] / of["second_played"]
    return [finished, least, most]


def bounds_of(metric: Metric, sides: int) -> tuple[float, float] | None:
    """Return the least and greatest value of a metric of a seat, at a table of so many sides."""
    if metric.name == "place":
        return (1.0, float(sides))
    return metric.bounds
