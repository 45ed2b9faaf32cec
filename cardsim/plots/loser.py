"""Which strategy loses? The main metric by strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from matplotlib.figure import Figure

from cardsim.engine.errors import InputError
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
from cardsim.plots.rows import Row, draw_rows, height_of
from cardsim.plots.style import (
    BLUE,
    GREY,
    TITLE_LINE,
    WIDTH,
    Key,
    Words,
    extra_lines,
    page,
    wrapped,
)

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

TITLE_LETTERS = 80
AROUND = 0.8  # inches of a panel that are not rows


def draw(run: Run) -> Figure:
    """Draw the main metric by strategy, with intervals and the line of equality.

    Raises
    ------
    InputError
        If no cell has two strategies, or the run estimates nothing of a seat.
    """
    metric = main_metric(run)
    mixed = [cell for cell in run.manifest["cells"] if len(strategies(cell)) > 1]
    if not mixed:
        raise InputError(
            "in every line-up of this run all players have one strategy, whose "
            f"{metric.text} is the mean of all seats whatever it does; name several in [lineup]."
        )
    cells, note = shown(mixed)
    series = series_of(cells)
    values = {cell["cell"]: numbers(run, cell, metric, "strategy") for cell in cells}
    panels = [_rows(values[cell["cell"]], metric.good) for cell in cells]
    names = [wrapped(cell_name(cell, series), TITLE_LETTERS) for cell in cells]
    heights = [height_of(rows) for rows in panels]
    around = sum(AROUND + TITLE_LINE * extra_lines([name]) for name in names)
    keys = [Key(interval_words(run), BLUE), Key(fair_words(metric), GREY, "", "--", thick=1.2)]
    figure = page(WIDTH, sum(heights) + around, _words(run, metric, note), keys)
    grid = figure.add_gridspec(len(panels), 1, height_ratios=heights)
    first = None
    for at, (cell, rows) in enumerate(zip(cells, panels, strict=True)):
        first = axes = figure.add_subplot(grid[at], sharex=first)
        axes.set_title(names[at])
        unit = axis_label(metric) if cell is cells[-1] else ""
        draw_rows(axes, rows, unit, fair(run, cell, metric))
    _look_around_all(figure)
    return figure


def _words(run: Run, metric: Metric, note: str) -> Words:
    best = {1: "most first", -1: "least first"}.get(metric.good, "most first")
    told = [
        behind(run, fate(metric)), methods(run, metric, "strategy"),
        "Point of view: of a strategy, over all its seats.", note,
    ]
    return Words(
        headline(run, f"Which strategy does best in {run.game.title}?"),
        sentence(f"{metric.text} by strategy, {best}"), " ".join(filter(None, told)),
    )


def _rows(values: dict[str, Number], good: int) -> list[Row]:
    """Return strategies from best to worst, those without a number last."""
    def rank(item: tuple[str, Number]) -> float:
        estimate = item[1].estimate
        return float("inf") if estimate is None else estimate * (1 if good < 0 else -1)

    return [Row(name, number) for name, number in sorted(values.items(), key=rank)]


def _look_around_all(figure: Figure) -> None:
    """Give all panels the limits that hold everything."""
    limits: list[Any] = [axes.get_xlim() for axes in figure.axes if axes.lines]
    if limits:
        low, high = min(low for low, _ in limits), max(high for _, high in limits)
        figure.axes[0].set_xlim(low, high)
