"""Statements about many players that hold together: joint critical values, and the best.

* `joint_critical`: how many standard errors hold for a whole family of contrasts of
  correlated estimates: the maximum of a multivariate t, simulated.
* `with_the_best`: Hsu's multiple comparisons with the best. For each player, an
  interval of its score less the best of the others': one that ends at 0 is not the
  best, one that begins at 0 is.

Sources
-------
Dunnett (1955), *JASA* 50: comparisons with a control.
Hsu (1981), *Annals of Statistics* 9; Edwards & Hsu (1983), *JASA* 78; Hsu (1996),
*Multiple Comparisons*, chapter 4: the best as a control that is not known.
Maurer & Pontil (2009), "Empirical Bernstein bounds and sample variance penalization",
COLT, theorem 4: a bound for few deviating boards.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from cardsim.analysis.intervals import Critical, normal_critical, student_critical

# The simulated quantile is known to about 0.4 % of its value.
DRAWS = 100_000
AT_ONCE = 10_000

# Normal theory is trusted when the sum of squared deviations is this many times the
# square of the largest one, or, with few boards, this part of their number: else the
# spread hangs on a few boards.
EVENTS = 25.0
EVENTS_A_BOARD = 1 / 8


def joint_critical(
    covariance: ArrayLike, contrasts: ArrayLike, degrees: float, alpha: float, seed: int = 0,
    *, two_sided: bool = True,
) -> float:
    """Find how many standard errors hold for all contrasts together.

    Parameters
    ----------
    covariance
        Shape (estimates, estimates).
    contrasts
        Shape (contrasts, estimates); those without variance do not count.
    degrees
        Degrees of freedom of the covariance.
    alpha
        Chance that any contrast is off by more.
    seed
        Of the simulation of the multivariate t.
    two_sided : bool
        Or in the positive direction alone.

    Returns
    -------
    float
        At most Bonferroni's; 0 if there is no contrast with a variance.
    """
    cov, rows = np.asarray(covariance, dtype=np.float64), np.asarray(contrasts, dtype=np.float64)
    error = np.sqrt(np.maximum(np.einsum("ci,ij,cj->c", rows, cov, rows), 0.0))
    rows, error = rows[error > 0], error[error > 0]
    if not len(rows):
        return 0.0
    bonferroni = float(stats.t.isf(alpha / len(rows) / (2 if two_sided else 1), degrees))
    if len(rows) == 1:
        return bonferroni
    values, vectors = np.linalg.eigh(cov)
    mixing = (rows / error[:, None]) @ (vectors * np.sqrt(np.maximum(values, 0.0)))
    rng = np.random.default_rng(seed)
    greatest = np.empty(DRAWS)
    for at in range(0, DRAWS, AT_ONCE):
        drawn = rng.standard_normal((AT_ONCE, len(cov))) @ mixing.T
        reach = np.abs(drawn).max(axis=1) if two_sided else drawn.max(axis=1)
        greatest[at : at + AT_ONCE] = reach / np.sqrt(rng.chisquare(degrees, AT_ONCE) / degrees)
    return min(bonferroni, float(np.quantile(greatest, 1.0 - alpha, method="higher")))


@dataclass(frozen=True)
class BestInterval:
    """A player's score less the best of the others'.

    Attributes
    ----------
    low, high : float
        Not above and not below 0; hold for all players together.
    """

    low: float
    high: float

    @property
    def may_be_best(self) -> bool:
        """Whether this player may be the best."""
        return self.high > 0

    @property
    def is_best(self) -> bool:
        """Whether this player is the best for sure."""
        return self.low == 0 and self.high > 0


def with_the_best(scores: ArrayLike, reach: ArrayLike) -> list[BestInterval]:
    """Compare each player with the best of the others (Hsu 1996, section 4.2).

    Parameters
    ----------
    scores
        Shape (players,): estimates; more is better.
    reach
        Shape (players, players): for each first player, its scores less those of all
        others are too small by at most so much, all together with probability `level`.
        That this holds for the true best is all that is needed.

    Returns
    -------
    list of BestInterval
        They hold together with probability `level`.
    """
    score, far = np.asarray(scores, dtype=np.float64), np.asarray(reach, dtype=np.float64)
    n = len(score)
    upper = score[:, None] - score[None, :] + far
    np.fill_diagonal(upper, np.inf)
    most = upper.min(axis=1)
    maybe = most > 0
    lower = score[:, None] - score[None, :] - far.T
    np.fill_diagonal(lower, np.inf)
    found = []
    for i in range(n):
        rivals = [j for j in range(n) if maybe[j] and j != i]
        low = float(lower[i, rivals].min()) if rivals else 0.0
        found.append(BestInterval(min(low, 0.0), max(float(most[i]), 0.0)))
    return found


def too_sparse(n: int, variance: ArrayLike, largest: ArrayLike) -> NDArray[np.bool_]:
    """Tell where the spread hangs on too few boards for normal theory.

    Parameters
    ----------
    n
        Boards.
    variance, largest
        Of one shape: a board's variance, and its largest deviation from the mean.
    """
    squares = (n - 1) * np.asarray(variance, dtype=np.float64)
    needed = min(EVENTS, EVENTS_A_BOARD * n)
    sparse: NDArray[np.bool_] = ~(squares > 0) | (
        squares < needed * np.asarray(largest, dtype=np.float64) ** 2
    )
    return sparse


def bounded_reach(n: int, variance: float, width: float, alpha: float) -> float:
    """Bound a mean's error, in one direction, for values in a range; right at any n.

    Parameters
    ----------
    n
        Boards, at least 2.
    variance
        Sample variance between boards.
    width
        Greatest less least value that a board can give.
    alpha
        Chance of error.

    Notes
    -----
    Maurer & Pontil (2009), theorem 4: sqrt(2 v ln(2/a) / n) + 7 w ln(2/a) / (3 (n - 1)).
    """
    log = math.log(2.0 / alpha)
    reach = math.sqrt(2.0 * variance * log / n) + 7.0 * width * log / (3.0 * (n - 1))
    return min(width, reach)


def share_limits(
    estimate: float, error: float, n: int, alpha: float, critical: Critical = normal_critical,
    *, sparse: bool = False,
) -> tuple[float, float]:
    """Return an interval of a mean of shares, within 0 and 1.

    Wilson's, for as many trials as the standard error stands for, with Student's
    quantile of the boards; `bounded_reach` where the spread hangs on too few of them.

    Parameters
    ----------
    estimate, error
        The mean and its standard error.
    n
        Boards.
    alpha
        Two-sided chance of error.
    critical
        Critical values; those of the boundary if the results were looked at.
    sparse : bool
        Whether too few boards differ (`too_sparse`).

    Notes
    -----
    Wilson (1927), *JASA* 22; Korn & Graubard (1998), *Survey Methodology* 24(2).
    """
    if sparse or error <= 0 or not 0 < estimate < 1:
        nominal = 2.0 * float(stats.norm.sf(critical(alpha)))
        reach = bounded_reach(n, error**2 * n, 1.0, nominal / 2)
        return max(estimate - reach, 0.0), min(estimate + reach, 1.0)
    square = (student_critical(alpha, n - 1, critical) * error) ** 2 / (estimate * (1.0 - estimate))
    centre = (estimate + square / 2) / (1.0 + square)
    far = math.sqrt(square * estimate * (1.0 - estimate) + square**2 / 4) / (1.0 + square)
    return centre - far, centre + far
