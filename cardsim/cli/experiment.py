"""`cardsim experiment CONFIG`: run it, go on with it, or show it."""

from __future__ import annotations

import sys

from cardsim.cli.flags import (
    RESULTS,
    Boards,
    ConfigPath,
    Debug,
    Fresh,
    Jobs,
    Json,
    Out,
    Seed,
)


def command(
    config: ConfigPath, jobs: Jobs = None, out: Out = RESULTS, seed: Seed = None,
    boards: Boards = None, fresh: Fresh = False, json: Json = False, debug: Debug = False,
) -> None:
    """Run an experiment: go on where it was, show it if it is complete."""
    from cardsim.cli.output import ShowProgress, print_json
    from cardsim.cli.shown import show_run
    from cardsim.engine.errors import StrategyError
    from cardsim.experiment.run import folder_of, plan_of, run_checked
    from cardsim.experiment.runner import Interrupted

    plan = plan_of(config, jobs=jobs, seed=seed, boards=boards)
    again = f"cardsim experiment {config}" + (f" --out {out}" if out != RESULTS else "")
    again += f" --seed {seed}" if seed is not None else ""
    again += f" --boards {boards}" if boards is not None else ""
    try:
        with ShowProgress(plan.name) as show:
            run = run_checked(plan, out=out, fresh=fresh, show=show)
    except Interrupted:
        folder = folder_of(plan, out)
        print(f"stopped; what is done is in {folder}. To go on: {again}", file=sys.stderr)
        sys.exit(1)
    except StrategyError as error:
        told = (
            f"cardsim replay {config} --cell {error.cell} --board {error.board} "
            f"--rotation {error.rotation}"
        )
        raise error.with_help(f"Finished parts are kept. To see the game: {told}") from error
    if json:
        print_json({"folder": str(run.folder), "summary": run.summary().to_dicts()})
        return
    show_run(run)
