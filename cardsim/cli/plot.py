"""`cardsim plot RUN FIGURE`: one figure."""

from __future__ import annotations

from typing import Annotated

import typer

from cardsim.cli.flags import RESULTS, Debug, Out, RunPath


def command(
    run: RunPath,
    figure: Annotated[str, typer.Argument(metavar="FIGURE", help="Its name.")],
    out: Out = RESULTS,
    debug: Debug = False,
) -> None:
    """Draw one figure of a run, as PNG and SVG."""
    from cardsim.cli.output import say
    from cardsim.cli.where import find_run
    from cardsim.experiment.paths import near
    from cardsim.plots.draw import save

    found = find_run(run, out)
    for file in save(found, figure, found.folder / "plots"):
        say(near(file))
