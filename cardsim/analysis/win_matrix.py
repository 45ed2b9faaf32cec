"""Who beats whom: the win matrix, and the cycles a ranking would hide.

Sources
-------
Condorcet (1785): majorities may run in a circle.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.sparse import csgraph

from cardsim.analysis.intervals import LEVEL, Estimate, clustered_proportion
from cardsim.analysis.moments import BoardMoments


def win_matrix(
    beats: ArrayLike, n_boards: int, level: float = LEVEL
) -> list[list[Estimate | None]]:
    """Estimate how often each player is placed above each other one.

    Parameters
    ----------
    beats
        Shape (groups, players, players): times the first was above the second,
        by group of boards (`ChoiceCounts.beats`).
    n_boards
        Boards behind them.
    level
        Of each interval. For statements about all pairs together, such as
        `cycles`, use 1 - (1 - level) / pairs.

    Returns
    -------
    list of list of Estimate
        Row beats column; None on the diagonal.
    """
    table = np.asarray(beats, dtype=np.float64)
    n_players = table.shape[1]
    matrix: list[list[Estimate | None]] = [[None] * n_players for _ in range(n_players)]
    for first, second in combinations(range(n_players), 2):
        won, lost = table[:, first, second], table[:, second, first]
        played = won + lost > 0
        won, lost = won[played], lost[played]
        moments = BoardMoments(3).update(np.column_stack([won, lost, won + lost]))
        for row, column, y in ((first, second, 0), (second, first, 1)):
            share = clustered_proportion(moments, y, 2, level)
            matrix[row][column] = replace(share, n_boards=n_boards)
    return matrix


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
    beats = lower > 0.5
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
