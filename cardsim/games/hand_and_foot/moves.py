"""Hand and Foot's moves as int32 codes, and how to read them in a strategy.

A code is kind · 2¹⁶ + rank · 2⁸ + count, with the kind of the wild card in place of the count
where one is laid. Ranks and cards are 0 to 14: red 3, black 3, 4 … K, A, 2, Joker.
"""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.games.hand_and_foot.state import BOOK

DRAW_CARDS, TAKE_PILE, START, START_WITH_WILD, ADD_NATURAL, ADD_WILD, DISCARD = range(7)


@rule
def move_of(kind: int, rank: int, count: int) -> int:
    """Return the code of a move; see `kind_of`, `rank_of` and `count_of`."""
    return (kind << 16) | (rank << 8) | count


@rule
def kind_of(move: int) -> int:
    """Return which of the seven kinds of move it is.

    DRAW_CARDS, TAKE_PILE, START (a meld of naturals), START_WITH_WILD (two naturals and a wild
    card), ADD_NATURAL, ADD_WILD or DISCARD.
    """
    return move >> 16


@rule
def is_meld(move: int) -> bool:
    """Tell whether the move lays cards from the hand on the table, without taking the pile."""
    return START <= (move >> 16) <= ADD_WILD


@rule
def rank_of(move: int) -> int:
    """Return the rank of the meld, 2 (a 4) to 12 (an Ace); of a discard the card, 1 to 14."""
    return (move >> 8) & 255


@rule
def count_of(move: int) -> int:
    """Return how many cards are drawn, taken with the pile, or started with (START)."""
    return move & 255


@rule
def wild_of(move: int) -> int:
    """Return the wild card laid, 13 (a deuce) or 14 (a Joker); of the two moves that lay one."""
    return move & 255


@rule
def cards_laid(move: int) -> int:
    """Return how many cards a move takes from the hand, discards too."""
    kind = move >> 16
    if kind == START:
        return move & 255
    if kind == START_WITH_WILD:
        return 3
    if kind == TAKE_PILE:
        return 2
    return 0 if kind == DRAW_CARDS else 1


@rule
def naturals_laid(move: int) -> int:
    """Return how many natural cards a move adds to a meld, the pile's top card too."""
    kind = move >> 16
    if kind == START:
        return move & 255
    if kind == TAKE_PILE:
        return 3
    return 2 if kind == START_WITH_WILD else int(kind == ADD_NATURAL)


@rule
def lays_wild(move: int) -> bool:
    """Tell whether a move lays a wild card."""
    kind = move >> 16
    return kind in (ADD_WILD, START_WITH_WILD)


@rule
def points_of(rules: Any, move: int) -> int:
    """Return the card points that a move lays on the table."""
    points = naturals_laid(move) * int(rules.card_points[rank_of(move)])
    if lays_wild(move):
        points += int(rules.card_points[wild_of(move)])
    return points


@rule
def meld_size(table: Any, team: int, rank: int) -> int:
    """Return how many cards a team's open meld of a rank holds, 0 if there is none."""
    return table.naturals[team, rank] + table.deuces[team, rank] + table.jokers[team, rank]


@rule
def meld_wilds(table: Any, team: int, rank: int) -> int:
    """Return how many wild cards a team's open meld of a rank holds."""
    return table.deuces[team, rank] + table.jokers[team, rank]


@rule
def closes(table: Any, team: int, move: int) -> bool:
    """Tell whether a move that melds makes a book."""
    laid = naturals_laid(move) + lays_wild(move)
    return meld_size(table, team, rank_of(move)) + laid == BOOK


@rule
def has_books(table: Any, rules: Any, team: int) -> bool:
    """Tell whether a team holds the books that going out needs (HF-16)."""
    return (
        table.clean_books[team] >= rules.need_clean and table.dirty_books[team] >= rules.need_dirty
    )
