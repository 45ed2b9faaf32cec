"""Tables of Johnny Bagel for the tests of the engine."""

from pathlib import Path

from cardsim.engine.discovery import find_strategy
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game
from cardsim.engine.table import Player, Table

PLAYERS = Path(__file__).with_name("players.py")


def player(name, **params):
    """One of players.py."""
    return Player(find_strategy(f"{PLAYERS}:{name}", "johnny_bagel"), params)


def table(*players, rotate=True, seating=None, seed=5, **rules):
    """A table; a player may be given by name. Deals of 1,000 decisions end, for speed."""
    rules.setdefault("max_turns", 1_000)
    game = find_game("johnny_bagel")
    seated = [player(one) if isinstance(one, str) else one for one in players]
    return Table(game, parse(game.options, rules), seated, rotate=rotate, seating=seating, seed=seed)


def same(first, second):
    """Tell whether two batches of results are the same to the bit."""
    return all(
        one[name].tobytes() == other[name].tobytes()
        for one, other in zip(first, second, strict=True) for name in one.dtype.names
    )
