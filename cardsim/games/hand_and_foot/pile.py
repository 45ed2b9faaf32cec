"""Hand and Foot: the discard pile, and the cards taken with it (HF-8, HF-9, HF-9a)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.log import log_effect, log_value
from cardsim.games.hand_and_foot.draw import add_to_hand
from cardsim.games.hand_and_foot.state import LOG_PICKED_UP, N_KINDS, TOP


@rule
def put_on_pile(table: Any, hidden: Any, card: int) -> None:
    """Put a card on top of the pile."""
    hidden.pile[table.pile_n] = card
    table.pile_n += 1
    table.pile[card] += 1
    for i in range(TOP - 1, 0, -1):
        table.top[i] = table.top[i - 1]
    table.top[0] = card


@rule
def take_from_pile(state: Any, size: int) -> None:
    """Take so many cards from the pile; all but the top card lie aside (HF-9a)."""
    table, hidden = state.table, state.hidden
    table.pile_n -= size
    for i in range(table.pile_n, table.pile_n + size):
        card = int(hidden.pile[i])
        table.pile[card] -= 1
        table.aside[card] += 1
    table.aside[table.top[0]] -= 1
    table.aside_n = size - 1
    for i in range(TOP):
        at = table.pile_n - 1 - i
        table.top[i] = hidden.pile[at] if at >= 0 else -1


@rule
def log_taken(state: Any, seat: int, at: int, size: int) -> None:
    """Note the cards taken, which lay from position `at` of the pile upward."""
    log_effect(state.log, LOG_PICKED_UP)
    log_value(state.log, seat)
    for i in range(at, at + size):
        log_value(state.log, state.hidden.pile[i])


@rule
def take_into_hand(state: Any, seat: int) -> None:
    """Put the cards that lie aside into the hand, in sight of all (HF-9a)."""
    table = state.table
    for card in range(N_KINDS):
        for _ in range(table.aside[card]):
            add_to_hand(state, seat, card)
            table.known[seat, card] += 1
        table.aside[card] = 0
    table.aside_n = 0
