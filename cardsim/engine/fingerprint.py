"""What compiled code is made from: the living functions, and every value that they freeze.

Files may change while a process lives, so nothing here reads one: a function's own bytecode, that
of all it calls, and the constants that Numba would bake into machine code are what counts.
"""

from __future__ import annotations

import dis
import enum
import hashlib
import random
import sys
import sysconfig
from dataclasses import dataclass, field
from functools import lru_cache, partial
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher

_READS_GLOBAL = {dis.opmap[name]: shift for name, shift in (("LOAD_GLOBAL", 1), ("LOAD_NAME", 0))
                 if name in dis.opmap}
_MOST_ITEMS = 1_000_000  # of a container that is looked into
_INSTALLED = tuple({
    str(Path(folder).resolve()) for folder in (
        sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib"),
        sysconfig.get_path("purelib"), sysconfig.get_path("platlib"),
    ) if folder
})
_BASE = ("numpy", "numba", "llvmlite", "builtins")


@dataclass
class Fingerprint:
    """What a function is made from.

    Parameters
    ----------
    code : str
        Digest of its bytecode, of that of all functions it refers to, and of the values.
    values : str
        Digest of the values alone: numbers, texts and arrays that come from outside its code. It
        is the same under every version of Python.
    opaque : list of str
        What could not be looked into; machine code of such a function is not kept.
    chance : list of str
        Sources of chance other than the player's own stream.
    cycle : list of str
        The names of functions that call each other in a circle, the first one again at the end.
    parts : list of (dispatcher, str)
        The compiled functions among them, each with a digest of itself and the values it freezes.
    """

    code: str = ""
    values: str = ""
    opaque: list[str] = field(default_factory=list)
    chance: list[str] = field(default_factory=list)
    cycle: list[str] = field(default_factory=list)
    parts: list[tuple[Any, str]] = field(default_factory=list)


def fingerprint(function: Any) -> Fingerprint:
    """Return what a function is made from, as it is now."""
    return _Walk().go(function)


def is_users(module: str | None) -> bool:
    """Tell whether a module is its user's own: neither installed, nor Python's, nor cardsim's."""
    if _cardsims(module):
        return False
    file = getattr(sys.modules.get(module or ""), "__file__", None)
    if file is not None:
        return not is_installed(file)
    return module == "__main__" or (module or "").split(".")[0] not in sys.stdlib_module_names


@lru_cache(maxsize=10_000)
def is_installed(file: str) -> bool:
    """Tell whether a file belongs to Python or to an installed package."""
    path = Path(file).resolve()
    inside = {"site-packages", "dist-packages"} & set(path.parts)
    return bool(inside) or str(path).startswith(_INSTALLED)


def _base(module: str | None) -> bool:
    """Tell whether a module is one whose version is part of every key."""
    root = (module or "").split(".")[0]
    return root in _BASE or (root in sys.stdlib_module_names and not is_users(module))


def _base_function(plain: Any) -> bool:
    """Tell the same of a function; what ``exec`` makes calls itself one of the builtins."""
    return _base(plain.__module__) and is_installed(plain.__code__.co_filename)


