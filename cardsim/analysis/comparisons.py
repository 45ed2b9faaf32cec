"""Comparisons: differences paired on common boards, families of them, in words.

Variants and strategies play the same boards, so their difference is measured
board by board: the luck of the shuffle, which they share, cancels. How much
that gained is part of the result (`PairedDifference.variance_ratio`).

Sources
-------
Holm (1979), "A simple sequentially rejective multiple test procedure",
*Scandinavian Journal of Statistics* 6.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from cardsim.analysis.critical import Critical, normal_critical, smallest_chance
from cardsim.analysis.intervals import LEVEL, check_level, sparse, spread_means, too_few
from cardsim.analysis.limits import (
    DIFFERENCES,
    amount_limits,
    bounded_limits,
    constant_interval,
)
from cardsim.analysis.moments import BoardMoments, Spread, ratio_difference, spread

# A difference without bounds may be rare and large on one side, frequent and small on
# the other. Of fewer deviating boards the rare side might not show at all.
MIN_DIFFERING = 100

UNFINISHED = "the unfinished games could turn it round"


@dataclass(frozen=True)
class PairedDifference:
    """A difference on common boards, or the reason why there is none.

    Attributes
    ----------
    difference, low, high : float or None
        First less second, with its interval, in the metric's own unit.
    p_value : float or None
        Two-sided, of no difference.
    n_boards : int
        Boards played.
    level : float
        Of the interval.
    standard_error : float or None
        Of the difference, paired.
    variance_ratio : float or None
        Variance with boards of their own over variance with common boards; None
        if the difference never varied.
    reason : str or None
        Why there is no number.
    degrees : float or None
        Boards with games in both groups, less 1: the degrees of freedom.
    limits : callable or None
        The interval for any two-sided chance of error, made as that at ``level``:
        what `holm` asks for a family's intervals.
    family : int
        Comparisons in the family `holm` put it in; 1 before.
    p_holm : float or None
        The p-value adjusted for the family.
    clear : bool or None
        Whether it stands, adjusted for the family, at this level.
    family_low, family_high : float or None
        Interval of a set that all hold together at this level (Bonferroni). One
        that excludes 0 is always clear, but for a worst case; Holm may find more.
    worst_low, worst_high : float or None
        Interval of the difference over all games, unfinished ones included, whatever they
        would have given (`cardsim.analysis.worst_case`); None where that makes no
        difference worth telling.
    worst_limits : callable or None
        The same for any chance of error.
    caution : str or None
        Why a difference that stands after the adjustment is not ``clear`` all the same.
    """

    difference: float | None
    low: float | None
    high: float | None
    p_value: float | None
    n_boards: int
    level: float
    standard_error: float | None = None
    variance_ratio: float | None = None
    reason: str | None = None
    degrees: float | None = None
    limits: Callable[[float], tuple[float, float]] | None = field(
        default=None, compare=False, repr=False
    )
    family: int = 1
    p_holm: float | None = None
    clear: bool | None = None
    family_low: float | None = None
    family_high: float | None = None
    worst_low: float | None = None
    worst_high: float | None = None
    worst_limits: Callable[[float], tuple[float, float]] | None = field(
        default=None, compare=False, repr=False
    )
    caution: str | None = None


def paired(  # noqa: PLR0913, PLR0917 - two ratios have four parts
    moments: BoardMoments,
    y1: int,
    w1: int | None,
    y2: int,
    w2: int | None,
    level: float = LEVEL,
    bounds: tuple[float, float] | None = None,
    critical: Critical = normal_critical,
) -> PairedDifference:
    """Compare two ratios, sum(y1) / sum(w1) less sum(y2) / sum(w2), on common boards.

    With ``bounds`` the limits are `limits.bounded_limits` of the boards' influences, or
    `constant_interval`'s if the difference never varied. Without, they are
    `limits.amount_limits`, and there is a reason in place of a number if the difference
    never varied, or on fewer than `MIN_DIFFERING` of many boards. The p-value is the
    chance of error at which the interval begins to exclude 0.

    Parameters
    ----------
    moments
        The boards; of at most `tails.MOST_FEATURES` features.
    y1, w1, y2, w2
        Features: the board's total of the metric and its finished games (None: one
        a board) in either group.
    level
        Of the interval.
    bounds
        Least and greatest difference a board can give: (-1, 1) for shares.
    critical
        Critical values; those of the boundary if the results were looked at. The
        p-value, and the intervals of a family, follow from it too.
    """
    check_level(level)
    n = moments.n
    reason = too_few(moments, w1, w2)
    if reason:
        return PairedDifference(None, None, None, None, n, level, reason=reason)
    found = spread(moments, [y1, y2], [w1, w2], [1.0, -1.0])
    if bounds is None:
        reason = _unbounded(found, n)
    if reason:
        return PairedDifference(None, None, None, None, n, level, reason=reason)

    def limits(alpha: float) -> tuple[float, float]:
        return difference_limits(found, bounds, alpha, critical)

    p_value = smallest_chance(lambda alpha: not _holds(limits(alpha), 0.0))
    ratio_of = None
    if found.error > 0.0:
        unpaired = ratio_difference(moments, y1, w1, y2, w2)[2]
        ratio_of = (unpaired / found.error) ** 2
    return PairedDifference(
        found.value,
        *limits(1.0 - level),
        p_value,
        n,
        level,
        standard_error=found.error,
        variance_ratio=ratio_of,
        degrees=found.behind - 1,
        limits=limits,
    )


def _unbounded(found: Spread, n: int) -> str | None:
    """Say why a difference without bounds cannot be told, or None if it can."""
    if found.error == 0.0:
        return f"all {n:,} boards gave a difference of exactly {found.value:g}"
    return sparse(found, n, MIN_DIFFERING)


def difference_limits(
    found: Spread,
    bounds: tuple[float, float] | None,
    alpha: float,
    critical: Critical = normal_critical,
) -> tuple[float, float]:
    """Compute the limits of a difference: as those of shares and amounts.

    Parameters
    ----------
    found
        The difference.
    bounds
        Least and greatest difference a board can give, or None; then the difference
        must have varied.
    alpha
        Two-sided chance of error.
    critical
        Critical values.
    """
    if bounds is not None and found.error == 0.0:
        return constant_interval(found.value, found.behind, bounds, 1.0 - alpha, critical)
    boards = spread_means(found)
    if bounds is None:
        low, high = amount_limits(boards, alpha, critical)
    else:
        low, high = bounded_limits(boards, bounds, alpha, critical, DIFFERENCES)
    return float(low), float(high)


def _holds(interval: tuple[float, float], value: float) -> bool:
    return interval[0] <= value <= interval[1]


def holm(differences: Sequence[PairedDifference]) -> list[PairedDifference]:
    """Adjust a family of comparisons for being many.

    Parameters
    ----------
    differences
        All at one level. Those with a reason in place of a number test nothing
        and do not count.

    Returns
    -------
    list of PairedDifference
        In the same order, with ``family``, ``p_holm``, ``clear``, ``family_low``
        and ``family_high`` set.

    Raises
    ------
    ValueError
        The levels differ.

    Notes
    -----
    The chance that any ``clear`` one is no difference at all is at most
    1 - level (Holm 1979), however the comparisons depend on each other.
    """
    levels = {each.level for each in differences}
    if len(levels) > 1:
        msg = f"a family has one level, not {sorted(levels)}"
        raise ValueError(msg)
    p_values = [each.p_value for each in differences if each.p_value is not None]
    if not p_values:
        return list(differences)
    from statsmodels.stats.multitest import multipletests  # slow to import, and often not needed

    clear, adjusted, _, _ = multipletests(p_values, alpha=1.0 - levels.pop(), method="holm")
    results = iter(zip(clear.tolist(), adjusted.tolist(), strict=True))
    return [
        each if each.p_value is None else _in_family(each, len(p_values), *next(results))
        for each in differences
    ]


def _in_family(
    each: PairedDifference,
    family: int,
    clear: bool,  # noqa: FBT001 - as multipletests gives it
    p_holm: float,
) -> PairedDifference:
    low, high = _family_interval(each, family)
    caution = None
    if clear and each.worst_limits is not None:
        worst = each.worst_limits((1.0 - each.level) / family)
        if _holds(worst, 0.0):
            clear, caution = False, UNFINISHED
    return replace(
        each, family=family, p_holm=p_holm, clear=clear, family_low=low, family_high=high,
        caution=caution,
    )


def _family_interval(
    each: PairedDifference, family: int
) -> tuple[float, float] | tuple[None, None]:
    """Widen an interval so that ``family`` of them hold together (Bonferroni)."""
    return (None, None) if each.limits is None else each.limits((1.0 - each.level) / family)


def in_words(  # noqa: PLR0913, PLR0917 - words for both ways, and for the unit
    difference: PairedDifference,
    subject: str,
    more: str = "more often",
    less: str = "less often",
    unit: str = "points in a hundred",
    scale: float = 100.0,
) -> str:
    """Say a difference in a sentence.

    Parameters
    ----------
    difference
        The difference; of a family, the family's interval is told.
    subject
        Who does what: "the starter is the Bagel", "a game lasts".
    more, less
        What a positive and a negative difference mean: "longer", "shorter".
    unit
        Of the number told.
    scale
        How many of ``unit`` make 1 of the metric: 100 for shares.

    Returns
    -------
    str
        Without a full stop, such as "the starter is the Bagel 1.2 points in a
        hundred less often (0.9 to 1.5; 95 % interval; 40,000 boards)".
    """
    low, high, kind = difference.low, difference.high, f"{100 * difference.level:g} % interval"
    if difference.family > 1:
        low, high = difference.family_low, difference.family_high
        kind += f" for all {difference.family} comparisons together"
    if (
        difference.difference is None or low is None or high is None
        or difference.low is None or difference.high is None
    ):
        return f"whether {subject} {more} or {less} is not known: {difference.reason}"
    value, low, high = difference.difference * scale, low * scale, high * scale
    if difference.clear and low <= 0 <= high:  # Holm finds more than the joint interval shows
        low, high = difference.low * scale, difference.high * scale
        kind = (
            f"{100 * difference.level:g} % interval of its own; p = {difference.p_holm:.2g} "
            f"among {difference.family} comparisons"
        )
    places = decimals((high - low) / 2)
    size = f"{abs(value):.{places}f} {unit} {less if value < 0 else more}".replace("  ", " ")
    known = f"{kind}; {difference.n_boards:,} boards"
    if low <= 0 <= high:
        span = f"from {-low:.{places}f} {less} to {high:.{places}f} {more}"
        said = f"{subject} neither {more} nor {less} as far as is known ({size}; {span}; {known})"
    else:
        near, far = sorted((abs(low), abs(high)))
        said = f"{subject} {size} ({near:.{places}f} to {far:.{places}f}; {known})"
    return said + _worst_in_words(difference, more, less, scale, places)


def _worst_in_words(
    difference: PairedDifference, more: str, less: str, scale: float, places: int
) -> str:
    """Say what unfinished games could change, or nothing where they could not."""
    if difference.worst_low is None or difference.worst_high is None:
        return ""
    ends = [end * scale for end in (difference.worst_low, difference.worst_high)]
    told = [f"{abs(end):.{places}f} {less if end < 0 else more}" for end in ends]
    turned = f", so {difference.caution}" if difference.caution else ""
    return (
        f"; this is of finished games: of all games, whatever the unfinished ones would have "
        f"given, from {told[0]} to {told[1]}{turned}"
    )


def decimals(half_width: float) -> int:
    """Choose decimals so that a half-width shows at least 2 units of its last place.

    Parameters
    ----------
    half_width
        Of an interval, in the unit to be printed.
    """
    if not half_width > 0:
        return 1
    return max(0, math.ceil(-math.log10(half_width / 2) - 1e-9))
