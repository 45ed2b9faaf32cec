"""Moments of boards, streamed: what every estimate is computed from.

A *board* (a fixed series of shuffles, played by every variant, line-up and
rotation) is the unit of statistics. Of each board the reader makes one row of
features: totals of a metric in some group (``y``), counts of finished games
(``w``). All estimates are ratios of sums, sum(y) / sum(w), and all comparisons
are contrasts of such ratios over the same boards. Both need no more than the
mean and the cross-products of the features, and for their tails the third moments
(`cardsim.analysis.tails`), which merge block by block in constant memory; the same
blocks in the same order give the same bits.

Sources
-------
Chan, Golub & LeVeque (1983), "Algorithms for computing the sample variance",
*The American Statistician* 37(3): the merge of centred cross-products.
Cochran (1977), *Sampling Techniques*, 3rd ed., chapter 6: the ratio estimator
and its linearised variance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardsim.analysis.tails import MOST_FEATURES, Tails

FloatArray = NDArray[np.float64]

# Below this part of what its terms add up to, a variance is rounding error.
ROUNDING = 1e-13
# Below this part of its mean, a feature's standard deviation is rounding error.
CONSTANT = 1e-12


class BoardMoments:
    """Count, mean and centred cross-products of the features of boards.

    Parameters
    ----------
    n_features
        Number of columns of the matrices to come, at least 1.

    Attributes
    ----------
    n : int
        Boards seen so far.
    mean : ndarray, shape (n_features,), float64
        Mean of each feature over boards.
    cross : ndarray, shape (n_features, n_features), float64
        Sum over boards of the products of deviations from the mean.
    occupied : ndarray, shape (n_features,), int64
        Boards on which each feature is not 0.
    tails : Tails or None
        Kept of at most `MOST_FEATURES` features.
    """

    def __init__(self, n_features: int) -> None:
        if n_features < 1:
            msg = f"moments need at least one feature, not {n_features}"
            raise ValueError(msg)
        self.n = 0
        self.mean: FloatArray = np.zeros(n_features)
        self.cross: FloatArray = np.zeros((n_features, n_features))
        self.occupied = np.zeros(n_features, np.int64)
        self.tails = Tails(n_features) if n_features <= MOST_FEATURES else None

    @property
    def n_features(self) -> int:
        """Number of features."""
        return int(self.mean.size)

    def update(self, features: ArrayLike) -> Self:
        """Take in a block of boards.

        Parameters
        ----------
        features
            Shape (boards, n_features), a row a board; no rows is no change.

        Raises
        ------
        ValueError
            The shape is another, or a value is not finite.
        """
        block = np.asarray(features, dtype=np.float64)
        if block.ndim != 2 or block.shape[1] != self.n_features:
            msg = f"features must have shape (boards, {self.n_features}), not {block.shape}"
            raise ValueError(msg)
        if not np.isfinite(block).all():
            msg = "features must be finite numbers; leave unfinished games out of y and w alike"
            raise ValueError(msg)
        if len(block):
            self._merge(self._of_block(block))
        return self

    def _of_block(self, block: FloatArray) -> BoardMoments:
        part = BoardMoments(self.n_features)
        part.n, part.mean = len(block), block.mean(axis=0)
        centred = block - part.mean
        part.cross = centred.T @ centred
        part.occupied = np.count_nonzero(block, axis=0)
        if self.tails is not None:
            part.tails = Tails.of_block(block, centred, self.tails.usual if self.n else None)
        return part

    def merge(self, other: BoardMoments) -> Self:
        """Take in the boards of ``other``, which must not overlap.

        Raises
        ------
        ValueError
            ``other`` has another number of features.
        """
        if other.n_features != self.n_features:
            msg = f"cannot merge {other.n_features} features into {self.n_features}"
            raise ValueError(msg)
        if other.n:
            self._merge(other)
        return self

    def _merge(self, other: BoardMoments) -> None:
        total = self.n + other.n
        delta = other.mean - self.mean
        mean = self.mean + delta * (other.n / total)
        if self.tails is not None and other.tails is not None:
            theirs = other.tails.about(other.mean - mean, other.cross, other.n)
            self.tails.third = self.tails.about(self.mean - mean, self.cross, self.n) + theirs
            self.tails.count(other.tails)
        spread = np.outer(delta, delta) * (self.n * other.n / total)
        self.cross = self.cross + other.cross + spread
        self.occupied = self.occupied + other.occupied
        self.mean, self.n = mean, total

    def covariance(self) -> FloatArray:
        """Sample covariance of the features between boards.

        Features that never varied have rows and columns of exact zeros.

        Returns
        -------
        ndarray, shape (n_features, n_features), float64

        Raises
        ------
        ValueError
            There are fewer than 2 boards.
        """
        if self.n < 2:
            msg = f"a covariance needs at least 2 boards, not {self.n}"
            raise ValueError(msg)
        covariance: FloatArray = self.cross / (self.n - 1)
        constant = np.diag(covariance) <= (CONSTANT * self.mean) ** 2
        covariance[constant, :] = 0.0
        covariance[:, constant] = 0.0
        return covariance


@dataclass(frozen=True)
class Ratios:
    """Ratios of sums over the same boards, with all it takes to contrast them.

    Attributes
    ----------
    n_boards : int
    estimates : ndarray, shape (ratios,), float64
    gradient : ndarray, shape (ratios, features), float64
        A board's influence on a ratio is this, times its deviation from the mean.
    feature_covariance : ndarray, shape (features, features), float64
    """

    n_boards: int
    estimates: FloatArray
    gradient: FloatArray
    feature_covariance: FloatArray

    @property
    def covariance(self) -> FloatArray:
        """Covariance matrix of the estimates, shape (ratios, ratios)."""
        return self.gradient @ self.feature_covariance @ self.gradient.T / self.n_boards

    def contrast(self, weights: ArrayLike) -> tuple[float, float]:
        """Estimate a weighted sum of the ratios, and its standard error.

        Parameters
        ----------
        weights
            Shape (ratios,); (1, -1) is the difference of two.

        Returns
        -------
        value, standard_error : float
            The standard error is exactly 0 if no board departed from the value.
        """
        weight = np.asarray(weights, dtype=np.float64)
        gradient = weight @ self.gradient
        variance = float(gradient @ self.feature_covariance @ gradient)
        # What the terms would add up to if nothing cancelled: the scale of rounding.
        size = np.abs(weight) @ np.abs(self.gradient)
        scale = float(size @ np.abs(self.feature_covariance) @ size)
        if variance <= ROUNDING * scale:
            variance = 0.0
        return float(weight @ self.estimates), float(np.sqrt(variance / self.n_boards))


def ratios(moments: BoardMoments, y: Sequence[int], w: Sequence[int | None]) -> Ratios:
    """Estimate several ratios of sums on the same boards.

    The variance is that of the board's influence, (y - R w) / mean(w), the
    delta method of Cochran (1977), section 6.4. With a constant ``w`` this is
    the plain mean and its usual standard error.

    Parameters
    ----------
    moments
        Of at least 2 boards.
    y, w
        The features in numerator and denominator of each ratio; None as a
        denominator stands for one a board.

    Raises
    ------
    ValueError
        There are fewer than 2 boards, lists of unequal length, or a denominator
        that sums to nothing.
    """
    if len(y) != len(w):
        msg = f"{len(y)} numerators do not fit {len(w)} denominators"
        raise ValueError(msg)
    covariance = moments.covariance()
    estimates = np.empty(len(y))
    gradient = np.zeros((len(y), moments.n_features))
    for row, (over, under) in enumerate(zip(y, w, strict=True)):
        count = 1.0 if under is None else float(moments.mean[under])
        if not count > 0:
            msg = f"feature {under} sums to {count}: nothing to divide by"
            raise ValueError(msg)
        estimates[row] = moments.mean[over] / count
        gradient[row, over] += 1.0 / count
        if under is not None:
            gradient[row, under] -= estimates[row] / count
    return Ratios(moments.n, estimates, gradient, covariance)


@dataclass(frozen=True)
class Spread:
    """A ratio of sums, or a difference of such, with what its interval is made of.

    Attributes
    ----------
    value, error : float
        With its standard error, exactly 0 if no board departed from the value.
    skewness : float
        Of the influences on it of the boards behind it.
    behind : float
        Boards that bear on it, by Kish's effective number.
    deviating : int
        Boards that depart from what most boards gave; all of them where no value is usual.
    """

    value: float
    error: float
    skewness: float
    behind: float
    deviating: int


def spread(
    moments: BoardMoments, y: Sequence[int], w: Sequence[int | None], weights: ArrayLike
) -> Spread:
    """Estimate a weighted sum of one or two ratios, with its skewness.

    Parameters
    ----------
    moments
        Of at least 2 boards, and at most `MOST_FEATURES` features.
    y, w
        As in `ratios`.
    weights
        Shape (ratios,); (1, -1) is the difference of two.

    Raises
    ------
    ValueError
        The moments have too many features for their tails to be kept.
    """
    tails = moments.tails
    if tails is None:
        msg = f"an interval needs tails, kept of at most {MOST_FEATURES} features, not {moments.n_features}"
        raise ValueError(msg)
    found = ratios(moments, y, w)
    value, error = found.contrast(weights)
    along = np.asarray(weights, dtype=np.float64) @ found.gradient
    square = float(along @ moments.cross @ along) / moments.n
    cube = float(np.einsum("ijk,i,j,k->", tails.third, along, along, along)) / moments.n
    behind = min(boards_behind(moments, each) for each in w)
    # As if of the boards behind alone, so that the estimate's skewness is this over their root.
    skewness = cube / square**1.5 * (behind / moments.n) ** 0.5 if error else 0.0
    counts = [each for each in w if each is not None]
    usual = [_usually(tails, y)] + ([_usually(tails, counts)] if counts else [])
    return Spread(value, error, skewness, behind, moments.n - min(usual))


def _usually(tails: Tails, features: Sequence[int]) -> int:
    """Return how many boards have the usual value of a feature, or of a difference of two."""
    return int(tails.often[min(features), max(features)])


def ratio(moments: BoardMoments, y: int, w: int | None = None) -> tuple[float, float]:
    """Estimate sum(y) / sum(w) and its standard error; see `ratios`."""
    return ratios(moments, [y], [w]).contrast([1.0])


def ratio_difference(
    moments: BoardMoments, y1: int, w1: int | None, y2: int, w2: int | None
) -> tuple[float, float, float]:
    """Estimate the difference of two ratios on common boards.

    Returns
    -------
    difference : float
        First ratio less the second.
    se_paired : float
        Its standard error, boards being common.
    se_unpaired : float
        What the standard error would be if each ratio had boards of its own.
    """
    both = ratios(moments, [y1, y2], [w1, w2])
    difference, paired = both.contrast([1.0, -1.0])
    first, second = both.contrast([1.0, 0.0])[1], both.contrast([0.0, 1.0])[1]
    return difference, paired, float(np.hypot(first, second))


def boards_behind(moments: BoardMoments, w: int | None = None) -> float:
    """Count the boards that bear on a ratio with denominator ``w``.

    Kish's effective number, sum(w)^2 / sum(w^2): all boards if ``w`` is
    constant, those with a game in the group if it is a constant or 0.

    Raises
    ------
    ValueError
        There are fewer than 2 boards.

    Notes
    -----
    Kish (1965), *Survey Sampling*, section 11.7.
    """
    if w is None:
        return float(moments.n)
    square = float(moments.mean[w]) ** 2
    # The mean square is square plus the variance with divisor n.
    spread = float(moments.covariance()[w, w]) * (moments.n - 1) / moments.n
    return moments.n * square / (square + spread) if square > 0 else 0.0
