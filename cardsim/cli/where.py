"""Finds the run, or the plan, that an argument means."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING

from cardsim.engine.errors import InputError
from cardsim.experiment.paths import expanded
from cardsim.experiment.source import is_there

if TYPE_CHECKING:
    from cardsim.experiment.plan import Plan
    from cardsim.experiment.run import Run


def find_run(path: Path, out: Path) -> Run:
    """Return the run in a folder, the newest one below it, or the one that a config has made.

    Raises
    ------
    InputError
        If there is none.
    """
    from cardsim.experiment.manifest import MANIFEST
    from cardsim.experiment.run import Run, folder_of, plan_of

    path = expanded(path)
    if _is_config(path):
        folder = folder_of(plan_of(path), out)
        if not (folder / MANIFEST).is_file():
            others = sorted(str(file.parent) for file in folder.parent.glob(f"*/{MANIFEST}"))
            told = (
                f"there are runs with other settings: {', '.join(others)}" if others
                else f"run it first: cardsim experiment {shlex.quote(str(path))}"
            )
            raise InputError(f"{path}: not run yet as it is now (looked in {folder}); {told}")
        return Run(folder)
    below = sorted(path.glob(f"*/{MANIFEST}"), key=lambda file: file.stat().st_mtime)
    if not (path / MANIFEST).is_file() and below:
        return Run(below[-1].parent)
    return Run(path)


def find_plan(path: Path, out: Path, seed: int | None) -> Plan:
    """Return the plan of a config, or of a run."""
    from cardsim.experiment.run import plan_of

    path = expanded(path)
    if _is_config(path):
        return plan_of(path, seed=seed)
    run = find_run(path, out)
    if seed is not None and seed != run.manifest["seed"]:
        raise InputError(
            f"--seed: found {seed}; a run is replayed with its own seed, {run.manifest['seed']}; "
            "give the config in place of the run to play afresh."
        )
    return run.unchanged_plan()


def _is_config(path: Path) -> bool:
    return is_there(path) or (path.suffix == ".toml" and not path.is_dir())
