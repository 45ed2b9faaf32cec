"""The outcome of a tournament: who is the best, who beats whom, and ratings."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.choices import ChoiceCounts
from cardsim.analysis.groups import read_block
from cardsim.analysis.intervals import MIN_BOARDS
from cardsim.analysis.meetings import BEGUN, MET, Meetings, meetings
from cardsim.analysis.moments import FloatArray
from cardsim.analysis.ratings import ELO_PER_STRENGTH, Rating, RatingDifference, rate
from cardsim.analysis.simultaneous import (
    BestInterval,
    bounded_reach,
    joint_critical,
    share_limits,
    too_sparse,
    with_the_best,
)
from cardsim.analysis.summary import shape_of
from cardsim.analysis.win_matrix import Cycle, Share, sure_cycles, win_matrix
from cardsim.engine.game import PLACE

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

# Scores lie between 0 and 1, so the difference of two spans this much.
WIDTH = 2.0


@dataclass(frozen=True)
class Score:
    """How often a player is placed above another one, all others counting the same.

    Attributes
    ----------
    estimate, low, high : float or None
        Share of meetings, with an interval of its own.
    best : BestInterval or None
        The score less the best of the others', held together for all players.
    reason : str or None
        Why there is no number.
    """

    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    best: BestInterval | None = None
    reason: str | None = None


@dataclass(frozen=True)
class Standing:
    """The outcome of a tournament.

    Parameters
    ----------
    names : list of str
        The strategies, the strongest first: who was never placed below others, then by
        rating, at last who was never placed above.
    shares : list of list of Share or None
        Row is placed above column in this share of meetings; None on the diagonal.
    ratings : list of Rating
        Plackett–Luce strengths, in the same order.
    differences : list of RatingDifference
        Of every two that are rated together, by number in `names`.
    scores : list of Score
        In the same order.
    cycles : list of Cycle
        Sure wins that run in a circle, which a ranking hides.
    boards, games, unfinished : int
    precision : float or None
        The widest half-width in the matrix.
    level : float
        Of all intervals, and of all that hold together.
    """

    names: list[str]
    shares: list[list[Share | None]]
    ratings: list[Rating]
    differences: list[RatingDifference]
    scores: list[Score]
    cycles: list[Cycle]
    boards: int
    games: int
    unfinished: int
    precision: float | None
    level: float

    @property
    def may_be_best(self) -> list[str]:
        """Who may be the best; the best is among them with probability `level`."""
        return [
            name for name, score in zip(self.names, self.scores, strict=True)
            if score.best is not None and score.best.may_be_best
        ]


def standing(run: Run) -> Standing:
    """Work out who is the best, who beat whom, the ratings and the cycles of a tournament."""
    cells = run.manifest["cells"]
    names = list(dict.fromkeys(p["strategy"] for cell in cells for p in cell["players"]))
    counts, met, unfinished = ChoiceCounts(len(names)), Meetings(len(names)), 0
    for block in range(run.manifest["blocks_done"]):
        unfinished += _take_in(counts, met, run.folder, cells, block, names)
    boards, level = run.manifest["boards_done"], run.config.report.level
    seed = run.manifest["seed"] % 2**32
    rated = rate(counts, boards, seed, level)
    order = rated.order
    number = {player: at for at, player in enumerate(order)}
    shares = win_matrix(met, level)
    shares = [[shares[i][j] for j in order] for i in order]
    scores = score_players(met, level, seed)
    widths = [e.half_width for row in shares for e in row if e and e.half_width is not None]
    return Standing(
        names=[names[i] for i in order], shares=shares,
        ratings=[replace(rated.players[i], player=number[i]) for i in order],
        differences=_renumbered(rated.differences, number),
        scores=[scores[i] for i in order], cycles=sure_cycles(shares), boards=boards,
        games=run.manifest["games_done"], unfinished=unfinished,
        precision=max(widths) if widths else None, level=level,
    )


def _renumbered(
    differences: list[RatingDifference], number: dict[int, int]
) -> list[RatingDifference]:
    """Give players the numbers of their places, the stronger first."""
    found = []
    for each in differences:
        first, second = number[each.first], number[each.second]
        if first < second:
            found.append(replace(each, first=first, second=second))
        else:
            found.append(RatingDifference(second, first, -each.difference, -each.high, -each.low))
    return sorted(found, key=lambda each: (each.first, each.second))


def _take_in(
    counts: ChoiceCounts, met: Meetings, folder: Path, cells: list[dict[str, Any]], block: int,
    names: list[str],
) -> int:
    """Add a block's games of all cells; return how many were not finished."""
    above: FloatArray | None = None
    begun: FloatArray | None = None
    unfinished = 0
    for cell in cells:
        shape = shape_of(cell)
        read = read_block(folder, shape, block, [PLACE])
        sides = shape.teams  # members of a team share one place: one seat speaks for each
        places = read.values(PLACE)[:, :, :sides]
        here = list(dict.fromkeys(shape.strategies))
        local = np.array([here.index(name) for name in shape.strategies])[read.players]
        numbers = np.array([names.index(name) for name in here])
        players = numbers[local][:, :, :sides]
        finished = ~np.isnan(places).any(axis=2)
        unfinished += int((~finished).sum())
        boards = np.broadcast_to(read.numbers[:, None], finished.shape)
        counts.add(boards[finished], players[finished], places[finished])
        if above is None or begun is None:
            above = np.zeros((read.boards, len(names), len(names)))
            begun = np.zeros_like(above)
        of_cell = meetings(local[:, :, :sides], places, len(here))
        inside = np.ix_(np.arange(read.boards), numbers, numbers)
        above[inside] += of_cell[0]
        begun[inside] += of_cell[1]
    if above is not None and begun is not None:
        met.update(above, begun)
    return unfinished


