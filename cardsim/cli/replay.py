"""`cardsim replay RUN`: one game again, move by move."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from cardsim.cli.flags import RESULTS, Debug, Out, RunPath, Seed


class Format(StrEnum):
    """How a replay is told."""

    text = "text"
    json = "json"


def command(
    run: RunPath,
    board: Annotated[str, typer.Option("--board", help="A board, or a range such as 0:1000.")] = "0",
    cell: Annotated[int, typer.Option("--cell", help="A cell of the run (see `cardsim check`).")] = 0,
    rotation: Annotated[int, typer.Option("--rotation", help="Which rotation of the line-up.")] = 0,
    format: Annotated[  # noqa: A002 - the name of the flag
        Format, typer.Option("--format", help="In words, or as JSON.")] = Format.text,
    seed: Seed = None,
    out: Out = RESULTS,
    debug: Debug = False,
) -> None:
    """Replay one game in words or as JSON; of a range of boards, JSON lines."""
    from cardsim.cli.output import print_json, say
    from cardsim.cli.streams import still_read
    from cardsim.cli.where import find_plan
    from cardsim.engine.errors import StrategyError
    from cardsim.engine.replay import narrate
    from cardsim.experiment.run import boards_of, replay_cell

    plan = find_plan(run, out, seed)
    boards = boards_of(board)
    for number in boards:
        if not still_read():
            break
        try:
            told = replay_cell(plan, cell, number, rotation)
        except StrategyError as error:
            if error.told and format is Format.text:
                say(*narrate(error.told, plan.game.words))
            raise
        if format is Format.text:
            say(*narrate(told, plan.game.words))
        else:
            print_json(told, indent=None)
