"""Laws that every game obeys, as a check that third-party games can run too.

>>> from cardsim.testing import check_game
>>> check_game("johnny_bagel", games=100, seed=1)
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from cardsim.engine.compiling import rule
from cardsim.engine.discovery import find_strategies
from cardsim.engine.driver import ASK, FINISHED, UNFINISHED, driver_of
from cardsim.engine.game import Game
from cardsim.engine.options import parse
from cardsim.engine.registry import find_game
from cardsim.engine.replay import replay
from cardsim.engine.table import Player, Table

MOST_TURNS = 300
SWAPS = 12  # decisions of a game at which hidden cards are exchanged

RandomOptions = Callable[[random.Random], tuple[dict[str, Any], int]]


def check_game(
    game: str | Game, *, games: int = 100, seed: int = 0,
    random_options: RandomOptions | None = None,
) -> None:
    """Check the laws of a game over random options, players and boards.

    Cards are conserved; there is always a legal move before the end; neither a view nor the
    legal moves change when cards that a seat cannot see are exchanged among hidden places; no
    seating is played twice on a board; a game replays from its seed, board and rotation; results do not depend on how boards are cut into
    batches, and agree with the replay.

    Parameters
    ----------
    game : str or Game
    games : int
        How many random games.
    seed : int
    random_options : callable, optional
        ``random_options(rng) -> (options, players)``; without it, defaults with every number of
        players.

    Raises
    ------
    AssertionError
        If a law is broken, saying which, with the options, players, seed and board.
    """
    found = find_game(game) if isinstance(game, str) else game
    rng = random.Random(seed)
    known = list(find_strategies(found.id).values())
    for _ in range(games):
        options, n = (random_options or _usual(found))(rng)
        options["max_turns"] = min(options.get("max_turns", MOST_TURNS), MOST_TURNS)
        players = [Player(rng.choice(known)) for _ in range(n)]
        table = Table(
            found, parse(found.options, options), players, seating="all",
            seed=rng.randrange(2**63),
        )
        board, rotation = rng.randrange(10**9), rng.randrange(table.rotations)
        try:
            _check_seatings(table, board)
            _check_replay(table, board, rotation)
            _check_batches(table, board)
            _check_hidden(table, board, rotation, rng)
        except AssertionError as error:
            raise AssertionError(
                f"{found.title}: {error} (options {options}, players "
                f"{[player.strategy.name for player in players]}, seed {table.seed}, board "
                f"{board}, rotation {rotation})"
            ) from error


def _usual(game: Game) -> RandomOptions:
    playable = []
    for n in range(game.seats[0], game.seats[1] + 1):
        try:
            game.options().effective(n)
        except Exception:  # noqa: BLE001, S112 - so many cannot play by the usual rules
            continue
        playable.append(n)
    return lambda rng: ({}, rng.choice(playable))


def _check_seatings(table: Table, board: int) -> None:
    """Everybody sits somewhere, partners together, and no two games of a board are seated alike."""
    teams, kinds = table.seating.teams, np.array(table.seating.kinds)
    players = table.players_at(board, 2)
    _must(
        bool((np.sort(players, axis=2) == np.arange(len(kinds))).all()),
        "a player sits twice or nowhere",
    )
    for seat in range(teams, len(kinds)):
        together = players[:, :, seat] % teams == players[:, :, seat - teams] % teams
        _must(bool(together.all()), "partners are parted")
    for of_board in kinds[players]:
        _must(len(np.unique(of_board, axis=0)) == table.rotations, "a seating is played twice")


def _check_replay(table: Table, board: int, rotation: int) -> None:
    """Cards are conserved; the replay is the same twice, and ends as the batch does."""
    told = replay(table, board, rotation)
    _must(told == replay(table, board, rotation), "a game does not replay from its seed and board")
    pack = Counter(table.game.laws.all_cards(told["initial"]))
    for event in told["events"]:
        cards = Counter(table.game.laws.all_cards(event["state"]))
        _must(cards == pack, f"cards are not conserved in event {event['n']}: "
              f"{dict((cards - pack) | (pack - cards))}")
        if "legal" in event:
            _must(event["move"] in event["legal"], f"the move of event {event['n']} is not legal")
            _must(
                all(event["legal"].count(move) == 1 for move in event["legal"]),
                f"a move is listed twice in event {event['n']}",
            )
    games, seats = table.play(board, 1)
    n = len(table.players)
    rows = seats[rotation * n : (rotation + 1) * n]
    _must(bool(games[rotation]["finished"]) == told["finished"], "batch and replay end differently")
    for row, result in zip(rows, told["result"], strict=True):
        _must(int(row["score"]) == result["score"], "batch and replay score differently")
        if told["finished"]:
            same = (int(row["place"]), float(row["wins"]), float(row["loses"]))
            _must(
                same == (result["place"], result["wins"], result["loses"]),
                "batch and replay place differently",
            )
    decisions = sum("legal" in event for event in told["events"])
    _must(int(games[rotation]["turns"]) == decisions, "batch and replay count turns differently")
    if told["finished"]:
        for name in ("wins", "loses"):
            sides = {p["team"]: r[name] for p, r in zip(told["players"], told["result"], strict=True)}
            _must(abs(sum(sides.values()) - 1) < 1e-9, f"{name} do not sum to 1 over the sides")


def _check_batches(table: Table, board: int) -> None:
    """Results do not depend on how boards are cut into batches."""
    whole = table.play(board, 3)
    parts = [table.alone().play(board, 1), table.alone().play(board + 1, 2)]
    for kind, rows in enumerate(whole):
        joined = np.concatenate([part[kind] for part in parts])
        same = all(joined[name].tobytes() == rows[name].tobytes() for name in rows.dtype.names)
        _must(same, "results depend on how boards are cut")


def _check_hidden(table: Table, board: int, rotation: int, rng: random.Random) -> None:
    """Exchange cards that a seat cannot see: what it sees, and may do, stays the same."""
    game, driver = table.game, driver_of(table.game)
    states, views, desks = table.places
    rules = table.begin(board, rotation)
    legal_moves = rule(game.legal_moves)
    desks[0].every = 1
    swaps = 0
    while swaps < SWAPS:
        result = int(driver.advance(*table.places, rules))
        if result in (FINISHED, UNFINISHED):
            break
        table.check(result)
        if result != ASK:
            continue
        desk = desks[0]
        if desk.n > 1 and rng.random() < 0.5:
            swaps += 1
            offered, seen = desk.offered[: desk.n].copy(), views.tobytes()
            scratch = states[:1].copy()
            game.laws.exchange_hidden(scratch[0], rules[0], int(desk.seat), rng)
            moves = np.zeros(game.max_moves + 16, np.int32)
            n = legal_moves(scratch[0], rules[0], moves)
            _must(
                n == desk.n and (moves[:n] == offered).all(),
                "legal moves depend on hidden cards",
            )
            views[0].table = scratch[0].table
            views[0].own = scratch[0].seats[desk.seat]
            _must(views.tobytes() == seen, "a view depends on hidden cards")
        if desk.n > 1:
            desk.answer = rng.randrange(desk.n)
    desks[0].every = 0


def _must(holds: bool, law: str) -> None:
    if not holds:
        raise AssertionError(law)
