"""Where strategies are found: beside the config, in the working folder, shipped, installed."""

from __future__ import annotations

import importlib
import re
import unicodedata
from functools import cache
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType

import cardsim
from cardsim.engine.errors import InputError, nearest, one_of, warn
from cardsim.engine.loading import import_file
from cardsim.engine.loading_guard import guarded
from cardsim.engine.strategies import Strategy

_DECLARED: dict[str, tuple[Strategy, ...]] = {}  # by module; the names of old ones are kept too


def shipped(folder: str) -> Path:
    """Return a folder that ships with the package: "strategies" or "experiments"."""
    package = Path(cardsim.__file__).parent
    inside = package / "shipped" / folder
    return inside if inside.is_dir() else package.parent / folder


def find_strategies(game: str, beside: Path | None = None) -> dict[str, Strategy]:
    """Return all strategies of a game by name; a file that cannot be loaded is skipped aloud.

    Parameters
    ----------
    game : str
        Id of the game.
    beside : Path, optional
        Folder of the config; a ``strategies/`` in it or next to it is searched first.

    Raises
    ------
    InputError
        If two different files claim a name.
    """
    found, broken = _look_through(game, _files(game, beside))
    _skip(broken)
    return dict(sorted(found.items()))


def find_strategy(name: str, game: str, beside: Path | None = None, path: str = "") -> Strategy:
    """Return one strategy by its name, or by ``path/to/file.py:function``.

    Only files in whose text the name stands are loaded, unless there is none.

    Raises
    ------
    InputError
        If there is none, with the nearest name; or if its file cannot be loaded.
    """
    key = f"{path}: " if path else ""
    if ".py:" in name:
        return _named_in_file(name, game, beside, key)
    files = _files(game, beside)
    found, broken = _look_through(game, [file for file in files if _may_declare(file, name)])
    if name not in found:
        for file, error in broken.items():
            if _mentions(file, name):
                raise InputError(f'{key}the strategy "{name}": {error}') from error
        found, broken = _look_through(game, files)
    _skip(broken)
    if name not in found:
        raise InputError(
            f'{key}found the strategy "{name}"; known for {game}: {one_of(sorted(found))}.'
            f"{nearest(name, found)}{_of_another_game(name, game, beside)}"
        )
    return found[name]


def _look_through(
    game: str, files: list[Path]
) -> tuple[dict[str, Strategy], dict[Path, InputError]]:
    """Load files; return their strategies of a game by name, and what could not be loaded."""
    found: dict[str, Strategy] = {}
    broken: dict[Path, InputError] = {}
    for file in files:
        try:
            declared = load_file(file, named=False)
        except InputError as error:
            broken[file] = error
            continue
        for strategy in declared:
            if strategy.game == game:
                _claim(found, strategy)
    for strategy in _installed():
        if strategy.game == game:
            _claim(found, strategy)
    return found, broken


def _skip(broken: dict[Path, InputError]) -> None:
    for file, error in broken.items():
        told = str(error) if str(file) in str(error) else f"{file}: {error}"
        warn(f"skipped a file of strategies that cannot be loaded: {' '.join(told.split())}")


def _may_declare(file: Path, name: str) -> bool:
    """Tell whether a file may declare a strategy of that name: it stands in it, or is computed."""
    return _mentions(file, name) or _mentions(file, r"\bname\s*=\s*[^\s\"']", pattern=True)


def _mentions(file: Path, name: str, *, pattern: bool = False) -> bool:
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, ValueError):
        return True  # let it be told when it is loaded
    text = unicodedata.normalize("NFKC", text)  # as Python reads names
    name = unicodedata.normalize("NFKC", name)
    return re.search(name if pattern else rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None


def _of_another_game(name: str, game: str, beside: Path | None) -> str:
    """Say where a strategy of that name was declared for another game, if one was."""
    for file in _files(game, beside):
        try:
            declared = load_file(file, named=False)
        except InputError:
            continue
        for strategy in declared:
            if strategy.name == name:
                return f" The one in {file} is declared for {strategy.game}."
    return ""


def _named_in_file(name: str, game: str, beside: Path | None, key: str) -> Strategy:
    written, function = name.rsplit(":", 1)
    roots = [beside or Path(), Path()]
    named = Path(written).expanduser()
    file = next((root / named for root in roots if (root / named).is_file()), None)
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
    elif other.source != strategy.source and other.source_digest() != strategy.source_digest():
        raise InputError(
            f"strategy '{strategy.name}': claimed by two files, {other.source} and "
            f"{strategy.source}; rename one."
        )


def load_file(file: Path, *, named: bool = True) -> tuple[Strategy, ...]:
    """Import a file, if it has changed since; return the strategies that it declares, in order.

    Parameters
    ----------
    file : Path
    named : bool
        False for a file that is only looked through.

    Raises
    ------
    InputError
        If it cannot be imported, with the reason and the line.
    """
    module = import_file(file, named=named)
    if module.__name__ not in _DECLARED:
        declared = [
            value.strategy for value in vars(module).values()
            if isinstance(getattr(value, "strategy", None), Strategy)
        ]
        own = tuple(one for one in declared if Path(one.source).resolve() == file)
        for strategy in own:
            if not strategy.compiled:
                strategy.source_digest()  # before it is played, since it may remember
        _DECLARED[module.__name__] = own
    return _DECLARED[module.__name__]


def load_one(file: Path, name: str, digest: str) -> Strategy:
    """Return one strategy of a file, as it was when it had this digest (for another process).

    Raises
    ------
    InputError
        If the file is another now.
    """
    known = [strategy for declared in _DECLARED.values() for strategy in declared]
    for strategy in (*known, *load_file(file.resolve())):
        if (
            strategy.name == name and Path(strategy.source).resolve() == file.resolve()
            and strategy.source_digest() == digest
        ):
            return strategy
    raise InputError(
        f"{file}: has changed since this run loaded the strategy '{name}' from it, so other "
        "processes cannot play it; start again, or use threads."
    )


def load_installed(module: str, name: str, digest: str) -> Strategy:
    """Return a strategy of a package, if it is the one that has this digest (for another process).

    Raises
    ------
    InputError
        If it is another there.
    """
    strategy: Strategy = getattr(importlib.import_module(module), name).strategy
    if strategy.source_digest() != digest:
        raise InputError(f"{module}: '{name}' is another one in this process than in the other.")
    return strategy


@cache
def _installed() -> tuple[Strategy, ...]:
    """Return the strategies of installed packages (entry point group ``cardsim.strategies``)."""
    strategies = []
    for point in entry_points(group="cardsim.strategies"):
        try:
            with guarded(Path(point.value), named=False):
                loaded = point.load()
        except InputError as error:
            warn(f"skipped the strategies of an installed package, {point.value}: {error}")
            continue
        for value in vars(loaded).values() if isinstance(loaded, ModuleType) else [loaded]:
            if isinstance(getattr(value, "strategy", None), Strategy):
                strategies.append(value.strategy)
    return tuple(strategies)
