"""Le Huit américain: the deal and the Bergère (HA-1 … HA-4, HA-17)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.streams import rng_below, shuffle
from cardsim.games.huit_americain.drawing import gain_card
from cardsim.games.huit_americain.effects import carry_out
from cardsim.games.huit_americain.state import (
    ACTIVE,
    EIGHT,
    JOKER,
    JOKER_RANK,
    N_SUITS,
    NAME,
    PLAY,
    REDRAW,
    SPECIAL,
)

_RANKS_OF_A_SUIT = 13


def deal(state: Any, rules: Any, shuffler: Any, chance: Any) -> None:
    """Deal (HA-2), turn the Bergère (HA-3), and do what it asks for (HA-4)."""
    table, hidden = state.table, state.hidden
    if table.deal_no == 1:
        table.dealer = rules.first_dealer
        if rules.first_dealer < 0:
            table.dealer = rng_below(chance, rules.players)
        hidden.first_dealer = table.dealer
    else:
        table.dealer = (table.dealer + 1) % rules.players  # HA-17
    _clear(state, rules)
    _lay_out(state, rules, shuffler)
    _turn_bergere(state, rules)
    rank = int(table.top) & 15
    table.turn = (table.dealer + 1) % rules.players
    if rules.bergere_special == ACTIVE and (SPECIAL >> rank) & 1:
        table.turn = table.dealer
        if rank in (EIGHT, JOKER_RANK):
            table.suit = -1
            table.phase = NAME
        else:
            carry_out(state, rules, rank, chance)
    if table.deal_no == 1:
        hidden.first_seat = table.turn


@rule
def _clear(state: Any, rules: Any) -> None:
    """Forget the deal before."""
    table = state.table
    table.phase = PLAY
    table.direction = 1
    table.attack = 0
    table.idle = 0
    table.lacked[:] = 0
    table.played[:] = 0
    table.buried[:] = 0
    state.hidden.buried_n = 0
    state.hidden.takers = 0
    for seat in range(rules.players):
        own = state.seats[seat]
        own.hand[:] = 0
        own.held = 0
        own.given[:] = 0
        own.taken = 0
        table.hand_n[seat] = 0


@rule
def _lay_out(state: Any, rules: Any, shuffler: Any) -> None:
    """Shuffle, and give each player a hand (HA-1, HA-2)."""
    table, hidden = state.table, state.hidden
    stock, n = hidden.stock, 0
    for _ in range(rules.decks):
        for suit in range(N_SUITS):
            for rank in range(_RANKS_OF_A_SUIT):
                stock[n] = 16 * suit + rank
                n += 1
        for _ in range(rules.jokers_per_deck):
            stock[n] = JOKER
            n += 1
    shuffle(stock, n, shuffler)
    at, size = 0, int(rules.hand_size)
    for seat in range(rules.players):
        for i in range(at, at + size):
            gain_card(state, seat, int(stock[i]))
        at += size
    hidden.stock_at = at
    table.stock_n = n - at


@rule
def _turn_bergere(state: Any, rules: Any) -> None:
    """Turn the Bergère; under `redraw` put special cards under the stock first (HA-3, HA-4)."""
    table, hidden = state.table, state.hidden
    if rules.bergere_special == REDRAW and _holds_ordinary(hidden, table.stock_n):
        card = int(hidden.stock[hidden.stock_at])
        while (SPECIAL >> (card & 15)) & 1:
            hidden.stock[hidden.stock_at + table.stock_n] = card
            hidden.stock_at += 1
            hidden.buried[hidden.buried_n] = card
            hidden.buried_n += 1
            table.buried[card] += 1
            card = int(hidden.stock[hidden.stock_at])
    card = int(hidden.stock[hidden.stock_at])
    table.top = card
    table.suit = -1 if card == JOKER else card >> 4
    hidden.stock_at += 1
    table.stock_n -= 1
    hidden.pile[0] = table.top
    table.pile_n = 1
    table.played[card] = 1


@rule
def _holds_ordinary(hidden: Any, n: int) -> bool:
    """Tell whether the stock holds a card that may stay as the Bergère under `redraw` (HA-4)."""
    for i in range(hidden.stock_at, hidden.stock_at + n):
        if not (SPECIAL >> (int(hidden.stock[i]) & 15)) & 1:
            return True
    return False
