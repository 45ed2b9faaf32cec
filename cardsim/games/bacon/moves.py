"""Bacon's moves as int32 codes, and how to read them in a strategy.

A play is type · 2¹⁶ + rank · 2⁸ + suit · 2⁴ + number of X; the suit is that of a flush, else 0.
A pass is PASS_MOVE, handing the lead over LEAD · 2¹⁶ + seat · 2⁸.
"""

from __future__ import annotations

from cardsim.engine.compiling import rule
from cardsim.games.bacon.state import LENGTH, N_TYPES, QUADS, STRAIGHT_FLUSH, STRETCH_FLUSH, WIDTH

PASS, LEAD = N_TYPES, N_TYPES + 1
PASS_MOVE = PASS << 16


@rule
def play_move(kind: int, rank: int, suit: int, wilds: int) -> int:
    """Return the code for playing a combination."""
    return (int(kind) << 16) | (int(rank) << 8) | (int(suit) << 4) | int(wilds)


@rule
def lead_move(seat: int) -> int:
    """Return the code for letting a seat lead (BA-10, BA-11)."""
    return (LEAD << 16) | (int(seat) << 8)


@rule
def type_of(move: int) -> int:
    """Return SINGLE … HEXES (bombs are those from QUADS on), PASS or LEAD."""
    return move >> 16


@rule
def is_play(move: int) -> bool:
    """Tell whether the move plays a combination."""
    return (move >> 16) < N_TYPES


@rule
def is_pass(move: int) -> bool:
    """Tell whether the move is a pass."""
    return (move >> 16) == PASS


@rule
def is_lead_over(move: int) -> bool:
    """Tell whether the move lets another seat lead."""
    return (move >> 16) == LEAD


@rule
def is_bomb(move: int) -> bool:
    """Tell whether the move plays a bomb (BA-5)."""
    return QUADS <= (move >> 16) < N_TYPES


@rule
def is_flush(kind: int) -> bool:
    """Tell whether a type is a straight flush or a stretch flush."""
    return kind in (STRAIGHT_FLUSH, STRETCH_FLUSH)


@rule
def rank_of(move: int) -> int:
    """Return a combination's rank, 1 to ranks + 1; of a play only (BA-6)."""
    return (move >> 8) & 255


@rule
def suit_of(move: int) -> int:
    """Return the suit of a flush, 0 to 3; of a straight flush or stretch flush only."""
    return (move >> 4) & 15


@rule
def wilds_of(move: int) -> int:
    """Return how many X the combination takes; of a play only (BA-8)."""
    return move & 15


@rule
def width_of(move: int) -> int:
    """Return how many cards of each of its ranks the combination has; of a play only."""
    return WIDTH[move >> 16]


@rule
def length_of(move: int) -> int:
    """Return how many consecutive ranks the combination has; of a play only."""
    return LENGTH[move >> 16]


@rule
def size_of(move: int) -> int:
    """Return how many cards the combination has; of a play only."""
    return WIDTH[move >> 16] * LENGTH[move >> 16]


@rule
def lowest_of(move: int) -> int:
    """Return the lowest rank of the combination; of a play only."""
    return ((move >> 8) & 255) - LENGTH[move >> 16] + 1


@rule
def seat_of(move: int) -> int:
    """Return the seat that is to lead; of handing the lead over only."""
    return (move >> 8) & 255
