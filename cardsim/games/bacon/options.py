"""Bacon: the options of the rules, and how they become numbers."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

from pydantic import field_validator

from cardsim.engine.errors import InputError
from cardsim.engine.options import Options, Whole, option, refused
from cardsim.games.bacon.state import APPLEWOOD, CHUNKY, MAX_SEATS, MODES, PARTNERS, SIX

PLAYERS = {"partners": (4,), "six": (6,), "applewood": (3, 4, 5, 6), "chunky": (4, 6)}
ENDS = {"partners": (8, 8), "six": (24, 6), "applewood": (0, 6), "chunky": (0, 6)}  # target, deals
POINTS = {"partners": [0, 4, 2, 1], "six": [0, 8, 4, 2, 1, 0]}  # BA-17, BA-18: by place out


class BaconOptions(Options):
    """The options of Bacon."""

    mode: Literal["partners", "six", "applewood", "chunky"] = option(
        "partners", '"partners", "six", "applewood" or "chunky"',
        "4 players in two teams; 6 in two teams; 3-6 each for themselves; "
        "4 or 6 in two teams, all scoring",
    )
    ranks: Whole = option(
        10, "a whole number, 6 to 13", "natural ranks, from 1; X is one higher (BA-1, BA-2)",
        ge=6, le=13,
    )
    suits: Whole | Literal["auto"] = option(
        "auto", '"auto", 3 or 4', "suits; auto: 3, and 4 with five or six players (BA-1)"
    )
    copies: Whole = option(
        2, "a whole number, 1 to 3", "copies of each card (BA-1)", ge=1, le=3
    )
    wilds_each: Whole = option(
        2, "a whole number, 0 to 4", "X dealt to each player on top of the hand (BA-1)", ge=0, le=4
    )
    hand_size: Whole | Literal["auto"] = option(
        "auto", '"auto" or a whole number, 5 to 20, as far as the cards suffice',
        "natural cards dealt to each; auto: 15, and 13 with six players (BA-1)",
    )
    target: Whole | None = option(
        None, "0 (none) or a whole number to 1,000",
        "points that win the game; if not named 8, in six 24, in applewood and chunky none (BA-21)",
        ge=0, le=1_000,
    )
    deals: Whole | None = option(
        None, "a whole number, 1 to 100",
        "deals a game at most; if not named 8 in partners, else 6 (BA-21)", ge=1, le=100,
    )
    applewood_points: list[Whole] | Literal["auto"] = option(
        "auto", '"auto" or a list of whole numbers, 0 to 1,000, one a player, none above the one '
        "before it",
        "applewood and chunky: points by place out; auto: the last 0, the one before 1, then "
        "always twice as many (BA-19, BA-20)",
    )
    play_out: bool = option(
        False, "true or false",
        "partners and six: play a deal to its end for its score though it is decided (BA-21)",
    )

    @field_validator("suits")
    @classmethod
    def _suits_in_range(cls, value: Any) -> Any:
        return _within(cls, "suits", value, 3, 4)

    @field_validator("hand_size")
    @classmethod
    def _hand_size_in_range(cls, value: Any) -> Any:
        return _within(cls, "hand_size", value, 5, 20)

    @field_validator("applewood_points")
    @classmethod
    def _points_fall(cls, value: Any) -> Any:
        if value != "auto":
            rises = any(later > earlier for earlier, later in pairwise(value))
            if rises or not all(0 <= points <= 1_000 for points in value):
                raise _outside(cls, "applewood_points", value)
        return value

    def effective(self, players: int) -> dict[str, Any]:
        """Return every option with its value, `applewood_points` whole; see `Options.effective`."""
        if players not in PLAYERS[self.mode]:
            allowed = " or ".join(str(n) for n in PLAYERS[self.mode])
            raise InputError(
                f'players: found {players}; allowed: {allowed} with the mode "{self.mode}".'
            )
        values = super().effective(players)
        if self.suits == "auto":  # BA-1
            values["suits"] = 3 if players <= 4 else 4
        if self.hand_size == "auto":
            values["hand_size"] = 13 if players == MAX_SEATS else 15
        _check_deck(values, players)
        target, deals = ENDS[self.mode]
        values["target"] = target if self.target is None else self.target
        values["deals"] = deals if self.deals is None else self.deals
        if self.applewood_points == "auto":  # BA-19
            values["applewood_points"] = [2 ** (players - 2 - i) for i in range(players - 1)] + [0]
        elif len(self.applewood_points) != players:
            raise refused(
                "applewood_points", self.applewood_points,
                f'"auto" or a list of {players} numbers, one a player',
            )
        return values


def _check_deck(values: dict[str, Any], players: int) -> None:
    """Refuse a deck that is too small for the hands (BA-1)."""
    each, cards = values["hand_size"], values["ranks"] * values["suits"] * values["copies"]
    if each * players > cards:
        raise InputError(
            f"hand_size: found {each}, which needs {each * players} natural cards for {players} "
            f"players, but ranks ({values['ranks']}) × suits ({values['suits']}) × copies "
            f"({values['copies']}) make {cards}; allowed: at most {cards // players} here, or a "
            "larger deck."
        )


def _within(model: type[Options], name: str, value: Any, least: int, most: int) -> Any:
    if value != "auto" and not least <= value <= most:
        raise _outside(model, name, value)
    return value


def _outside(model: type[Options], name: str, value: object) -> ValueError:
    allowed = model.model_fields[name].json_schema_extra["allowed"]  # type: ignore[index,call-overload]
    return ValueError(f"found {value}; allowed: {allowed}.")


def fill_rules(rules: Any, values: dict[str, Any], players: int, _by_seat: dict[str, Any]) -> None:
    """Write effective options into a RULES record."""
    mode = MODES.index(values["mode"])
    rules.players = players
    rules.teams = players if mode == APPLEWOOD else 2
    rules.mode = mode
    rules.race = mode in (PARTNERS, SIX)
    for name in ("max_turns", "ranks", "suits", "copies", "wilds_each", "hand_size", "target",
                 "deals", "play_out"):
        rules[name] = values[name]
    rules.first_dealer = -1 if values["first_dealer"] == "random" else values["first_dealer"]
    points = values["applewood_points"] if mode in (APPLEWOOD, CHUNKY) else POINTS[values["mode"]]
    for place, value in enumerate(points):
        rules.points[place] = value
