"""Le Huit américain: cards that come into a hand or leave it (HA-7, HA-10, HA-12)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.log import log_effect, log_value
from cardsim.engine.streams import shuffle
from cardsim.games.huit_americain.state import LOG_DRAW, LOG_RESHUFFLE


@rule
def gain_card(state: Any, seat: int, card: int) -> None:
    """Put a card into a hand."""
    own = state.seats[seat]
    own.hand[card] += 1
    own.held |= 1 << card
    state.table.hand_n[seat] += 1


@rule
def lose_card(state: Any, seat: int, card: int) -> None:
    """Take a card out of a hand."""
    own = state.seats[seat]
    own.hand[card] -= 1
    if own.hand[card] == 0:
        own.held &= ~(1 << card)
    own.taken &= ~(1 << card)
    state.table.hand_n[seat] -= 1


@rule
def draw(state: Any, seat: int, n: int, chance: Any) -> int:
    """Draw n cards, or what there is; return the last one drawn, −1 if there was none (HA-12)."""
    table, hidden = state.table, state.hidden
    last = -1
    while n > 0:
        if table.stock_n == 0:
            if table.pile_n < 2:
                return last
            _reshuffle(state, chance)
        count = min(n, table.stock_n)
        log_effect(state.log, LOG_DRAW)
        log_value(state.log, seat)
        for i in range(hidden.stock_at, hidden.stock_at + count):
            last = int(hidden.stock[i])
            gain_card(state, seat, last)
            log_value(state.log, last)
        hidden.stock_at += count
        table.stock_n -= count
        hidden.cards_drawn[seat] += count
        n -= count
    return last


@rule
def draw_penalty(state: Any, seat: int, n: int, chance: Any) -> int:
    """Draw for a penalty: what the seat could not play before says nothing any more."""
    state.table.lacked[seat] = 0
    return draw(state, seat, n, chance)


@rule
def _reshuffle(state: Any, chance: Any) -> None:
    """Shuffle the pile without its top card into a new stock (HA-12)."""
    table, hidden = state.table, state.hidden
    n = table.pile_n - 1
    for i in range(n):
        hidden.stock[i] = hidden.pile[i]
    shuffle(hidden.stock, n, chance)
    hidden.pile[0] = table.top
    table.played[:] = 0
    table.played[table.top] = 1
    hidden.stock_at = 0
    table.stock_n = n
    table.pile_n = 1
    hidden.reshuffles += 1
    log_effect(state.log, LOG_RESHUFFLE)
    for i in range(n):
        log_value(state.log, hidden.stock[i])
