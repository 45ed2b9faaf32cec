"""The estimate as boards come in, with intervals that hold at all looks together."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cardsim.analysis.groups import Group, blocks_of
from cardsim.analysis.looks import looks_of, possible
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.precision import watched
from cardsim.analysis.summary import estimate, shape_of
from cardsim.engine.game import Metric
from cardsim.plots.data import (
    Number,
    axis_label,
    behind,
    cell_name,
    fair,
    fair_words,
    fate,
    headline,
    main_metric,
    per_cent,
    scale,
    sentence,
    series_of,
    shown,
    strategies,
)
from cardsim.plots.style import (
    GREY,
    TITLE_LINE,
    Key,
    Words,
    colour_of,
    explain,
    extra_lines,
    page,
    wrapped,
)

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

PANEL_WIDTH, PANEL_HEIGHT = 4.0, 2.6  # inches
COLUMNS = 3
MOST_TICKS = 4
LEAST_APART = 2.0  # times, of two looks that are labelled
STARTER = "the starter"


@dataclass
class Looks:
    """What was seen of one group, look by look, in the unit of the axis.

    Parameters
    ----------
    n : list of int
        Boards.
    numbers : list of Number
        The estimate with its interval, where there is one yet.
    """

    n: list[int] = field(default_factory=list)
    numbers: list[Number] = field(default_factory=list)


def looks(run: Run, cell: dict[str, Any], metric: Metric) -> dict[str, Looks]:
    """Look at the starter, or at each strategy if there are several, as boards came in.

    At the looks of the run's schedule; of a run that was never looked at, those that it would
    have had.

    Parameters
    ----------
    run : Run
    cell : dict
        Its entry in the manifest.
    metric : Metric
        Of a seat.

    Returns
    -------
    dict of str to Looks
        By whose point of view it is.
    """
    shape = shape_of(cell)
    groups = watched(run.game, metric.name, shape.strategies, shape.seats)
    if len(strategies(cell)) == 1:
        groups = groups[:1]
    moments = [BoardMoments(2) for _ in groups]
    level, schedule = run.config.report.level, looks_of(run) or possible(run.plan)
    seen = [Looks() for _ in groups]
    for block in blocks_of(run.folder, shape, groups, run.manifest["blocks_done"]):
        for at, (group, of_group) in enumerate(zip(groups, moments, strict=True)):
            of_group.update(block.of(at))
            if of_group.n in schedule.boards or of_group.n == run.manifest["boards_done"]:
                found = estimate(of_group, group, level, schedule.critical_at(of_group.n))
                seen[at].n.append(of_group.n)
                seen[at].numbers.append(Number.scaled(
                    found.estimate, found.low, found.high, found.reason, scale(metric)
                ))
    return {_who(group): of_group for group, of_group in zip(groups, seen, strict=True)}


def _who(group: Group) -> str:
    return STARTER if group.kind == "from_starter" else group.member


def draw(run: Run) -> Figure:
    """Draw the running estimate of the main metric, a panel a cell.

    Raises
    ------
    InputError
        If the run estimates nothing of a seat.
    """
    metric = main_metric(run)
    cells, note = shown(run.manifest["cells"])
    series = series_of(cells)
    found = [looks(run, cell, metric) for cell in cells]
    names = list(dict.fromkeys(name for of_cell in found for name in of_cell))
    keys = [Key(name, colour_of(i)) for i, name in enumerate(names)]
    keys.append(Key(fair_words(metric), GREY, "", "--", thick=1.2))
    columns = min(COLUMNS, len(cells))
    rows = math.ceil(len(cells) / columns)
    titles = [wrapped(cell_name(cell, series), 24 if len(names) == 1 else 44) for cell in cells]
    height = (PANEL_HEIGHT + TITLE_LINE * extra_lines(titles)) * rows
    words = _words(run, metric, names, note)
    figure = page(max(7.6, PANEL_WIDTH * columns), height, words, keys)
    grid = figure.add_gridspec(rows, columns)
    for at, (cell, of_cell) in enumerate(zip(cells, found, strict=True)):
        axes = figure.add_subplot(grid[at // columns, at % columns])
        axes.set_title(titles[at])
        _draw_panel(axes, {name: (colour_of(names.index(name)), seen)
                           for name, seen in of_cell.items()})
        if axes.axison:
            _finish(axes, fair(run, cell, metric), next(iter(of_cell.values())).n)
            axes.set_ylabel(axis_label(metric) if at % columns == 0 else "")
            axes.set_xlabel("boards" if at + columns >= len(cells) else "")
    return figure


def _words(run: Run, metric: Metric, names: list[str], note: str) -> Words:
    whose = "of a strategy"
    if STARTER in names:
        alone = names == [STARTER]
        whose = "of the starter" + ("" if alone else " where all play one strategy, else " + whose)
    level = per_cent(run.config.report.level)
    told = [
        behind(run, fate(metric)),
        f"Bands: {level} intervals that hold at all looks shown together (group-sequential "
        "boundary, by board).", f"Point of view: {whose}.", note,
    ]
    return Words(
        headline(run, f"How sure is the answer in {run.game.title} by now?"),
        sentence(f"{metric.text} as boards come in"), " ".join(filter(None, told)),
    )


def _draw_panel(axes: Axes, found: dict[str, tuple[str, Looks]]) -> None:
    reasons = {}
    for name, (colour, seen) in found.items():
        banded = [at for at, number in enumerate(seen.numbers) if number.low is not None]
        if not banded:
            last = seen.numbers[-1].reason if seen.numbers else "no finished game to count"
            reasons[name] = str(last)
            continue
        _draw_band(axes, [seen.n[at] for at in banded], [seen.numbers[at] for at in banded], colour)
        if len(found) == 1:
            axes.set_title(seen.numbers[-1].text(), loc="right", fontsize=8.5, weight="normal")
    if len(reasons) == len(found):
        explain(axes, next(iter(reasons.values())), 44)
    elif reasons:
        told = "\n".join(wrapped(f"{name}: {why}", 50) for name, why in reasons.items())
        axes.text(0.03, 0.5, told, transform=axes.transAxes, fontsize=8, color=GREY, va="center",
                  style="italic", gid="reason",
                  bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.0})


def _draw_band(axes: Axes, n: list[int], numbers: list[Number], colour: str) -> None:
    low = [number.low or 0.0 for number in numbers]
    high = [number.high or 0.0 for number in numbers]
    axes.fill_between(n, low, high, color=colour, alpha=0.2, linewidth=0, gid="band")
    axes.vlines(n, low, high, color=colour, linewidth=0.8, alpha=0.6)
    axes.plot(n, [number.estimate or 0.0 for number in numbers], color=colour, marker="o",
              markersize=4, linewidth=1.6, gid="estimate")


def _finish(axes: Axes, line: float | None, n: list[int]) -> None:
    """Draw the line of equality, and label some of the looks."""
    if line is not None:
        axes.axhline(line, color=GREY, linestyle="--", linewidth=1.2, zorder=1, gid="fair")
    axes.set_xscale("log")
    axes.set_xlim(0.8 * n[0], 1.25 * n[-1])
    apart = max(LEAST_APART, (n[-1] / n[0]) ** (1 / MOST_TICKS))
    ticks = [n[-1]]
    for look in reversed(n):
        if ticks[-1] >= apart * look:
            ticks.append(look)
    axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
    axes.set_xticks([], minor=True)
    axes.grid(axis="y")
