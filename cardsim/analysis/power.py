"""How many boards a question needs.

From a pilot's standard deviation of the per-board difference, which has what
pairing and rotation gain already in it.

Sources
-------
Guenther (1981), "Sample size formulas for normal theory t tests", *The American
Statistician* 35: the formula and its correction for Student's t.
Browne (1995), "On the use of a pilot sample for sample size determination",
*Statistics in Medicine* 14: the upper limit of the pilot's variance.
"""

from __future__ import annotations

import math

from scipy import stats

from cardsim.analysis.intervals import LEVEL, MIN_BOARDS, check_level

POWER = 0.9


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
        `upper_deviation` if it should not be too small by luck.
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
    if delta == 0 or not math.isfinite(delta):
        msg = f"a difference to detect is not {delta}"
        raise ValueError(msg)
    if not 0 <= deviation < math.inf:
        msg = f"a standard deviation is at least 0, not {deviation}"
        raise ValueError(msg)
    alarm = float(stats.norm.isf((1.0 - level) / 2))
    needed = ((alarm + float(stats.norm.ppf(power))) * deviation / delta) ** 2 + alarm**2 / 2
    return max(MIN_BOARDS, math.ceil(needed))


def detectable(boards: int, deviation: float, power: float = POWER, level: float = LEVEL) -> float:
    """Tell the smallest difference that so many boards detect: `boards_needed`, inverted.

    Raises
    ------
    ValueError
        There are fewer than `MIN_BOARDS` boards, or a parameter is out of range.
    """
    check_level(level)
    check_level(power)
    if boards < MIN_BOARDS:
        msg = f"{boards} boards are too few; at least {MIN_BOARDS} are needed"
        raise ValueError(msg)
    alarm = float(stats.norm.isf((1.0 - level) / 2))
    return (alarm + float(stats.norm.ppf(power))) * deviation / math.sqrt(boards - alarm**2 / 2)


def upper_deviation(deviation: float, pilot_boards: int, confidence: float = 0.8) -> float:
    """Bound a pilot's standard deviation from above.

    A plan made from the pilot's own value falls short about half of the time;
    one made from this falls short 1 time in 5 (Browne 1995). The limit is the
    chi-squared one, right for roughly normal differences.

    Parameters
    ----------
    deviation
        Standard deviation in the pilot.
    pilot_boards
        Boards in the pilot, at least `MIN_BOARDS`.
    confidence
        That the true value is no greater.

    Raises
    ------
    ValueError
        A parameter is out of range.
    """
    check_level(confidence)
    if pilot_boards < MIN_BOARDS:
        msg = f"a pilot of {pilot_boards} boards is too small; it needs {MIN_BOARDS}"
        raise ValueError(msg)
    degrees = pilot_boards - 1
    return deviation * math.sqrt(degrees / float(stats.chi2.isf(confidence, degrees)))


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
