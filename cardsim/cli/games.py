"""`cardsim games`: what there is to play."""

from __future__ import annotations

from cardsim.cli.flags import Debug, Json


def command(json: Json = False, debug: Debug = False) -> None:
    """List the games."""
    from cardsim.cli.output import print_json, print_table
    from cardsim.engine.registry import find_game, game_ids

    games = [find_game(name) for name in game_ids()]
    if json:
        print_json([
            {"game": g.id, "title": g.title, "players": list(g.seats), "summary": g.summary,
             "rules_version": g.rules_version, "metrics": list(g.all_metrics)}
            for g in games
        ])
        return
    print_table(
        "", ["game", "title", "players", "what it is"],
        [[g.id, g.title, f"{g.seats[0]}–{g.seats[1]}", g.summary] for g in games],
    )
