"""Does the seat matter? The main metric by seat, counted from the starter."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from cardsim.analysis.compare import FIXED_SUM
from cardsim.analysis.seats import confounded
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
    interval_words,
    main_metric,
    methods,
    numbers,
    sentence,
    series_of,
    shown,
    strategies,
)
from cardsim.plots.style import GREY, Key, Words, colour_of, explain, page, wrapped

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

MOST_COLOURS = 4  # series that share a panel; more get panels of their own
ROW = 30.0  # seats that stand side by side in a row of panels
GAP = 2.0  # between panels, in seats
ROOM = 1.15  # of the y axis beyond the farthest interval
NARROWEST = 7.6  # inches
SEAT = 0.36  # width, inches
SERIES = 0.04  # more for each series, inches
PANEL = 2.5  # height, inches
SPREAD = 0.6  # of a seat, over which its series are spread


def draw(run: Run) -> Figure:
    """Draw the main metric by seat, with intervals and the line of equality.

    Raises
    ------
    InputError
        If the run estimates nothing of a seat.
    """
    metric = main_metric(run)
    cells, note = shown(run.manifest["cells"])
    series = series_of(cells)
    same_line = metric.name in FIXED_SUM  # else each cell has a mean of its own
    panels = _panels(cells, same_line and len(series) <= MOST_COLOURS)
    rows = _rows(panels)
    widest = max(sum(_width(panel) for panel in row) for row in rows)
    coloured = any(len(panel) > 1 for panel in panels)
    keys = [Key(name, colour_of(i)) for i, name in enumerate(series.values())] if coloured else []
    keys = keys or [Key(interval_words(run), colour_of(0))]
    keys.append(Key(fair_words(metric), GREY, "", "--", thick=1.2))
    seat = SEAT + SERIES * (max(map(len, panels)) - 1)
    width = max(NARROWEST, 1.2 + widest * seat)
    figure = page(width, PANEL * len(rows) + 0.3, _words(run, metric, len(panels), note), keys)
    grid = figure.add_gridspec(len(rows), 1)
    values = {cell["cell"]: numbers(run, cell, metric, "from_starter") for cell in cells}
    lines = {cell["cell"]: fair(run, cell, metric) for cell in cells}
    reach = _reach(values, lines)
    for at, row in enumerate(rows):
        ratios = [_width(panel) for panel in row]
        ratios += [widest - sum(ratios)] if widest > sum(ratios) else []
        inner = grid[at].subgridspec(1, len(ratios), width_ratios=ratios)
        for column, panel in enumerate(row):
            axes = figure.add_subplot(inner[column])
            first = panel[0]
            name = f"{first['seats']} players" if coloured else cell_name(first, series)
            axes.set_title(wrapped(name, max(12, round(_width(panel) * 5))))
            colours = {pair: colour_of(i) for i, pair in enumerate(series)}
            _draw_panel(axes, panel, values, colours if coloured else {})
            _finish(axes, first, lines[first["cell"]], reach)
            if column == 0 and axes.axison:
                axes.set_ylabel(axis_label(metric))
    return figure


def _words(run: Run, metric: Metric, panels: int, note: str) -> Words:
    cells = run.manifest["cells"]
    mixed = any(len(strategies(cell)) > 1 for cell in cells)
    kept = any(confounded(cell) for cell in cells)
    told = [
        behind(run, fate(metric)), methods(run, metric, "from_starter"),
        "Point of view: of each seat.",
        "The same scale in all panels." if panels > 1 else "",
        "Who starts may depend on the strategy, so that seats differ by strategy too; "
        "compare --by seats compares within strategies." if mixed else "",
        "Where each player keeps one seat, strategies and seats are one and the same." if kept
        else "", note,
    ]
    return Words(
        headline(run, f"Does it matter where you sit in {run.game.title}?"),
        sentence(f"{metric.text}, by seat, counted from the seat that starts"),
        " ".join(filter(None, told)),
    )


def _panels(cells: list[dict[str, Any]], together: bool) -> list[list[dict[str, Any]]]:
    """Return the cells of each panel: all of a number of players together, or each alone."""
    if not together:
        return [[cell] for cell in cells]
    by_sides: dict[tuple[int, int], list[dict[str, Any]]] = {}
    for cell in cells:
        by_sides.setdefault((cell["seats"], cell["teams"]), []).append(cell)
    return list(by_sides.values())


def _width(panel: list[dict[str, Any]]) -> float:
    return float(panel[0]["seats"]) + GAP


def _rows(panels: list[list[dict[str, Any]]]) -> list[list[list[dict[str, Any]]]]:
    """Return panels in rows that are not too wide."""
    rows: list[list[list[dict[str, Any]]]] = [[]]
    for panel in panels:
        if rows[-1] and sum(map(_width, rows[-1])) + _width(panel) > ROW:
            rows.append([])
        rows[-1].append(panel)
    return rows


def _reach(values: dict[int, dict[str, Number]], lines: dict[int, float | None]) -> float:
    """Return how far from the line of equality any interval reaches."""
    far = 0.0
    for cell, of_cell in values.items():
        line = lines[cell]
        for number in of_cell.values():
            if line is not None and number.low is not None and number.high is not None:
                far = max(far, line - number.low, number.high - line)
    return ROOM * far


def _draw_panel(
    axes: Axes, panel: list[dict[str, Any]], values: dict[int, dict[str, Number]],
    colours: dict[tuple[str, str], str],
) -> None:
    there = 0
    for at, cell in enumerate(panel):
        of_cell = values[cell["cell"]]
        aside = SPREAD * ((at + 0.5) / len(panel) - 0.5)
        colour = colours.get((cell["variant"], cell["lineup"]), colour_of(0))
        drawn = [(int(s), number) for s, number in of_cell.items() if number.estimate is not None]
        there += len(drawn)
        x = [seat + aside for seat, _ in drawn]
        y = [number.estimate or 0.0 for _, number in drawn]
        low = [number.low or 0.0 for _, number in drawn]
        high = [number.high or 0.0 for _, number in drawn]
        axes.vlines(x, low, high, color=colour, linewidth=1.8)
        axes.plot(x, y, color=colour, marker="o", markersize=5, linestyle="none", gid="points")
    reasons = list(dict.fromkeys(
        number.reason for cell in panel for number in values[cell["cell"]].values()
        if number.reason
    ))
    if not there:
        explain(axes, reasons[0], 6 * _width(panel))
    elif reasons:
        axes.text(0.02, 0.02, wrapped(f"no number: {reasons[0]}", 40), fontsize=8,
                  transform=axes.transAxes, color=GREY, style="italic", gid="reason")


def _finish(axes: Axes, cell: dict[str, Any], line: float | None, reach: float) -> None:
    """Draw the line of equality and label the seats."""
    if not axes.axison:
        return
    seats = cell["seats"]
    axes.set_xlim(-0.6, seats - 0.4)
    axes.set_xticks(range(seats), ["starts", *(f"+{seat}" for seat in range(1, seats))])
    axes.set_xlabel("seat")
    axes.tick_params(axis="x", length=0, labelsize=8.5)
    axes.grid(axis="y")
    axes.locator_params(axis="y", nbins=5)
    if line is not None:
        axes.axhline(line, color=GREY, linestyle="--", linewidth=1.2, zorder=1, gid="fair")
        axes.set_ylim(line - reach, line + reach)
        ticks = [float(tick) for tick in axes.get_yticks()]
        inside = [tick for tick in ticks if abs(tick - line) < reach]
        axes.set_yticks([tick for tick in inside if line < 0 or tick >= 0])
