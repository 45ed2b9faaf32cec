"""Imports files of strategies: exactly the bytes that lie there now, and a note of each.

Python itself looks at a file once a process, and trusts a ``.pyc`` of the same second and size.
Here a folder is imported anew, as a package of another name, once any file of it has changed that
was imported; what was declared before keeps the code, and the digest, of the bytes it was made of.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import inspect
import linecache
import sys
import threading
from dataclasses import dataclass, field
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Any

from cardsim.engine.errors import InputError
from cardsim.engine.fingerprint import is_installed, is_users
from cardsim.engine.loading_guard import guarded

PREFIX = "cardsim_strategies_"

_LOCK = threading.RLock()


@dataclass
class Imported:
    """A file as it was imported.

    Parameters
    ----------
    name : str
        Of the module.
    file : Path
    digest : str
        Of its bytes.
    mentions : set of str
        Modules that its import statements may mean.
    loaded : set of str
        Modules that were imported while it ran.
    ours : bool
        True if it was imported here, so that it may be imported again.
    """

    name: str
    file: Path
    digest: str
    mentions: set[str]
    loaded: set[str] = field(default_factory=set)
    ours: bool = True

    @property
    def changed(self) -> bool:
        """Whether its file holds other bytes now, or is gone."""
        try:
            return _digest(self.file.read_bytes()) != self.digest
        except OSError:
            return True


_IMPORTED: dict[str, Imported] = {}
_PACKAGES: dict[Path, str] = {}  # the newest package of each folder
_RUNNING: list[Imported] = []  # files that are being run, the innermost last
_COUNT: list[int] = [0]


class _Loader(SourceFileLoader):
    """Reads, compiles and notes a file; a ``.pyc`` is neither read nor written."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        data = self.get_data(path)
        linecache.cache.pop(path, None)
        code: CodeType = self.source_to_code(data, path)
        _IMPORTED[fullname] = Imported(
            fullname, Path(path), _digest(data), _mentions(fullname, data, self.is_package(fullname))
        )
        return code

    def exec_module(self, module: ModuleType) -> None:
        name = module.__name__
        if _RUNNING:
            _RUNNING[-1].loaded.add(name)
        code = self.get_code(name)
        _RUNNING.append(_IMPORTED[name])
        try:
            exec(code, module.__dict__)  # noqa: S102 - this is what importing is
        except BaseException:
            _IMPORTED.pop(name, None)
            raise
        finally:
            _RUNNING.pop()


