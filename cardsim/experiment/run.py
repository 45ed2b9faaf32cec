"""A run as its user holds it: play, resume or open it; its tables, summary and figures."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import polars as pl

from cardsim.engine.errors import InputError, StrategyError
from cardsim.engine.game import Game
from cardsim.engine.numbers import as_whole
from cardsim.engine.registry import find_game
from cardsim.engine.replay import MAX_BOARD
from cardsim.engine.replay import replay as replay_board
from cardsim.experiment.config import Config, make_config, read_config
from cardsim.experiment.damage import fault, faults, refuse
from cardsim.experiment.forking import needs_threads
from cardsim.experiment.frames import parquet_bytes
from cardsim.experiment.manifest import MANIFEST, files_of, salvaged
from cardsim.experiment.paths import absolute, expanded, near
from cardsim.experiment.plan import Plan, make_plan
from cardsim.experiment.reading import scan
from cardsim.experiment.runner import Progress, prepare, run_plan
from cardsim.experiment.source import is_nameless, name_of
from cardsim.experiment.store import CONFIG, SUMMARY, Store, StoreError, effective, toml_of

if TYPE_CHECKING:
    import pandas as pd
    from matplotlib.figure import Figure


class Run:
    """The results of an experiment, in their folder.

    Parameters
    ----------
    folder : Path
        ``results/<name>/<hash>``.

    Raises
    ------
    InputError
        If there is no run in that folder.
    """

    def __init__(self, folder: Path) -> None:
        self.store = Store(absolute(folder))
        self.folder = self.store.folder
        self.manifest = self.store.read_manifest()
        if not self.manifest:
            raise InputError(
                f"{folder}: no run there (a run is a folder with a {MANIFEST}, such as "
                "results/<name>/<hash>)."
            )
        self._plan: Plan | None = None
        self._config: Config | None = None
        self._summary: pl.DataFrame | None = None

    def __repr__(self) -> str:
        state = "complete" if self.complete else "unfinished"
        return f"Run({str(self.folder)!r}, {self.manifest['boards_done']:,} boards, {state})"

    @property
    def complete(self) -> bool:
        """Whether all that was asked for has been played."""
        return bool(self.manifest["complete"])

    @property
    def game(self) -> Game:
        """The game played."""
        return find_game(self.manifest["game"])

    @property
    def config(self) -> Config:
        """The effective config."""
        if self._config is None:
            self._config = make_config(self.manifest["config"])
        return self._config

    @property
    def plan(self) -> Plan:
        """The plan, made again from the effective config."""
        if self._plan is None:
            beside = self.manifest.get("beside")
            self._plan = make_plan(
                self.config, self.manifest["name"], Path(beside) if beside else None
            )
        return self._plan

    @property
    def games(self) -> pl.LazyFrame:
        """One row a game."""
        return self._scan("games")

    @property
    def seats(self) -> pl.LazyFrame:
        """One row a game and seat."""
        return self._scan("seats")

    def _scan(self, kind: str) -> pl.LazyFrame:
        return scan(self.folder, self.manifest, kind)

    def summary(self) -> pl.DataFrame:
        """Return every metric in every group, with its interval (made when first asked for).

        Raises
        ------
        InputError
            If a file is damaged, with its name and what to do.
        """
        needs_threads()
        if self._summary is None:
            files = files_of(self.folder, self.manifest)
            refuse(faults(files, quick=True), self.manifest, self.folder)
            path, entry = self.folder / SUMMARY, self.manifest["summary"]
            if entry is not None and fault(path, *entry) is None:
                self._summary = pl.read_parquet(path, glob=False)
            else:
                self._summary = self._summarise()
                self.store.keep_summary(self.manifest, parquet_bytes([self._summary]))
        return self._summary

    def _summarise(self) -> pl.DataFrame:
        from cardsim.analysis.looks import critical_of, look_name
        from cardsim.analysis.summary import summarise

        return summarise(
            self.folder, self.manifest, self.game, list(self.manifest["metrics"]),
            self.config.report.level, critical_of(self), look_name(self),
        )

    def to_pandas(self, table: str = "seats") -> pd.DataFrame:
        """Return a table as a pandas data frame: "games", "seats" or "summary".

        Raises
        ------
        InputError
            If there is no such table.
        """
        if table == "summary":
            return self.summary().to_pandas()
        if table not in ("games", "seats"):
            raise InputError(f'table: found "{table}"; allowed: games, seats, summary.')
        return self._scan(table).collect().to_pandas()

    def plot(self, figure: str) -> Figure:
        """Return a figure, drawn; see `cardsim.plots.names.FIGURES`.

        Raises
        ------
        InputError
            If there is no such figure, or the run has nothing to show in it.
        """
        from cardsim.plots.draw import draw

        return draw(self, figure)

    def replay(self, board: int, rotation: int = 0, cell: int = 0) -> dict[str, Any]:
        """Return one game again, move by move; see `cardsim.engine.replay.replay`.

        Raises
        ------
        InputError
            If there is no such cell, board or rotation.
        """
        return replay_cell(self.unchanged_plan(), cell, board, rotation)

    def unchanged_plan(self) -> Plan:
        """Return the plan, if it would still play the very same games.

        Raises
        ------
        InputError
            If a strategy or the rules have changed since.
        """
        now = json.loads(json.dumps(self.plan.identity()))
        for key in ("rules_version", "cells"):
            if now[key] != self.manifest[key]:
                raise InputError(
                    f"{near(self.folder)}: strategies or rules have changed since this was played, so "
                    "its games cannot be replayed; give the config to play afresh."
                )
        return self.plan


def _take_over_report(plan: Plan, store: Store) -> None:
    """Let a run that is there be told as this config's [report] says; it plays the same games."""
    manifest, wanted = store.read_manifest(), effective(plan)
    beside = str(plan.beside) if plan.beside else None
    told = {"title": plan.config.title, "metrics": list(plan.metrics), "beside": beside}
    same = all(manifest[key] == value for key, value in told.items())
    report = json.loads(json.dumps(wanted))
    if not same or {**manifest["config"], "compute": 0} != {**report, "compute": 0}:
        manifest.update(told)
        manifest["config"], manifest["summary"] = wanted, None
        try:
            store.write_manifest(manifest)
        except StoreError as error:
            _tell(f"{error} It is told as before.")
            return
    path = store.folder / CONFIG
    text = toml_of(wanted)
    try:
        if path.read_bytes() == text.encode():
            return
    except OSError:
        pass
    with suppress(StoreError):
        store.put(path, text.encode())


