"""The flags that mean the same everywhere."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Optional

import typer

from cardsim.engine.text import quoted


def number(allowed: str, fits: Callable[[float], bool]) -> Callable[[str], float]:
    """Return a reader of an option that is a finite number, and fits.

    Parameters
    ----------
    allowed : str
        What may be written, in words.
    fits : callable
        Told the number; whether it may be.
    """

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or not fits(value):
            raise typer.BadParameter(f"found {quoted(text)}; allowed: {allowed}.")
        return value

    read.__name__ = "number"
    return read


POSITIVE = number("a number from 1e-12 to 1e12", lambda value: 1e-12 <= value <= 1e12)
CHANCE = number("a number above 0 and below 1", lambda value: 0 < value < 1)
SECONDS = number("a number from 0.1 to 86,400", lambda value: 0.1 <= value <= 86_400)

ConfigPath = Annotated[
    Path, typer.Argument(metavar="CONFIG", help="A TOML file, or - for standard input.")
]
RunPath = Annotated[
    Path,
    typer.Argument(
        metavar="RUN",
        help="A run's folder, the folder above it (the newest run is taken), or a CONFIG.",
    ),
]
Jobs = Annotated[
    Optional[int], typer.Option("--jobs", min=1, help="Workers (default: the config's, or all cores).")
]
Out = Annotated[Path, typer.Option("--out", help="Folder for results.")]
Seed = Annotated[Optional[int], typer.Option("--seed", min=0, help="Master seed, in place of the config's.")]
Boards = Annotated[
    Optional[int], typer.Option("--boards", help="Boards a cell, in place of the config's.")
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Play again what is there already.")]
Rules = Annotated[
    Optional[list[str]],
    typer.Option("--rules", metavar="NAME=VALUE", help="An option of the rules, such as burn_run=4; may be given several times."),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
RESULTS = Path("results")
