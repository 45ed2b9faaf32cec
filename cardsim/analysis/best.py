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
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.boundaries import Schedule
from cardsim.analysis.groups import Group, features
from cardsim.analysis.intervals import LEVEL
from cardsim.analysis.moments import BoardMoments, FloatArray, Ratios, ratios
from cardsim.analysis.race import Outcome, Race
from cardsim.analysis.summary import shape_of
from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.game import Game, Metric
from cardsim.engine.registry import find_game
from cardsim.experiment.config import make_config
from cardsim.experiment.plan import Plan, make_plan

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

USUAL_SEATS = 4
FIRST_BOARD = 4_000_000_000_000  # no other command plays these boards
FIRST_LOOK = 128
GROWTH = 1.5  # boards, from one look to the next
MOST_CANDIDATES = 32
USUAL_MOST = 1_000_000
TOTAL, COUNT, PLAYED = range(3)


@dataclass(frozen=True)
class Contest:
    """What is asked, checked.

    Parameters
    ----------
    game : Game
    given : tuple of str
        Candidates as they were named.
    names : tuple of str
        Their strategies' names.
    metric : Metric
        What is compared.
    seats, sides : int
        Players at the table, and sides (teams) they play on.
    schedule : Schedule
        Boards at each look.
    margin : float or None
    level : float
    rules : dict
    seed, jobs : int
    beside : Path or None
    """

    game: Game
    given: tuple[str, ...]
    names: tuple[str, ...]
    metric: Metric
    seats: int
    sides: int
    schedule: Schedule
    margin: float | None
    level: float
    rules: dict[str, Any]
    seed: int
    jobs: int
    beside: Path | None

    def plan(self, number: int, left: Sequence[int]) -> Plan:
        """Plan a round: every meeting in which one who is left takes part."""
        start = self.schedule.boards[number - 1] if number else 0
        return _plan(self, _meetings(len(self.given), left), FIRST_BOARD + start,
                     self.schedule.boards[number] - start, f"round {number + 1}")

    def race(self) -> Race:
        """Return the race, nobody having played yet."""
        bounds = self.metric.bounds
        width = None if bounds is None else 2.0 * (bounds[1] - bounds[0])
        return Race(len(self.given), self.schedule, self.level, self.margin, width)


def contest(
    game_id: str, players: Sequence[str], *, seats: int | None = None,
    metric: str | None = None, margin: float | None = None, max_boards: int = USUAL_MOST,
    rules: dict[str, Any] | None = None, seed: int = 0, jobs: int | None = None,
    level: float = LEVEL, beside: Path | None = None,
) -> Contest:
    """Check what is asked.

    Parameters
    ----------
    game_id : str
    players : sequence of str
        Candidates, at least two, all different.
    seats : int, optional
        Players at the table; 4 if not given.
    metric : str, optional
        A metric of seats that is better for being more, or less; the game's main one if
        not given.
    margin : float, optional
        Differences smaller than this do not matter, in the metric's unit.
    max_boards : int
        The most boards.
    rules : dict, optional
    seed, jobs : int
    level : float
        Of everything that is said.

    Raises
    ------
    InputError
        If anything is refused.
    """
    game, given = find_game(game_id), tuple(players)
    chosen = _metric(game, metric or game.main_metric)
    if not 2 <= len(given) <= MOST_CANDIDATES:
        raise InputError(
            f"players: found {len(given)}; allowed: 2 to {MOST_CANDIDATES} strategies."
        )
    twice = next((name for name in given if given.count(name) > 1), None)
    if twice is not None:
        raise InputError(f'players: "{twice}" is named twice.')
    _check_margin(margin, chosen)
    if not isinstance(max_boards, int) or max_boards < FIRST_LOOK:
        raise InputError(
            f"max_boards: found {max_boards!r}; allowed: a whole number from {FIRST_LOOK}, the "
            "boards of the first look."
        )
    n = seats if seats is not None else USUAL_SEATS
    found = Contest(
        game, given, given, chosen, n, n, schedule_to(max_boards), margin, level, rules or {},
        seed, jobs or 0, beside,
    )
    probe = _plan(found, [(0, i) for i in range(1, len(given))], FIRST_BOARD, 1, "")
    strategy = {
        name: player.strategy.name for cell in probe.cells
        for name, player in zip(
            probe.config.all_lineups[cell.number].players or [], cell.table.players, strict=True
        )
    }
    names = tuple(strategy[name] for name in given)
    same = next((name for name in names if names.count(name) > 1), None)
    if same is not None:
        raise InputError(f'players: two strategies are called "{same}"; rename one.')
    sides = int(probe.cells[0].table.rules[0].teams)
    return Contest(**{**vars(found), "names": names, "sides": sides})


def schedule_to(max_boards: int) -> Schedule:
    """Return the looks up to so many boards."""
    boards = [FIRST_LOOK]
    while GROWTH * boards[-1] < max_boards:
        boards.append(int(GROWTH * boards[-1]))
    if boards[-1] < max_boards:
        boards.append(max_boards)
    return Schedule(tuple(boards))


def _metric(game: Game, name: str) -> Metric:
    fit = [m.name for m in game.all_metrics.values() if m.per == "seat" and m.good]
    if name not in fit:
        raise InputError(
            f'metric: found "{name}"; allowed: {one_of(fit)}, which are better for being more or '
            f"less.{nearest(name, fit)}"
        )
    return game.all_metrics[name]


def _check_margin(margin: float | None, metric: Metric) -> None:
    width = None if metric.bounds is None else metric.bounds[1] - metric.bounds[0]
    if margin is None or (margin > 0 and (width is None or margin < width)):
        return
    most = "" if width is None else f" and below {width:g}"
    raise InputError(f"margin: found {margin}; allowed: a number above 0{most}.")


def _meetings(n: int, left: Sequence[int]) -> list[tuple[int, int]]:
    return [(i, j) for i, j in combinations(range(n), 2) if i in left or j in left]


def _plan(
    asked: Contest, pairs: list[tuple[int, int]], first_board: int, boards: int, title: str
) -> Plan:
    lineups = []
    for i, j in pairs:
        for a, b in _ways(asked, i, j):
            seated = [(a, b)[seat % asked.sides % 2] for seat in range(asked.seats)]
            lineups.append({
                "name": f"{a} {b}" + (" again" if (a, b) != (asked.given[i], asked.given[j]) else ""),
                "players": seated, "seating": "all",
            })
    listed = ", ".join(asked.given)
    config = make_config({
        "title": f"Which is best: {listed}?" + (f" ({title})" if title else ""),
        "game": asked.game.id, "seed": asked.seed, "boards": boards, "first_board": first_board,
        "rules": asked.rules, "lineups": lineups,
        "report": {"metrics": [asked.metric.name], "level": asked.level},
        "compute": {"jobs": asked.jobs},
    })
    return make_plan(config, f"best-{asked.game.id}", asked.beside)


def _ways(asked: Contest, i: int, j: int) -> list[tuple[str, str]]:
    """Return who sits first: with an odd number of sides both in turn, to be fair."""
    a, b = asked.given[i], asked.given[j]
    return [(a, b), (b, a)] if asked.sides % 2 else [(a, b)]


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
