"""`cardsim plan CONFIG --detect D`: how many boards it takes."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from cardsim.cli.flags import CHANCE, POSITIVE, ConfigPath, Debug, Jobs, Json, Seed


def command(
    config: ConfigPath,
    detect: Annotated[float, typer.Option("--detect", parser=POSITIVE, metavar="NUMBER", help="The difference to detect, in the metric's unit (0.005 is half a point in a hundred).")],
    power: Annotated[float, typer.Option("--power", parser=CHANCE, metavar="NUMBER", help="Chance of detecting it.")] = 0.9,
    pilot: Annotated[int, typer.Option("--pilot", min=60, max=10_000_000, help="Boards of the pilot.")] = 1_000,
    metric: Annotated[Optional[str], typer.Option("--metric", help="Which metric (default: the config's first).")] = None,
    jobs: Jobs = None,
    seed: Seed = None,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Say how many boards, and minutes, a difference takes; from a pilot that is not kept."""
    from cardsim.analysis.needed import boards_for
    from cardsim.cli.output import ShowProgress, print_json, say
    from cardsim.engine.watching import aside
    from cardsim.experiment.run import plan_of

    plan = plan_of(config, jobs=jobs, seed=seed)
    with ShowProgress("pilot"):
        needed = aside(boards_for, plan, detect, power, pilot, metric)
    if json:
        print_json([row.__dict__ for row in needed])
        return
    for row in needed:
        say(f"- {row.in_words()}")