class _Finder:
    """Gives the modules of strategies, and what they import of their user's own, to `_Loader`."""

    def __init__(self) -> None:
        self.thread: int | None = None  # that loads a strategy just now

    def find_spec(
        self, name: str, path: Any = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        own = name.startswith(PREFIX)
        if not own and (self.thread != threading.get_ident() or name.split(".", 1)[0] == "cardsim"):
            return None
        for finder in sys.meta_path:
            find = getattr(finder, "find_spec", None)
            spec = find(name, path, target) if find is not None and finder is not self else None
            if spec is None:
                continue
            if type(spec.loader) is SourceFileLoader and spec.origin and (
                own or not is_installed(spec.origin)
            ):
                spec.loader, spec.cached = _Loader(name, spec.origin), None
            return spec  # type: ignore[no-any-return]
        return None


_FINDER = _Finder()
sys.meta_path.insert(0, _FINDER)  # type: ignore[arg-type]


def import_file(file: Path, *, named: bool = True) -> ModuleType:
    """Return the module of a file, imported anew if it or what it imports has changed.

    Parameters
    ----------
    file : Path
        Absolute, without symbolic links.
    named : bool
        False for a file that is only looked through: it gets no input, and not all the time.

    Raises
    ------
    InputError
        If it cannot be imported, with the file, the line and the reason.
    """
    with _LOCK:
        package = _current_package(file.parent)
        name = f"{package}.{file.stem.replace('.', '·')}"
        if name in sys.modules:
            return sys.modules[name]
        importlib.invalidate_caches()
        spec = importlib.util.spec_from_file_location(name, file, loader=_Loader(name, str(file)))
        if spec is None:
            raise InputError(f"{file}: cannot be imported.")
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        before, _FINDER.thread = _FINDER.thread, threading.get_ident()
        try:
            with guarded(file, named=named):
                spec.loader.exec_module(module)  # type: ignore[union-attr]
                _import_what_waits(name)
        except BaseException:
            sys.modules.pop(name, None)
            raise
        finally:
            _FINDER.thread = before
        return module


def _current_package(folder: Path) -> str:
    """Return the package of a folder's files as they are now, so that they may import each other."""
    known = _PACKAGES.get(folder)
    if known is not None and not _has_changed(known):
        return known
    _COUNT[0] += 1
    digest = hashlib.sha256(str(folder).encode("utf-8", "surrogateescape")).hexdigest()[:12]
    name = f"{PREFIX}{digest}_{_COUNT[0]}"
    package = ModuleType(name)
    package.__path__ = [str(folder)]
    sys.modules[name] = package
    _PACKAGES[folder] = name
    return name


def _has_changed(package: str) -> bool:
    """Tell whether any file of a package has changed, or one that it imports; then drop the latter.

    Raises
    ------
    InputError
        If one has changed that was imported elsewhere in this process.
    """
    parts = _closure([name for name in _IMPORTED if name.startswith(f"{package}.")])
    changed = [part for part in parts if part.changed]
    for part in changed:
        if not part.ours:
            raise InputError(_imported_elsewhere(part))
    outside = [part for part in parts if part.ours and not part.name.startswith(PREFIX)]
    for part in outside if changed else ():  # they may build on each other
        sys.modules.pop(part.name, None)
        _IMPORTED.pop(part.name, None)
    return bool(changed)


def _imported_elsewhere(part: Imported) -> str:
    return (
        f"{part.file}: has changed since this process imported it as {part.name}; start Python "
        "afresh, so that the code that plays is the code that is there."
    )


def _import_what_waits(name: str) -> None:
    """Import what a file imports from beside it only inside its functions, while it is noted."""
    package = name.rsplit(".", 1)[0]
    for mentioned in sorted(_IMPORTED[name].mentions):
        if mentioned.startswith(f"{package}.") and mentioned not in sys.modules:
            try:
                importlib.import_module(mentioned)
            except Exception:  # noqa: BLE001, S112 - a name that is no module; or it raises at play
                continue


def source_of(module: str) -> str | None:
    """Return a digest of the bytes that a module was made of, and of all it imports of its user's.

    Returns
    -------
    str or None
        None for a module that has no file of its own (a notebook, or a script).

    Raises
    ------
    InputError
        If one of them was imported elsewhere, and is no longer what its file says.
    """
    with _LOCK:
        if module not in _IMPORTED and (module == "__main__" or not _note_living(module)):
            return None
        top = module.rsplit(".", 1)[0] + "." if module.startswith(PREFIX) else ""
        parts = sorted(
            (part.name.removeprefix(top) if top else part.name, part.digest)
            for part in _closure([module])
        )
        return hashlib.sha256(repr(parts).encode()).hexdigest()


def _closure(names: list[str]) -> list[Imported]:
    """Return the notes of modules, and of all that they import of their user's own."""
    found: dict[str, Imported] = {}
    waiting = list(names)
    while waiting:
        name = waiting.pop()
        if name in found or not (name in _IMPORTED or _note_living(name, at_all=False)):
            continue
        found[name] = _IMPORTED[name]
        waiting += [*found[name].mentions, *found[name].loaded]
    return list(found.values())


def _note_living(name: str, *, at_all: bool = True) -> bool:
    """Note a module that was imported elsewhere, if it is its user's own (or `at_all`)."""
    module = sys.modules.get(name)
    file = getattr(module, "__file__", None)
    if module is None or not file or not file.endswith(".py") or not (at_all or is_users(name)):
        return False
    try:
        data = Path(file).read_bytes()
    except OSError:
        return False
    mentions = _mentions(name, data, hasattr(module, "__path__"))
    part = Imported(name, Path(file), _digest(data), mentions, ours=False)
    if not _is_made_of(module, data, file):
        raise InputError(_imported_elsewhere(part))
    _IMPORTED[name] = part
    return True


def _is_made_of(module: ModuleType, data: bytes, file: str) -> bool:
    """Tell whether a living module's functions and plain constants are those of these bytes."""
    if type(getattr(module, "__loader__", None)) is not SourceFileLoader:
        return True  # a debugger's or a test runner's, that changes what it loads
    try:
        code, tree = compile(data, file, "exec", dont_inherit=True), ast.parse(data)
    except (SyntaxError, ValueError):
        return False
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            living: Any = getattr(module, constant.co_name, None)
            living = inspect.unwrap(getattr(living, "py_func", living))
            if (
                isinstance(living, FunctionType) and living.__module__ == module.__name__
                and living.__qualname__ == constant.co_name and living.__code__ != constant
            ):
                return False
    assigned: dict[str, list[ast.expr]] = {}
    for line in tree.body:
        if isinstance(line, ast.Assign) and isinstance(line.targets[0], ast.Name):
            assigned.setdefault(line.targets[0].id, []).append(line.value)
    return all(
        vars(module).get(name) == values[0].value for name, values in assigned.items()
        if len(values) == 1 and isinstance(values[0], ast.Constant) and name in vars(module)
        and isinstance(vars(module)[name], int | float | str)
    )


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _mentions(name: str, data: bytes, is_package: bool) -> set[str]:
    """Return the modules that the import statements of a file may mean."""
    found: set[str] = set()
    package = name if is_package else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(data)):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found |= set(_with_parents(alias.name))
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                parts = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*parts, *([base] if base else [])])
            found |= set(_with_parents(base))
            found |= {f"{base}.{alias.name}" for alias in node.names}
    return found - {""}


def _with_parents(name: str) -> list[str]:
    parts = name.split(".")
    return [".".join(parts[: n + 1]) for n in range(len(parts))]
