"""Amounts: skewed, sparse, and related within boards."""

from __future__ import annotations

import math

import numpy as np

from cardsim.analysis.intervals import MIN_DEVIATING
from cardsim.analysis.limits import amount_limits
from tests.coverage.table import BOARDS, Table, cover, means_of_values

MOST = 4_000_000  # numbers drawn at once


def _related(rng, shape):
    """Mean of four exponential games that share a board's exponential luck."""
    return rng.exponential(size=shape) * rng.gamma(4, 0.25, shape)


# name: (draw, mean, standard deviation)
AMOUNTS = {
    "normal": (lambda rng, s: rng.normal(size=s), 0.0, 1.0),
    "exponential": (lambda rng, s: rng.exponential(size=s), 1.0, 1.0),
    "four exponential games a board": (lambda rng, s: rng.gamma(4, 0.25, s), 1.0, 0.5),
    "the same, sharing luck": (_related, 1.0, math.sqrt(1.5)),
    "lognormal(0.5)": (lambda rng, s: rng.lognormal(0, 0.5, s), math.exp(0.125), math.sqrt((math.exp(0.25) - 1) * math.exp(0.25))),
    "lognormal(1)": (lambda rng, s: rng.lognormal(0, 1, s), math.exp(0.5), math.sqrt((math.e - 1) * math.e)),
    "minus exponential": (lambda rng, s: -rng.exponential(size=s), -1.0, 1.0),
    "Poisson 0.1": (lambda rng, s: rng.poisson(0.1, s).astype(float), 0.1, math.sqrt(0.1)),
    "Poisson 1": (lambda rng, s: rng.poisson(1, s).astype(float), 1.0, 1.0),
    "Poisson 10": (lambda rng, s: rng.poisson(10, s).astype(float), 10.0, math.sqrt(10)),
    "Poisson 100": (lambda rng, s: rng.poisson(100, s).astype(float), 100.0, 10.0),
    "one of 1 to 6": (lambda rng, s: rng.integers(1, 7, s).astype(float), 3.5, math.sqrt(35 / 12)),
    "one of two": (lambda rng, s: rng.integers(0, 2, s).astype(float), 0.5, 0.5),
}


def amount_cover(name, boards, replications, seed=2):
    """Count how often the interval of an amount holds the mean."""
    draw, truth, deviation = AMOUNTS[name]
    rng = np.random.default_rng([seed, boards, list(AMOUNTS).index(name)])
    low, high, told = [], [], []
    at_once = max(1, MOST // boards)
    for start in range(0, replications, at_once):
        found = means_of_values(draw(rng, (min(at_once, replications - start), boards)))
        fit = (found.error > 0) & (found.deviating >= min(MIN_DEVIATING, boards / 2))
        picked = type(found)(*(each[fit] for each in found))
        ends = amount_limits(picked, 0.05)
        for kept, end in zip((low, high), ends, strict=True):
            whole = np.zeros(len(fit))
            whole[fit] = end
            kept.append(whole)
        told.append(fit)
    ideal = 1.96 * deviation / math.sqrt(boards)
    return cover(np.concatenate(low), np.concatenate(high), truth, np.concatenate(told), ideal)


def table(replications):
    words = (
        "The same for amounts without bounds, one value a board. *Told*: how often there was a number; "
        f"else fewer than {MIN_DEVIATING} boards departed from the usual value, and the reason is told."
    )
    found = Table("Amounts", words, ["boards give", *(f"{n:,} boards" for n in BOARDS)])
    for name in AMOUNTS:
        cells = [amount_cover(name, n, max(2_000, min(replications, 20_000_000 // n))).words() for n in BOARDS]
        found.rows.append([name, *cells])
    return found
