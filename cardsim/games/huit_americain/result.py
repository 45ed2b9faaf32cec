"""Le Huit américain: how a deal and a game end, and what is recorded of a game (HA-14 … HA-17)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.bits import lowest_bit
from cardsim.engine.compiling import rule
from cardsim.engine.game import DEAL_OVER, GAME_OVER, PLAYING
from cardsim.engine.log import log_effect, log_value
from cardsim.games.huit_americain.state import JOKER, LOG_OUT, LOG_POINTS, OVER, RANKS


@rule
def go_out(state: Any, seat: int) -> None:
    """Note who has no cards left (HA-14, HA-7a)."""
    state.hidden.went_out[seat] += 1
    log_effect(state.log, LOG_OUT)
    log_value(state.log, seat)


@rule
def end_deal(state: Any, rules: Any) -> None:
    """Score all hands (HA-16)."""
    table = state.table
    table.phase = OVER
    table.attack = 0
    log_effect(state.log, LOG_POINTS)
    for seat in range(rules.players):
        points = _penalty(state.seats[seat], rules)
        table.scores[seat] += points
        log_value(state.log, points)


@rule
def _penalty(own: Any, rules: Any) -> int:
    """Return the penalty of a hand (HA-16)."""
    points = 0
    left = own.held
    while left != 0:
        card = lowest_bit(left)
        points += int(own.hand[card]) * int(rules.penalties[card & 15])
        left &= left - 1
    return points


def status(state: Any, rules: Any) -> int:
    """Tell whether the deal or the game is over (HA-17)."""
    if state.table.phase != OVER:
        return PLAYING
    return GAME_OVER if state.table.deal_no >= rules.deals else DEAL_OVER


FEATURES = ("8s and Jokers", "Aces, 2s and 7s", "penalty of the other cards")
_PENALTY = 2
_FEATURE_OF_RANK = (1, 2, 2, 2, 2, 1, 0, 2, 2, 2, 2, 2, 1, 0)


def deal_features(state: Any, rules: Any, features: Any) -> None:
    """Write what each seat's dealt cards are good for, and the penalty of the others."""
    for seat in range(rules.players):
        own = state.seats[seat]
        left = own.held
        while left != 0:
            card = lowest_bit(left)
            feature = _FEATURE_OF_RANK[card & 15]
            weight = rules.penalties[card & 15] if feature == _PENALTY else 1
            features[seat, feature] += own.hand[card] * weight
            left &= left - 1


def expected_features(values: dict[str, Any], _players: int) -> list[float] | None:
    """Return the expectation of each feature; an active Bergère may change the hands dealt."""
    if values["bergere_special"] == "active":
        return None
    copies = [4 * values["decks"]] * JOKER + [values["decks"] * values["jokers_per_deck"]]
    totals = [0.0] * len(FEATURES)
    for rank, n in enumerate(copies):
        feature = _FEATURE_OF_RANK[rank]
        totals[feature] += n * (values["penalties"][RANKS[rank]] if feature == _PENALTY else 1)
    return [values["hand_size"] / sum(copies) * total for total in totals]


def score(state: Any, rules: Any, game: Any, seats: Any) -> None:
    """Write a game's results; penalties are those of the finished deals."""
    table, hidden = state.table, state.hidden
    game.dealer = hidden.first_dealer
    game.first_seat = hidden.first_seat
    game.blocked_deals = hidden.blocked
    game.reshuffles = hidden.reshuffles
    for seat in range(rules.players):
        row = seats[seat]
        row.score = table.scores[seat]
        row.place = 0
        row.penalty = table.scores[seat]
        row.went_out = hidden.went_out[seat]
        row.cards_drawn = hidden.cards_drawn[seat]
        row.turns_lost = hidden.turns_lost[seat]
        row.eights_played = hidden.eights_played[seat]
        row.jokers_played = hidden.jokers_played[seat]
