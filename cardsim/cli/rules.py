"""`cardsim rules GAME`: the options of its rules."""

from __future__ import annotations

from typing import Annotated

import typer

from cardsim.cli.flags import Debug, Json


def command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Id of the game.")],
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Show the options of a game's rules: name, default, what is allowed, what it does."""
    from cardsim.cli.output import print_json, print_table, say
    from cardsim.engine.options import option_rows
    from cardsim.engine.registry import find_game

    found = find_game(game)
    rows = option_rows(found.options)
    if json:
        print_json({"game": game, "rules_version": found.rules_version, "options": rows})
        return
    print_table(
        f"{found.title} (rules version {found.rules_version}, "
        f"{found.seats[0]} to {found.seats[1]} players)",
        ["option", "default", "allowed", "what it does"],
        [[row["name"], _written(row["default"]), row["allowed"], row["text"]] for row in rows],
    )
    metrics = ", ".join(f"{m.name} ({m.text})" for m in found.all_metrics.values())
    say(f"\nmetrics: {metrics}")


def _written(value: object) -> str:
    """Return a default as it would be written in a config."""
    if value is None:
        return "–"
    if isinstance(value, bool):
        return str(value).lower()
    return f'"{value}"' if isinstance(value, str) else str(value).replace("'", '"')
