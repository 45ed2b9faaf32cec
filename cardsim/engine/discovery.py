"""Where strategies are found: beside the config, in the working folder, shipped, installed."""

from __future__ import annotations

import hashlib
import importlib.util
import sys
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import cardsim
from cardsim.engine.compiling import digest
from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.strategies import Strategy


def shipped(folder: str) -> Path:
    """Return a folder that ships with the package: "strategies" or "experiments"."""
    package = Path(cardsim.__file__).parent
    inside = package / "shipped" / folder
    return inside if inside.is_dir() else package.parent / folder


def find_strategies(game: str, beside: Path | None = None) -> dict[str, Strategy]:
    """Return all strategies of a game by name.

    Parameters
    ----------
    game : str
        Id of the game.
    beside : Path, optional
        Folder of the config; a ``strategies/`` in it or next to it is searched first.

    Raises
    ------
    InputError
        If two different files claim a name, or a file cannot be loaded.
    """
    found: dict[str, Strategy] = {}
    for file in _files(game, beside):
        for strategy in load_file(file):
            if strategy.game == game:
                _claim(found, strategy)
    for strategy in _installed():
        if strategy.game == game:
            _claim(found, strategy)
    return dict(sorted(found.items()))


def find_strategy(name: str, game: str, beside: Path | None = None, path: str = "") -> Strategy:
    """Return one strategy by its name, or by ``path/to/file.py:function``.

    Raises
    ------
    InputError
        If there is none, with the nearest name.
    """
    key = f"{path}: " if path else ""
    if ".py:" in name:
        return _named_in_file(name, game, beside, key)
    known = find_strategies(game, beside)
    if name not in known:
        raise InputError(
            f'{key}found the strategy "{name}"; known for {game}: {one_of(known)}.'
            f"{nearest(name, known)}{_of_another_game(name, game, beside)}"
        )
    return known[name]


def _of_another_game(name: str, game: str, beside: Path | None) -> str:
    """Say where a strategy of that name was declared for another game, if one was."""
    for file in _files(game, beside):
        for strategy in load_file(file):
            if strategy.name == name:
                return f" The one in {file} is declared for {strategy.game}."
    return ""


def _named_in_file(name: str, game: str, beside: Path | None, key: str) -> Strategy:
    written, function = name.rsplit(":", 1)
    roots = [beside or Path(), Path()]
    file = next((root / written for root in roots if (root / written).is_file()), None)
    if file is None:
        raise InputError(f'{key}found the strategy "{name}"; there is no file {written}.')
    here = {strategy.name: strategy for strategy in load_file(file.resolve())}
    if function not in here:
        raise InputError(
            f'{key}found the strategy "{name}"; {written} has: {one_of(here) or "no strategy"}.'
            f"{nearest(function, here)}"
        )
    if here[function].game != game:
        raise InputError(
            f'{key}the strategy "{name}" plays {here[function].game}, not {game}.'
        )
    return here[function]


def _files(game: str, beside: Path | None) -> list[Path]:
    """Return the files to search, each once; of shipped ones those of this game alone."""
    files = []
    near = [beside, beside.parent] if beside is not None else []
    for folder in (*near, Path()):
        files += _below(folder / "strategies")
    own = shipped("strategies")
    files += [own / f"{game}.py", *_below(own / game)]
    return list(dict.fromkeys(file.resolve() for file in files if file.is_file()))


def _below(folder: Path) -> list[Path]:
    """Return the Python files below a folder, but none whose path has a name like _x or .x."""
    return [
        file for file in sorted(folder.glob("**/*.py"))
        if not any(part.startswith(("_", ".")) for part in file.relative_to(folder).parts)
    ]


def _claim(found: dict[str, Strategy], strategy: Strategy) -> None:
    other = found.get(strategy.name)
    if other is None:
        found[strategy.name] = strategy
    elif other is not strategy and other.source == strategy.source:
        raise InputError(
            f"strategy '{strategy.name}': declared twice in {strategy.source}; rename one."
        )
    elif other.source != strategy.source and digest(other.source) != digest(strategy.source):
        raise InputError(
            f"strategy '{strategy.name}': claimed by two files, {other.source} and "
            f"{strategy.source}; rename one."
        )


@cache
def load_file(file: Path) -> tuple[Strategy, ...]:
    """Import a file and return the strategies that it declares, in order.

    Raises
    ------
    InputError
        If it cannot be imported, with the reason and the line.
    """
    package = _package(file.parent)
    name = f"{package.__name__}.{file.stem}"
    module = sys.modules.get(name) or _import(name, file)
    declared = [
        value.strategy for value in vars(module).values()
        if isinstance(getattr(value, "strategy", None), Strategy)
    ]
    return tuple(strategy for strategy in declared if Path(strategy.source).resolve() == file)


def load_one(file: Path, name: str) -> Strategy:
    """Return one strategy of a file."""
    return next(strategy for strategy in load_file(file.resolve()) if strategy.name == name)


def _import(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise InputError(f"{file}: cannot be imported.")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    try:
        spec.loader.exec_module(module)
    except SyntaxError as error:
        del sys.modules[name]
        raise InputError(f"{error.filename}, line {error.lineno}: {error.msg}.") from error
    except InputError as error:
        del sys.modules[name]
        raise InputError(f"{file}: {error}") from error
    except Exception as error:
        del sys.modules[name]
        raise InputError(f"{file}: {type(error).__name__} while loading: {error}") from error
    return module


def _package(folder: Path) -> ModuleType:
    """Make a package of a folder, so that its files may import each other (``from .x import y``)."""
    name = f"cardsim_strategies_{hashlib.sha256(str(folder).encode()).hexdigest()[:12]}"
    if name not in sys.modules:
        package = ModuleType(name)
        package.__path__ = [str(folder)]
        sys.modules[name] = package
    return sys.modules[name]


@cache
def _installed() -> tuple[Strategy, ...]:
    """Return the strategies of installed packages (entry point group ``cardsim.strategies``)."""
    strategies = []
    for point in entry_points(group="cardsim.strategies"):
        loaded = point.load()
        for value in vars(loaded).values() if isinstance(loaded, ModuleType) else [loaded]:
            if isinstance(getattr(value, "strategy", None), Strategy):
                strategies.append(value.strategy)
    return tuple(strategies)
