"""From Python, without a config: play some boards in memory, or tell one game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from cardsim.engine.discovery import find_strategy
from cardsim.engine.errors import InputError
from cardsim.engine.numbers import plain_data, whole
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game
from cardsim.engine.strategies import Strategy
from cardsim.engine.table import Player, Table
from cardsim.engine.watching import aside
from cardsim.experiment.config import MAX_BOARDS, MAX_SEED
from cardsim.experiment.forking import needs_threads
from cardsim.experiment.frames import frames
from cardsim.experiment.notation import parse_member
from cardsim.experiment.plan import Cell
from cardsim.experiment.run import Run, plan_of, replay_cell

_NAMES_A_ROW = 8  # columns that say which game, board, seat and player a row is of


@dataclass(frozen=True)
class Simulation:
    """Games played in memory.

    Parameters
    ----------
    games : polars.DataFrame
        One row a game.
    seats : polars.DataFrame
        One row a game and seat.
    table : Table
        What was played at.
    """

    games: pl.DataFrame
    seats: pl.DataFrame
    table: Table


def simulate(
    game: str, players: Sequence[Any], boards: int = 1_000, *, rules: dict[str, Any] | None = None,
    rotate: bool = False, seating: str | None = None, seed: int = 0, first_board: int = 0,
) -> Simulation:
    """Play boards in memory, with strategies by name or as declared just now.

    Parameters
    ----------
    game : str
        Id of the game.
    players : sequence
        By player: a name (with dials, if you like: ``"planner:caution=0.2"``), a declared
        strategy, or a pair of either and a dict of dials.
    boards : int
        At least 1.
    rules : dict, optional
        Options of the rules.
    rotate : bool
        Play every board in each rotation of the line-up that differs.
    seating : str, optional
        "fixed", "rotations" (what ``rotate`` means) or "all": every distinct seating, or a sample
        of them that is drawn for each board where they are many.
    seed, first_board : int
        Master seed, and the first board.

    Returns
    -------
    Simulation

    Raises
    ------
    InputError
        If anything is refused.
    StrategyError
        If a strategy raises or answers out of range.
    """
    boards = whole("boards", boards, 1, MAX_BOARDS)
    seed = whole("seed", seed, 0, MAX_SEED)
    first_board = whole("first_board", first_board, 0, MAX_SEED - boards)
    rotate = plain_data(rotate)
    if not isinstance(rotate, bool):
        raise InputError(f"rotate: found {rotate!r}; allowed: True or False.")
    if isinstance(players, str):
        raise InputError(f'players: found "{players}"; allowed: a list, one a player.')
    found = find_game(game)
    table = Table(
        found, parse(found.options, rules or {}, "rules"),
        [_player(found.id, player, i) for i, player in enumerate(players)],
        rotate=rotate, seating=seating, seed=seed,
    )
    needs_threads()
    games, seats = _play(table, first_board, boards)
    return Simulation(*frames(Cell(0, "rules", "", table), first_board, games, seats), table)


def _play(table: Table, first: int, boards: int) -> Any:
    """Play, so that Ctrl-C is heard; ordinary Python alone hears it by itself."""
    needed, there = _bytes_needed(table, boards), _bytes_there()
    told = (
        f"boards: found {boards:,}; their results would take {needed / 2**30:,.1f} GiB of memory, "
        f"and {there / 2**30:,.1f} GiB are free. cardsim.run writes them to files as it goes."
    )
    if needed > there:
        raise InputError(told)
    try:
        if any(player.strategy.compiled for player in table.players):
            return aside(table.play, first, boards)
        return table.play(first, boards)
    except MemoryError:
        raise InputError(told) from None


def _bytes_needed(table: Table, boards: int) -> int:
    """Return the memory that results take: as the driver writes them, and as 64-bit columns."""
    game = table.game
    columns = [len(dtype.names or ()) + _NAMES_A_ROW for dtype in (game.game_row, game.seat_row)]
    games = boards * table.rotations
    return games * (
        game.game_row.itemsize + 8 * columns[0]
        + len(table.players) * (game.seat_row.itemsize + 8 * columns[1])
    )


def _bytes_there() -> int:
    """Return the memory that is free on this machine; without bound where it does not say."""
    try:
        lines = Path("/proc/meminfo").read_text(encoding="ascii").splitlines()
        return next(1024 * int(line.split()[1]) for line in lines if line.startswith("MemAvailable"))
    except (OSError, StopIteration, ValueError):
        return 2**63


def _player(game: str, player: Any, number: int) -> Player:
    params: dict[str, Any] = {}
    if isinstance(player, tuple) and len(player) == 2 and isinstance(player[1], dict):
        player, params = player[0], plain_data(player[1])
    declared = getattr(player, "strategy", player)
    written: dict[str, Any] = {}
    if isinstance(declared, str):
        name, written = parse_member(declared, f"players.{number}")
        declared = find_strategy(name, game, path=f"players.{number}")
    if not isinstance(declared, Strategy):
        raise InputError(
            f"players.{number}: found {player!r}; allowed: a name, a function declared with "
            "@strategy or @heuristic, or a pair of either and a dict of dials."
        )
    if declared.game != game:
        raise InputError(f"players.{number}: '{declared.name}' plays {declared.game}, not {game}.")
    declared.check_values()
    params = {**written, **params}
    declared.dial_values(params, f"players.{number}")
    return Player(declared, params, written=tuple(written))


def replay(
    source: Run | Simulation | str | Path, board: int = 0, rotation: int = 0, cell: int = 0
) -> dict[str, Any]:
    """Return one game again, move by move.

    Parameters
    ----------
    source : Run, Simulation, or path
        What was played; a path is that of a config.
    board, rotation, cell : int

    Raises
    ------
    InputError
        If there is no such game.
    """
    if isinstance(source, Simulation):
        from cardsim.engine.replay import replay as of_table

        return of_table(source.table, board, rotation, "rules")
    plan = source.unchanged_plan() if isinstance(source, Run) else plan_of(source)
    return replay_cell(plan, cell, board, rotation)
