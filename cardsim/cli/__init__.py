"""The command line: one file a command, no logic of its own."""

from __future__ import annotations

import os
import sys
import traceback

STOPPED = 130  # what Typer answers to Ctrl-C where nothing else does


def main() -> None:
    """Run the command line; end with 0 (done), 1 (failed while running) or 2 (refused input)."""
    try:
        code = _run()
        sys.stdout.flush()
    except KeyboardInterrupt:
        code = STOPPED
    except BrokenPipeError:  # whoever read the output has seen enough
        code = 0
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if code == STOPPED:
        print("error: stopped.", file=sys.stderr)
        code = 1
    sys.exit(code)


def _run() -> int:
    import typer

    from cardsim.cli.app import app
    from cardsim.cli.output import complain

    try:
        return app(standalone_mode=False) or 0
    except typer.Abort:
        return STOPPED
    except SystemExit as end:  # a command's own, or Typer's of a broken pipe
        return 0 if isinstance(end.__context__, BrokenPipeError) else int(end.code or 0)
    except Exception as error:  # noqa: BLE001 - whatever it is, it ends as one paragraph
        if hasattr(error, "show") and hasattr(error, "exit_code"):  # Typer's, of the arguments
            error.show()
            return int(error.exit_code)
        if "--debug" in sys.argv:
            traceback.print_exc()
        return complain(error)
