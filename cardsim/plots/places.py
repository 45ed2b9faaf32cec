"""Who ends where? Places by strategy, or by seat where all play one strategy, as stacked bars."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_hex
from matplotlib.figure import Figure

from cardsim.analysis.groups import Block, CellShape, read_block
from cardsim.analysis.intervals import Estimate, clustered_proportion
from cardsim.analysis.looks import critical_of
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.summary import shape_of
from cardsim.engine.game import PLACE
from cardsim.plots.data import behind, cell_name, per_cent, series_of, shown, strategies
from cardsim.plots.style import (
    BLUE,
    GREY,
    INK,
    TITLE_LINE,
    VERMILLION,
    Key,
    Words,
    explain,
    extra_lines,
    page,
    wrapped,
)

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

Array = np.ndarray[Any, Any]

PANEL_WIDTH = 4.8  # inches
TITLE_LETTERS = 46
BAR = 0.3
AROUND = 0.62  # inches of a panel that are not bars
LEAST_SIDES = 2
ALONE = 2  # so many cells stand below each other; more stand in two columns
LABELLED = 6.0  # points in a hundred that have room for their number
MIDDLE = LinearSegmentedColormap.from_list("middle", ["#b9c7d3", "#ececec", "#e3cdb9"])


def draw(run: Run) -> Figure:
    """Draw the share of each place, a bar a strategy, or a bar a seat if there is one strategy."""
    cells, note = shown(run.manifest["cells"])
    series = series_of(cells)
    found = [places(run, cell) for cell in cells]
    columns = _columns(cells)
    rows = [list(range(at, min(at + columns, len(cells)))) for at in range(0, len(cells), columns)]
    bars = [max(len(found[at]) for at in row) for row in rows]
    keys = [Key("first place", BLUE, "s", "", thick=0)]
    if any(cell["teams"] > LEAST_SIDES for cell in cells):
        keys.append(Key("places between, in order", "#d5d5d5", "s", "", thick=0))
    keys.append(Key("last place", VERMILLION, "s", "", thick=0))
    width = max(8.0, PANEL_WIDTH * columns)
    names = [wrapped(cell_name(cell, series), TITLE_LETTERS) for cell in cells]
    titles = sum(extra_lines([names[at] for at in row]) for row in rows)
    height = sum(bars) * BAR + AROUND * len(rows) + TITLE_LINE * titles
    figure = page(width, height, _words(run, found, note), keys)
    grid = figure.add_gridspec(len(rows), columns, height_ratios=bars)
    for row, members in enumerate(rows):
        for column, at in enumerate(members):
            axes = figure.add_subplot(grid[row, column])
            axes.set_title(names[at])
            _draw_bars(axes, found[at], bars[row], row == len(rows) - 1)
    return figure


def _columns(cells: list[dict[str, Any]]) -> int:
    """Return how many panels stand side by side: numbers of players, if they are two or three."""
    seats = len({cell["seats"] for cell in cells})
    if seats in (2, 3) and len(cells) % seats == 0 and len(cells) > seats:
        return seats
    return 1 if len(cells) <= ALONE else 2


def places(run: Run, cell: dict[str, Any]) -> dict[str, list[Estimate]]:
    """Estimate the share of each place, by strategy or by seat from the starter.

    Parameters
    ----------
    run : Run
    cell : dict
        Its entry in the manifest.

    Returns
    -------
    dict of str to list of Estimate
        For each strategy or seat, the share of each place from the first.
    """
    shape = shape_of(cell)
    names = strategies(cell)
    by_seat = len(names) == 1
    if by_seat:
        names = ["starts", *(f"+{seat}" for seat in range(1, shape.seats))]
    moments = [BoardMoments(2) for _ in range(len(names) * shape.teams)]
    for block in range(run.manifest["blocks_done"]):
        read = read_block(run.folder, shape, block, [PLACE])
        counts = _features(
            np.nan_to_num(read.values(PLACE)).astype(np.int64), _members(read, shape, by_seat),
            shape.teams,
        )
        for at, of_place in enumerate(moments):
            of_place.update(counts[:, [at, len(moments) + at // shape.teams]])
    level, critical = run.config.report.level, critical_of(run)
    return {
        name: [
            clustered_proportion(moments[at * shape.teams + place], 0, 1, level, critical)
            for place in range(shape.teams)
        ]
        for at, name in enumerate(names)
    }


def _members(read: Block, shape: CellShape, by_seat: bool) -> Array:
    """Return the number of the bar each seat counts in, −1 for none; shape as the places."""
    if not by_seat:
        names = list(dict.fromkeys(shape.strategies))
        numbers = np.array([names.index(name) for name in shape.strategies])
        bars: Array = numbers[read.players]
        return bars
    relative = np.empty_like(read.from_starter)
    places_after = np.broadcast_to(np.arange(shape.seats), relative.shape)
    np.put_along_axis(relative, read.from_starter, places_after, axis=2)
    return np.where(read.started[:, :, None], relative, -1)


def _features(place: Array, member: Array, n_places: int) -> Array:
    """Count, on each board, the places of each bar, then all its places."""
    boards, n_bars = len(place), int(member.max()) + 1
    counted = (place > 0) & (member >= 0)
    cell = member.astype(np.int64) * n_places + place - 1
    at = np.arange(boards)[:, None, None] * (n_bars * n_places) + cell
    counts = np.bincount(at[counted], minlength=boards * n_bars * n_places)
    counts = counts.reshape(boards, n_bars, n_places).astype(np.float64)
    return np.concatenate([counts.reshape(boards, -1), counts.sum(axis=2)], axis=1)


def _words(run: Run, found: list[dict[str, list[Estimate]]], note: str) -> Words:
    widths = [
        each.half_width for of_cell in found for bar in of_cell.values() for each in bar
        if each.half_width is not None
    ]
    widest = ""
    if widths:
        level, most = per_cent(run.config.report.level), math.ceil(1000 * max(widths)) / 10
        widest = f"{level} intervals (fitted gamma, clustered by board) reach {most:.1f} points at most."
    mixed = [len(strategies(cell)) > 1 for cell in run.manifest["cells"]]
    by, view = "seat", "of a seat, counted from the starter"
    if all(mixed):
        by, view = "strategy", "of a strategy, over all its seats"
    elif any(mixed):
        by = "strategy, or by seat where all play one strategy"
        view = "of a strategy over all its seats, or of a seat counted from the starter"
    told = [behind(run, "left out"), widest, f"Point of view: {view}.", note]
    return Words(
        f"Who ends where in {run.game.title}?", f"Share of each place by {by}, points in a hundred",
        " ".join(filter(None, told)),
    )


def _draw_bars(axes: Axes, found: dict[str, list[Estimate]], room: int, last: bool) -> None:
    reasons = [each.reason for bar in found.values() for each in bar if each.reason]
    if len(reasons) == sum(len(bar) for bar in found.values()):
        explain(axes, reasons[0], 60)
        return
    for y, bar in enumerate(found.values()):
        left = 0.0
        for place, each in enumerate(bar):
            share = 100 * (each.estimate or 0.0)
            axes.barh(y, share, left=left, height=0.8, color=_colour(place, len(bar)),
                      edgecolor="white", linewidth=0.8)
            if share >= LABELLED:
                dark = place in (0, len(bar) - 1)
                axes.text(left + share / 2, y, f"{share:.0f}", ha="center", va="center",
                          fontsize=8, color="white" if dark else INK, gid="share")
            left += share
        if bar[0].reason:
            axes.text(1, y, wrapped(f"no number: {bar[0].reason}", 75), va="center", fontsize=8,
                      color=GREY, style="italic", gid="reason")
    axes.set_yticks(range(len(found)), [wrapped(name, 24) for name in found])
    axes.tick_params(axis="y", length=0)
    axes.set_ylim(room - 0.5, -0.5)
    axes.set_xlim(0, 100)
    axes.spines["left"].set_visible(False)
    if last:
        axes.set_xlabel("points in a hundred")


def _colour(place: int, n_places: int) -> str:
    if place == 0:
        return BLUE
    if place == n_places - 1:
        return VERMILLION
    return to_hex(MIDDLE((place - 1) / max(n_places - 3, 1)))
