"""Which of several strategies is best: sequential elimination on common boards.

What is asked: of the candidates, whose mean result against the others is best, where
every two meet as in a match: half the table each (as teams where there are teams), in
all seatings, and each of the *initial* candidates counts the same as an opponent. Who
has dropped out remains an opponent of those who are left, so what is asked never
changes on the way; only the meetings of two who have both dropped out are not played.

The race is run in rounds: each is a run of its own, on boards that follow those of the
round before. So it can be stopped and gone on with, and workers change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.contest import Contest, contest
from cardsim.analysis.groups import Group, features
from cardsim.analysis.moments import BoardMoments, FloatArray, Ratios, ratios
from cardsim.analysis.race import Outcome, Race
from cardsim.analysis.summary import shape_of

if TYPE_CHECKING:
    from cardsim.experiment.plan import Plan
    from cardsim.experiment.run import Run

TOTAL, COUNT, PLAYED = range(3)


class Results:
    """The boards of all rounds so far, streamed: what each candidate got of each other one.

    Parameters
    ----------
    asked : Contest
    """

    def __init__(self, asked: Contest) -> None:
        self.asked = asked
        self.n = len(asked.names)
        self.sides = [(i, j) for i in range(self.n) for j in range(self.n) if i != j]
        self.moments = BoardMoments(3 * len(self.sides))
        self.least: FloatArray = np.full((self.n, self.n), np.inf)
        self.most: FloatArray = np.full((self.n, self.n), -np.inf)
        self.boards = self.games = self.unfinished = 0

    def add(self, run: Run) -> None:
        """Take in the boards of a round."""
        at = {side: k for k, side in enumerate(self.sides)}
        for block in range(run.manifest["blocks_done"]):
            rows: FloatArray | None = None
            for cell in run.manifest["cells"]:
                shape = shape_of(cell)
                pair = list(dict.fromkeys(shape.strategies))
                groups = [Group(self.asked.metric, "strategy", name) for name in pair]
                read = features(run.folder, shape, groups, block)
                if rows is None:
                    rows = np.zeros((len(read.totals), len(self.sides), 3))
                i, j = (self.asked.names.index(name) for name in pair)
                for side, (me, other) in enumerate(((i, j), (j, i))):
                    of_side = (each[:, side] for each in (read.totals, read.counts, read.played))
                    rows[:, at[me, other]] += np.stack(list(of_side), axis=1)
            if rows is not None:
                self._take_in(rows)
        self.games += run.manifest["games_done"]

    def _take_in(self, rows: FloatArray) -> None:
        self.moments.update(rows.reshape(len(rows), -1))
        self.boards += len(rows)
        totals, counts = rows[:, :, TOTAL], rows[:, :, COUNT]
        mean = totals.sum(axis=0) / np.maximum(counts.sum(axis=0), 1)
        share = np.divide(totals, counts, out=np.tile(mean, (len(rows), 1)), where=counts > 0)
        of_board = share.reshape(len(rows), self.n, self.n - 1).mean(axis=2)
        apart = of_board[:, :, None] - of_board[:, None, :]
        self.least = np.minimum(self.least, apart.min(axis=0))
        self.most = np.maximum(self.most, apart.max(axis=0))

    def values(self, left: Sequence[int]) -> Ratios | None:
        """Estimate the values of candidates, in the metric's unit, with their covariance.

        A value is the mean over all initial opponents of the mean result against each.

        Returns
        -------
        Ratios or None
            None if a meeting has had no game that ended.
        """
        wanted = [k for k, (me, _) in enumerate(self.sides) if me in left]
        y = [3 * k + TOTAL for k in wanted]
        w = [3 * k + COUNT for k in wanted]
        if not all(self.moments.mean[each] > 0 for each in w):
            return None
        of_side = ratios(self.moments, y, w)
        weights = np.zeros((len(left), len(wanted)))
        for column, k in enumerate(wanted):
            weights[left.index(self.sides[k][0]), column] = 1.0 / (self.n - 1)
        return Ratios(
            of_side.n_boards, weights @ of_side.estimates, weights @ of_side.gradient,
            of_side.feature_covariance,
        )

    def unfinished_shares(self, left: Sequence[int]) -> FloatArray:
        """Return the share of each candidate's games that did not end, all opponents equal."""
        shares = np.zeros(len(left))
        for k, (me, _) in enumerate(self.sides):
            if me in left:
                count, played = (float(self.moments.mean[3 * k + f]) for f in (COUNT, PLAYED))
                shares[left.index(me)] += (1.0 - count / played if played else 0.0) / (self.n - 1)
        return shares

    def look(self, race: Race, number: int) -> Outcome:
        """Let the race look at these boards."""
        left = list(race.left)
        found = self.values(left)
        if found is None:
            return race.outcome
        sign, inside = float(self.asked.metric.good), np.ix_(left, left)
        values = sign * found.estimates
        apart = found.estimates[:, None] - found.estimates[None, :]
        largest = np.maximum(self.most[inside] - apart, apart - self.least[inside])
        bounds, slack = self.asked.metric.bounds, None
        if bounds is not None:
            slack = self.unfinished_shares(left) * (bounds[1] - bounds[0])
        return race.look(number, values, found.covariance, largest, slack)


@dataclass(frozen=True)
class Best:
    """What a race has shown.

    Parameters
    ----------
    asked : Contest
    race : Race
    boards, games : int
        Played in all rounds.
    unfinished : float
        The largest share of a candidate's games that did not end.
    folders : list of Path
        Of the rounds' runs.
    """

    asked: Contest
    race: Race
    boards: int
    games: int
    unfinished: float
    folders: list[Path]

    @property
    def outcome(self) -> Outcome:
        """Whether the best was found, or one within the margin of it."""
        return self.race.outcome

    @property
    def left(self) -> list[str]:
        """Who may be the best."""
        return [self.asked.names[player] for player in self.race.left]


def find_best(asked: Contest, play: Callable[[Plan, str], Run]) -> Best:
    """Run the race, round by round, until it is decided or the boards are played.

    Parameters
    ----------
    asked : Contest
    play : callable
        Plays a round, or opens it if it has been played, from its plan and a text such
        as "round 3, 4 candidates".
    """
    race, results, folders = asked.race(), Results(asked), []
    for number in range(len(asked.schedule.boards)):
        run = play(
            asked.plan(number, race.left), f"round {number + 1}, {len(race.left)} candidates"
        )
        folders.append(run.folder)
        results.add(run)
        if results.look(race, number) is not Outcome.OPEN:
            break
    unfinished = results.unfinished_shares(list(range(len(asked.names))))
    return Best(asked, race, results.boards, results.games, float(unfinished.max()), folders)


def best(
    game_id: str, players: Sequence[str], *, out: str | Path = "results", fresh: bool = False,
    **asked: Any,
) -> Best:
    """Find the best of several strategies; see `contest` for what may be asked.

    Parameters
    ----------
    game_id : str
    players : sequence of str
    out : path
        Folder for results.
    fresh : bool
        Play again what is there already.
    asked
        ``seats``, ``metric``, ``margin``, ``max_boards``, ``rules``, ``seed``, ``jobs``,
        ``level``, ``beside``.

    Raises
    ------
    InputError
        If anything is refused.
    """
    from cardsim.experiment.run import run_checked

    return find_best(
        contest(game_id, players, **asked),
        lambda plan, _: run_checked(plan, out=out, fresh=fresh),
    )
