"""The ladder of ratings, from the strongest down, with intervals."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.figure import Figure

from cardsim.engine.errors import InputError
from cardsim.plots.data import Number
from cardsim.plots.rows import Row, draw_rows, height_of
from cardsim.plots.style import BLUE, GREY, WIDTH, Key, Words, page, settle, styled

NATURAL = "strength (natural logarithm; +0.7 is chosen twice as often)"


@styled
def draw_ratings(  # noqa: PLR0913 - a rating has a name, three numbers and a reason
    names: Sequence[str], rating: Sequence[float | None], low: Sequence[float | None],
    high: Sequence[float | None], reasons: Sequence[str | None] | None = None, *,
    parts: Sequence[int | None] | None = None,
    title: str = "Who is strongest?", unit: str = NATURAL, caption: str = "",
) -> Figure:
    """Draw ratings as a ladder, the strongest first; a reason stands in a number's place.

    Parameters
    ----------
    names : sequence of str
    rating, low, high : sequence of float or None
        Relative to the mean of all rated players.
    reasons : sequence of str or None, optional
        Why a player has no rating.
    parts : sequence of int or None, optional
        Which players are rated together. The order is kept then, best first, and each
        part of several has a heading.
    title, unit, caption : str
        The question; what stands along the axis; boards, interval level and method.

    Raises
    ------
    InputError
        If there is no player, or the sequences differ in length.
    """
    why = list(reasons) if reasons is not None else [None] * len(names)
    if not names or len({len(each) for each in (names, rating, low, high, why)}) > 1:
        raise InputError(
            f"ratings: {len(names)} names do not fit {len(rating)} ratings, {len(low)} and "
            f"{len(high)} ends of intervals and {len(why)} reasons."
        )
    numbers = [
        Number.scaled(estimate, below, above, reason, signed=True)
        for estimate, below, above, reason in zip(rating, low, high, why, strict=True)
    ]
    rows = [Row(name, number) for name, number in zip(names, numbers, strict=True)]
    if parts is None:
        rows.sort(key=lambda row: (_height(row) is None, -(_height(row) or 0.0)))
    else:
        rows = _with_headings(rows, list(parts))
    keys = [Key("rating and interval", BLUE), Key("mean of the rated", GREY, "", "--", thick=1.2)]
    words = Words(title, "Ratings from the strongest down", caption)
    figure = page(WIDTH, height_of(rows) + 0.8, words, keys)
    draw_rows(figure.add_subplot(), rows, unit, 0.0)
    return settle(figure)


def _height(row: Row) -> float | None:
    return None if row.number is None else row.number.estimate


def _with_headings(rows: list[Row], parts: list[int | None]) -> list[Row]:
    """Put a heading before each part, if there are several."""
    if len({part for part in parts if part is not None}) < 2:
        return rows
    shown: list[Row] = []
    at: int | None = None
    for row, part in zip(rows, parts, strict=True):
        if part is not None and part != at:
            at = part
            shown.append(Row(f"rated together ({part + 1})", None))
        shown.append(row)
    return shown
