"""Hand and Foot: how a round is scored (HF-19), when the game is over, and what is recorded."""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.engine.compiling import rule
from cardsim.engine.game import DEAL_OVER, GAME_OVER, PLAYING
from cardsim.engine.log import log_effect, log_value
from cardsim.games.hand_and_foot.state import DEUCE, LOG_POINTS, N_KINDS

NO_SEAT = -1  # nobody went out: the stock ended


@rule
def end_round(state: Any, rules: Any, out: int) -> None:
    """End the round: `out` went out, or the stock ended (HF-16 … HF-19)."""
    table, hidden = state.table, state.hidden
    table.over = 1
    hidden.rounds += 1
    hidden.stock_ends += out == NO_SEAT
    log_effect(state.log, LOG_POINTS)
    for team in range(rules.teams):
        left = 0
        for seat in range(team, rules.players, rules.teams):
            left += _points_left(state, rules, seat)
        points = (
            table.clean_books[team] * int(rules.clean_book)
            + table.dirty_books[team] * int(rules.dirty_book)
            + table.points[team]
            + table.red_threes[team] * int(rules.red_three_points)
            - left
        )
        if out != NO_SEAT and out % rules.teams == team:
            points += rules.going_out_bonus  # HF-17
            hidden.rounds_out[team] += 1
        log_value(state.log, points)
        table.scores[team] += points
        hidden.caught[team] += left
        hidden.clean_books[team] += table.clean_books[team]
        hidden.dirty_books[team] += table.dirty_books[team]
        hidden.rounds_opened[team] += table.opened[team]


@rule
def _points_left(state: Any, rules: Any, seat: int) -> int:
    """Return the card points left in a seat's hand and foot (HF-19)."""
    hand, foot = state.seats[seat].hand, state.hidden.feet[seat]
    points = 0
    for card in range(N_KINDS):
        points += (int(hand[card]) + int(foot[card])) * int(rules.card_points[card])
    return points


def status(state: Any, rules: Any) -> int:
    """Tell whether the round or the game is over (HF-5, HF-18)."""
    if not state.table.over:
        return PLAYING
    return GAME_OVER if state.table.deal_no >= rules.rounds else DEAL_OVER


FEATURES = (
    "wild cards in hand", "points of the other cards in hand",
    "wild cards in the foot", "points of the other cards in the foot",
)


def deal_features(state: Any, rules: Any, features: Any) -> None:
    """Write each seat's wild cards and the points of its other cards, in hand and foot."""
    for seat in range(rules.players):
        for card in range(N_KINDS):
            in_hand = int(state.seats[seat].hand[card])
            in_foot = int(state.hidden.feet[seat, card])
            if card >= DEUCE:
                features[seat, 0] += in_hand
                features[seat, 2] += in_foot
            else:
                features[seat, 1] += in_hand * int(rules.card_points[card])
                features[seat, 3] += in_foot * int(rules.card_points[card])


def expected_features(values: dict[str, Any], players: int) -> list[float] | None:
    """Return the expectation of each feature.

    A hand is any cards of the packs without red threes (HF-2), a foot any cards of all. Where
    so few cards are left that the first discard may call for another deal (HF-3), that no longer
    holds exactly, and there is none.
    """
    decks, points = values["decks"], list(values["card_points"].values())
    wilds = decks * (4 + values["jokers_per_deck"])
    red_threes = 2 * decks
    cards = 52 * decks + decks * values["jokers_per_deck"]
    stock = cards - players * (values["hand_size"] + values["foot_size"])
    if stock - red_threes <= wilds + red_threes:
        return None
    of_others = decks * (2 * points[0] + 4 * sum(points[1:-2]))  # black threes, 4 … A
    hand = values["hand_size"] / (cards - red_threes)
    foot = values["foot_size"] / cards
    return [
        hand * wilds, hand * of_others,
        foot * wilds, foot * (of_others + red_threes * points[0]),
    ]


def score(state: Any, rules: Any, game: Any, seats: Any) -> None:
    """Write a game's results; each player carries the team's (CO-7)."""
    hidden = state.hidden
    game.dealer = hidden.first_dealer
    game.first_seat = (hidden.first_dealer + 1) % rules.players
    game.rounds = hidden.rounds
    game.stock_ends = hidden.stock_ends
    for seat in range(rules.players):
        team = seat % rules.teams
        row = seats[seat]
        row.score = state.table.scores[team]
        row.place = 0
        row.round_score = state.table.scores[team] / hidden.rounds if hidden.rounds else np.nan
        row.clean_books = hidden.clean_books[team]
        row.dirty_books = hidden.dirty_books[team]
        row.rounds_opened = hidden.rounds_opened[team]
        row.rounds_out = hidden.rounds_out[team]
        row.caught = hidden.caught[team]
        row.piles_taken = hidden.piles_taken[seat]
        row.decisions = hidden.decisions[seat]
        row.rounds_in_foot = hidden.rounds_in_foot[seat]
