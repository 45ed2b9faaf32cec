"""Finds the games: the folders of `cardsim.games`, and entry points `cardsim.games`."""

from __future__ import annotations

import pkgutil
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.game import Game


@cache
def game_ids() -> tuple[str, ...]:
    """Return the ids of all games, without importing any."""
    import cardsim.games

    own = [module.name for module in pkgutil.iter_modules(cardsim.games.__path__) if module.ispkg]
    return tuple(sorted({*own, *(point.name for point in entry_points(group="cardsim.games"))}))


@cache
def find_game(name: str) -> Game:
    """Return a game by its id.

    Raises
    ------
    InputError
        If there is none of that name.
    """
    if name not in game_ids():
        raise InputError(
            f'game: found "{name}"; allowed: {one_of(game_ids())}.{nearest(name, game_ids())}'
        )
    for point in entry_points(group="cardsim.games"):
        if point.name == name:
            found: Game = point.load()
            return found
    game: Game = import_module(f"cardsim.games.{name}").GAME
    return game
