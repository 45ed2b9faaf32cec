"""Limits of intervals, from a mean's standard error and skewness: for any number of means.

A mean of few boards, or of boards a few of which outweigh the rest, is itself skewed:
what it may have missed lies on the side of the long tail. So its limits are quantiles
not of a normal but of a gamma distribution, moved and stretched to have the mean, the
standard error and twice the skewness of the estimate (twice, since limits say what the
truth may be when the mean is known, not the other way round). For a count of rare
events these are the exact limits of Garwood; for sums of rare events of unequal
weight those of Fay & Feuer; to the first order in the skewness they are Hall's.

What the boards played have not shown may still exist. So before the upper limit is
taken, a board is added that gave the most there can be, and before the lower one a
board that gave the least: the whole of one where all boards played were alike (which
gives the rule of three), half of one (as in the mid-P limits) where up to `FEW` boards
deviate, and less as more do; never less than evens out that shares of few games can
only take certain values. An amount has no most: there the board added deviates as far
as the skewness says that far boards do, and the outer of these limits and Student's
is taken.

Sources
-------
Garwood (1936), *Biometrika* 28. Fay & Feuer (1997), "Confidence intervals for directly
standardized rates: a method based on the gamma distribution", *Statistics in Medicine*
16. Hall (1992), "On the removal of skewness by transformation", *JRSS B* 54.
Lancaster (1961), "Significance tests in discrete distributions", *JASA* 56: mid-P.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import special

from cardsim.analysis.critical import Critical, normal_critical, student_critical

FloatArray = NDArray[np.float64]

# So few deviating boards say little of what others may give. Chosen by simulation, as
# the smallest that keeps 94 % over shares of all kinds (docs/coverage.md).
FEW = 10

# The part of a board that is added where up to `FEW` boards deviate.
HALF = 0.5

# Part of a board, and number of deviating boards, for differences. They are tested, many
# at once and at small chances of error, where half a board does not even out that few
# outcomes are possible: whole ones keep false alarms below 5 % (docs/coverage.md).
DIFFERENCES = (1.0, 60)

# An estimate of skewness from n boards falls short of the truth by about this over n
# (simulated: lognormal and gamma amounts, docs/coverage.md).
SKEWNESS_SHORT = 30.0

# Half of Yates' correction (1934), for `wilson_limits`.
LATTICE = 0.25

# A gamma distribution less skewed than this is normal to all digits told.
NORMAL = 1e-4


class Means(NamedTuple):
    """Means over boards, with what their limits are made of; arrays of one shape.

    Attributes
    ----------
    value, error, skewness : ndarray, float64
        Means, their standard errors, and the skewness of the boards' values.
    behind : ndarray, float64
        Boards behind them.
    deviating : ndarray, float64
        How many boards depart from the usual value.
    """

    value: FloatArray
    error: FloatArray
    skewness: FloatArray
    behind: FloatArray
    deviating: FloatArray


def means(
    value: ArrayLike, error: ArrayLike, skewness: ArrayLike, behind: ArrayLike, deviating: ArrayLike
) -> Means:
    """Bring numbers or arrays into one shape."""
    arrays = np.broadcast_arrays(value, error, skewness, behind, deviating)
    return Means(*(np.asarray(each, dtype=np.float64) for each in arrays))


def constant_interval(
    value: float,
    n: float,
    bounds: tuple[float, float],
    level: float,
    critical: Critical = normal_critical,
) -> tuple[float, float]:
    """Bound a mean when each of ``n`` boards gave the very same value.

    If boards that give something else make up a share q of all, n boards miss
    them with probability (1 - q)^n; so q is at most 1 - (alpha / 2)^(1/n), about
    3.7/n at 95 %, alpha / 2 being the chance of error on either side; and such boards
    lie within the bounds. This needs no variance, and holds for any distribution (the
    rule of three: Hanley & Lippman-Hand 1983, *JAMA* 249; here two-sided).

    Parameters
    ----------
    value
        What every board gave, within ``bounds``.
    n
        Boards.
    bounds
        Least and greatest value a board can give.
    level
        Of the interval.
    critical
        Critical values; those of the boundary if the results were looked at.
    """
    one_sided = float(special.ndtr(-critical(1.0 - level)))
    missed = 1.0 - one_sided ** (1.0 / n)
    least, greatest = bounds
    return value - missed * (value - least), value + missed * (greatest - value)


def bounded_limits(
    boards: Means,
    bounds: tuple[float, float],
    alpha: float,
    critical: Critical = normal_critical,
    unseen: tuple[float, float] = (HALF, FEW),
) -> tuple[FloatArray, FloatArray]:
    """Compute the limits of means of values that lie within bounds.

    Parameters
    ----------
    boards
        With standard errors above 0.
    bounds
        Least and greatest value a board can give.
    alpha
        Two-sided chance of error.
    critical
        Critical values.
    unseen
        Part of a board that is added, and up to how many deviating boards; beyond, it
        falls in proportion.

    Returns
    -------
    low, high : ndarray, float64
        Within the bounds.
    """
    least, greatest = bounds
    # Boards that give only the least and the greatest vary by 1 on this scale.
    room = (boards.value - least) * (greatest - boards.value)
    lattice = boards.error**2 * boards.behind / np.where(room > 0, room, np.inf)
    part, up_to = unseen
    few = np.minimum(1.0, up_to / np.maximum(boards.deviating, 1.0))
    weight = np.maximum(part * few, HALF * np.minimum(lattice, 1.0))
    z = _student(boards.behind, alpha, critical)
    high = _upper(boards, greatest - boards.value, weight, z)
    low = -_upper(_mirrored(boards), boards.value - least, weight, z)
    return np.maximum(low, least), np.minimum(high, greatest)


def amount_limits(
    boards: Means, alpha: float, critical: Critical = normal_critical
) -> tuple[FloatArray, FloatArray]:
    """Compute the limits of means of values without bounds.

    Parameters
    ----------
    boards
        With standard errors above 0.
    alpha
        Two-sided chance of error.
    critical
        Critical values.

    Returns
    -------
    low, high : ndarray, float64
    """
    n = boards.behind
    z = _student(n, alpha, critical)
    unbiased = boards._replace(skewness=boards.skewness * n**2 / ((n - 1) * (n - 2)))
    deviation = boards.error * np.sqrt(n)
    far = unbiased.skewness * deviation * (1.0 + SKEWNESS_SHORT / n)
    one = np.ones_like(n)
    high = _upper(unbiased, np.maximum(far, 0.0), one, z)
    low = -_upper(_mirrored(unbiased), np.maximum(-far, 0.0), one, z)
    reach = z * boards.error
    return np.minimum(low, boards.value - reach), np.maximum(high, boards.value + reach)


def _student(behind: FloatArray, alpha: float, critical: Critical) -> FloatArray:
    """Return Student's critical value for each number of boards."""
    if np.ndim(behind) == 0:
        return np.array(student_critical(alpha, max(float(behind) - 1, 1.0), critical))
    different, where = np.unique(behind, return_inverse=True)
    values = [student_critical(alpha, max(float(n) - 1, 1.0), critical) for n in different]
    return np.array(values)[where].reshape(np.shape(behind))


