"""Runs that are looked at on their way: how often all looks hold the truth, and how soon it is told."""

from __future__ import annotations

import math

import numpy as np
from scipy import special

from cardsim.analysis.boundaries import schedule
from cardsim.analysis.limits import amount_limits, bounded_limits, means
from tests.coverage.table import Table, means_of_rows

# Boards of a match at four seats: six games a board, files that double from 1,000 games.
LOOKS = schedule([166 * (2**k - 1) for k in range(1, 9)])
CRITICAL = [LOOKS.critical(k) for k in range(len(LOOKS.boards))]
STEPS = np.diff(LOOKS.boards, prepend=0)
ALPHA = 0.05

AMOUNTS = {
    "normal": (lambda rng, size: rng.normal(0.0, 1.0, size), 0.0),
    "exponential": (lambda rng, size: rng.exponential(1.0, size), 1.0),
    "lognormal(1)": (lambda rng, size: rng.lognormal(0.0, 1.0, size), math.exp(0.5)),
    "Poisson 0.1": (lambda rng, size: rng.poisson(0.1, size), 0.1),
}
# What a board gives, out of six games, and how often: shares, then differences of mean 0.
SHARES = {
    "1 in 4, games alike": ([0, 6], [0.75, 0.25]),
    "1 in 4, games apart": (range(7), [math.comb(6, k) * 3 ** (6 - k) / 4**6 for k in range(7)]),
    "1 in 100, games alike": ([0, 6], [0.99, 0.01]),
    "1 in 1,000, games alike": ([0, 6], [0.999, 0.001]),
}
DIFFERENCES = {
    "even": ([0, 3, -3], [0.5, 0.25, 0.25]),
    "even, 1 board in 100 differs": ([0, 1, -1], [0.99, 0.005, 0.005]),
    "3 to 1, 1 board in 100 differs": ([0, -1, 3], [0.99, 0.0075, 0.0025]),
    "6 to 1, 1 board in 100 differs": ([0, -1, 6], [0.99, 0.01 * 6 / 7, 0.01 / 7]),
}


def amounts_hold(name, replications, seed=11):
    """Tell which replications had the truth in all intervals, and in the first, of amounts."""
    draw, truth = AMOUNTS[name]
    rng = np.random.default_rng([seed, list(AMOUNTS).index(name)])
    held = np.ones((len(STEPS), replications), bool)
    for at in range(0, replications, 100):  # so many at once fit the memory
        size, sums = min(100, replications - at), 0.0
        for k, step in enumerate(STEPS):
            x = draw(rng, (size, step)) - truth
            sums = sums + np.stack([x.sum(1), (x**2).sum(1), (x**3).sum(1)])
            n = LOOKS.boards[k]
            m1, m2, m3 = sums / n
            var, cube = m2 - m1**2, m3 - 3 * m1 * m2 + 2 * m1**3
            found = means(m1, np.sqrt(var / (n - 1)), cube / var**1.5, n, n)
            low, high = amount_limits(found, ALPHA, CRITICAL[k])
            held[k, at : at + size] = (low <= 0.0) & (high >= 0.0)
    return held


def rows_hold(values, chance, bounds, replications, seed=12):
    """Tell which replications had the truth in the interval of each look, of few outcomes."""
    rng = np.random.default_rng([seed, len(values), round(1e6 * chance[0])])
    values, counts = np.array(list(values), float) / 6, 0
    truth = float(values @ np.array(chance))
    held = np.ones((len(STEPS), replications), bool)
    for k, step in enumerate(STEPS):
        counts = counts + rng.multinomial(step, chance, replications)
        found = means_of_rows(counts, values, np.ones(len(values)))
        varied = found.error > 0
        low, high = bounded_limits(
            type(found)(*(each[varied] for each in found)), bounds, ALPHA, CRITICAL[k]
        )
        held[k, varied] = (low <= truth) & (truth <= high)
        held[k, ~varied] = _constant_holds(found.value[~varied], truth, LOOKS.boards[k], bounds, k)
    return held


