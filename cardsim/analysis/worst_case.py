"""Worst cases: what unfinished games could change.

Metrics are over finished games. Games that never end are no fair sample of all, so
where many do not end, the share of all games may be another. How another, no data
can say; but a game gives no less than the least and no more than the greatest the
metric can be. Put that in place of every unfinished game, and the share of all games
lies between the two (Manski). The interval of it reaches from the lower limit of the
one to the upper limit of the other; since the truth cannot be near both ends, each needs
less than a two-sided limit (Imbens & Manski).

Sources
-------
Manski (1990), "Nonparametric bounds on treatment effects", *American Economic Review*
80(2). Imbens & Manski (2004), "Confidence intervals for partially identified
parameters", *Econometrica* 72(6), formula 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from scipy import optimize, special

from cardsim.analysis.comparisons import PairedDifference
from cardsim.analysis.critical import Critical, normal_critical
from cardsim.analysis.intervals import Estimate, spread_means
from cardsim.analysis.limits import FEW, bounded_limits, constant_interval
from cardsim.analysis.moments import BoardMoments, Spread, spread

# Worst cases are told where they could move an estimate by more than this part of its
# interval's half-width. What moves less is hidden by chance.
WORTH_TELLING = 0.25

Part = tuple[int, int, int]  # features: total, games that count, games played


def worst_case(
    moments: BoardMoments,
    part: Part,
    bounds: tuple[float, float],
    alpha: float,
    critical: Critical = normal_critical,
) -> tuple[float, float]:
    """Bound a mean over all games, unfinished ones included.

    Parameters
    ----------
    moments
        The boards.
    part
        Features: the board's total over the games that count, their number, and the
        number of games played.
    bounds
        Least and greatest value a game can give.
    alpha
        Chance that the truth lies outside.
    critical
        Critical values; those of the boundary if the results were looked at.

    Returns
    -------
    low, high : float
        Within the bounds.
    """
    return _limits(moments, [part], bounds, bounds, alpha, critical)


def worst_difference(
    moments: BoardMoments,
    first: Part,
    second: Part,
    bounds: tuple[float, float],
    alpha: float,
    critical: Critical = normal_critical,
) -> tuple[float, float]:
    """Bound the difference of two means over all games, unfinished ones included.

    Parameters
    ----------
    moments
        The boards, which both have in common.
    first, second
        Features of each, as in `worst_case`.
    bounds
        Least and greatest value a game can give.
    alpha
        Chance that the truth lies outside.
    critical
        Critical values.
    """
    reach = (bounds[0] - bounds[1], bounds[1] - bounds[0])
    return _limits(moments, [first, second], bounds, reach, alpha, critical)


def with_worst_case(
    estimate: Estimate,
    moments: BoardMoments,
    part: Part,
    bounds: tuple[float, float] | None,
    critical: Critical = normal_critical,
) -> Estimate:
    """Put the worst case beside an estimate, where it could matter.

    Parameters
    ----------
    estimate
        Of the games that count.
    moments, part, critical
        As in `worst_case`.
    bounds
        Of the metric; None if it has none, and then nothing is said.

    Returns
    -------
    Estimate
        With ``worst_low`` and ``worst_high`` if unfinished games could move it by more
        than `WORTH_TELLING` of its half-width.
    """
    if bounds is None or estimate.estimate is None or estimate.half_width is None:
        return estimate
    if not _matters(moments, [part], bounds, estimate.half_width):
        return estimate
    low, high = worst_case(moments, part, bounds, 1.0 - estimate.level, critical)
    return replace(
        estimate, worst_low=_least(low, estimate.low), worst_high=_greatest(high, estimate.high)
    )


def with_worst_difference(
    difference: PairedDifference,
    moments: BoardMoments,
    first: Part,
    second: Part,
    bounds: tuple[float, float] | None,
    critical: Critical = normal_critical,
) -> PairedDifference:
    """Put the worst case beside a difference, where it could matter.

    Parameters
    ----------
    difference
        Of the games that count, before `comparisons.holm`: no difference is clear that
        the worst case of its family contradicts.
    moments, first, second, critical
        As in `worst_difference`.
    bounds
        Of the metric; None if it has none, and then nothing is said.
    """
    if bounds is None or difference.low is None or difference.high is None:
        return difference
    half_width = (difference.high - difference.low) / 2
    if not _matters(moments, [first, second], bounds, half_width):
        return difference

    def limits(alpha: float) -> tuple[float, float]:
        low, high = worst_difference(moments, first, second, bounds, alpha, critical)
        plain = (low, high) if difference.limits is None else difference.limits(alpha)
        return min(low, plain[0]), max(high, plain[1])

    low, high = limits(1.0 - difference.level)
    return replace(difference, worst_low=low, worst_high=high, worst_limits=limits)


def _least(worst: float, plain: float | None) -> float:
    return worst if plain is None else min(worst, plain)


def _greatest(worst: float, plain: float | None) -> float:
    return worst if plain is None else max(worst, plain)


def _matters(
    moments: BoardMoments, parts: Sequence[Part], bounds: tuple[float, float], half_width: float
) -> bool:
    """Tell whether unfinished games could move an estimate by more than may be kept quiet."""
    least, greatest = bounds
    moved = 0.0
    for y, w, played in parts:
        total, count, games = (float(moments.mean[at]) for at in (y, w, played))
        unfinished = 1.0 - count / games
        mean = total / count
        moved += unfinished * max(mean - least, greatest - mean)
    return moved > WORTH_TELLING * half_width


def _limits(
    moments: BoardMoments,
    parts: Sequence[Part],
    bounds: tuple[float, float],
    reach: tuple[float, float],
    alpha: float,
    critical: Critical,
) -> tuple[float, float]:
    """Compute the interval's ends: of the first part less the second, if there are two."""
    low, high = (_end_of(moments, parts, bounds, upper) for upper in (False, True))
    wider = max(low.error, high.error)
    apart = (high.value - low.value) / wider if wider > 0 else np.inf
    z = imbens_manski(apart, alpha) * critical(alpha) / normal_critical(alpha)
    return _limit(low, reach, z, 0), _limit(high, reach, z, 1)


