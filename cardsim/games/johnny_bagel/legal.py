"""Johnny Bagel: the legal moves of the seat to act (JB-8, JB-11, JB-12, JB-14 … JB-16, JB-19)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.bits import as_index, lowest_bit
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

_AT_ONCE = 4  # codes written without looking how many are needed


def legal_moves(state: Any, rules: Any, moves: Any) -> int:
    """Write the legal moves of the seat to act; return how many there are."""
    table = state.table
    seat = as_index(table.turn)
    if table.phase == EXCHANGE:
        return _exchanges(state, moves)
    hand_n = table.hand_n[seat]
    if hand_n > 0:
        n = _plays_from_hand(state, rules, moves)
    elif table.face_up_n[seat] > 0:
        n = _plays_from_table(table, rules, moves)
    else:
        moves[0] = TURN_UP << 16  # JB-15
        return 1
    if n == 0 or (rules.voluntary_pickup and table.pile_n > 0):  # JB-12
        n = _pick_ups(table, rules, moves, n)
    return n


@rule
def _plays_from_hand(state: Any, rules: Any, moves: Any) -> int:
    """Write the plays from the hand, with face-up cards where `combine` allows (JB-11, JB-16)."""
    table = state.table
    seat = as_index(table.turn)
    own = state.seats[seat]
    ranks = own.ranks & table.playable
    if table.opening and table.opening_rank >= 0:  # JB-9
        ranks &= 1 << table.opening_rank
    if table.stock_n == 0 and (rules.combine or not rules.special_finish):
        return _last_plays_from_hand(state, rules, moves, ranks)
    n = 0
    while ranks != 0:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        n = _write_plays(moves, n, FROM_HAND, rank, own.hand[rank])
    return n


@rule
def _write_plays(moves: Any, n: int, kind: int, rank: int, copies: int) -> int:
    """Write the plays of 1 … copies cards of a rank; there is room for four too many."""
    code = play_move(kind, rank, 1)
    at = as_index(n)
    for i in range(_AT_ONCE):
        moves[at + i] = code + i
    for i in range(_AT_ONCE, copies):
        moves[n + i] = code + i
    return n + copies


@rule
def _last_plays_from_hand(state: Any, rules: Any, moves: Any, ranks: int) -> int:
    """Write the plays from the hand when the stock is empty and an option bears on them."""
    table = state.table
    seat = as_index(table.turn)
    hand = state.seats[seat].hand
    n = 0
    while ranks != 0:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        copies = hand[rank]
        most = copies
        if rules.combine and copies == table.hand_n[seat]:  # JB-16
            most += table.face_up[seat, rank]
        for count in range(1, most + 1):
            if may_leave(table, rules, seat, rank, count):
                moves[n] = play_move(FROM_HAND if count <= copies else FROM_BOTH, rank, count)
                n += 1
    return n


@rule
def _plays_from_table(table: Any, rules: Any, moves: Any) -> int:
    """Write the plays of face-up cards (JB-14)."""
    seat = as_index(table.turn)
    ranks = table.face_up_ranks[seat] & table.playable
    n = 0
    while ranks != 0:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        copies = table.face_up[seat, rank]
        if rules.special_finish:
            n = _write_plays(moves, n, FROM_FACE_UP, rank, copies)
            continue
        for count in range(1, copies + 1):
            if may_leave(table, rules, seat, rank, count):
                moves[n] = play_move(FROM_FACE_UP, rank, count)
                n += 1
    return n


@rule
def _pick_ups(table: Any, rules: Any, moves: Any, n: int) -> int:
    """Write the ways to take the pile after n other moves (JB-12, JB-14); return the new n."""
    seat = as_index(table.turn)
    if table.hand_n[seat] > 0 or not rules.take_face_up:
        moves[n] = pick_up_move(-1)
        return n + 1
    for rank in range(N_RANKS):
        if table.face_up[seat, rank] > 0:
            moves[n] = pick_up_move(rank)
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
    ranks = 0
    for rank in range(N_RANKS):
        ranks |= (hand[rank] + face_up[rank] > 0) << rank
    n = 0
    lows = ranks
    while lows != 0:
        low = lowest_bit(lows)
        middles = lows if hand[low] + face_up[low] > 1 else lows & (lows - 1)
        lows &= lows - 1
        while middles != 0:
            middle = lowest_bit(middles)
            needed = 1 + (middle == low)
            highs = middles
            if hand[middle] + face_up[middle] <= needed:
                highs &= highs - 1
            middles &= middles - 1
            while highs != 0:
                moves[n] = exchange_move(low, middle, lowest_bit(highs))
                n += 1
                highs &= highs - 1
    return n
