"""What players are called in results: every two that differ have labels that differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardsim.engine.errors import InputError

if TYPE_CHECKING:
    from cardsim.engine.table import Player


def kind_of(player: Player) -> tuple[Any, ...]:
    """Return what a player is: two of one kind, and one label, are the same in all results."""
    dials = {**player.strategy.dials, **player.params}
    return (
        str(player.strategy.source), player.strategy.name, player.strategy.source_digest(),
        tuple(sorted(dials.items())), tuple(sorted(player.options.items())),
    )


def labelled(
    line_ups: Sequence[Sequence[Player]], paths: Sequence[str] = ()
) -> list[list[Player]]:
    """Give every player without a label one, in all line-ups of a run.

    A player is called like its strategy. Strategies of one name from several files are told apart
    by their files (``old/mine.py:bot``); one strategy with several settings in a line-up by the
    dials and options in which they differ (``mine:patience=0.2``), and where dials were written
    with the name they stand in the label.

    Parameters
    ----------
    line_ups : sequence of sequences of Player
    paths : sequence of str, optional
        The key of each line-up, for messages.

    Returns
    -------
    list of list of Player
        The same, each with a label.

    Raises
    ------
    InputError
        If two players that differ have been given one label in a line-up.
    """
    files: dict[str, set[Path]] = {}
    for player in (player for line_up in line_ups for player in line_up):
        known = files.setdefault(player.strategy.name, set())
        if player.strategy.source.is_file():  # a notebook's cells are none
            known.add(player.strategy.source)
    paths = paths or ["players"] * len(line_ups)
    return [
        _line_up(line_up, files, path) for line_up, path in zip(line_ups, paths, strict=True)
    ]


def _line_up(line_up: Sequence[Player], files: dict[str, set[Path]], path: str) -> list[Player]:
    bases = [
        player.label or _of_file(player.strategy.name, player.strategy.source,
                                 files[player.strategy.name])
        for player in line_up
    ]
    taken: dict[str, tuple[Any, ...]] = {}
    for player in line_up:
        if player.label and taken.setdefault(player.label, kind_of(player)) != kind_of(player):
            raise InputError(
                f'{path}: the label "{player.label}" is given to two players that differ; give '
                "each its own."
            )
    found = []
    for player, base in zip(line_up, bases, strict=True):
        label = player.label
        if not label:
            same = [p for p, b in zip(line_up, bases, strict=True) if b == base and not p.label]
            label = _free(base + _settings(player, same), taken, kind_of(player))
            taken[label] = kind_of(player)
        found.append(replace(player, label=label))
    return found


def _of_file(name: str, source: Path, files: set[Path]) -> str:
    """Return a strategy's name, with as much of its file's path as tells it from its namesakes."""
    others = [file.parts for file in files if file != source]
    if not others or source not in files:
        return name
    for n in range(1, len(source.parts) + 1):
        if all(other[-n:] != source.parts[-n:] for other in others):
            return f"{Path(*source.parts[-n:]).as_posix()}:{name}"
    return f"{source.as_posix()}:{name}"


def _settings(player: Player, same: list[Player]) -> str:
    """Return the dials and options in which players called alike differ, and those written.

    What is as by default is left out, so that the plain player has the plain label in every
    line-up.
    """
    every = [{**p.strategy.dials, **p.params, **p.options} for p in same]
    default = player.strategy.dials
    told = []
    for key, value in {**default, **player.params, **player.options}.items():
        differs = any(other.get(key) != value for other in every)
        if key in player.written or (differs and default.get(key) != value):
            told.append(f":{key}={str(value).lower() if isinstance(value, bool) else value}")
    return "".join(told)


def _free(label: str, taken: dict[str, tuple[Any, ...]], kind: tuple[Any, ...]) -> str:
    """Return a label, numbered if a player of another kind has it (a function declared anew)."""
    n, called = 1, label
    while called in taken and taken[called] != kind:
        n += 1
        called = f"{label} ({n})"
    return called
