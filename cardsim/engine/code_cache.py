"""Machine code kept on disk: one file a compiled function, named after all that it was made from.

A file holds its own digest, so that one that is damaged is never loaded, but thrown away.
"""

from __future__ import annotations

import hashlib
import importlib
import io
import os
import pickle
import sys
import tempfile
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.environment import Environment, lookup_environment
from numba.core.serialize import dumps

_MAGIC = b"cardsim machine code 1\n"
_DIGEST = hashlib.sha256().digest_size


class CodeCache(NullCache):
    """Where one compiled function is kept; stands where Numba's own cache would.

    Parameters
    ----------
    name : str
        Of the function, for who looks into the folder.
    key : str
        Digest of all that the machine code depends on.
    function : callable
        The Python function.
    """

    def __init__(self, name: str, key: str, function: Any) -> None:
        self.name, self.function = f"{name[:60]}-{key[:32]}.code", function

    def load_overload(self, _signature: Any, target_context: Any) -> Any:
        """Return what was kept, or None if there is nothing, or it is damaged."""
        target_context.refresh()
        path = _path(self.name)
        payload = _read(path) if path is not None else None
        if path is None or payload is None:
            return None
        try:
            parts = _Unpickler(payload, self.function).load()
            return CompileResult._rebuild(target_context, *parts)  # type: ignore[no-untyped-call]  # noqa: SLF001
        except Exception:  # noqa: BLE001 - whatever is wrong with it, it can be made anew
            _discard(path)
            return None

    def save_overload(self, _signature: Any, compiled: Any) -> None:
        """Keep machine code, if it may be kept and there is where."""
        path = _path(self.name)
        if path is None or compiled.library.has_dynamic_globals or compiled.lifted:
            return
        try:
            payload = dumps(compiled._reduce())  # type: ignore[no-untyped-call]  # noqa: SLF001
        except Exception:  # noqa: BLE001 - it refers to what cannot be written down
            return
        _write(path, payload)


class _Unpickler(pickle.Unpickler):
    """Reads machine code; a module that this process knows by another name is the function's own."""

    def __init__(self, payload: bytes, function: Any) -> None:
        super().__init__(io.BytesIO(payload))
        self.function = function

    def find_class(self, module: str, name: str) -> Any:
        if (module, name) == ("numba.core.environment", "_rebuild_env"):
            return self._environment
        return super().find_class(module, name)

    def _environment(self, module: str, constants: list[Any], name: str) -> Any:
        known = lookup_environment(name)  # type: ignore[no-untyped-call]
        if known is not None:
            return known
        environment = Environment(self._globals(module))  # type: ignore[no-untyped-call]
        environment.consts[:] = constants
        environment.env_name = name
        Environment._memo[name] = environment  # noqa: SLF001 - as Numba's own does
        return environment

    def _globals(self, module: str) -> dict[str, Any]:
        found: ModuleType | None = sys.modules.get(module)
        if found is None:
            try:
                found = importlib.import_module(module)
            except ImportError:
                return self.function.__globals__  # type: ignore[no-any-return]
        return vars(found)


def cache_root() -> Path | None:
    """Return the folder of compiled code: $CARDSIM_CACHE_DIR, or cardsim in the user's cache.

    None if it is not named, and the user has no home.
    """
    if named := os.environ.get("CARDSIM_CACHE_DIR"):
        return Path(named).expanduser().absolute()
    if named := os.environ.get("XDG_CACHE_HOME"):
        return Path(named).absolute() / "cardsim"
    try:
        return Path.home().absolute() / ".cache" / "cardsim"
    except RuntimeError:  # a user that the system does not know
        return None


@cache
def why_not_kept() -> str | None:
    """Return why compiled code cannot be kept, as one sentence; None if it can."""
    hint = "set CARDSIM_CACHE_DIR to a folder that can be written"
    root = cache_root()
    if root is None:
        return f"compiled code is not kept, since there is no home folder; {hint}."
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            return None
    except OSError as error:
        return f"compiled code is not kept: {root} cannot be written ({error.strerror}); {hint}."


def _path(name: str) -> Path | None:
    root = cache_root()
    return None if root is None else root / name


def _read(path: Path) -> bytes | None:
    """Return what a file holds; None if it is not there, not to be read, or damaged."""
    try:
        data = path.read_bytes()
    except OSError:
        return None
    head, payload = data[: len(_MAGIC) + _DIGEST], data[len(_MAGIC) + _DIGEST :]
    if head == _MAGIC + hashlib.sha256(payload).digest():
        return payload
    _discard(path)
    return None


def _discard(path: Path) -> None:
    try:
        path.unlink()
    except OSError:  # read-only, or gone already; it will not be loaded anyway
        return


def _write(path: Path, payload: bytes) -> None:
    """Write aside and rename, so that a file is either whole or not there."""
    if why_not_kept() is not None:
        return
    aside = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        aside.write_bytes(_MAGIC + hashlib.sha256(payload).digest() + payload)
        aside.replace(path)
    except OSError:  # the disk is full, or the folder was removed: it is compiled anew next time
        _discard(aside)
