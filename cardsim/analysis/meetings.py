"""Who was placed above whom, board by board, in constant memory.

The board is the unit: of every two players each board gives how often the first was
placed above the second, and how often they met. From these come the win matrix
(`cardsim.analysis.win_matrix`) and each player's score with the joint covariance of all
scores (`Meetings.scores`).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike

from cardsim.analysis.moments import BoardMoments, FloatArray, Ratios, ratios

HALF = 0.5
# Features of a pair: meetings won by the first, by the second, both, and all that were
# begun, those of unfinished games included.
WON, LOST, MET, BEGUN = range(4)


class Meetings:
    """How often each player was placed above each other one, by board, streamed.

    Parameters
    ----------
    n_players
        Players are numbered from 0.

    Attributes
    ----------
    pairs : list of (int, int)
        The lower number first.
    of_pair : list of BoardMoments
        Of each pair: boards × (won by the first, by the second, both, all begun).
    together : BoardMoments
        Of all pairs: boards × (won by the first, met), pair by pair.
    least, most : ndarray, shape (players, players), float64
        Least and greatest difference of two players' scores on a board; on the
        diagonal, of the player's own score.
    """

    def __init__(self, n_players: int) -> None:
        if n_players < 2:
            msg = f"{n_players} players: there must be at least 2"
            raise ValueError(msg)
        self.n_players = n_players
        self.pairs = list(combinations(range(n_players), 2))
        self.of_pair = [BoardMoments(4) for _ in self.pairs]
        self.together = BoardMoments(2 * len(self.pairs))
        self.least: FloatArray = np.full((n_players, n_players), np.inf)
        self.most: FloatArray = np.full((n_players, n_players), -np.inf)

    def update(self, above: ArrayLike, begun: ArrayLike) -> Meetings:
        """Take in a block of boards.

        Parameters
        ----------
        above
            Shape (boards, players, players): times the first was placed above the
            second on this board; ties are half of one each.
        begun
            Of that shape, symmetric: times they met at all, games without end included.
        """
        wins, all_met = np.asarray(above, np.float64), np.asarray(begun, np.float64)
        met = wins + np.swapaxes(wins, 1, 2)
        first, second = (np.array(each) for each in zip(*self.pairs, strict=True))
        won, of_both = wins[:, first, second], met[:, first, second]
        for at, (i, j) in enumerate(self.pairs):
            self.of_pair[at].update(
                np.column_stack([won[:, at], wins[:, j, i], of_both[:, at], all_met[:, i, j]])
            )
        self.together.update(np.stack([won, of_both], axis=2).reshape(len(wins), -1))
        if len(wins):
            scores = _board_scores(wins, met)
            apart = scores[:, :, None] - scores[:, None, :]
            own = np.arange(self.n_players)
            apart[:, own, own] = scores
            self.least = np.minimum(self.least, apart.min(axis=0))
            self.most = np.maximum(self.most, apart.max(axis=0))
        return self

    def scores(self) -> Ratios | None:
        """Estimate each player's score, and their joint covariance.

        A score is the share of meetings in which a player is placed above another one,
        all others counting the same: the mean of the player's row of the matrix.

        Returns
        -------
        Ratios or None
            None if two players never met in a game that ended, or a board is alone.
        """
        if self.together.n < 2 or not all(self.together.mean[1::2] > 0):
            return None
        shares = ratios(
            self.together, range(0, 2 * len(self.pairs), 2), range(1, 2 * len(self.pairs), 2)
        )
        weights = np.zeros((self.n_players, len(self.pairs)))
        for at, (i, j) in enumerate(self.pairs):
            weights[i, at], weights[j, at] = 1.0, -1.0
        others = self.n_players - 1
        behind = np.array([sum(i == second for _, second in self.pairs)
                           for i in range(self.n_players)])
        return Ratios(
            shares.n_boards, (behind + weights @ shares.estimates) / others,
            weights @ shares.gradient / others, shares.feature_covariance,
        )


def _board_scores(wins: FloatArray, met: FloatArray) -> FloatArray:
    """Return each player's score on each board, shape (boards, players); even where none met."""
    n = wins.shape[1]
    share = np.divide(wins, met, out=np.full_like(wins, HALF), where=met > 0)
    share[:, np.arange(n), np.arange(n)] = 0.0
    found: FloatArray = share.sum(axis=2) / (n - 1)
    return found


def meetings(players: ArrayLike, places: ArrayLike, n_players: int) -> tuple[FloatArray, FloatArray]:
    """Count who was placed above whom on each board.

    Parameters
    ----------
    players
        Shape (boards, games, sides), int: who played.
    places
        Of that shape: 1 is best; equal places are ties; NaN in games that did not end.
    n_players
        Players are numbered from 0.

    Returns
    -------
    above, begun : ndarray, shape (boards, n_players, n_players), float64
        What `Meetings.update` takes.
    """
    who, place = np.asarray(players, dtype=np.int64), np.asarray(places, dtype=np.float64)
    boards, size = len(who), n_players * n_players
    above, begun = np.zeros(boards * size), np.zeros(boards * size)
    at = (np.arange(boards) * size)[:, None]
    for a, b in combinations(range(who.shape[2]), 2):
        apart = who[:, :, a] != who[:, :, b]
        for one, other in ((a, b), (b, a)):
            cell = (at + who[:, :, one] * n_players + who[:, :, other]).ravel()
            mine, theirs = place[:, :, one], place[:, :, other]
            won = np.where(apart, (mine < theirs) + HALF * (mine == theirs), 0.0)
            above += np.bincount(cell, won.ravel(), boards * size)
            begun += np.bincount(cell, apart.ravel().astype(float), boards * size)
    shape = (boards, n_players, n_players)
    return above.reshape(shape), begun.reshape(shape)
