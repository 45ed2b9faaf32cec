"""Less noise for the same boards: the luck of the deal taken off by control variates.

The controls are what each seat was dealt, as numbers of the game's own; they depend on nothing
that is played. Their coefficients come from a pilot on boards that no run uses. Boards whose games
did not finish are part of both, so that the deals are those of all boards.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.control import MIN_DEPARTING, Controlled, controlled, fit_controls
from cardsim.analysis.groups import Group, features, read_block
from cardsim.analysis.intervals import (
    MIN_BOARDS,
    Estimate,
)
from cardsim.analysis.looks import critical_of
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.summary import estimate, shape_of
from cardsim.engine.errors import InputError
from cardsim.engine.game import Metric
from cardsim.engine.table import Table
from cardsim.experiment.frames import frames
from cardsim.experiment.ranges import CONTROL_PILOT

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

Array = np.ndarray[Any, Any]

PILOT_FIRST = CONTROL_PILOT  # the pilot's boards, which nothing else plays
PILOT_BOARDS = 4_000


@dataclass(frozen=True)
class Steadied:
    """An estimate of one seat, as it is and with the luck of the deal taken off.

    Parameters
    ----------
    cell, seat : int
    strategy, metric, label : str
    plain : Estimate
        Without controls, over finished games.
    found : Controlled
        With controls, over finished games; as the plain one, without a variance ratio, where too
        few boards depart from the commonest result.
    unfinished : float
        Share of the seat's games that do not count.
    """

    cell: int
    seat: int
    strategy: str
    metric: str
    label: str
    plain: Estimate
    found: Controlled
    unfinished: float

    def row(self) -> dict[str, Any]:
        """Return it as a row of a table."""
        plain, estimate = self.plain, self.found.estimate
        return {
            "cell": self.cell, "label": self.label, "seat": self.seat,
            "strategy": self.strategy, "metric": self.metric,
            "plain": plain.estimate, "plain_low": plain.low, "plain_high": plain.high,
            "estimate": estimate.estimate, "low": estimate.low, "high": estimate.high,
            "level": estimate.level, "n_boards": estimate.n_boards,
            "unfinished": self.unfinished, "variance_ratio": self.found.variance_ratio,
            "method": estimate.method, "reason": estimate.reason,
        }


def steadied(
    run: Run, metric: str | None = None, pilot_boards: int = PILOT_BOARDS
) -> list[Steadied]:
    """Estimate a metric by seat with control variates, cell by cell.

    Only of cells without rotation: rotation takes the same luck off already.

    Parameters
    ----------
    run : Run
    metric : str, optional
        A metric of seats; the run's first if not given.
    pilot_boards : int
        Boards of the pilot, which are played but not kept.

    Raises
    ------
    InputError
        If the game has no features of the deal, every cell is rotated, or the metric does not
        fit.
    """
    game = run.game
    name = metric or run.manifest["metrics"][0]
    if game.deal_features is None:
        raise InputError(f"{game.title} has no features of the deal to take off.")
    if name not in game.all_metrics or game.all_metrics[name].per != "seat":
        fit = [m.name for m in game.all_metrics.values() if m.per == "seat"]
        raise InputError(f'--metric: found "{name}"; allowed: {", ".join(fit)}.')
    if pilot_boards < 2 * MIN_BOARDS:
        raise InputError(f"--pilot: found {pilot_boards}; allowed: from {2 * MIN_BOARDS}.")
    cells = [cell for cell in run.plan.cells if cell.table.rotations == 1]
    if not cells:
        raise InputError(
            "every cell is rotated, which takes the luck of the deal off already; control "
            "variates are for line-ups with rotate = false."
        )
    return [each for cell in cells for each in _of_cell(run, cell, name, pilot_boards)]


def _of_cell(run: Run, cell: Any, name: str, pilot_boards: int) -> list[Steadied]:
    """Estimate one metric in each seat of a cell."""
    table, metric, seats = cell.table, run.game.all_metrics[name], cell.seats
    halves = _pilot(table, cell, name, pilot_boards)
    main, alone, results_of = _main(run, cell, metric)
    controls = list(range(2 * seats, main.n_features))
    expected = _expected(table)
    found = []
    for seat in range(seats):
        plain = estimate(
            alone[seat], Group(metric, "seat", str(seat)), run.config.report.level, critical_of(run)
        )
        target = np.zeros(main.n_features)
        target[seat] = 1.0
        fitted = fit_controls(*halves, target, controls, expected, w=seats + seat)
        seen = results_of[seat]
        departing = sum(seen.values()) - max(seen.values(), default=0)
        share = metric.bounds == (0, 1)
        of_seat = _too_rare(plain, departing) if share and departing < MIN_DEPARTING else controlled(
            fitted, main, run.config.report.level, share=share, critical=critical_of(run)
        )
        found.append(Steadied(
            cell.number, seat, table.players[seat].label, name, cell.label, plain, of_seat,
            float(1.0 - main.mean[seats + seat]),
        ))
    return found


def _main(
    run: Run, cell: Any, metric: Metric
) -> tuple[BoardMoments, list[BoardMoments], list[Counter[float]]]:
    """Return the run's moments, and how often each seat had which result.

    The moments are of totals, counts and deals together, and of each seat's total and count. The
    results are those of shares alone: those of amounts are not asked for.
    """
    shape, seats = shape_of(run.manifest["cells"][cell.number]), cell.seats
    groups = [Group(metric, "seat", str(seat)) for seat in range(seats)]
    moments: BoardMoments | None = None
    alone = [BoardMoments(2) for _ in range(seats)]
    results: list[Counter[float]] = [Counter() for _ in range(seats)]
    for block in range(run.manifest["blocks_done"]):
        read = features(run.folder, shape, groups, block)
        numbers = read_block(run.folder, shape, block).numbers
        dealt = cell.table.deal_features(int(numbers[0]), len(numbers)).reshape(len(numbers), -1)
        together = np.concatenate([read.flat, dealt], axis=1)
        moments = (moments or BoardMoments(together.shape[1])).update(together)
        for seat, of_seat in enumerate(alone):
            of_seat.update(read.of(seat))
        for seat in range(seats if metric.bounds == (0, 1) else 0):
            values = read.totals[read.counts[:, seat] > 0, seat]
            results[seat].update(dict(zip(*_counted(values), strict=True)))
    if moments is None:
        raise InputError("controls: this run has no boards yet.")
    return moments, alone, results


def _counted(values: Array) -> tuple[list[float], list[int]]:
    found, times = np.unique(values, return_counts=True)
    return found.tolist(), times.tolist()


def _too_rare(plain: Estimate, departing: int) -> Controlled:
    """Leave an estimate as it is: which it is must not depend on luck beyond the number itself."""
    method = (
        f"{plain.method}; the deal is not taken off, since only {departing:,} boards depart from "
        "the commonest result"
    )
    return Controlled(replace(plain, method=method))


def _expected(table: Table) -> Array | None:
    game, players = table.game, len(table.players)
    if game.expected_features is None:
        return None
    values = game.expected_features(table.effective, players)
    return None if values is None else np.tile(np.asarray(values, float), players)


def _pilot(table: Table, cell: Any, name: str, boards: int) -> tuple[BoardMoments, BoardMoments]:
    """Play boards of the pilot; return the moments of each half: totals, counts, deals."""
    games, seats = table.alone().play(PILOT_FIRST, boards)
    frame_of_games, frame = frames(cell, PILOT_FIRST, games, seats)
    finished = frame_of_games["finished"].to_numpy().astype(bool)[:, None]
    values = frame[name].cast(float).to_numpy().reshape(boards, -1)
    counted = finished & ~np.isnan(values)
    dealt = table.deal_features(PILOT_FIRST, boards).reshape(boards, -1)
    together = np.concatenate([np.where(counted, values, 0.0), counted, dealt], axis=1)
    half = boards // 2
    return (
        BoardMoments(together.shape[1]).update(together[:half]),
        BoardMoments(together.shape[1]).update(together[half:]),
    )
