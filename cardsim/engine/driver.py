"""The driver: plays any game. Written once, compiled once a game.

`advance` plays on until a strategy must be asked; `play_batch` asks compiled strategies and
plays whole boards; replays and uncompiled strategies call `advance` from Python.
"""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from cardsim.engine.compiling import INTERPRETED, compile_now, record, rule
from cardsim.engine.copying import copy_record
from cardsim.engine.game import DEAL_OVER, GAME_OVER, Game
from cardsim.engine.streams import CHANCE, PLAYER, RNG, SHUFFLE, seed_stream, stream_key

FINISHED, UNFINISHED, ASK, PLAYED, NEW_DEAL, BAD_ANSWER, NO_MOVE = range(7)

MAX_DIALS = 32
_BLOCK = 16  # moves are copied so many at a time

CONTROL = (
    ("seed", np.uint64), ("board", np.int64), ("rotation", np.int32), ("deal", np.int32),
    ("turns", np.int32),  # decisions in the whole game
    ("n", np.int32),  # legal moves listed, 0 if they are not yet
    ("answer", np.int64), ("seat", np.int32), ("player", np.int32),
    ("started", np.uint8),
    ("every", np.uint8),  # stop at every decision, after it, and at every new deal
)


@cache
def desk_type(game: Game) -> np.dtype[Any]:
    """Return the record that a driver works in: who is asked, the moves, streams and dials.

    All arrays lie inside it, since Numba counts the references of arrays that stand alone,
    which costs more than a decision.
    """
    seats = game.seats[1]
    return record(
        *CONTROL,
        ("moves", np.int32, (game.max_moves + _BLOCK,)),
        ("offered", np.int32, (game.max_moves + _BLOCK,)),
        ("rngs", RNG, (PLAYER + seats,)),
        ("dials", np.float64, (seats, MAX_DIALS)),
        ("order", np.int8, (seats,)),  # the player at each seat
    )


# The five functions of the game stand here in the driver's copy for that game.
deal: Any = None
legal_moves: Any = None
apply: Any = None
status: Any = None
score: Any = None
deal_features: Any = None


def begin_deal(state: Any, rules: Any, desk: Any) -> None:
    """Seed the streams of the next deal (CO-3), and deal."""
    key = stream_key(desk.seed, desk.board, desk.deal)
    rngs = desk.rngs
    seed_stream(rngs[SHUFFLE], key, SHUFFLE)
    seed_stream(rngs[CHANCE], key, CHANCE)
    for player in range(rules.players):
        seed_stream(rngs[PLAYER + player], key, PLAYER + player)
    desk.deal += 1
    state.table.deal_no = desk.deal
    state.table.turns = 0
    deal(state, rules, rngs[SHUFFLE], rngs[CHANCE])


def list_moves(state: Any, rules: Any, view: Any, desk: Any) -> None:
    """List the legal moves, and copy what the seat to act may see."""
    n = legal_moves(state, rules, desk.moves)
    seat = state.table.turn
    desk.n = n
    desk.seat = seat
    desk.player = desk.order[seat]
    desk.answer = 0  # a single legal move is played without asking
    if n > 1:
        desk.answer = -1
        for block in range(0, n, _BLOCK):
            for i in range(block, block + _BLOCK):
                desk.offered[i] = desk.moves[i]
        copy_record(view.table, state.table)
        copy_record(view.own, state.seats[seat])
        copy_record(view.rules, rules)


def play_on(state: Any, rules: Any, view: Any, desk: Any) -> int:
    """Play until a strategy must be asked, the game ends, or something is wrong.

    Returns
    -------
    int
        FINISHED, UNFINISHED (CO-5), ASK (answer in ``desk.answer``, then call again),
        BAD_ANSWER or NO_MOVE; with ``desk.every`` also PLAYED and NEW_DEAL.
    """
    if desk.started == 0:
        desk.started = 1
        begin_deal(state, rules, desk)
    while True:
        if desk.n == 0:
            now = status(state, rules)
            if now == GAME_OVER:
                return FINISHED
            if now == DEAL_OVER:
                begin_deal(state, rules, desk)
                if desk.every:
                    return NEW_DEAL
                continue
            if state.table.turns >= rules.max_turns:  # CO-5
                return UNFINISHED
            list_moves(state, rules, view, desk)
            if desk.n <= 0:
                return NO_MOVE
            if desk.n > 1 or desk.every:
                return ASK
        if desk.answer < 0 or desk.answer >= desk.n:
            return BAD_ANSWER
        move = desk.moves[desk.answer]
        desk.n = 0
        desk.turns += 1
        state.table.turns += 1
        apply(state, rules, move, desk.rngs[CHANCE])
        if desk.every:
            return PLAYED


