"""Less noise for the same boards: the luck of the deal taken off by control variates.

The controls are what each seat was dealt, as numbers of the game's own; they depend on nothing
that is played. Their coefficients come from a pilot on boards that no run uses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.control import Controlled, controlled, fit_controls
from cardsim.analysis.groups import Group, features
from cardsim.analysis.intervals import MIN_BOARDS
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.summary import shape_of
from cardsim.engine.errors import InputError
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
    """An estimate of one seat, with the luck of the deal taken off.

    Parameters
    ----------
    cell, seat : int
    strategy, metric, label : str
    found : Controlled
    """

    cell: int
    seat: int
    strategy: str
    metric: str
    label: str
    found: Controlled

    def row(self) -> dict[str, Any]:
        """Return it as a row of a table."""
        estimate = self.found.estimate
        return {
            "cell": self.cell, "label": self.label, "seat": self.seat,
            "strategy": self.strategy, "metric": self.metric, "estimate": estimate.estimate,
            "low": estimate.low, "high": estimate.high, "n_boards": estimate.n_boards,
            "variance_ratio": self.found.variance_ratio, "reason": estimate.reason,
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
    table, metric = cell.table, run.game.all_metrics[name]
    shape = shape_of(run.manifest["cells"][cell.number])
    halves = _pilot(table, cell, name, pilot_boards)
    main = BoardMoments(halves[0].n_features)
    groups = [Group(metric, "seat", str(seat)) for seat in range(cell.seats)]
    for block, (first, n) in enumerate(run.plan.blocks()[: run.manifest["blocks_done"]]):
        read = features(run.folder, shape, groups, block)
        counted = read.counts.all(axis=1)
        dealt = table.deal_features(first, n).reshape(n, -1)
        main.update(np.concatenate([read.totals, dealt], axis=1)[counted])
    results = []
    controls = list(range(cell.seats, halves[0].n_features))
    expected = _expected(table)
    for seat in range(cell.seats):
        target = np.zeros(halves[0].n_features)
        target[seat] = 1.0
        fitted = fit_controls(*halves, target, controls, expected)
        results.append(Steadied(
            cell.number, seat, table.players[seat].strategy.name, name, cell.label,
            controlled(fitted, main, run.config.report.level),
        ))
    return results


def _expected(table: Table) -> Array | None:
    game, players = table.game, len(table.players)
    if game.expected_features is None:
        return None
    values = game.expected_features(table.effective, players)
    return None if values is None else np.tile(np.asarray(values, float), players)


def _pilot(table: Table, cell: Any, name: str, boards: int) -> tuple[BoardMoments, BoardMoments]:
    """Play boards of the pilot; return the moments of each half: the metric, then the deal."""
    games, seats = table.alone().play(PILOT_FIRST, boards)
    _, frame = frames(cell, PILOT_FIRST, games, seats)
    values = frame[name].cast(float).to_numpy().reshape(boards, -1)
    dealt = table.deal_features(PILOT_FIRST, boards).reshape(boards, -1)
    both = np.concatenate([values, dealt], axis=1)
    both = both[(games["finished"] != 0) & ~np.isnan(values).any(axis=1)]
    half = len(both) // 2
    return (
        BoardMoments(both.shape[1]).update(both[:half]),
        BoardMoments(both.shape[1]).update(both[half:]),
    )
