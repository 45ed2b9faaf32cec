"""`cardsim tournament`: who beats whom, and a rating."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from cardsim.cli.flags import RESULTS, Debug, Fresh, Jobs, Json, Out, Rules


def command(
    game: Annotated[str, typer.Option("--game", help="Id of the game.")],
    players: Annotated[
        Optional[str], typer.Option("--players", help="Strategies, as in a,b,c:dial=0.2; all if left out.")
    ] = None,
    seats: Annotated[Optional[int], typer.Option("--seats", help="Players at a table (default 4).")] = None,
    boards: Annotated[int, typer.Option("--boards", min=1, help="Boards of each line-up.")] = 10_000,
    rules: Rules = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Master seed.")] = 0,
    jobs: Jobs = None,
    out: Out = RESULTS,
    fresh: Fresh = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Play every line-up of interest on the same boards: win matrix, ratings, cycles."""
    from cardsim.analysis.tournament import standing, tournament_plan
    from cardsim.cli.output import ShowProgress, print_json
    from cardsim.cli.running import run_or_explain
    from cardsim.cli.standings import show_standing, standing_json
    from cardsim.engine.discovery import find_strategies
    from cardsim.engine.registry import find_game
    from cardsim.experiment.notation import parse_pairs, split_members
    from cardsim.experiment.paths import near

    here = Path.cwd()
    names = (
        split_members(players) if players is not None
        else list(find_strategies(find_game(game).id, here))
    )
    plan = tournament_plan(
        game, names, seats=seats, boards=boards, seed=seed, jobs=jobs, beside=here,
        rules=parse_pairs(rules or [], "--rules"),
    )
    with ShowProgress(plan.name) as show:
        run = run_or_explain(plan, out, fresh, show, "the same command")
    found = standing(run)
    if json:
        print_json({**standing_json(found), "folder": str(near(run.folder))})
        return
    show_standing(found, run)
