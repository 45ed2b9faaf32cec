"""`cardsim controls RUN`: the luck of the deal taken off."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Optional

import typer

from cardsim.cli.flags import RESULTS, Debug, Json, Out, RunPath

if TYPE_CHECKING:
    from cardsim.analysis.intervals import Estimate


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
    from cardsim.cli.output import percent, print_json, print_table, say
    from cardsim.cli.where import find_run
    from cardsim.engine.watching import aside

    found = aside(steadied, find_run(run, out), metric, pilot)
    rows = [each.row() for each in found]
    if json:
        print_json(rows)
        return
    print_table(
        f"{rows[0]['metric']}, plain and with the luck of the deal taken off, over finished games",
        ["cell", "seat", "strategy", "plain", "low", "high", "controlled", "low", "high",
         "variance ratio", "boards", "unfinished"],
        [
            [row["label"], str(row["seat"]), row["strategy"],
             *_shown(each.plain), *_shown(each.found.estimate),
             f"{row['variance_ratio']:.3f}" if row["variance_ratio"] is not None else "–",
             f"{row['n_boards']:,}", f"{percent(row['unfinished'], 2)} %"]
            for row, each in zip(rows, found, strict=True)
        ],
    )
    for method in dict.fromkeys(row["method"] for row in rows):
        say(f"made how: {method}")
    say("variance ratio: that of the plain estimate over this one; 1.2 saves a sixth of the boards")


def _shown(estimate: Estimate) -> list[str]:
    """Return an estimate with low and high, as exactly as it is known, or its reason."""
    from cardsim.analysis.comparisons import decimals

    if estimate.estimate is None or estimate.low is None or estimate.high is None:
        return [f"no number: {estimate.reason}", "", ""]
    places = max(decimals((estimate.high - estimate.low) / 2), 0)
    return [f"{each:.{places}f}" for each in (estimate.estimate, estimate.low, estimate.high)]
