"""What the figures of a run have in common: its metric, its cells, its series, its caption."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from cardsim.analysis.comparisons import PairedDifference, decimals
from cardsim.analysis.groups import UNFINISHED
from cardsim.analysis.looks import looked_briefly
from cardsim.engine.errors import InputError
from cardsim.engine.game import Metric

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

POINTS = "points in a hundred"
MAX_PANELS = 40
_SHARED_OUT = ("wins", "loses")  # CO-7: one a game, shared out among the sides


@dataclass(frozen=True)
class Number:
    """An estimate as it is drawn: in the unit of the axis.

    Parameters
    ----------
    estimate, low, high : float or None
    reason : str or None
        Why there is none.
    signed : bool
        Whether it is a difference, and shows its sign.
    whole : bool
        Whether it counts something.
    worst : tuple of (float, float) or None
        Where it might lie over all games, had the unfinished ones ended; None where that makes
        no difference worth telling.
    """

    estimate: float | None
    low: float | None
    high: float | None
    reason: str | None = None
    signed: bool = False
    whole: bool = False
    worst: tuple[float, float] | None = None

    @classmethod
    def scaled(  # noqa: PLR0913 - three numbers or a reason, and how they are told
        cls, estimate: float | None, low: float | None, high: float | None,
        reason: str | None = None, times: float = 1.0, *, signed: bool = False,
    ) -> Number:
        """Return numbers in another unit, of which ``times`` make 1."""
        if estimate is None or low is None or high is None:
            return cls(None, None, None, reason, signed)
        return cls(estimate * times, low * times, high * times, reason, signed)

    def text(self) -> str:
        """Return it in figures, with its interval."""
        if self.estimate is None or self.low is None or self.high is None:
            return f"no number: {self.reason}"
        estimate, low, high = map(self.beside, (self.estimate, self.low, self.high))
        told = f"{estimate} ({low} to {high})"
        if self.worst is None:
            return told
        least, most = map(self.beside, self.worst)
        return f"{told}, and over all games, unfinished ones included, {least} to {most}"

    def beside(self, value: float) -> str:
        """Return another value in figures, as exactly as this number is told."""
        known = self.low is not None and self.high is not None
        places = decimals(((self.high or 0.0) - (self.low or 0.0)) / 2) if known else 1
        form = f"{'+' * self.signed},.{0 if self.whole else places}f"
        return format(value, form).replace("-", "\N{MINUS SIGN}")


def main_metric(run: Run) -> Metric:
    """Return the seat metric that a run is about.

    Raises
    ------
    InputError
        If the run estimates none.
    """
    known, asked = run.game.all_metrics, run.manifest["metrics"]
    of_seats = [name for name in asked if known[name].per == "seat"]
    if not of_seats:
        raise InputError(
            f"this run estimates nothing of a seat (report.metrics: {', '.join(asked)}); "
            f'add "{run.game.main_metric}".'
        )
    name = run.game.main_metric if run.game.main_metric in of_seats else of_seats[0]
    return known[name]


def scale(metric: Metric) -> float:
    """Return how many units of the axis make 1 of the metric."""
    return 100.0 if metric.share else 1.0


def axis_label(metric: Metric) -> str:
    """Return what stands along the axis of a metric."""
    return f"{metric.text}\n({POINTS})" if metric.share else metric.text


def numbers(run: Run, cell: dict[str, Any], metric: Metric, kind: str) -> dict[str, Number]:
    """Return the estimates of a cell in one kind of group, by member, in the axis' unit."""
    chosen = run.summary().filter(cell=cell["cell"], metric=metric.name, group=kind)
    times = scale(metric)
    return {row["member"]: number_of_row(row, times) for row in chosen.iter_rows(named=True)}


def number_of_row(row: dict[str, Any], times: float) -> Number:
    """Return a row of the summary in the unit of the axis, of which ``times`` make 1."""
    number = Number.scaled(row["estimate"], row["low"], row["high"], row["reason"], times)
    if row["worst_low"] is None or row["worst_high"] is None:
        return number
    return replace(number, worst=(times * row["worst_low"], times * row["worst_high"]))


def number_of(found: PairedDifference, metric: Metric) -> Number:
    """Return a difference in the unit of the axis of its metric."""
    return Number.scaled(
        found.difference, found.low, found.high, found.reason, scale(metric), signed=True
    )


