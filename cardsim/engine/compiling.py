"""Numba, in one place: how rules, drivers and strategies are compiled and cached.

A compiled function is cached on disk in a folder named after the contents of the
sources it was made from, so a change in any of them is never answered from a stale cache.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import numba
import numpy as np
from numba.core.errors import NumbaExperimentalFeatureWarning

# Functions as arguments are "experimental" since 2020; they are what lets any mix of
# strategies share one compiled driver.
warnings.filterwarnings("ignore", category=NumbaExperimentalFeatureWarning)

_CONFIG: Any = numba.config

INTERPRETED = bool(_CONFIG.DISABLE_JIT)
if INTERPRETED:
    np.seterr(over="ignore")  # the streams rely on 64-bit arithmetic that wraps around

F = TypeVar("F", bound=Callable[..., Any])
ENGINE = Path(__file__).parent


def rule(function: F) -> F:
    """Compile a function of the rules where it is called from; nothing is checked twice."""
    return numba.njit(function, nogil=True, error_model="numpy", forceinline=True)  # type: ignore[no-any-return]


def plain(function: F) -> F:
    """Return the Python function behind a compiled one: cheaper for a few calls from Python."""
    return getattr(function, "py_func", function)


def compile_now(
    function: Callable[..., Any], signature: Any, sources: Iterable[Path], *, cache: bool = True,
    **options: Any,
) -> Any:
    """Compile a function for one signature, or take it from the cache.

    Parameters
    ----------
    function : callable
        Plain Python function.
    signature : numba signature
        Its argument and return types.
    sources : iterable of Path
        Files and folders whose contents the compiled code depends on, besides the engine.
    cache : bool
        False for a function that has no file.
    **options
        Passed on to `numba.njit`.
    """
    with _cache_folder(sources):
        return numba.njit(signature, cache=cache, nogil=True, **options)(function)


def cache_root() -> Path:
    """Return the folder of compiled code: $CARDSIM_CACHE_DIR, or cardsim in the user's cache."""
    if named := os.environ.get("CARDSIM_CACHE_DIR"):
        return Path(named)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cardsim"


@contextmanager
def _cache_folder(sources: Iterable[Path]) -> Iterator[None]:
    """Point Numba's cache at the folder of these sources while a function is declared."""
    digests = [digest(ENGINE), *(digest(Path(source)) for source in sources)]
    key = hashlib.sha256(" ".join([numba.__version__, sys.version, *digests]).encode())
    before = _CONFIG.CACHE_DIR, _CONFIG.LOOP_VECTORIZE
    _CONFIG.CACHE_DIR = str(_writable_root() / key.hexdigest()[:16])
    _CONFIG.LOOP_VECTORIZE = 0  # loops over a hand are too short to gain by it
    try:
        yield
    finally:
        _CONFIG.CACHE_DIR, _CONFIG.LOOP_VECTORIZE = before


@cache
def _writable_root() -> Path:
    root = cache_root()
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return root
    except OSError:
        return Path(tempfile.mkdtemp(prefix="cardsim-cache-"))


@cache
def digest(path: Path) -> str:
    """Return a digest of a Python file, or of all Python files below a folder."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    whole = hashlib.sha256()
    for file in files:
        whole.update(str(file.relative_to(path.parent)).encode())
        whole.update(file.read_bytes())
    return whole.hexdigest()


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