def score_players(met: Meetings, level: float, seed: int = 0) -> list[Score]:
    """Score each player, and compare it with the best of the others.

    Hsu's intervals, at the critical values of the multivariate t with the scores' joint
    covariance over boards (Dunnett's, with each player as the control in turn). Where
    too few boards differ between two players, the bound of `bounded_reach` stands in,
    with its part of the chance of error. Meetings in games that did not end may have
    gone either way: the intervals allow for both.

    Parameters
    ----------
    met
        All meetings, by board.
    level
        Of each interval, and of the comparisons with the best together.
    seed
        Of the simulation.
    """
    found = met.scores()
    if found is None or found.n_boards < MIN_BOARDS:
        n = met.together.n
        reason = (
            f"{n:,} board{'s are' if n != 1 else ' is'} too few; a score needs {MIN_BOARDS}"
            if n < MIN_BOARDS else "some players never met in a game that ended"
        )
        return [Score(reason=reason) for _ in range(met.n_players)]
    reach = _reaches(met, found.estimates, found.covariance, level, seed)
    best = with_the_best(found.estimates, reach)
    scores = []
    for player, estimate in enumerate(found.estimates.tolist()):
        error = math.sqrt(max(float(found.covariance[player, player]), 0.0))
        largest = max(met.most[player, player] - estimate, estimate - met.least[player, player])
        sparse = bool(too_sparse(found.n_boards, error**2 * found.n_boards, largest))
        low, high = share_limits(estimate, error, found.n_boards, 1.0 - level, sparse=sparse)
        inside = BestInterval(max(best[player].low, -1.0), min(best[player].high, 1.0))
        scores.append(Score(estimate, low, high, inside))
    return scores


def _reaches(
    met: Meetings, scores: FloatArray, covariance: FloatArray, level: float, seed: int
) -> FloatArray:
    """Say by how much each player's lead over each other one may be too small."""
    n, boards = met.n_players, met.together.n
    reach = np.zeros((n, n))
    apart = scores[:, None] - scores[None, :]
    spread = np.diag(covariance)
    variance = np.maximum(spread[:, None] + spread[None, :] - 2 * covariance, 0.0) * boards
    largest = np.maximum(met.most - apart, apart - met.least)
    sparse = too_sparse(boards, variance, largest)
    alpha = (1.0 - level) / (n - 1)
    for player in range(n):
        others = [j for j in range(n) if j != player]
        dense = [j for j in others if not sparse[player, j]]
        contrasts = np.zeros((len(dense), n))
        contrasts[:, player] = 1.0
        contrasts[np.arange(len(dense)), dense] = -1.0
        critical = joint_critical(
            covariance, contrasts, boards - 1, alpha * max(len(dense), 1), seed, two_sided=False
        )
        for j in others:
            reach[player, j] = (
                bounded_reach(boards, float(variance[player, j]), WIDTH, alpha)
                if sparse[player, j] else critical * math.sqrt(variance[player, j] / boards)
            )
    slack = _unfinished_shares(met)
    return reach + slack[:, None] + slack[None, :]


def _unfinished_shares(met: Meetings) -> FloatArray:
    """Return the share of each player's meetings in games that did not end, all others equal.

    Whoever would have won them, a score over all meetings is no farther off than this.
    """
    shares = np.zeros((met.n_players, met.n_players))
    for (i, j), moments in zip(met.pairs, met.of_pair, strict=True):
        shares[i, j] = shares[j, i] = 1.0 - moments.mean[MET] / max(float(moments.mean[BEGUN]), 1e-300)
    np.fill_diagonal(shares, 0.0)
    found: FloatArray = shares.sum(axis=1) / (met.n_players - 1)
    return found


def elo(rating: Rating) -> tuple[float, float, float] | None:
    """Return a rating and its interval in Elo points, or None."""
    if rating.strength is None or rating.low is None or rating.high is None:
        return None
    strength, low, high = (
        ELO_PER_STRENGTH * value for value in (rating.strength, rating.low, rating.high)
    )
    return strength, low, high
