"""Timing in windows: the two sides take turns, so a machine that changes speed is fair to both."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

SECONDS, WINDOWS = 1.5, 5

Side = Callable[[], tuple[int, int]]  # plays some games, returns (games, moves)


def rate(side: Side, seconds: float = SECONDS) -> tuple[float, float]:
    """Return games and moves a second over one window."""
    games = moves = 0
    began = time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        more_games, more_moves = side()
        games += more_games
        moves += more_moves
    return games / spent, moves / spent


def compare(ours: Side, theirs: Side, name: str, what: int) -> None:
    """Print the medians of both sides and of the ratio; `what` is 0 for games, 1 for moves."""
    ours()
    theirs()
    pairs = [(rate(ours)[what], rate(theirs)[what]) for _ in range(WINDOWS)]
    unit = ("games/s", "moves/s")[what]
    mine, other = (statistics.median(pair[i] for pair in pairs) for i in (0, 1))
    ratios = sorted(a / b for a, b in pairs)
    print(
        f"{name}: {mine:,.0f} against {other:,.0f} {unit}; ratio {statistics.median(ratios):.1f} "
        f"({ratios[0]:.1f} to {ratios[-1]:.1f})"
    )


def table_side(game: str, strategy: str, boards: int) -> Side:
    """Return a side that plays four of a strategy in cardsim, on ever new boards."""
    from cardsim.engine.discovery import find_strategy
    from cardsim.engine.registry import find_game
    from cardsim.engine.table import Player, Table

    found = find_game(game)
    table = Table(found, found.options(), [Player(find_strategy(strategy, game))] * 4, seed=1)
    first = 0

    def play() -> tuple[int, int]:
        nonlocal first
        games, _ = table.play(first, boards)
        first += boards
        return len(games), int(games["turns"].sum())

    return play
