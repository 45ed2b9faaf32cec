"""The duel: the engine against a reference of the rules, move by move.

The engine plays a random game with random options and writes its replay; the reference, which
was written from the rule book alone, referees every legal move, effect, state and score of it.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from cardsim.engine.discovery import find_strategies
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game
from cardsim.engine.replay import replay
from cardsim.engine.table import Player, Table


def duel(
    game_id: str, reference: ModuleType, games: int, seed: int, *, most_turns: int,
    strategies: Sequence[str] = ("random",),
) -> int:
    """Play and referee random games; return the number of events refereed.

    Parameters
    ----------
    game_id : str
    reference : module
        Has ``random_options(rng) -> (options, players)`` and ``referee(replay)``.
    games, seed : int
    most_turns : int
        ``max_turns`` is cut to this, so that a duel of so many games stays quick.
    strategies : sequence of str
        Players are drawn from these.
    """
    rng = random.Random(seed)
    known = find_strategies(game_id)
    events = 0
    for _ in range(games):
        table, board, rotation = random_table(game_id, reference, rng, most_turns, strategies, known)
        told = replay(table, board, rotation, "duel")
        try:
            reference.referee(told)
        except Exception as error:
            raise AssertionError(
                f"{error}\noptions {table.options.model_dump(exclude_unset=True)}, "
                f"{len(table.players)} players, seed {table.seed}, board {board}, "
                f"rotation {rotation}"
            ) from error
        events += len(told["events"])
    return events


def random_table(
    game_id: str, reference: ModuleType, rng: random.Random, most_turns: int,
    strategies: Sequence[str], known: dict[str, Any],
) -> tuple[Table, int, int]:
    """Return a table with random options and players, a board and a rotation."""
    game = find_game(game_id)
    options, n_players = reference.random_options(rng)
    options["max_turns"] = min(options.get("max_turns", most_turns), most_turns)
    players = []
    for _ in range(n_players):
        own = {}
        for name in game.options.player_options:
            if rng.random() < 0.3:
                own[name] = rng.choice([0.0, 0.2, 1.0])
        players.append(Player(known[rng.choice(strategies)], options=own))
    table = Table(
        game, parse(game.options, options), players, seating="all", seed=rng.randrange(2**63)
    )
    return table, rng.randrange(10**6), rng.randrange(table.rotations)