def clear(
    state: Any, blank: Any, desk: Any, seed: int, board: int, rotation: int, orders: Any, row: int
) -> None:
    """Make a state and its desk ready for a game, seated as a row of orders says."""
    state.table = blank.table
    for seat in range(len(state.seats)):
        state.seats[seat] = blank.seats[seat]
    state.hidden = blank.hidden
    desk.seed = seed
    desk.board = board
    desk.rotation = rotation
    desk.deal = 0
    desk.turns = 0
    desk.n = 0
    desk.started = 0
    for seat in range(orders.shape[1]):
        desk.order[seat] = orders[row, seat]


@rule
def share_places(rules: Any, seats: Any, higher_wins: bool, finished: bool) -> None:
    """Give places, wins and losses by score (CO-7); a place the game has set already stays."""
    teams = rules.teams
    best, worst, n_best, n_worst = 0, 0, 0, 0
    for side in range(teams):
        value = seats[side].score if higher_wins else -seats[side].score
        if side == 0 or value > best:
            best, n_best = value, 0
        if side == 0 or value < worst:
            worst, n_worst = value, 0
        n_best += value == best
        n_worst += value == worst
    for seat in range(rules.players):
        row = seats[seat]
        if not finished:
            row.place = -1
            row.wins = np.nan
            row.loses = np.nan
            continue
        value = row.score if higher_wins else -row.score
        row.wins = 1.0 / n_best if value == best else 0.0
        row.loses = 1.0 / n_worst if value == worst else 0.0
        if row.place <= 0:
            place = 1
            for side in range(teams):
                other = seats[side].score if higher_wins else -seats[side].score
                place += other > value
            row.place = place


def settle(
    state: Any, rules: Any, desk: Any, game_row: Any, seat_rows: Any, higher_wins: bool,
    finished: bool,
) -> None:
    """Write the results of a game that has ended."""
    game_row.finished = finished
    game_row.turns = desk.turns
    score(state, rules, game_row, seat_rows)
    share_places(rules, seat_rows, higher_wins, finished)


def play_batch(
    states: Any, views: Any, desks: Any, rules: Any, orders: Any, rotations: int, strategies: Any,
    seed: int, first: int, n_boards: int, higher_wins: bool, games: Any, seats: Any,
) -> int:
    """Play boards with compiled strategies, in every rotation.

    A rotation is one of the seatings of a board. Game number i has row i of rules and orders,
    which are gone through again from the first when there are fewer rows than games.

    Parameters
    ----------
    states : record array, shape (2,)
        A state to play in, and one that is blank.
    views, desks : record arrays, shape (1,)
    rules : record array
        The rules of each game; one row where no option is one player's own.
    orders : int8 array, shape (rotations or n_boards · rotations, most seats)
        The player at each seat.
    rotations : int
        Games of a board.
    strategies : tuple of compiled functions, padded to the game's most seats
        By player.
    seed, first, n_boards : int
        Master seed, and the boards first … first + n_boards − 1.
    games : record array, shape (n_boards · rotations,)
    seats : record array, shape (n_boards · rotations · players,)
        The results, board by board, rotation by rotation, seat by seat.

    Returns
    -------
    int
        FINISHED, or what stopped the run; the desk says where.
    """
    state, view, desk = states[0], views[0], desks[0]
    players = rules[0].players
    row = 0
    for board in range(first, first + n_boards):
        for rotation in range(rotations):
            house = rules[row % len(rules)]
            clear(state, states[1], desk, seed, board, rotation, orders, row % len(orders))
            while True:
                result = play_on(state, house, view, desk)
                if result != ASK:
                    break
                desk.answer = strategies[desk.player](view, desk)
            if result > UNFINISHED:
                return result
            settle(
                state, house, desk, games[row], seats[row * players : (row + 1) * players],
                higher_wins, result == FINISHED,
            )
            row += 1
    return FINISHED


def start(
    states: Any, desks: Any, seed: int, board: int, rotation: int, orders: Any, row: int
) -> None:
    """Make ready for one game that is played with `advance`, seated as a row of orders says."""
    clear(states[0], states[1], desks[0], seed, board, rotation, orders, row)


def advance(states: Any, views: Any, desks: Any, rules: Any) -> int:
    """Call `play_on` from Python, on arrays (records are slow to hand over); rules has one row."""
    return play_on(states[0], rules[0], views[0], desks[0])


