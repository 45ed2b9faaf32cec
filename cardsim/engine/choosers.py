"""What the driver calls: a strategy with its dials filled in, its answer checked, compiled or not."""

from __future__ import annotations

import dis
import re
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
from numba import types

from cardsim.engine.compiling import INTERPRETED, compile_now, plain
from cardsim.engine.driver import chooser_type, dials_of, moves_of, rng_of
from cardsim.engine.errors import AnswerError, InputError
from cardsim.engine.fingerprint import fingerprint
from cardsim.engine.numbers import as_whole
from cardsim.engine.registry import find_game
from cardsim.engine.streams import rng_below

if TYPE_CHECKING:
    from cardsim.engine.strategies import Strategy

_HEURISTIC = """
def {name}(view, desk):
    moves, rng, dials = moves_of(desk), rng_of(desk), dials_of(desk)
    best, n_best, chosen = 0.0, 0, 0
    for i in range(len(moves)):
        points = points_of(judge(view, moves[i]{dials}))
        if points != points:
            raise ValueError("the points of a move are not a number (NaN)")
        if n_best == 0 or points > best:
            best, n_best, chosen = points, 1, i
        elif points == best:
            n_best += 1
            if rng_below(rng, n_best) == 0:
                chosen = i
    return chosen
"""

_STRATEGY = """
def {name}(view, desk):
    moves, rng, dials = moves_of(desk), rng_of(desk), dials_of(desk)
    return index_of(judge(view, moves, rng{dials}))
"""

_MARK = "cardsim: "
_WORDS: tuple[tuple[Any, str], ...] = (
    (types.Boolean, "true or false"), (types.Float, "a number with a fraction (a float)"),
    (types.Complex, "a complex number"), (types.NoneType, "nothing (None)"),
    (types.Optional, "nothing (None) at times"), (types.UnicodeType, "a text"),
    (types.Literal, "a text"), (types.Array, "an array"), (types.BaseTuple, "several values"),
)


def index_of(answer: Any) -> int:
    """Return a strategy's answer as an int: a whole number of any library, but no true or false."""
    index = as_whole(answer)
    if index is None:
        raise AnswerError(f"answered {_short(answer)}, which is no whole number")
    return index


def points_of(points: Any) -> float:
    """Return what a heuristic gave a move as a float."""
    if isinstance(points, bool | int | float | np.number | np.bool_) and not isinstance(
        points, np.complexfloating
    ):
        return float(points)
    raise AnswerError(f"gave a move {_short(points)}, which is no number")


def _short(value: object) -> str:
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001 - a value of the strategy's own making
        text = f"a {type(value).__name__}"
    return text if len(text) <= 80 else f"{text[:77]}…"


if not INTERPRETED:

    @numba.extending.overload(index_of)
    def _index_of(answer):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202 - Numba compares signatures
        if isinstance(answer, types.Integer):
            return lambda answer: np.int64(answer)  # noqa: PLW0108
        raise numba.core.errors.TypingError(f"{_MARK}{_in_words(answer)};")

    @numba.extending.overload(points_of)
    def _points_of(points):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        if isinstance(points, types.Integer | types.Float | types.Boolean):
            return lambda points: np.float64(points)  # noqa: PLW0108
        raise numba.core.errors.TypingError(f"{_MARK}{_in_words(points)};")


def _in_words(kind: Any) -> str:
    return next((words for of, words in _WORDS if isinstance(kind, of)), "something else")


def chooser_of(strategy: Strategy) -> Any:
    """Return the function (view, desk) -> index of a strategy.

    Raises
    ------
    InputError
        If it cannot be compiled, or must not be.
    """
    choose = _written(strategy)
    if not strategy.compiled or INTERPRETED:
        return choose
    _check(strategy)
    game = find_game(strategy.game)
    try:
        return compile_now(choose, chooser_type(game), error_model="python", boundscheck=True)
    except InputError:
        raise
    except Exception as error:  # Numba lets some of its own through as they are
        raise InputError(
            f"strategy '{strategy.name}' ({strategy.source.name}) cannot be compiled: "
            f"{_reason(error, strategy)} Declare it with compiled=False to run it as ordinary Python."
        ) from error


def _written(strategy: Strategy) -> Any:
    """Write the function that hands the dials over."""
    template = _HEURISTIC if strategy.kind == "heuristic" else _STRATEGY
    dials = "".join(
        f", {name}={type(default).__name__}(dials[{i}])"
        for i, (name, default) in enumerate(strategy.dials.items())
    )
    name = f"choose_{strategy.name}_{strategy.kind}"
    code = compile(template.format(name=name, dials=dials), f"<{name}>", "exec")
    tools = (rng_below, moves_of, rng_of, dials_of)
    scope: dict[str, Any] = {
        tool.__name__: tool if strategy.compiled else plain(tool) for tool in tools
    }
    scope |= {
        "judge": strategy.function, "__name__": strategy.function.__module__,
        "index_of": index_of, "points_of": points_of,
    }
    exec(code, scope)  # noqa: S102 - our own template, names checked to be identifiers
    return scope[name]


def _check(strategy: Strategy) -> None:
    """Refuse what would compile, but end the process or play otherwise each time."""
    made_from = fingerprint(strategy.function)
    where = f"strategy '{strategy.name}' ({_place(strategy)})"
    if made_from.cycle:
        circle = " → ".join(made_from.cycle)
        raise InputError(
            f"{where}: its functions call themselves ({circle}). Compiled, a call that goes too deep "
            "ends the whole process, so it is refused: write a loop, or declare it with "
            "compiled=False."
        )
    if made_from.chance:
        raise InputError(
            f"{where}: draws from {' and '.join(made_from.chance)}, so its games could not be played "
            "again; draw from its own stream, rng, with rng_below(rng, n) or rng_float(rng), which "
            "a @strategy is handed."
        )


def _place(strategy: Strategy, line: int | None = None) -> str:
    code = plain(strategy.function).__code__
    return f"{strategy.source.name}, line {line or code.co_firstlineno}"


def _reason(error: Exception, strategy: Strategy) -> str:
    """Return what says most of a compiler's error, and the place in the strategy's file."""
    if not isinstance(error, numba.core.errors.NumbaError):
        hint = " (a field that is not there?)" if isinstance(error, KeyError) else ""
        return f"{type(error).__name__}: {error}{hint}".rstrip(".") + "."
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    if marked := re.search(rf"{_MARK}(.*?);", text):
        wanted = "the index of a move, a whole number" if strategy.kind == "strategy" else "a number"
        return f"it returns {marked[1]} ({_returns(strategy)}); wanted is {wanted}."
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    told = next((line for line in lines if not line.startswith("Failed in")), "unknown reason")
    call = next((line for line in lines if line.startswith(">>> ")), "")
    if call and told.endswith("found for signature:"):
        told = f"no way to do {call[4:84]}"
    places = re.findall(rf'File "\S*{re.escape(strategy.source.name)}", line (\d+)', text)
    return told.rstrip(".") + (f" (line {places[0]})." if places else ".")


def _returns(strategy: Strategy) -> str:
    """Return the lines in which a strategy returns, in words."""
    code = plain(strategy.function).__code__
    lines = sorted({
        step.positions.lineno for step in dis.get_instructions(code)
        if step.opname in ("RETURN_VALUE", "RETURN_CONST") and step.positions is not None
        and step.positions.lineno is not None
    })
    return f"line{'s' if len(lines) > 1 else ''} {', '.join(map(str, lines))}"
