"""Critical values, and p-values that agree with intervals."""

from __future__ import annotations

import math
from collections.abc import Callable

from scipy import special

# From a two-sided chance of error to a standard-normal critical value: 1.96 for 0.05
# where results are looked at once. A run that was looked at on the way has the larger
# values of its boundary. Must not rise with the chance of error.
Critical = Callable[[float], float]

# Two-sided chances of error smaller than this are told as this.
LEAST_CHANCE = 1e-300

# Tails thinner than this are taken as this thin: thinner ones come near what no number holds.
LEAST_TAIL = 1e-305


def normal_critical(alpha: float) -> float:
    """Return the critical value of results that are looked at once.

    Parameters
    ----------
    alpha
        Two-sided chance of error, above 0 and below 1.
    """
    return float(-special.ndtri(alpha / 2))


def student_critical(alpha: float, degrees: float, critical: Critical = normal_critical) -> float:
    """Return a critical value for a standard error estimated from few boards.

    Student's quantile of the same tail as the critical value's: at one of several looks the
    tail is thinner than alpha, so the correction is larger (Jennison & Turnbull 2000: the
    significance levels of a boundary are carried over, not its values).

    Parameters
    ----------
    alpha
        Two-sided chance of error, above 0 and below 1.
    degrees
        Degrees of freedom of the standard error.
    critical
        What the value would be if the standard error were known.
    """
    tail = alpha / 2 if critical is normal_critical else float(special.ndtr(-critical(alpha)))
    return float(-special.stdtrit(degrees, max(tail, LEAST_TAIL)))


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
    low, high = math.log(LEAST_CHANCE), math.log1p(-1e-12)
    if excludes(LEAST_CHANCE):
        return LEAST_CHANCE
    if not excludes(math.exp(high)):
        return 1.0
    while high - low > 1e-7:
        middle = (low + high) / 2
        low, high = (low, middle) if excludes(math.exp(middle)) else (middle, high)
    return math.exp(high)
