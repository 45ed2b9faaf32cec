"""The fit of Plackett-Luce strengths, to many samples at once, by Newton's method.

The log-likelihood of choices is concave in the logarithms of strengths, so Newton's
steps, halved where they would not climb, end at its one maximum wherever there is one,
also where a player almost always wins and simpler iterations (Hunter's MM) take
hundreds of thousands of steps.

Sources
-------
Hunter (2004), "MM algorithms for generalized Bradley-Terry models", *Annals of
Statistics* 32: the likelihood, and when there is a maximum.
Nocedal & Wright (2006), *Numerical Optimization*, 2nd ed., section 3.1: the line search.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cardsim.analysis.moments import FloatArray

# The fit stops when no strength moves by more than this in a step.
TOLERANCE = 1e-9
MAX_STEPS = 200
MAX_HALVINGS = 60
# No strength moves farther than this in a step: far from the maximum, where choices are
# all but certain, the curvature is no guide.
LONGEST = 4.0
# Part of the climb that the slope promises which a step must bring (Armijo's condition).
CLIMB = 1e-4
# Likelihoods are compared to this part of their size: rounding.
ROUNDING = 1e-12


def fit(
    chosen: FloatArray,
    faced: FloatArray,
    members: NDArray[np.int64],
    start: FloatArray | None = None,
    tolerance: float = TOLERANCE,
) -> FloatArray:
    """Fit strengths to many samples at once.

    Parameters
    ----------
    chosen
        Shape (samples, players): times each player was chosen.
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
        Natural logarithms, with mean 0 in each sample. There is a maximum if choices
        link all players both ways (`cardsim.analysis.linked`), which is the caller's
        part; NaN in a sample that did not settle.
    """
    seats = members.astype(np.float64)
    size = faced.sum(axis=1, keepdims=True)
    chosen, faced = chosen / size, faced / size
    logs = np.zeros(chosen.shape) + (0.0 if start is None else start)
    settled = np.zeros(len(logs), dtype=bool)
    for _ in range(MAX_STEPS):
        still = np.flatnonzero(~settled)
        if not len(still):
            break
        step, slope = _newton(chosen[still], faced[still], seats, logs[still])
        moved = _climb(chosen[still], faced[still], seats, logs[still], step, slope)
        settled[still] = np.abs(moved - logs[still]).max(axis=1) < tolerance
        logs[still] = moved
    logs -= logs.mean(axis=1, keepdims=True)
    logs[~settled] = np.nan
    return logs


def _newton(
    chosen: FloatArray, faced: FloatArray, seats: FloatArray, logs: FloatArray
) -> tuple[FloatArray, FloatArray]:
    """Return Newton's step, shape (samples, players), and the climb it promises, (samples,)."""
    strength = np.exp(logs - logs.max(axis=1, keepdims=True))
    share = seats * strength[:, None, :] / (strength @ seats.T)[:, :, None]
    expected = faced[:, :, None] * share
    gradient = chosen - expected.sum(axis=1)
    # The information is a Laplacian: its diagonal from the rest, so that nothing cancels.
    curvature = -np.swapaxes(expected, 1, 2) @ share
    diagonal = np.arange(seats.shape[1])
    curvature[:, diagonal, diagonal] = 0.0
    curvature[:, diagonal, diagonal] = -curvature.sum(axis=2)
    # Equal moves of all change nothing; a constant fixes them without touching the rest.
    weight = np.trace(curvature, axis1=1, axis2=2) / seats.shape[1] ** 2
    step = np.linalg.solve(curvature + weight[:, None, None], gradient[:, :, None])[:, :, 0]
    step -= step.mean(axis=1, keepdims=True)
    step *= np.minimum(1.0, LONGEST / np.maximum(np.abs(step).max(axis=1, keepdims=True), LONGEST))
    return step, (gradient * step).sum(axis=1)


def _climb(
    chosen: FloatArray, faced: FloatArray, seats: FloatArray, logs: FloatArray,
    step: FloatArray, slope: FloatArray,
) -> FloatArray:
    """Go a step, halved as often as it does not climb."""
    before = _likelihood(chosen, faced, seats, logs)
    length = np.ones((len(logs), 1))
    for _ in range(MAX_HALVINGS):
        moved = logs + length * step
        wanted = before + CLIMB * length[:, 0] * slope - ROUNDING * np.abs(before)
        low = ~(_likelihood(chosen, faced, seats, moved) >= wanted)
        if not low.any():
            break
        length[low] /= 2
    return logs + length * step


def _likelihood(
    chosen: FloatArray, faced: FloatArray, seats: FloatArray, logs: FloatArray
) -> FloatArray:
    """Return the log-likelihood of each sample."""
    top = logs.max(axis=1, keepdims=True)
    offered = np.exp(logs - top) @ seats.T
    told: FloatArray = (chosen * (logs - top)).sum(axis=1) - (faced * np.log(offered)).sum(axis=1)
    return told