def finish(
    states: Any, desks: Any, rules: Any, higher_wins: bool, finished: bool, games: Any, seats: Any
) -> None:
    """Write the results of one game that was played with `advance`."""
    settle(states[0], rules[0], desks[0], games[0], seats, higher_wins, finished)


def deal_boards(
    states: Any, desks: Any, rules: Any, orders: Any, seed: int, first: int, features: Any
) -> None:
    """Deal boards without playing them, and write what each seat was dealt.

    Parameters
    ----------
    features : float64 array, shape (boards, players, features of the game)
    """
    for i in range(len(features)):
        clear(states[0], states[1], desks[0], seed, first + i, 0, orders, 0)
        begin_deal(states[0], rules[0], desks[0])
        deal_features(states[0], rules[0], features[i])


class Driver(NamedTuple):
    """The driver of one game, compiled: the four functions that Python calls."""

    play_batch: Any
    start: Any
    advance: Any
    finish: Any


def chooser_type(game: Game) -> Any:
    """Return the signature of a compiled strategy: (view, desk) -> index."""
    return types.int64(numba.from_dtype(game.view), numba.from_dtype(desk_type(game)))


@rule
def moves_of(desk: Any) -> Any:
    """Return the list of legal moves that a strategy is handed: a copy, int32."""
    return desk.offered[: desk.n]


@rule
def rng_of(desk: Any) -> Any:
    """Return the own stream of the player who is asked."""
    return desk.rngs[PLAYER + desk.player]


@rule
def dials_of(desk: Any) -> Any:
    """Return the dials of the player who is asked, float64."""
    return desk.dials[desk.player]


@cache
def driver_of(game: Game) -> Driver:
    """Return the driver of a game, compiled or taken from the cache."""
    scope: dict[str, Any] = dict(globals())
    for name in ("deal", "legal_moves", "apply", "status", "score"):
        scope[name] = rule(getattr(game, name))
    for function in (begin_deal, list_moves, play_on, clear, settle):
        scope[function.__name__] = rule(_copy(function, scope, game))
    copies = {name: _copy(globals()[name], scope, game) for name in Driver._fields}
    if INTERPRETED:
        return Driver(**copies)
    signatures = _signatures(game)
    return Driver(
        **{name: compile_now(copies[name], signatures[name]) for name in copies}
    )


@cache
def dealer_of(game: Game) -> Any:
    """Return `deal_boards` for a game that has ``deal_features``, compiled."""
    scope: dict[str, Any] = dict(globals())
    for name in ("deal", "deal_features"):
        scope[name] = rule(getattr(game, name))
    for function in (begin_deal, clear):
        scope[function.__name__] = rule(_copy(function, scope, game))
    copy = _copy(deal_boards, scope, game)
    if INTERPRETED:
        return copy
    states, desks, rules = (
        types.Array(numba.from_dtype(dtype), 1, "C")
        for dtype in (game.state, desk_type(game), game.rules)
    )
    features = types.Array(types.float64, 3, "C")
    orders = types.Array(types.int8, 2, "C")
    signature = types.void(states, desks, rules, orders, types.uint64, types.int64, features)
    return compile_now(copy, signature)


def _copy(function: Any, scope: dict[str, Any], game: Game) -> Any:
    """Copy a function of this file so that it reads the game's five functions as its globals."""
    copy = FunctionType(function.__code__, scope, f"{function.__name__}_{game.id}")
    copy.__qualname__ = f"{function.__name__}_{game.id}"
    copy.__module__ = __name__
    return copy


def _signatures(game: Game) -> dict[str, Any]:
    def array(dtype: Any) -> Any:
        return types.Array(dtype, 1, "C")

    states, views, desks, rules, games, seats = (
        array(numba.from_dtype(dtype))
        for dtype in (
            game.state, game.view, desk_type(game), game.rules, game.game_row, game.seat_row
        )
    )
    integer, true, orders = types.int64, types.boolean, types.Array(types.int8, 2, "C")
    strategies = types.UniTuple(  # type: ignore[no-untyped-call]
        types.FunctionType(chooser_type(game)), game.seats[1]
    )
    return {
        "play_batch": integer(
            states, views, desks, rules, orders, integer, strategies, types.uint64, integer,
            integer, true, games, seats,
        ),
        "start": types.void(states, desks, types.uint64, integer, integer, orders, integer),
        "advance": integer(states, views, desks, rules),
        "finish": types.void(states, desks, rules, true, true, games, seats),
    }
