"""The two figures of a tournament: who beats whom, and the ratings."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from cardsim.analysis.standing import Standing, elo
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
    share, low, high, sure = _matrices(found)
    level = f"{100 * found.level:g} %"
    matrix = draw_win_matrix(
        found.names, share, low, high, sure, title=f"{title}: who is placed above whom?",
        caption=f"{boards}. {level} intervals, by board, that hold for all pairs together "
        "(Bonferroni); bold by Holm's method. Ties count half.",
    )
    points = [elo(rating) for rating in found.ratings]
    strength, least, most = ([None if p is None else p[i] for p in points] for i in range(3))
    ladder = draw_ratings(
        found.names, strength, least, most, [rating.reason for rating in found.ratings],
        parts=[rating.part for rating in found.ratings],
        title=f"{title}: who is strongest?",
        unit="rating in Elo points, the mean of those rated together being 0",
        caption=f"{boards}. Plackett–Luce; {level} intervals of each, from resampled boards. "
        + _apart(found),
    )
    return [
        *save_figure(matrix, "win_matrix", folder), *save_figure(ladder, "ratings", folder)
    ]


def _apart(found: Standing) -> str:
    """Say which neighbours the joint intervals of differences do not tell apart."""
    close = [
        f"{found.names[each.first]} and {found.names[each.second]}"
        for each in found.differences if each.second == each.first + 1 and not each.clear
    ]
    if not found.differences:
        return ""
    if not close:
        return "All neighbours that are rated together differ, all pairs being looked at."
    return f"Not told apart, all pairs being looked at: {'; '.join(close)}."


def _matrices(found: Standing) -> list[np.ndarray[tuple[int, int], np.dtype[np.float64]]]:
    """Return share, joint low, joint high (NaN where there is no number) and sure."""
    n = len(found.names)
    tables = [np.full((n, n), np.nan) for _ in range(4)]
    for i, row in enumerate(found.shares):
        for j, share in enumerate(row):
            if share is not None and share.estimate is not None:
                numbers = (share.estimate, share.joint_low, share.joint_high, share.sure)
                for table, number in zip(tables, numbers, strict=True):
                    table[i, j] = number
    tables[3] = np.nan_to_num(tables[3])
    return tables