def _end_of(
    moments: BoardMoments, parts: Sequence[Part], bounds: tuple[float, float], upper: bool
) -> Spread:
    """Estimate one end: what the first part less the second would be at worst.

    With b in place of each unfinished game, a mean over all games is
    y / played + b (1 - w / played).
    """
    over, under, weights, value = [], [], [], 0.0
    for at, (y, w, played) in enumerate(parts):
        sign = -1.0 if at else 1.0
        b = bounds[upper != (at == 1)]
        over += [y, w]
        under += [played, played]
        weights += [sign, -sign * b]
        value += sign * b
    found = spread(moments, over, under, weights)
    return replace(found, value=found.value + value, deviating=FEW)


def _limit(end: Spread, reach: tuple[float, float], z: float, side: int) -> float:
    """Return the outer limit of an end."""
    alpha = 2.0 * float(special.ndtr(-z))
    value = min(max(end.value, reach[0]), reach[1])
    if end.error == 0.0:
        return constant_interval(value, end.behind, reach, 1.0 - alpha)[side]
    return float(bounded_limits(spread_means(replace(end, value=value)), reach, alpha)[side])


def imbens_manski(apart: float, alpha: float) -> float:
    """Return the critical value for an interval from one end's limit to the other's.

    Two-sided where the ends are one, one-sided where they are far apart.

    Parameters
    ----------
    apart
        How far apart the ends are, in standard errors of the wider one.
    alpha
        Chance that the truth lies outside.
    """
    one_sided, two_sided = float(-special.ndtri(alpha)), float(-special.ndtri(alpha / 2))
    if not np.isfinite(apart):
        return one_sided

    def short(z: float) -> float:
        return float(special.ndtr(z + apart) - special.ndtr(-z)) - (1.0 - alpha)

    if short(one_sided) >= -1e-15:
        return one_sided
    return float(optimize.brentq(short, one_sided, two_sided + 1e-9))
