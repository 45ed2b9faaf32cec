"""Is the seat order fair? Who gains by how much, a test, and how equal the seats are at most.

Where all play alike, a seat's effect is what the player who sits there gets. Where they do not,
who starts may depend on who plays well, so seats are compared *within* strategies (see `strata`).
The seat so many places after the starter is called a position.

`seats_equal` asks whether positions differ at all, `gains` which of them gains or loses how much,
with intervals that hold together, and `equivalence` by how much any is favoured at most.

Sources
-------
Direct standardisation, the mean over strata in fixed parts: Cochran (1977), *Sampling
Techniques*, 3rd edition, chapter 5A.
Hotelling (1931), "The generalization of Student's ratio", *Annals of Mathematical Statistics* 2.
Permutations of a studentised statistic, right where positions are not exchangeable too: Chung &
Romano (2013), "Exact and asymptotically robust permutation tests", *Annals of Statistics* 41(2).
Counting the one observed among the permutations drawn: Phipson & Smyth (2010), *Statistical
Applications in Genetics and Molecular Biology* 9.
Schuirmann (1987), *Journal of Pharmacokinetics and Biopharmaceutics* 15: two one-sided tests.
Berger (1982), *Technometrics* 24: why all seats together need no adjustment for being many.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from cardsim.analysis.intervals import (
    LEVEL,
    Critical,
    check_level,
    constant_interval,
    normal_critical,
    student_critical,
)
from cardsim.analysis.limits import bounded_limits, means
from cardsim.analysis.moments import FloatArray
from cardsim.analysis.strata import SeatScores

# Up to so many boards on which positions differ, the test permutes; beyond, the boards are so
# many that Hotelling's F is right.
PERMUTED_BOARDS = 1_000
PERMUTATIONS = 1_999
ALL_PERMUTATIONS = 6  # seats whose permutations are listed; of more, they are drawn one by one
CHUNK = 2_000_000  # numbers held at a time
TIE = 1e-7  # relative: statistics nearer than this are equal but for rounding
PRIOR_BOARDS = 2.0
LEAST = 1e-12  # below this part of all boards, it is rounding error
# Below this part of the widest direction, one is fixed by the game: shares sum to 1.
FIXED = 1e-10


@dataclass(frozen=True)
class SeatTest:
    """The test that all positions are equal, or the reason why there is none.

    Attributes
    ----------
    p_value : float or None
    method : str
        How it was made.
    n_boards : int
        Boards played.
    differing : int
        Boards on which positions differed.
    reason : str or None
        Why there is no test.
    """

    p_value: float | None
    method: str
    n_boards: int
    differing: int
    reason: str | None = None


def seats_equal(scores: SeatScores, rng: np.random.Generator) -> SeatTest:
    """Test that all positions are equal.

    Hotelling's statistic, studentised by the second moments around equality instead of around
    the mean, T = s' M^-1 s with s the sum and M the sum of squares of the boards' scores: it is
    the same order of boards' evidence, and defined too where one position never loses. Of few
    boards M is drawn towards equal spread of all positions, since its own is then a guess. The
    distribution is that over permutations of the positions within each board: exact where
    positions are exchangeable if they are equal, and right in the limit where they are not.

    Parameters
    ----------
    scores
        Of the boards.
    rng
        For the permutations.
    """
    if scores.reason:
        return SeatTest(None, "", scores.boards, 0, scores.reason)
    differing, rows = scores.differing, scores.rows
    if differing == 0:
        return SeatTest(1.0, "positions never differed", scores.boards, 0)
    if rows is None:
        if not scores.dense.all():
            reason = "too few of its many boards bear on some position"
            return SeatTest(None, "", scores.boards, differing, reason)
        return SeatTest(_by_f(scores), "Hotelling's F", scores.boards, differing)
    statistic = _statistic(scores.total, scores.squares, differing)
    beyond = sum(
        int((_statistic(*permuted, differing) >= statistic * (1 - TIE)).sum())
        for permuted in _permuted(rows, rng)
    )
    p_value = (1 + beyond) / (1 + PERMUTATIONS)
    return SeatTest(p_value, "permutation of positions within boards", scores.boards, differing)


def _statistic(total: FloatArray, squares: FloatArray, boards: float) -> FloatArray:
    """Return s' M^-1 s, over leading axes, M being drawn towards equal spread of all positions.

    Equal spread counts as much as twice as many boards as there are positions.
    """
    seats = total.shape[-1]
    trace = np.trace(squares, axis1=-2, axis2=-1)[..., None, None]
    equal = trace / (seats - 1) * (np.eye(seats) - 1.0 / seats)
    prior = PRIOR_BOARDS * seats / (PRIOR_BOARDS * seats + boards)
    drawn = (1.0 - prior) * squares + prior * equal
    # The last position follows from the others. The sum lies in the span of M, so a trace of
    # ridge stands for a pseudo-inverse.
    s, m = total[..., :-1], drawn[..., :-1, :-1] + np.eye(seats - 1) * FIXED * trace
    statistic: FloatArray = np.asarray((s * np.linalg.solve(m, s[..., None])[..., 0]).sum(axis=-1))
    return statistic


def _permuted(
    rows: FloatArray, rng: np.random.Generator
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Yield sums and sums of squares of boards whose positions were permuted, in chunks."""
    n, seats = rows.shape
    listed = np.array(list(itertools.permutations(range(seats)))) \
        if seats <= ALL_PERMUTATIONS else None
    at_a_time = max(1, CHUNK // rows.size)
    board = np.arange(n)[None, :, None]
    for done in range(0, PERMUTATIONS, at_a_time):
        shape = (min(at_a_time, PERMUTATIONS - done), n)
        order: NDArray[np.int64] = (
            np.argsort(rng.random((*shape, seats)), axis=-1) if listed is None
            else listed[rng.integers(len(listed), size=shape)]
        )
        drawn = rows[board, order]
        yield drawn.sum(axis=1), np.swapaxes(drawn, 1, 2) @ drawn


def _by_f(scores: SeatScores) -> float:
    """Return Hotelling's p-value; T-squared is (n - 1) T / (n - T)."""
    spreads, directions = np.linalg.eigh(scores.squares)
    free = spreads > FIXED * spreads[-1]
    statistic = float(((directions[:, free].T @ scores.total) ** 2 / spreads[free]).sum())
    over, n = int(free.sum()), scores.boards
    f = (n - over) / over * statistic / max(n - statistic, LEAST * n)
    return float(stats.f.sf(f, over, n - over))


@dataclass(frozen=True)
class Gain:
    """How far a position is from the mean of all.

    Attributes
    ----------
    position : int
        Places after the starter; 0 starts.
    difference : float
        Its effect less the mean of all positions.
    low, high : float or None
        Interval of a set that all hold together.
    reason : str or None
        Why there is no interval.
    """

    position: int
    difference: float
    low: float | None
    high: float | None
    reason: str | None = None


def gains(
    scores: SeatScores, level: float = LEVEL, critical: Critical = normal_critical
) -> list[Gain]:
    """Tell how far each position is from the mean, with intervals that hold together.

    Bonferroni over the positions that are not the mirror image of another. A share that is
    handed out once a game has the limits of `bounded_limits`, at any number of boards; another
    share has Student's interval, if enough boards bear on it.

    Parameters
    ----------
    scores
        Of the boards.
    level
        That all intervals hold.
    critical
        The critical value at a chance of error, where boards were looked at while they were
        played.
    """
    check_level(level)
    if scores.reason:
        return []
    return _intervals(scores, (1.0 - level) / scores.claims, critical)


def _intervals(scores: SeatScores, alpha: float, critical: Critical) -> list[Gain]:
    found = []
    for position in range(len(scores.apart)):
        limits = _limits(scores, position, alpha, critical)
        low, high = limits or (None, None)
        reason = None if limits else "too few boards bear on it for an interval"
        found.append(Gain(position, float(scores.apart[position]), low, high, reason))
    return found


def _limits(
    scores: SeatScores, position: int, alpha: float, critical: Critical
) -> tuple[float, float] | None:
    """Return the interval of a position's distance from the mean; None if it has none."""
    apart, error = float(scores.apart[position]), float(scores.errors[position])
    effect = float(scores.means[position])
    mean = effect - apart
    if scores.shared_out and error > 0 and 0 < effect < 1:
        boards = means(
            effect, error, scores.skewness[position], scores.behind, scores.telling[position]
        )
        limits = bounded_limits(boards, (0.0, 1.0), alpha, critical)
        return float(limits[0]) - mean, float(limits[1]) - mean
    if error == 0 or scores.shared_out:  # all boards say the same
        value, bounds = (effect, (0.0, 1.0)) if scores.shared_out else (apart, (-1.0, 1.0))
        low, high = constant_interval(value, scores.behind, bounds, 1.0 - alpha, critical)
        return low - value + apart, high - value + apart
    if not scores.dense[position]:
        return None
    reach = student_critical(alpha, scores.behind - 1, critical) * error
    return apart - reach, apart + reach


@dataclass(frozen=True)
class Equivalence:
    """The smallest margin that can be claimed, or the reason why there is none.

    Attributes
    ----------
    margin : float or None
        No position's effect is further than this from the mean of all.
    seat : int or None
        The position, from 0, for which no smaller margin can be claimed.
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
    scores: SeatScores, level: float = LEVEL, critical: Critical = normal_critical
) -> Equivalence:
    """Bound how far any position is from the mean of all.

    For each, two one-sided bounds at ``level`` (Schuirmann 1987); the widest is the claim. To be
    wrong it must be wrong for the position that is truly the farthest, on the side where it is,
    so ``level`` holds without adjustment (Berger 1982).

    Parameters
    ----------
    scores
        Of the boards.
    level
        Confidence of the claim.
    critical
        As in `gains`.

    Raises
    ------
    ValueError
        The level is out of range.
    """
    check_level(level)
    if scores.reason:
        return Equivalence(None, None, scores.boards, level, scores.reason)
    each = _intervals(scores, 2 * (1.0 - level), critical)
    reasons = [f"{gain.reason} (place {gain.position} from the starter)" for gain in each
               if gain.reason]
    if reasons:
        return Equivalence(None, None, scores.boards, level, reasons[0])
    bounds = [max(-(gain.low or 0.0), gain.high or 0.0) for gain in each]
    seat = int(np.argmax(bounds))
    return Equivalence(bounds[seat], seat, scores.boards, level)
