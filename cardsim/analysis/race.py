"""Sequential elimination: which of several candidates is best, with the fewest boards.

All candidates still in the race play the same boards. At every look of a known
schedule, one that is surely behind another one drops out; the race ends when one is
left, or when the leader is surely within a margin of the best.

The best is dropped, or the leader is farther behind it than said, only if one of its
leads over the k - 1 others was underrated at some look. Each of these has its part of
the chance of error, 1 / (k - 1), for all looks together (a group-sequential boundary,
one-sided), so whatever is said is wrong with probability at most 1 - level.

Sources
-------
Paulson (1964), *Annals of Mathematical Statistics* 35; Kim & Nelson (2001), *ACM
TOMACS* 11: selecting the best by dropping those who are behind, on common random
numbers. Jennison & Turnbull (2000), *Group Sequential Methods*, chapters 7, 9 and 16:
repeated confidence intervals, and several treatments. Hsu (1996), *Multiple
Comparisons*, chapter 4: intervals of the score less the best of the others'.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np

from cardsim.analysis.boundaries import Schedule
from cardsim.analysis.intervals import LEVEL, check_level, student_critical
from cardsim.analysis.moments import FloatArray
from cardsim.analysis.simultaneous import BestInterval, bounded_reach, too_sparse, with_the_best

# Part of the chance of error that goes to pairs that hardly ever differ.
SPARSE_PART = 0.1


class Outcome(StrEnum):
    """How a race stands."""

    BEST = "best"
    WITHIN_MARGIN = "within the margin of the best"
    OPEN = "undecided"


@dataclass(frozen=True)
class Entry:
    """A candidate at the last look it was in.

    Attributes
    ----------
    boards : int
        Boards played by then.
    look : int
        Number of the look.
    value, error : float
        Mean over the boards, more being better, and its standard error.
    best : BestInterval
        The value less the best of the others': of all candidates together and at every
        look.
    behind : int or None
        Who was surely ahead, if the candidate dropped out.
    """

    boards: int
    look: int
    value: float
    error: float
    best: BestInterval
    behind: int | None = None


@dataclass
class Race:
    """A race of several candidates.

    Parameters
    ----------
    candidates : int
        At least 2.
    schedule : Schedule
        The looks.
    level : float
        Of everything that is said, at all looks together.
    margin : float or None
        Differences smaller than this do not matter.
    width : float or None
        Greatest less least difference of two candidates that a board can give; without
        it nothing is said of two who hardly ever differ.

    Attributes
    ----------
    left : list of int
        Candidates that are still in.
    entries : dict of int to Entry
        Of each candidate that was looked at.
    outcome : Outcome
    leader : int or None
        Who has the greatest value of those left.

    Raises
    ------
    ValueError
        There are too few candidates, or the margin is not positive.
    """

    candidates: int
    schedule: Schedule
    level: float = LEVEL
    margin: float | None = None
    width: float | None = None
    left: list[int] = field(init=False)
    entries: dict[int, Entry] = field(init=False, default_factory=dict)
    outcome: Outcome = field(init=False, default=Outcome.OPEN)
    leader: int | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        check_level(self.level)
        if self.candidates < 2:
            msg = f"{self.candidates} candidates: there must be at least 2"
            raise ValueError(msg)
        if self.margin is not None and not self.margin > 0:
            msg = f"a margin is positive, not {self.margin}"
            raise ValueError(msg)
        self.left = list(range(self.candidates))

    def look(
        self, number: int, values: FloatArray, covariance: FloatArray, largest: FloatArray,
        slack: FloatArray | None = None,
    ) -> Outcome:
        """Look at those who are left, and drop who is surely behind.

        Parameters
        ----------
        number
            Of the look, from 0; its boards are those of the schedule.
        values
            Shape (left,): means over all boards so far; more is better.
        covariance
            Shape (left, left): of these means.
        largest
            Shape (left, left): the largest deviation of two candidates' difference on a
            board from its mean.
        slack
            Shape (left,): by how much a mean may be off for other reasons, such as
            games that did not end.
        """
        boards = self.schedule.boards[number]
        reach = self._reaches(number, covariance, largest)
        if slack is not None:
            reach = reach + slack[:, None] + slack[None, :]
        best = with_the_best(values, reach)
        ahead = values[:, None] - values[None, :] + reach
        np.fill_diagonal(ahead, np.inf)
        error = np.sqrt(np.maximum(np.diag(covariance), 0.0))
        for at, player in enumerate(self.left):
            dropped = float(ahead[at].min()) < 0
            self.entries[player] = Entry(
                boards, number, float(values[at]), float(error[at]), best[at],
                self.left[int(ahead[at].argmin())] if dropped else None,
            )
        top = int(np.argmax(values))
        self.leader = self.left[top]
        behind = [float(ahead[j, top]) for j in range(len(values)) if j != top]
        self.left = [player for player in self.left if self.entries[player].behind is None]
        if len(self.left) == 1:
            self.outcome = Outcome.BEST
        elif self.margin is not None and max(behind) < self.margin:
            self.outcome = Outcome.WITHIN_MARGIN
        return self.outcome

    def _reaches(self, number: int, covariance: FloatArray, largest: FloatArray) -> FloatArray:
        """Say by how much each one's lead over each other may be too small at this look."""
        n = self.schedule.boards[number]
        each = (1.0 - self.level) / (self.candidates - 1)
        critical = student_critical(
            2 * each * (1.0 - SPARSE_PART), n - 1, self.schedule.critical(number)
        )
        spread = np.diag(covariance)
        variance = np.maximum(spread[:, None] + spread[None, :] - 2 * covariance, 0.0) * n
        reach = critical * np.sqrt(variance / n)
        sparse = too_sparse(n, variance, largest)
        part = each * SPARSE_PART / len(self.schedule.boards)
        for i, j in zip(*np.nonzero(sparse), strict=True):
            reach[i, j] = (
                math.inf if self.width is None
                else bounded_reach(n, float(variance[i, j]), self.width, part)
            )
        return reach
