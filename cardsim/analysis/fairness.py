"""Is the seat order fair? A test that seats are equal, and how equal they are.

`seats_equal` asks whether the seats differ at all; with enough boards, they
always do. `equivalence` says by how much at most, which is what a player cares
about.

Sources
-------
Hotelling (1931), "The generalization of Student's ratio", *Annals of
Mathematical Statistics* 2.
Schuirmann (1987), *Journal of Pharmacokinetics and Biopharmaceutics* 15: two
one-sided tests. Berger (1982), *Technometrics* 24: why all seats together need
no adjustment for being many.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import stats

from cardsim.analysis.intervals import LEVEL, check_level, constant_interval, too_few
from cardsim.analysis.moments import BoardMoments, FloatArray, boards_behind, ratios

# Directions in which the seats vary less than this, relative to the widest, are
# fixed by the game: shares sum to 1, partners share their result.
FIXED = 1e-10


@dataclass(frozen=True)
class SeatTest:
    """The test that every seat has the same mean, or the reason why there is none.

    Attributes
    ----------
    f, p_value : float or None
        Statistic and its p-value.
    degrees : tuple of (float, float) or None
        Of numerator and denominator.
    n_boards : int
        Boards played.
    reason : str or None
        Why there is no test.
    """

    f: float | None
    p_value: float | None
    degrees: tuple[float, float] | None
    n_boards: int
    reason: str | None = None


def seats_equal(moments: BoardMoments, y: Sequence[int], w: Sequence[int | None]) -> SeatTest:
    """Test that all seats have the same mean.

    Hotelling's T-squared on the seats' differences, so that seats may depend on
    each other in any way; directions fixed by the game drop out.

    Parameters
    ----------
    moments
        The boards.
    y, w
        Features: each seat's total of the metric and its finished games on the
        board (None: one a board).

    Raises
    ------
    ValueError
        There are fewer than 2 seats.
    """
    n = moments.n
    _check_seats(y)
    reason = too_few(moments, *w)
    if reason:
        return SeatTest(None, None, None, n, reason)
    means = ratios(moments, y, w)
    centre = _centre(len(y))
    apart = centre @ means.estimates
    variances, directions = np.linalg.eigh(centre @ means.covariance @ centre)
    free = variances > FIXED * max(float(variances[-1]), 0.0)
    if not free.any():
        return SeatTest(None, None, None, n, "the seats differed by the same on every board")
    along = directions[:, free].T @ apart
    fixed = apart - directions[:, free] @ along
    if np.abs(fixed).max() > 1e-9 * np.abs(means.estimates).max():
        reason = "some seats differed by the same, and not by 0, on every board"
        return SeatTest(None, None, None, n, reason)
    behind = min(boards_behind(moments, each) for each in w)
    degrees = (float(free.sum()), behind - float(free.sum()))
    t_squared = float((along**2 / variances[free]).sum())
    f = t_squared * degrees[1] / (degrees[0] * (behind - 1))
    return SeatTest(f, float(stats.f.sf(f, *degrees)), degrees, n)


@dataclass(frozen=True)
class Equivalence:
    """The smallest margin that can be claimed, or the reason why there is none.

    Attributes
    ----------
    margin : float or None
        No seat's share is further than this from the mean of all seats.
    seat : int or None
        The seat, from 0, for which no smaller margin can be claimed.
    n_boards : int
        Boards played.
    level : float
        Confidence of the claim.
    reason : str or None
        Why there is no claim.
    """

    margin: float | None
    seat: int | None
    n_boards: int
    level: float
    reason: str | None = None

    def in_words(self) -> str:
        """Say it in a sentence, without a full stop."""
        if self.margin is None:
            return f"how equal the seats are is not known: {self.reason}"
        points = np.ceil(self.margin * 1e4) / 100  # rounding down would claim too much
        return (
            f"no seat is favoured or harmed by more than {points:.2f} points in a hundred "
            f"({100 * self.level:g} % confidence; {self.n_boards:,} boards)"
        )


def equivalence(
    moments: BoardMoments,
    y: Sequence[int],
    w: Sequence[int | None],
    level: float = LEVEL,
) -> Equivalence:
    """Bound how far any seat's share is from the mean of all seats.

    The mean is 1/P if one share is given out a game. For each seat, two one-sided
    bounds at ``level`` (Schuirmann 1987); the widest is the claim. To be wrong it
    must be wrong for the seat that is truly the farthest, on the side where it
    is, so ``level`` holds without adjustment (Berger 1982).

    Parameters
    ----------
    moments
        The boards.
    y, w
        Features: each seat's share and its finished games on the board (None: one
        a board).
    level
        Confidence of the claim.

    Raises
    ------
    ValueError
        There are fewer than 2 seats, or the level is out of range.
    """
    check_level(level)
    _check_seats(y)
    reason = too_few(moments, *w)
    if reason:
        return Equivalence(None, None, moments.n, level, reason)
    means = ratios(moments, y, w)
    behind = min(boards_behind(moments, each) for each in w)
    quantile = float(stats.t.isf(1.0 - level, behind - 1))
    bounds = []
    for weights in _centre(len(y)):
        apart, error = means.contrast(weights)
        low, high = apart - quantile * error, apart + quantile * error
        if error == 0.0:
            low, high = constant_interval(apart, behind, (-1.0, 1.0), 2.0 * level - 1.0)
        bounds.append(max(-low, high))
    seat = int(np.argmax(bounds))
    return Equivalence(bounds[seat], seat, moments.n, level)


def _check_seats(y: Sequence[int]) -> None:
    if len(y) < 2:
        msg = f"comparing seats needs at least 2, not {len(y)}"
        raise ValueError(msg)


def _centre(n_seats: int) -> FloatArray:
    """Build the matrix that takes the seats' mean off each."""
    centre: FloatArray = np.eye(n_seats) - 1.0 / n_seats
    return centre
