"""Le Huit américain: the options of the rules, and how they become numbers."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, field_validator

from cardsim.engine.errors import InputError, nearest, one_of
from cardsim.engine.options import Options, Whole, option, refused
from cardsim.games.huit_americain.state import ACE, BERGERE, EVERY_SUIT, JOKER_RANK, RANKS, TWO

DEFAULT_PENALTIES = {
    **{rank: int(rank) for rank in ("2", "3", "4", "5", "6", "7", "9")},
    **dict.fromkeys(("10", "J", "Q", "K"), 10),
    "8": 32, "A": 20, "JK": 50,
}  # HA-16

_WRITTEN = (*RANKS[:-1], "Joker")  # ranks as a user writes them
_RATE = "a number, 0 to 1"


class HuitAmericainOptions(Options):
    """The options of Le Huit américain."""

    player_options: ClassVar[tuple[str, ...]] = ("forget_rate",)

    decks: Whole = option(2, "a whole number, 1 to 4", "packs (HA-1)", ge=1, le=4)
    jokers_per_deck: Whole = option(
        2, "a whole number, 0 to 4", "Jokers in each pack (HA-1)", ge=0, le=4
    )
    hand_size: Whole = option(
        8, "a whole number, 8 to 20, such that all hands and 2 cards more fit the packs",
        "cards dealt to each player (HA-2)", ge=8, le=20,
    )
    bergere_special: Literal["redraw", "inert", "active"] = option(
        "redraw", '"redraw", "inert" or "active"',
        "what if the Bergère is A, 2, 7, 8, 10 or Joker: another one is turned, it stays without "
        "effect, or it counts as played by the dealer (HA-4)",
    )
    follow_highest: bool = option(
        True, "true or false",
        "of one's ordinary cards of the suit asked for only the highest may follow (HA-5)",
    )
    ace_anywhere: bool = option(
        False, "true or false", "an Ace may be put on any card (HA-7)"
    )
    seven_may_finish: bool = option(
        True, "true or false",
        "a 7 may cost its player the last card, and so end the deal; if false, nothing is taken "
        "then (HA-7a)",
    )
    ace_stacking: bool = option(
        False, "true or false", "answered Aces add up, 2 cards each (HA-8)"
    )
    two_stacking: bool = option(
        False, "true or false", "a 2 may be answered with a 2; they add up, 2 cards each (HA-8)"
    )
    joker_stacking: bool = option(
        False, "true or false",
        "a Joker may be answered with a Joker; they add up, 5 cards each (HA-8)",
    )
    voluntary_draw: bool = option(
        False, "true or false", "a player who could play may draw instead (HA-10)"
    )
    play_drawn: bool = option(
        False, "true or false", "a drawn card that is legal may be played at once (HA-10)"
    )
    reverse_skips_with_two: bool = option(
        False, "true or false", "with two players a 10 skips the opponent (HA-11)"
    )
    forget_rate: Annotated[float, Field(strict=True, allow_inf_nan=False)] = option(
        0.0, _RATE,
        'the chance to forget "carte" with 2 cards; a line-up may set it for one player (HA-13)',
        ge=0, le=1,
    )
    forbidden_last: list[str] = option(
        ["8", "Joker"], f"a list of ranks ({one_of(_WRITTEN)}), each once, not all of them",
        "ranks on which one cannot finish (HA-14)",
    )
    last_card_effect: bool = option(
        False, "true or false", "the draw that a last card causes is carried out (HA-15)"
    )
    penalties: dict[str, Whole] = option(
        {}, f"a table from rank ({one_of(_WRITTEN)}) to a whole number, 0 to 1,000",
        "the penalty of each card left; ranks not named keep theirs: Joker 50, 8 32, Ace 20, "
        "K Q J 10 each 10, others their number (HA-16)",
    )
    deals: Whole = option(
        1, "a whole number, 1 to 100", "deals a game; the deal passes to the left (HA-17)",
        ge=1, le=100,
    )

    @field_validator("forbidden_last")
    @classmethod
    def _ban_allowed(cls, written: list[str]) -> list[str]:
        ranks = [_rank(name) for name in written]
        for i, rank in enumerate(ranks):
            if rank in ranks[:i]:
                raise ValueError(f'the rank "{written[i]}" is named twice')
        if len(ranks) == len(RANKS):
            raise ValueError("all ranks are named; allowed: at least one rank must be left out.")
        return written

    @field_validator("penalties")
    @classmethod
    def _penalties_allowed(cls, table: dict[str, int]) -> dict[str, int]:
        ranks: dict[str, int] = {}
        for written, points in table.items():
            rank = _rank(written)
            if rank in ranks:
                raise ValueError(f'the rank "{written}" is named twice')
            if not 0 <= points <= 1000:
                raise ValueError(
                    f"{written}: found {points}; allowed: a whole number, 0 to 1,000."
                )
            ranks[rank] = points
        return ranks

    def effective(self, players: int) -> dict[str, Any]:
        """Return every option with its value, `penalties` of all 14 ranks; see `Options.effective`."""
        values = super().effective(players)
        cards = self.decks * (52 + self.jokers_per_deck)
        most = (cards - 2) // players
        if self.hand_size > most:
            advice = f"hand_size 8 to {most}, more packs" if most >= 8 else "more packs"
            raise InputError(
                f"hand_size: found {self.hand_size}: {players} players need "
                f"{players * self.hand_size + 2} cards, but {self.decks} pack(s) with "
                f"{self.jokers_per_deck} Jokers each have {cards}; allowed: {advice} (decks, up to "
                "4) or fewer players."
            )
        values["penalties"] = {
            rank: self.penalties.get(rank, DEFAULT_PENALTIES[rank]) for rank in RANKS
        }
        return values


def _rank(written: str) -> str:
    """Return a rank as the game names it, or refuse it."""
    rank = "JK" if written == "Joker" else written
    if rank not in RANKS:
        raise ValueError(
            f'found the rank "{written}"; allowed: {one_of(_WRITTEN)}.{nearest(written, _WRITTEN)}'
        )
    return rank


def fill_rules(rules: Any, values: dict[str, Any], players: int, by_seat: dict[str, Any]) -> None:
    """Write effective options into a RULES record."""
    rules.players = players
    rules.teams = players
    for name in ("max_turns", "deals", "decks", "jokers_per_deck", "hand_size", "follow_highest",
                 "ace_anywhere", "seven_may_finish", "voluntary_draw", "play_drawn",
                 "reverse_skips_with_two", "last_card_effect"):
        rules[name] = values[name]
    rules.first_dealer = -1 if values["first_dealer"] == "random" else values["first_dealer"]
    rules.bergere_special = BERGERE.index(values["bergere_special"])
    two = values["two_stacking"] << TWO
    joker = values["joker_stacking"] << JOKER_RANK
    rules.answerable = (1 << ACE) | two | joker  # HA-8
    rules.summed = (values["ace_stacking"] << ACE) | two | joker
    rules.penalties[:] = [values["penalties"][rank] for rank in RANKS]
    rules.forbidden_last = sum(
        EVERY_SUIT << RANKS.index(_rank(name)) for name in values["forbidden_last"]
    )
    for seat, rate in enumerate(by_seat["forget_rate"]):
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise refused("forget_rate", rate, _RATE)
        rules.forget_rate[seat] = rate