def replay_cell(plan: Plan, cell: int, board: int, rotation: int) -> dict[str, Any]:
    """Return one game of a plan's cell, move by move.

    Raises
    ------
    InputError
        If there is no such cell, board or rotation.
    """
    number = as_whole(cell)
    if number is None or not 0 <= number < len(plan.cells):
        cells = "; ".join(f"{c.number} ({c.label})" for c in plan.cells)
        raise InputError(f"cell: found {cell}; allowed: {cells}.")
    chosen = plan.cells[number]
    return replay_board(chosen.table, board, rotation, chosen.variant)


def run(
    config: str | Path | Config | dict[str, Any], *, out: str | Path = "results",
    fresh: bool = False, show: Callable[[Progress], None] = lambda _: None,
) -> Run:
    """Run an experiment, go on with it, or open it if it is complete.

    Parameters
    ----------
    config : path, Config or dict
        A TOML file, or what would stand in one.
    out : path
        Folder for results.
    fresh : bool
        Play again what is there already.
    show : callable
        Told of the progress after every part.

    Returns
    -------
    Run

    Raises
    ------
    InputError
        If the config is refused, or the folder cannot be written; nothing was run.
    StrategyError
        If a strategy failed; finished parts stay.
    """
    return run_checked(plan_of(config), out=out, fresh=fresh, show=show)


