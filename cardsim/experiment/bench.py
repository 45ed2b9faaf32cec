"""How fast games are played, measured."""

from __future__ import annotations

import statistics
import threading
import time
from typing import Any

from cardsim.engine.discovery import find_strategies, find_strategy
from cardsim.engine.driver import driver_of
from cardsim.engine.errors import InputError
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game, game_ids
from cardsim.engine.table import Player, Table
from cardsim.engine.watching import aside
from cardsim.experiment.notation import parse_member
from cardsim.experiment.plan import Plan
from cardsim.experiment.runner import prepare

WINDOWS = 3
PILOT_SECONDS = 0.3
USUAL_PLAYERS = 4
SEED = 1


def bench_rows(
    game: str | None, players: list[str] | None, jobs: int, seconds: float,
    rules: dict[str, Any] | None = None,
) -> list[dict[str, Any]]:
    """Measure line-ups; see `cardsim bench`.

    Returns
    -------
    list of dict
        game, players, jobs, games_per_s, decisions_per_s, ns_per_decision (of one thread).

    Raises
    ------
    InputError
        For an unknown game or strategy, or players without a game.
    """
    if players and game is None:
        raise InputError("--players: needs --game, to know which game's strategies are meant.")
    if rules and game is None:
        raise InputError("--rules: needs --game, to know which game's rules are meant.")
    rows = []
    for name in [find_game(game).id] if game else game_ids():
        line_ups = [players] if players else [
            [strategy] * USUAL_PLAYERS for strategy in find_strategies(name)
        ]
        rows += [aside(_measure, name, line_up, jobs, seconds, rules or {}) for line_up in line_ups]
    return rows


def _measure(
    game_id: str, names: list[str], jobs: int, seconds: float, rules: dict[str, Any]
) -> dict[str, Any]:
    game = find_game(game_id)
    players = [_player(name, game_id) for name in names]
    table = Table(game, parse(game.options, rules, "--rules"), players, seed=SEED)
    batch = _batch(table, seconds)
    windows = [_window(table, jobs, batch, seconds) for _ in range(WINDOWS)]
    games = statistics.median(window[0] for window in windows)
    decisions = statistics.median(window[1] for window in windows)
    return {
        "game": game_id, "players": [player.label for player in table.players], "jobs": jobs,
        "games_per_s": games, "decisions_per_s": decisions,
        "ns_per_decision": 1e9 * jobs / decisions,
    }


def _player(text: str, game_id: str) -> Player:
    """Return a player written like ``planner`` or ``planner:caution=0.2``."""
    name, dials = parse_member(text, "--players")
    strategy = find_strategy(name, game_id, path="--players")
    strategy.dial_values(dials, f"--players {name}")
    return Player(strategy, dials, written=tuple(dials))


def _batch(table: Table, seconds: float) -> int:
    """Compile, and find how many boards take about a twentieth of a window."""
    driver_of(table.game)
    table.play(0, 1)
    boards, spent = 1, 0.0
    while spent < seconds / 20:
        boards *= 2
        began = time.perf_counter()
        table.play(0, boards)
        spent = time.perf_counter() - began
    return boards


def _window(table: Table, jobs: int, batch: int, seconds: float) -> tuple[float, float]:
    """Play for a while in so many threads; return games and decisions a second."""
    done = [(0.0, 0.0)] * jobs

    def work(worker: int) -> None:
        own, board = table.alone(), worker * 2**40
        games = decisions = 0
        began = time.perf_counter()
        while (spent := time.perf_counter() - began) < seconds:
            rows, _ = own.play(board, batch)
            games += len(rows)
            decisions += int(rows["turns"].sum())
            board += batch
        done[worker] = (games / spent, decisions / spent)

    threads = [
        threading.Thread(target=work, args=(worker,), daemon=True) for worker in range(jobs)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(games for games, _ in done), sum(decisions for _, decisions in done)


def estimate_seconds(plan: Plan) -> float:
    """Return how long a plan would take, from a short pilot of each cell."""
    import os

    prepare(plan)
    workers = plan.config.compute.jobs or os.cpu_count() or 1
    seconds = 0.0
    for cell in plan.cells:
        boards, spent = 1, 0.0
        while spent < PILOT_SECONDS / 2 and boards < plan.boards:
            boards *= 2
            began = time.perf_counter()
            cell.table.play(0, boards)
            spent = time.perf_counter() - began
        seconds += spent / boards * plan.boards
    return seconds / workers
