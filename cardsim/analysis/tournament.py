"""A tournament: every line-up of interest on the same boards, in all seats."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

from cardsim.analysis.standing import Standing, elo, standing
from cardsim.engine.errors import InputError
from cardsim.engine.registry import find_game
from cardsim.experiment.config import make_config
from cardsim.experiment.plan import Plan, make_plan
from cardsim.experiment.ranges import TOURNAMENT

__all__ = ["Standing", "elo", "standing", "tournament_plan"]

USUAL_SEATS = 4
MOST_LINE_UPS = 500


def tournament_plan(
    game_id: str, players: list[str], *, seats: int | None = None, boards: int,
    rules: dict[str, Any] | None = None, seed: int = 0, jobs: int | None = None,
    beside: Path | None = None,
) -> Plan:
    """Plan a tournament.

    Where there are teams, every two strategies meet as teams. Elsewhere every choice of as many
    different strategies as there are seats sits down together; with fewer strategies than seats,
    every two share the table in turn. All on the same boards, in all seatings (or a sample of them
    that is drawn for each board); the order of the names does not matter.

    Parameters
    ----------
    game_id : str
    players : list of str
        At least two strategies, all different, with dials if you like
        (``planner:caution=0.2``).
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
    players = [name.strip() for name in players]
    if len(set(players)) < len(players):
        raise InputError("players: a strategy is named twice.")
    n = seats or USUAL_SEATS
    line_ups = _line_ups(game_id, sorted(players), n, rules or {})
    if len(line_ups) > MOST_LINE_UPS:
        raise InputError(
            f"players: {len(players)} strategies at tables of {n} make {len(line_ups)} line-ups; "
            f"at most {MOST_LINE_UPS}; name fewer with --players."
        )
    config = make_config({
        "game": game_id, "seed": seed, "boards": boards, "first_board": TOURNAMENT,
        "rules": rules or {},
        "lineups": [
            {"name": " ".join(dict.fromkeys(names)), "players": names, "seating": "all"}
            for names in line_ups
        ],
        "report": {"metrics": [find_game(game_id).main_metric]}, "compute": {"jobs": jobs or 0},
    })
    plan = make_plan(config, f"tournament-{game_id}", beside)
    labels = {player.label for cell in plan.cells for player in cell.table.players}
    if len(labels) < len(players):
        raise InputError("players: a strategy is named twice.")
    return plan


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
