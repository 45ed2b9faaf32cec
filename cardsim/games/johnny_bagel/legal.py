"""Johnny Bagel: the legal moves of the seat to act (JB-8, JB-11, JB-12, JB-14 … JB-16, JB-19)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.bits import lowest_bit
from cardsim.engine.compiling import rule
from cardsim.games.johnny_bagel.moves import (
    FROM_BOTH,
    FROM_FACE_UP,
    FROM_HAND,
    TURN_UP,
    exchange_move,
    pick_up_move,
    play_move,
)
from cardsim.games.johnny_bagel.state import EXCHANGE, N_RANKS


def legal_moves(state: Any, rules: Any, moves: Any) -> int:
    """Write the legal moves of the seat to act; return how many there are."""
    table = state.table
    seat = table.turn
    if table.phase == EXCHANGE:
        return _exchanges(state, moves)
    hand_n = table.hand_n[seat]
    n = 0
    if hand_n > 0:
        n = _plays_from_hand(state, rules, moves)
    elif table.face_up_n[seat] > 0:
        for rank in range(N_RANKS):
            copies = table.face_up[seat, rank]
            if copies > 0 and (table.playable >> rank) & 1:
                for count in range(1, copies + 1):
                    if may_leave(table, rules, seat, rank, count):
                        moves[n] = play_move(FROM_FACE_UP, rank, count)
                        n += 1
    else:
        moves[0] = TURN_UP << 16  # JB-15
        return 1
    if n == 0 or (rules.voluntary_pickup and table.pile_n > 0):  # JB-12
        if hand_n == 0 and rules.take_face_up:  # JB-14
            for rank in range(N_RANKS):
                if table.face_up[seat, rank] > 0:
                    moves[n] = pick_up_move(rank)
                    n += 1
        else:
            moves[n] = pick_up_move(-1)
            n += 1
    return n


@rule
def _plays_from_hand(state: Any, rules: Any, moves: Any) -> int:
    """Write the plays from the hand, with face-up cards where `combine` allows (JB-11, JB-16)."""
    table = state.table
    seat = table.turn
    own = state.seats[seat]
    ranks = own.ranks & table.playable
    if table.opening and table.opening_rank >= 0:  # JB-9
        ranks &= 1 << table.opening_rank
    n = 0
    while ranks != 0:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        copies = own.hand[rank]
        for count in range(1, copies + 1):
            if rules.special_finish or may_leave(table, rules, seat, rank, count):
                moves[n] = play_move(FROM_HAND, rank, count)
                n += 1
        if rules.combine and table.stock_n == 0 and copies == table.hand_n[seat]:
            for count in range(copies + 1, copies + table.face_up[seat, rank] + 1):
                if may_leave(table, rules, seat, rank, count):
                    moves[n] = play_move(FROM_BOTH, rank, count)
                    n += 1
    return n


@rule
def may_leave(table: Any, rules: Any, seat: int, rank: int, count: int) -> bool:
    """Tell whether `special_finish` lets so many cards of a rank go (JB-19)."""
    if rules.special_finish or table.pile_n == 0 or table.stock_n > 0:
        return True
    left = table.hand_n[seat] + table.face_up_n[seat] + table.face_down_n[seat] - count
    return left > 0 or not (rules.special >> rank) & 1


@rule
def _exchanges(state: Any, moves: Any) -> int:
    """Write each distinct choice of three ranks to lie face up (JB-8)."""
    seat = state.table.turn
    hand, face_up = state.seats[seat].hand, state.table.face_up[seat]
    n = 0
    for low in range(N_RANKS):
        if hand[low] + face_up[low] == 0:
            continue
        for middle in range(low, N_RANKS):
            if hand[middle] + face_up[middle] < 1 + (middle == low):
                continue
            for high in range(middle, N_RANKS):
                if hand[high] + face_up[high] >= 1 + (high == low) + (high == middle):
                    moves[n] = exchange_move(low, middle, high)
                    n += 1
    return n
