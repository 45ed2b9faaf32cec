"""Bacon: which natural cards leave the hand with a combination (BA-8)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.games.bacon.hand import ONES, copies_at, present, rank_counts, window_sums
from cardsim.games.bacon.moves import is_flush, lowest_of, suit_of, type_of
from cardsim.games.bacon.state import LENGTH, WIDTH

FLUSH_LENGTH = 5  # a window is five consecutive ranks of a suit


@rule
def cards_leaving(hand: Any, wilds_left: int, ranks: int, suits: int, move: int, cards: Any) -> None:
    """Write the natural cards that a combination takes from a hand, one word a suit (BA-8).

    Parameters
    ----------
    hand : int64 array, shape (MAX_SUITS,)
        The natural cards before the play.
    wilds_left : int
        X in hand after the play.
    ranks, suits : int
    move : int
        A play.
    cards : int64 array, shape (MAX_SUITS,)
        What leaves, written here.
    """
    cards[:] = 0
    kind = type_of(move)
    first = int(lowest_of(move)) - 1
    counts = rank_counts(hand)
    for at in range(first, first + LENGTH[kind]):
        if is_flush(kind):
            suit = suit_of(move)
            cards[suit] += present(hand[suit]) & (1 << (4 * at))
            continue
        held = copies_at(counts, at)
        if held <= WIDTH[kind]:
            for suit in range(suits):
                cards[suit] += hand[suit] & (15 << (4 * at))
        else:
            for _ in range(WIDTH[kind]):
                suit = _suit_to_give(hand, cards, wilds_left, ranks, suits, at)
                cards[suit] += 1 << (4 * at)


@rule
def _suit_to_give(hand: Any, given: Any, wilds_left: int, ranks: int, suits: int, at: int) -> int:
    """Return the suit from which the next card of a rank leaves (BA-8, criteria 1 to 4)."""
    chosen, least = -1, 0
    for suit in range(suits):
        word = hand[suit] - given[suit]
        copies = copies_at(word, at)
        if copies == 0:
            continue
        lost, fullest = _windows(word, wilds_left, ranks, at)
        dearness = fullest
        if copies == 1:
            dearness += 100 + 10 * lost  # neither number exceeds 5
        if chosen < 0 or dearness < least:
            chosen, least = suit, dearness
    return chosen


@rule
def _windows(word: int, wilds_left: int, ranks: int, at: int) -> tuple[int, int]:
    """Weigh a suit's windows that hold a rank.

    Returns
    -------
    tuple of int
        How many the X left can just complete, and the number of ranks in the fullest.
    """
    missing = window_sums(ONES - present(word), FLUSH_LENGTH)
    lost, fullest = 0, 0
    for low in range(max(0, at - FLUSH_LENGTH + 1), min(at, ranks + 1 - FLUSH_LENGTH) + 1):
        n = copies_at(missing, low)
        lost += n == wilds_left
        fullest = max(fullest, FLUSH_LENGTH - n)
    return lost, fullest