def _mirrored(boards: Means) -> Means:
    return boards._replace(value=-boards.value, skewness=-boards.skewness)


def _upper(boards: Means, apart: FloatArray, weight: FloatArray, z: FloatArray) -> FloatArray:
    """Compute upper limits, after adding part of a board that lies ``apart`` above the mean."""
    n = boards.behind
    square = boards.error**2 * n**2  # summed squared deviations, and cubed ones
    cube = boards.skewness * square**1.5 / np.sqrt(n)
    total = n + weight
    value = boards.value + apart * weight / total
    cube = cube + apart**3 * n * weight * (n - weight) / total**2 - 3 * weight * apart / total * square
    square = square + apart**2 * n * weight / total
    return value + np.sqrt(square) / total * gamma_quantile(z, 2.0 * cube / square**1.5)


def gamma_quantile(z: ArrayLike, skewness: ArrayLike) -> FloatArray:
    """Return the quantile of a gamma distribution moved and stretched to mean 0, variance 1.

    Parameters
    ----------
    z
        The standard normal quantile of the same probability.
    skewness
        Of the distribution; if negative, it is the mirror image of a gamma distribution.

    Returns
    -------
    ndarray, float64
    """
    z, skew = np.broadcast_arrays(np.asarray(z, np.float64), np.asarray(skewness, np.float64))
    size = np.maximum(np.abs(skew), NORMAL)
    shape, turned = 4.0 / size**2, np.where(skew < 0, -z, z)
    quantile = np.where(
        turned > 0,
        special.gammainccinv(shape, special.ndtr(-np.abs(turned))),
        special.gammaincinv(shape, special.ndtr(-np.abs(turned))),
    )
    curved: FloatArray = np.where(skew < 0, -1.0, 1.0) * (quantile - shape) * size / 2.0
    return np.where(np.abs(skew) < NORMAL, z, curved)


def wilson_limits(
    share: FloatArray,
    error: FloatArray,
    behind: float,
    level: float,
    critical: Critical = normal_critical,
) -> tuple[FloatArray, FloatArray]:
    """Compute limits of shares of which the standard error, but not the skewness, is known.

    Wilson's score interval (1927, *JASA* 22) for an effective number of trials, p (1 - p) /
    variance, Student's quantile in place of the normal one (Korn & Graubard 1998, *Survey
    Methodology* 24), and `LATTICE` of an effective trial at either end. Good where many
    boards vary; use `bounded_limits` where the skewness is known.

    Parameters
    ----------
    share, error
        Shares strictly between 0 and 1 and their standard errors, of one shape.
    behind
        Boards behind each.
    level
        Of the interval.
    critical
        Critical values.

    Returns
    -------
    low, high : ndarray of that shape, float64
    """
    trials = share * (1.0 - share) / error**2
    square = student_critical(1.0 - level, behind - 1, critical) ** 2 / trials
    middle = (share + square / 2) / (1 + square)
    reach = np.sqrt(square * (share * (1 - share) + square / 4)) / (1 + square)
    low, high = middle - reach - LATTICE / trials, middle + reach + LATTICE / trials
    return np.maximum(low, 0.0), np.minimum(high, 1.0)
