"""Le Huit américain: the legal moves of the seat to act (HA-5 … HA-10, HA-12, HA-14)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.bits import lowest_bit
from cardsim.engine.compiling import rule
from cardsim.games.huit_americain.moves import ACCEPT, DRAW, KEEP, PASS, name_move, play_move
from cardsim.games.huit_americain.state import (
    ACE,
    ACES,
    DRAWN,
    EIGHTS,
    EVERY_SUIT,
    FOLLOWING,
    JOKER,
    N_SUITS,
    NAMING,
    ORDINARY,
    PLAY,
)


def legal_moves(state: Any, rules: Any, moves: Any) -> int:
    """Write the legal moves of the seat to act; return how many there are."""
    table = state.table
    seat = table.turn
    if table.attack > 0:
        n = _write_plays(_answers(state, rules, seat), moves)  # HA-8
        moves[n] = ACCEPT << 16
        return n + 1
    if table.phase == PLAY:
        n = _write_plays(playable(state, rules, seat), moves)
        if n == 0 or rules.voluntary_draw:  # HA-10
            if table.stock_n + table.pile_n > 1:
                moves[n] = DRAW << 16
                n += 1
            elif n == 0:
                moves[0] = PASS << 16  # HA-12
                n = 1
        return n
    if table.phase == DRAWN:  # HA-10
        n = _write_plays(1 << int(state.seats[seat].drawn), moves)
        moves[n] = KEEP << 16
        return n + 1
    for suit in range(N_SUITS):  # HA-4, phase NAME
        moves[suit] = name_move(suit)
    return N_SUITS


@rule
def playable(state: Any, rules: Any, seat: int) -> int:
    """Return the cards in a hand that may be played when no attack is pending, as a mask."""
    table = state.table
    held = state.seats[seat].held
    cards = held
    if table.suit >= 0:  # on an inert Joker every card is legal (HA-4)
        lane, rank = 16 * int(table.suit), int(table.top) & 15
        follow = held & (ORDINARY << lane)
        if rules.follow_highest:  # HA-5
            while follow & (follow - 1):
                follow &= follow - 1
        wanted = (FOLLOWING << lane) | (EVERY_SUIT << rank)  # HA-6, HA-7
        if rank != ACE:  # HA-9
            wanted |= NAMING
        if rules.ace_anywhere:
            wanted |= ACES
        cards = follow | (held & wanted)
    return _without_ban(cards, table, rules, seat)


@rule
def _answers(state: Any, rules: Any, seat: int) -> int:
    """Return the cards that answer an attack (HA-8), as a mask."""
    cards = state.seats[seat].held & (EVERY_SUIT << (int(state.table.top) & 15))
    return _without_ban(cards, state.table, rules, seat)


@rule
def _without_ban(cards: int, table: Any, rules: Any, seat: int) -> int:
    """Leave out what may not be a last card (HA-14)."""
    return cards & ~rules.forbidden_last if table.hand_n[seat] == 1 else cards


@rule
def _write_plays(cards: int, moves: Any) -> int:
    """Write a move for each card; for 8s, of which the lowest leaves, and Jokers one a suit (HA-7)."""
    n = 0
    named = cards & NAMING
    cards ^= named
    while cards != 0:
        moves[n] = play_move(lowest_bit(cards), -1)
        cards &= cards - 1
        n += 1
    if named != 0:
        eights = named & EIGHTS
        if eights != 0:
            n = _write_named(lowest_bit(eights), moves, n)
        if (named >> JOKER) & 1:
            n = _write_named(JOKER, moves, n)
    return n


@rule
def _write_named(card: int, moves: Any, n: int) -> int:
    for suit in range(N_SUITS):
        moves[n + suit] = play_move(card, suit)
    return n + N_SUITS
