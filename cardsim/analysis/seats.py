"""Seats: whether their order is fair, and whether a difference holds in every one."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.fairness import (
    PERMUTED_BOARDS,
    Equivalence,
    Gain,
    SeatTest,
    equivalence,
    gains,
    seats_equal,
)
from cardsim.analysis.groups import Block, CellShape, read_block
from cardsim.analysis.looks import critical_of, look_name
from cardsim.analysis.moments import FloatArray
from cardsim.analysis.strata import SeatScores, seat_scores
from cardsim.analysis.summary import shape_of
from cardsim.engine.game import Metric

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

Array = np.ndarray[Any, Any]

SHARED_OUT = ("wins", "loses")  # CO-7: handed out once a game
MOST_STRATA = 200  # strata times places; beyond, a stratum is a strategy alone
PURPOSE = 0x5EA7  # of the permutations' random stream, beside the run's seed


@dataclass(frozen=True)
class SeatFinding:
    """Whether the seats of a cell are equal, counted from the starter.

    Parameters
    ----------
    cell : int
    label : str
        What the cell is called.
    metric : Metric
    test : SeatTest
        That all seats are equal.
    p_holm : float or None
        Its p-value, adjusted for the cells that the metric was tested in.
    gains : tuple of Gain
        How far each seat is from the mean of all; the intervals of all cells hold together.
    bound : Equivalence
        By how much any is favoured at most; those of all cells hold together.
    family : int
        Cells with an answer.
    level : float
        That everything said of the metric holds.
    caution : str
        What to keep in mind; "" if nothing.
    """

    cell: int
    label: str
    metric: Metric
    test: SeatTest
    p_holm: float | None
    gains: tuple[Gain, ...]
    bound: Equivalence
    family: int
    level: float
    caution: str = ""

    @property
    def differ(self) -> bool | None:
        """Whether the seats differ beyond chance; None if it is not known.

        By the test where there is one, else by whether an interval leaves out 0.
        """
        if self.p_holm is not None:
            return self.p_holm < 1 - self.level
        if not self.gains or all(gain.low is None for gain in self.gains):
            return None
        return bool(self.telling())

    def telling(self) -> list[Gain]:
        """Return the seats whose intervals leave out 0, the best for a player first."""
        told = [
            gain for gain in self.gains
            if gain.low is not None and gain.high is not None and (gain.low > 0 or gain.high < 0)
        ]
        sign = self.metric.good or 1
        return sorted(told, key=lambda gain: -sign * gain.difference)

    def in_words(self) -> str:
        """Say it in a sentence, without a full stop."""
        return f"{self.label}, {self.metric.text}: {self.found()}"

    def found(self) -> str:
        """Say it without the cell and the metric."""
        if self.differ is None:
            return f"whether the seats are equal is not known: {self.test.reason}"
        p = "" if self.p_holm is None else f" ({_p_words(self.p_holm, self.family)})"
        verdict = "the seats differ" if self.differ else "no difference between the seats is shown"
        parts = [f"{verdict}{p}", *self._who(), self.bound.in_words(), self._no_p(), self.caution]
        return "; ".join(part for part in parts if part)

    def _no_p(self) -> str:
        return f"no p-value: {self.test.reason}" if self.p_holm is None else ""

    def _who(self) -> list[str]:
        told = self.telling()
        if not told:
            widest = max(self.gains, key=lambda gain: abs(gain.difference))
            lead = "no single seat stands out" if self.differ else ""
            return [lead] if lead else [f"farthest from the mean of all seats: {self._one(widest)}"]
        together = "interval" if len(self.gains) * self.family == 1 else (
            "intervals that hold together"
        )
        return [
            f"against the mean of all seats, {', '.join(map(self._one, told))} "
            f"({100 * self.level:g} % {together})"
        ]

    def _one(self, gain: Gain) -> str:
        size = span(gain, self.metric)
        if gain.low is None or gain.high is None or gain.low <= 0 <= gain.high:
            return f"{place_words(gain.position)} {size}"
        ahead = gain.difference * self.metric.good
        verb = "gains" if ahead > 0 else "is harmed" if ahead < 0 else "differs"
        return f"{place_words(gain.position)} {verb}: {self.metric.text} {size}"

    def row(self) -> dict[str, Any]:
        """Return it as a row of a table."""
        return {
            "cell": self.cell, "label": self.label, "metric": self.metric.text,
            "p_value": self.test.p_value, "p_holm": self.p_holm, "differ": self.differ,
            "test": self.test.method, "margin": self.bound.margin, "seat": self.bound.seat,
            "level": self.level, "n_boards": self.test.n_boards,
            "gains": [gain.__dict__ for gain in self.gains],
            "reason": self.test.reason or self.bound.reason,
            "words": self.in_words(),
        }


def place_words(position: int) -> str:
    """Return what a place from the starter is called."""
    return "the starter" if position == 0 else f"seat +{position}"


def span(gain: Gain, metric: Metric) -> str:
    """Return a distance from the mean with its interval, in points in a hundred for shares."""
    from cardsim.analysis.comparisons import decimals

    times, unit = (100.0, " points in a hundred") if metric.share else (1.0, "")
    if gain.low is None or gain.high is None:
        return f"{times * gain.difference:+.2g}{unit} (no interval: {gain.reason})"
    places = decimals(times * (gain.high - gain.low) / 2)
    value, low, high = (
        f"{times * each:+.{places}f}".replace("-", "\N{MINUS SIGN}")
        for each in (gain.difference, gain.low, gain.high)
    )
    return f"{value}{unit} ({low} to {high})"


def _p_words(p_holm: float, family: int) -> str:
    p = "p < 0.001" if p_holm < 0.001 else f"p = {p_holm:.2g}"
    return p if family == 1 else f"{p} among {family} line-ups"


def confounded(cell: dict[str, Any]) -> str | None:
    """Say why a cell's seats and strategies cannot be told apart; None if they can.

    Parameters
    ----------
    cell : dict
        Its entry in the manifest.
    """
    if cell["rotations"] > 1 or len(set(_classes(cell).tolist())) == 1:
        return None
    return (
        "each player keeps one seat here, so a strategy and its seat are one and the same; "
        "rotate = true tells them apart"
    )


def seat_fairness(run: Run, metrics: Sequence[str] | None = None) -> list[SeatFinding]:
    """Tell of every cell whether its seats are equal, counted from the starter.

    Of each metric that is a share of every seat; within players of equal strategy, dials and
    options, who have the same around them.

    Parameters
    ----------
    run : Run
    metrics : sequence of str, optional
        The run's if not given.
    """
    known = run.game.all_metrics
    findings = []
    for name in run.manifest["metrics"] if metrics is None else metrics:
        if known[name].per == "seat" and known[name].bounds == (0, 1):
            findings += _of_metric(run, known[name])
    return sorted(findings, key=lambda finding: finding.cell)


def _of_metric(run: Run, metric: Metric) -> list[SeatFinding]:
    cells, level, critical = run.manifest["cells"], run.config.report.level, critical_of(run)
    scores, cautions = zip(*(_scores(run, cell, metric) for cell in cells), strict=True)
    tests = [
        _test(run, of_cell, cell["cell"], metric)
        for cell, of_cell in zip(cells, scores, strict=True)
    ]
    from statsmodels.stats.multitest import multipletests  # slow to import, and often not needed

    tested = [test.p_value for test in tests if test.p_value is not None]
    adjusted = iter(multipletests(tested, method="holm")[1].tolist() if tested else [])
    family = max(1, sum(of_cell.reason is None for of_cell in scores))
    of_each = 1.0 - (1.0 - level) / family
    return [
        SeatFinding(
            cell["cell"], label_of(cell), metric, test,
            None if test.p_value is None else next(adjusted),
            tuple(gains(of_cell, of_each, critical)),
            equivalence(of_cell, of_each, critical), family, level,
            caution,
        )
        for cell, of_cell, test, caution in zip(cells, scores, tests, cautions, strict=True)
    ]


def _test(run: Run, scores: SeatScores, cell: int, metric: Metric) -> SeatTest:
    if look_name(run) and not scores.reason:
        reason = "the boards were looked at while they were played; the intervals allow for it"
        return SeatTest(None, "", scores.boards, scores.differing, reason)
    at = list(run.game.all_metrics).index(metric.name)
    return seats_equal(scores, np.random.default_rng([run.config.seed, PURPOSE, cell, at]))


def _scores(run: Run, cell: dict[str, Any], metric: Metric) -> tuple[SeatScores, str]:
    """Return the scores of a cell's places, and what to keep in mind of them."""
    shape, classes = shape_of(cell), _classes(cell)
    n_blocks = run.manifest["blocks_done"]
    strata = strata_of(run.folder, shape, classes, n_blocks)

    def blocks() -> Iterator[tuple[FloatArray, FloatArray]]:
        for block in range(n_blocks):
            yield by_stratum(read_block(run.folder, shape, block, [metric]), metric, strata)

    scores = seat_scores(blocks, shared_out=metric.name in SHARED_OUT, keep=PERMUTED_BOARDS)
    return scores, _caution(cell, scores, strata)


