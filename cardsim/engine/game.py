"""The contract of a game: four record types, five small compiled functions, its options and words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from cardsim.engine.compiling import INTERPRETED, record
from cardsim.engine.log import LOG
from cardsim.engine.options import Options

PLAYING, DEAL_OVER, GAME_OVER = 0, 1, 2  # what a game's `status` answers


@dataclass(frozen=True)
class Metric:
    """A number of each seat (or of the game) that experiments estimate.

    All but ``unfinished`` are of finished games alone, so that nothing but that share depends on
    ``max_turns``.

    Parameters
    ----------
    name : str
        Its name in `[report] metrics`: a column of the results, or derived from one.
    text : str
        What it is, in words for titles and tables.
    per : str
        "seat" or "game": which table it is in.
    bounds : tuple of float or None
        Its least and greatest value, where they are known.
    share : bool
        True if it is the share of something (shown in points in a hundred).
    good : int
        +1 if more is better for a player, −1 if less is, 0 if neither.
    """

    name: str
    text: str
    per: str = "seat"
    bounds: tuple[float, float] | None = None
    share: bool = False
    good: int = 0


PLACE = Metric("place", "mean place", good=-1)
COMMON_METRICS = (
    Metric("wins", "share of wins", bounds=(0, 1), share=True, good=1),
    Metric("loses", "share of losses", bounds=(0, 1), share=True, good=-1),
    PLACE,
    Metric("score", "mean score"),
    Metric("turns", "decisions a game", per="game"),
    Metric("unfinished", "share of unfinished games", per="game", bounds=(0, 1), share=True),
)


@dataclass(frozen=True, eq=False)
class Game:
    """A card game, as the engine sees it.

    Parameters
    ----------
    id, title, summary : str
        Its name in configs, its title, one line on what it is.
    rules_version : int
        Raised whenever the behaviour of the rules changes.
    seats : tuple of int
        The least and the greatest number of players.
    options : type of Options
        Its rules as an experimenter writes them.
    table, seat, hidden, rules : numpy record dtypes
        What everyone sees, what one seat sees, what nobody sees, the options as numbers.
        TABLE has the fields ``turn`` (the seat to act), ``turns`` (decisions in this deal, kept
        by the driver), ``dealer`` and ``deal_no`` (from 1); RULES has ``players``, ``teams``
        (seat s is in team s mod teams) and ``max_turns``.
    deal, legal_moves, apply, status, score : callable
        The five functions; see `docs/design.md`.
    fill_rules : callable
        ``fill_rules(record, effective, seat_options)`` writes effective options into a RULES record;
        ``seat_options`` has, for each player option, a list of values by seat.
    words : module or object
        ``state_json``, ``move_json``, ``effect_json`` and ``tell_…`` for replays.
    laws : module or object
        ``all_cards`` and ``exchange_hidden``, for `cardsim.testing`.
    max_moves : int
        The most legal moves there can be.
    game_tallies, seat_tallies : list of (name, dtype)
        The game's own columns in the results; −1 in a column of `nullable` means null.
    higher_wins : bool
        Whether the higher score is better.
    metrics : tuple of Metric
        The game's own metrics, besides the common ones.
    main_metric : str
        The metric that its players ask about first.
    deal_features, feature_names, expected_features
        For control variates: ``deal_features(state, rules, features)`` writes numbers of each
        seat's dealt cards, shape (players, len(feature_names)); ``expected_features(effective,
        players)`` returns their expectations by feature, or None where they are not known.
    sources : Path
        The folder of the game.
    """

    id: str
    title: str
    summary: str
    rules_version: int
    seats: tuple[int, int]
    options: type[Options]
    table: np.dtype[Any]
    seat: np.dtype[Any]
    hidden: np.dtype[Any]
    rules: np.dtype[Any]
    deal: Callable[..., Any]
    legal_moves: Callable[..., Any]
    apply: Callable[..., Any]
    status: Callable[..., Any]
    score: Callable[..., Any]
    fill_rules: Callable[..., None]
    words: Any
    max_moves: int
    game_tallies: list[tuple[str, Any]]
    seat_tallies: list[tuple[str, Any]]
    higher_wins: bool
    sources: Path
    metrics: tuple[Metric, ...] = ()
    main_metric: str = "wins"
    laws: Any = None
    deal_features: Callable[..., Any] | None = None
    feature_names: tuple[str, ...] = ()
    expected_features: Callable[..., Any] | None = None
    nullable: frozenset[str] = field(default_factory=frozenset)

    def __post_init__(self) -> None:
        if INTERPRETED:
            for name in ("table", "seat", "hidden", "rules"):
                object.__setattr__(self, name, _widened(getattr(self, name)))

    @cached_property
    def state(self) -> np.dtype[Any]:
        """STATE: all of a game in progress, and the log of effects."""
        return record(
            ("table", self.table),
            ("seats", self.seat, (self.seats[1],)),
            ("hidden", self.hidden),
            ("log", LOG),
        )

    @cached_property
    def view(self) -> np.dtype[Any]:
        """VIEW: what a strategy is handed."""
        return record(("table", self.table), ("own", self.seat), ("rules", self.rules))

    @cached_property
    def game_row(self) -> np.dtype[Any]:
        """One row of the games table, as the driver fills it."""
        return record(
            ("finished", np.uint8), ("first_seat", np.int8), ("dealer", np.int8),
            ("turns", np.int32), *self.game_tallies,
        )

    @cached_property
    def seat_row(self) -> np.dtype[Any]:
        """One row of the seats table, as the driver fills it."""
        return record(
            ("place", np.int8), ("wins", np.float64), ("loses", np.float64),
            ("score", np.int32), *self.seat_tallies,
        )

    @cached_property
    def all_metrics(self) -> dict[str, Metric]:
        """Every metric by name, the common ones first."""
        return {metric.name: metric for metric in (*COMMON_METRICS, *self.metrics)}

    def __reduce__(self) -> tuple[Any, ...]:
        from cardsim.engine.registry import find_game

        return find_game, (self.id,)


def _widened(form: np.dtype[Any]) -> np.dtype[Any]:
    """Return a record type whose whole numbers are all int64, as they are once compiled.

    Numba computes in 64 bits whatever a field's width; NumPy would not: ``1 << np.int8(9)`` is 0.
    """
    fields = []
    for name in form.names or ():
        inner = form[name]
        wide = _widened(inner.base) if inner.base.names else inner.base
        if inner.base.kind == "i":
            wide = np.dtype(np.int64)
        fields.append((name, wide, inner.shape) if inner.shape else (name, wide))
    return record(*fields)
