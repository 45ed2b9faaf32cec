"""How many boards the comparisons of a plan need, from a pilot."""

from __future__ import annotations

import math
import tempfile
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.compare import Comparison, Side, compare
from cardsim.analysis.groups import features
from cardsim.analysis.intervals import MIN_BOARDS
from cardsim.analysis.power import boards_needed, minutes, spread_of
from cardsim.analysis.summary import shape_of
from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.experiment.plan import Plan
from cardsim.experiment.ranges import PLAN_PILOT

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Needed:
    """Boards for one comparison.

    Parameters
    ----------
    what, metric : str
    detect, power : float
    family : int
        Comparisons that will be adjusted together; each is planned for.
    boards : int or None
    games_minutes : float or None
        Minutes for them, all cells of the plan together.
    reason : str or None
        Why there is no number.
    """

    what: str
    metric: str
    detect: float
    power: float
    family: int
    boards: int | None
    games_minutes: float | None
    reason: str | None

    def in_words(self) -> str:
        """Say it in a sentence."""
        if self.boards is None or self.games_minutes is None:
            return f"{self.what}: not known: {self.reason}"
        among = f", among {self.family} comparisons" if self.family > 1 else ""
        return (
            f"{self.what} ({self.metric}): {self.boards:,} boards, {time_words(self.games_minutes)}, "
            f"to detect a difference of {self.detect:g} with a chance of {self.power:g}{among}"
        )


def time_words(minutes: float) -> str:
    """Say about how long something takes; never that it takes no time."""
    seconds = 60 * minutes
    if seconds < 1:
        return "under a second"
    if seconds < 60:
        return f"about {math.ceil(seconds)} seconds" if seconds > 1 else "about 1 second"
    if minutes < 120:
        return f"about {minutes:.1f} minutes"
    hours = minutes / 60
    return f"about {hours:,.1f} hours" if hours < 100 else f"about {hours / 24:,.0f} days"


def boards_for(
    plan: Plan, detect: float, power: float, pilot: int, metric: str | None = None
) -> list[Needed]:
    """Play a pilot in a folder that is thrown away, and plan each comparison from it.

    Parameters
    ----------
    plan : Plan
    detect : float
        The difference to detect, in the metric's unit.
    power : float
    pilot : int
        Boards of the pilot.
    metric : str, optional
        The plan's first if not given.

    Raises
    ------
    InputError
        If there is nothing to compare, or a number is out of range.
    """
    from cardsim.experiment.run import plan_of, run_checked

    if not (math.isfinite(detect) and detect > 0):
        raise InputError(f"--detect: found {detect}; allowed: a finite number above 0.")
    if not 0 < power < 1:
        raise InputError(f"--power: found {power}; allowed: a number between 0 and 1.")
    if pilot < 2 * MIN_BOARDS:
        raise InputError(f"--pilot: found {pilot}; allowed: from {2 * MIN_BOARDS}.")
    metric = metric or plan.metrics[0]
    if metric not in plan.game.all_metrics:
        known = plan.game.all_metrics
        raise InputError(f'--metric: found "{metric}"; known: {one_of(known)}.{nearest(metric, known)}')
    data = plan.config.model_dump(exclude_none=True, exclude_unset=True)
    data["report"] = {**data.get("report", {}), "metrics": [metric], "plots": []}
    for key in ("precision", "max_boards"):
        data.pop(key, None)
    data["boards"], data["first_board"] = pilot, PLAN_PILOT
    small = plan_of(data, beside=plan.beside)
    games = sum(cell.table.rotations for cell in plan.cells)
    with tempfile.TemporaryDirectory() as folder:
        run = run_checked(small, out=Path(folder))
        rate = run.manifest["games_done"] / max(run.manifest["seconds"], 1e-9)
        found = compare(run)
        families = Counter(each.family for each in found)
        return [
            _needed(run, each, families[each.family], detect, power, minutes(1, games, rate))
            for each in found
        ]


def _needed(  # noqa: PLR0913, PLR0917 - a pilot and a question
    run: Run, each: Comparison, family: int, detect: float, power: float, minutes_a_board: float
) -> Needed:
    what = f"'{each.first}' against '{each.second}', {each.who}"
    differences, behind = _differences(run, *each.sides)
    # Too few differing boards for an interval of the pilot's are no hindrance to a plan.
    reason = None if behind >= MIN_BOARDS else each.difference.reason
    boards = None
    if reason is None:
        bounds = each.sides[0].group.metric.bounds
        reach = bounds and (bounds[0] - bounds[1], bounds[1] - bounds[0])
        spread = spread_of(differences, detect, reach)
        reason = spread.reason
        if spread.deviation is not None:
            level = 1.0 - (1.0 - each.difference.level) / family
            boards = max(boards_needed(detect, spread.deviation, power, level), spread.least)
    return Needed(
        what, each.metric, detect, power, family, boards,
        None if boards is None else boards * minutes_a_board, reason,
    )


def _differences(run: Run, first: Side, second: Side) -> tuple[Array, int]:
    """Return the pilot's differences board by board: each board's influence on the whole one.

    Returns
    -------
    differences : float64 array, shape (boards,)
    behind : int
        Boards with a game that counts on either side, of the side with fewer.
    """
    parts, behind = [], []
    for side in (first, second):
        shape = shape_of(run.manifest["cells"][side.cell])
        blocks = [
            features(run.folder, shape, [side.group], block).of(0)
            for block in range(run.manifest["blocks_done"])
        ]
        totals, counts = np.concatenate(blocks).T
        behind.append(int((counts > 0).sum()))
        count = max(float(counts.sum()), 1.0)
        mean = totals.sum() / count
        parts.append(mean + (totals - mean * counts) / (count / len(counts)))
    return parts[0] - parts[1], min(behind)
