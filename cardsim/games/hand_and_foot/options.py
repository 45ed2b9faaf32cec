"""Hand and Foot: the options of the rules, and how they become numbers."""

from __future__ import annotations

from typing import Any, Literal, Self

from pydantic import field_validator, model_validator

from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.options import Options, Whole, option
from cardsim.games.hand_and_foot.state import BLACK_THREE, MAX_ROUNDS, RANKS, RED_THREE

DEFAULT_POINTS = dict(
    zip(RANKS, (5, 5, 5, 5, 5, 10, 10, 10, 10, 10, 10, 20, 20, 50), strict=True)
)  # HF-4

SPARE = 20  # cards there must be besides hands and feet (HF-1)

_NUMBERS = (
    "max_turns", "decks", "jokers_per_deck", "hand_size", "foot_size", "draw_count",
    "red_three_points", "pile_take", "wild_needs_naturals", "clean_book", "dirty_book",
    "need_clean", "need_dirty", "going_out_bonus",
)


class HandAndFootOptions(Options):
    """The options of Hand and Foot."""

    six_as: Literal["three_teams", "two_teams"] = option(
        "three_teams", '"three_teams" or "two_teams"',
        "six players as three teams of two, or two of three (HF-1)",
    )
    decks: Whole | Literal["auto"] = option(
        "auto", '"auto" or a whole number, 3 to 8',
        "packs; auto: 5, six with 5-6 players (HF-1)",
    )
    jokers_per_deck: Whole = option(
        2, "a whole number, 0 to 4", "Jokers in each pack (HF-1)", ge=0, le=4
    )
    hand_size: Whole = option(
        11, "a whole number, 2 to 20", "cards of a hand (HF-2)", ge=2, le=20
    )
    foot_size: Whole = option(
        11, "a whole number, 2 to 20", "cards of a foot (HF-2)", ge=2, le=20
    )
    card_points: dict[str, Whole] = option(
        {}, f"a table from rank ({one_of(RANKS[:-1])}, Joker) to a whole number, 0 to 1,000",
        "points of each card; ranks not named keep theirs: 3-7 5, 8-K 10, A and 2 20, Joker 50 "
        "(HF-4)",
    )
    minimums: list[Whole] = option(
        [50, 90, 120, 150], f"a list of 1 to {MAX_ROUNDS} whole numbers, each 0 to 1,000",
        "the least opening meld of each round; its length is the number of rounds (HF-5)",
        min_length=1, max_length=MAX_ROUNDS,
    )
    draw_count: Whole = option(
        2, 'a whole number, 1 to 4; with stock_end = "reshuffle" 2 to 4',
        "cards drawn at the start of a turn (HF-6)", ge=1, le=4,
    )
    red_three_points: Whole = option(
        5, "a whole number, -1,000 to 1,000", "what each red three laid counts (HF-7)",
        ge=-1_000, le=1_000,
    )
    pile_take: Whole = option(
        7, "a whole number, 1 to 100", "cards that taking the pile yields (HF-9)", ge=1, le=100
    )
    wild_needs_naturals: Whole = option(
        4, "a whole number, 2 to 6", "natural cards that a meld with wild cards needs (HF-12)",
        ge=2, le=6,
    )
    clean_book: Whole = option(
        500, "a whole number, 0 to 10,000", "what a book without wild cards counts (HF-13)",
        ge=0, le=10_000,
    )
    dirty_book: Whole = option(
        300, "a whole number, 0 to 10,000", "what a book with wild cards counts (HF-13)",
        ge=0, le=10_000,
    )
    need_clean: Whole = option(
        1, "a whole number, 0 to 5", "clean books that going out needs (HF-16)", ge=0, le=5
    )
    need_dirty: Whole = option(
        1, "a whole number, 0 to 5", "dirty books that going out needs (HF-16)", ge=0, le=5
    )
    going_out_bonus: Whole = option(
        0, "a whole number, 0 to 1,000", "what going out counts (HF-17)", ge=0, le=1_000
    )
    stock_end: Literal["end", "reshuffle"] = option(
        "end", '"end" or "reshuffle"',
        "when a draw finds no stock, the round ends, or the pile becomes a new stock (HF-18)",
    )

    @field_validator("decks")
    @classmethod
    def _decks_in_range(cls, value: Any) -> Any:
        if value != "auto" and not 3 <= value <= 8:
            raise ValueError(f'found {value}; allowed: "auto" or a whole number, 3 to 8.')
        return value

    @field_validator("minimums")
    @classmethod
    def _minimums_in_range(cls, values: list[int]) -> list[int]:
        for value in values:
            if not 0 <= value <= 1_000:
                raise ValueError(
                    f"found {value}; allowed: a list of 1 to {MAX_ROUNDS} whole numbers, each 0 to "
                    "1,000."
                )
        return values

    @field_validator("card_points")
    @classmethod
    def _card_points_allowed(cls, table: dict[str, int]) -> dict[str, int]:
        points: dict[str, int] = {}
        known = (*RANKS[:-1], "Joker")
        for written, value in table.items():
            rank = "JK" if written == "Joker" else written
            if rank not in RANKS:
                raise ValueError(
                    f'found the rank "{written}"; allowed: {one_of(known)}.'
                    f"{nearest(written, known)}"
                )
            if rank in points:
                raise ValueError(f'the rank "{rank}" is named twice')
            if not 0 <= value <= 1_000:
                raise ValueError(f"{written}: found {value}; allowed: a whole number, 0 to 1,000.")
            points[rank] = value
        return points

    @model_validator(mode="after")
    def _draws_move_on(self) -> Self:
        if self.stock_end == "reshuffle" and self.draw_count < 2:  # HF-6
            raise ValueError(
                f'draw_count: found {self.draw_count}; allowed with stock_end = "reshuffle": a '
                "whole number, 2 to 4."
            )
        return self

    def effective(self, players: int) -> dict[str, Any]:
        """Return every option with its value, `card_points` whole; see `Options.effective`."""
        values = super().effective(players)
        if self.decks == "auto":
            values["decks"] = 6 if players >= 5 else 5  # HF-1
        cards = values["decks"] * (52 + self.jokers_per_deck)
        needed = players * (self.hand_size + self.foot_size) + SPARE
        if needed > cards:
            raise InputError(
                f"decks: {players} players with hands of {self.hand_size} and feet of "
                f"{self.foot_size} need {needed} cards, {SPARE} of them for the stock, but "
                f"{values['decks']} packs with {self.jokers_per_deck} Jokers each have {cards}; "
                "allowed: more packs (decks, up to 8), smaller hands or feet, or fewer players."
            )
        values["card_points"] = {**DEFAULT_POINTS, **self.card_points}
        return values


def teams_of(players: int, six_as: str) -> int:
    """Return how many teams so many players make (HF-1)."""
    if players == 6:
        return 2 if six_as == "two_teams" else 3
    return 2 if players == 4 else players


def fill_rules(rules: Any, values: dict[str, Any], players: int, _by_seat: dict[str, Any]) -> None:
    """Write effective options into a RULES record."""
    rules.players = players
    rules.teams = teams_of(players, values["six_as"])
    for name in _NUMBERS:
        rules[name] = values[name]
    points = list(values["card_points"].values())
    rules.card_points[RED_THREE] = points[0]
    rules.card_points[BLACK_THREE:] = points  # the 3 serves both
    rules.rounds = len(values["minimums"])
    rules.minimums[: rules.rounds] = values["minimums"]
    rules.reshuffle = values["stock_end"] == "reshuffle"
    rules.first_dealer = -1 if values["first_dealer"] == "random" else values["first_dealer"]
