"""From result files to boards × features: totals and counts of each metric in each group.

Groups of seats are: ``all``; ``seat`` (by number); ``from_starter`` (0 is the first to play);
``strategy``; ``player`` (of the line-up); ``team``. A game-level metric has the group ``all``.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from cardsim.engine.game import Game, Metric
from cardsim.experiment.reading import read_rows

Array = np.ndarray[Any, Any]

KINDS = ("all", "seat", "from_starter", "strategy", "player", "team")


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

    Parameters
    ----------
    number, seats, rotations : int
    strategies : tuple of str
        By player.
    teams : int
    """

    number: int
    seats: int
    rotations: int
    strategies: tuple[str, ...]
    teams: int

    def players(self) -> Array:
        """Return the player at each seat, shape (rotations, seats)."""
        seat, rotation = np.arange(self.seats), np.arange(self.rotations)[:, None]
        players: Array = (seat - rotation) % self.seats
        return players


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


def features(folder: Path, shape: CellShape, groups: list[Group], block: int) -> Array:
    """Read one block and return its boards × features.

    Parameters
    ----------
    folder : Path
        Of the run.
    shape : CellShape
    groups : list of Group
    block : int

    Returns
    -------
    float64 array, shape (boards, 2 · len(groups))
        First the totals of each group, then the numbers of seats or games that count.
    """
    return _Block(folder, shape, groups, block).features(groups)


class _Block:
    """The two tables of a block, as arrays of boards × rotations (× seats)."""

    def __init__(self, folder: Path, shape: CellShape, groups: list[Group], block: int) -> None:
        self.shape = shape
        of_games = {g.metric.name for g in groups if g.metric.per == "game"} - {"unfinished"}
        self.games = read_rows(
            folder, "games", shape.number, block, ["finished", "first_seat", *sorted(of_games)]
        )
        of_seats = dict.fromkeys(g.metric.name for g in groups if g.metric.per == "seat")
        self.seats = (
            read_rows(folder, "seats", shape.number, block, list(of_seats)) if of_seats else None
        )
        self.boards = len(self.games) // shape.rotations
        self.finished = self._by_game("finished").astype(bool)
        first = self._by_game("first_seat").astype(np.int64)
        self.from_starter = (first[:, :, None] + np.arange(shape.seats)) % shape.seats
        self.started = first >= 0

    def _by_game(self, name: str) -> Array:
        column = self.games[name].fill_null(0).to_numpy()
        by_game: Array = column.reshape(self.boards, self.shape.rotations)
        return by_game

    def _known(self, name: str) -> Array:
        """Return which games have a value."""
        known: Array = self.games[name].is_not_null().to_numpy()
        return known.reshape(self.boards, self.shape.rotations)

    def features(self, groups: list[Group]) -> Array:
        totals, counts = np.empty((self.boards, len(groups))), np.empty((self.boards, len(groups)))
        at = 0
        for _, of_metric in itertools.groupby(groups, lambda group: group.metric.name):
            same = list(of_metric)
            here = slice(at, at + len(same))
            fill = self._game_metric if same[0].metric.per == "game" else self._seat_metric
            fill(same, totals[:, here], counts[:, here])
            at += len(same)
        return np.concatenate([totals, counts], axis=1)

    def _game_metric(self, groups: list[Group], totals: Array, counts: Array) -> None:
        metric = groups[0].metric
        if metric.name == "unfinished":
            counted, values = np.ones_like(self.finished), ~self.finished
        else:
            values = self._by_game(metric.name)
            counted = self._known(metric.name)
        if metric.finished_only:
            counted = counted & self.finished
        totals[:] = np.where(counted, values, 0).sum(axis=1)[:, None]
        counts[:] = counted.sum(axis=1)[:, None]

    def _seat_metric(self, groups: list[Group], totals: Array, counts: Array) -> None:
        metric, shape = groups[0].metric, self.shape
        assert self.seats is not None  # noqa: S101 - a seat metric was asked for
        column = self.seats[metric.name].cast(pl.Float64).to_numpy()
        values = column.reshape(self.boards, shape.rotations, shape.seats)
        counted = ~np.isnan(values)
        if metric.finished_only:
            counted &= self.finished[:, :, None]
        values = np.where(counted, values, 0.0)
        fixed = [i for i, group in enumerate(groups) if group.kind != "from_starter"]
        if fixed:
            masks = np.stack([_members(shape, groups[i]).reshape(-1) for i in fixed], axis=1)
            totals[:, fixed] = values.reshape(self.boards, -1) @ masks
            counts[:, fixed] = counted.reshape(self.boards, -1).astype(np.float64) @ masks
        relative = [i for i, group in enumerate(groups) if group.kind == "from_starter"]
        if relative:
            counted = counted & self.started[:, :, None]
            turned = np.take_along_axis(counted, self.from_starter, axis=2)
            places = [int(groups[i].member) for i in relative]
            counts[:, relative] = turned.sum(axis=1)[:, places]
            turned = np.take_along_axis(values, self.from_starter, axis=2) * turned
            totals[:, relative] = turned.sum(axis=1)[:, places]


def _members(shape: CellShape, group: Group) -> Array:
    """Return which seats belong to a group, in each rotation, shape (rotations, seats), float64."""
    seat, players = np.arange(shape.seats), shape.players()
    if group.kind == "all":
        chosen = np.ones_like(players, bool)
    elif group.kind == "seat":
        chosen = np.broadcast_to(seat == int(group.member), players.shape)
    elif group.kind in ("player", "players"):
        chosen = np.isin(players, [int(player) for player in group.member.split(",")])
    elif group.kind == "team":
        chosen = np.broadcast_to(seat % shape.teams == int(group.member), players.shape)
    else:
        chosen = np.array([name == group.member for name in shape.strategies])[players]
    return chosen.astype(np.float64)


def blocks_of(
    folder: Path, shape: CellShape, groups: list[Group], n_blocks: int
) -> Iterator[Array]:
    """Yield the features of each block, in order."""
    for block in range(n_blocks):
        yield features(folder, shape, groups, block)
