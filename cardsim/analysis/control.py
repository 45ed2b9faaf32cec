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

Sources
-------
Lavenberg & Welch (1981), "A perspective on the use of control variables",
*Management Science* 27. Owen (2013), *Monte Carlo theory, methods and examples*,
section 8.9. Cross-fitting: Chernozhukov et al. (2018), *Econometrics Journal* 21.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from cardsim.analysis.intervals import LEVEL, MIN_BOARDS, Estimate, check_level
from cardsim.analysis.moments import BoardMoments, FloatArray


@dataclass(frozen=True)
class ControlVariates:
    """Coefficients from a pilot, and what the controls are expected to be.

    Attributes
    ----------
    y : ndarray, shape (features,), float64
        The target, as weights of the features.
    controls : tuple of int
        Features that depend on the deal alone.
    coefficients : ndarray, shape (2, controls), float64
        From either half of the pilot.
    expected : ndarray, shape (2, controls), float64
        What the coefficients of either half meet: the known expectation, or the
        other half's mean.
    pilot_boards : tuple of (int, int)
        Boards in either half.
    known : bool
        Whether the expectation is known.
    """

    y: FloatArray
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
        Variance of the plain mean over that of the controlled one; below 1 the
        controls did harm.
    """

    estimate: Estimate
    standard_error: float | None = None
    variance_ratio: float | None = None


def fit_controls(
    first: BoardMoments,
    second: BoardMoments,
    y: ArrayLike,
    controls: Sequence[int],
    expected: ArrayLike | None = None,
) -> ControlVariates:
    """Fit the coefficients of control variates on two halves of a pilot.

    Least squares of the target on the controls; of controls that say the same,
    the solution of least norm.

    Parameters
    ----------
    first, second
        Disjoint halves of a pilot, on boards that the run will not use.
    y
        Shape (features,): the target, a per-board mean, as weights of the
        features. 1 for a feature and -1 for another is their paired difference.
    controls
        Features that depend on the deal alone, and have no weight in ``y``.
    expected
        Shape (controls,): their expectation, where it is known.

    Raises
    ------
    ValueError
        Shapes do not fit, there are no controls, or a half has fewer than
        `MIN_BOARDS` boards.
    """
    target, picked = np.array(y, dtype=np.float64), list(controls)
    _check(first, second, target, picked)
    means = np.array([second.mean[picked], first.mean[picked]])
    if expected is not None:
        means = np.broadcast_to(np.asarray(expected, dtype=np.float64), means.shape).copy()
    return ControlVariates(
        target,
        tuple(picked),
        np.array([_coefficients(half, target, picked) for half in (first, second)]),
        means,
        (first.n, second.n),
        expected is not None,
    )


def _check(
    first: BoardMoments, second: BoardMoments, target: FloatArray, picked: list[int]
) -> None:
    if not picked:
        msg = "there are no controls to fit"
        raise ValueError(msg)
    if target.shape != (first.n_features,) or first.n_features != second.n_features:
        msg = f"y of shape {target.shape} does not fit {first.n_features}, {second.n_features}"
        raise ValueError(msg)
    if target[picked].any():
        msg = "a control cannot be part of the target"
        raise ValueError(msg)
    if min(first.n, second.n) < MIN_BOARDS:
        msg = f"halves of {first.n} and {second.n} boards are too small; each needs {MIN_BOARDS}"
        raise ValueError(msg)


def _coefficients(half: BoardMoments, target: FloatArray, picked: list[int]) -> FloatArray:
    covariance = half.covariance()
    between = covariance[np.ix_(picked, picked)]
    scale = np.sqrt(np.diag(between))
    scale[scale == 0] = 1.0
    inverse = np.linalg.pinv(between / np.outer(scale, scale), rcond=1e-10, hermitian=True)
    coefficients: FloatArray = inverse @ (covariance[picked] @ target / scale) / scale
    return coefficients


def controlled(fitted: ControlVariates, run: BoardMoments, level: float = LEVEL) -> Controlled:
    """Estimate a run's mean with control variates.

    Parameters
    ----------
    fitted
        From a pilot on other boards.
    run
        The run's boards, with the pilot's features.
    level
        Of the interval (Student's).

    Raises
    ------
    ValueError
        The features are not the pilot's, or the level is out of range.
    """
    check_level(level)
    method, n = "Student's t, with control variates", run.n
    if fitted.y.shape != (run.n_features,):
        msg = f"the pilot has {fitted.y.size} features, the run {run.n_features}"
        raise ValueError(msg)
    if n < MIN_BOARDS:
        reason = f"{n:,} board{'s are' if n != 1 else ' is'} too few; an interval needs {MIN_BOARDS}"
        return Controlled(Estimate(None, None, None, n, level, method, reason))
    picked, covariance = list(fitted.controls), run.covariance()
    b = fitted.coefficients.mean(axis=0)
    taken_off = (fitted.coefficients * (run.mean[picked] - fitted.expected)).sum(axis=1).mean()
    value = float(fitted.y @ run.mean - taken_off)
    combined = fitted.y.copy()
    combined[picked] -= b
    plain = float(fitted.y @ covariance @ fitted.y) / n
    variance = float(combined @ covariance @ combined) / n
    if not fitted.known:
        variance += _pilot_variance(fitted, covariance[np.ix_(picked, picked)])
    if variance <= 0:
        reason = f"all {n:,} boards gave exactly {value:g}, so there is no spread"
        return Controlled(Estimate(None, None, None, n, level, method, reason))
    error = float(np.sqrt(variance))
    reach = float(stats.t.isf((1.0 - level) / 2, n - 1)) * error
    estimate = Estimate(value, value - reach, value + reach, n, level, method)
    return Controlled(estimate, error, plain / variance)


def _pilot_variance(fitted: ControlVariates, between: FloatArray) -> float:
    """Add the noise of the pilot's means: each half's coefficients meet the other's mean."""
    met = fitted.pilot_boards[::-1]
    return sum(
        float(b @ between @ b) / (4 * boards)
        for b, boards in zip(fitted.coefficients, met, strict=True)
    )