def _constant_holds(value, truth, n, bounds, k):
    missed = 1.0 - special.ndtr(-CRITICAL[k](ALPHA)) ** (1.0 / n)
    low, high = value - missed * (value - bounds[0]), value + missed * (bounds[1] - value)
    return (low <= truth) & (truth <= high)


def boards_needed(effect, most=1_000_000, replications=2_000, seed=13):
    """Return the mean boards until 0 is excluded: by the boundary, and by a confidence sequence.

    Parameters
    ----------
    effect
        The mean, in standard deviations of a board.

    Notes
    -----
    The other is Robbins' normal mixture with the deviation estimated, tightest at 20,000
    boards, with a look after every block from 400 boards on: Waudby-Smith, Arbour, Sinha,
    Kennedy & Ramdas (2024), *Annals of Statistics* 52(6), theorem 2.2.
    """
    ends, size = [], 166
    while not ends or ends[-1] < most:
        ends.append(min(most, (ends[-1] if ends else 0) + size))
        size = min(2 * size, 8_333)
    looks, ends = schedule(ends), np.array(ends)
    critical = np.array([looks.critical(k)(ALPHA) for k in range(len(looks.boards))])
    steps = np.sqrt(np.diff(ends, prepend=0))
    walk = np.cumsum(np.random.default_rng(seed).normal(size=(replications, len(ends))) * steps, 1)
    z = np.abs(walk + effect * ends) / np.sqrt(ends)
    at = np.searchsorted(ends, looks.boards)
    rho = (-special.lambertw(-(ALPHA**2) / math.e, -1).real - 1) / 20_000
    mixture = np.sqrt((ends * rho + 1) / (ends * rho) * np.log((ends * rho + 1) / ALPHA**2))
    ours, theirs = z[:, at] > critical, (z > mixture) & (ends >= 400)
    return float(_first(ours, ends[at]).mean()), float(_first(theirs, ends).mean())


def _first(crossed, ends):
    return np.where(crossed.any(axis=1), ends[crossed.argmax(axis=1)], ends[-1])


def table(replications):
    words = (
        f"A run of up to {LOOKS.boards[-1]:,} boards, looked at {len(LOOKS.boards)} times "
        f"({', '.join(f'{n:,}' for n in LOOKS.boards)} boards): how often, in a hundred runs, the "
        "intervals of *all* looks held the truth, and how often that of the first did. Of differences, "
        "what is missing to a hundred are wrong verdicts of a match of two equal players."
    )
    found = Table("Runs that are looked at", words, ["boards give", "all looks", "first look"])
    cases = [(f"amounts, {name}", amounts_hold(name, min(replications, 4_000))) for name in AMOUNTS]
    for kind, of, bounds in (("shares", SHARES, (0.0, 1.0)), ("differences", DIFFERENCES, (-1.0, 1.0))):
        cases += [
            (f"{kind}, {name}", rows_hold(*rows, bounds, replications)) for name, rows in of.items()
        ]
    for name, held in cases:
        found.rows.append([
            name, f"{100 * held.all(axis=0).mean():.1f}", f"{100 * held[0].mean():.1f}"
        ])
    return found


def saving(replications):
    words = (
        "Mean boards until a difference is clear, at most 1,000,000, by the boundary and by an "
        "asymptotic confidence sequence (Waudby-Smith et al. 2024). The difference is in standard "
        "deviations of a board's difference."
    )
    header = ["difference", "boundary", "confidence sequence", "times fewer"]
    found = Table("How soon a difference is clear", words, header)
    for effect in (0.3, 0.1, 0.05, 0.03, 0.02, 0.01):
        ours, theirs = boards_needed(effect, replications=min(replications, 4_000))
        found.rows.append([f"{effect:g}", f"{ours:,.0f}", f"{theirs:,.0f}", f"{theirs / ours:.2f}"])
    return found
