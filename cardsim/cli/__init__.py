"""The command line: one file a command, no logic of its own."""

from __future__ import annotations

import sys
import traceback


def main() -> None:
    """Run the command line; end with 0 (done), 1 (failed while running) or 2 (refused input)."""
    import typer

    from cardsim.cli.app import app
    from cardsim.cli.output import complain

    try:
        sys.exit(app(standalone_mode=False) or 0)
    except typer.Abort:
        sys.exit(complain("stopped."))
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except Exception as error:  # noqa: BLE001 - whatever it is, it ends as one paragraph
        if hasattr(error, "show") and hasattr(error, "exit_code"):  # Typer's, of the arguments
            error.show()
            sys.exit(error.exit_code)
        if "--debug" in sys.argv:
            traceback.print_exc()
        sys.exit(complain(error))
