"""Shares: p by boards by the games of a board, related in every way, some unfinished."""

from __future__ import annotations

import numpy as np
from scipy import stats

from cardsim.analysis.intervals import MIN_BOARDS
from cardsim.analysis.limits import bounded_limits, constant_interval
from tests.coverage.table import BOARDS, Table, cover, means_of_rows

SHARES = (0.001, 0.01, 0.25, 0.5)
# With fewer differing boards, few outcomes are possible.
FEW = 25
KINDS = ("independent", "alike", "related", "opposed", "few differ")


def chances(kind, p, games):
    """Chances that the event happens in 0, 1, … of a board's games, on average in p of them."""
    counts = np.arange(games + 1)
    if kind == "alike":
        return np.where(counts == games, p, np.where(counts == 0, 1 - p, 0.0))
    if kind == "related":  # correlation 0.3
        return stats.betabinom.pmf(counts, games, p * 7 / 3, (1 - p) * 7 / 3)
    independent = stats.binom.pmf(counts, games, p)
    if kind == "independent":
        return independent
    even = np.zeros(games + 1)  # as even over the games as can be
    even[int(games * p)] = 1 - games * p % 1
    even[min(int(games * p) + 1, games)] += games * p % 1
    part = 0.5 if kind == "opposed" else 0.9
    return part * even + (1 - part) * independent


def rows(kind, p, games, unfinished):
    """Rows (events, finished games) and their chances; games end or not by luck alone."""
    y, w, chance = [], [], []
    for events, of_events in enumerate(chances(kind, p, games)):
        for lost in range(events + 1):
            for kept in range(games - events + 1):
                y.append(events - lost)
                w.append(events - lost + kept)
                chance.append(
                    of_events
                    * stats.binom.pmf(lost, events, unfinished)
                    * stats.binom.pmf(kept, games - events, 1 - unfinished)
                )
    return np.array(y, float), np.array(w, float), np.array(chance)


def share_cover(kind, p, games, boards, unfinished=0.0, replications=10_000, seed=1):
    """Count how often the interval of a share holds p."""
    rng = np.random.default_rng([seed, boards, games, int(10_000 * p), int(100 * unfinished)])
    y, w, chance = rows(kind, p, games, unfinished)
    counts = rng.multinomial(boards, chance / chance.sum(), replications)
    told = counts[:, w > 0].sum(axis=1) >= MIN_BOARDS
    if not told.any():
        return cover(np.zeros(1), np.zeros(1), p, np.zeros(1, bool))
    found = means_of_rows(counts[told], y, w)
    low, high = np.empty(told.sum()), np.empty(told.sum())
    varied = found.error > 0
    picked = type(found)(*(each[varied] for each in found))
    low[varied], high[varied] = bounded_limits(picked, (0.0, 1.0), 0.05)
    for at in np.flatnonzero(~varied):
        low[at], high[at] = constant_interval(found.value[at], found.behind[at], (0.0, 1.0), 0.95)
    count = chance @ w
    influence = (y - p * w) / count
    ideal = 1.96 * np.sqrt(chance @ influence**2 / boards)
    covered = cover(low, high, p, ideal=ideal)
    return type(covered)(float(told.mean()), covered.covered, covered.width)


def deviating(kind, p, games, boards):
    """Boards expected to depart from the most common count of events."""
    return boards * (1 - chances(kind, p, games).max())


def table(replications):
    words = (
        "How often, in a hundred runs, the 95 % interval of a share holds the true one; in brackets "
        "its median width, relative to one made with the true standard error. *Alike*: the games of "
        "a board end alike. *Related*: they are correlated (0.3). *Opposed*: half of the boards have "
        "as even a result as can be; *few differ*: nine in ten have. Where fewer than 25 boards "
        "are expected to differ from the rest (set in italics), few outcomes are possible, and no "
        "interval can come close to 95 % without falling below it elsewhere."
    )
    found = Table("Shares", words, ["share", "games a board", "of a board", "unfinished"] + [f"{n:,} boards" for n in BOARDS])
    for p in SHARES:
        for games in (1, 4, 6):
            for kind in KINDS if games > 1 else KINDS[:1]:
                for unfinished in (0.0, 0.2):
                    cells = []
                    for boards in BOARDS:
                        each = share_cover(kind, p, games, boards, unfinished, replications).words()
                        few = deviating(kind, p, games, boards) < FEW
                        cells.append(f"*{each}*" if few else each)
                    found.rows.append([f"{p:g}", f"{games}", kind, f"{100 * unfinished:.0f} %", *cells])
    return found
