"""Bacon: when a deal and a game are over, and what is recorded of a game."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.game import DEAL_OVER, GAME_OVER, PLAYING


def status(state: Any, _rules: Any) -> int:
    """Tell whether the deal or the game is over (BA-12, BA-13, BA-21)."""
    if not state.table.deal_over:
        return PLAYING
    return GAME_OVER if state.table.game_over else DEAL_OVER


def score(state: Any, rules: Any, game: Any, seats: Any) -> None:
    """Write a game's results: each player carries the score of the team."""
    table, hidden = state.table, state.hidden
    deals = hidden.finished_deals
    game.dealer = hidden.first_dealer
    game.first_seat = hidden.first_seat
    game.deals = deals
    game.winner = _winner(table, rules) if game.finished else -1
    settled = hidden.settled
    game.share_1_2 = hidden.next_out[0] / settled if settled else -1.0
    game.share_1_3 = hidden.next_out[1] / settled if settled else -1.0
    game.share_1_4 = hidden.next_out[2] / settled if settled else -1.0
    for seat in range(rules.players):
        row = seats[seat]
        row.score = table.scores[seat % rules.teams]
        row.place = 0
        row.mean_out = hidden.places[seat] / deals if deals else -1.0
        row.points_a_deal = row.score / deals if deals else -1.0
        row.firsts = hidden.firsts[seat]
        row.bombs = hidden.bombs[seat]
        row.leads = hidden.leads[seat]
        row.held_back = hidden.held_back[seat]


@rule
def _winner(table: Any, rules: Any) -> int:
    """Return the side with the highest score, −1 if two share it."""
    best, n_best = 0, 0
    for side in range(rules.teams):
        if table.scores[side] > table.scores[best]:
            best, n_best = side, 1
        elif table.scores[side] == table.scores[best]:
            n_best += 1
    return best if n_best == 1 else -1
