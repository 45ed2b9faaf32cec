"""Strategies: one function with a docstring; its keyword parameters are its dials."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import FunctionType, MappingProxyType
from typing import Any

import numba
import numpy as np

from cardsim.engine.compiling import INTERPRETED
from cardsim.engine.driver import MAX_DIALS
from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.fingerprint import fingerprint
from cardsim.engine.loading import PREFIX, source_of
from cardsim.engine.numbers import plain_data
from cardsim.engine.options import shown

_FIXED = {"heuristic": ("view", "move"), "strategy": ("view", "moves", "rng")}

MAX_WHOLE = 2**53  # dials are handed over as float64
MOST_DIAL = 1e300

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
        """Return a digest of what it was made from: 16 hexadecimal digits.

        Of the bytes of its file as they were imported, of those of all files that it imports of
        its author's own, and of the values that it reads from outside its code (a table read from
        a file, say). A strategy without a file is known by its bytecode.
        """
        return self._source_digest

    @cached_property
    def _source_digest(self) -> str:
        source = source_of(self.function.__module__)
        if source is None:
            source = fingerprint(self.function).code
        text = f"{source} {fingerprint(self.function).values}"
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    @cached_property
    def chooser(self) -> Any:
        """Return the function (view, desk) -> index, compiled if the strategy is.

        Raises
        ------
        InputError
            If it cannot be compiled, naming the file and the line.
        """
        from cardsim.engine.choosers import chooser_of

        self.__dict__["_made_from"] = fingerprint(self.function).code
        return chooser_of(self)

    def check_values(self) -> None:
        """Refuse to play on if a value has changed that its compiled code keeps as it was.

        Raises
        ------
        InputError
            If one has.
        """
        made_from = self.__dict__.get("_made_from")
        if not self.compiled or made_from in (None, fingerprint(self.function).code):
            return
        raise InputError(
            f"strategy '{self.name}': a value outside it that it reads has changed since it was "
            "compiled, and compiled code keeps what it found; declare it anew (run its cell again), "
            "or hand the value over as a dial."
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Send a strategy to another process as where it stands, and its digest."""
        from cardsim.engine.discovery import load_installed, load_one

        function = self.function
        module = sys.modules.get(function.__module__)
        attribute = getattr(module, function.__name__, None)
        if (
            module is not None and not module.__name__.startswith((PREFIX, "__main__"))
            and getattr(attribute, "strategy", None) is self
        ):
            return load_installed, (module.__name__, function.__name__, self.source_digest())
        if not self.source.is_file():
            raise InputError(
                f"strategy '{self.name}' has no file of its own, so it cannot go to other "
                "processes; save it in a file, or use threads."
            )
        return load_one, (self.source, self.name, self.source_digest())


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
        function = getattr(function, "py_func", function)
        _check_function(kind, function)
        called = name or function.__name__
        if not called.isidentifier():
            raise InputError(
                f"{kind} '{called}': a strategy's name is written like a Python name "
                "(letters, digits and _)"
            )
        text = inspect.cleandoc(function.__doc__ or "")
        dials = MappingProxyType(_dials(kind, called, function))
        made: Any = function
        if compiled and not INTERPRETED:
            made = numba.njit(function, nogil=True, error_model="python", boundscheck=True)
        described = Strategy(
            called, game, kind, text, dials, compiled, made, Path(inspect.getfile(function))
        )
        made.strategy = described
        return made

    if callable(game):
        raise InputError(f'@{kind} needs the id of a game: @{kind}("johnny_bagel")')
    return declare


def _check_function(kind: str, function: Any) -> None:
    """Refuse what is no function that returns."""
    name = getattr(function, "__name__", type(function).__name__)
    if not isinstance(function, FunctionType):
        found = f"the class {name}" if isinstance(function, type) else f"a {type(function).__name__}"
        raise InputError(f"@{kind}: found {found}; a strategy is a function, written with def.")
    yields = inspect.isgeneratorfunction(function) or inspect.isasyncgenfunction(function)
    if yields or inspect.iscoroutinefunction(function):
        wrong = "uses yield" if yields else "is declared with async"
        raise InputError(
            f"{kind} '{name}' {wrong}; a strategy is a function that returns its answer."
        )


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
    value = plain_data(value)
    fits = isinstance(value, bool) if kind is bool else (
        isinstance(value, int | float if kind is float else int) and not isinstance(value, bool)
    )
    if kind is float and fits and not abs(value) <= MOST_DIAL:  # type: ignore[arg-type]
        fits = False  # nor is inf or nan a number that can be told in JSON
    if not fits:
        wanted = {bool: "true or false", int: "a whole number", float: "a number"}[kind]
        raise InputError(f"{path}: found {shown(value)}; allowed: {wanted}.")
    if kind is int and abs(value) > MAX_WHOLE:  # type: ignore[arg-type]
        raise InputError(f"{path}: found {shown(value)}; allowed: a whole number up to 2^53 either way.")
    return float(value)  # type: ignore[arg-type]
