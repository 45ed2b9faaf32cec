"""`cardsim verify RUN`: whether every file is as it was written."""

from __future__ import annotations

import sys

from cardsim.cli.flags import RESULTS, Debug, Json, Out, RunPath


def command(run: RunPath, out: Out = RESULTS, json: Json = False, debug: Debug = False) -> None:
    """Compare every file of a run with the digests in its manifest; exit 1 if any differs."""
    from cardsim.cli.output import print_json, say
    from cardsim.cli.where import find_run
    from cardsim.experiment.paths import near
    from cardsim.experiment.verify import verify

    opened = find_run(run, out)
    found = verify(opened.folder)
    if json:
        print_json({"folder": str(near(found.folder)), "files": found.files, "bytes": found.size,
                    "wrong": found.wrong})
    elif found.wrong:
        say(*found.wrong)
        say(f"{len(found.wrong):,} wrong; {found.remedy}")
    else:
        state = "complete" if opened.complete else "not complete yet"
        say(f"{near(found.folder)}: {found.files:,} files, {found.size / 1e6:,.1f} MB, all as they "
            f"were written ({state})")
    if found.wrong:
        sys.exit(1)
