"""`cardsim strategies [GAME]`: who can play."""

from __future__ import annotations

from typing import Annotated, Any, Optional

import typer

from cardsim.cli.flags import Debug, Json


def command(
    game: Annotated[
        Optional[str], typer.Argument(metavar="[GAME]", help="Id of the game; all if left out.")
    ] = None,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """List strategies with their idea and their dials."""
    from cardsim.cli.output import print_json, print_table
    from cardsim.engine.discovery import find_strategies
    from cardsim.engine.registry import find_game, game_ids

    rows: list[dict[str, Any]] = []
    for name in [find_game(game).id] if game else game_ids():
        for strategy in find_strategies(name).values():
            rows.append({
                "game": name, "strategy": strategy.name, "text": strategy.text,
                "dials": dict(strategy.dials), "compiled": strategy.compiled,
                "source": str(strategy.source),
            })
    if json:
        print_json(rows)
        return
    print_table(
        "", ["game", "strategy", "idea", "dials"],
        [
            [row["game"], row["strategy"], " ".join(row["text"].split("\n\n")[0].split()),
             ", ".join(f"{dial} = {str(value).lower()}" for dial, value in row["dials"].items())]
            for row in rows
        ],
    )
