"""What a match has shown: read off intervals that hold at all looks together."""

from __future__ import annotations

from enum import StrEnum


class Decision(StrEnum):
    """What a match has shown."""

    A_BETTER = "A better"
    B_BETTER = "B better"
    EQUAL = "equal within margin"
    UNDECIDED = "undecided"

    @property
    def mirrored(self) -> Decision:
        """The same, if A and B change names."""
        swapped = {Decision.A_BETTER: Decision.B_BETTER, Decision.B_BETTER: Decision.A_BETTER}
        return swapped.get(self, self)


def decide(low: float | None, high: float | None, margin: float | None = None) -> Decision:
    """Read a decision off an interval of A's result less B's, where more is better.

    All decisions are read off the intervals of one boundary, so the chance that any of them is
    wrong is at most 1 - level, however often one looks. If A is better and both are equal within
    the margin, being better is what is said: the interval tells how little it is.

    Parameters
    ----------
    low, high : float or None
        None if there is no interval.
    margin : float, optional
        Differences smaller than this do not matter; without it, "equal" is never found.
    """
    if low is None or high is None:
        return Decision.UNDECIDED
    if low > 0:
        return Decision.A_BETTER
    if high < 0:
        return Decision.B_BETTER
    if margin is not None and -margin < low and high < margin:
        return Decision.EQUAL
    return Decision.UNDECIDED
