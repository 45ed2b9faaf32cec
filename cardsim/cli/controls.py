"""`cardsim controls RUN`: the luck of the deal taken off."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from cardsim.cli.flags import RESULTS, Debug, Json, Out, RunPath


def command(
    run: RunPath,
    metric: Annotated[Optional[str], typer.Option("--metric", help="Which metric (default: the run's first).")] = None,
    pilot: Annotated[int, typer.Option("--pilot", min=60, max=10_000_000, help="Boards of the pilot.")] = 4_000,
    out: Out = RESULTS,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Estimate by seat with control variates: less noise for the same boards."""
    from cardsim.analysis.luck import steadied
    from cardsim.cli.output import print_json, print_table, say
    from cardsim.cli.where import find_run
    from cardsim.engine.watching import aside

    found = aside(steadied, find_run(run, out), metric, pilot)
    rows = [each.row() for each in found]
    if json:
        print_json(rows)
        return
    print_table(
        f"{rows[0]['metric']}, the luck of the deal taken off",
        ["cell", "seat", "strategy", "estimate", "low", "high", "boards", "variance ratio"],
        [
            [row["label"], str(row["seat"]), row["strategy"],
             *(f"{row[k]:.4f}" if row[k] is not None else row["reason"] if k == "estimate" else ""
               for k in ("estimate", "low", "high")),
             f"{row['n_boards']:,}",
             f"{row['variance_ratio']:.3f}" if row["variance_ratio"] is not None else ""]
            for row in rows
        ],
    )
    say("variance ratio: that of the plain estimate over this one; 1.2 saves a sixth of the boards")
