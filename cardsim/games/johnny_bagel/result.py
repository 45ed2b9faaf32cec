"""Johnny Bagel: when a deal and a game are over, and what is recorded of a game."""

from __future__ import annotations

from typing import Any

from cardsim.engine.game import DEAL_OVER, GAME_OVER, PLAYING


def status(state: Any, rules: Any) -> int:
    """Tell whether the deal or the game is over (JB-18, JB-20)."""
    if state.table.n_in > 1:
        return PLAYING
    return GAME_OVER if state.table.deal_no >= rules.deals else DEAL_OVER


def score(state: Any, rules: Any, game: Any, seats: Any) -> None:
    """Write a game's results: Bagels are the score; with one deal the order out is the place."""
    table, hidden = state.table, state.hidden
    game.dealer = hidden.first_dealer
    game.first_seat = hidden.first_seat
    game.bagel = hidden.last_bagel if game.finished else -1
    game.repeats = hidden.repeats
    for seat in range(rules.players):
        row = seats[seat]
        row.score = table.bagels[seat]
        row.place = hidden.places[seat] if rules.deals == 1 else 0
        row.mean_out = hidden.places[seat] / hidden.finished_deals if hidden.finished_deals else -1.0
        row.bagels = table.bagels[seat]
        row.pick_ups = hidden.pick_ups[seat]
        row.cards_picked_up = hidden.cards_picked_up[seat]
        row.burns = hidden.burns[seat]
        row.replays = hidden.replays[seat]
        row.blind = hidden.blind[seat]
