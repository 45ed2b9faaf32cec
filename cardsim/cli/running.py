"""Runs a plan for a command, and explains what stopped it."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardsim.experiment.plan import Plan
    from cardsim.experiment.run import Run


def run_or_explain(
    plan: Plan, out: Path, fresh: bool, show: Callable[[Any], None], again: str,
    looks: Any = None, replayed: str | None = None,
) -> Run:
    """Run a plan; on Ctrl-C, a full disk or a killed worker say how to go on, on a strategy's fault how to see the game.

    Parameters
    ----------
    again : str
        The command that goes on.
    looks : callable, optional
        See `run_checked`.
    replayed : str, optional
        What to give to ``cardsim replay``; the run's folder if left out.
    """
    from cardsim.cli.output import note
    from cardsim.engine.errors import StrategyError
    from cardsim.experiment.run import folder_of, run_checked
    from cardsim.experiment.runner import Interrupted, WorkerError
    from cardsim.experiment.store import StoreError

    folder = folder_of(plan, out)
    try:
        return run_checked(plan, out=out, fresh=fresh, show=show, looks=looks)
    except Interrupted:
        note(f"stopped; what is done is in {folder}. To go on: {again}")
        sys.exit(1)
    except (StoreError, WorkerError) as error:
        raise type(error)(f"{error} To go on: {again}") from None
    except StrategyError as error:
        told = (
            f"cardsim replay {replayed or shlex.quote(str(folder))} --cell {error.cell} --board {error.board} "
            f"--rotation {error.rotation}"
        )
        raise error.with_help(f"Finished parts are kept. To see the game: {told}") from error
