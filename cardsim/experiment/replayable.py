"""A look before a run: its games must come out the same when they are played in another order."""

from __future__ import annotations

import time

from cardsim.engine.errors import StrategyError, warn
from cardsim.engine.table import Table
from cardsim.engine.watching import aside
from cardsim.experiment.plan import Plan

BOARDS = 3
SECONDS = 2.0  # of looking at one table of ordinary Python; one board is looked at in any case


def check_replayable(plan: Plan) -> list[str]:
    """Play a few boards of each line-up twice, in another order, and name who played otherwise.

    A strategy that remembers earlier games, or draws from elsewhere than its own stream, plays
    otherwise for other workers, and its games cannot be replayed. It is warned of, aloud.

    Returns
    -------
    list of str
        The names of such strategies, for the manifest.
    """
    found: list[str] = []
    looked_at: set[tuple[str, ...]] = set()
    for cell in plan.cells:
        players = tuple(
            f"{player.strategy.name} {sorted(player.params.items())}" for player in cell.table.players
        )
        if players in looked_at or not _may_remember(cell.table):
            continue
        looked_at.add(players)
        found += [name for name in aside(unlike, cell.table) if name not in found]
    for name in found:
        warn(
            f"strategy '{name}' does not play the same games again: it remembers earlier ones, or "
            "draws from elsewhere than its rng. Results depend on how the work is spread, and "
            "games cannot be replayed; the manifest says so."
        )
    return found


def _may_remember(table: Table) -> bool:
    """Tell whether a table has a strategy of ordinary Python; compiled ones can keep nothing."""
    return any(not player.strategy.compiled for player in table.players)


def unlike(table: Table, first: int = 0) -> list[str]:
    """Return who answers otherwise when boards are played again, the last one first.

    Parameters
    ----------
    table : Table
    first : int
        The first board that is played.
    """
    began = time.perf_counter()
    told: dict[int, list[tuple[int, int]]] = {}
    found = []
    try:
        for board in range(first, first + BOARDS):
            told[board] = _answers(table, board)
            if time.perf_counter() - began > SECONDS / 2:
                break
        for board, before in reversed(told.items()):
            player = _first_unlike(before, _answers(table, board))
            if player is not None:
                found.append(table.players[player].strategy.name)
    except StrategyError:  # the run itself will tell where
        return found
    return list(dict.fromkeys(found))


def _answers(table: Table, board: int) -> list[tuple[int, int]]:
    """Play a board at a table of its own; return who was asked, and the answer, in order."""
    at = table.alone()
    at.compiled = False  # asked from Python, one decision at a time
    told: list[tuple[int, int]] = []
    ask = at.ask

    def noting() -> int:
        answer = ask()
        told.append((int(at.places[-1][0].player), answer))
        return answer

    at.ask = noting  # type: ignore[method-assign]
    at.play(board, 1)
    return told


def _first_unlike(before: list[tuple[int, int]], again: list[tuple[int, int]]) -> int | None:
    """Return the player whose answer is the first that differs."""
    return next((one[0] for one, other in zip(before, again, strict=False) if one != other), None)
