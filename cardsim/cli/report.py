"""`cardsim report RUN`: figures and HTML report again."""

from __future__ import annotations

from cardsim.cli.flags import RESULTS, Debug, Out, RunPath


def command(run: RunPath, out: Out = RESULTS, debug: Debug = False) -> None:
    """Make the figures and the HTML report of a run again."""
    from cardsim.cli.shown import show_run
    from cardsim.cli.where import find_run

    show_run(find_run(run, out))
