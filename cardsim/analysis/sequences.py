"""A confidence sequence: an interval that holds at every look, whenever one looks.

`BernsteinSequence` is right at any number of boards and on any schedule, for values
between bounds; the price is width. Where the schedule of looks is known,
`cardsim.analysis.boundaries` needs fewer boards. Of a block it needs only its count,
mean and sum of squared deviations.

Sources
-------
Howard, Ramdas, McAuliffe & Sekhon (2021), "Time-uniform, nonparametric,
nonasymptotic confidence sequences", *Annals of Statistics* 49(2).
"""

from __future__ import annotations

import math
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, special

from cardsim.analysis.intervals import LEVEL, Estimate, check_level

# Boards at which a sequence is tightest unless told otherwise; it costs at most a
# few percent of width over a range of a hundredfold.
AIM = 20_000

# Means over rotations may leave their bounds by rounding, up to this part of the range.
SLACK = 1e-9


class BernsteinSequence:
    """The empirical Bernstein confidence sequence of Howard et al. (2021), theorem 4.

    Right at every number of boards for independent values between bounds. The
    squared distances that measure the spread are taken from the mean of earlier
    blocks, as the theorem's predictable centre; the boundary is the
    gamma-exponential mixture (proposition 9), a half of alpha on either side.

    Parameters
    ----------
    bounds
        Least and greatest value of a board: (0, 1) for shares, (-1, 1) for their
        differences.
    level
        Of all looks together.
    aim
        Boards at which the interval is tightest.
    spread
        Guess of a board's standard deviation, from a pilot; a quarter of the
        range if None. A bad guess costs width, never coverage.

    Raises
    ------
    ValueError
        A parameter is out of range.
    """

    method = "empirical Bernstein confidence sequence"

    def __init__(
        self,
        bounds: tuple[float, float],
        level: float = LEVEL,
        aim: int = AIM,
        spread: float | None = None,
    ) -> None:
        check_level(level)
        if aim < 1:
            msg = f"a sequence aims at a positive number of boards, not {aim}"
            raise ValueError(msg)
        if not bounds[0] < bounds[1]:
            msg = f"bounds must rise; {bounds} do not"
            raise ValueError(msg)
        self.level, self.bounds, self.aim = level, bounds, aim
        self.n = 0
        self.mean = 0.0
        self.low, self.high = bounds
        self._least, self._range = bounds[0], bounds[1] - bounds[0]
        self._half = (1.0 - level) / 2
        guess = 0.25 if spread is None else spread / self._range
        if not guess > 0:
            msg = f"a spread is positive, not {spread}"
            raise ValueError(msg)
        self._rho = guess**2 * aim / mixture_precision(2 * self._half)
        self._spent = 0.0  # the theorem's V, in units of the range squared

    def update(self, values: ArrayLike) -> Self:
        """Take in a block of boards and look.

        Parameters
        ----------
        values
            Shape (boards,); one value a board.

        Raises
        ------
        ValueError
            A value is not finite, or outside the bounds.
        """
        block = np.asarray(values, dtype=np.float64).ravel()
        if block.size == 0:
            return self
        self._check(float(block.min()), float(block.max()))
        mean = float(block.mean())
        return self.update_block(block.size, mean, float(((block - mean) ** 2).sum()))

    def update_block(self, n: int, mean: float, m2: float) -> Self:
        """Take in a block of boards by its sufficient statistics, and look.

        Parameters
        ----------
        n, mean, m2
            Boards in the block, their mean, their summed squared deviations from it.

        Raises
        ------
        ValueError
            ``n`` or ``m2`` is negative, a number is not finite, or the mean is
            outside the bounds.
        """
        if n < 0 or not m2 >= 0 or not math.isfinite(mean + m2):
            msg = f"a block of {n} boards, mean {mean}, squared deviations {m2} is impossible"
            raise ValueError(msg)
        if n:
            self._check(mean, mean)
            self._absorb(n, mean, m2)
            low, high = self._limits()
            self.low, self.high = max(self.low, low), min(self.high, high)
        return self

    def interval(self) -> Estimate:
        """Tell the interval that holds at this look: where all looks so far agree."""
        reason = None if self.n else "no boards yet"
        if self.low > self.high:
            reason = "the looks contradict each other, by a chance of less than 1 - level"
        if reason:
            return Estimate(None, None, None, self.n, self.level, self.method, reason)
        return Estimate(self.mean, self.low, self.high, self.n, self.level, self.method)

    def _check(self, least: float, greatest: float) -> None:
        if not math.isfinite(least + greatest):
            msg = "values must be finite numbers"
            raise ValueError(msg)
        slack = SLACK * (self.bounds[1] - self.bounds[0])
        if least < self.bounds[0] - slack or greatest > self.bounds[1] + slack:
            msg = f"values from {least:g} to {greatest:g} lie outside {self.bounds}"
            raise ValueError(msg)

    def _absorb(self, n: int, mean: float, m2: float) -> None:
        # The centre must not know the block: earlier boards, and one at mid-range.
        centre = (self.n * self.mean + self._least + self._range / 2) / (self.n + 1)
        self._spent += (m2 + n * (mean - centre) ** 2) / self._range**2
        self.mean += (mean - self.mean) * n / (self.n + n)
        self.n += n

    def _limits(self) -> tuple[float, float]:
        boundary = gamma_exponential_boundary(self._spent, self._rho, self._half)
        radius = boundary * self._range / self.n
        return self.mean - radius, self.mean + radius


def mixture_precision(alpha: float) -> float:
    """Compute the rho^2 t of a normal mixture that is tightest at time t.

    Setting the derivative of its squared width to zero gives x = rho^2 t with
    x + 1 = -W(-alpha^2 / e), W being Lambert's lower branch.

    Parameters
    ----------
    alpha
        Chance of ever missing, two-sided.
    """
    return float(-special.lambertw(-(alpha**2) / math.e, -1).real - 1.0)


def gamma_exponential_boundary(v: float, rho: float, alpha: float) -> float:
    """Solve the gamma-exponential mixture for the sum it lets through.

    A sub-exponential process of scale 1 and variance process v ever exceeds this
    with probability at most ``alpha``.

    Parameters
    ----------
    v
        Variance process, at least 0.
    rho
        Of the mixture, more than 0; decides at which v the boundary is tightest.
    alpha
        Between 0 and 1.
    """
    target = -math.log(alpha)
    # A normal and a linear bound on either side of the root.
    high = 2.0 * (math.sqrt(2.0 * (v + rho) * target) + target + 1.0)
    while log_gamma_exponential_mixture(high, v, rho) < target:
        high *= 2.0
    return float(
        optimize.brentq(lambda s: log_gamma_exponential_mixture(s, v, rho) - target, 0.0, high)
    )


def log_gamma_exponential_mixture(s: float, v: float, rho: float) -> float:
    """Compute the logarithm of Howard et al. (2021), proposition 9, at scale c = 1.

    The mixture, over 0 < x < 1, of exp(x s + v (log(1 - x) + x)) with a truncated
    gamma density of 1 - x, of shape and rate ``rho``.
    """
    a, x = v + rho, s + v + rho
    return float(
        rho * math.log(rho)
        - special.gammaln(rho)
        - math.log(special.gammainc(rho, rho))
        + special.gammaln(a)
        + math.log(special.gammainc(a, x))
        - a * math.log(x)
        + s
        + v
    )