def _caution(cell: dict[str, Any], scores: SeatScores, strata: Strata) -> str:
    """Say what to keep in mind where not all play alike."""
    if len(set(strata.classes.tolist())) == 1 or scores.reason:
        return ""
    told = ["compared within each strategy, so that who starts how often does not matter"]
    if strata.neighbours is False:
        told.append("who sits beside whom is not allowed for, since there are too many ways")
    if scores.left_out:
        told.append(
            f"without {len(scores.left_out)} of {len(strata.codes)} strategies and neighbours that "
            "hardly sat in some of the seats"
        )
    if cell["rotations"] == 1:
        told.append("each player keeps one seat, so the neighbours never changed")
    return "; ".join(told)


def _classes(cell: dict[str, Any]) -> Array:
    """Return the class of each player of a cell: those with equal strategy, dials and options."""
    keys = [
        json.dumps([each["strategy"], each.get("params")], sort_keys=True, default=str)
        for each in cell["players"]
    ]
    known = list(dict.fromkeys(keys))
    return np.array([known.index(key) for key in keys])


@dataclass(frozen=True)
class Strata:
    """Kinds of players whose results are compared from place to place.

    Parameters
    ----------
    classes : int array, shape (players,)
        The class of each player.
    codes : int array, shape (strata,)
        A class and those of the players around the table, clockwise, as one number; or the class
        alone.
    neighbours : bool
        Whether the codes say who sits around.
    """

    classes: Array
    codes: Array
    neighbours: bool

    def of(self, read: Block) -> Array:
        """Return the code of each place's player, shape (boards, games, places)."""
        return _codes(read, self.classes) if self.neighbours else _seated(read, self.classes)


