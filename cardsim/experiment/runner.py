"""Runs a plan: blocks of boards in order, spread over workers in parts, written as they end."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

import joblib
import numpy as np
import polars as pl
from joblib.externals.loky.process_executor import TerminatedWorkerError

from cardsim.analysis.looks import due, note
from cardsim.engine.driver import driver_of
from cardsim.engine.errors import RunError, StrategyError, warn
from cardsim.engine.table import Table
from cardsim.experiment.frames import frames, parquet_bytes
from cardsim.experiment.layout import KINDS, Piece, pieces
from cardsim.experiment.manifest import piece_of
from cardsim.experiment.paths import near
from cardsim.experiment.plan import Cell, Plan
from cardsim.experiment.replayable import check_replayable
from cardsim.experiment.stopping import on_interrupt
from cardsim.experiment.store import Store, StoreError

Array = np.ndarray[Any, Any]
SAVE_SECONDS = 1.0  # between two savings of the manifest while files are written
WAVE_GAMES = 200_000  # games between two waits for all workers; bounds the memory


@dataclass
class Progress:
    """How far a run is, for whoever shows it.

    Parameters
    ----------
    games, total : int
        Games done (earlier ones included), and in all.
    played : int
        Games played in this call.
    seconds : float
        Of this call.
    """

    games: int
    total: int
    played: int = 0
    seconds: float = 0.0

    @property
    def rate(self) -> float:
        """Games a second in this call."""
        return self.played / self.seconds if self.seconds > 0 else 0.0


class Interrupted(Exception):
    """The run was asked to stop, and stopped after the parts in flight."""


class WorkerError(RunError):
    """A worker process was killed, twice in a row; what is done is kept."""


def run_plan(
    plan: Plan, store: Store, manifest: dict[str, Any], *,
    show: Callable[[Progress], None] = lambda _: None,
    enough: Callable[[int], str | None] | None = None,
) -> dict[str, Any]:
    """Play what is missing of a plan, and return the manifest.

    Parameters
    ----------
    plan : Plan
    store : Store
        Opened already.
    manifest : dict
        As it was opened; changed in place.
    show : callable
        Told of the progress after every part.
    enough : callable, optional
        Asked after every block (with its number); returns why the run may stop, or None.

    Raises
    ------
    StrategyError
        If a strategy raised or answered out of range; finished blocks stay.
    StoreError
        If the folder cannot be written any more.
    WorkerError
        If worker processes are killed.
    Interrupted
        After Ctrl-C, SIGTERM or SIGHUP.
    """
    return _Run(plan, store, manifest, show, enough).go()


class _Run:
    """One go at a run."""

    def __init__(
        self, plan: Plan, store: Store, manifest: dict[str, Any],
        show: Callable[[Progress], None], enough: Callable[[int], str | None] | None,
    ) -> None:
        self.plan, self.store, self.manifest = plan, store, manifest
        self.show, self.enough = show, enough
        self.blocks = plan.blocks()
        shapes = [(cell.table.rotations, cell.seats) for cell in plan.cells]
        self.pieces = pieces(shapes, self.blocks)
        known = {piece for block in self.pieces for piece in block}
        manifest["files"] = [entry for entry in manifest["files"] if piece_of(entry) in known]
        self.done = {piece_of(entry) for entry in manifest["files"]}
        self.progress = Progress(manifest["games_done"], plan.games)
        self.stopping = False
        self.before = manifest["seconds"]
        self.began = self.saved = time.perf_counter()

    def go(self) -> dict[str, Any]:
        prepare(self.plan)
        self.manifest["not_replayable"] = check_replayable(self.plan)
        with on_interrupt(self._stop):
            try:
                self._save()
                self._go_twice()
            except (Interrupted, StrategyError, WorkerError):
                self._save()
                raise
            except StoreError:  # a full disk may still have room for the manifest
                with suppress(StoreError):
                    self._save()
                raise
        self.manifest["complete"] = True
        self._save()
        return self.manifest

    def _go_twice(self) -> None:
        """Play everything; if a worker is killed, once more what was not written by then."""
        try:
            self._go()
        except TerminatedWorkerError:
            warn("a worker process was killed; what it was playing is tried once more")
        else:
            return
        try:
            self._go()
        except TerminatedWorkerError:
            raise WorkerError(
                "a worker process was killed, and another when it was tried again: by hand, or by "
                "the system because the memory ran out. What is done is kept in "
                f"{near(self.store.folder)}; fewer workers (--jobs) or smaller parts "
                "(compute.part_games) need less memory."
            ) from None

    def _go(self) -> None:
        compute = self.plan.config.compute
        with _backend(self.plan):
            parallel = joblib.Parallel(n_jobs=compute.jobs or -1, return_as="generator")
            for wave in self._waves(range(self.manifest["blocks_done"])):
                self._play(parallel, wave)  # what was damaged
            if not self.manifest["complete"]:
                self._play_all(parallel)

    def _play_all(self, parallel: joblib.Parallel) -> None:
        done = self.manifest["blocks_done"]
        if done and self._look(done - 1):  # an earlier go may have ended before it could look
            return
        for wave in self._waves(range(done, len(self.blocks))):
            self._play(parallel, wave)
            self._advance(wave)
            if self._look(wave[-1]):
                return
            if self.stopping:
                raise Interrupted
        if self.plan.config.precision is not None:
            self.manifest["stopped"] = (
                f"max_boards ({self.plan.boards:,}) was reached before the precision asked for "
                f"({self.plan.config.precision:g})"
            )
        elif self.plan.stop is not None:
            self.manifest["stopped"] = f"max_boards ({self.plan.boards:,}) was reached undecided"

    def _stop(self) -> None:
        self.stopping = True

    def _waves(self, blocks: range) -> Iterator[list[int]]:
        """Yield blocks to be played together: one at a time when there is a look after each."""
        wave: list[int] = []
        games = 0
        for block in blocks:
            wave.append(block)
            games += self.blocks[block][1] * sum(c.table.rotations for c in self.plan.cells)
            if self.enough is not None or games >= WAVE_GAMES:
                yield wave
                wave, games = [], 0
        if wave:
            yield wave

    def _play(self, parallel: joblib.Parallel, wave: list[int]) -> None:
        """Play what is missing of the blocks of a wave."""
        tasks = [
            (piece, self.plan.cells[cell], part)
            for block in wave for piece in self.pieces[block] if piece not in self.done
            for cell in piece.cells
            for part in self._parts(self.plan.cells[cell], piece.first, piece.boards)
        ]
        if not tasks:
            return
        results = parallel(
            joblib.delayed(_play_part)(cell.table, *part) for _, cell, part in tasks
        )
        try:
            self._take_in(results, tasks)
        finally:
            with warnings.catch_warnings():  # parts that were played in vain
                warnings.simplefilter("ignore")
                results.close()

    def _take_in(
        self, results: Iterator[Any], tasks: list[tuple[Piece, Cell, tuple[int, int]]]
    ) -> None:
        """Collect the parts as they come, and write each file as soon as it is whole."""
        batch: list[tuple[Array, Array]] = []
        tables: list[tuple[pl.DataFrame, pl.DataFrame]] = []
        for i, (piece, cell, _part) in enumerate(tasks):
            if self.stopping:
                raise Interrupted
            played = _unwrap(next(results), cell)
            batch.append(played)
            self._count(played)
            following = tasks[i + 1][:2] if i + 1 < len(tasks) else (None, None)
            if following != (piece, cell):
                games, seats = (np.concatenate([part[k] for part in batch]) for k in (0, 1))
                tables.append(frames(cell, piece.first, games, seats))
                batch = []
            if following[0] != piece:
                self._write(piece, tables)
                tables = []

    def _parts(self, cell: Cell, first: int, n: int) -> list[tuple[int, int]]:
        size = max(1, self.plan.config.compute.part_games // cell.table.rotations)
        return [(at, min(size, first + n - at)) for at in range(first, first + n, size)]

    def _write(self, piece: Piece, tables: list[tuple[pl.DataFrame, pl.DataFrame]]) -> None:
        data = {kind: parquet_bytes([both[k] for both in tables]) for k, kind in enumerate(KINDS)}
        self.manifest["files"].append(self.store.put_piece(piece, data))
        self.done.add(piece)
        if time.perf_counter() - self.saved > SAVE_SECONDS:
            self._save()

    def _count(self, played: tuple[Array, Array]) -> None:
        games = len(played[0])
        self.progress.played += games
        self.progress.games = min(self.progress.games + games, self.progress.total)
        self.progress.seconds = time.perf_counter() - self.began
        self.show(self.progress)

    def _advance(self, wave: list[int]) -> None:
        """Note in the manifest that these blocks are whole."""
        boards = sum(n for _, n in self.blocks[: wave[-1] + 1])
        rotations = sum(cell.table.rotations for cell in self.plan.cells)
        self.manifest["blocks_done"] = wave[-1] + 1
        self.manifest["boards_done"] = boards
        self.manifest["games_done"] = boards * rotations
        self._save()

    def _look(self, block: int) -> bool:
        """Ask whether it is enough, if a look is due; note that, and why the run stops."""
        if self.enough is None or not due(self.manifest):
            return False
        note(self.manifest)
        reason = self.enough(block)
        self.manifest["stopped"] = reason
        return reason is not None

    def _save(self) -> None:
        self.saved = time.perf_counter()
        self.manifest["seconds"] = self.before + self.saved - self.began
        self.manifest["files"].sort(key=lambda entry: (entry["block"], entry["cells"]))
        self.store.write_manifest(self.manifest)


def prepare(plan: Plan) -> None:
    """Compile everything that a plan needs, before workers start on it.

    Raises
    ------
    InputError
        If a strategy cannot be compiled.
    """
    driver_of(plan.game)
    for cell in plan.cells:
        for player in cell.table.players:
            _ = player.strategy.chooser


def _play_part(table: Table, first: int, n: int) -> tuple[Array, Array] | StrategyError:
    """Play boards on a table of this worker's own; a strategy's fault is handed back."""
    try:
        return table.alone().play(first, n)
    except StrategyError as error:
        return error


def _unwrap(
    result: tuple[Array, Array] | StrategyError, cell: Cell
) -> tuple[Array, Array]:
    if isinstance(result, StrategyError):
        result.cell = cell.number
        raise result
    return result


@contextmanager
def _backend(plan: Plan) -> Iterator[None]:
    """Let joblib work as the config says."""
    compute = plan.config.compute
    if compute.backend == "threads":
        with joblib.parallel_config(backend="threading"):
            yield
    elif compute.backend == "processes":
        with joblib.parallel_config(
            backend="loky", initializer=_follow_parent, initargs=(os.getpid(),)
        ):
            yield
    else:
        from distributed import Client

        local = {"processes": False, "n_workers": 1, "threads_per_worker": compute.jobs or None,
                 "dashboard_address": None}
        with (
            Client(compute.scheduler) if compute.scheduler  # type: ignore[no-untyped-call]
            else Client(**local),  # type: ignore[no-untyped-call]
            joblib.parallel_config(backend="dask"),
        ):
            yield


def _follow_parent(parent: int) -> None:
    """Make a worker process leave Ctrl-C to its parent, and end when the parent is gone."""
    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1.0)
        os._exit(1)

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=watch, daemon=True).start()
