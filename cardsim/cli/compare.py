"""`cardsim compare RUN`: variants or strategies, paired on common boards."""

from __future__ import annotations

from typing import Annotated, Optional

import typer

from cardsim.cli.flags import RESULTS, Debug, Json, Out, RunPath


def command(
    run: RunPath,
    by: Annotated[
        Optional[str],
        typer.Option("--by", help='"variants", "lineups", "strategies" or "seats" (default: whatever differs).'),
    ] = None,
    out: Out = RESULTS,
    json: Json = False,
    debug: Debug = False,
) -> None:
    """Compare variants or strategies, paired on common boards and adjusted for being many."""
    from cardsim.analysis.compare import compare
    from cardsim.analysis.looks import looked_words
    from cardsim.analysis.seats import seat_fairness
    from cardsim.cli.output import print_json, say
    from cardsim.cli.where import find_run

    opened = find_run(run, out)
    if not json and (looked := looked_words(opened)):
        say(looked)
    if by == "seats":
        fairness = seat_fairness(opened)
        if json:
            print_json([finding.row() for finding in fairness])
        for finding in [] if json else fairness:
            say(f"- {finding.in_words()}")
        if not fairness and not json:
            say('this run estimates no share of a seat, such as "loses"')
        return
    found = compare(opened, by)
    if json:
        print_json([comparison.row() for comparison in found])
        return
    for comparison in found:
        ratio = comparison.difference.variance_ratio
        gain = "" if ratio is None else f" [pairing on boards is worth {ratio:.2g} times the boards]"
        say(f"- {comparison.words}{gain}")
