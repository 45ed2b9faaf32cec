"""Who beats whom: the win matrix, over boards, and the cycles a ranking would hide.

Every two players' meetings are counted board by board, in constant memory, so a cell's
interval is that of a share clustered by board. The matrix makes many claims at once:
each cell has an interval of its own, one of a set that all hold together, and whether
it is sure which of the two is above, all pairs being looked at.

Sources
-------
Condorcet (1785): majorities may run in a circle.
Holm (1979), *Scandinavian Journal of Statistics* 6: the family of all pairs.
Manski (1990), *American Economic Review* 80: bounds where outcomes are missing.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csgraph

from cardsim.analysis.intervals import LEVEL, Estimate, clustered_proportion
from cardsim.analysis.meetings import BEGUN, HALF, LOST, MET, WON, Meetings
from cardsim.analysis.moments import BoardMoments

# p-values are told between these, to this part of their size.
LEAST_P, MOST_P, P_EXACT = 1e-12, 0.999, 1e-4


@dataclass(frozen=True)
class Share(Estimate):
    """How often one player is placed above another.

    Attributes
    ----------
    joint_low, joint_high : float or None
        An interval of a set that all hold together, over all pairs (Bonferroni).
    p_holm : float or None
        Of an even pair, adjusted for all pairs.
    sure : bool
        Whether it is sure who is above, adjusted for all pairs.
    unfinished : float
        Share of meetings in games that did not end.
    worst_low, worst_high : float or None
        Bounds of the share of all meetings, whoever would have won those that did not
        end; None if all did.
    """

    joint_low: float | None = None
    joint_high: float | None = None
    p_holm: float | None = None
    sure: bool = False
    unfinished: float = 0.0
    worst_low: float | None = None
    worst_high: float | None = None


def win_matrix(met: Meetings, level: float = LEVEL) -> list[list[Share | None]]:
    """Estimate how often each player is placed above each other one.

    Parameters
    ----------
    met
        All meetings, by board.
    level
        Of each interval, and of all joint ones together.

    Returns
    -------
    list of list of Share
        Row beats column; None on the diagonal.
    """
    n = met.n_players
    matrix: list[list[Share | None]] = [[None] * n for _ in range(n)]
    shares = {
        pair: _share(moments, level, len(met.pairs))
        for pair, moments in zip(met.pairs, met.of_pair, strict=True)
    }
    for (i, j), share in _holm(shares, level).items():
        matrix[i][j], matrix[j][i] = share, _turned(share)
    return matrix


def _share(moments: BoardMoments, level: float, family: int) -> Share:
    """Estimate a pair's share, with its own and the family's interval and its p-value."""
    own = clustered_proportion(moments, WON, MET, level)
    begun = float(moments.mean[BEGUN])
    unfinished = 1.0 - float(moments.mean[MET]) / begun if begun > 0 else 0.0
    share = Share(**{**vars(own), "unfinished": unfinished})
    if own.estimate is None:
        return share
    together = 1.0 - (1.0 - level) / family
    joint = clustered_proportion(moments, WON, MET, together)
    share = replace(
        share, joint_low=joint.low, joint_high=joint.high, p_holm=_p_value(moments), sure=True
    )
    if unfinished > 0:
        low, high = _worst_case(moments, level)
        least, most = _worst_case(moments, together)
        share = replace(
            share, worst_low=low, worst_high=high,
            sure=least > HALF if own.estimate > HALF else most < HALF,
        )
    return share


def _p_value(moments: BoardMoments) -> float:
    """Find the chance of error at which the interval begins to exclude an even share."""
    def excludes(alpha: float) -> bool:
        found = clustered_proportion(moments, WON, MET, 1.0 - alpha)
        return found.low is not None and found.high is not None and (
            found.low > HALF or found.high < HALF
        )

    low, high = math.log(LEAST_P), math.log(MOST_P)
    if excludes(LEAST_P) or not excludes(MOST_P):
        return LEAST_P if excludes(LEAST_P) else 1.0
    while high - low > P_EXACT:
        middle = (low + high) / 2
        low, high = (low, middle) if excludes(math.exp(middle)) else (middle, high)
    return math.exp(high)


def _worst_case(moments: BoardMoments, level: float) -> tuple[float, float]:
    """Bound a share of all meetings, whoever would have won those that did not end.

    All of them lost, and all of them won (Manski 1990), each with its sampling error.
    """
    lost_all = clustered_proportion(moments, WON, BEGUN, level).low
    won_all = clustered_proportion(moments, LOST, BEGUN, level).low
    return lost_all or 0.0, 1.0 - (won_all or 0.0)


def _holm(shares: dict[tuple[int, int], Share], level: float) -> dict[tuple[int, int], Share]:
    """Adjust the p-values of all pairs for being many, and say which pairs are sure."""
    known = [(share.p_holm, pair) for pair, share in shares.items() if share.p_holm is not None]
    adjusted, found = 0.0, dict(shares)
    for rank, (p_value, pair) in enumerate(sorted(known)):
        adjusted = max(adjusted, min(1.0, (len(known) - rank) * p_value))
        sure = shares[pair].sure and adjusted <= 1.0 - level
        found[pair] = replace(shares[pair], p_holm=adjusted, sure=sure)
    return found


def _turned(share: Share) -> Share:
    """See a share from the other side."""
    ends = {
        "estimate": share.estimate, "low": share.high, "high": share.low,
        "joint_low": share.joint_high, "joint_high": share.joint_low,
        "worst_low": share.worst_high, "worst_high": share.worst_low,
    }
    turned: dict[str, Any] = {
        name: None if value is None else 1.0 - value for name, value in ends.items()
    }
    return replace(share, **turned)


def sure_cycles(matrix: Sequence[Sequence[Share | None]]) -> list[Cycle]:
    """Find cycles of sure wins, all pairs being looked at; see `cycles`."""
    n = len(matrix)
    share, low = np.full((n, n), np.nan), np.full((n, n), np.nan)
    for i, row in enumerate(matrix):
        for j, found in enumerate(row):
            if found is not None and found.estimate is not None:
                share[i, j] = found.estimate
                low[i, j] = 1.0 if found.sure and found.estimate > HALF else 0.0
    return cycles(share, low)


@dataclass(frozen=True)
class Cycle:
    """Players each of whom beats the next, and the last the first.

    Attributes
    ----------
    players : tuple of int
        In order of winning, the lowest number first.
    weakest : float
        The smallest share of wins along the cycle.
    """

    players: tuple[int, ...]
    weakest: float


def cycles(shares: ArrayLike, low: ArrayLike) -> list[Cycle]:
    """Find cycles in which each win is sure: its interval lies above one half.

    All cycles of three are listed; a set of players that hang together in longer
    ones only is shown by one shortest.

    Parameters
    ----------
    shares
        Shape (players, players): share of meetings in which the first was above.
    low
        Of that shape: the interval's lower end, from intervals that hold
        together; NaN where two never met.

    Returns
    -------
    list of Cycle
        The surest first.

    Raises
    ------
    ValueError
        The shapes differ or are not square.
    """
    share, lower = np.asarray(shares, dtype=np.float64), np.asarray(low, dtype=np.float64)
    if share.ndim != 2 or share.shape[0] != share.shape[1] or share.shape != lower.shape:
        msg = f"two square matrices of one size are needed, not {share.shape} and {lower.shape}"
        raise ValueError(msg)
    beats = lower > HALF
    found: list[tuple[int, ...]] = [
        trio
        for first, second, third in combinations(range(len(beats)), 3)
        for trio in ((first, second, third), (first, third, second))
        if all(beats[trio[i], trio[(i + 1) % 3]] for i in range(3))
    ]
    _, label = csgraph.connected_components(beats, directed=True, connection="strong")
    for part in range(label.max() + 1):
        members = np.flatnonzero(label == part).tolist()
        if len(members) > 2 and not any(set(trio) <= set(members) for trio in found):
            found.append(min((_shortest(beats, start) for start in members), key=len))
    listed = [Cycle(_lowest_first(each), _weakest(share, each)) for each in found]
    return sorted(listed, key=lambda cycle: (-cycle.weakest, cycle.players))


def _lowest_first(players: tuple[int, ...]) -> tuple[int, ...]:
    turn = players.index(min(players))
    return players[turn:] + players[:turn]


def _weakest(shares: NDArray[np.float64], players: tuple[int, ...]) -> float:
    follower = players[1:] + players[:1]
    return min(float(shares[a, b]) for a, b in zip(players, follower, strict=True))


def _shortest(beats: NDArray[np.bool_], start: int) -> tuple[int, ...]:
    """Find a shortest cycle through ``start``, which lies on one, breadth first."""
    came_from: dict[int, int] = {}
    queue = deque([start])
    while queue:
        player = queue.popleft()
        for beaten in np.flatnonzero(beats[player]).tolist():
            if beaten == start:
                path = [player]
                while path[-1] != start:
                    path.append(came_from[path[-1]])
                return tuple(reversed(path))
            if beaten not in came_from:
                came_from[beaten] = player
                queue.append(beaten)
    msg = f"player {start} lies on no cycle"
    raise ValueError(msg)
