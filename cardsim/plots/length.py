"""How long is a game? The distribution of decisions, with median and the long end."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from scipy import stats

from cardsim.analysis.intervals import MIN_BOARDS
from cardsim.analysis.looks import nominal_level
from cardsim.experiment.reading import read_rows
from cardsim.plots.data import (
    Number,
    behind,
    cell_name,
    per_cent,
    series_of,
    share_text,
    shown,
)
from cardsim.plots.style import BLUE, GREY, INK, VERMILLION, WIDTH, Key, Words, page, wrapped

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

Array = np.ndarray[Any, Any]

STRIP = 0.75  # inches
NAME_LINE = 0.17
BINS = 60
MEDIAN, LONG = 0.5, 0.99
SHOWN = 0.995  # of the games that finished; the axis ends where the last cell's do
LOG = 20.0  # the axis is logarithmic if its end is so many medians away


@dataclass(frozen=True)
class Lengths:
    """How many games of a cell took how many decisions.

    Parameters
    ----------
    values : int array, shape (lengths,)
        Decisions, ascending.
    counts : int array, shape (lengths,)
        Finished games that took as many.
    unfinished : int
        Games that did not finish.
    boards : int
    """

    values: Array
    counts: Array
    unfinished: int
    boards: int

    @property
    def games(self) -> int:
        """All games."""
        return int(self.counts.sum()) + self.unfinished

    def rank(self, share: float) -> float | None:
        """Return the length that this share of all games does not exceed.

        Unfinished games count as longer than any; None if it lies among them.
        """
        at = int(np.searchsorted(np.cumsum(self.counts), math.ceil(share * self.games - 1e-9)))
        return float(self.values[at]) if at < len(self.values) else None

    def quantile(self, share: float, level: float) -> Number:
        """Return a quantile of all games, with its interval.

        The interval lies between two order statistics (Conover 1999, *Practical Nonparametric
        Statistics*, section 3.2), as if there were one game a board: games of a board may depend
        on each other in any way, so more games of a board add nothing here.
        """
        n = self.boards
        if n < MIN_BOARDS:
            reason = f"{n} boards are too few; an interval needs {MIN_BOARDS}"
            return Number(None, None, None, reason)
        low = int(stats.binom.ppf((1 - level) / 2, n, share))
        high = int(stats.binom.ppf((1 + level) / 2, n, share)) + 1
        if low < 1 or high > n:
            return Number(None, None, None, f"{n} boards are too few for the longest games")
        at, below, above = self.rank(share), self.rank(low / n), self.rank(high / n)
        if at is None or below is None or above is None:
            return Number(None, None, None, "too many games did not finish")
        return Number(at, below, above, whole=True)


def lengths(run: Run, cell: dict[str, Any]) -> Lengths:
    """Count the games of each length in a cell, file by file.

    Parameters
    ----------
    run : Run
    cell : dict
        Its entry in the manifest.
    """
    total = pl.DataFrame(schema={"turns": pl.Int64, "n": pl.Int64})
    unfinished = 0
    for block in range(run.manifest["blocks_done"]):
        games = read_rows(
            run.folder, "games", cell["cell"], block, ["turns", "finished"]
        )
        unfinished += int((~games["finished"]).sum())
        of_block = games.filter("finished").group_by("turns").agg(n=pl.len()).cast(pl.Int64)
        total = pl.concat([total, of_block]).group_by("turns").agg(pl.col("n").sum())
    total = total.sort("turns")
    boards = run.manifest["boards_done"]
    return Lengths(total["turns"].to_numpy(), total["n"].to_numpy(), unfinished, boards)


def draw(run: Run) -> Figure:
    """Draw the distribution of the decisions of a game, a strip a cell."""
    cells, note = shown(run.manifest["cells"])
    series = series_of(cells)
    found = [lengths(run, cell) for cell in cells]
    edges = _edges(found)
    level = run.config.report.level
    keys = [
        Key("games", BLUE, "s", "", thick=0), Key("median", INK, "", "-"),
        Key("99 in a hundred games are no longer", VERMILLION, "", "-"),
    ]
    told = [
        behind(run, "counted as longer than all others"),
        f"{per_cent(level)} intervals from order statistics, by board.",
        "Every strip has a height of its own.", note,
    ]
    words = Words(
        f"How long is a game of {run.game.title}?",
        "Share of games by number of decisions", " ".join(filter(None, told)),
    )
    names = [wrapped(cell_name(cell, series), 26) for cell in cells]
    heights = [max(STRIP, NAME_LINE * (name.count("\n") + 2)) for name in names]
    figure = page(WIDTH, sum(heights) + 0.6, words, keys)
    grid = figure.add_gridspec(len(cells), 1, height_ratios=heights)
    first: Axes | None = None
    for at, (name, of_cell) in enumerate(zip(names, found, strict=True)):
        axes = figure.add_subplot(grid[at], sharex=first)
        first = first or axes
        _draw_strip(axes, of_cell, edges, nominal_level(run))
        axes.set_ylabel(name, rotation=0, ha="right", va="center")
        axes.tick_params(axis="x", labelbottom=at == len(cells) - 1)
    figure.axes[-1].set_xlabel("decisions a game")
    return figure


def _edges(found: list[Lengths]) -> Array:
    """Return the bins that all strips share; none if no game finished."""
    finished = [each for each in found if len(each.values)]
    if not finished:
        return np.empty(0)
    ends, middles = [], []
    for each in finished:
        only = Lengths(each.values, each.counts, 0, each.boards)
        ends.append(only.rank(SHOWN) or 0.0)
        middles.append(only.rank(MEDIAN) or 0.0)
    first = min(float(each.values[0]) for each in finished)
    end = max(ends) + 1
    if end > LOG * max(min(middles), 1.0):
        return np.geomspace(max(first, 1.0), end, BINS + 1)
    first = 0.0 if first < end / 3 else first
    step = max(1, math.ceil((end - first) / BINS))
    return np.arange(math.floor(first), end + step, step) - 0.5


def _draw_strip(axes: Axes, found: Lengths, edges: Array, level: float) -> None:
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    if not len(edges):
        axes.set_xticks([])
        axes.text(0.5, 0.5, "no game finished", transform=axes.transAxes, ha="center",
                  va="center", color=GREY, style="italic", gid="reason")
        return
    heights, _ = np.histogram(found.values, edges, weights=found.counts)
    axes.stairs(heights, edges, fill=True, color=BLUE, alpha=0.75)
    if edges[-1] > LOG * edges[0] > 0:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter("{x:,.0f}")
    axes.set_xlim(edges[0], edges[-1])
    axes.set_ylim(0, 1.12 * max(heights.max(), 1))
    lines: list[str] = []
    missing: dict[str, list[str]] = {}
    for share, name, colour in ((MEDIAN, "median", INK), (LONG, "99 %", VERMILLION)):
        number = found.quantile(share, level)
        if number.reason:
            missing.setdefault(number.text(), []).append(name)
        else:
            lines.append(f"{name} {number.text()}")
        if number.estimate is not None and number.estimate <= edges[-1]:
            axes.axvline(number.estimate, color=colour, linewidth=1.6, gid=name)
    lines += [f"{' and '.join(names)}: {reason}" for reason, names in missing.items()]
    if len(found.values):
        lines.append(f"longest that finished {found.values[-1]:,}")
    if found.unfinished:
        lines.append(f"unfinished {share_text(found.unfinished / found.games)} in a hundred")
    axes.annotate(
        "\n".join(wrapped(line, 40) for line in lines), (1.02, 0.5), xycoords="axes fraction",
        va="center", fontsize=8, annotation_clip=False, gid="numbers",
    )