def fair(run: Run, cell: dict[str, Any], metric: Metric) -> float | None:
    """Return what every seat would have if all were equal, in the axis' unit."""
    if metric.name in _SHARED_OUT:
        return 100.0 / float(cell["teams"])
    estimate = numbers(run, cell, metric, "all")[""].estimate
    if estimate is not None:
        return estimate
    # A mean that no board departs from has no interval: such as that of all places.
    seats = [number.estimate for number in numbers(run, cell, metric, "seat").values()]
    there = [seat for seat in seats if seat is not None]
    return sum(there) / len(there) if len(there) == len(seats) else None


def fair_words(metric: Metric) -> str:
    """Return what the line of equality is called."""
    return "fair share, the same for all" if metric.name in _SHARED_OUT else "mean of all seats"


def interval_words(run: Run) -> str:
    """Return what a point and its bar are called."""
    return f"estimate and {per_cent(run.config.report.level)} interval"


def strategies(cell: dict[str, Any]) -> list[str]:
    """Return the names of the strategies of a cell, each once."""
    return list(dict.fromkeys(player["strategy"] for player in cell["players"]))


def series_of(cells: Iterable[dict[str, Any]]) -> dict[tuple[str, str], str]:
    """Return the variants and line-ups among cells, and what each pair is called."""
    pairs = list(dict.fromkeys((cell["variant"], cell["lineup"]) for cell in cells))
    variants, lineups = {pair[0] for pair in pairs}, {pair[1] for pair in pairs}
    names = {}
    for variant, lineup in pairs:
        parts = [variant] * (len(variants) > 1) + [lineup] * (len(lineups) > 1)
        names[variant, lineup] = ", ".join(part for part in parts if part)
    return names


def cell_name(cell: dict[str, Any], series: dict[tuple[str, str], str]) -> str:
    """Return what a cell is called on its panel."""
    name = series[cell["variant"], cell["lineup"]]
    players = f"{cell['seats']} players"
    return f"{name}, {players}" if name else players


def shown(cells: list[dict[str, Any]]) -> tuple[list[dict[str, Any]], str]:
    """Return the cells that a figure has room for, and a note on the others."""
    if len(cells) <= MAX_PANELS:
        return cells, ""
    return cells[:MAX_PANELS], f"The first {MAX_PANELS} of {len(cells)} cells."


def sentence(text: str) -> str:
    """Return a text with a capital letter in front."""
    return text[:1].upper() + text[1:]


def headline(run: Run, question: str) -> str:
    """Return the title of a figure: the run's own question, or another."""
    return str(run.manifest["title"]) or question


def per_cent(level: float) -> str:
    """Return a level in words: "95 %"."""
    return f"{100 * level:g} %"


def fate(*metrics: Metric) -> str:
    """Return what becomes of unfinished games in the estimates of some metrics."""
    names = {metric.name for metric in metrics}
    if names == {UNFINISHED}:
        return "as counted here"
    return "left out of all else" if UNFINISHED in names else "left out"


def behind(run: Run, fate: str) -> str:
    """Return the boards, games and unfinished games behind a figure, as sentences.

    Parameters
    ----------
    run : Run
    fate : str
        What becomes of unfinished games.
    """
    manifest = run.manifest
    cells = len(manifest["cells"])
    boards = f"{manifest['boards_done']:,} boards" + (f" in each of {cells} cells" * (cells > 1))
    told = f"{boards}, {manifest['games_done']:,} games."
    unfinished = run.summary().filter(metric="unfinished")["unfinished"].max()
    if isinstance(unfinished, float) and unfinished > 0:
        most = "Up to " * (cells > 1) + share_text(unfinished)
        told += f" {most} in a hundred games{' of a cell' * (cells > 1)} did not finish ({fate})."
    if not manifest["complete"]:
        told += " The run is not complete yet."
    looked = looked_briefly(run)
    return f"{told} {looked}" if looked else told


def share_text(share: float) -> str:
    """Return a share in a hundred with two figures that count: 0.0075, 0.30, 12."""
    hundredth = 100 * share
    return f"{hundredth:.2g}" if hundredth < 10 else f"{hundredth:.0f}"


def methods(run: Run, metric: Metric, kind: str) -> str:
    """Return how the intervals of a kind of group were made, as a sentence."""
    rows = run.summary().filter(metric=metric.name, group=kind)
    made = rows.filter(rows["estimate"].is_not_null())["method"].unique(maintain_order=True)
    return f"{per_cent(run.config.report.level)} intervals: {'; '.join(made)}." if len(made) else ""
