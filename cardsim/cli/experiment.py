"""`cardsim experiment CONFIG`: run it, go on with it, or show it."""

from __future__ import annotations

import shlex

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
    from cardsim.cli.running import run_or_explain
    from cardsim.cli.shown import show_run
    from cardsim.experiment.paths import near
    from cardsim.experiment.run import plan_of

    plan = plan_of(config, jobs=jobs, seed=seed, boards=boards)
    written, own_seed = shlex.quote(str(config)), f" --seed {seed}" if seed is not None else ""
    again = f"cardsim experiment {written}{own_seed}"
    again += f" --out {shlex.quote(str(out))}" if out != RESULTS else ""
    again += f" --boards {boards}" if boards is not None else ""
    with ShowProgress(plan.name) as show:
        run = run_or_explain(plan, out, fresh, show, again, replayed=written + own_seed)
    if json:
        print_json({"folder": str(near(run.folder)), "summary": run.summary().to_dicts()})
        return
    show_run(run)
