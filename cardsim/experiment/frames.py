"""Results as tables: what the driver wrote becomes Polars columns, and parquet files.

Every whole number is a signed 64-bit one, every other number a 64-bit float, every name a plain
string, in memory as in the files: sums and differences of columns cannot wrap around, and the
files of a folder fit together. Parquet's encodings make the width cost next to nothing.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

import numpy as np
import polars as pl

from cardsim.experiment.forking import needs_threads
from cardsim.experiment.plan import Cell

Array = np.ndarray[Any, Any]


def frames(cell: Cell, first: int, games: Array, seats: Array) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Return the games table and the seats table of a run of boards.

    Parameters
    ----------
    cell : Cell
    first : int
        The first board.
    games : record array, shape (boards · rotations,)
    seats : record array, shape (boards · rotations · players,)
    """
    needs_threads()
    return _games_frame(cell, first, games), _seats_frame(cell, first, games, seats)


def _games_frame(cell: Cell, first: int, games: Array) -> pl.DataFrame:
    n, rotations = len(games), cell.table.rotations
    board, rotation = np.divmod(np.arange(n, dtype=np.int64), rotations)
    columns: list[Any] = [
        _constant("cell", cell.number, n),
        _constant("variant", cell.variant, n),
        _constant("lineup", cell.lineup, n),
        _constant("seats", cell.seats, n),
        pl.Series("board", board + first),
        _series("rotation", rotation),
        pl.Series("finished", games["finished"] != 0),
        *(_column(cell, games, name) for name in ("first_seat", "dealer", "turns")),
        *(_column(cell, games, name) for name, _ in cell.table.game.game_tallies),
    ]
    return pl.DataFrame(columns)


def _seats_frame(cell: Cell, first: int, games: Array, seats: Array) -> pl.DataFrame:
    table = cell.table
    n_games, rotations, players = len(games), table.rotations, cell.seats
    n = n_games * players
    board, rotation = np.divmod(np.arange(n_games, dtype=np.int64), rotations)
    player = table.players_at(first, n_games // rotations).reshape(-1)
    names = [p.label for p in table.players]
    unique = list(dict.fromkeys(names))
    codes = np.array([unique.index(name) for name in names], np.uint32)
    unfinished = np.repeat(games["finished"] == 0, players)
    teams = int(table.rules[0].teams)
    columns: list[Any] = [
        _constant("cell", cell.number, n),
        pl.Series("board", np.repeat(board + first, players)),
        _series("rotation", np.repeat(rotation, players)),
        _series("seat", np.tile(np.arange(players), n_games)),
        _series("player", player),
        pl.Series("strategy", unique, dtype=pl.String).gather(codes[player]),
        _series("team", np.tile(np.arange(players) % teams, n_games)),
        _masked("place", seats["place"], unfinished),
        _masked("wins", seats["wins"], unfinished),
        _masked("loses", seats["loses"], unfinished),
        _column(cell, seats, "score"),
        *(_column(cell, seats, name) for name, _ in table.game.seat_tallies),
    ]
    return pl.DataFrame(columns)


def _constant(name: str, value: str | int, n: int) -> pl.Series:
    dtype = pl.String if isinstance(value, str) else pl.Int64
    return pl.repeat(value, n, dtype=dtype, eager=True).alias(name)


def _column(cell: Cell, rows: Array, name: str) -> pl.Series:
    values = rows[name]
    if name in cell.table.game.nullable:
        return _masked(name, values, values < 0)
    return _series(name, values)


def _series(name: str, values: Array) -> pl.Series:
    """Return a column of 64 bits."""
    wide = np.float64 if np.issubdtype(values.dtype, np.floating) else np.int64
    return pl.Series(name, np.ascontiguousarray(values, wide))


def _masked(name: str, values: Array, null: Array) -> pl.Series:
    series = _series(name, values)
    if not null.any():
        return series
    return pl.select(
        pl.when(pl.Series(~null)).then(series).otherwise(None).alias(name)
    ).to_series()


def parquet_bytes(tables: list[pl.DataFrame]) -> bytes:
    """Return tables of the same columns as one parquet file, a row group for each if several."""
    needs_threads()
    buffer = BytesIO()
    whole = tables[0] if len(tables) == 1 else pl.concat(tables)
    whole.write_parquet(
        buffer, compression="zstd", compression_level=1, statistics=False,
        row_group_size=len(tables[0]) if len(tables) > 1 else None,
    )
    return buffer.getvalue()
