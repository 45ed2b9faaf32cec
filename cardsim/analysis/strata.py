"""Scores of positions, within strata of like players: what every answer about seats is made of.

A position is a number of places after the starter. A stratum is a strategy and who sits around it.
For each stratum, and each position, the mean over the games in which such a player sits there;
then, for each position, the mean over strata, in parts that are the same for every position
(Cochran 1977, *Sampling Techniques*, chapter 5A). So it does not matter which strategy starts how
often, nor who sits behind it then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cardsim.analysis.intervals import MIN_BOARDS, too_few
from cardsim.analysis.moments import BoardMoments, FloatArray, boards_behind, ratios

IntArray = NDArray[np.int64]

# Blocks of boards: totals and numbers of games that count, each (boards, strata, positions).
Blocks = Callable[[], Iterable[tuple[FloatArray, FloatArray]]]

SAME = 1e-12  # of the squares: below this, two positions got the same on every board
NOTHING = 1e-12  # of a share: below this, positions did not differ on a board
DENSE = 25.0  # the sum of squares must be at least so many times the largest one


@dataclass(frozen=True)
class SeatScores:
    """What the boards say about positions.

    Attributes
    ----------
    boards : int
        Boards played.
    behind : float
        Boards behind the stratum and position with the fewest.
    means, apart, errors : ndarray, shape (positions,), float64
        Each position's effect, that less the mean of all, and its standard error.
    total : ndarray, shape (distinct,), float64
    squares : ndarray, shape (distinct, distinct), float64
        Sum of the boards' scores (which add up to 0 over positions), and of their products, of
        positions that are distinct: partners who share a result are one.
    differing : int
        Boards on which positions differed.
    rows : ndarray, shape (differing, distinct), float64, or None
        The scores of those boards; None if they are too many to keep.
    dense : ndarray, shape (positions,), bool
        Whether enough boards bear on a position for the normal approximation.
    skewness : ndarray, shape (positions,), float64
        Of the boards' scores.
    telling : ndarray, shape (positions,), float64
        The sum of squared deviations in units of the largest: about how many boards bear on it.
    claims : int
        Positions that are distinct; 1 if there are two, which mirror each other.
    shared_out : bool
        Whether the metric is handed out once a game.
    left_out : tuple of int
        Strata that hardly sat in some position.
    reason : str or None
        Why there is no answer; then all arrays are empty.
    """

    boards: int
    behind: float
    means: FloatArray
    apart: FloatArray
    errors: FloatArray
    total: FloatArray
    squares: FloatArray
    differing: int
    rows: FloatArray | None
    dense: NDArray[np.bool_]
    skewness: FloatArray
    telling: FloatArray
    claims: int
    shared_out: bool
    left_out: tuple[int, ...] = ()
    reason: str | None = None


def seat_scores(blocks: Blocks, *, shared_out: bool, keep: int) -> SeatScores:
    """Score the positions; reads the blocks twice.

    Parameters
    ----------
    blocks
        Gives all blocks of boards, from the first, each time it is called.
    shared_out
        Whether the metric is handed out once a game.
    keep
        Most boards whose scores are kept.

    Raises
    ------
    ValueError
        There are no boards, or fewer than 2 positions.
    """
    moments: BoardMoments | None = None
    positions = 0
    for totals, counts in blocks():
        positions = totals.shape[2]
        flat = np.concatenate([totals, counts], axis=1).reshape(len(totals), -1)
        moments = (moments or BoardMoments(flat.shape[1])).update(flat)
    if moments is None or positions < 2:
        msg = f"comparing seats needs at least 2, not {positions}"
        raise ValueError(msg)
    w = np.arange(moments.n_features // 2, moments.n_features).reshape(-1, positions)
    used, reason = _used(moments, w)
    if reason:
        return _none(moments.n, reason)
    strata = _Strata(moments, w[used])
    kept = _Kept(positions, strata.apart, keep)
    for totals, counts in blocks():
        kept.update(strata.scores(totals[:, used], counts[:, used]))
    left_out = tuple(c for c in range(len(w)) if c not in used)
    return _scored(strata, kept, left_out, shared_out=shared_out)


def _used(moments: BoardMoments, w: IntArray) -> tuple[list[int], str | None]:
    """Return the strata that sat in every position often enough, or why there is none."""
    reason = too_few(moments)
    if reason:
        return [], reason
    behind = np.array([[boards_behind(moments, int(each)) for each in row] for row in w])
    used = [c for c, row in enumerate(behind) if row.min() >= MIN_BOARDS]
    if used:
        return used, None
    if len(w) == 1:
        return [], too_few(moments, *(int(each) for each in w[0]))
    if (behind.min(axis=1) == 0).all():
        return [], (
            "no strategy sat in every place from the starter, so seats and strategies are one and "
            "the same here; rotate = true tells them apart"
        )
    return [], f"no strategy sat in every place from the starter on {MIN_BOARDS} boards or more"


class _Strata:
    """The strata that sat in every position: their parts, and their means there."""

    def __init__(self, moments: BoardMoments, w: IntArray) -> None:
        self.boards = moments.n
        indices = [int(each) for each in w.reshape(-1)]
        self.behind = min(boards_behind(moments, each) for each in indices)
        y = [each - moments.n_features // 2 for each in indices]
        self.ratios = ratios(moments, y, list(indices))
        self.means = self.ratios.estimates.reshape(w.shape)
        self.counts: FloatArray = moments.mean[w]
        self.parts: FloatArray = self.counts.sum(axis=1) / self.counts.sum()
        self.effects: FloatArray = self.parts @ self.means
        self.apart: FloatArray = self.effects - self.effects.mean()

    def errors(self) -> FloatArray:
        """Return the standard error of each position's distance from the mean."""
        positions = len(self.effects)
        centre = np.eye(positions) - 1.0 / positions
        return np.array([
            self.ratios.contrast((self.parts[:, None] * row).reshape(-1))[1] for row in centre
        ])

    def scores(self, totals: FloatArray, counts: FloatArray) -> FloatArray:
        """Score boards by position: what each adds to the distances from the mean.

        Measured around means that are equal over positions in sum, so that a board on which
        nothing sets positions apart scores 0.
        """
        equal = self.means - self.apart
        scores = ((totals - equal * counts) / self.counts * self.parts[:, None]).sum(axis=1)
        centred: FloatArray = scores - scores.mean(axis=1, keepdims=True)
        centred[np.abs(centred).max(axis=1) < NOTHING] = 0.0
        return centred


