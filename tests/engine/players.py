"""Players for the tests of the engine: twins, observers, vandals and failures."""

from cardsim import heuristic, rng_below, rng_float, strategy
from cardsim.games.johnny_bagel.moves import count_of, is_play, rank_of

GAME = "johnny_bagel"

SEEN = []  # what the observers below have seen


@strategy(GAME)
def first(view, moves, rng, draws: int = 0):
    """The first legal move, after so many idle draws."""
    for _ in range(draws):
        rng_below(rng, 1000)
    return 0


@strategy(GAME)
def by_chance(view, moves, rng):
    """Any legal move."""
    return rng_below(rng, len(moves))


@strategy(GAME, compiled=False)
def py_by_chance(view, moves, rng):
    """Any legal move, in ordinary Python."""
    return rng_below(rng, len(moves))


@heuristic(GAME)
def low(view, move, bulk: float = 1.0):
    """Low cards, in bulk; ties are broken by chance."""
    if is_play(move):
        return bulk * count_of(move) - 2 * rank_of(move)
    return -100.0


@heuristic(GAME, compiled=False)
def py_low(view, move, bulk: float = 1.0):
    """The same in ordinary Python."""
    if is_play(move):
        return bulk * count_of(move) - 2 * rank_of(move)
    return -100.0


@heuristic(GAME)
def dialled(view, move, whole: int = 2, real: float = 0.5, truth: bool = True):
    """Points that depend on every dial, and on their types."""
    points = 7 // whole + real * (move & 255) - 3 * ((move >> 8) & 15)
    return points if truth else -points


@strategy(GAME, compiled=False)
def observer(view, moves, rng, me: int = 0):
    """Note who sits where, and where one's stream stands; the first legal move."""
    SEEN.append((me, int(view.table.turn), rng_float(rng)))
    return 0


@strategy(GAME)
def vandal(view, moves, rng):
    """Scribble over everything in reach; the first legal move."""
    view.table.hand_n[:] = 99
    view.table.face_up[:] = 7
    view.table.turn = 0
    view.table.turns = 10_000_000
    view.table.playable = 0
    view.own.hand[:] = 5
    view.own.ranks = 0
    view.rules.players = 2
    view.rules.max_turns = 1
    view.rules.effects[:] = 0
    moves[:] = 0
    return 0


@strategy(GAME, compiled=False)
def py_vandal(view, moves, rng):
    """The same in ordinary Python."""
    view.table.hand_n[:] = 99
    view.table.turn = 0
    view.table.turns = 10_000_000
    view.table.playable = 0
    view.own.hand[:] = 5
    view.own.ranks = 0
    view.rules.players = 2
    view.rules.max_turns = 1
    moves[:] = 0
    return 0


@strategy(GAME)
def answers(view, moves, rng, below: int = 0, above: int = 0):
    """Answer out of range: −`below`, or the number of moves + `above` − 1 if that is not 0."""
    return len(moves) + above - 1 if above else -below


@strategy(GAME, compiled=False)
def py_answers(view, moves, rng, below: int = 0, above: int = 0):
    """The same in ordinary Python."""
    return len(moves) + above - 1 if above else -below


@strategy(GAME)
def raises_late(view, moves, rng, turn: int = 20):
    """Raise once the deal is so many decisions old."""
    if view.table.turns >= turn:
        raise ValueError("cannot go on")
    return 0


@strategy(GAME, compiled=False)
def py_raises_late(view, moves, rng, turn: int = 20):
    """The same in ordinary Python."""
    if view.table.turns >= turn:
        raise ValueError("cannot go on")
    return 0


@strategy(GAME)
def divides(view, moves, rng):
    """Divide by zero."""
    return 1 // (len(moves) - len(moves))


@strategy(GAME)
def overreaches(view, moves, rng):
    """Read past the end of the moves."""
    return moves[len(moves)]


@heuristic(GAME)
def not_a_number(view, move):
    """Points that are no number."""
    return float("nan")


@strategy(GAME, compiled=False)
def answers_none(view, moves, rng):
    """Forget to answer."""
