"""From result files to boards × groups: totals and counts of each metric in each group.

Groups of seats are: ``all``; ``seat`` (by number); ``from_starter`` (0 is the first to play);
``strategy``; ``player`` (of the line-up); ``team``. A game-level metric has the group ``all``.
Every metric but ``unfinished`` is of finished games alone.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from cardsim.engine.game import Game, Metric
from cardsim.experiment.reading import read_rows

Array = np.ndarray[Any, Any]

KINDS = ("all", "seat", "from_starter", "strategy", "player", "team")
UNFINISHED = "unfinished"  # the one metric that all games have


@dataclass(frozen=True)
class Group:
    """A metric in a group of seats: one number to be estimated.

    Parameters
    ----------
    metric : Metric
    kind : str
        One of `KINDS`, or "players".
    member : str
        Which seat, strategy, …; "" for all; "0,2" for players 0 and 2 together.
    """

    metric: Metric
    kind: str
    member: str


@dataclass(frozen=True)
class CellShape:
    """What is needed of a cell to read its files.

    Who sits where is not in it: that is read from the files, since it may differ from board to
    board.

    Parameters
    ----------
    number, seats, rotations : int
        Rotations are the games of a board.
    strategies : tuple of str
        By player.
    teams : int
    """

    number: int
    seats: int
    rotations: int
    strategies: tuple[str, ...]
    teams: int


class Features(NamedTuple):
    """What each board has in each group; all arrays are float64, shape (boards, groups).

    Parameters
    ----------
    totals : array
        Sums of the metric over the seats (or games) that count.
    counts : array
        How many count.
    played : array
        How many were played, finished or not; of a metric that some finished games have no value
        of, how many have one or did not finish.
    """

    totals: Array
    counts: Array
    played: Array

    @property
    def flat(self) -> Array:
        """Totals, then counts, side by side, shape (boards, 2 · groups)."""
        return np.concatenate([self.totals, self.counts], axis=1)

    def of(self, at: int) -> Array:
        """Total and count of one group, shape (boards, 2)."""
        return np.stack([self.totals[:, at], self.counts[:, at]], axis=1)

    def whole(self, at: int) -> Array:
        """Total, count and games played of one group, shape (boards, 3)."""
        return np.stack([each[:, at] for each in self], axis=1)


def groups_of(game: Game, shape: CellShape, metrics: list[str]) -> list[Group]:
    """Return everything that is estimated of a cell, in order."""
    groups = []
    for name in metrics:
        metric = game.all_metrics[name]
        groups.append(Group(metric, "all", ""))
        if metric.per == "game":
            continue
        seats = [str(seat) for seat in range(shape.seats)]
        groups += [Group(metric, "seat", seat) for seat in seats]
        groups += [Group(metric, "from_starter", seat) for seat in seats]
        groups += [Group(metric, "strategy", name) for name in dict.fromkeys(shape.strategies)]
        groups += [Group(metric, "player", seat) for seat in seats]
        if shape.teams < shape.seats:
            groups += [Group(metric, "team", str(team)) for team in range(shape.teams)]
    return groups


class Block:
    """The tables of a block, as arrays of boards × games of a board (× seats).

    Made by `read_block`.

    Attributes
    ----------
    boards : int
    numbers : int64 array, shape (boards,)
        Which boards they are.
    finished : bool array, shape (boards, games)
    players : int64 array, shape (boards, games, seats)
        The player at each seat.
    from_starter : int64 array, shape (boards, games, seats)
        The seat so many places after the starter.
    started : bool array, shape (boards, games)
        Whether there was a starter.
    """

    def __init__(self, games: pl.DataFrame, seats: pl.DataFrame, shape: CellShape) -> None:
        self._games, self._seats, self._shape = games, seats, shape
        self.boards = len(games) // shape.rotations
        self.numbers = self._by_game("board")[:, 0]
        self.finished = self._by_game("finished").astype(bool)
        first = self._by_game("first_seat").astype(np.int64)
        self.started = first >= 0
        self.from_starter = (first[:, :, None] + np.arange(shape.seats)) % shape.seats
        self.players = seats["player"].to_numpy().astype(np.int64).reshape(
            self.boards, shape.rotations, shape.seats
        )

    def _by_game(self, name: str) -> Array:
        column = self._games[name].fill_null(0).to_numpy()
        return column.reshape(self.boards, self._shape.rotations)  # type: ignore[no-any-return]

    def values(self, metric: Metric) -> Array:
        """Return a metric that was read, NaN where it does not count.

        Every metric but ``unfinished`` counts in finished games alone.

        Returns
        -------
        float64 array
            Shape (boards, games, seats), or (boards, games) for a metric of games.
        """
        if metric.name == UNFINISHED:
            return (~self.finished).astype(np.float64)
        known = self._known(metric)
        finished = self.finished if metric.per == "game" else self.finished[:, :, None]
        return np.where(finished, known, np.nan)

    def _known(self, metric: Metric) -> Array:
        """Return a column, NaN where it is null."""
        table = self._games if metric.per == "game" else self._seats
        column = table[metric.name].cast(pl.Float64).to_numpy()
        return column.reshape(  # type: ignore[no-any-return]
            self.finished.shape if metric.per == "game" else self.players.shape
        )

    def by_starter(self, values: Array) -> Array:
        """Return what is by seat, by the seat's distance from the starter instead."""
        return np.take_along_axis(values, self.from_starter, axis=2)

    def by_player(self, values: Array) -> Array:
        """Return what is by seat, by the player who sits there instead."""
        turned = np.empty_like(values)
        np.put_along_axis(turned, self.players, values, axis=2)
        return turned


