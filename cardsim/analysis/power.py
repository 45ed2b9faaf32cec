"""How many boards a question needs.

From a pilot's standard deviation of the per-board difference, which has what
pairing and rotation gain already in it.

Sources
-------
Guenther (1981), "Sample size formulas for normal theory t tests", *The American
Statistician* 35: the formula and its correction for Student's t.
Browne (1995), "On the use of a pilot sample for sample size determination",
*Statistics in Medicine* 14: an upper limit of the pilot's variance.
Bonett (2006), "Approximate confidence interval for standard deviation of
nonnormal distributions", *Computational Statistics & Data Analysis* 50: the limit
used. Clopper & Pearson (1934), *Biometrika* 26: that of a share.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from cardsim.analysis.intervals import LEVEL, MIN_BOARDS, check_level

POWER = 0.9
CONFIDENCE = 0.9  # that the pilot's deviation is not too small by luck

# With fewer departing boards the kurtosis of a pilot is itself a guess.
MIN_DEPARTING = 25
# Departing boards to be expected, so that those an interval needs are there nearly always.
ENOUGH = 40
# Differences whose largest square is no more than so many times the mean one are dense at once.
RARE = 10.0


def boards_needed(
    delta: float, deviation: float, power: float = POWER, level: float = LEVEL
) -> int:
    """Count the boards that detect a difference with a given power.

    Two-sided paired t test. n = (z(1 - alpha/2) + z(power))^2 (s / delta)^2 +
    z(1 - alpha/2)^2 / 2, rounded up (Guenther 1981), and at least `MIN_BOARDS`.

    Parameters
    ----------
    delta
        The difference to detect, other than 0.
    deviation
        Standard deviation of the per-board difference, in the same unit;
        `spread_of` if it should not be too small by luck.
    power
        Chance of detecting it.
    level
        1 less the chance of a false alarm.

    Raises
    ------
    ValueError
        A parameter is out of range.
    """
    check_level(level)
    check_level(power)
    _check_delta(delta)
    if not 0 <= deviation < math.inf:
        msg = f"a standard deviation is at least 0, not {deviation}"
        raise ValueError(msg)
    alarm = float(stats.norm.isf((1.0 - level) / 2))
    needed = ((alarm + float(stats.norm.ppf(power))) * deviation / delta) ** 2 + alarm**2 / 2
    return max(MIN_BOARDS, math.ceil(needed))


@dataclass(frozen=True)
class Spread:
    """What a pilot says of the spread of a per-board difference.

    Attributes
    ----------
    deviation : float or None
        Upper limit of its standard deviation.
    least : int
        Boards from which enough of them depart from the commonest difference for an interval.
    reason : str or None
        Why there is no limit.
    """

    deviation: float | None
    least: int
    reason: str | None = None


def spread_of(
    differences: ArrayLike,
    delta: float,
    bounds: tuple[float, float] | None = None,
    confidence: float = CONFIDENCE,
) -> Spread:
    """Bound the standard deviation of a pilot's differences from above.

    A plan made from the pilot's own value falls short about half of the time; one made from an
    upper limit does so with 1 less its confidence (Browne 1995). The limit is that of the
    logarithm of the variance, with a standard error from the differences' own kurtosis (Bonett
    2006), so that they need not be normal.

    Where fewer than `MIN_DEPARTING` boards depart from the commonest difference, the pilot says
    too little of how far they depart. Then the share of departing boards is bounded (Clopper &
    Pearson 1934), and each of them is taken to depart as far as the bounds allow.

    Parameters
    ----------
    differences
        Shape (boards,): the pilot's, at least `MIN_BOARDS`.
    delta
        The difference to be detected.
    bounds
        Least and greatest difference a board can give: (-1, 1) for shares.
    confidence
        That the standard deviation is no greater.

    Raises
    ------
    ValueError
        A parameter is out of range.
    """
    check_level(confidence)
    _check_delta(delta)
    values = np.asarray(differences, dtype=np.float64)
    n = len(values)
    if n < MIN_BOARDS:
        msg = f"a pilot of {n} boards is too small; it needs {MIN_BOARDS}"
        raise ValueError(msg)
    found, times = np.unique(np.round(values, 9), return_counts=True)
    commonest, departing = float(found[times.argmax()]), n - int(times.max())
    if departing >= MIN_DEPARTING:
        squares = (values - values.mean()) ** 2
        variance = float(squares.sum()) / (n - 1)
        kurtosis = float((squares**2).mean()) / float(squares.mean()) ** 2
        error = math.sqrt(max(kurtosis - (n - 3) / (n - 1), 0.0) / n)
        upper = variance * math.exp(float(stats.norm.ppf(confidence)) * error)
        from_commonest = (values - commonest) ** 2
        rarity = float(from_commonest.max() / from_commonest.mean())
        return Spread(math.sqrt(upper), math.ceil(ENOUGH * rarity) if rarity > RARE else 0)
    if bounds is None:
        reason = (
            f"only {departing} of the pilot's {n:,} boards depart from the commonest difference, "
            "and it has no bounds; a longer pilot may tell"
        )
        return Spread(None, 0, reason)
    far = max(commonest - bounds[0], bounds[1] - commonest)
    share = float(stats.beta.ppf(confidence, departing + 1, n - departing))
    return Spread(far * math.sqrt(share), math.ceil(ENOUGH * far / abs(delta)))


def _check_delta(delta: float) -> None:
    if delta == 0 or not math.isfinite(delta):
        msg = f"a difference to detect is not {delta}"
        raise ValueError(msg)


def minutes(boards: int, games_a_board: int, games_a_second: float) -> float:
    """Tell how many minutes so many boards take.

    Raises
    ------
    ValueError
        The rate is not positive.
    """
    if not games_a_second > 0:
        msg = f"a rate is positive, not {games_a_second}"
        raise ValueError(msg)
    return boards * games_a_board / games_a_second / 60.0
