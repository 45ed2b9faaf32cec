"""The two figures of a tournament: who beats whom, and the ratings."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardsim.analysis.tournament import Standing, elo
from cardsim.plots.draw import save_figure
from cardsim.plots.ratings import draw_ratings
from cardsim.plots.win_matrix import draw_win_matrix


def save_tournament(found: Standing, title: str, folder: Path) -> list[Path]:
    """Draw and write the win matrix and the ladder of ratings of a tournament.

    Parameters
    ----------
    found : Standing
    title : str
        Of the game.
    folder : Path

    Returns
    -------
    list of Path
        PNG and SVG of both.
    """
    boards = f"{found.boards:,} boards, {found.games:,} games"
    if found.unfinished:
        boards += f", {found.unfinished:,} of them unfinished and left out"
    share, low, high = _matrices(found)
    matrix = draw_win_matrix(
        found.names, share, low, high, title=f"{title}: who is placed above whom?",
        caption=f"{boards}. 95 % intervals: Wilson, clustered by board; ties count half.",
    )
    points = [elo(rating) for rating in found.ratings]
    strength, least, most = ([None if p is None else p[i] for p in points] for i in range(3))
    ladder = draw_ratings(
        found.names, strength, least, most, [rating.reason for rating in found.ratings],
        title=f"{title}: who is strongest?", unit="rating in Elo points, the mean of all being 0",
        caption=f"{boards}. Plackett–Luce; 95 % intervals from resampled boards.",
    )
    return [
        *save_figure(matrix, "win_matrix", folder), *save_figure(ladder, "ratings", folder)
    ]


def _matrices(found: Standing) -> list[np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """Return share, low and high as matrices, NaN where there is no number."""
    n = len(found.names)
    tables = [np.full((n, n), np.nan) for _ in range(3)]
    for i, row in enumerate(found.shares):
        for j, share in enumerate(row):
            if share is not None and share.estimate is not None:
                numbers = (share.estimate, share.low, share.high)
                for table, number in zip(tables, numbers, strict=True):
                    table[i, j] = number
    return tables
