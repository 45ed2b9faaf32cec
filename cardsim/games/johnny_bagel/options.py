"""Johnny Bagel: the options of the rules, and how they become numbers."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import field_validator

from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.options import Options, Whole, option, refused
from cardsim.games.johnny_bagel.state import (
    EFFECTS,
    FACE_DOWN,
    HAND_SIZE,
    RANKS,
)

DEFAULT_EFFECTS = {
    "2": ["anytime", "reset", "again"],
    "10": ["anytime", "burn", "again"],
    "JK": ["anytime", "transparent", "reverse"],
}  # JB-5

_EXCLUSIVE = ("burn", "reset", "transparent", "lower")


class JohnnyBagelOptions(Options):
    """The options of Johnny Bagel."""

    max_turns: Whole = option(
        50_000, "a whole number, 1 to 1,000,000",
        "decisions after which a deal that does not finish ends the game as unfinished (CO-5)",
        ge=1, le=1_000_000,
    )
    decks: Whole | Literal["auto"] = option(
        "auto", '"auto" or a whole number, 1 to 4',
        "packs; auto: 1 for 2-4 players, 2 for 5-8, 3 for 9-13 (JB-1)",
    )
    jokers_per_deck: Whole = option(
        2, "a whole number, 0 to 4", "Jokers in each pack (JB-2)", ge=0, le=4
    )
    effects: dict[str, list[str]] = option(
        {}, f"a table from rank ({one_of(RANKS[:-1])}, Joker) to a list of {one_of(EFFECTS)}",
        "the effects of each rank; ranks not named keep theirs: 2 anytime reset again, "
        "10 anytime burn again, Joker anytime transparent reverse (JB-4, JB-5)",
    )
    burn_run: Whole = option(
        0, "0 (off) or a whole number, 3 to 8, at most the copies of a rank in play",
        "so many cards of one rank on top burn the pile, and their player plays again (JB-6)",
    )
    exchange: bool = option(
        True, "true or false", "exchange hand and face-up cards before play (JB-8)"
    )
    starter: Literal["lowest", "left_of_dealer"] = option(
        "lowest", '"lowest" or "left_of_dealer"',
        "who starts: whoever has the lowest card asked for, or the dealer's left (JB-9, JB-10)",
    )
    voluntary_pickup: bool = option(
        False, "true or false", "a player who could play may take the pile instead (JB-12)"
    )
    take_face_up: bool = option(
        False, "true or false",
        "a pick-up while playing face-up cards also takes one of them (JB-14)",
    )
    combine: bool = option(
        False, "true or false",
        "a play that empties the hand may add face-up cards of the same rank (JB-16)",
    )
    special_finish: bool = option(
        True, "true or false", "one may go out on a card that has an effect (JB-19)"
    )
    deals: Whole = option(
        1, "a whole number, 1 to 100", "deals a game; the Bagel deals the next (JB-20)",
        ge=1, le=100,
    )

    @field_validator("decks")
    @classmethod
    def _decks_in_range(cls, value: Any) -> Any:
        if value != "auto" and not 1 <= value <= 4:
            raise _outside(cls, "decks", value)
        return value

    @field_validator("burn_run")
    @classmethod
    def _burn_run_in_range(cls, value: int) -> int:
        if value != 0 and not 3 <= value <= 8:
            raise _outside(cls, "burn_run", value)
        return value

    @field_validator("effects")
    @classmethod
    def _effects_allowed(cls, table: dict[str, list[str]]) -> dict[str, list[str]]:
        ranks: dict[str, list[str]] = {}
        for written, names in table.items():
            rank = "JK" if written == "Joker" else written
            if rank not in RANKS:
                known = (*RANKS[:-1], "Joker")
                raise ValueError(
                    f'found the rank "{written}"; allowed: {one_of(known)}.'
                    f"{nearest(written, known)}"
                )
            if rank in ranks:
                raise ValueError(f'the rank "{rank}" is named twice')
            ranks[rank] = _effect_set(written, names)
        return ranks

    def effective(self, players: int) -> dict[str, Any]:
        """Return every option with its value, `effects` of all 14 ranks; see `Options.effective`."""
        values = super().effective(players)
        if self.decks == "auto":
            values["decks"] = 1 if players <= 4 else 2 if players <= 8 else 3  # JB-1
        cards = values["decks"] * (52 + self.jokers_per_deck)
        needed = (2 * HAND_SIZE + FACE_DOWN) * players
        if needed > cards:
            raise InputError(
                f"decks: {players} players need {needed} cards, but {values['decks']} pack(s) with "
                f"{self.jokers_per_deck} Jokers each have {cards}; allowed: more packs (decks, up "
                "to 4) or fewer players."
            )
        copies = values["decks"] * 4
        if self.burn_run > copies and self.burn_run > values["decks"] * self.jokers_per_deck:
            raise refused(
                "burn_run", self.burn_run,
                f"0 (off), or 3 to {copies}: there are {copies} copies of a rank in play",
            )
        effects = {**DEFAULT_EFFECTS, **self.effects}
        values["effects"] = {rank: effects.get(rank, []) for rank in RANKS}
        return values


def _outside(model: type[Options], name: str, value: object) -> ValueError:
    allowed = model.model_fields[name].json_schema_extra["allowed"]  # type: ignore[index,call-overload]
    return ValueError(f"found {value}; allowed: {allowed}.")


def _effect_set(rank: str, names: list[str]) -> list[str]:
    """Return the effects of a rank in their usual order, or refuse the set (JB-4)."""
    for name in names:
        if name not in EFFECTS:
            raise ValueError(
                f'{rank}: found the effect "{name}"; allowed: {one_of(EFFECTS)}.'
                f"{nearest(name, EFFECTS)}"
            )
    if len(set(names)) < len(names):
        raise ValueError(f"{rank}: an effect is named twice in {names}")
    together = [name for name in _EXCLUSIVE if name in names]
    if len(together) > 1:
        raise ValueError(f"{rank}: at most one of {one_of(_EXCLUSIVE)}; found {one_of(together)}")
    if "again" in names and "skip" in names:
        raise ValueError(f"{rank}: again and skip exclude each other")
    return [name for name in EFFECTS if name in names]


def fill_rules(rules: Any, values: dict[str, Any], players: int, _by_seat: dict[str, Any]) -> None:
    """Write effective options into a RULES record."""
    rules.players = players
    rules.teams = players
    for name in ("max_turns", "decks", "jokers_per_deck", "burn_run", "exchange",
                 "voluntary_pickup", "take_face_up", "combine", "special_finish", "deals"):
        rules[name] = values[name]
    rules.lowest_starts = values["starter"] == "lowest"
    rules.first_dealer = -1 if values["first_dealer"] == "random" else values["first_dealer"]
    for rank, name in enumerate(RANKS):
        bits = sum(1 << EFFECTS.index(effect) for effect in values["effects"][name])
        rules.effects[rank] = bits
        rules.anytime |= (bits & 1) << rank
        rules.special |= (bits != 0) << rank
