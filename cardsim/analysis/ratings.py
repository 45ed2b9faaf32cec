"""Ratings: Plackett-Luce strengths, with intervals from resampled boards.

A strength is a logarithm: who has 0.7 more is chosen twice as often where the
two are left to choose from. Strengths are told relative to the mean of all rated
players. With two players a game this is the Bradley-Terry model. A player whose
results fix no strength (never lost, never won, never met the others) gets the
reason in its place.

Sources
-------
Plackett (1975), *Applied Statistics* 24; Luce (1959), *Individual Choice
Behavior*: the model. Hunter (2004), "MM algorithms for generalized
Bradley-Terry models", *Annals of Statistics* 32: the fit, and when there is one.
Rubin (1981), "The Bayesian bootstrap", *Annals of Statistics* 9: the resampling.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats
from scipy.sparse import csgraph

from cardsim.analysis.choices import ChoiceCounts
from cardsim.analysis.intervals import LEVEL, MIN_BOARDS, check_level
from cardsim.analysis.moments import FloatArray

# Resamples for an interval: they know its width to 2.5 %.
RESAMPLES = 800
# The fit stops when no strength moves by more than this in a step.
TOLERANCE = 1e-10
MAX_STEPS = 50_000
# Resamples need no more than a small part of their spread.
RESAMPLE_TOLERANCE = 1e-6
# Resamples fitted together: matrices too small to be worth a second thread.
AT_ONCE = 100

ELO_PER_STRENGTH = 400.0 / math.log(10.0)


@dataclass(frozen=True)
class Rating:
    """A player's strength with its interval, or the reason why there is none.

    Attributes
    ----------
    player : int
    strength, low, high : float or None
        Natural logarithms, the mean over all rated players being 0. Times
        `ELO_PER_STRENGTH` they are Elo points.
    n_boards : int
        Boards played.
    level : float
        Of the interval.
    reason : str or None
        Why there is no number.
    """

    player: int
    strength: float | None
    low: float | None
    high: float | None
    n_boards: int
    level: float
    reason: str | None = None


def plackett_luce(
    counts: ChoiceCounts, n_boards: int, seed: int = 0, level: float = LEVEL
) -> list[Rating]:
    """Rate players from rankings.

    The interval is Student's, with the standard deviation of refits to randomly
    weighted groups of boards: exponential weights (Rubin 1981), so that a rare win
    never disappears from a resample and every refit exists.

    Parameters
    ----------
    counts
        The rankings, by group of boards.
    n_boards
        Boards behind them.
    seed
        Of the random weights.
    level
        Of the intervals.

    Returns
    -------
    list of Rating
        By player's number.

    Raises
    ------
    ValueError
        The level is out of range.
    """
    check_level(level)
    played = counts.beats.sum(axis=(1, 2)) > 0  # groups of boards with a game in them
    few = min(n_boards, int(played.sum()))
    beats = counts.beats.sum(axis=0)
    rated, reasons = rateable(beats)
    if few < MIN_BOARDS:
        reason = f"{few:,} board{'s are' if few != 1 else ' is'} too few; a rating needs {MIN_BOARDS}"
        rated, reasons = [], dict.fromkeys(range(counts.n_players), reason)
    ratings = [
        Rating(player, None, None, None, n_boards, level, reasons.get(player))
        for player in range(counts.n_players)
    ]
    if not rated:
        return ratings
    chosen, faced, members = _restrict(counts, beats, rated)
    chosen, faced = chosen[played], faced[played]
    strengths, reach = _fit_and_reach(chosen, faced, members, seed, level)
    for player, strength, far in zip(rated, strengths.tolist(), reach.tolist(), strict=True):
        ratings[player] = Rating(player, strength, strength - far, strength + far, n_boards, level)
    return ratings


def bradley_terry(
    wins: ArrayLike, n_boards: int, seed: int = 0, level: float = LEVEL
) -> list[Rating]:
    """Rate players from two-player games; see `plackett_luce`.

    Parameters
    ----------
    wins
        Shape (groups, players, players): times the first beat the second, by
        group of boards; draws are half a win each.
    n_boards, seed, level
        As in `plackett_luce`.
    """
    return plackett_luce(ChoiceCounts.from_wins(wins), n_boards, seed, level)


def rateable(beats: FloatArray) -> tuple[list[int], dict[int, str]]:
    """Find the players whose results fix their strengths.

    Strengths exist if and only if, however the players are split in two, someone
    on either side beat someone on the other (Hunter 2004, assumption 1): the
    graph of who beat whom is strongly connected. Otherwise the largest part that
    is so connected is rated, and the others get reasons.

    Parameters
    ----------
    beats
        Shape (players, players): times the first was above the second.

    Returns
    -------
    rated : list of int
        Ascending; empty if there is no largest part of at least two.
    reasons : dict of int to str
        For all other players.
    """
    _, label = csgraph.connected_components(beats > 0, directed=True, connection="strong")
    sizes = np.bincount(label)
    largest = int(sizes.argmax())
    apart = sizes[largest] < 2 or (sizes == sizes[largest]).sum() > 1
    rated = [] if apart else np.flatnonzero(label == largest).tolist()
    others = [player for player in range(len(beats)) if player not in rated]
    return rated, {player: _reason(beats, player) for player in others}


def _reason(beats: FloatArray, player: int) -> str:
    won, lost = beats[player].sum(), beats[:, player].sum()
    if won + lost == 0:
        return "met nobody"
    if lost == 0:
        return f"never placed below anyone in {won:,.0f} meetings, so no finite rating fits"
    if won == 0:
        return f"never placed above anyone in {lost:,.0f} meetings, so no finite rating fits"
    return "no chain of wins and losses links this player to the others rated"


def _restrict(
    counts: ChoiceCounts, beats: FloatArray, rated: list[int]
) -> tuple[FloatArray, FloatArray, NDArray[np.int64]]:
    """Keep the choices that were among the rated.

    Where an unrated player always beats the rated ones, the choice says nothing
    about them; where one always loses to them, it was no candidate.
    """
    members, faced = counts.sets()
    others = np.setdiff1d(np.arange(counts.n_players), rated)
    above = beats[others][:, rated] > 0
    # Sets in which some unrated player is known to beat some rated one.
    overruled = ((members[:, others] > 0) @ above & (members[:, rated] > 0)).any(axis=1)
    inside = members[:, rated]
    keep = ~overruled & ((inside > 0).sum(axis=1) > 1)
    lone = ~overruled & ((inside > 0).sum(axis=1) == 1)
    # A choice with one rated player left is no choice: take it off that player's count.
    sole = faced[:, lone] @ (inside[lone] > 0)
    return counts.chosen[:, rated] - sole, faced[:, keep], inside[keep]


def _fit_and_reach(
    chosen: FloatArray, faced: FloatArray, members: NDArray[np.int64], seed: int, level: float
) -> tuple[FloatArray, FloatArray]:
    """Fit strengths and the half-widths of their intervals, shape (players,) each."""
    n_groups = len(chosen)
    strengths = fit(chosen.sum(axis=0)[None], faced.sum(axis=0)[None], members)[0]
    weights = np.random.default_rng(seed).exponential(size=(RESAMPLES, n_groups))
    weights *= n_groups / weights.sum(axis=1, keepdims=True)
    refits = np.vstack(
        [
            fit(some @ chosen, some @ faced, members, strengths, RESAMPLE_TOLERANCE)
            for some in np.array_split(weights, RESAMPLES // AT_ONCE)
        ]
    )
    # Dirichlet weights vary by 1 / (G (G + 1)), an unbiased variance needs 1 / (G (G - 1)).
    deviation = refits.std(axis=0, ddof=1) * math.sqrt((n_groups + 1) / (n_groups - 1))
    return strengths, float(stats.t.isf((1.0 - level) / 2, n_groups - 1)) * deviation


def fit(
    chosen: FloatArray,
    faced: FloatArray,
    members: NDArray[np.int64],
    start: FloatArray | None = None,
    tolerance: float = TOLERANCE,
) -> FloatArray:
    """Fit strengths by Hunter's MM algorithm, to many samples at once.

    Parameters
    ----------
    chosen
        Shape (samples, players): times each player was chosen, all above 0.
    faced
        Shape (samples, sets): times each set was chosen from.
    members
        Shape (sets, players): seats each player holds in each set.
    start
        Shape (players,): strengths to start from; equal ones if None.
    tolerance
        The fit stops when no strength moves by more than this in a step.

    Returns
    -------
    ndarray, shape (samples, players), float64
        Natural logarithms, with mean 0 in each sample.

    Raises
    ------
    ArithmeticError
        It did not converge in `MAX_STEPS` steps.
    """
    seats = members.astype(np.float64)
    logs = np.zeros(chosen.shape) + (0.0 if start is None else start)
    for _ in range(MAX_STEPS):
        strength = np.exp(logs)
        expected = (faced / (strength @ seats.T)) @ seats
        moved = np.log(chosen / expected)
        moved -= moved.mean(axis=1, keepdims=True)
        step = float(np.abs(moved - logs).max())
        logs = moved
        if step < tolerance:
            return logs
    msg = f"the rating did not settle in {MAX_STEPS:,} steps; the results hardly link the players"
    raise ArithmeticError(msg)
