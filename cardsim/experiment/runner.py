"""Runs a plan: blocks of boards in order, spread over workers in parts, written as they end."""

from __future__ import annotations

import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import joblib
import numpy as np

from cardsim.analysis.looks import due, note
from cardsim.engine.driver import driver_of
from cardsim.engine.errors import StrategyError
from cardsim.engine.table import Table
from cardsim.experiment.frames import frames, write_parquet
from cardsim.experiment.plan import Cell, Plan
from cardsim.experiment.replayable import check_replayable
from cardsim.experiment.store import Store, new_manifest

Array = np.ndarray[Any, Any]
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


def run_plan(
    plan: Plan, store: Store, *, show: Callable[[Progress], None] = lambda _: None,
    enough: Callable[[int], str | None] | None = None,
) -> dict[str, Any]:
    """Play what is missing of a plan, and return the manifest.

    Parameters
    ----------
    plan : Plan
    store : Store
        Opened already.
    show : callable
        Told of the progress after every part.
    enough : callable, optional
        Asked after every block (with its number); returns why the run may stop, or None.

    Raises
    ------
    StrategyError
        If a strategy raised or answered out of range; finished blocks stay.
    Interrupted
        After Ctrl-C.
    """
    manifest = store.read_manifest() or new_manifest(plan)
    if manifest["complete"]:
        return manifest
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
        self.progress = Progress(manifest["games_done"], plan.games)
        self.stopping = False
        self.before = manifest["seconds"]

    def go(self) -> dict[str, Any]:
        prepare(self.plan)
        self.manifest["not_replayable"] = check_replayable(self.plan)
        self.began = time.perf_counter()
        compute = self.plan.config.compute
        with _backend(self.plan), _on_interrupt(self._stop):
            parallel = joblib.Parallel(n_jobs=compute.jobs or -1, return_as="generator")
            try:
                self._play_all(parallel)
            except (Interrupted, StrategyError):
                self._save()
                raise
        self.manifest["complete"] = True
        self._save()
        return self.manifest

    def _play_all(self, parallel: joblib.Parallel) -> None:
        done = self.manifest["blocks_done"]
        if done and self._look(done - 1):  # an earlier go may have ended before it could look
            return
        for wave in self._waves():
            self._play(parallel, wave)
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

    def _waves(self) -> Iterator[list[int]]:
        """Yield blocks to be played together: one at a time when there is a look after each."""
        wave: list[int] = []
        games = 0
        for block in range(self.manifest["blocks_done"], len(self.blocks)):
            wave.append(block)
            games += self.blocks[block][1] * sum(c.table.rotations for c in self.plan.cells)
            if self.enough is not None or games >= WAVE_GAMES:
                yield wave
                wave, games = [], 0
        if wave:
            yield wave

    def _play(self, parallel: joblib.Parallel, wave: list[int]) -> None:
        """Play the blocks of a wave."""
        tasks = [
            (cell, block, part)
            for block in wave for cell in self.plan.cells
            if not self.store.has(cell.number, block)
            for part in self._parts(cell, *self.blocks[block])
        ]
        if not tasks:
            self._advance(wave)
            return
        results = parallel(
            joblib.delayed(_play_part)(cell.table, *part) for cell, _, part in tasks
        )
        try:
            self._take_in(results, tasks)
        finally:
            with warnings.catch_warnings():  # parts that were played in vain
                warnings.simplefilter("ignore")
                results.close()
        self._advance(wave)

    def _take_in(self, results: Iterator[Any], tasks: list[Any]) -> None:
        """Collect the parts as they come, and write each block as soon as it is whole."""
        batch: list[tuple[Array, Array]] = []
        for i, (cell, block, _part) in enumerate(tasks):
            if self.stopping:
                raise Interrupted
            played = _unwrap(next(results), cell)
            batch.append(played)
            self._count(played)
            last = i + 1 == len(tasks) or tasks[i + 1][:2] != (cell, block)
            if last:
                self._write(cell, block, batch)
                batch = []

    def _parts(self, cell: Cell, first: int, n: int) -> list[tuple[int, int]]:
        size = max(1, self.plan.config.compute.part_games // cell.table.rotations)
        return [(at, min(size, first + n - at)) for at in range(first, first + n, size)]

    def _write(self, cell: Cell, block: int, batch: list[tuple[Array, Array]]) -> None:
        games = np.concatenate([part[0] for part in batch])
        seats = np.concatenate([part[1] for part in batch])
        games_frame, seats_frame = frames(cell, self.blocks[block][0], games, seats)
        write_parquet(seats_frame, self.store.file("seats", cell.number, block))
        write_parquet(games_frame, self.store.file("games", cell.number, block))

    def _count(self, played: tuple[Array, Array]) -> None:
        games = len(played[0])
        self.progress.played += games
        self.progress.games = min(self.progress.games + games, self.progress.total)
        self.progress.seconds = time.perf_counter() - self.began
        self.show(self.progress)

    def _advance(self, wave: list[int]) -> None:
        """Note in the manifest that these blocks are whole."""
        first, n = self.blocks[wave[-1]]
        rotations = sum(cell.table.rotations for cell in self.plan.cells)
        self.manifest["blocks_done"] = wave[-1] + 1
        boards = first + n - self.plan.config.first_board
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
        self.manifest["seconds"] = self.before + time.perf_counter() - self.began
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


class _on_interrupt:  # noqa: N801 - reads as what it is: with _on_interrupt(stop)
    """Turn Ctrl-C into a request to stop after the parts in flight; a second one is obeyed."""

    def __init__(self, stop: Callable[[], None]) -> None:
        self.stop = stop

    def __enter__(self) -> None:
        self.before: Any = None
        try:
            self.before = signal.signal(signal.SIGINT, self._handle)
        except ValueError:  # not in the main thread: whoever started the thread decides
            self.before = None

    def _handle(self, _signum: int, _frame: Any) -> None:
        self.stop()
        signal.signal(signal.SIGINT, self.before or signal.SIG_DFL)

    def __exit__(self, *_: object) -> None:
        if self.before is not None:
            signal.signal(signal.SIGINT, self.before)
