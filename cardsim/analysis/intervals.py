"""Intervals for shares and means over boards, or the reason there is none.

* `clustered_proportion`: shares between 0 and 1 (who loses, who wins), several
  games a board. Use it for one game a board too.
* `clustered_mean`: amounts (turns, places, scores).
* `wilson`: the textbook interval for independent trials.

Where the data support no number, an `Estimate` holds a reason in its place.

Sources
-------
Wilson (1927), *JASA* 22: the score interval.
Korn & Graubard (1998), *Survey Methodology* 24(2): the effective sample size,
its t-adjustment, in intervals for clustered proportions.
Yates (1934), *JRSS Supplement* 1: the continuity correction, here halved.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from cardsim.analysis.moments import BoardMoments, FloatArray, boards_behind, ratio

LEVEL = 0.95

# From a two-sided chance of error to a standard-normal critical value: 1.96 for 0.05
# where results are looked at once. A run that was looked at on the way has the larger
# values of its boundary. Must not rise with the chance of error.
Critical = Callable[[float], float]

# Two-sided chances of error smaller than this are told as this.
LEAST_CHANCE = 1e-300

# Student's t with 29 degrees of freedom is within 5 % of the normal quantile, and
# the estimated variance within a quarter of the truth two times out of three:
# with fewer boards an interval says more about luck than about the game.
MIN_BOARDS = 30

# Half of Yates' correction. Without it the lattice of possible shares lets the
# coverage of a 95 % interval dip below 94 % at 200 boards; with all of it, it
# is near 97 %.
LATTICE = 0.25


@dataclass(frozen=True)
class Estimate:
    """A number with its interval, or the reason why there is none.

    Attributes
    ----------
    estimate, low, high : float or None
        In the metric's own unit; all None together, and then `reason` is set.
    n_boards : int
        Boards played.
    level : float
        Of the interval, such as 0.95.
    method : str
        How the interval was made.
    reason : str or None
        Why there is no number.
    """

    estimate: float | None
    low: float | None
    high: float | None
    n_boards: int
    level: float
    method: str
    reason: str | None = None

    @property
    def half_width(self) -> float | None:
        """Half the interval's width."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def normal_critical(alpha: float) -> float:
    """Return the critical value of results that are looked at once.

    Parameters
    ----------
    alpha
        Two-sided chance of error, above 0 and below 1.
    """
    return float(stats.norm.isf(alpha / 2))


def student_critical(alpha: float, degrees: float, critical: Critical = normal_critical) -> float:
    """Return a critical value for a standard error estimated from few boards.

    Student's quantile where results are looked at once; any other critical value is
    stretched in the same proportion.

    Parameters
    ----------
    alpha
        Two-sided chance of error, above 0 and below 1.
    degrees
        Degrees of freedom of the standard error.
    critical
        What the value would be if the standard error were known.
    """
    student = float(stats.t.isf(alpha / 2, degrees))
    if critical is normal_critical:
        return student
    return critical(alpha) * student / normal_critical(alpha)


def smallest_chance(excludes: Callable[[float], bool]) -> float:
    """Find the p-value that belongs to intervals: where they begin to exclude a value.

    Parameters
    ----------
    excludes
        Whether the interval with this two-sided chance of error excludes the value;
        intervals shrink as the chance grows.

    Returns
    -------
    float
        1 if none does; no less than `LEAST_CHANCE`.
    """
    low, high = math.log(LEAST_CHANCE), 0.0
    if excludes(LEAST_CHANCE):
        return LEAST_CHANCE
    if not excludes(1.0 - 1e-12):
        return 1.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (low, middle) if excludes(math.exp(middle)) else (middle, high)
    return math.exp(high)


def check_level(level: float) -> None:
    """Refuse a confidence level that is not strictly between 0 and 1.

    Raises
    ------
    ValueError
    """
    if not 0.0 < level < 1.0:
        msg = f"a level lies strictly between 0 and 1, such as 0.95; not {level}"
        raise ValueError(msg)


def too_few(moments: BoardMoments, *denominators: int | None) -> str | None:
    """Say why there are too few boards for a number, or None if there are enough.

    Parameters
    ----------
    moments
        The boards.
    denominators
        The features that count the games of each group concerned.
    """
    n = moments.n
    if n < MIN_BOARDS:
        return f"{n:,} board{'s are' if n != 1 else ' is'} too few; an interval needs {MIN_BOARDS}"
    for w in denominators:
        behind = boards_behind(moments, w)
        if behind == 0:
            return f"none of {n:,} boards has a finished game to count"
        if behind < MIN_BOARDS:
            return (
                f"only about {behind:.0f} of {n:,} boards have a finished game to count; "
                f"an interval needs {MIN_BOARDS}"
            )
    return None


def constant_interval(
    value: float, n: float, bounds: tuple[float, float], level: float
) -> tuple[float, float]:
    """Bound a mean when each of ``n`` boards gave the very same value.

    If boards that give something else make up a share q of all, n boards miss
    them with probability (1 - q)^n; so q is at most 1 - (1 - level)^(1/n), about
    3/n at 95 %, and such boards lie within the bounds. This needs no variance,
    and holds for any distribution (the rule of three: Hanley & Lippman-Hand
    1983, *JAMA* 249).

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
    """
    missed = 1.0 - (1.0 - level) ** (1.0 / n)
    least, greatest = bounds
    return value - missed * (value - least), value + missed * (greatest - value)