class _Kept:
    """Sums over the boards' scores, and the scores of those that are not 0, if they are few."""

    def __init__(self, positions: int, apart: FloatArray, keep: int) -> None:
        self.apart, self.keep, self.differing = apart, keep, 0
        self.total, self.squares = np.zeros(positions), np.zeros((positions, positions))
        self.spread, self.largest, self.cubes = np.zeros((3, positions))
        self.rows: list[FloatArray] | None = []

    def update(self, scores: FloatArray) -> None:
        """Take in the scores of a block, shape (boards, positions)."""
        self.total += scores.sum(axis=0)
        self.squares += scores.T @ scores
        deviations = scores - self.apart
        self.spread += (deviations**2).sum(axis=0)
        self.cubes += (deviations**3).sum(axis=0)
        self.largest = np.maximum(self.largest, (deviations**2).max(axis=0))
        some = scores[scores.any(axis=1)]
        self.differing += len(some)
        if self.rows is not None:
            self.rows = [*self.rows, some] if self.differing <= self.keep else None


def _scored(
    strata: _Strata, kept: _Kept, left_out: tuple[int, ...], *, shared_out: bool
) -> SeatScores:
    distinct = _distinct(kept)
    varied = kept.spread > SAME * kept.largest
    skewness = np.divide(
        kept.cubes, kept.spread**1.5, out=np.zeros_like(kept.cubes), where=varied
    )
    centre = np.eye(len(distinct)) - 1.0 / len(distinct)
    rows = None if kept.rows is None else np.concatenate(kept.rows)[:, distinct] @ centre
    total = centre @ kept.total[distinct]
    squares = centre @ kept.squares[np.ix_(distinct, distinct)] @ centre
    return SeatScores(
        strata.boards, strata.behind, strata.effects, strata.apart, strata.errors(), total,
        squares, kept.differing, rows, kept.spread >= DENSE * kept.largest,
        skewness * np.sqrt(strata.behind),
        np.divide(kept.spread, kept.largest, out=np.zeros_like(kept.spread), where=varied),
        1 if len(distinct) == 2 else len(distinct), shared_out, left_out,
    )


def _distinct(kept: _Kept) -> list[int]:
    """Return the positions whose scores are no copy of an earlier one's.

    One whose score never varied is no partner of another such: neither may have lost yet.
    """
    size = np.diag(kept.squares)
    apart = size[:, None] + size - 2 * kept.squares
    varied = kept.spread > SAME * size.sum()
    found: list[int] = []
    for position in range(len(size)):
        copies = [apart[position, each] <= SAME * size.sum() for each in found]
        if not (varied[position] and any(copies)):
            found.append(position)
    return found


def _none(boards: int, reason: str) -> SeatScores:
    empty = np.zeros(0)
    return SeatScores(
        boards, 0.0, empty, empty, empty, empty, np.zeros((0, 0)), 0, None, empty.astype(bool),
        empty, empty, 1, shared_out=False, left_out=(), reason=reason,
    )
