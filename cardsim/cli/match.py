"""`cardsim match A B`: who is better, stopped as soon as it is known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from cardsim.cli.flags import POSITIVE, RESULTS, Debug, Fresh, Jobs, Json, Out, Rules


def command(
    first: Annotated[str, typer.Argument(metavar="A", help="A strategy, with dials if you like: planner:caution=0.2.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    game: Annotated[str, typer.Option("--game", help="Id of the game.")],
    margin: Annotated[
        Optional[float],
        typer.Option("--margin", parser=POSITIVE, metavar="NUMBER", help="Stop also when both are equal within this, in the metric's unit (of shares, 0.005 is half a point in a hundred)."),
    ] = None,
    seats: Annotated[Optional[int], typer.Option("--seats", help="Players at the table (default 4).")] = None,
    metric: Annotated[
        Optional[str], typer.Option("--metric", help="What is compared: a metric of a seat of which more is better, or less (default: the game's main one).")
    ] = None,
    max_boards: Annotated[int, typer.Option("--max-boards", min=1, help="The most boards.")] = 1_000_000,
    method: Annotated[
        str, typer.Option("--method", help='"asymptotic" or "bernstein" (wider, exact at any number of boards; for metrics with bounds).')
    ] = "asymptotic",
    rules: Rules = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="Master seed.")] = 0,
    jobs: Jobs = None,
    out: Out = RESULTS,
    fresh: Fresh = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Play A against B on common boards, in all seats, until one is better, or both are equal."""
    from cardsim.analysis.looks import looked_words
    from cardsim.analysis.match import judge, match_plan
    from cardsim.analysis.match_look import MatchLook
    from cardsim.cli.output import ShowProgress, print_json, say
    from cardsim.cli.running import run_or_explain
    from cardsim.experiment.notation import parse_pairs
    from cardsim.experiment.paths import near

    plan = match_plan(
        game, first, second, seats=seats, margin=margin, seed=seed, max_boards=max_boards,
        jobs=jobs, method=method, metric=metric, beside=Path.cwd(),
        rules=parse_pairs(rules or [], "--rules"),
    )
    with ShowProgress(plan.name) as show:
        run = run_or_explain(plan, out, fresh, show, "the same command", MatchLook)
    verdict = judge(run, (first, second))
    if json:
        print_json({
            **verdict.row(), "stopped": run.manifest["stopped"], "looks": run.manifest["looks"],
            "folder": str(run.folder),
        })
        return
    say(verdict.in_words())
    for line in verdict.lines():
        say(f"  {line}")
    say(looked_words(run))
    say(f"results: {near(run.folder)}")
