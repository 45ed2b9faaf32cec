"""`cardsim match A B`: who is better, stopped as soon as it is known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

from cardsim.cli.flags import RESULTS, Debug, Fresh, Jobs, Json, Out


def command(
    first: Annotated[str, typer.Argument(metavar="A", help="A strategy.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Another.")],
    game: Annotated[str, typer.Option("--game", help="Id of the game.")],
    margin: Annotated[
        Optional[float],
        typer.Option("--margin", help="Stop also when both are equal within this (0.005 is half a point in a hundred)."),
    ] = None,
    seats: Annotated[Optional[int], typer.Option("--seats", help="Players at the table (default 4).")] = None,
    metric: Annotated[
        Optional[str], typer.Option("--metric", help="What is compared (default: the game's main metric).")
    ] = None,
    max_boards: Annotated[int, typer.Option("--max-boards", min=1, help="The most boards.")] = 1_000_000,
    method: Annotated[
        str, typer.Option("--method", help='"asymptotic" or "bernstein" (wider, exact at any number of boards).')
    ] = "asymptotic",
    seed: Annotated[int, typer.Option("--seed", min=0, help="Master seed.")] = 0,
    jobs: Jobs = None,
    out: Out = RESULTS,
    fresh: Fresh = False,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Play A against B on common boards, in all seats, until one is better, or both are equal."""
    from cardsim.analysis.match import MatchLook, judge, match_plan
    from cardsim.cli.output import ShowProgress, print_json
    from cardsim.cli.running import run_or_explain
    from cardsim.experiment.paths import near

    plan = match_plan(
        game, first, second, seats=seats, margin=margin, seed=seed, max_boards=max_boards,
        jobs=jobs, method=method, metric=metric, beside=Path.cwd(),
    )
    with ShowProgress(plan.name) as show:
        run = run_or_explain(plan, out, fresh, show, "the same command", MatchLook)
    verdict = judge(run)
    if json:
        print_json({
            "decision": verdict.decision, "words": verdict.in_words(),
            "difference": verdict.interval.estimate, "low": verdict.interval.low,
            "high": verdict.interval.high, "n_boards": verdict.interval.n_boards,
            "by_seat": [
                {"seat": seat, "difference": d.difference, "low": d.family_low,
                 "high": d.family_high, "p_holm": d.p_holm}
                for seat, d in enumerate(verdict.by_seat)
            ],
            "folder": str(near(run.folder)),
        })
        return
    print(verdict.in_words())
    for seat, found in enumerate(verdict.by_seat):
        if found.difference is None or found.family_low is None or found.family_high is None:
            print(f"  seat {seat}: {found.reason}")
            continue
        print(
            f"  seat {seat}: {100 * found.difference:+.2f} "
            f"({100 * found.family_low:+.2f} to {100 * found.family_high:+.2f}, all seats together)"
        )
    print(f"results: {near(run.folder)}")