def plan_of(
    config: str | Path | Config | dict[str, Any], *, jobs: int | None = None,
    seed: int | None = None, boards: int | None = None, beside: Path | None = None,
) -> Plan:
    """Return the checked plan of a config.

    Parameters
    ----------
    config : path, Config or dict
    jobs, seed, boards : int, optional
        In place of the config's own; `boards` also in place of a precision.
    beside : Path, optional
        Where strategies are looked for first, if the config is not a file.

    Raises
    ------
    InputError
        If it is refused.
    """
    path = expanded(config) if isinstance(config, str | Path) else None
    if path is not None:
        read = read_config(path)
    else:
        read = make_config(config) if isinstance(config, dict) else config  # type: ignore[assignment]
    data = read.model_dump(exclude_none=True, exclude_unset=True)
    if jobs is not None:
        data["compute"] = {**data.get("compute", {}), "jobs": jobs}
    if seed is not None:
        data["seed"] = seed
    if boards is not None:
        data["boards"] = boards
        data.pop("precision", None)
        data.pop("max_boards", None)
    read = make_config(data)
    if path is None:
        return make_plan(read, beside=beside)
    beside = Path.cwd() if is_nameless(path) else path.resolve().parent
    return make_plan(read, name_of(path), beside)


def boards_of(text: str) -> range:
    """Return the boards that a text such as "12" or "0:1000" means.

    Raises
    ------
    InputError
        If it means none.
    """
    first, colon, end = text.partition(":")
    try:
        start = int(first)
        boards = range(start, int(end)) if colon else range(start, start + 1)
    except ValueError:
        boards = range(0)
    if not boards or boards[0] < 0 or boards[-1] > MAX_BOARD:
        raise InputError(f'--board: found "{text}"; allowed: a board (12), or a range (0:1000).')
    return boards


def folder_of(plan: Plan, out: str | Path) -> Path:
    """Return the folder of a plan's run."""
    return expanded(out) / plan.name / plan.hash()


def run_checked(
    plan: Plan, *, out: str | Path = "results", fresh: bool = False,
    show: Callable[[Progress], None] = lambda _: None,
    looks: Callable[[Plan, Path], Callable[[int], str | None]] | None = None,
) -> Run:
    """Run a checked plan; see `run`.

    Parameters
    ----------
    looks : callable, optional
        Makes what is asked after every block whether it is enough, from the plan and the folder;
        by default the plan's precision, if it has one.
    """
    needs_threads()
    store = Store(absolute(folder_of(plan, out)))
    if fresh or not _is_whole(store):
        prepare(plan)  # a strategy that cannot be compiled is refused before anything is written
        with store.opened(plan, _tell, fresh=fresh) as manifest:
            if manifest.pop("mending", False) or not manifest["complete"]:
                _play(plan, store, manifest, show, looks)
    _take_over_report(plan, store)
    return Run(store.folder)


def _tell(text: str) -> None:
    with suppress(OSError, ValueError, AttributeError):
        print(f"warning: {text}", file=sys.stderr, flush=True)  # noqa: T201 - each time anew


def _is_whole(store: Store) -> bool:
    """Tell whether all was played, and every file is as it was written."""
    manifest = salvaged(store.manifest_path, store.folder.name)
    return bool(manifest) and manifest["complete"] and not faults(
        files_of(store.folder, manifest)
    )


def _play(
    plan: Plan, store: Store, manifest: dict[str, Any], show: Callable[[Progress], None],
    looks: Callable[[Plan, Path], Callable[[int], str | None]] | None,
) -> None:
    manifest["summary"] = None
    (store.folder / SUMMARY).unlink(missing_ok=True)
    if looks is None and plan.config.precision is not None:
        from cardsim.analysis.precision import PrecisionReached

        looks = PrecisionReached
    enough = looks(plan, store.folder) if looks is not None else None
    try:
        run_plan(plan, store, manifest, show=show, enough=enough)
    except StrategyError as error:
        error.folder = store.folder  # type: ignore[attr-defined]
        raise