def read_block(
    folder: Path, shape: CellShape, block: int, metrics: Iterable[Metric] = ()
) -> Block:
    """Read one block of a cell: who sat where, and some metrics.

    Parameters
    ----------
    folder : Path
        Of the run.
    shape : CellShape
    block : int
    metrics : iterable of Metric
        Those whose values will be asked for.
    """
    wanted = [metric for metric in metrics if metric.name != UNFINISHED]
    of_games = dict.fromkeys(m.name for m in wanted if m.per == "game")
    of_seats = dict.fromkeys(m.name for m in wanted if m.per == "seat")
    always = ["board", "finished", "first_seat"]
    return Block(
        read_rows(folder, "games", shape.number, block, [*always, *of_games]),
        read_rows(folder, "seats", shape.number, block, ["player", *of_seats]),
        shape,
    )


def features(folder: Path, shape: CellShape, groups: Sequence[Group], block: int) -> Features:
    """Read one block and return what each board has in each group.

    Parameters
    ----------
    folder : Path
        Of the run.
    shape : CellShape
    groups : sequence of Group
        Those of one metric side by side.
    block : int
    """
    read = read_block(folder, shape, block, [group.metric for group in groups])
    parts = [
        _features(read, shape, metric, list(same))
        for metric, same in itertools.groupby(groups, lambda group: group.metric)
    ]
    return Features(*(np.concatenate(each, axis=1) for each in zip(*parts, strict=True)))


def _features(block: Block, shape: CellShape, metric: Metric, groups: list[Group]) -> Features:
    """Return the features of the groups of one metric: sums of a few sums, made once each."""
    values = block.values(metric)
    counted = ~np.isnan(values)
    values = np.where(counted, values, 0.0)
    if metric.per == "game":
        games = np.ones_like(values) if metric.name == UNFINISHED else counted | ~block.finished
        return Features(
            *(np.repeat(each.sum(axis=1, dtype=np.float64)[:, None], len(groups), axis=1)
              for each in (values, counted, games))
        )
    chosen = [_members(shape, group) for group in groups]
    seat_games = counted | ~block.finished[:, :, None]
    found: list[list[Array]] = []
    for each in (values, counted, seat_games):
        bases: dict[str, Array] = {}
        columns = []
        for basis, members in chosen:
            if basis not in bases:
                bases[basis] = _sums(block, basis, each)
            columns.append(bases[basis][:, members].sum(axis=1))
        found.append(columns)
    return Features(*(np.stack(columns, axis=1) for columns in found))


def _sums(block: Block, basis: str, values: Array) -> Array:
    """Sum over the games of a board: by seat, from the starter or by player, (boards, seats)."""
    if basis == "from_starter":
        values = block.by_starter(values) * block.started[:, :, None]
    elif basis == "player":
        values = block.by_player(values)
    return values.sum(axis=1, dtype=np.float64)  # type: ignore[no-any-return]


def _members(shape: CellShape, group: Group) -> tuple[str, list[int]]:
    """Return what a group is a sum of: "seat", "from_starter" or "player", and which of them."""
    everyone = range(shape.seats)
    if group.kind == "all":
        return "seat", list(everyone)
    if group.kind in ("seat", "from_starter"):
        return group.kind, [int(group.member)]
    if group.kind == "team":
        return "seat", [seat for seat in everyone if seat % shape.teams == int(group.member)]
    if group.kind == "strategy":
        return "player", [p for p in everyone if shape.strategies[p] == group.member]
    return "player", [int(player) for player in group.member.split(",")]


def blocks_of(
    folder: Path, shape: CellShape, groups: Sequence[Group], n_blocks: int
) -> Iterator[Features]:
    """Yield the features of each block, in order."""
    for block in range(n_blocks):
        yield features(folder, shape, groups, block)
