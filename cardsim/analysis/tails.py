"""What the tails of boards are like, streamed: third moments, and how many boards deviate.

An interval that goes by means and variances alone fails where few boards tell all,
or where a few long games outweigh the rest. So third moments are kept too, and the
usual value of each feature, with the number of boards that have it.
"""

from __future__ import annotations

from typing import Self

import numpy as np
from numpy.typing import NDArray

FloatArray = NDArray[np.float64]

# Tails are kept of at most so many features: two groups' totals, games that count, and
# games played. The third moments of k features are k^3 numbers.
MOST_FEATURES = 6


class Tails:
    """Third central moments, and usual values, of the features of boards.

    Attributes
    ----------
    third : ndarray, shape (features, features, features), float64
        Sum over boards of the products of three deviations from the mean.
    usual : ndarray, shape (features, features), float64
        On the diagonal each feature's usual value, beyond it that of the difference
        of two: the median of the first block. If most boards have one value, it is that.
    often : ndarray, shape (features, features), int64
        How many boards have the usual value.
    """

    def __init__(self, n_features: int) -> None:
        self.third: FloatArray = np.zeros((n_features,) * 3)
        self.usual: FloatArray = np.full((n_features, n_features), np.nan)
        self.often = np.zeros((n_features, n_features), np.int64)

    @classmethod
    def of_block(cls, block: FloatArray, centred: FloatArray, usual: FloatArray | None) -> Self:
        """Take the tails of one block, shape (boards, features).

        Parameters
        ----------
        block, centred
            The features, and their deviations from the block's mean.
        usual
            Usual values known from earlier blocks.
        """
        k = block.shape[1]
        tails = cls(k)
        pairs = (centred[:, :, None] * centred[:, None, :]).reshape(-1, k * k)
        tails.third = (pairs.T @ centred).reshape(k, k, k)
        middle = (len(block) - 1) // 2
        for i in range(k):
            for j in range(i, k):
                values = block[:, i] if i == j else block[:, i] - block[:, j]
                value = np.partition(values, middle)[middle] if usual is None else usual[i, j]
                tails.usual[i, j] = value
                tails.often[i, j] = int((values == value).sum())
        return tails

    def about(self, shift: FloatArray, cross: FloatArray, n: int) -> FloatArray:
        """Return the third moments about a point that lies ``shift`` below the mean.

        Parameters
        ----------
        shift
            Shape (features,): mean less the point.
        cross
            Sums of products of two deviations from the mean.
        n
            Boards.
        """
        turned = np.multiply.outer(shift, cross)
        moved = turned + turned.transpose(1, 0, 2) + turned.transpose(1, 2, 0)
        cubed = np.multiply.outer(shift, np.multiply.outer(shift, shift))
        about: FloatArray = self.third + moved + n * cubed
        return about

    def count(self, other: Tails) -> None:
        """Add the other's boards to the counts of usual values.

        Where the two have different usual values, the one that more boards have stays,
        and the other's boards count as deviating.
        """
        same = self.usual == other.usual
        theirs = ~same & ~(self.often >= other.often)
        self.often = np.where(theirs, other.often, self.often + np.where(same, other.often, 0))
        self.usual = np.where(theirs | np.isnan(self.usual), other.usual, self.usual)
