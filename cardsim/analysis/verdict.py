"""The verdict of a match: what was found, in numbers and in words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from cardsim.analysis.comparisons import PairedDifference, decimals
from cardsim.analysis.intervals import Estimate
from cardsim.analysis.stopping import Decision, decide
from cardsim.engine.game import Metric

POINTS = "points in a hundred"

# Unfinished games are told beside a verdict where they could move an end of its interval
# by more than this part of its half-width.
WORTH_SAYING = 0.1


@dataclass(frozen=True)
class Verdict:
    """What a match has shown.

    Every interval holds at all looks of the match together.

    Parameters
    ----------
    first, second : str
        The strategies, A and B.
    metric : Metric
        What was compared.
    decision : Decision
    difference : Estimate
        A's less B's, in the metric's own unit, over finished games.
    shares : tuple of Estimate
        What A and B had each, over finished games.
    worst : tuple of (float, float) or None
        The interval of the difference whatever the unfinished games would have given (Manski
        1990): its ends are those of the two extremes. None where nothing bounds them.
    unfinished : float
        Share of the games.
    by_seat : list of PairedDifference
        A less B in each seat over finished games, Holm-adjusted.
    margin : float or None
    look : str
        "look 6 of at most 22".
    at_most : bool
        Whether there were no more boards to play.
    """

    first: str
    second: str
    metric: Metric
    decision: Decision
    difference: Estimate
    shares: tuple[Estimate, Estimate]
    worst: tuple[float, float] | None
    unfinished: float
    by_seat: list[PairedDifference]
    margin: float | None = None
    look: str = ""
    at_most: bool = False

    @property
    def winner(self) -> str | None:
        """Who is better, if anybody."""
        return {Decision.A_BETTER: self.first, Decision.B_BETTER: self.second}.get(self.decision)

    @property
    def better(self) -> str:
        """Whether "more" or "less" of the metric is better."""
        return "more" if self.metric.good > 0 else "less"

    @property
    def unit(self) -> str:
        """Of the numbers told in words."""
        return POINTS if self.metric.share else ""

    def mirrored(self) -> Verdict:
        """Return the same verdict of B against A, to the last digit."""
        return replace(
            self, first=self.second, second=self.first, decision=self.decision.mirrored,
            difference=_negative(self.difference), shares=(self.shares[1], self.shares[0]),
            worst=None if self.worst is None else (-self.worst[1], -self.worst[0]),
            by_seat=[_negative_pair(each) for each in self.by_seat],
        )

    def in_words(self) -> str:
        """Say it in a sentence or two, in the winner's favour if there is one."""
        said = {
            Decision.A_BETTER: f"'{self.first}' is better than '{self.second}'",
            Decision.B_BETTER: f"'{self.second}' is better than '{self.first}'",
            Decision.EQUAL: f"'{self.first}' and '{self.second}' are equal within {self._margin()}",
            Decision.UNDECIDED: f"'{self.first}' against '{self.second}' is undecided"
            + (f" after all {self.difference.n_boards:,} boards" if self.at_most else ""),
        }[self.decision]
        told = [f"{said}: {self._told()}."]
        if self.unfinished > 0:
            told.append(self._unfinished_words())
        return " ".join(told)

    def _told(self) -> str:
        found = self.difference
        if found.estimate is None or found.low is None or found.high is None:
            return f"{self.metric.text}, no interval of the difference: {found.reason}"
        looked = f", {self.look}" if self.look else ""
        sure = f"{100 * found.level:g} % at all looks together{looked}; {found.n_boards:,} boards"
        if self.winner is None:
            low, value, high = self._figures(found.low, found.estimate, found.high)
            return (
                f"{self.metric.text}, '{self.first}' less '{self.second}': {value}{self._spaced()} "
                f"({low} to {high}; {self.better} is better; {sure})"
            )
        sign = 1 if found.estimate >= 0 else -1
        near, far = sorted((sign * found.low, sign * found.high))
        low, value, high = self._figures(near, abs(found.estimate), far, signed=False)
        shares = [each.estimate for each in self.shares]
        if self.decision is Decision.B_BETTER:
            shares.reverse()
        against = " against ".join(self._figures(*shares, signed=False, width=far - near))
        return (
            f"{self.metric.text} {against}{' in a hundred' * self.metric.share}, "
            f"{value}{self._spaced()} {self.better} ({low} to {high}; {self.better} is better; {sure})"
        )

    def _unfinished_words(self) -> str:
        """Say how many games were not finished, and what they might do to the verdict."""
        hundredth = 100 * self.unfinished
        figure = f"{hundredth:.0f}" if hundredth >= 10 else f"{hundredth:.2g}"
        share = f"{figure} % of the games were not finished and are left out"
        if self.worst is None:
            return f"{share}; nothing bounds what they would have given."
        if not self.worst_matters:
            return f"{share}; whatever they would have given changes nothing that is told here."
        low, high = self._figures(*self.worst)
        told = (
            f"{share}; if they had all gone one way or the other, '{self.first}' less "
            f"'{self.second}' might be from {low} to {high}{self._spaced()}"
        )
        alone = decide(
            *self._good(self.difference.low, self.difference.high), self.margin
        )
        if self.decision is Decision.UNDECIDED and alone is not Decision.UNDECIDED:
            told += ", so the finished games alone decide nothing"
        return f"{told}."

    @property
    def worst_matters(self) -> bool:
        """Whether unfinished games could move the interval by more than a tenth of its half."""
        low, high = self.difference.low, self.difference.high
        if self.worst is None or low is None or high is None:
            return self.unfinished > 0
        moved = max(low - self.worst[0], self.worst[1] - high)
        return moved > WORTH_SAYING * (high - low) / 2

    def _good(self, low: float | None, high: float | None) -> tuple[float | None, float | None]:
        """Turn an interval so that more is better."""
        if low is None or high is None or self.metric.good > 0:
            return low, high
        return -high, -low

    def _figures(
        self, *values: float | None, signed: bool = True, width: float | None = None
    ) -> list[str]:
        """Return numbers in the unit told, as exact as the interval among them, or of a width."""
        times = 100.0 if self.metric.share else 1.0
        there = [value for value in values if value is not None]
        wide = (max(there) - min(there)) if width is None else width
        form = f"{'+' * signed},.{decimals(times * wide / 2)}f"
        return ["unknown" if v is None else format(times * v, form) for v in values]

    def _spaced(self) -> str:
        return f" {self.unit}" if self.unit else ""

    def _margin(self) -> str:
        times = 100.0 if self.metric.share else 1.0
        return f"{times * (self.margin or 0.0):g}{self._spaced()}"

    def lines(self) -> list[str]:
        """Return what each had, and the difference in each seat, as lines of text."""
        said = []
        alone = "finished games alone, " if self.worst_matters else ""
        for name, share in zip((self.first, self.second), self.shares, strict=True):
            if share.estimate is None or share.low is None or share.high is None:
                said.append(f"{name}: {self.metric.text}, no number: {share.reason}")
                continue
            value, low, high = self._figures(
                share.estimate, share.low, share.high, signed=False, width=share.high - share.low
            )
            unit = " in a hundred" if self.metric.share else ""
            said.append(f"{name}: {self.metric.text} {value}{unit} ({alone}{low} to {high})")
        of = f"'{self.first}' less '{self.second}'"
        for seat, found in enumerate(self.by_seat):
            low_, high_ = found.family_low, found.family_high
            if found.difference is None or low_ is None or high_ is None:
                said.append(f"seat {seat}: {found.reason}")
                continue
            value, low, high = self._figures(
                found.difference, low_, high_, width=high_ - low_
            )
            said.append(
                f"seat {seat}, {of}: {value}{self._spaced()} ({alone}{low} to {high}, all seats "
                "together)"
            )
        return said

    def row(self) -> dict[str, Any]:
        """Return everything as a mapping, for JSON."""
        found = self.difference
        return {
            "decision": self.decision, "winner": self.winner, "words": self.in_words(),
            "first": self.first, "second": self.second, "metric": self.metric.name,
            "better": self.better, "margin": self.margin,
            "difference_is": f"{self.first} less {self.second}",
            "difference": found.estimate, "low": found.low, "high": found.high,
            "level": found.level, "n_boards": found.n_boards, "method": found.method,
            "reason": found.reason,
            "shares": [
                {"strategy": name, "estimate": share.estimate, "low": share.low,
                 "high": share.high, "reason": share.reason}
                for name, share in zip((self.first, self.second), self.shares, strict=True)
            ],
            "unfinished": self.unfinished,
            "worst_low": None if self.worst is None else self.worst[0],
            "worst_high": None if self.worst is None else self.worst[1],
            "by_seat": [
                {"seat": seat, "difference": each.difference, "low": each.family_low,
                 "high": each.family_high, "p_holm": each.p_holm, "reason": each.reason}
                for seat, each in enumerate(self.by_seat)
            ],
        }


def _minus(value: float | None) -> float | None:
    return None if value is None else -value


def _negative(found: Estimate) -> Estimate:
    return replace(
        found, estimate=_minus(found.estimate), low=_minus(found.high), high=_minus(found.low)
    )


def _negative_pair(found: PairedDifference) -> PairedDifference:
    return replace(
        found, difference=_minus(found.difference), low=_minus(found.high), high=_minus(found.low),
        family_low=_minus(found.family_high), family_high=_minus(found.family_low),
    )
