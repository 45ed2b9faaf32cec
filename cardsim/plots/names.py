"""The figures there are, by name; a figure's own file is imported when it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """A figure: what it shows, and when it is drawn without being asked for."""

    text: str
    usual: Callable[[int, Any], bool]


def _always(_cells: int, _config: Any) -> bool:
    return True


def _never(_cells: int, _config: Any) -> bool:
    return False


def _several_variants(_cells: int, config: Any) -> bool:
    return len(config.variants) > 1


FIGURES = {
    "seat_advantage": Figure("the main metric by seat, counted from the starter", _always),
    "loser": Figure("the main metric by strategy", _always),
    "variants": Figure("paired differences between variants, a forest plot", _several_variants),
    "length": Figure("how many decisions a game takes", _always),
    "places": Figure("places by strategy, as stacked bars", _always),
    "running": Figure("the estimate as boards come in, with its confidence sequence", _never),
}
