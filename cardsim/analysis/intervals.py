"""Intervals for shares and means over boards, or the reason there is none.

* `clustered_proportion`: shares between 0 and 1 (who loses, who wins), several
  games a board. Use it for one game a board too.
* `clustered_mean`: amounts (turns, places, scores).

How the limits are made is said in `cardsim.analysis.limits`. Where the data support no
number, an `Estimate` holds a reason in its place.
"""

from __future__ import annotations

from dataclasses import dataclass

from cardsim.analysis.critical import Critical, normal_critical, student_critical
from cardsim.analysis.limits import (
    Means,
    amount_limits,
    bounded_limits,
    constant_interval,
    means,
    wilson_limits,
)
from cardsim.analysis.moments import BoardMoments, Spread, spread

__all__ = [
    "LEVEL",
    "MIN_BOARDS",
    "Critical",
    "Estimate",
    "check_level",
    "clustered_mean",
    "clustered_proportion",
    "constant_interval",
    "normal_critical",
    "sparse",
    "student_critical",
    "too_few",
    "wilson_limits",
]

LEVEL = 0.95

# Student's t with 29 degrees of freedom is within 5 % of the normal quantile, and
# the estimated variance within a quarter of the truth two times out of three:
# with fewer boards an interval says more about luck than about the game.
MIN_BOARDS = 30

# Where most boards gave the very same amount, so many others are needed to know how
# far others may lie. Without bounds nothing else limits that.
MIN_DEVIATING = 10

SHARE_METHOD = "gamma within bounds, by board"
AMOUNT_METHOD = "gamma and Student's t, by board"
CONSTANT_METHOD = "rule of three, by board"


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
    worst_low, worst_high : float or None
        Interval of what all games would have given, unfinished ones included, whatever
        they would have given (`cardsim.analysis.worst_case`); None where that makes no
        difference worth telling, or the metric has no bounds.
    """

    estimate: float | None
    low: float | None
    high: float | None
    n_boards: int
    level: float
    method: str
    reason: str | None = None
    worst_low: float | None = None
    worst_high: float | None = None

    @property
    def half_width(self) -> float | None:
        """Half the interval's width."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


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
        if w is None:
            continue
        counted = int(moments.occupied[w])
        if counted == 0:
            return f"none of {n:,} boards has a finished game to count"
        if counted < MIN_BOARDS:
            return (
                f"only {counted} of {n:,} boards {'has' if counted == 1 else 'have'} a finished "
                f"game to count; an interval needs {MIN_BOARDS}"
            )
    return None


def sparse(found: Spread, n: int, needed: int) -> str | None:
    """Say why too few boards deviate for an amount without bounds, or None if enough do.

    Parameters
    ----------
    found
        What is estimated; not the same on all boards.
    n
        Boards played.
    needed
        Deviating boards that are enough.
    """
    if found.deviating >= min(needed, n / 2):
        return None
    return (
        f"only {found.deviating} of {n:,} boards gave anything but the usual value, too few to "
        f"know how far others may lie; an interval without bounds needs {needed}"
    )


def spread_means(found: Spread) -> Means:
    """Hand over a spread as what limits are made of."""
    return means(found.value, found.error, found.skewness, found.behind, found.deviating)


def clustered_proportion(
    moments: BoardMoments,
    y: int,
    w: int | None = None,
    level: float = LEVEL,
    critical: Critical = normal_critical,
) -> Estimate:
    """Estimate a share between 0 and 1, games being clustered in boards.

    The limits are `bounded_limits`; if the share was the same on every board, they are
    `constant_interval`'s.

    Parameters
    ----------
    moments
        The boards; of at most `tails.MOST_FEATURES` features.
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
    return _bounded(moments, y, w, level, (0.0, 1.0), critical, SHARE_METHOD)


def clustered_mean(
    moments: BoardMoments,
    y: int,
    w: int | None = None,
    level: float = LEVEL,
    bounds: tuple[float, float] | None = None,
    critical: Critical = normal_critical,
) -> Estimate:
    """Estimate a mean amount a game, games being clustered in boards.

    With ``bounds`` the limits are `bounded_limits`, and `constant_interval`'s if the mean was
    the same on every board. Without, they are `amount_limits`; there is no number if
    the mean never varied, or hardly ever: nothing bounds what others might give.

    Parameters
    ----------
    moments
        The boards; of at most `tails.MOST_FEATURES` features.
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

    Raises
    ------
    ValueError
        The mean is outside its bounds.
    """
    if bounds is not None:
        return _bounded(moments, y, w, level, bounds, critical, SHARE_METHOD)
    check_level(level)
    n = moments.n
    reason = too_few(moments, w)
    if reason is None:
        found = spread(moments, [y], [w], [1.0])
        if found.error == 0.0:
            reason = (
                f"all {moments.n if w is None else int(moments.occupied[w]):,} boards gave exactly "
                f"{found.value:g}, so there is no spread to make an interval of"
            )
        else:
            reason = sparse(found, n, MIN_DEVIATING)
    if reason is not None:
        return Estimate(None, None, None, n, level, AMOUNT_METHOD, reason)
    low, high = amount_limits(spread_means(found), 1.0 - level, critical)
    return Estimate(found.value, float(low), float(high), n, level, AMOUNT_METHOD)


def _bounded(
    moments: BoardMoments,
    y: int,
    w: int | None,
    level: float,
    bounds: tuple[float, float],
    critical: Critical,
    method: str,
) -> Estimate:
    check_level(level)
    reason = too_few(moments, w)
    if reason:
        return Estimate(None, None, None, moments.n, level, method, reason)
    found = spread(moments, [y], [w], [1.0])
    least, greatest = bounds
    slack = 1e-9 * (greatest - least)
    if not least - slack <= found.value <= greatest + slack:
        kind = "a share" if bounds == (0.0, 1.0) else "this mean"
        msg = f"{kind} lies between {least:g} and {greatest:g}; feature {y} over {w} is {found.value}"
        raise ValueError(msg)
    value = min(max(found.value, least), greatest)
    if found.error == 0.0:
        low, high = constant_interval(value, found.behind, bounds, level, critical)
        return Estimate(value, low, high, moments.n, level, CONSTANT_METHOD)
    boards = spread_means(found)._replace(value=means(value, 0, 0, 0, 0).value)
    limits = bounded_limits(boards, bounds, 1.0 - level, critical)
    return Estimate(value, float(limits[0]), float(limits[1]), moments.n, level, method)
