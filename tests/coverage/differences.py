"""Paired differences: how often one is found where there is none."""

from __future__ import annotations

import numpy as np

from cardsim.analysis.limits import DIFFERENCES, bounded_limits
from tests.coverage.table import Table, means_of_rows

# name: (games a board, {difference of the board's totals: its chance among differing boards})
SPARSE = {
    "even": (1, {1: 0.5, -1: 0.5}),
    "3 to 1": (3, {-1: 0.75, 3: 0.25}),
    "9 to 1": (9, {-1: 0.9, 9: 0.1}),
    "1 to 1 and 4 to 4": (4, {1: 0.4, -1: 0.4, 4: 0.1, -4: 0.1}),
}
EXPECTED = (3, 5, 8, 15, 30, 100)
N = 2_000


def false_alarms(name, expected, family=1, replications=10_000, seed=3, unseen=DIFFERENCES):
    """Count how often any of a family of differences without cause excludes 0 (Bonferroni).

    Boards by the number expected to differ. Holm finds the same families to hold any.
    """
    rng = np.random.default_rng([seed, expected, family, list(SPARSE).index(name)])
    games, steps = SPARSE[name]
    values = np.array([0, *steps], float) / games
    chance = np.array([1 - expected / N, *(each * expected / N for each in steps.values())])
    counts = rng.multinomial(N, chance, replications * family)
    found = means_of_rows(counts, values, np.ones(len(values)))
    varied = found.error > 0
    picked = type(found)(*(each[varied] for each in found))
    low, high = bounded_limits(picked, (-1.0, 1.0), 0.05 / family, unseen=unseen)
    wrong = np.zeros(len(counts), bool)
    wrong[varied] = (low > 0) | (high < 0)
    return float(wrong.reshape(-1, family).any(axis=1).mean())


def table(replications):
    words = (
        f"Two sides that are equal, on {N:,} common boards, few of which differ: how often, in a hundred "
        "runs, a difference is called clear all the same. At 95 % it may be 5. *3 to 1*: a differing "
        "board costs 1 three times out of four, and gives 3 back the fourth time. The last column is "
        "of ten such comparisons as one family: how often any of them is called clear."
    )
    header = ["differing boards", *(f"{n} expected" for n in EXPECTED), "10 comparisons, 8 expected"]
    found = Table("Differences on few boards", words, header)
    for name in SPARSE:
        cells = [f"{100 * false_alarms(name, n, 1, replications):.1f}" for n in EXPECTED]
        family = false_alarms(name, 8, 10, max(1_000, replications // 5))
        found.rows.append([name, *cells, f"{100 * family:.1f}"])
    return found
