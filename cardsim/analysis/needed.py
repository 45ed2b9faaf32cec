"""How many boards the comparisons of a plan need, from a pilot."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from pathlib import Path

from cardsim.analysis.compare import Comparison, compare
from cardsim.analysis.power import boards_needed, minutes, upper_deviation
from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.experiment.plan import Plan
from cardsim.experiment.ranges import PLAN_PILOT

CONFIDENCE = 0.8  # that the pilot's deviation is not too small by luck


@dataclass(frozen=True)
class Needed:
    """Boards for one comparison.

    Parameters
    ----------
    what, metric : str
    detect, power : float
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
    boards: int | None
    games_minutes: float | None
    reason: str | None

    def in_words(self) -> str:
        """Say it in a sentence."""
        if self.boards is None or self.games_minutes is None:
            return f"{self.what}: not known: {self.reason}"
        time = (
            f"{self.games_minutes:.1f} minutes" if self.games_minutes >= 0.1
            else f"{60 * self.games_minutes:.1f} seconds"
        )
        return (
            f"{self.what} ({self.metric}): {self.boards:,} boards, about {time}, to detect a "
            f"difference of {self.detect:g} with a chance of {self.power:g}"
        )


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

    if not detect > 0:
        raise InputError(f"--detect: found {detect}; allowed: a number above 0.")
    if not 0 < power < 1:
        raise InputError(f"--power: found {power}; allowed: a number between 0 and 1.")
    metric = metric or plan.metrics[0]
    if metric not in plan.game.all_metrics:
        known = plan.game.all_metrics
        raise InputError(f'--metric: found "{metric}"; known: {one_of(known)}.{nearest(metric, known)}')
    data = plan.config.model_dump(exclude_none=True, exclude_unset=True)
    data["report"] = {**data.get("report", {}), "metrics": [metric], "plots": []}
    data.pop("precision", None)
    data.pop("max_boards", None)
    data["boards"], data["first_board"] = pilot, PLAN_PILOT
    small = plan_of(data, beside=plan.beside)
    with tempfile.TemporaryDirectory() as folder:
        run = run_checked(small, out=Path(folder))
        found = compare(run)
        rate = run.manifest["games_done"] / max(run.manifest["seconds"], 1e-9)
    games = sum(cell.table.rotations for cell in plan.cells)
    return [_needed(each, detect, power, games, rate) for each in found]


def _needed(each: Comparison, detect: float, power: float, games: int, rate: float) -> Needed:
    what = f"'{each.first}' against '{each.second}', {each.who}"
    found = each.difference
    if found.standard_error is None or found.degrees is None:
        return Needed(what, each.metric, detect, power, None, None, found.reason)
    boards = int(found.degrees) + 1
    deviation = upper_deviation(found.standard_error * boards**0.5, boards, CONFIDENCE)
    needed = boards_needed(detect, deviation, power, found.level)
    return Needed(
        what, each.metric, detect, power, needed, minutes(needed, games, rate), None
    )
