"""The flags that mean the same everywhere."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Optional

import typer

ConfigPath = Annotated[Path, typer.Argument(metavar="CONFIG", help="A TOML file.")]
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
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Debug = Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")]
RESULTS = Path("results")
