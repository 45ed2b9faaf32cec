"""Hands of Bacon as words of nibbles, all ranks weighed in one go.

Nibble i of a word belongs to rank i + 1. No nibble that is computed here exceeds 15, so words
add and subtract without carries from one rank to the next, and the sums of windows are shifts.
"""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.games.bacon.moves import is_flush, lowest_of, suit_of, type_of
from cardsim.games.bacon.state import LENGTH, MAX_SUITS, WIDTH

ONES = 0x11111111111111  # 1 in each of 14 nibbles
SEVENS, EIGHTS = 7 * ONES, 8 * ONES


@rule
def copies_of(own: Any, rank: int) -> int:
    """Return how many natural cards of a rank (from 1) a SEAT holds."""
    return copies_at(rank_counts(own.cards), rank - 1)


@rule
def copies_in_suit(own: Any, suit: int, rank: int) -> int:
    """Return how many cards of a rank (from 1) and suit (from 0) a SEAT holds."""
    return copies_at(own.cards[suit], rank - 1)


@rule
def copies_at(word: int, at: int) -> int:
    """Return nibble `at` of a word: that of rank at + 1."""
    return (word >> (4 * at)) & 15


@rule
def rank_counts(cards: Any) -> int:
    """Return the number of cards of each rank, as a word, of one word a suit."""
    total = cards[0]
    for suit in range(1, MAX_SUITS):
        total += cards[suit]
    return total


@rule
def present(word: int) -> int:
    """Return 1 in the nibbles of a suit's word that are not 0."""
    return (word | (word >> 1)) & ONES


@rule
def lacking(counts: int, width: int) -> int:
    """Return, for each rank, how many cards are missing to so many of it, as a word."""
    many = counts & EIGHTS
    capped = (counts | (many - (many >> 3))) & SEVENS  # at most 7 of a rank count
    differences = (8 + width) * ONES - capped
    enough = differences & EIGHTS  # not set where the hand holds more than `width`
    return differences & (enough - (enough >> 3))


@rule
def window_sums(word: int, length: int) -> int:
    """Return in each nibble the sum of it and those above, `length` in all."""
    total = word
    for i in range(1, length):
        total += word >> (4 * i)
    return total


@rule
def window_of(low: int, length: int) -> int:
    """Return a word with all bits set in `length` nibbles from nibble `low` on."""
    low, length = int(low), int(length)  # uncompiled, the shift of a narrow number overflows
    return (1 << (4 * (low + length))) - (1 << (4 * low))


@rule
def counts_after(own: Any, move: int) -> int:
    """Return the number of natural cards of each rank that a SEAT keeps after a play, as a word."""
    counts, kind = rank_counts(own.cards), type_of(move)
    if is_flush(kind):
        taken = present(own.cards[suit_of(move)])
    else:
        taken = WIDTH[kind] * ONES - lacking(counts, WIDTH[kind])
    return counts - (taken & window_of(lowest_of(move) - 1, LENGTH[kind]))


@rule
def wilds_needed(cards: Any, counts: int, kind: int, suit: int) -> int:
    """Return the fewest X that make each combination of a type, as a word (BA-8).

    Nibble i is that of the combination with the lowest rank i + 1. `suit` matters to flushes
    only, where X stand for all that this suit lacks.
    """
    missing = ONES - present(cards[suit]) if is_flush(kind) else lacking(counts, WIDTH[kind])
    return window_sums(missing, LENGTH[kind])


@rule
def within_reach(needed: int, wilds: int, kind: int, above: int, ranks: int) -> int:
    """Return bit 3 of the nibbles of those combinations that so many X can make.

    Parameters
    ----------
    needed : int
        What `wilds_needed` returned.
    wilds, kind : int
    above : int
        The rank to beat, 0 for all.
    ranks : int
        Natural ranks; a combination may reach one rank more (BA-2).
    """
    length = LENGTH[kind]
    low = max(0, above + 1 - length)
    window = window_of(low, ranks + 2 - length - low)
    return ~(needed + (7 - wilds) * ONES) & EIGHTS & window
