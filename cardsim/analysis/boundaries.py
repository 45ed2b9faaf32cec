"""Group-sequential boundaries: critical values for a known schedule of looks.

Who looks at results several times, and may stop at each, must ask for more at every
look than who looks once. If the boards at which one will look are known beforehand,
how much more can be computed: the standardised estimates at looks of n_1 < … < n_K
boards are jointly normal with correlations sqrt(n_j / n_k), so the chance that any
of them leaves its limits ±c_k is an integral that goes from look to look. The
c_k are chosen so that it is alpha, each look spending its part of alpha.

The estimate plus and minus c_k standard errors is then a *repeated confidence
interval*: those of all looks hold together with probability 1 - alpha, and so
does the one at which somebody stops, for whatever reason.

Sources
-------
Armitage, McPherson & Rowe (1969), *JRSS A* 132: the integral from look to look.
Lan & DeMets (1983), *Biometrika* 70: spending the chance of error.
Jennison & Turnbull (1989), *JRSS B* 51: repeated confidence intervals.
Jennison & Turnbull (2000), *Group Sequential Methods*, chapters 2, 7, 19.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from scipy import special

from cardsim.analysis.intervals import Critical
from cardsim.analysis.moments import FloatArray

# Boards grow by at least this factor from one look to the next. Looks that are
# closer tell nearly the same, and cost alpha all the same.
GROWTH = 1.25

# The first look gets as much of alpha as a look after which boards have doubled.
FIRST_PART = math.log(2.0)

# Nodes of the quadrature: so many for each standard deviation of the step from one
# look to the next, and never fewer than so many. Tested against twice as many.
NODES_A_STEP = 5.0
FEWEST_NODES = 48

# The chances of error at which the boundary is computed; between them it is
# interpolated, and below the least, where looks err one by one, each look's own
# part of alpha is all that counts.
ALPHAS = (0.9999, 0.99, 0.95, 0.9, 0.8, 0.65, 0.5, 0.35, 0.2, 0.1, 0.05, 0.02, 0.01, 3e-3, 1e-3,
          1e-4, 1e-5, 1e-6, 1e-8, 1e-10)
BONFERRONI_BELOW = 1e-12
FINE = 2_000  # points of the curve between them

# Below this a chance is no ground for Newton's step.
TINY = 1e-290


@dataclass(frozen=True)
class Schedule:
    """The boards at which results are looked at, all known before the first.

    Alpha is spent evenly in the logarithm of boards: of a schedule that doubles, each
    look gets an equal part. So a large difference may be found at the first look, and
    a small one after millions of boards.

    Parameters
    ----------
    boards : tuple of int
        At each look, rising.

    Raises
    ------
    ValueError
        There is no look, or boards do not rise from 1.
    """

    boards: tuple[int, ...]

    def __post_init__(self) -> None:
        rising = all(a < b for a, b in zip((0, *self.boards), self.boards, strict=False))
        if not self.boards or not rising:
            msg = f"a schedule of looks is a rising list of boards, not {self.boards}"
            raise ValueError(msg)

    def spent(self, boards: float) -> float:
        """Return the part of alpha that is spent by so many boards, 0 to 1."""
        first, last = self.boards[0], self.boards[-1]
        so_far = math.log(min(max(boards, first), last) / first) + FIRST_PART
        return so_far / (math.log(last / first) + FIRST_PART)

    def critical(self, look: int) -> Critical:
        """Return the critical values of a look, numbered from 0.

        Returns
        -------
        callable
            From a two-sided chance of error, of all looks together, to the standard
            normal critical value at this look; falling in alpha.

        Raises
        ------
        IndexError
            There is no such look.
        """
        if not 0 <= look < len(self.boards):
            msg = f"look {look} of a schedule of {len(self.boards)}"
            raise IndexError(msg)
        parts = np.diff([self.spent(n) for n in self.boards], prepend=0.0)
        if look == 0:  # nothing was looked at before: its own part is exact
            return _Own(float(parts[0]))
        return _interpolated(self.boards, tuple(parts.tolist()))[look]

    def critical_at(self, boards: int) -> Critical:
        """Return the critical values at so many boards, on the schedule or off it.

        Off the schedule (a run that was broken off between two looks) the looks before
        are those of the schedule, and what is spent by then is its due (Lan & DeMets
        1983: the spending decides, not the number of looks). Before the first look
        the part of the first is spent.
        """
        if boards in self.boards:
            return self.critical(self.boards.index(boards))
        past = tuple(n for n in self.boards if n < boards)
        if not past:
            return _Own(self.spent(self.boards[0]))
        if len(past) == len(self.boards):
            msg = f"{boards} boards are more than the schedule's {self.boards[-1]}"
            raise ValueError(msg)
        parts = np.diff([self.spent(n) for n in (*past, boards)], prepend=0.0)
        return _interpolated((*past, boards), tuple(parts.tolist()))[len(past)]

    def taken(self, boards: int) -> list[int]:
        """Return the looks that were taken when so many boards were played."""
        return [n for n in self.boards if n <= boards]


def schedule(ends: Sequence[int], growth: float = GROWTH) -> Schedule:
    """Choose looks among the boards at which one could look.

    Parameters
    ----------
    ends : sequence of int
        Boards at which one could look, rising. The first and the last are looks.
    growth : float
        Boards grow by this factor at least from one look to the next.
    """
    looks = [ends[0]]
    for n in ends[1:]:
        if n >= growth * looks[-1]:
            looks.append(n)
    while len(looks) > 1 and ends[-1] < growth * looks[-1]:
        looks.pop()
    if looks[-1] != ends[-1]:
        looks.append(ends[-1])
    return Schedule(tuple(looks))


def boundary(boards: Sequence[int], errors: Sequence[float]) -> FloatArray:
    """Compute the critical values that spend given chances of error at each look.

    Parameters
    ----------
    boards : sequence of int
        At each look, rising: the information (Jennison & Turnbull 2000, chapter 3).
    errors : sequence of float
        Chance to leave the limits at this look and at none before, two-sided.

    Returns
    -------
    ndarray, shape (looks,), float64
    """
    walk, found = None, np.empty(len(boards))
    for k, error in enumerate(errors):
        found[k] = special.ndtri(1 - error / 2) if error > 1e-9 else -special.ndtri(error / 2)
        if walk is not None:
            found[k] = walk.solve(boards[k], error, start=found[k])
        if k + 1 < len(boards):
            walk = _Walk.after(walk, boards[k], float(found[k]), boards[k + 1])
    return found


def chances(boards: Sequence[int], critical: Sequence[float]) -> FloatArray:
    """Compute the chance to leave the limits first at each look, if nothing is there.

    Parameters
    ----------
    boards : sequence of int
        At each look, rising.
    critical : sequence of float
        The limits of the standardised estimate at each look, on either side.

    Returns
    -------
    ndarray, shape (looks,), float64
        They add up to the chance ever to leave them.
    """
    walk, found = None, np.empty(len(boards))
    for k, limit in enumerate(critical):
        found[k] = 2 * special.ndtr(-limit) if walk is None else walk.leaves(boards[k], limit)
        if k + 1 < len(boards):
            walk = _Walk.after(walk, boards[k], limit, boards[k + 1])
    return found


@dataclass(frozen=True)
class _Walk:
    """The standardised estimate at a look, where it has stayed within all limits so far.

    Its density is symmetric, so one half of it is kept, at the nodes of a Gauss-Legendre
    quadrature.

    Parameters
    ----------
    boards : int
    nodes, mass : ndarray, shape (nodes,), float64
        From 0 to the limit; the density times the weight of the node.
    """

    boards: int
    nodes: FloatArray
    mass: FloatArray

    @classmethod
    def after(cls, before: _Walk | None, boards: int, limit: float, to: int) -> _Walk:
        """Go on to the next look within its limit; ``to`` is the look that will follow."""
        step = math.sqrt(1.0 - boards / to)
        nodes, weights = _legendre(max(FEWEST_NODES, math.ceil(NODES_A_STEP * limit / step)))
        nodes, weights = nodes * limit, weights * limit
        if before is None:
            density = np.exp(-nodes**2 / 2) / math.sqrt(2 * math.pi)
        else:
            density = before.density(boards, nodes)
        return cls(boards, nodes, weights * density)

    def density(self, boards: int, at: FloatArray) -> FloatArray:
        """Return the density at a later look, of those that were within all limits before."""
        pull = math.sqrt(self.boards / boards)
        step = math.sqrt(1.0 - self.boards / boards)
        moved = pull * self.nodes
        apart, over = (at[:, None] - moved) / step, (at[:, None] + moved) / step
        kernel = np.exp(-apart**2 / 2) + np.exp(-over**2 / 2)
        found: FloatArray = kernel @ self.mass / (step * math.sqrt(2 * math.pi))
        return found

    def leaves(self, boards: int, limit: float) -> float:
        """Return the chance to be outside a limit at a later look, and not before."""
        pull = math.sqrt(self.boards / boards)
        step = math.sqrt(1.0 - self.boards / boards)
        moved = pull * self.nodes
        out = special.ndtr((moved - limit) / step) + special.ndtr(-(moved + limit) / step)
        return float(2 * out @ self.mass)

    def solve(self, boards: int, error: float, start: float) -> float:
        """Find the limit that is left with a given chance.

        By Newton's method on the logarithm of that chance, which is concave: from ``start``,
        which must be beyond the limit, it comes down without overshooting. Halving does it
        where the chance is too small for a number.
        """
        least, most, limit = 0.0, start, start
        for _ in range(200):
            chance = self.leaves(boards, limit)
            least, most = (limit, most) if chance > error else (least, limit)
            move = 0.0
            if chance > TINY:
                slope = 2 * float(self.density(boards, np.array([limit]))[0]) / chance
                move = math.log(error / chance) / slope
                limit -= move
            if not least <= limit <= most or chance <= TINY:
                move, limit = most - least, (least + most) / 2
            if abs(move) < 1e-10:
                break
        return limit


@lru_cache(maxsize=1024)
def _legendre(n: int) -> tuple[FloatArray, FloatArray]:
    """Return nodes and weights of Gauss and Legendre's quadrature from 0 to 1."""
    nodes, weights = special.roots_legendre(n)
    return (nodes + 1) / 2, weights / 2


