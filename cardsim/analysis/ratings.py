"""Ratings: Plackett-Luce strengths, with intervals from resampled boards.

A strength is a logarithm: who has 0.7 more is chosen twice as often where the
two are left to choose from. With two players a game this is the Bradley-Terry model.
Strengths are told relative to the mean of all players who are rated together: those
whom enough results link both ways (`cardsim.analysis.linked`). A player whose results
fix no strength (never placed below others, never above, or on hardly any board) gets
the reason in its place; others may be rated apart, in parts.

Sources
-------
Plackett (1975), *Applied Statistics* 24; Luce (1959), *Individual Choice
Behavior*: the model. Hunter (2004), "MM algorithms for generalized
Bradley-Terry models", *Annals of Statistics* 32: when there is a fit.
Rubin (1981), "The Bayesian bootstrap", *Annals of Statistics* 9: the resampling.
Tukey (1953), "The problem of multiple comparisons": all differences at once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from cardsim.analysis.choices import ChoiceCounts
from cardsim.analysis.intervals import LEVEL, MIN_BOARDS, check_level
from cardsim.analysis.linked import linked_parts, tiers
from cardsim.analysis.moments import FloatArray
from cardsim.analysis.simultaneous import joint_critical
from cardsim.analysis.strengths import fit

# Resamples for an interval: they know its width to 2.5 %.
RESAMPLES = 800
# Resamples need no more than a small part of their spread.
RESAMPLE_TOLERANCE = 1e-6
# Resamples fitted together: matrices too small to be worth a second thread.
AT_ONCE = 100
# Groups of boards that must lead across every line between players of a part. With
# fewer upsets the logarithm of a share is too lopsided for Student's interval.
FEWEST_UPSETS = 5

ELO_PER_STRENGTH = 400.0 / math.log(10.0)


@dataclass(frozen=True)
class Rating:
    """A player's strength with its interval, or the reason why there is none.

    Attributes
    ----------
    player : int
    strength, low, high : float or None
        Natural logarithms, the mean over all players of the part being 0. Times
        `ELO_PER_STRENGTH` they are Elo points.
    n_boards : int
        Boards played.
    level : float
        Of the interval.
    reason : str or None
        Why there is no number.
    part : int or None
        Who is rated together: strengths of different parts cannot be compared, but all
        of a part stand above all of the parts with greater numbers, as far as they met.
    """

    player: int
    strength: float | None
    low: float | None
    high: float | None
    n_boards: int
    level: float
    reason: str | None = None
    part: int | None = None


@dataclass(frozen=True)
class RatingDifference:
    """The difference of two strengths of one part.

    Attributes
    ----------
    first, second : int
        Players.
    difference, low, high : float
        First less second, in natural logarithms, with an interval of a set that all
        hold together.
    """

    first: int
    second: int
    difference: float
    low: float
    high: float

    @property
    def clear(self) -> bool:
        """Whether the two are told apart, all pairs being looked at."""
        return self.low > 0 or self.high < 0


@dataclass(frozen=True)
class Ratings:
    """All that is known of players' strengths.

    Attributes
    ----------
    players : list of Rating
        By player's number.
    order : list of int
        Players, the strongest first: parts in order of who beat whom, by strength within.
    differences : list of RatingDifference
        All pairs that are rated together.
    """

    players: list[Rating]
    order: list[int]
    differences: list[RatingDifference]


def plackett_luce(
    counts: ChoiceCounts, n_boards: int, seed: int = 0, level: float = LEVEL
) -> list[Rating]:
    """Rate players from rankings; see `rate`, of which this is the ratings alone."""
    return rate(counts, n_boards, seed, level).players


def rate(
    counts: ChoiceCounts, n_boards: int, seed: int = 0, level: float = LEVEL
) -> Ratings:
    """Rate players from rankings, put them in order, and compare every two.

    The interval is Student's, with the standard deviation of refits to randomly
    weighted groups of boards: exponential weights (Rubin 1981), so that a rare win
    never disappears from a resample and every refit exists. The intervals of
    differences hold together: their critical value is that of the largest of all
    (`joint_critical`), with the covariance of the refits.

    Parameters
    ----------
    counts
        The rankings, by group of boards.
    n_boards
        Boards behind them.
    seed
        Of the random weights.
    level
        Of the intervals.

    Raises
    ------
    ValueError
        The level is out of range.
    """
    check_level(level)
    beats = counts.beats.sum(axis=0)
    with_games = int((counts.beats.sum(axis=(1, 2)) > 0).sum())
    few = min(n_boards, with_games)
    fits: list[_Part] = []
    order: list[int] = []
    reasons: dict[int, str] = {}
    parts = linked_parts(beats)
    if few < MIN_BOARDS:
        reason = f"{few:,} board{'s are' if few != 1 else ' is'} too few; a rating needs {MIN_BOARDS}"
        reasons = dict.fromkeys(range(counts.n_players), reason)
        parts = [[player] for part in parts for player in part]
    for part in parts:
        found = _parts_of(counts, beats, part, seed)
        order += [player for each in found for player in each.order]
        fits += [each for each in found if len(each.players) > 1]
        for each in found:
            if len(each.players) == 1:
                player = each.players[0]
                reasons.setdefault(player, _reason(counts.beats, player))
    ratings = [
        Rating(player, None, None, None, n_boards, level, reasons.get(player))
        for player in range(counts.n_players)
    ]
    for number, each in enumerate(fits):
        for rating in each.ratings(n_boards, level, number):
            ratings[rating.player] = rating
    return Ratings(ratings, order, _differences(fits, level, seed))


def _reason(beats: FloatArray, player: int) -> str:
    """Say why a player cannot be rated; ``beats`` is by group of boards."""
    won, lost = beats[:, player].sum(), beats[:, :, player].sum()
    if won + lost == 0:
        return "met nobody"
    if lost == 0:
        return f"never placed below anyone in {won:,.0f} meetings, so no finite rating fits"
    if won == 0:
        return f"never placed above anyone in {lost:,.0f} meetings, so no finite rating fits"
    upsets = min(
        int((beats[:, player].sum(axis=1) > 0).sum()),
        int((beats[:, :, player].sum(axis=1) > 0).sum()),
    )
    if upsets < FEWEST_UPSETS:
        side = "above" if won < lost else "below"
        return (
            f"placed {side} others in only {min(won, lost):,.3g} of {won + lost:,.0f} meetings, "
            "too few to fix a rating"
        )
    return "no other player is linked with this one by enough wins and losses both ways"


@dataclass(frozen=True)
class _Part:
    """Players who are rated together: strengths and refits, with mean 0 over them."""

    players: list[int]
    strengths: FloatArray
    refits: FloatArray  # (RESAMPLES, players)
    n_groups: int

    @property
    def order(self) -> list[int]:
        return [self.players[i] for i in np.argsort(-self.strengths, kind="stable")]

    @property
    def spread(self) -> float:
        """From the variance of refits to an unbiased one.

        Dirichlet weights vary by 1 / (G (G + 1)), an unbiased variance needs 1 / (G (G - 1)).
        """
        return (self.n_groups + 1) / (self.n_groups - 1)

    def ratings(self, n_boards: int, level: float, number: int) -> list[Rating]:
        deviation = self.refits.std(axis=0, ddof=1) * math.sqrt(self.spread)
        reach = float(stats.t.isf((1.0 - level) / 2, self.n_groups - 1)) * deviation
        return [
            Rating(player, at, at - far, at + far, n_boards, level, part=number)
            for player, at, far in zip(
                self.players, self.strengths.tolist(), reach.tolist(), strict=True
            )
        ]


def _parts_of(
    counts: ChoiceCounts, beats: FloatArray, linked: list[int], seed: int
) -> list[_Part]:
    """Fit players who are linked both ways; split them where too few results link them."""
    if len(linked) == 1:
        return [_Part(linked, np.zeros(1), np.zeros((RESAMPLES, 1)), 2)]
    chosen, faced, members = _restrict(counts, beats, linked)
    played = faced.sum(axis=1) > 0
    chosen, faced = chosen[played], faced[played]
    strengths, refits = _fit_and_refit(chosen, faced, members, seed)
    links = (counts.beats[:, linked][:, :, linked] > 0).sum(axis=0)
    least = FEWEST_UPSETS if np.isfinite(refits).all() else np.iinfo(np.int32).max
    parts = []
    for tier in tiers(links, least):
        own = strengths[tier] - strengths[tier].mean()
        drawn = refits[:, tier] - refits[:, tier].mean(axis=1, keepdims=True)
        parts.append(_Part([linked[i] for i in tier], own, drawn, len(chosen)))
    return parts


def _restrict(
    counts: ChoiceCounts, beats: FloatArray, rated: list[int]
) -> tuple[FloatArray, FloatArray, NDArray[np.int64]]:
    """Keep the choices that were among the rated.

    Where an unrated player always beats the rated ones, the choice says nothing
    about them; where one always loses to them, it was no candidate.
    """
    members, faced = counts.sets()
    others = np.setdiff1d(np.arange(counts.n_players), rated)
    above = beats[others][:, rated] > 0
    # Sets in which some unrated player is known to beat some rated one.
    overruled = ((members[:, others] > 0) @ above & (members[:, rated] > 0)).any(axis=1)
    inside = members[:, rated]
    keep = ~overruled & ((inside > 0).sum(axis=1) > 1)
    lone = ~overruled & ((inside > 0).sum(axis=1) == 1)
    # A choice with one rated player left is no choice: take it off that player's count.
    sole = faced[:, lone] @ (inside[lone] > 0)
    return counts.chosen[:, rated] - sole, faced[:, keep], inside[keep]


def _fit_and_refit(
    chosen: FloatArray, faced: FloatArray, members: NDArray[np.int64], seed: int
) -> tuple[FloatArray, FloatArray]:
    """Fit strengths, shape (players,), and those of the resamples, (RESAMPLES, players)."""
    strengths = fit(chosen.sum(axis=0)[None], faced.sum(axis=0)[None], members)[0]
    weights = np.random.default_rng(seed).exponential(size=(RESAMPLES, len(chosen)))
    start = np.where(np.isfinite(strengths), strengths, 0.0)
    refits = [
        fit(some @ chosen, some @ faced, members, start, RESAMPLE_TOLERANCE)
        for some in np.array_split(weights, RESAMPLES // AT_ONCE)
    ]
    return strengths, np.vstack(refits)


def _differences(fits: list[_Part], level: float, seed: int) -> list[RatingDifference]:
    """Compare every two players of a part, all parts' pairs being one family."""
    if not fits:
        return []
    refits = np.hstack([each.refits for each in fits])
    widen = math.sqrt(max(each.spread for each in fits))
    offsets = np.cumsum([0, *(len(each.players) for each in fits)])
    pairs = [
        (each, i, j, at) for each, at in zip(fits, offsets, strict=False)
        for i, j in combinations(range(len(each.players)), 2)
    ]
    contrasts = np.zeros((len(pairs), refits.shape[1]))
    for row, (_, i, j, at) in enumerate(pairs):
        contrasts[row, at + i], contrasts[row, at + j] = 1.0, -1.0
    covariance = np.atleast_2d(np.cov(refits, rowvar=False))
    degrees = min(each.n_groups for each in fits) - 1
    critical = joint_critical(covariance, contrasts, degrees, 1.0 - level, seed)
    error = (refits @ contrasts.T).std(axis=0, ddof=1) * widen
    found = []
    for (each, i, j, _), deviation in zip(pairs, error.tolist(), strict=True):
        value, far = float(each.strengths[i] - each.strengths[j]), critical * deviation
        found.append(
            RatingDifference(each.players[i], each.players[j], value, value - far, value + far)
        )
    return found