class _Walk:
    """One walk through a function and all that it refers to."""

    def __init__(self) -> None:
        self.code, self.values = hashlib.sha256(), hashlib.sha256()
        self.found = Fingerprint()
        self.numbers: dict[int, int] = {}  # functions and objects seen, by id
        self.kept: list[Any] = []  # so that no id is used twice
        self.calls: dict[int, list[int]] = {}
        self.names: dict[int, str] = {}
        self.waiting: list[Any] = []
        self.in_cardsim = False
        self.own = hashlib.sha256()

    def go(self, function: Any) -> Fingerprint:
        self._refer(function)
        while self.waiting:
            self._function(self.waiting.pop(0))
        self.found.code, self.found.values = self.code.hexdigest(), self.values.hexdigest()
        self.found.cycle = self._cycle()
        return self.found

    def _note(self, text: str, *, value: bool = False, numbered: bool = False) -> None:
        written = f"{len(text)}:{text}".encode("utf-8", "surrogatepass")
        self.code.update(written)
        if not numbered:  # the numbers depend on where the walk began
            self.own.update(written)
        if value and not self.in_cardsim:  # those of the rules have a version of their own
            self.values.update(written)

    def _refer(self, function: Any) -> int:
        """Put a function on the list, once; return its number."""
        if id(function) not in self.numbers:
            self.numbers[id(function)] = len(self.numbers)
            self.kept.append(function)
            self.waiting.append(function)
        return self.numbers[id(function)]

    def _function(self, function: Any) -> None:
        plain = function
        number = self.numbers[id(function)]
        self.calls[number] = []
        self.own = hashlib.sha256()
        if isinstance(function, Dispatcher):
            plain = function.py_func  # type: ignore[attr-defined]
            self._note(repr(sorted(function.targetoptions.items())))  # type: ignore[attr-defined]
        self.in_cardsim = _cardsims(plain.__module__)
        self.names[number] = plain.__qualname__.rsplit(".", 1)[-1]
        self._note(f"function {number} {plain.__qualname__}", numbered=True)
        self._code(plain.__code__)
        for default in (*(plain.__defaults__ or ()), *(plain.__kwdefaults__ or {}).items()):
            self._value(default, frozen=False)
        names, attributes = _names(plain.__code__)
        for name in names:
            if name in plain.__globals__:
                self._note(f"global {name}", value=True)
                self._reference(plain.__globals__[name], attributes, number)
        for name, cell in zip(plain.__code__.co_freevars, plain.__closure__ or (), strict=False):
            self._note(f"cell {name}", value=True)
            try:
                held = cell.cell_contents
            except ValueError:  # not filled yet
                continue
            self._reference(held, attributes, number)
        if plain is not function:
            self.found.parts.append((function, self.own.hexdigest()))

    def _reference(self, value: Any, attributes: frozenset[str], caller: int) -> None:
        """Note a value that a function names; of a module, the attributes that it may read."""
        try:
            if isinstance(value, ModuleType):
                self._module(value, attributes, caller)
            else:
                self._value(value, caller)
        except Exception:  # noqa: BLE001 - objects may answer to being looked at as they please
            self._opaque(type(value).__qualname__)

    def _module(self, module: ModuleType, attributes: frozenset[str], caller: int) -> None:
        name = module.__name__
        self._note(f"module {name if not is_users(name) else name.rsplit('.', 1)[-1]}")
        if name in ("random", "secrets", "numpy.random") or (
            name == "numpy" and "random" in attributes
        ):
            self._chance(name if name != "numpy" else "numpy.random")
        if _base(name):
            return
        for attribute in sorted(attributes & vars(module).keys()):
            self._note(f"attribute {attribute}", value=True)
            value = vars(module)[attribute]
            if isinstance(value, ModuleType) and id(value) not in self.numbers:
                self.numbers[id(value)] = len(self.numbers)
                self.kept.append(value)
                self._module(value, attributes, caller)
            elif not isinstance(value, ModuleType):
                self._value(value, caller)

    def _chance(self, source: str) -> None:
        if source not in self.found.chance:
            self.found.chance.append(source)

    def _code(self, code: CodeType) -> None:
        self._note(repr((
            code.co_name, code.co_filename, code.co_firstlineno, code.co_argcount,
            code.co_kwonlyargcount, code.co_flags, code.co_names, code.co_varnames,
            code.co_freevars, code.co_cellvars,
        )))
        for part in (code.co_code, code.co_linetable, code.co_exceptiontable):
            self._note(part.hex())
        for constant in code.co_consts:
            if isinstance(constant, CodeType):
                self._code(constant)
            else:
                self._value(constant, frozen=False)

    def _value(self, value: Any, caller: int = -1, *, frozen: bool = True) -> None:
        """Note a value; `frozen` is False for what stands in the code itself."""
        if isinstance(value, np.ndarray | np.generic):
            self._array(value, frozen)
        elif value is None or isinstance(value, bool | int | float | complex | str | bytes):
            if isinstance(value, enum.Enum):
                self._note(f"{type(value).__qualname__}.{value.name}", value=frozen)
            exact = (
                value.hex() if isinstance(value, float)
                else f"{value:x}" if isinstance(value, int) else repr(value)
            )
            self._note(f"{type(value).__name__} {exact}", value=frozen)
        elif isinstance(value, enum.Enum):
            self._note(f"{type(value).__qualname__}.{value.name}", value=frozen)
            self._value(value.value, caller, frozen=frozen)
        elif isinstance(value, tuple | list | set | frozenset | dict):
            self._container(value, caller, frozen)
        elif isinstance(value, Dispatcher | FunctionType):
            self._callee(value, caller)
        else:
            self._object(value, caller, frozen)

    def _array(self, value: Any, frozen: bool) -> None:
        array = np.asarray(value)
        if array.dtype.hasobject:
            self._opaque("an array of objects")
            return
        self._note(f"array {array.dtype} {array.shape}", value=frozen)
        self._note(hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest(), value=frozen)

    def _container(self, value: Any, caller: int, frozen: bool) -> None:
        if not isinstance(value, tuple) and not self._first_time(value):
            return
        self._note(f"{type(value).__name__} of {len(value)}", value=frozen)
        if len(value) > _MOST_ITEMS:
            self._opaque("a very long list")
        elif isinstance(value, dict):
            for key, item in value.items():
                self._value(key, caller, frozen=frozen)
                self._value(item, caller, frozen=frozen)
        elif isinstance(value, set | frozenset):
            for item in sorted(value, key=lambda item: (type(item).__name__, repr(item))):
                self._value(item, caller, frozen=frozen)
        else:
            for item in value:
                self._value(item, caller, frozen=frozen)

    def _first_time(self, value: Any) -> bool:
        if id(value) in self.numbers:
            self._note(f"again {self.numbers[id(value)]}", numbered=True)
            return False
        self.numbers[id(value)] = len(self.numbers)
        self.kept.append(value)
        return True

    def _callee(self, value: Any, caller: int) -> None:
        plain = getattr(value, "py_func", value)
        if _base_function(plain):
            self._note(f"{plain.__module__}.{plain.__qualname__}")
            if plain.__module__ in ("random", "secrets", "numpy.random"):
                self._chance(plain.__module__)
            return
        if plain is value and not is_users(plain.__module__) and not _cardsims(plain.__module__):
            self._opaque(f"{plain.__module__}.{plain.__qualname__}")
            return
        number = self._refer(value)
        self._note(f"calls {number}", numbered=True)
        if caller >= 0:
            self.calls[caller].append(number)
        if plain is value and not _cardsims(plain.__module__):
            # Python: compiled code reaches it only in ways that cannot be seen here
            self.found.opaque.append(plain.__qualname__)

    def _object(self, value: Any, caller: int, frozen: bool) -> None:
        kind = type(value)
        owner = getattr(value, "__self__", None)
        if isinstance(value, random.Random | np.random.RandomState | np.random.Generator):
            self._chance(kind.__module__)
        elif isinstance(value, BuiltinFunctionType | MethodType) and isinstance(
            owner, random.Random | np.random.RandomState | np.random.Generator
        ):
            self._chance(type(owner).__module__)
        elif isinstance(value, type):
            self._note(f"class {value.__module__.rsplit('.', 1)[-1]}.{value.__qualname__}")
            if is_users(value.__module__) and self._first_time(value):
                self._members(vars(value), caller, frozen)
        elif isinstance(value, MethodType):
            self._value(value.__func__, caller, frozen=frozen)
            self._value(owner, caller, frozen=frozen)
        elif isinstance(value, partial):
            for part in (value.func, value.args, value.keywords):
                self._value(part, caller, frozen=frozen)
        elif isinstance(value, np.dtype | numba.types.Type):
            self._note(str(value))
        elif isinstance(getattr(value, "_defn", None), FunctionType):  # Numba's intrinsics
            self._refer(value._defn)  # noqa: SLF001 - where Numba keeps what it was given
        else:
            self._thing(value, caller, frozen)

    def _thing(self, value: Any, caller: int, frozen: bool) -> None:
        kind = type(value)
        self._note(f"object {kind.__module__.rsplit('.', 1)[-1]}.{kind.__qualname__}")
        named = getattr(value, "__name__", None)
        if _base(kind.__module__) and isinstance(named, str):
            self._note(f"{getattr(value, '__module__', '')}.{named}")
            return
        self._opaque(kind.__qualname__)
        if is_users(kind.__module__) and hasattr(value, "__dict__") and self._first_time(value):
            self._value(kind, caller, frozen=frozen)
            self._members(vars(value), caller, frozen)

    def _members(self, members: Any, caller: int, frozen: bool) -> None:
        for name, member in sorted(dict(members).items()):
            if not name.startswith("__"):
                self._note(f"member {name}")
                self._value(member, caller, frozen=frozen)

    def _opaque(self, what: str) -> None:
        self._note(f"opaque {what}")
        self.found.opaque.append(what)

    def _cycle(self) -> list[str]:
        """Return a circle of calls, by names."""
        state: dict[int, int] = {}

        def visit(number: int, path: list[int]) -> list[int]:
            state[number] = 1
            for called in self.calls.get(number, ()):
                if state.get(called) == 1:
                    return [*path[path.index(called):], called]
                if called not in state and (found := visit(called, [*path, called])):
                    return found
            state[number] = 2
            return []

        for number in self.calls:
            if number not in state and (circle := visit(number, [number])):
                return [self.names[each] for each in circle]
        return []


def _cardsims(module: str | None) -> bool:
    return (module or "").split(".")[0] == "cardsim"


@lru_cache(maxsize=10_000)
def _names(code: CodeType) -> tuple[tuple[str, ...], frozenset[str]]:
    """Return the globals that code reads, in order, and all names that may be attributes."""
    read: dict[str, None] = {}
    extended = 0
    for at in range(0, len(code.co_code), 2):
        operation, argument = code.co_code[at], code.co_code[at + 1] | extended
        extended = argument << 8 if operation == dis.EXTENDED_ARG else 0
        if operation in _READS_GLOBAL:
            read[code.co_names[argument >> _READS_GLOBAL[operation]]] = None
    attributes = set(code.co_names)
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            inner, more = _names(constant)
            read |= dict.fromkeys(inner)
            attributes |= more
    return tuple(read), frozenset(attributes)
