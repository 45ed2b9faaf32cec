"""Johnny Bagel's moves as int32 codes, and how to read them in a strategy.

A code is kind · 2¹⁶ + rank · 2⁸ + count. An exchange is kind · 2¹⁶ + three ranks of 4 bits.
"""

from __future__ import annotations

from cardsim.engine.compiling import rule

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
