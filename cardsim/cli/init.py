"""`cardsim init FOLDER`: examples to edit."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Annotated

import typer

from cardsim.cli.flags import Debug


def command(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to.")],
    debug: Debug = False,
) -> None:
    """Copy the example experiments and a first strategy of your own into a folder."""
    from cardsim.cli.output import say
    from cardsim.experiment.examples import copy_examples
    from cardsim.experiment.paths import expanded

    folder = expanded(folder)
    for file in copy_examples(folder):
        say(file)
    say(f"\nnow: cd {shlex.quote(str(folder))} && cardsim experiment experiments/bagel_first_player.toml")
