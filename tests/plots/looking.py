"""What tests read off a figure."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.text import Text


def points(axes: Axes, gid: str) -> list[tuple[float, float]]:
    """Return the points of all lines of that id, in the order they were drawn."""
    found = []
    for line in axes.lines:
        if line.get_gid() == gid:
            x, y = np.atleast_1d(line.get_xdata()), np.atleast_1d(line.get_ydata())
            found += list(zip(x.tolist(), y.tolist(), strict=True))
    return found


def texts(figure: Figure, gid: str) -> list[str]:
    """Return the texts of that id, in single lines."""
    return [
        " ".join(text.get_text().split())
        for text in figure.findobj(Text) if text.get_gid() == gid
    ]


def numbers(text: str) -> list[float]:
    """Return the numbers in a text such as "−1.2 (−2.0 to −0.4)"."""
    cleaned = text.replace("\N{MINUS SIGN}", "-").replace(",", "")
    for sign in "()":
        cleaned = cleaned.replace(sign, " ")
    return [float(word) for word in cleaned.split() if word != "to"]
