"""Control variates: less noise for the same boards.

Who was dealt what explains part of who wins. Take off what the deal explains,
and the rest varies less: estimate = mean(y) - b . (mean(x) - expected x), x being
deal-only features of a board and b coefficients fitted on a pilot of *other*
boards. Then the estimate is exactly unbiased, whatever b is, if the expectation
of x is known.

If it is not known, a pilot's mean of x stands for it. Mean and coefficients of
the same boards depend on each other, which would bias their product; so the pilot
has two halves, the coefficients of each meet the mean of the other, and the two
answers are averaged. Each product is of independent factors: exactly unbiased
again. The price is the noise of the pilot's mean, and it is in the standard
error: the pilot must be large against the run to gain much. Pilots of deals
alone, without play, are cheap.

The expectation of x is that over all deals. Where some games do not finish, and
the deal has a say in which, the finished ones are no fair sample of deals; to
control their mean directly would bias it. So the total of finished games and
their number are controlled, each over *all* boards, and then divided: a ratio
estimator, with the variance of its linear part.

Sources
-------
Lavenberg & Welch (1981), "A perspective on the use of control variables",
*Management Science* 27. Owen (2013), *Monte Carlo theory, methods and examples*,
section 8.9. Cross-fitting: Chernozhukov et al. (2018), *Econometrics Journal* 21.
Ratios: Cochran (1977), *Sampling Techniques*, 3rd edition, chapter 6.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from cardsim.analysis.intervals import (
    LEVEL,
    MIN_BOARDS,
    Critical,
    Estimate,
    check_level,
    normal_critical,
    student_critical,
    too_few,
    wilson_limits,
)
from cardsim.analysis.moments import BoardMoments, FloatArray, boards_behind

# Where fewer boards depart from a share's commonest value, it is too rare for the linear
# correction: what the deal takes off is of the size of the share itself.
MIN_DEPARTING = 25


@dataclass(frozen=True)
class ControlVariates:
    """Coefficients from a pilot, and what the controls are expected to be.

    Attributes
    ----------
    y : ndarray, shape (features,), float64
        The total of the metric, as weights of the features.
    w : int or None
        Feature: the games that count; None for one a board.
    controls : tuple of int
        Features that depend on the deal alone.
    coefficients : ndarray, shape (2, 2, controls), float64
        From either half of the pilot: of the total, and of the games that count.
    expected : ndarray, shape (2, controls), float64
        What the coefficients of either half meet: the known expectation, or the
        other half's mean.
    pilot_boards : tuple of (int, int)
        Boards in either half.
    known : bool
        Whether the expectation is known.
    """

    y: FloatArray
    w: int | None
    controls: tuple[int, ...]
    coefficients: FloatArray
    expected: FloatArray
    pilot_boards: tuple[int, int]
    known: bool


@dataclass(frozen=True)
class Controlled:
    """An estimate with control variates, and what they gained.

    Attributes
    ----------
    estimate : Estimate
        With its interval, or the reason why there is none.
    standard_error : float or None
        All noise included, that of the pilot's means too.
    variance_ratio : float or None
        Variance of the plain estimate over that of the controlled one; below 1 the
        controls did harm.
    """

    estimate: Estimate
    standard_error: float | None = None
    variance_ratio: float | None = None


def fit_controls(  # noqa: PLR0913, PLR0917 - two halves, a ratio, and its controls
    first: BoardMoments,
    second: BoardMoments,
    y: ArrayLike,
    controls: Sequence[int],
    expected: ArrayLike | None = None,
    w: int | None = None,
) -> ControlVariates:
    """Fit the coefficients of control variates on two halves of a pilot.

    Least squares of the total, and of the games that count, on the controls; of
    controls that say the same, the solution of least norm.

    Parameters
    ----------
    first, second
        Disjoint halves of a pilot, on boards that the run will not use. Boards
        whose games do not count belong to it, with totals and counts of 0.
    y
        Shape (features,): the total of the metric, as weights of the features.
        1 for a feature and -1 for another is their paired difference.
    controls
        Features that depend on the deal alone, and are no part of ``y`` and ``w``.
    expected
        Shape (controls,): their expectation over all deals, where it is known.
    w
        Feature: the games that count; None for one a board.

    Raises
    ------
    ValueError
        Shapes do not fit, there are no controls, or a half has fewer than
        `MIN_BOARDS` boards.
    """
    total, picked = np.array(y, dtype=np.float64), list(controls)
    _check(first, second, total, w, picked)
    counted = np.zeros_like(total)
    if w is not None:
        counted[w] = 1.0
    means = np.array([second.mean[picked], first.mean[picked]])
    if expected is not None:
        means = np.broadcast_to(np.asarray(expected, dtype=np.float64), means.shape).copy()
    parts = np.column_stack([total, counted])
    return ControlVariates(
        total,
        w,
        tuple(picked),
        np.array([_coefficients(half, parts, picked) for half in (first, second)]),
        means,
        (first.n, second.n),
        expected is not None,
    )


def _check(
    first: BoardMoments,
    second: BoardMoments,
    total: FloatArray,
    w: int | None,
    picked: list[int],
) -> None:
    if not picked:
        msg = "there are no controls to fit"
        raise ValueError(msg)
    if total.shape != (first.n_features,) or first.n_features != second.n_features:
        msg = f"y of shape {total.shape} does not fit {first.n_features}, {second.n_features}"
        raise ValueError(msg)
    if total[picked].any() or w in picked:
        msg = "a control cannot be part of the target"
        raise ValueError(msg)
    if min(first.n, second.n) < MIN_BOARDS:
        msg = f"halves of {first.n} and {second.n} boards are too small; each needs {MIN_BOARDS}"
        raise ValueError(msg)


def _coefficients(half: BoardMoments, parts: FloatArray, picked: list[int]) -> FloatArray:
    covariance = half.covariance()
    between = covariance[np.ix_(picked, picked)]
    scale = np.sqrt(np.diag(between))
    scale[scale == 0] = 1.0
    inverse = np.linalg.pinv(between / np.outer(scale, scale), rcond=1e-10, hermitian=True)
    coefficients: FloatArray = (inverse @ (covariance[picked] @ parts / scale[:, None])).T / scale
    return coefficients


def controlled(  # noqa: PLR0913 - what the interval depends on
    fitted: ControlVariates,
    run: BoardMoments,
    level: float = LEVEL,
    *,
    share: bool = False,
    critical: Critical = normal_critical,
) -> Controlled:
    """Estimate a run's mean with control variates.

    Parameters
    ----------
    fitted
        From a pilot on other boards.
    run
        The run's boards, with the pilot's features; all boards, finished or not.
    level
        Of the interval.
    share
        Whether the metric lies between 0 and 1: then the interval is Wilson's, for
        the effective number of trials of the controlled variance, and stays inside.
        It should depart from its commonest value on `MIN_DEPARTING` boards or more.
        Otherwise it is Student's.
    critical
        The critical value of the interval at a chance of error, where boards were
        looked at while they were played.

    Raises
    ------
    ValueError
        The features are not the pilot's, or the level is out of range.
    """
    check_level(level)
    kind = "Wilson" if share else "Student's t"
    method, n = f"{kind}, with control variates", run.n
    if fitted.y.shape != (run.n_features,):
        msg = f"the pilot has {fitted.y.size} features, the run {run.n_features}"
        raise ValueError(msg)
    reason = too_few(run, fitted.w)
    if reason:
        return Controlled(Estimate(None, None, None, n, level, method, reason))
    value, plain, variance = _ratio(fitted, run)
    if variance <= 0:
        reason = f"all {n:,} boards gave exactly {value:g}, so there is no spread"
    elif share and not 0 < value < 1:
        reason = f"the linear correction gives {value:.2g}, which is no share: it is too rare for it"
    if reason:
        return Controlled(Estimate(None, None, None, n, level, method, reason))
    error, behind = float(np.sqrt(variance)), boards_behind(run, fitted.w)
    if share:
        limits = wilson_limits(np.array(value), np.array(error), behind, level, critical)
        low, high = (float(limit) for limit in limits)
    else:
        reach = student_critical(1.0 - level, behind - 1, critical) * error
        low, high = value - reach, value + reach
    return Controlled(Estimate(value, low, high, n, level, method), error, plain / variance)


def _ratio(fitted: ControlVariates, run: BoardMoments) -> tuple[float, float, float]:
    """Return the controlled ratio, the plain one's variance, and the controlled one's."""
    picked, covariance = list(fitted.controls), run.covariance()
    off = np.einsum("hpc,hc->hp", fitted.coefficients, run.mean[picked] - fitted.expected)
    total, counted = np.array([
        fitted.y @ run.mean, 1.0 if fitted.w is None else run.mean[fitted.w],
    ]) - off.mean(axis=0)
    value = float(total / counted)
    plain_count = 1.0 if fitted.w is None else float(run.mean[fitted.w])
    plain = _influence(fitted, float(fitted.y @ run.mean) / plain_count) / plain_count
    combined = _influence(fitted, value) / counted
    # The linear part of the ratio: coefficients of the total less those of the count.
    of_ratio = (fitted.coefficients[:, 0] - value * fitted.coefficients[:, 1]) / counted
    combined[picked] -= of_ratio.mean(axis=0)
    variance = float(combined @ covariance @ combined) / run.n
    if not fitted.known:
        variance += _pilot_variance(fitted, of_ratio, covariance[np.ix_(picked, picked)])
    return value, float(plain @ covariance @ plain) / run.n, variance


def _influence(fitted: ControlVariates, value: float) -> FloatArray:
    """Weigh the features by a board's influence on the ratio, but for its denominator."""
    weights = fitted.y.copy()
    if fitted.w is not None:
        weights[fitted.w] -= value
    return weights


def _pilot_variance(fitted: ControlVariates, of_ratio: FloatArray, between: FloatArray) -> float:
    """Add the noise of the pilot's means: each half's coefficients meet the other's mean."""
    met = fitted.pilot_boards[::-1]
    return sum(
        float(b @ between @ b) / (4 * boards) for b, boards in zip(of_ratio, met, strict=True)
    )
