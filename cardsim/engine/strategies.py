"""Strategies: one function with a docstring; its keyword parameters are its dials."""

from __future__ import annotations

import hashlib
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numba
import numpy as np

from cardsim.engine.compiling import INTERPRETED, compile_now, digest, plain
from cardsim.engine.driver import MAX_DIALS, chooser_type, dials_of, moves_of, rng_of
from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.options import shown
from cardsim.engine.registry import find_game
from cardsim.engine.streams import rng_below

_FIXED = {"heuristic": ("view", "move"), "strategy": ("view", "moves", "rng")}

MAX_WHOLE = 2**53  # dials are handed over as float64

_HEURISTIC = """
def {name}(view, desk):
    moves, rng, dials = moves_of(desk), rng_of(desk), dials_of(desk)
    best, n_best, chosen = 0.0, 0, 0
    for i in range(len(moves)):
        points = float(judge(view, moves[i]{dials}))
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
    return int(judge(view, moves, rng{dials}))
"""


@dataclass(frozen=True, eq=False)
class Strategy:
    """A strategy as the driver and the documentation see it.

    Parameters
    ----------
    name, game, kind : str
        Its name, the id of its game, "heuristic" or "strategy".
    text : str
        Its docstring.
    dials : mapping from str to bool, int or float
        Its keyword parameters, with their defaults.
    compiled : bool
        False if it runs as ordinary Python.
    function : callable
        What its author wrote, compiled where it is called from.
    source : Path
        The file it stands in.
    """

    name: str
    game: str
    kind: str
    text: str
    dials: MappingProxyType[str, Any]
    compiled: bool
    function: Callable[..., Any]
    source: Path

    def dial_values(self, params: dict[str, Any], path: str = "params") -> np.ndarray[Any, Any]:
        """Return the dials as numbers, shape (MAX_DIALS,), with some of them set.

        Raises
        ------
        InputError
            For an unknown dial, or a value that is not of the default's type.
        """
        values = np.zeros(MAX_DIALS)
        for name in params:
            if name not in self.dials:
                known = one_of(self.dials) or "none"
                raise InputError(
                    f"{path}.{name}: strategy '{self.name}' has no such dial; known: {known}."
                    f"{nearest(name, self.dials)}"
                )
        for i, (name, default) in enumerate(self.dials.items()):
            values[i] = _number(f"{path}.{name}", params.get(name, default), type(default))
        return values

    def source_digest(self) -> str:
        """Return a digest of its file, and of the files beside it that others import (``_x.py``)."""
        shared = sorted(self.source.parent.glob("_*.py"))
        digests = [digest(file) for file in dict.fromkeys([self.source, *shared])]
        return hashlib.sha256(" ".join(digests).encode()).hexdigest()[:16]

    @cached_property
    def chooser(self) -> Any:
        """Return the function (view, desk) -> index, compiled if the strategy is."""
        choose = self._written_chooser()
        if not self.compiled or INTERPRETED:
            return choose
        game = find_game(self.game)
        try:
            return compile_now(
                choose, chooser_type(game), [game.sources, *sorted(self.source.parent.glob("*.py"))],
                cache=self.source.is_file(), error_model="python", boundscheck=True,
            )
        except Exception as error:  # Numba lets some of its own through as they are
            raise InputError(
                f"strategy '{self.name}' ({self.source.name}) cannot be compiled: "
                f"{_reason(error, self.source)} Declare it with compiled=False to run it as ordinary Python."
            ) from error

    def __reduce__(self) -> tuple[Any, ...]:
        """Send a strategy to another process as its file and name."""
        if not self.source.is_file():
            raise InputError(
                f"strategy '{self.name}' has no file of its own, so it cannot go to other "
                "processes; save it in a file, or use threads."
            )
        from cardsim.engine.discovery import load_one

        return load_one, (self.source, self.name)

    def _written_chooser(self) -> Any:
        """Write the function that hands the dials over; it belongs to the strategy's own file."""
        template = _HEURISTIC if self.kind == "heuristic" else _STRATEGY
        dials = "".join(
            f", {name}={type(default).__name__}(dials[{i}])"
            for i, (name, default) in enumerate(self.dials.items())
        )
        name = f"choose_{self.name}_{self.kind}"
        text = "\n" * _length(self.source) + template.format(name=name, dials=dials)
        code = compile(text, str(self.source), "exec")
        tools = (rng_below, moves_of, rng_of, dials_of)
        scope: dict[str, Any] = {
            tool.__name__: tool if self.compiled else plain(tool) for tool in tools
        }
        scope |= {"judge": self.function, "__name__": self.function.__module__}
        exec(code, scope)  # noqa: S102 - our own template, names checked to be identifiers
        return scope[name]


