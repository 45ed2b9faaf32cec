"""Confidence sequences: intervals that hold at every look.

A 95 % *confidence sequence* contains the truth at all looks together with
probability at least 95 %. So one may look after every block of boards, and stop
at any look (`cardsim.analysis.stopping`).

* `AsymptoticSequence`: narrow; right in the limit, and so only after a burn-in.
  Fits means, ratios and their differences.
* `BernsteinSequence`: right at any number of boards, for values between bounds.

Both need of a block only its count, mean and sum of squared deviations.

Sources
-------
Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas (2024), "Time-uniform central
limit theory and asymptotic confidence sequences", *Annals of Statistics* 52(6).
Howard, Ramdas, McAuliffe & Sekhon (2021), "Time-uniform, nonparametric,
nonasymptotic confidence sequences", *Annals of Statistics* 49(2).
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from typing import Self

import numpy as np
from numpy.typing import ArrayLike
from scipy import optimize, special

from cardsim.analysis.intervals import LEVEL, Estimate, check_level, constant_interval
from cardsim.analysis.moments import CONSTANT

# No asymptotic interval before this many boards, nor before the sum of squared
# deviations is this many times the square of the largest deviation a board could
# show: for a yes-or-no of frequency p about BURN_IN_EVENTS / p boards. Simulated
# with a look after every single board (tests/analysis/test_sequences.py).
BURN_IN = 400
BURN_IN_EVENTS = 25.0

# The part of the chance of error that goes to boards that never varied.
CONSTANT_PART = 0.1

# Boards at which a sequence is tightest unless told otherwise; it costs at most a
# few percent of width over a range of a hundredfold.
AIM = 20_000

# Means over rotations may leave their bounds by rounding, up to this part of the range.
SLACK = 1e-9


class _Sequence(ABC):
    """The bookkeeping of looks: running totals and the intersection so far."""

    method = ""

    def __init__(self, level: float, bounds: tuple[float, float] | None, aim: int) -> None:
        check_level(level)
        if aim < 1:
            msg = f"a sequence aims at a positive number of boards, not {aim}"
            raise ValueError(msg)
        if bounds is not None and not bounds[0] < bounds[1]:
            msg = f"bounds must rise; {bounds} do not"
            raise ValueError(msg)
        self.level, self.bounds, self.aim = level, bounds, aim
        self.n = 0
        self.mean = 0.0
        self.low, self.high = bounds if bounds is not None else (-math.inf, math.inf)

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
            self._look()
        return self

    def interval(self) -> Estimate:
        """Tell the interval that holds at this look: where all looks so far agree."""
        reason = self._unready()
        if reason is None and self.low > self.high:
            reason = "the looks contradict each other, by a chance of less than 1 - level"
        if reason:
            return Estimate(None, None, None, self.n, self.level, self.method, reason)
        return Estimate(self.mean, self.low, self.high, self.n, self.level, self.method)

    def _check(self, least: float, greatest: float) -> None:
        if not math.isfinite(least + greatest):
            msg = "values must be finite numbers"
            raise ValueError(msg)
        if self.bounds is None:
            return
        slack = SLACK * (self.bounds[1] - self.bounds[0])
        if least < self.bounds[0] - slack or greatest > self.bounds[1] + slack:
            msg = f"values from {least:g} to {greatest:g} lie outside {self.bounds}"
            raise ValueError(msg)

    @abstractmethod
    def _absorb(self, n: int, mean: float, m2: float) -> None:
        ...

    def _look(self) -> None:
        if self._unready() is None:
            low, high = self._limits()
            self.low, self.high = max(self.low, low), min(self.high, high)

    @abstractmethod
    def _unready(self) -> str | None:
        ...

    @abstractmethod
    def _limits(self) -> tuple[float, float]:
        ...


class AsymptoticSequence(_Sequence):
    """The asymptotic confidence sequence of Waudby-Smith et al. (2024), theorem 2.2.

    A central limit theorem that holds at all times at once: Robbins' normal
    mixture with the standard deviation estimated. There is no interval until
    `BURN_IN` boards, nor, given ``bounds``, until `BURN_IN_EVENTS` boards' worth
    of the largest possible deviation have been seen. While every board has given
    the very same value, ``bounds`` make a `constant_interval`, on a tenth of the
    chance of error.

    Parameters
    ----------
    level
        Of all looks together.
    bounds
        Least and greatest value of a board, if there are such: they make the
        burn-in longer where a metric is rare.
    aim
        Boards at which the interval is tightest.

    Raises
    ------
    ValueError
        A parameter is out of range.
    """

    method = "asymptotic confidence sequence"

    def __init__(
        self, level: float = LEVEL, bounds: tuple[float, float] | None = None, aim: int = AIM
    ) -> None:
        super().__init__(level, bounds, aim)
        self.m2 = 0.0
        self._rho2 = mixture_precision(1.0 - level) / aim

    def look(self, n: int, estimate: float, standard_error: float) -> Self:
        """Look at an estimate over all boards so far, such as a ratio or a contrast.

        Holds for any asymptotically linear estimator (theorem 3.2 of the paper),
        so for `ratio`, `ratio_difference` and `Ratios.contrast`. It replaces what
        `update` took in; use one or the other.

        Parameters
        ----------
        n
            Boards so far, no fewer than at the last look.
        estimate, standard_error
            Over all of them.

        Raises
        ------
        ValueError
            Boards went missing, or a number is out of range.
        """
        if n < self.n or not standard_error >= 0 or not math.isfinite(estimate + standard_error):
            msg = f"after {self.n} boards, {n} with {estimate} +/- {standard_error} is impossible"
            raise ValueError(msg)
        self.n, self.mean = n, estimate
        self.m2 = standard_error**2 * n * max(n - 1, 0)
        self._look()
        return self

    def _absorb(self, n: int, mean: float, m2: float) -> None:
        total, delta = self.n + n, mean - self.mean
        self.m2 += m2 + delta**2 * self.n * n / total
        self.mean += delta * n / total
        self.n = total

    def _unready(self) -> str | None:
        if self.n < BURN_IN:
            return f"{self.n:,} board{'s are' if self.n != 1 else ' is'} too few for an asymptotic sequence; it needs {BURN_IN}"
        if self.bounds is None:
            return f"all {self.n:,} boards gave exactly {self.mean:g}" if self._constant() else None
        largest = max(self.mean - self.bounds[0], self.bounds[1] - self.mean)
        if self.m2 < BURN_IN_EVENTS * largest**2 and not self._constant():
            return f"too rare for an asymptotic sequence after {self.n:,} boards"
        return None

    def _constant(self) -> bool:
        scale = abs(self.mean) if self.bounds is None else self.bounds[1] - self.bounds[0]
        return self.m2 <= self.n * (CONSTANT * scale) ** 2

    def _limits(self) -> tuple[float, float]:
        n, rho2 = self.n, self._rho2
        if self.bounds is not None and self._constant():
            # Holds at all n at once: who has missed what differs n times missed it before.
            level = 1.0 - CONSTANT_PART * (1.0 - self.level)
            return constant_interval(self.mean, n, self.bounds, level)
        variance = self.m2 / (n - 1)
        root = math.log((n * rho2 + 1) / (1.0 - self.level) ** 2)
        radius = math.sqrt(variance * (n * rho2 + 1) / (n * n * rho2) * root)
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


class BernsteinSequence(_Sequence):
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
        super().__init__(level, bounds, aim)
        self._least, self._range = bounds[0], bounds[1] - bounds[0]
        self._half = (1.0 - level) / 2
        guess = 0.25 if spread is None else spread / self._range
        if not guess > 0:
            msg = f"a spread is positive, not {spread}"
            raise ValueError(msg)
        self._rho = guess**2 * aim / mixture_precision(2 * self._half)
        self._spent = 0.0  # the theorem's V, in units of the range squared

    def _absorb(self, n: int, mean: float, m2: float) -> None:
        # The centre must not know the block: earlier boards, and one at mid-range.
        centre = (self.n * self.mean + self._least + self._range / 2) / (self.n + 1)
        self._spent += (m2 + n * (mean - centre) ** 2) / self._range**2
        self.mean += (mean - self.mean) * n / (self.n + n)
        self.n += n

    def _unready(self) -> str | None:
        return None if self.n else "no boards yet"

    def _limits(self) -> tuple[float, float]:
        boundary = gamma_exponential_boundary(self._spent, self._rho, self._half)
        radius = boundary * self._range / self.n
        return self.mean - radius, self.mean + radius


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
