"""Unfinished games: what the plain interval and the worst case hold of all games."""

from __future__ import annotations

import numpy as np

from cardsim.analysis.intervals import clustered_proportion
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.worst_case import with_worst_case
from tests.coverage.table import Table

GAMES = 4


def worst_cover(p, unfinished, lean, boards, replications, seed=4):
    """Count how often the plain interval, and the worst case, hold the share of all games.

    A game in which the event would happen is left unfinished ``lean`` times as often as another.
    """
    rng = np.random.default_rng([seed, boards, int(100 * p), int(100 * unfinished), int(10 * lean)])
    other = unfinished / (p * lean + 1 - p)
    plain = worst = told = 0
    for _ in range(replications):
        ease = rng.beta(7 / 3 * p, 7 / 3 * (1 - p), (boards, 1))
        event = rng.random((boards, GAMES)) < ease
        ends = rng.random((boards, GAMES)) >= np.where(event, other * lean, other)
        rows = [(event & ends).sum(1), ends.sum(1), np.full(boards, GAMES)]
        moments = BoardMoments(3).update(np.column_stack(rows))
        found = with_worst_case(
            clustered_proportion(moments, 0, 1), moments, (0, 1, 2), (0.0, 1.0)
        )
        plain += found.low <= p <= found.high
        low, high = found.low, found.high
        if found.worst_low is not None:
            low, high, told = found.worst_low, found.worst_high, told + 1
        worst += low <= p <= high
    return plain / replications, worst / replications, told / replications


def table(replications):
    words = (
        "Unfinished games are left out of a share, which is of finished games. Where they lean to one "
        "side, the share of *all* games is another: how often, in a hundred runs, the plain interval "
        "and the worst case told beside it hold that. *Lean*: how many times as often a game is left "
        "unfinished if the event would have happened in it."
    )
    found = Table("Unfinished games", words, ["share", "unfinished", "lean", "boards", "plain interval", "worst case", "worst case told"])
    for p in (0.05, 0.25):
        for unfinished, lean in ((0.0, 1), (0.001, 3), (0.02, 3), (0.15, 3), (0.15, 0.2)):
            for boards in (100, 1_000):
                row = worst_cover(p, unfinished, lean, boards, max(300, replications // 10))
                found.rows.append([f"{p:g}", f"{100 * unfinished:g} %", f"{lean:g}", f"{boards:,}", *(f"{100 * each:.1f}" for each in row)])
    return found