def heuristic(game: str, *, name: str | None = None, compiled: bool = True) -> Callable[..., Any]:
    """Declare a strategy that gives points to a move: the highest-scoring legal move is played.

    The function takes ``(view, move, **dials)`` and returns a number; ties are broken by the
    seat's own random stream.

    Parameters
    ----------
    game : str
        Id of the game it plays.
    name : str, optional
        Its name, if not that of the function.
    compiled : bool
        False runs it as ordinary Python.
    """
    return _decorator("heuristic", game, name, compiled)


def strategy(game: str, *, name: str | None = None, compiled: bool = True) -> Callable[..., Any]:
    """Declare a strategy that chooses among the legal moves.

    The function takes ``(view, moves, rng, **dials)`` and returns an index into ``moves``.

    Parameters
    ----------
    game, name, compiled
        As in `heuristic`.
    """
    return _decorator("strategy", game, name, compiled)


def _decorator(kind: str, game: str, name: str | None, compiled: bool) -> Callable[..., Any]:
    def declare(function: Callable[..., Any]) -> Any:
        called = name or function.__name__
        if not called.isidentifier():
            raise InputError(
                f"{kind} '{called}': a strategy's name is written like a Python name "
                "(letters, digits and _)"
            )
        text = inspect.cleandoc(function.__doc__ or "")
        dials = MappingProxyType(_dials(kind, called, function))
        made = function
        if compiled and not INTERPRETED:
            made = numba.njit(function, nogil=True, error_model="python", boundscheck=True)
        described = Strategy(
            called, game, kind, text, dials, compiled, made, Path(inspect.getfile(function))
        )
        made.strategy = described  # type: ignore[attr-defined]
        return made

    if callable(game):
        raise InputError(f'@{kind} needs the id of a game: @{kind}("johnny_bagel")')
    return declare


def _dials(kind: str, called: str, function: Callable[..., Any]) -> dict[str, Any]:
    """Return the keyword parameters with their defaults, or refuse the function."""
    parameters = list(inspect.signature(function).parameters.values())
    fixed = _FIXED[kind]
    if tuple(p.name for p in parameters[: len(fixed)]) != fixed:
        raise InputError(f"{kind} '{called}' must begin with the parameters ({', '.join(fixed)})")
    dials = {}
    for parameter in parameters[len(fixed) :]:
        default = parameter.default
        if type(default) not in (bool, int, float):
            raise InputError(
                f"{kind} '{called}': the dial '{parameter.name}' needs a default that is a number "
                "or true/false"
            )
        dials[parameter.name] = default
    if len(dials) > MAX_DIALS:
        raise InputError(f"{kind} '{called}' has {len(dials)} dials; at most {MAX_DIALS}")
    return dials


def _number(path: str, value: object, kind: type) -> float:
    fits = isinstance(value, bool) if kind is bool else (
        isinstance(value, int | float if kind is float else int) and not isinstance(value, bool)
    )
    if not fits:
        wanted = {bool: "true or false", int: "a whole number", float: "a number"}[kind]
        raise InputError(f"{path}: found {shown(value)}; allowed: {wanted}.")
    if kind is int and abs(value) > MAX_WHOLE:  # type: ignore[arg-type]
        raise InputError(f"{path}: found {value}; allowed: a whole number up to 2^53 either way.")
    return float(value)  # type: ignore[arg-type]


def _reason(error: Exception, source: Path) -> str:
    """Return what says most of a compiler's error, and the place in the strategy's file."""
    if not isinstance(error, numba.core.errors.NumbaError):
        hint = " (a field that is not there?)" if isinstance(error, KeyError) else ""
        return f"{type(error).__name__}: {error}{hint}".rstrip(".") + "."
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = next((line for line in lines if not line.startswith("Failed in")), "unknown reason")
    call = next((line for line in lines if line.startswith(">>> ")), "")
    if call and told.endswith("found for signature:"):
        told = f"no way to do {call[4:84]}"
    places = re.findall(rf'File "\S*{re.escape(source.name)}", line (\d+)', str(error))
    line = next((at for at in places if int(at) <= _length(source)), None)
    if line is None and call.startswith((">>> int(", ">>> float(")):
        told = f"what it returns is no number: {call[4:84]}"
    return told.rstrip(".") + (f" (line {line})." if line else ".")


def _length(source: Path) -> int:
    """Return the number of lines of a file; the functions written for a strategy come after."""
    return len(source.read_bytes().splitlines()) if source.is_file() else 0