@dataclass(frozen=True)
class _Own:
    """Critical values of a look that spends its own part of alpha, whatever came before."""

    part: float

    def __call__(self, alpha: float) -> float:
        return float(-special.ndtri(self.part * alpha / 2))


class _Interpolated:
    """Critical values of one look, between those computed at `ALPHAS`.

    What is interpolated is the logarithm of the *nominal* chance of error (what the
    critical value would stand for at a single look) over that of alpha: nearly a line.
    """

    def __init__(self, alphas: FloatArray, nominal: FloatArray, part: float) -> None:
        from scipy.interpolate import PchipInterpolator  # slow to import, and often not needed

        self.least, self.part = float(alphas[0]), part
        self.at = np.linspace(math.log(alphas[0]), math.log(alphas[-1]), FINE)
        self.curve = PchipInterpolator(np.log(alphas), np.log(nominal))(self.at)

    def __call__(self, alpha: float) -> float:
        if alpha < self.least:
            return _Own(self.part)(alpha)
        nominal = math.exp(float(np.interp(math.log(alpha), self.at, self.curve)))
        return float(-special.ndtri(nominal / 2))


@lru_cache(maxsize=256)
def _interpolated(boards: tuple[int, ...], parts: tuple[float, ...]) -> tuple[_Interpolated, ...]:
    """Compute the critical values of all looks of a schedule."""
    alphas = np.array([BONFERRONI_BELOW, *reversed(ALPHAS)])
    shares = np.array(parts)
    nominal = [BONFERRONI_BELOW * shares]
    nominal += [2 * special.ndtr(-boundary(boards, alpha * shares)) for alpha in alphas[1:]]
    table = np.array(nominal)
    return tuple(
        _Interpolated(alphas, table[:, k], float(part)) for k, part in enumerate(parts)
    )
