"""A tournament: every line-up of interest on the same boards, in all seats."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cardsim.analysis.choices import ChoiceCounts
from cardsim.analysis.groups import read_block
from cardsim.analysis.intervals import Estimate
from cardsim.analysis.ratings import ELO_PER_STRENGTH, Rating, plackett_luce
from cardsim.analysis.summary import shape_of
from cardsim.analysis.win_matrix import Cycle, cycles, win_matrix
from cardsim.engine.errors import InputError
from cardsim.engine.game import PLACE
from cardsim.engine.registry import find_game
from cardsim.experiment.config import make_config
from cardsim.experiment.plan import Plan, make_plan

if TYPE_CHECKING:
    from cardsim.experiment.run import Run

USUAL_SEATS = 4
MOST_LINE_UPS = 500


@dataclass(frozen=True)
class Standing:
    """The outcome of a tournament.

    Parameters
    ----------
    names : list of str
        The strategies, best rated first (unrated ones last).
    shares : list of list of Estimate or None
        Row is placed above column in this share of meetings; None on the diagonal.
    ratings : list of Rating
        Plackett–Luce strengths, in the same order.
    cycles : list of Cycle
        Sure wins that run in a circle, which a ranking hides.
    boards, games, unfinished : int
    precision : float or None
        The widest half-width in the matrix.
    """

    names: list[str]
    shares: list[list[Estimate | None]]
    ratings: list[Rating]
    cycles: list[Cycle]
    boards: int
    games: int
    unfinished: int
    precision: float | None


def tournament_plan(
    game_id: str, players: list[str], *, seats: int | None = None, boards: int,
    rules: dict[str, Any] | None = None, seed: int = 0, jobs: int | None = None,
    beside: Path | None = None,
) -> Plan:
    """Plan a tournament.

    Where there are teams, every two strategies meet as teams. Elsewhere every choice of as many
    different strategies as there are seats sits down together; with fewer strategies than seats,
    every two share the table in turn. All on the same boards, in all rotations.

    Parameters
    ----------
    game_id : str
    players : list of str
        At least two strategies, all different.
    seats : int, optional
        Number of players; 4 if not given.
    boards : int
        Of each line-up.
    rules : dict, optional
    seed, jobs : int

    Raises
    ------
    InputError
        If anything is refused.
    """
    if len(players) < 2:
        raise InputError(f"players: found {len(players)}; a tournament needs at least 2.")
    if len(set(players)) < len(players):
        raise InputError("players: a strategy is named twice.")
    n = seats or USUAL_SEATS
    line_ups = _line_ups(game_id, players, n, rules or {})
    if len(line_ups) > MOST_LINE_UPS:
        raise InputError(
            f"players: {len(players)} strategies at tables of {n} make {len(line_ups)} line-ups; "
            f"at most {MOST_LINE_UPS}; name fewer with --players."
        )
    config = make_config({
        "game": game_id, "seed": seed, "boards": boards, "rules": rules or {},
        "lineups": [
            {"name": " ".join(dict.fromkeys(names)), "players": names, "rotate": True}
            for names in line_ups
        ],
        "report": {"metrics": [find_game(game_id).main_metric]}, "compute": {"jobs": jobs or 0},
    })
    return make_plan(config, f"tournament-{game_id}", beside)


def _line_ups(game_id: str, players: list[str], n: int, rules: dict[str, Any]) -> list[list[str]]:
    probe = make_plan(make_config({
        "game": game_id, "boards": 1, "rules": rules,
        "lineup": {"players": [players[0]] * n},
    }))
    teams = int(probe.cells[0].table.rules[0].teams)
    if teams == n and len(players) >= n:
        return [list(names) for names in itertools.combinations(players, n)]
    pairs = itertools.combinations(players, 2)
    return [[pair[seat % teams % 2] for seat in range(n)] for pair in pairs]


def standing(run: Run) -> Standing:
    """Work out who beat whom, the ratings and the cycles of a tournament that was run."""
    cells = run.manifest["cells"]
    names = list(dict.fromkeys(p["strategy"] for cell in cells for p in cell["players"]))
    counts, unfinished = ChoiceCounts(len(names)), 0
    for cell in cells:
        for block in range(run.manifest["blocks_done"]):
            unfinished += _take_in(counts, run.folder, cell, block, names)
    boards, level = run.manifest["boards_done"], run.config.report.level
    ratings = plackett_luce(counts, boards, run.manifest["seed"] % 2**32, level)
    order = sorted(
        range(len(names)),
        key=lambda i: -np.inf if ratings[i].strength is None else -float(ratings[i].strength or 0),
    )
    order = [i for i in order if ratings[i].strength is not None] + [
        i for i in range(len(names)) if ratings[i].strength is None
    ]
    beats = counts.beats[:, order][:, :, order]
    shares = win_matrix(beats, boards, level)
    widths = [e.half_width for row in shares for e in row if e and e.half_width is not None]
    return Standing(
        [names[i] for i in order], shares, [replace(ratings[i], player=k)
                                            for k, i in enumerate(order)],
        _sure_cycles(beats, boards, level), boards, run.manifest["games_done"], unfinished,
        max(widths) if widths else None,
    )


def _take_in(
    counts: ChoiceCounts, folder: Path, cell: dict[str, Any], block: int, names: list[str]
) -> int:
    """Add a block's finished games; return how many were not finished."""
    shape = shape_of(cell)
    read = read_block(folder, shape, block, [PLACE])
    boards = np.repeat(read.numbers, shape.rotations)
    places = read.values(PLACE).reshape(-1, shape.seats)
    numbers = np.array([names.index(s) for s in shape.strategies])
    players = numbers[read.players].reshape(-1, shape.seats)
    finished = ~np.isnan(places).any(axis=1)
    sides = shape.teams  # members of a team share one place: one seat speaks for each
    counts.add(boards[finished], players[finished, :sides], places[finished, :sides])
    return int((~finished).sum())


def _sure_cycles(beats: Any, boards: int, level: float) -> list[Cycle]:
    """Find cycles, with intervals that hold for all pairs together."""
    n = beats.shape[1]
    together = 1 - (1 - level) / max(1, n * (n - 1) // 2)
    matrix = win_matrix(beats, boards, together)
    share, low = np.full((n, n), np.nan), np.full((n, n), np.nan)
    for i, row in enumerate(matrix):
        for j, found in enumerate(row):
            if found is not None and found.estimate is not None and found.low is not None:
                share[i, j], low[i, j] = found.estimate, found.low
    return cycles(share, low)


def elo(rating: Rating) -> tuple[float, float, float] | None:
    """Return a rating and its interval in Elo points, or None."""
    if rating.strength is None or rating.low is None or rating.high is None:
        return None
    strength, low, high = (
        ELO_PER_STRENGTH * value for value in (rating.strength, rating.low, rating.high)
    )
    return strength, low, high
