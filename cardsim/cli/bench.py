"""`cardsim bench`: games and decisions a second."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from cardsim.cli.flags import SECONDS, Debug, Json, Rules


def command(
    game: Annotated[Optional[str], typer.Option("--game", help="One game; all if left out.")] = None,
    players: Annotated[
        Optional[str],
        typer.Option("--players", help="Strategies, as in a,b,c,d; each strategy alone if left out."),
    ] = None,
    rules: Rules = None,
    jobs: Annotated[int, typer.Option("--jobs", min=1, max=1_024, help="Threads.")] = 1,
    seconds: Annotated[float, typer.Option("--seconds", parser=SECONDS, metavar="NUMBER", help="Of each measurement.")] = 2.0,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Measure games and decisions a second, by game and line-up (medians of three)."""
    from cardsim.cli.output import print_json, print_table
    from cardsim.experiment.bench import bench_rows
    from cardsim.experiment.notation import parse_pairs, split_members

    rows = bench_rows(
        game, split_members(players) if players is not None else None, jobs, seconds,
        parse_pairs(rules or [], "--rules"),
    )
    if json:
        print_json(rows)
        return
    print_table(
        "", ["game", "players", "jobs", "games/s", "decisions/s", "ns a decision"],
        [
            [row["game"], ", ".join(row["players"]), str(row["jobs"]),
             f"{row['games_per_s']:,.0f}", f"{row['decisions_per_s']:,.0f}",
             f"{row['ns_per_decision']:.1f}"]
            for row in rows
        ],
    )
