"""The plan of an experiment: its cells, everything checked before anything runs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.game import Game
from cardsim.engine.labels import labelled
from cardsim.engine.options import Options, parse
from cardsim.engine.registry import find_game
from cardsim.engine.table import Player, Table
from cardsim.experiment.config import Config, Lineup, Variant
from cardsim.experiment.lineups import line_ups
from cardsim.experiment.manifest import FORMAT, hash_of

GAMES_A_FILE = 50_000
LONG_RUN = 2_000_000  # games a cell, from which on its files grow further, …
GAMES_A_LARGE_FILE = 1_000_000  # … to this many rows of the seats table
FIRST_FILE = 1_000  # games; files double from here, so that a young run has looks to offer

DEFAULT_METRICS = ("loses", "wins", "place", "turns")


@dataclass(frozen=True)
class Cell:
    """One variant, one line-up, one number of players.

    Parameters
    ----------
    number : int
        From 0, in the order of the plan.
    variant, lineup : str
        Names.
    table : Table
        Ready to play.
    """

    number: int
    variant: str
    lineup: str
    table: Table

    @property
    def seats(self) -> int:
        """Number of players."""
        return len(self.table.players)

    @property
    def label(self) -> str:
        """A short name for messages."""
        names = [self.variant, self.lineup, f"{self.seats} players"]
        return ", ".join(name for name in names if name)

    def describe(self) -> dict[str, Any]:
        """Return all that decides its results, for the manifest and the run's name."""
        return {
            "cell": self.number, "variant": self.variant, "lineup": self.lineup,
            "seats": self.seats, "rotations": self.table.rotations,
            "seating": self.table.seating.describe(),
            "teams": int(self.table.rules[0].teams),
            "rules": self.table.effective,
            "players": [
                {
                    "strategy": player.label,
                    "params": {**player.strategy.dials, **player.params, **player.options},
                    "source": player.strategy.source_digest(),
                }
                for player in self.table.players
            ],
        }


@dataclass(frozen=True)
class Plan:
    """A checked experiment.

    Parameters
    ----------
    config : Config
    name : str
        Name of the config file, without its ending.
    game : Game
    cells : tuple of Cell
    metrics, plots : tuple of str
    beside : Path or None
        Folder of the config file.
    stop : dict or None
        What may stop the run before its boards are played, when that is not a precision.
    """

    config: Config
    name: str
    game: Game
    cells: tuple[Cell, ...]
    metrics: tuple[str, ...]
    plots: tuple[str, ...]
    beside: Path | None = None
    stop: dict[str, Any] | None = None

    @property
    def boards(self) -> int:
        """The boards a cell, or the most there may be."""
        return self.config.boards or self.config.max_boards

    @property
    def games(self) -> int:
        """The games of all cells (the most there may be, with precision)."""
        return sum(self.boards * cell.table.rotations for cell in self.cells)

    def blocks(self) -> list[tuple[int, int]]:
        """Return (first board, number of boards) of each file; every cell has the same.

        The blocks depend on nothing but the plan, so neither do the files' bytes.
        """
        rotations = max(cell.table.rotations for cell in self.cells)
        seats = max(cell.seats for cell in self.cells)
        start = self.config.first_board
        blocks, first, size = [], start, FIRST_FILE
        while first < start + self.boards:
            n = min(max(1, size // rotations), start + self.boards - first)
            blocks.append((first, n))
            first += n
            most = GAMES_A_FILE if (first - start) * rotations < LONG_RUN else GAMES_A_LARGE_FILE // seats
            size = min(2 * size, max(most, GAMES_A_FILE))
        return blocks

    def identity(self) -> dict[str, Any]:
        """Return all that decides the results."""
        stop: dict[str, Any] = (
            {"boards": self.config.boards} if self.config.boards
            else {"precision": self.config.precision, "max_boards": self.config.max_boards,
                  "metrics": list(self.metrics), "level": self.config.report.level}
        )
        if self.stop is not None:
            stop["stop"] = self.stop
        return {
            "format": FORMAT, "game": self.game.id, "rules_version": self.game.rules_version,
            "seed": self.config.seed, "first_board": self.config.first_board, **stop,
            "cells": [cell.describe() for cell in self.cells],
        }

    def hash(self) -> str:
        """Return the name of the run: a digest of all that decides its results."""
        return hash_of(json.loads(json.dumps(self.identity())))


def make_plan(config: Config, name: str = "experiment", beside: Path | None = None) -> Plan:
    """Check a config against the game, its rules, strategies, metrics and figures.

    Parameters
    ----------
    config : Config
    name : str
        Name of the experiment.
    beside : Path, optional
        Folder of the config file, where its strategies are looked for first.

    Raises
    ------
    InputError
        For anything that cannot be run, naming the key.
    """
    game = find_game(config.game)
    if config.compute.backend == "dask" and find_spec("distributed") is None:
        raise InputError(
            'compute.backend: found "dask", but Dask is not installed; '
            "pip install 'cardsim[cluster]'."
        )
    shared: dict[str, Any] = config.rules
    cells: list[Cell] = []
    seated: list[tuple[Variant, Lineup, Options, str, str, list[Player]]] = []
    parse(game.options, shared, "rules")
    for v, variant in enumerate(config.variants):
        path = f"variants.{v}.rules"
        options = parse(game.options, {**shared, **variant.rules}, path)
        parse(game.options, variant.rules, path)
        for at, lineup in enumerate(config.all_lineups):
            where = "lineup" if config.lineup is not None else f"lineups.{at}"
            key = path if variant.rules else "rules"
            seated += [
                (variant, lineup, options, key, where, players)
                for players in line_ups(game, options, lineup, where, beside)
            ]
    named = labelled([players for *_, players in seated], [where for *_, where, _ in seated])
    for (variant, lineup, options, key, _, _), players in zip(seated, named, strict=True):
        table = _table(game, options, players, lineup, config.seed, key)
        cells.append(Cell(len(cells), variant.name, lineup.name, table))
    metrics = config.report.metrics
    if metrics is None:
        metrics = [name for name in DEFAULT_METRICS if name in game.all_metrics]
    _check_metrics(metrics, game)
    return Plan(
        config, name, game, tuple(cells), tuple(metrics), _plots(config, len(cells)), beside
    )


def _table(
    game: Game, options: Options, players: list[Player], lineup: Lineup, seed: int, path: str
) -> Table:
    try:
        return Table(
            game, options, players, rotate=lineup.rotate, seating=lineup.seating, seed=seed
        )
    except InputError as error:
        if str(error).startswith("players:"):
            raise InputError(f"lineup.{error}") from None
        raise InputError(f"{path}.{error}") from None


def _check_metrics(metrics: list[str], game: Game) -> None:
    known = game.all_metrics
    if not metrics:
        raise InputError(f"report.metrics: the list is empty; known: {one_of(known)}.")
    for name in metrics:
        if name not in known:
            raise InputError(
                f'report.metrics: found "{name}"; known for {game.id}: {one_of(known)}.'
                f"{nearest(name, known)}"
            )


def _plots(config: Config, n_cells: int) -> tuple[str, ...]:
    from cardsim.plots.names import FIGURES

    if config.report.plots is not None:
        for name in config.report.plots:
            if name not in FIGURES:
                raise InputError(
                    f'report.plots: found "{name}"; known: {one_of(FIGURES)}.'
                    f"{nearest(name, FIGURES)}"
                )
        return tuple(config.report.plots)
    return tuple(name for name, figure in FIGURES.items() if figure.usual(n_cells, config))


