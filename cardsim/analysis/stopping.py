"""When to stop: at a precision, or at a decision.

Both are read off a confidence sequence (`cardsim.analysis.sequences`), which
holds at all looks together; so it holds at the look one happens to stop at.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

from cardsim.analysis.intervals import Estimate


class ConfidenceSequence(Protocol):
    """What stopping rules ask of a confidence sequence."""

    def interval(self) -> Estimate:
        """Tell the interval that holds at this look."""
        ...


def narrow_enough(sequence: ConfidenceSequence, half_width: float) -> bool:
    """Tell whether the interval's half-width is down to ``half_width``.

    Parameters
    ----------
    sequence
        Of the estimate.
    half_width
        The precision wanted, in the metric's unit.
    """
    reached = sequence.interval().half_width
    return reached is not None and reached <= half_width


class Decision(StrEnum):
    """What a match has shown."""

    A_BETTER = "A better"
    B_BETTER = "B better"
    EQUAL = "equal within margin"
    UNDECIDED = "undecided"


class Match:
    """A match of A against B that stops as soon as it is decided.

    All verdicts are read off one confidence sequence of the difference, so the
    chance that the verdict is wrong is at most 1 - level however often one looks.

    Parameters
    ----------
    sequence
        Of A's result less B's on common boards, where more is better.
    margin
        Differences smaller than this do not matter; without it, "equal" is never
        found.

    Raises
    ------
    ValueError
        The margin is not positive.
    """

    def __init__(self, sequence: ConfidenceSequence, margin: float | None = None) -> None:
        if margin is not None and not margin > 0:
            msg = f"a margin is positive, not {margin}"
            raise ValueError(msg)
        self.sequence, self.margin = sequence, margin
        self.decision = Decision.UNDECIDED

    def decide(self) -> Decision:
        """Look, and say what is shown; once decided, it stays so.

        If at one look A is better and both are equal within the margin, being
        better is what is said: the interval tells how little it is.
        """
        if self.decision is Decision.UNDECIDED:
            self.decision = verdict(self.sequence.interval(), self.margin)
        return self.decision


def verdict(interval: Estimate, margin: float | None = None) -> Decision:
    """Read a decision off an interval of A's result less B's."""
    if interval.low is None or interval.high is None:
        return Decision.UNDECIDED
    if interval.low > 0:
        return Decision.A_BETTER
    if interval.high < 0:
        return Decision.B_BETTER
    if margin is not None and -margin < interval.low and interval.high < margin:
        return Decision.EQUAL
    return Decision.UNDECIDED
