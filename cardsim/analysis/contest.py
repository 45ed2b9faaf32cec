"""What a race of candidates asks, checked, and the plan of each of its rounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Any

from cardsim.analysis.boundaries import Schedule
from cardsim.analysis.intervals import LEVEL
from cardsim.analysis.race import Race
from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.game import Game, Metric
from cardsim.engine.registry import find_game
from cardsim.experiment.config import make_config
from cardsim.experiment.plan import Plan, make_plan
from cardsim.experiment.ranges import BEST

USUAL_SEATS = 4
FIRST_LOOK = 128
GROWTH = 1.5  # boards, from one look to the next
MOST_CANDIDATES = 32
USUAL_MOST = 1_000_000


@dataclass(frozen=True)
class Contest:
    """What is asked, checked.

    Parameters
    ----------
    game : Game
    given : tuple of str
        Candidates as they were named.
    names : tuple of str
        Their labels.
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
        return _plan(self, _meetings(len(self.given), left), BEST + start,
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
        Candidates, at least two, all different, with dials if you like
        (``planner:caution=0.2``).
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
    game, given = find_game(game_id), tuple(sorted(name.strip() for name in players))  # their order must not matter
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
    least, most = game.seats
    if not least <= n <= most:
        raise InputError(f"seats: found {n}; allowed: {least} to {most} in {game.title}.")
    found = Contest(
        game, given, given, chosen, n, n, schedule_to(max_boards), margin, level, rules or {},
        seed, jobs or 0, beside,
    )
    probe = _plan(found, [(0, i) for i in range(1, len(given))], BEST, 1, "")
    label = {
        name: player.label for cell in probe.cells
        for name, player in zip(
            probe.config.all_lineups[cell.number].players or [], cell.table.players, strict=True
        )
    }
    names = tuple(label[name] for name in given)
    same = next((name for name in names if names.count(name) > 1), None)
    if same is not None:
        raise InputError(f'players: "{same}" is named twice.')
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
