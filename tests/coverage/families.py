"""Many claims at once: tournaments of equal players, and the best of a field."""

from __future__ import annotations

import numpy as np

from cardsim.analysis.choices import ChoiceCounts
from cardsim.analysis.ratings import rate
from cardsim.analysis.standing import score_players
from cardsim.analysis.win_matrix import win_matrix
from tests.analysis.test_simultaneous import _tournament
from tests.coverage.table import Table

MOST = 400  # tournaments a cell


def bold_cells(boards, replications, seed=7):
    """Share of tournaments of six equal players in which a cell is marked as sure."""
    rng = np.random.default_rng([seed, boards])
    return np.mean([
        any(share.sure for row in win_matrix(met) for share in row if share is not None)
        for met in (_tournament(rng, boards, np.zeros(6)) for _ in range(replications))
    ])


def best_excluded(boards, replications, seed=8):
    """Share of tournaments that leave out the best of five, who is hardly better."""
    rng, skill = np.random.default_rng([seed, boards]), np.array([0.02, 0, 0, 0, 0])
    return np.mean([
        not score_players(_tournament(rng, boards, skill), 0.95)[0].best.may_be_best
        for _ in range(replications)
    ])


def differences_held(boards, replications, seed=9):
    """Share of tournaments in which the intervals hold all differences of ratings of five."""
    rng, strengths, held = np.random.default_rng([seed, boards]), np.linspace(0.6, -0.6, 5), 0
    for number in range(replications):
        players = np.argsort(rng.random((boards, 5)), axis=1)[:, :3]
        shown = strengths[players] + rng.gumbel(size=players.shape)
        places = np.argsort(np.argsort(-shown, axis=1), axis=1) + 1
        found = rate(ChoiceCounts(5).add(np.arange(boards), players, places), boards, number)
        held += all(
            each.low <= strengths[each.first] - strengths[each.second] <= each.high
            for each in found.differences
        )
    return held / replications


def table(replications):
    words = (
        "In a hundred tournaments: how many of six equal players mark a pair as sure; how many leave "
        "out the best of five, who is hardly better than the rest (both at most 5); and how many hold "
        "all ten differences of the ratings of five (at least 94)."
    )
    found = Table("Many claims at once", words, ["boards", "a mark among equals", "the best left out", "all differences held"])
    runs = min(MOST, replications)
    for boards in (100, 1_000):
        row = (bold_cells(boards, runs), best_excluded(boards, runs), differences_held(boards, runs))
        found.rows.append([f"{boards:,}", *(f"{100 * each:.1f}" for each in row)])
    return found
