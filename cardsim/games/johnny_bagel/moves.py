"""Johnny Bagel's moves as int32 codes, how to read them in a strategy, and what they lead to.

A code is kind · 2¹⁶ + rank · 2⁸ + count. An exchange is kind · 2¹⁶ + three ranks of 4 bits.
"""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.games.johnny_bagel.state import (
    AGAIN,
    ALL_RANKS,
    BURN,
    JOKER,
    LOWER,
    N_RANKS,
    RESET,
    REVERSE,
    SKIP,
    TRANSPARENT,
)

FROM_HAND, FROM_FACE_UP, FROM_BOTH, PICK_UP, TURN_UP, EXCHANGE_FOR = range(6)


@rule
def play_move(kind: int, rank: int, count: int) -> int:
    """Return the code for playing `count` cards of a rank (FROM_HAND, FROM_FACE_UP, FROM_BOTH)."""
    return (kind << 16) | (rank << 8) | count


@rule
def pick_up_move(take: int) -> int:
    """Return the code for taking the pile, with a face-up card of rank `take` (−1: without)."""
    return (PICK_UP << 16) | ((take + 1) << 8)


@rule
def exchange_move(low: int, middle: int, high: int) -> int:
    """Return the code for laying three cards face up."""
    return (EXCHANGE_FOR << 16) | (low << 8) | (middle << 4) | high


# Reading a move.


@rule
def kind_of(move: int) -> int:
    """Return FROM_HAND, FROM_FACE_UP, FROM_BOTH, PICK_UP, TURN_UP or EXCHANGE_FOR."""
    return move >> 16


@rule
def is_play(move: int) -> bool:
    """Tell whether the move plays cards that are known."""
    return (move >> 16) <= FROM_BOTH


@rule
def rank_of(move: int) -> int:
    """Return the rank played, 0 (a 2) to 13 (a Joker); of a play only."""
    return (move >> 8) & 255


@rule
def count_of(move: int) -> int:
    """Return how many cards are played; of a play only."""
    return move & 255


@rule
def taken_of(move: int) -> int:
    """Return the rank of the face-up card taken with the pile, −1 if none; of a pick-up only."""
    return ((move >> 8) & 255) - 1


@rule
def laid_of(move: int, i: int) -> int:
    """Return the i-th rank (0, 1, 2) laid face up, low to high; of an exchange only."""
    return (move >> (8 - 4 * i)) & 15


# What a play leads to, as far as the seat to act can see. `view` is what a strategy is handed.


@rule
def completes_run(view: Any, move: int) -> bool:
    """Tell whether a play burns the pile by a run of one rank (JB-6)."""
    table, missing = view.table, view.rules.burn_run - count_of(move)
    if view.rules.burn_run == 0 or missing > table.pile_n:
        return False
    n = 0
    while n < missing and table.pile[table.pile_n - 1 - n] == rank_of(move):
        n += 1
    return n >= missing


@rule
def burns_pile(view: Any, move: int) -> bool:
    """Tell whether a play burns the pile, by its effect or by a run (JB-4, JB-6)."""
    return view.rules.effects[rank_of(move)] & BURN != 0 or completes_run(view, move)


@rule
def plays_again(view: Any, move: int) -> bool:
    """Tell whether the same player plays again after a play that leaves cards (JB-4, JB-6)."""
    return view.rules.effects[rank_of(move)] & AGAIN != 0 or completes_run(view, move)


@rule
def asked_after(view: Any, move: int) -> int:
    """Return the ranks that may be played on a play, as a bit mask (JB-6a)."""
    rank, rules = rank_of(move), view.rules
    effects = rules.effects[rank]
    if effects & (RESET | BURN) or completes_run(view, move):
        return ALL_RANKS
    if effects & TRANSPARENT:
        return view.table.playable
    if effects & LOWER:
        return ((2 << rank) - 1) | rules.anytime
    return (ALL_RANKS & ~((1 << rank) - 1)) | rules.anytime


@rule
def cards_left(table: Any, seat: int) -> int:
    """Return how many cards a seat has, in hand and on the table."""
    return table.hand_n[seat] + table.face_up_n[seat] + table.face_down_n[seat]


@rule
def next_after(view: Any, move: int) -> int:
    """Return the seat to act after a play that passes the turn (JB-13a)."""
    table, effects = view.table, view.rules.effects[rank_of(move)]
    step = -table.direction if effects & REVERSE else table.direction
    seat = table.turn
    for _ in range(1 + (count_of(move) if effects & SKIP else 0)):
        seat = (seat + step) % view.rules.players
        while table.is_out[seat]:
            seat = (seat + step) % view.rules.players
    return seat


@rule
def unseen(view: Any, rank: int) -> int:
    """Return how many cards of a rank are out of sight: unknown in hands, face down or in stock.

    The pile is in sight too, but it is not subtracted here: see `table.pile`.
    """
    table, rules, me = view.table, view.rules, view.table.turn
    n = (rules.jokers_per_deck if rank == JOKER else 4) * rules.decks
    n -= view.own.hand[rank] + table.burnt[rank]
    for seat in range(rules.players):
        n -= table.face_up[seat, rank]
        if seat != me:
            n -= table.known[seat, rank]
    return n


@rule
def chance_stuck(view: Any, seat: int, asked: int) -> float:
    """Return the chance that another seat can play none of the ranks asked for.

    Face-up cards and cards seen to be picked up are certain; every other card of the hand, or
    the face-down card to be turned, is any of the unseen cards with the same chance.
    """
    table = view.table
    if asked == ALL_RANKS or seat == table.turn:
        return 0.0
    cards = table.hand_n[seat]
    on_table = cards == 0 and table.face_up_n[seat] > 0
    for rank in range(N_RANKS):
        sure = table.face_up[seat, rank] if on_table else table.known[seat, rank]
        if sure > 0:
            if (asked >> rank) & 1:
                return 0.0
            cards -= sure
    if on_table:
        return 1.0
    if table.hand_n[seat] == 0:
        cards = 1  # the face-down card
    total, fit = 0, 0
    for rank in range(N_RANKS):
        n = unseen(view, rank)
        total += n
        fit += n * ((asked >> rank) & 1)
    for i in range(table.pile_n):
        total -= 1
        fit -= (asked >> table.pile[i]) & 1
    return (1.0 - fit / total) ** cards if total > 0 and cards > 0 else 1.0
