"""Who beats whom: shares of wins, row against column, with their intervals."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from numpy.typing import ArrayLike

from cardsim.engine.errors import InputError
from cardsim.plots.style import GREY, INK, Words, page, settle, styled, wrapped

CELL = 0.82, 0.52  # inches
MOST_INCHES = 11.0
COLOURS = LinearSegmentedColormap.from_list(
    "beats", ["#D55E00", "#f2c9a8", "#f7f7f7", "#a6cbe3", "#0072B2"]
)
DARK = 0.38  # a share this far from one half has a dark ground
EVEN = 0.5
UPRIGHT = 9  # letters of the longest name that stands upright above its column
SLANTED = 18  # letters of the longest name that stands there at all; longer ones have numbers
MANY = 9  # players from which on cells are narrow


@styled
def draw_win_matrix(
    names: Sequence[str], share: ArrayLike, low: ArrayLike, high: ArrayLike,
    sure: ArrayLike | None = None, *, title: str = "Who beats whom?", caption: str = "",
) -> Figure:
    """Draw how often each player is placed above each other one.

    Parameters
    ----------
    names : sequence of str
        Players, in the order of rows and columns.
    share, low, high : array, shape (players, players)
        Row above column, from 0 to 1, with the interval; NaN where there is none.
    sure : array of bool, shape (players, players), optional
        Where it is sure who is above, all pairs being looked at: bold. Without it, where
        the interval is clear of one half; then the intervals should hold together.
    title, caption : str
        The question; boards, interval level and method.

    Raises
    ------
    InputError
        If there is no player, or a matrix has another shape.
    """
    n = len(names)
    tables = [np.asarray(table, dtype=np.float64) for table in (share, low, high)]
    clear = (tables[1] > EVEN) | (tables[2] < EVEN) if sure is None else np.asarray(sure) > 0
    tables.append(clear.astype(np.float64))
    if n == 0 or any(table.shape != (n, n) for table in tables):
        shapes = ", ".join(str(table.shape) for table in tables)
        raise InputError(f"win_matrix: {n} names do not fit matrices of shapes {shapes}.")
    words = Words(
        title, "How often the row is placed above the column, points in a hundred; "
        "bold where it is sure which is above", caption,
    )
    width = min(MOST_INCHES, max(6.4, CELL[0] * n + 2.6))
    figure = page(width, CELL[1] * n + 1.5, words)
    axes = figure.add_subplot()
    shown = np.ma.masked_invalid(np.where(np.eye(n, dtype=bool), np.nan, tables[0]))
    axes.imshow(shown, cmap=COLOURS, vmin=0, vmax=1, aspect="auto")
    for row in range(n):
        for column in range(n):
            if row != column:
                _label(axes, row, column, *(float(table[row, column]) for table in tables))
    _name_players(axes, list(names))
    return settle(figure)


def _name_players(axes: Axes, names: list[str]) -> None:
    """Write the names along both sides, and white lines between the cells.

    Names too long to stand above a column have a number there, which the row tells.
    """
    n, longest = len(names), max(map(len, names))
    above = names if longest <= SLANTED else [str(i + 1) for i in range(n)]
    beside = names if above is names else [f"{i + 1}  {name}" for i, name in enumerate(names)]
    upright = all(len(name) <= UPRIGHT for name in above)
    axes.set_xticks(range(n), above, rotation=0 if upright else 35,
                    ha="center" if upright else "left", rotation_mode="anchor")
    axes.set_yticks(range(n), [wrapped(name, 24) for name in beside])
    axes.xaxis.tick_top()
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)
    axes.set_xticks(np.arange(n + 1) - 0.5, minor=True)
    axes.set_yticks(np.arange(n + 1) - 0.5, minor=True)
    axes.grid(which="minor", color="white", linewidth=2)
    axes.tick_params(which="minor", length=0)


def _label(
    axes: Axes, row: int, column: int, share: float, low: float, high: float, sure: float
) -> None:
    if np.isnan(share):
        axes.text(column, row, "no number", ha="center", va="center", fontsize=7.5, color=GREY,
                  style="italic", gid="reason")
        return
    colour = "white" if abs(share - EVEN) > DARK else INK
    axes.text(column, row - 0.15, f"{100 * share:.1f}", ha="center", va="center", color=colour,
              weight="bold" if sure else "normal", gid="share")
    narrow = axes.get_xlim()[1] > MANY
    axes.text(column, row + 0.22, f"{100 * low:.1f} to {100 * high:.1f}", ha="center",
              va="center", fontsize=5.8 if narrow else 7, color=colour, gid="interval")
