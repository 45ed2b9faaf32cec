"""Johnny Bagel: the deal (JB-7, JB-8), and who starts (JB-9, JB-10)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.streams import rng_below, shuffle
from cardsim.games.johnny_bagel.state import (
    ALL_RANKS,
    ANY_CARD,
    ASKING_ORDER,
    EXCHANGE,
    FACE_DOWN,
    HAND_SIZE,
    JOKER,
    N_RANKS,
    PLAY,
)


def deal(state: Any, rules: Any, shuffler: Any, chance: Any) -> None:
    """Deal (JB-7), and begin with the exchange (JB-8) or the play (JB-9, JB-10)."""
    table, hidden = state.table, state.hidden
    if table.deal_no == 1:
        table.dealer = rules.first_dealer  # JB-10
        if rules.first_dealer < 0:
            table.dealer = rng_below(chance, rules.players)
        hidden.first_dealer = table.dealer
        hidden.first_seat = -1
    else:
        table.dealer = hidden.last_bagel  # JB-20
    _lay_out(state, rules, shuffler)
    table.direction = 1
    table.n_in = rules.players
    table.n_out = 0
    table.opening = 1
    table.opening_rank = -1
    table.need = ANY_CARD
    table.playable = ALL_RANKS
    if rules.exchange:
        table.phase = EXCHANGE
        hidden.exchanges_left = rules.players
        table.turn = (table.dealer + 1) % rules.players
    else:
        begin_play(state, rules)


@rule
def _lay_out(state: Any, rules: Any, shuffler: Any) -> None:
    """Shuffle, and give each player 3 cards in hand, 3 face up and 6 face down (JB-7)."""
    table, hidden = state.table, state.hidden
    stock, n = hidden.stock, 0
    for rank in range(N_RANKS):
        copies = 4 * rules.decks if rank != JOKER else rules.jokers_per_deck * rules.decks
        for _ in range(copies):
            stock[n] = rank
            n += 1
    shuffle(stock, n, shuffler)
    table.burnt[:] = 0
    table.pile_n = 0
    hidden.burnt_n = 0
    at = 0
    for seat in range(rules.players):
        own = state.seats[seat]
        own.hand[:] = 0
        own.ranks = 0
        table.face_up_ranks[seat] = 0
        table.face_up[seat][:] = 0
        table.known[seat][:] = 0
        table.is_out[seat] = 0
        for i in range(HAND_SIZE):
            own.hand[stock[at + i]] += 1
            own.ranks |= 1 << stock[at + i]
            table.face_up[seat, stock[at + HAND_SIZE + i]] += 1
            table.face_up_ranks[seat] |= 1 << stock[at + HAND_SIZE + i]
        for i in range(FACE_DOWN):
            hidden.face_down[seat, i] = stock[at + 2 * HAND_SIZE + i]
        table.hand_n[seat] = HAND_SIZE
        table.face_up_n[seat] = HAND_SIZE
        table.face_down_n[seat] = FACE_DOWN
        at += 2 * HAND_SIZE + FACE_DOWN
    hidden.stock_at = at
    table.stock_n = n - at


@rule
def begin_play(state: Any, rules: Any) -> None:
    """Find who starts, and with which rank (JB-9, JB-10)."""
    table = state.table
    table.phase = PLAY
    left = (table.dealer + 1) % rules.players
    table.turn = left
    if rules.lowest_starts:
        for rank in ASKING_ORDER:
            starter = _first_with(state, rules, rank, left)
            if starter >= 0:
                table.turn = starter
                table.opening_rank = rank
                break
    if table.deal_no == 1:
        state.hidden.first_seat = table.turn


@rule
def _first_with(state: Any, rules: Any, rank: int, left: int) -> int:
    """Return the first seat from the dealer's left that holds a rank, or −1."""
    for step in range(rules.players):
        seat = (left + step) % rules.players
        if state.seats[seat].hand[rank] > 0:
            return seat
    return -1
