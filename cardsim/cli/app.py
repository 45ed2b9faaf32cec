"""The Typer app: every command, in the order of the help text."""

from __future__ import annotations

import typer

from cardsim.cli import (
    bench,
    best,
    check,
    compare,
    controls,
    experiment,
    games,
    init,
    match,
    plan,
    plot,
    replay,
    report,
    rules,
    strategies,
    tournament,
    verify,
)

app = typer.Typer(
    name="cardsim",
    help="Play card games by the million, and say how sure the answer is.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)

for module in (
    experiment, check, plan, match, tournament, best, compare, controls, replay, report, plot, games,
    rules,
    strategies, init, bench, verify,
):
    app.command(module.__name__.rsplit(".", 1)[1])(module.command)
