"""The figures there are, by name; a figure's own file is imported when it is drawn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Figure:
    """A figure: what it shows, and when it is drawn without being asked for.

    The file of its name beside this one has ``draw(run)``.

    Parameters
    ----------
    text : str
        What it shows.
    usual : callable
        Told the number of cells and the config; whether the figure is drawn unasked.
    """

    text: str
    usual: Callable[[int, Any], bool]


def _always(_cells: int, _config: Any) -> bool:
    return True


def _never(_cells: int, _config: Any) -> bool:
    return False


def _several_variants(_cells: int, config: Any) -> bool:
    return len(config.variants) > 1


def _several_strategies(_cells: int, config: Any) -> bool:
    for lineup in config.all_lineups:
        named = lineup.players or lineup.teams
        if not isinstance(named, str) and len(set(named)) > 1:
            return True
    return False


FIGURES = {
    "seat_advantage": Figure("the main metric by seat, counted from the starter", _always),
    "loser": Figure("the main metric by strategy", _several_strategies),
    "variants": Figure("paired differences between variants, a forest plot", _several_variants),
    "length": Figure("how many decisions a game takes", _always),
    "places": Figure("places by strategy or by seat, as stacked bars", _always),
    "running": Figure("the estimate as boards come in, with its confidence sequence", _never),
}
