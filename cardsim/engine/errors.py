"""The errors that cardsim raises on purpose, and the help they give."""

from __future__ import annotations

import difflib
import sys
import unicodedata
from collections.abc import Iterable
from typing import Any

from cardsim.engine.text import cleaned

MOST_LETTERS = 200  # of a name that is compared with known ones


class CardsimError(Exception):
    """An error with a message for people: one paragraph, no traceback needed."""


class InputError(CardsimError):
    """What was asked for cannot be done; nothing was run and nothing written (exit code 2)."""


class RunError(CardsimError):
    """Something failed while running; finished parts are kept (exit code 1)."""


class AnswerError(Exception):
    """What a strategy answered is no answer; the table says who, and where."""


class StrategyError(RunError):
    """A strategy raised, or answered out of range.

    Parameters
    ----------
    strategy : str
        Name of the strategy.
    seat, board, rotation : int
        Where it happened.
    reason : str
        What it did.
    cell : int or None
        The cell of the experiment, once it is known.

    Attributes
    ----------
    told : dict or None
        The replay of the game so far, if it happened in a replay.
    """

    told: dict[str, Any] | None = None

    def __init__(
        self,
        strategy: str,
        seat: int,
        board: int,
        rotation: int,
        reason: str,
        cell: int | None = None,
    ) -> None:
        self.strategy, self.seat, self.board = strategy, seat, board
        self.rotation, self.reason, self.cell = rotation, reason, cell
        super().__init__(
            f"strategy '{strategy}' {reason} (seat {seat}, board {board}, rotation {rotation})"
        )

    def with_help(self, text: str) -> StrategyError:
        """Return the same error with a sentence more."""
        error = StrategyError(
            self.strategy, self.seat, self.board, self.rotation, self.reason, self.cell
        )
        error.args = (f"{self}. {text}",)
        return error

    def __reduce__(self) -> tuple[type, tuple[object, ...]]:
        return type(self), (
            self.strategy,
            self.seat,
            self.board,
            self.rotation,
            self.reason,
            self.cell,
        )


def nearest(name: str, known: Iterable[str]) -> str:
    """Say which known name is meant, as text to append to an error.

    Returns
    -------
    str
        ``" Did you mean 'x'?"``, or nothing if no known name is near.
    """
    originals = {_bare(k): k for k in known}
    match = difflib.get_close_matches(_bare(str(name)[:MOST_LETTERS]), originals, n=1)
    return f" Did you mean '{originals[match[0]]}'?" if match else ""


def _bare(name: str) -> str:
    """Return a name without accents, widths and capitals, which a typing error may be made of."""
    parts = unicodedata.normalize("NFKD", name.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part)) or name


def one_of(names: Iterable[str]) -> str:
    """Return the names as a readable list: ``a, b, c``."""
    return ", ".join(str(name) for name in names)


_warned: set[str] = set()


def warn(text: str) -> None:
    """Print a warning to stderr, each text once a process."""
    if text in _warned or sys.stderr is None:
        return
    _warned.add(text)
    try:
        print(f"warning: {cleaned(text)}", file=sys.stderr, flush=True)  # noqa: T201 - for the library too
    except (OSError, ValueError):  # nobody listens
        return
