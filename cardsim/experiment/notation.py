"""How players and rules are written in one line: ``mine:patience=0.2``, ``burn_run=4``.

The same in a config's line-up, in `simulate`, and behind the flags of the command line.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from typing import Any

from cardsim.engine.errors import InputError


def parse_member(text: str, path: str = "players") -> tuple[str, dict[str, Any]]:
    """Take a player apart: the strategy, and the dials that are set.

    Parameters
    ----------
    text : str
        A name or ``path/to/file.py:function``, then any number of ``:dial=value``.
    path : str
        The key, for messages.

    Returns
    -------
    name : str
    dials : dict of str to value

    Raises
    ------
    InputError
        If there is no name, or a dial is set twice or to nothing.
    """
    parts = text.strip().split(":")
    at = next((i for i, part in enumerate(parts) if "=" in part), len(parts))
    name = ":".join(parts[:at]).strip()
    if not name:
        raise InputError(f'{path}: found "{text}"; allowed: a strategy, such as mine or mine:dial=0.2.')
    for part in parts[at:]:
        if "=" not in part:
            raise InputError(
                f'{path}: found "{text}"; after the first dial all parts are dials, as in '
                "mine:patience=0.2:caution=1."
            )
    return name, parse_pairs(parts[at:], path)


def parse_pairs(texts: Iterable[str], path: str) -> dict[str, Any]:
    """Read ``key=value`` pairs; a value is written as in TOML, or is a bare word.

    Raises
    ------
    InputError
        If one is no such pair, or a key stands twice.
    """
    found: dict[str, Any] = {}
    for text in texts:
        key, equals, value = (part.strip() for part in text.partition("="))
        if not (key and equals and value):
            raise InputError(f'{path}: found "{text}"; allowed: name=value, such as burn_run=4.')
        if key in found:
            raise InputError(f"{path}.{key}: set twice.")
        found[key] = _value(value)
    return found


def _value(text: str) -> Any:
    """Return a value as TOML reads it, or the text itself."""
    if "\n" in text:
        return text
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except (tomllib.TOMLDecodeError, RecursionError):
        return text


def split_members(text: str, path: str = "--players") -> list[str]:
    """Split a list of players such as ``a,b:x=1,c``.

    Raises
    ------
    InputError
        If an entry is empty.
    """
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise InputError(f'{path}: found "{text}"; allowed: strategies, as in a,b,c.')
    return names
