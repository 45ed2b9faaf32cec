"""Numba, in one place: how rules, drivers and strategies are compiled and cached.

A compiled function is cached on disk in a file named after all that it was made from, so a
change is never answered from a stale cache.
"""

from __future__ import annotations

import hashlib
import itertools
import os
import sys
import threading
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

import llvmlite
import numba
import numpy as np
from numba.core.bytecode import FunctionIdentity
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.core.registry import cpu_target
from numba.core.typeinfer import register_dispatcher

from cardsim.engine.code_cache import CodeCache
from cardsim.engine.errors import InputError
from cardsim.engine.fingerprint import fingerprint

# Functions as arguments are "experimental" since 2020; they are what lets any mix of
# strategies share one compiled driver.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

_CONFIG: Any = numba.config

INTERPRETED = bool(_CONFIG.DISABLE_JIT)
if INTERPRETED:
    np.seterr(over="ignore")  # the streams rely on 64-bit arithmetic that wraps around

F = TypeVar("F", bound=Callable[..., Any])

_LOCK = threading.RLock()
_COMPILED: dict[str, Any] = {}  # of this process, by key
_FROZEN: WeakKeyDictionary[Any, str] = WeakKeyDictionary()  # what inner functions were made from

# Numba tells functions of one name apart by a number that counts from 1 in each process, and the
# linker takes the first of two equal symbols. Kept code of another process must not be taken for
# code of this one, so each process counts from a place of its own.
FunctionIdentity._unique_ids = itertools.count(int.from_bytes(os.urandom(7)) << 16)  # noqa: SLF001


def _engine() -> str:
    """Return a digest of what shapes machine code but is no function that it calls.

    It is taken as this module is imported; later changes on disk are not what this process runs.
    """
    files = [Path(__file__).with_name(name) for name in ("choosers.py", "compiling.py", "copying.py")]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()


_ENGINE = _engine()


def rule(function: F) -> F:
    """Compile a function of the rules where it is called from; nothing is checked twice."""
    return numba.njit(function, nogil=True, error_model="numpy", forceinline=True)  # type: ignore[no-any-return]


def plain(function: F) -> F:
    """Return the Python function behind a compiled one: cheaper for a few calls from Python."""
    return getattr(function, "py_func", function)


def compile_now(
    function: Callable[..., Any], signature: Any, *, cache: bool = True, **options: Any
) -> Any:
    """Compile a function for one signature, or take it from the cache.

    The key is made from the living functions and the values that they freeze, never from files,
    which may have changed since they were imported.

    Parameters
    ----------
    function : callable
        Plain Python function.
    signature : numba signature
        Its argument and return types.
    cache : bool
        False for machine code that is not to be kept on disk.
    **options
        Passed on to `numba.njit`.

    Raises
    ------
    InputError
        If a function that it calls was compiled before a value that it froze has changed.
    """
    with _LOCK:
        made_from = fingerprint(function)
        key = _key(made_from.code, signature, options)
        _check_frozen(function, made_from.parts)
        if key in _COMPILED:
            return _COMPILED[key]
        dispatcher: Any = numba.njit(nogil=True, **options)(function)
        known = not made_from.opaque
        if cache and known:
            dispatcher._cache = CodeCache(function.__name__, key, function)  # noqa: SLF001
        before, _CONFIG.LOOP_VECTORIZE = _CONFIG.LOOP_VECTORIZE, 0  # loops over a hand are short
        try:
            with register_dispatcher(dispatcher):  # type: ignore[no-untyped-call]
                dispatcher.compile(signature)
        finally:
            _CONFIG.LOOP_VECTORIZE = before
        dispatcher.disable_compile()
        for part, digest in made_from.parts:
            if part.overloads:
                _FROZEN.setdefault(part, digest)
        if known:
            _COMPILED[key] = dispatcher
        return dispatcher


def _check_frozen(function: Callable[..., Any], parts: list[tuple[Any, str]]) -> None:
    """Refuse to build on a function that was compiled when its constants were others."""
    for part, digest in parts:
        if part.overloads and _FROZEN.get(part, digest) != digest:
            raise InputError(
                f"{function.__name__}: '{part.__name__}' was compiled before a value that it reads "
                "changed, and compiled code keeps the value it found; declare it anew, or start "
                "Python afresh."
            )


def _key(code: str, signature: Any, options: dict[str, Any]) -> str:
    """Return a digest of all that machine code depends on."""
    parts = (
        numba.__version__, llvmlite.__version__, np.__version__, sys.version, _ENGINE, code, str(signature),
        sorted(options.items()), cpu_target.target_context.codegen().magic_tuple(),
        _CONFIG.OPT, _CONFIG.BOUNDSCHECK, _CONFIG.DEBUGINFO_DEFAULT,
    )
    return hashlib.sha256(repr(parts).encode("utf-8", "surrogatepass")).hexdigest()


def record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """Return a record type whose fields read as attributes, compiled or not.

    Parameters
    ----------
    *fields : (name, dtype) or (name, dtype, shape)
        A dtype may be a record type itself. Number types must be signed, or Numba makes a
        float of what is computed from them; only the streams know what they do.
    """
    offsets, at, widest = [], 0, 1
    formats = [np.dtype((field[1], field[2])) if len(field) > 2 else np.dtype(field[1])
               for field in fields]
    for form in formats:
        alignment = _alignment(form)
        at = -(-at // alignment) * alignment
        offsets.append(at)
        at += form.itemsize
        widest = max(widest, alignment)
    layout = {
        "names": [field[0] for field in fields], "formats": formats, "offsets": offsets,
        "itemsize": -(-at // widest) * widest,
    }
    return np.dtype((np.record, np.dtype(layout, align=True)))  # type: ignore[call-overload]


def _alignment(form: np.dtype[Any]) -> int:
    """Return what a type must be aligned to (a record of `np.record` itself has forgotten it)."""
    base = form.base
    if base.names is None:
        return base.alignment
    return max(_alignment(base[name]) for name in base.names)
