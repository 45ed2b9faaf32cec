"""`cardsim check CONFIG`: validate, show the cells and an estimate of time, run nothing."""

from __future__ import annotations

from typing import Any

from cardsim.cli.flags import Boards, ConfigPath, Debug, Jobs, Json, Seed


def command(
    config: ConfigPath, jobs: Jobs = None, seed: Seed = None, boards: Boards = None,
    json: Json = False, debug: Debug = False,
) -> None:
    """Check a config: its cells, and how long it would take; nothing is run or written."""
    from cardsim.cli.output import ShowProgress, print_json, print_table, say
    from cardsim.engine.watching import aside
    from cardsim.experiment.bench import estimate_seconds
    from cardsim.experiment.run import plan_of

    plan = plan_of(config, jobs=jobs, seed=seed, boards=boards)
    with ShowProgress(plan.name):
        seconds = aside(estimate_seconds, plan)
    cells: list[dict[str, Any]] = [
        {
            "cell": cell.number, "variant": cell.variant, "lineup": cell.lineup,
            "seats": cell.seats, "rotations": cell.table.rotations,
            "games": plan.boards * cell.table.rotations,
            "players": [player.label for player in cell.table.players],
        }
        for cell in plan.cells
    ]
    if json:
        print_json({
            "cells": cells, "games": plan.games, "seconds": seconds, "hash": plan.hash(),
            "metrics": plan.metrics, "plots": plan.plots,
        })
        return
    print_table(
        plan.config.title or plan.name,
        ["cell", "variant", "line-up", "players", "rotations", "games"],
        [
            [str(c["cell"]), c["variant"], c["lineup"], ", ".join(c["players"]),
             str(c["rotations"]), f"{c['games']:,}"]
            for c in cells
        ],
    )
    most = "at most " if plan.config.precision is not None else ""
    say(f"{most}{plan.games:,} games, {most}about {seconds:,.0f} s on this machine")
