"""How every figure looks: one page with a question, a picture, and what stands behind it.

Figures are made without pyplot, so that neither a backend nor a setting of the user's changes.
"""

from __future__ import annotations

import io
import math
import textwrap
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Literal, ParamSpec, TypeVar

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.layout_engine import ConstrainedLayoutEngine
from matplotlib.lines import Line2D

# Okabe & Ito (2008), "Color universal design": told apart by nearly everybody.
PALETTE = (
    "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#F0E442",
)
BLUE, VERMILLION = PALETTE[:2]
INK, GREY, PALE = "#222222", "#6b6b6b", "#e4e4e4"

DPI = 150
WIDTH = 9.0  # inches
MARGIN = 0.15
TITLE, SUBTITLE, CAPTION = 13.0, 10.0, 8.5  # points
LINE_HEIGHT = 1.3
DIGITS = 5  # of an edge of a panel, as a part of the page
LETTER = 0.56  # mean width of a letter, in its size
LEGEND_ROW = 0.2  # of one line, inches
BODY = 9.5  # points
TITLE_LINE = 0.19  # of a panel's title, inches
HANDLE = 0.55  # inches, of a legend's entry before its words

RC: dict[Any, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": BODY,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.titleweight": "bold",
    "axes.titlecolor": INK,
    "axes.labelcolor": INK,
    "axes.edgecolor": GREY,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "grid.color": PALE,
    "xtick.color": GREY,
    "ytick.color": GREY,
    "xtick.labelcolor": INK,
    "ytick.labelcolor": INK,
    "text.color": INK,
    "text.parse_math": False,  # a name may hold a dollar sign
    "figure.facecolor": "white",
    "savefig.facecolor": "white",
    "svg.fonttype": "path",
    "svg.hashsalt": "cardsim",  # the same figure, the same bytes
}

P = ParamSpec("P")
R = TypeVar("R")


def styled(function: Callable[P, R]) -> Callable[P, R]:
    """Make a function draw in this style, and leave the user's as it is."""

    @wraps(function)
    def inside(*args: P.args, **kwargs: P.kwargs) -> R:
        with mpl.rc_context(RC):
            return function(*args, **kwargs)

    return inside


class Page(Figure):
    """A figure that a notebook shows by itself."""

    @styled
    def _repr_png_(self) -> bytes:
        buffer = io.BytesIO()
        self.savefig(buffer, format="png", dpi=DPI)
        return buffer.getvalue()


@dataclass(frozen=True)
class Words:
    """What is written around a picture.

    Parameters
    ----------
    title : str
        The question.
    subtitle : str
        What is drawn, and in which unit.
    caption : str
        Boards, games, intervals, point of view.
    """

    title: str
    subtitle: str
    caption: str


@dataclass(frozen=True)
class Key:
    """One entry of a legend.

    Parameters
    ----------
    label, colour : str
    marker, line : str
        In Matplotlib's letters; "" for none.
    """

    label: str
    colour: str
    marker: str = "o"
    line: Literal["-", "--", ""] = "-"
    filled: bool = True
    thick: float = 1.6