def strata_of(folder: Path, shape: CellShape, classes: Array, n_blocks: int) -> Strata:
    """Find the strata of a cell: by who sits around, unless those are too many."""
    alone = Strata(classes, np.unique(classes), neighbours=False)
    if len(alone.codes) == 1:
        return alone
    codes: set[int] = set()
    for block in range(n_blocks):
        codes.update(np.unique(_codes(read_block(folder, shape, block), classes)).tolist())
        if len(codes) * shape.seats > MOST_STRATA:
            return alone
    return Strata(classes, np.array(sorted(codes)), neighbours=True)


def _seated(read: Block, classes: Array) -> Array:
    seated: Array = classes[read.by_starter(read.players)]
    return seated


def _codes(read: Block, classes: Array) -> Array:
    seated, base = _seated(read, classes), int(classes.max()) + 1
    return sum(  # type: ignore[no-any-return]
        np.roll(seated, -away, axis=2) * base**away for away in range(seated.shape[2])
    )


def by_stratum(read: Block, metric: Metric, strata: Strata) -> tuple[FloatArray, FloatArray]:
    """Return what each stratum got in each place from the starter.

    Returns
    -------
    totals, counts : float64 arrays, shape (boards, strata, places)
    """
    values, codes = read.by_starter(read.values(metric)), strata.of(read)
    counted = ~np.isnan(values) & read.started[:, :, None]
    values = np.where(counted, values, 0.0)
    here = [(codes == code) & counted for code in strata.codes]
    return (
        np.stack([(values * each).sum(axis=1) for each in here], axis=1),
        np.stack([each.sum(axis=1, dtype=np.float64) for each in here], axis=1),
    )


def label_of(cell: dict[str, Any]) -> str:
    """Return what a cell is called in a sentence."""
    parts = (cell["variant"], cell["lineup"], f"{cell['seats']} players")
    return ", ".join(part for part in parts if part)


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
