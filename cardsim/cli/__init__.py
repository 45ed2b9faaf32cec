"""The command line: one file a command, no logic of its own."""

from __future__ import annotations

import os
import sys
import traceback

STOPPED = 130  # what Typer answers to Ctrl-C where nothing else does
LOST = 1  # the work was done, but what it said was not read


def main() -> None:
    """Run the command line; end with 0 (done), 1 (failed while running) or 2 (refused input)."""
    from cardsim.cli.signals import obey_signals

    obey_signals()
    from cardsim.cli.output import note
    from cardsim.cli.streams import careful_streams

    os.environ["MPLBACKEND"] = "agg"  # a notebook's own does not hold here
    with careful_streams() as (out, _):
        try:
            code = _run()
            out.flush()
        except KeyboardInterrupt:
            code = STOPPED
        except BrokenPipeError:  # some other pipe's reader has gone
            code = 0
        if code == STOPPED:
            note("error: stopped.")
            code = 1
        if out.lost is not None and not out.unread:
            reason = out.lost.strerror or out.lost
            note(f"error: what was to be printed is lost ({reason}).")
            code = code or LOST
    sys.exit(code)


def _run() -> int:
    import typer

    from cardsim.cli.app import app
    from cardsim.cli.output import complain, refuse

    try:
        return app(standalone_mode=False) or 0
    except typer.Abort:
        return STOPPED
    except SystemExit as end:  # a command's own
        return _code(end)
    except Exception as error:  # noqa: BLE001 - whatever it is, it ends as one paragraph
        if hasattr(error, "format_message") and hasattr(error, "exit_code"):  # of the arguments
            return refuse(error)
        if "--debug" in sys.argv:
            traceback.print_exc()
        return complain(error)


def _code(end: SystemExit) -> int:
    """Return an exit code as the interpreter would: a text is printed, and is a failure."""
    from cardsim.cli.output import note

    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    note(f"error: {end.code}")
    return 1