def page(width: float, height: float, words: Words, keys: Sequence[Key] = ()) -> Page:
    """Return an empty page with words around the room for a picture.

    Parameters
    ----------
    width, height : float
        Of the room for the picture, in inches, labels of axes included.
    words : Words
    keys : sequence of Key
        The legend, between words and picture.
    """
    title = _wrapped(words.title, width, TITLE * 1.1)
    subtitle = _wrapped(words.subtitle, width, SUBTITLE)
    caption = _wrapped(words.caption, width, CAPTION)
    labels = [_wrapped(key.label, width - HANDLE, BODY) for key in keys]
    columns, legend = _legend_shape(labels, width)
    head = MARGIN + _lines(title, TITLE) + _lines(subtitle, SUBTITLE) + 0.1
    top = head + legend
    bottom = MARGIN + _lines(caption, CAPTION) + 0.08
    whole = top + height + bottom
    figure = Page(figsize=(width, whole))
    FigureCanvasAgg(figure)
    room = (MARGIN / width, bottom / whole, 1 - 2 * MARGIN / width, height / whole)
    figure.set_layout_engine(ConstrainedLayoutEngine(rect=room, w_pad=0.06, h_pad=0.06))
    left, y = MARGIN / width, 1 - MARGIN / whole
    spacing: dict[str, Any] = {"linespacing": LINE_HEIGHT, "va": "top", "ha": "left"}
    figure.text(left, y, title, fontsize=TITLE, weight="bold", gid="title", **spacing)
    y -= _lines(title, TITLE) / whole
    figure.text(left, y, subtitle, fontsize=SUBTITLE, color=GREY, gid="subtitle", **spacing)
    y = (bottom - 0.08) / whole
    figure.text(left, y, caption, fontsize=CAPTION, color=GREY, gid="caption", **spacing)
    if keys:
        figure.legend(
            handles=[_handle(*each) for each in zip(keys, labels, strict=True)],
            ncols=columns, loc="upper left",
            bbox_to_anchor=(left, 1 - head / whole), borderaxespad=0, borderpad=0,
            frameon=False, handlelength=1.8, columnspacing=1.6, labelspacing=0.35,
        )
    return figure


def settle(figure: Figure) -> Figure:
    """Lay a figure out for good, and return it.

    The solver of the layout answers with another last digit from time to time; rounded, the same
    figure is the same bytes.
    """
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    for axes in figure.axes:
        x0, y0, x1, y1 = (round(float(edge), DIGITS) for edge in axes.get_position().extents)
        axes.set_position((x0, y0, x1 - x0, y1 - y0))
    return figure


def words_of(figure: Figure) -> Words:
    """Return what is written around a figure, in single lines."""
    texts = {text.get_gid(): " ".join(text.get_text().split()) for text in figure.texts}
    return Words(texts["title"], texts["subtitle"], texts["caption"])


def explain(axes: Axes, reason: str, width: float = 40) -> None:
    """Put a reason where a picture would be."""
    axes.set_axis_off()
    axes.set_title(axes.get_title(loc="left"))
    axes.text(
        0.5, 0.5, textwrap.fill(reason, round(width)), transform=axes.transAxes, ha="center",
        va="center", color=GREY, style="italic", gid="reason",
    )


def extra_lines(names: Sequence[str]) -> int:
    """Return how many lines the longest of some wrapped names has beyond its first."""
    return max(name.count("\n") for name in names)


def wrapped(name: str, width: int = 28) -> str:
    """Return a name in lines of at most so many letters."""
    return "\n".join(textwrap.wrap(name, width)) or name


def colour_of(at: int) -> str:
    """Return the colour of a series, by its number."""
    return PALETTE[at % len(PALETTE)]


def _wrapped(text: str, width: float, size: float) -> str:
    letters = int((width - 2 * MARGIN) * 72 / (size * LETTER))
    return "\n".join(textwrap.wrap(text, letters))


def _lines(text: str, size: float) -> float:
    """Return the height of a text, in inches."""
    return (text.count("\n") + 1) * size * LINE_HEIGHT / 72 if text else 0.0


def _legend_shape(labels: Sequence[str], width: float) -> tuple[int, float]:
    """Return the columns of a legend that fit, and its height in inches."""
    if not labels:
        return 1, 0.0
    widths = [
        max(len(line) for line in label.split("\n")) * BODY * LETTER / 72 + HANDLE
        for label in labels
    ]
    columns, rows = 1, len(labels)
    for n in range(len(labels), 0, -1):  # a legend is filled column by column
        rows = math.ceil(len(labels) / n)
        columns = math.ceil(len(labels) / rows)
        if sum(max(widths[at:at + rows]) for at in range(0, len(labels), rows)) <= width - 0.3:
            break
    most = [max(label.count("\n") + 1 for label in labels[row::rows]) for row in range(rows)]
    return columns, sum(most) * LEGEND_ROW + 0.05


def _handle(key: Key, label: str) -> Line2D:
    return Line2D(
        [], [], color=key.colour, marker=key.marker, linestyle=key.line,
        linewidth=key.thick, markersize=6, label=label,
        markerfacecolor=key.colour if key.filled else "white",
    )