def wilson(successes: float, n: int, level: float = LEVEL) -> Estimate:
    """Estimate a proportion of independent trials, by statsmodels.

    Parameters
    ----------
    successes
        Between 0 and ``n``.
    n
        Trials: here boards with one game each.
    level
        Of the interval.

    Raises
    ------
    ValueError
        ``successes`` or ``level`` is out of range.
    """
    check_level(level)
    if not 0 <= successes <= n:
        msg = f"{successes} successes in {n} trials are impossible"
        raise ValueError(msg)
    method = "Wilson"
    if n < MIN_BOARDS:
        reason = f"{n:,} board{'s are' if n != 1 else ' is'} too few; an interval needs {MIN_BOARDS}"
        return Estimate(None, None, None, n, level, method, reason)
    low, high = proportion_confint(successes, n, alpha=1.0 - level, method="wilson")
    return Estimate(successes / n, float(low), float(high), n, level, method)


def clustered_proportion(
    moments: BoardMoments,
    y: int,
    w: int | None = None,
    level: float = LEVEL,
    critical: Critical = normal_critical,
) -> Estimate:
    """Estimate a share between 0 and 1, games being clustered in boards.

    Wilson's interval for an effective number of trials, p (1 - p) / variance,
    the variance being that between boards; the quantile is Student's with one
    degree of freedom fewer than boards (Korn & Graubard 1998), and a quarter of
    one effective trial is added at either end.

    If the share was the same on every board, there is no variance to go by, and
    the interval is `constant_interval`'s.

    Parameters
    ----------
    moments
        The boards.
    y
        Feature: the board's total of the metric, between 0 and ``w``.
    w
        Feature: the board's finished games; None for one a board.
    level
        Of the interval.
    critical
        Critical values; those of the boundary if the results were looked at.

    Raises
    ------
    ValueError
        The share is outside 0 to 1, so ``y`` is no count out of ``w``.
    """
    check_level(level)
    method = "Wilson, clustered by board"
    reason = too_few(moments, w)
    if reason:
        return Estimate(None, None, None, moments.n, level, method, reason)
    share, error = ratio(moments, y, w)
    if not -1e-9 <= share <= 1 + 1e-9:
        msg = f"a share lies between 0 and 1; feature {y} over {w} is {share}"
        raise ValueError(msg)
    share = min(max(share, 0.0), 1.0)
    behind = boards_behind(moments, w)
    if error == 0.0:
        low, high = constant_interval(share, behind, (0.0, 1.0), level)
        return Estimate(share, low, high, moments.n, level, "rule of three, by board")
    limits = wilson_limits(np.array(share), np.array(error), behind, level, critical)
    low, high = float(limits[0]), float(limits[1])
    return Estimate(share, low, high, moments.n, level, method)


def wilson_limits(
    share: FloatArray,
    error: FloatArray,
    behind: float,
    level: float,
    critical: Critical = normal_critical,
) -> tuple[FloatArray, FloatArray]:
    """Compute the limits of `clustered_proportion`, for any number of shares.

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
    alpha = 1.0 - level
    t_over_z = student_critical(alpha, behind - 1, critical) / normal_critical(alpha)
    counted = trials / t_over_z**2
    low, high = proportion_confint(share * counted, counted, alpha=alpha, method="wilson")
    return np.maximum(low - LATTICE / trials, 0.0), np.minimum(high + LATTICE / trials, 1.0)


def clustered_mean(
    moments: BoardMoments,
    y: int,
    w: int | None = None,
    level: float = LEVEL,
    bounds: tuple[float, float] | None = None,
    critical: Critical = normal_critical,
) -> Estimate:
    """Estimate a mean amount a game, games being clustered in boards.

    Student's interval on the boards' influences. If the mean was the same on
    every board there is no spread to go by: with ``bounds`` the interval is
    `constant_interval`'s, without there is none.

    Parameters
    ----------
    moments
        The boards.
    y
        Feature: the board's total of the metric.
    w
        Feature: the board's finished games; None for one a board.
    level
        Of the interval.
    bounds
        Least and greatest value a game can give, if there are such.
    critical
        Critical values; those of the boundary if the results were looked at.
    """
    check_level(level)
    method = "Student's t, clustered by board"
    reason = too_few(moments, w)
    if reason:
        return Estimate(None, None, None, moments.n, level, method, reason)
    mean, error = ratio(moments, y, w)
    behind = boards_behind(moments, w)
    if error == 0.0:
        if bounds is None:
            reason = (
                f"all {behind:,.0f} boards gave exactly {mean:g}, "
                "so there is no spread to make an interval of"
            )
            return Estimate(None, None, None, moments.n, level, method, reason)
        low, high = constant_interval(mean, behind, bounds, level)
        return Estimate(mean, low, high, moments.n, level, "rule of three, by board")
    reach = student_critical(1.0 - level, behind - 1, critical) * error
    return Estimate(mean, mean - reach, mean + reach, moments.n, level, method)
