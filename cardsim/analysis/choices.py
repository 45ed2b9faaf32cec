"""Rankings reduced to choices: all a Plackett-Luce rating needs, in constant memory.

A ranking is read as a row of choices: the first from all who play, the second
from those left, and so on. The likelihood depends on the rankings only through
how often each player was chosen and how often each set of players faced a
choice. Both are sums over games, kept here for each of a fixed number of groups
of boards, so that boards can be resampled afterwards.

Ties are averaged over their orders: a tie of t players counts as each of its t!
orders, one t!-th of a game each. For two players this is half a win each. It
treats a tie as an order that the game did not tell, rather than as an outcome of
its own (Davidson 1970), and needs no further parameter.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import combinations
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cardsim.analysis.moments import FloatArray

# Board b belongs to group b mod GROUPS. The standard deviation of 200 groups is
# known to about 5 %, whatever the number of boards.
GROUPS = 200


class ChoiceCounts:
    """Choices and pairwise wins, by group of boards.

    Parameters
    ----------
    n_players
        Players are numbered from 0; a player may hold several seats of a game.
    n_groups
        Groups of boards.

    Attributes
    ----------
    chosen : ndarray, shape (n_groups, n_players), float64
        Times a player was chosen from a set that offered a choice.
    beats : ndarray, shape (n_groups, n_players, n_players), float64
        Times the first was placed above the second, seat by seat; ties count half.

    Raises
    ------
    ValueError
        There are fewer than 2 players or groups.
    """

    def __init__(self, n_players: int, n_groups: int = GROUPS) -> None:
        if n_players < 2 or n_groups < 2:
            msg = f"{n_players} players in {n_groups} groups: there must be at least 2 of both"
            raise ValueError(msg)
        self.n_players, self.n_groups = n_players, n_groups
        self.chosen: FloatArray = np.zeros((n_groups, n_players))
        self.beats: FloatArray = np.zeros((n_groups, n_players, n_players))
        self._faced: dict[tuple[int, ...], FloatArray] = {}

    def add(self, boards: ArrayLike, players: ArrayLike, places: ArrayLike) -> Self:
        """Take in finished games of one number of seats.

        Parameters
        ----------
        boards
            Shape (games,), int: the board of each game.
        players
            Shape (games, seats), int: who sat where.
        places
            Shape (games, seats): their places, 1 being best; equal places are ties.

        Raises
        ------
        ValueError
            The shapes do not fit, or a player's number is out of range.
        """
        group = np.asarray(boards, dtype=np.int64) % self.n_groups
        who = np.asarray(players, dtype=np.int64)
        place = np.asarray(places)
        if who.ndim != 2 or place.shape != who.shape or group.shape != who.shape[:1]:
            msg = f"boards {group.shape}, players {who.shape}, places {place.shape} do not fit"
            raise ValueError(msg)
        if who.size and not (who.min() >= 0 and who.max() < self.n_players):
            msg = f"players are numbered 0 to {self.n_players - 1}; found {who.min()}, {who.max()}"
            raise ValueError(msg)
        if not np.isfinite(place).all():
            msg = "places must be numbers; leave unfinished games out"
            raise ValueError(msg)
        if who.size:
            rankings, games = _distinct(group, who, place, self.n_groups)
            for row, count in zip(rankings, games, strict=True):
                self._add_ranking(_tie_groups(row), count)
        return self

    def sets(self) -> tuple[NDArray[np.int64], FloatArray]:
        """List the sets that faced a choice.

        Returns
        -------
        members : ndarray, shape (sets, n_players), int64
            How many seats each player held in each set, sets in ascending order.
        faced : ndarray, shape (n_groups, sets), float64
            How often each was chosen from.
        """
        offered = sorted(self._faced)
        members = np.zeros((len(offered), self.n_players), dtype=np.int64)
        faced = np.zeros((self.n_groups, len(offered)))
        for row, each in enumerate(offered):
            np.add.at(members[row], list(each), 1)
            faced[:, row] = self._faced[each]
        return members, faced

    def _add_ranking(self, ranking: list[tuple[int, ...]], count: FloatArray) -> None:
        """Count one ranking, best first in groups of ties, as often as each group says."""
        for above, tied in enumerate(ranking):
            for loser in (player for below in ranking[above + 1 :] for player in below):
                for winner in tied:
                    self.beats[:, winner, loser] += count
            for first, second in combinations(tied, 2):
                self.beats[:, first, second] += count / 2
                self.beats[:, second, first] += count / 2
            rest = [player for below in ranking[above + 1 :] for player in below]
            for left, part in _stages(tied):
                offered = tuple(sorted([*left, *rest]))
                if len(set(offered)) > 1:  # a choice among one player's seats tells nothing
                    self._face(offered, count * part)
                    for player in left:
                        self.chosen[:, player] += count * (part / len(left))
        diagonal = np.arange(self.n_players)
        self.beats[:, diagonal, diagonal] = 0.0

    def _face(self, offered: tuple[int, ...], count: FloatArray) -> None:
        if offered in self._faced:
            self._faced[offered] = self._faced[offered] + count
        else:
            self._faced[offered] = np.array(count)


def _distinct(
    group: NDArray[np.int64], who: NDArray[np.int64], place: NDArray[np.generic], n_groups: int
) -> tuple[NDArray[np.int64], FloatArray]:
    """Reduce games to distinct rankings, with how often each group has them.

    A ranking is a row of players, best first, then of their dense ranks.
    """
    order = np.lexsort((who, place), axis=1)
    ranked = np.take_along_axis(who, order, axis=1)
    placed = np.take_along_axis(place, order, axis=1)
    dense = np.zeros_like(ranked)
    dense[:, 1:] = np.cumsum(placed[:, 1:] != placed[:, :-1], axis=1)
    rankings, which = np.unique(np.hstack([ranked, dense]), axis=0, return_inverse=True)
    cells = np.bincount(which.ravel() * n_groups + group, minlength=len(rankings) * n_groups)
    return rankings, cells.reshape(len(rankings), n_groups).astype(np.float64)


def _tie_groups(row: NDArray[np.int64]) -> list[tuple[int, ...]]:
    """Split a ranking of `_distinct` into its groups of ties, best first."""
    seats = len(row) // 2
    players, dense = row[:seats].tolist(), row[seats:].tolist()
    return [
        tuple(player for player, rank in zip(players, dense, strict=True) if rank == each)
        for each in range(dense[-1] + 1)
    ]


def _stages(tied: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], float]]:
    """List who of a tie may still be unplaced at each of its choices, and how often."""
    for size in range(len(tied), 0, -1):
        part = 1.0 / math.comb(len(tied), size)
        for left in combinations(tied, size):
            yield left, part
