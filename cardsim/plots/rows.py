"""Estimates as rows: a name, a point with its interval, the number in figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from matplotlib.axes import Axes

from cardsim.plots.data import Number
from cardsim.plots.style import BLUE, GREY, INK, wrapped

NAME_LETTERS = 34
REASON_LETTERS = 75
HEIGHT = 0.27  # of a row, inches
LINE = 0.16  # of a further line of a name, inches


@dataclass(frozen=True)
class Row:
    """One estimate, or a heading if it has no number.

    Parameters
    ----------
    name : str
    number : Number or None
        None makes the row a heading.
    colour : str
    outer : (float, float) or None
        A wider interval behind the first: of a family.
    filled : bool
        Whether the point is filled.
    """

    name: str
    number: Number | None
    colour: str = BLUE
    outer: tuple[float, float] | None = None
    filled: bool = True


def height_of(rows: Sequence[Row]) -> float:
    """Return the height that rows need, in inches."""
    return sum(map(_height, rows))


def draw_rows(axes: Axes, rows: Sequence[Row], unit: str, line: float | None) -> None:
    """Draw estimates from top to bottom, numbers at the right, reasons in their place.

    Parameters
    ----------
    axes : Axes
    rows : sequence of Row
    unit : str
        Along the axis.
    line : float or None
        Where to draw the line that all are measured by.
    """
    there = any(row.number is not None and row.number.estimate is not None for row in rows)
    edge, places = 0.0, []
    for row in rows:
        places.append(-(edge + _height(row) / 2))
        edge += _height(row)
    if line is not None and there:
        axes.axvline(line, color=GREY, linestyle="--", linewidth=1.2, zorder=1, gid="line")
    for row, y in zip(rows, places, strict=True):
        _draw_row(axes, row, y)
    axes.set_ylim(-edge - 0.05, 0.05)
    axes.set_yticks(places, [wrapped(row.name, NAME_LETTERS) for row in rows])
    for label, row in zip(axes.get_yticklabels(), rows, strict=True):
        if row.number is None:
            label.set_fontweight("bold")
    axes.tick_params(axis="y", length=0)
    axes.spines["left"].set_visible(False)
    axes.grid(axis="x")
    axes.set_xlabel(unit.replace("\n", " "))
    if there:
        axes.locator_params(axis="x", nbins=7)
        _look_around(axes, rows, line)
    else:
        axes.set_xticks([])


def _height(row: Row) -> float:
    return HEIGHT + LINE * wrapped(row.name, NAME_LETTERS).count("\n")


def _draw_row(axes: Axes, row: Row, y: float) -> None:
    number = row.number
    if number is None:
        return
    if number.estimate is None or number.low is None or number.high is None:
        axes.annotate(
            wrapped(number.text(), REASON_LETTERS), (0.02, y), xycoords=("axes fraction", "data"),
            va="center", fontsize=8.5, color=GREY, style="italic", gid="reason",
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 1.0},
        )
        return
    if row.outer is not None:
        axes.hlines(y, *row.outer, color=row.colour, linewidth=1.0)
    axes.hlines(y, number.low, number.high, color=row.colour, linewidth=2.6)
    axes.plot(
        number.estimate, y, marker="o", markersize=6, color=row.colour, gid="point",
        markerfacecolor=row.colour if row.filled else "white",
    )
    axes.annotate(
        number.text(), (1.02, y), xycoords=("axes fraction", "data"), va="center",
        fontsize=8.5, color=INK, annotation_clip=False, gid="number",
    )


def _look_around(axes: Axes, rows: Sequence[Row], line: float | None) -> None:
    """Set the limits of the axis around all that is drawn, even if it is one number."""
    ends = [] if line is None else [line]
    for row in rows:
        if row.number is not None and row.number.low is not None:
            ends += [row.number.low, row.number.high or 0.0, *(row.outer or ())]
    room = 0.05 * (max(ends) - min(ends)) or 1.0
    axes.set_xlim(min(ends) - room, max(ends) + room)
