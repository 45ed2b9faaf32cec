"""Hand and Foot: what may lie in a meld (HF-11 … HF-13), and the most a hand can still meld.

The most that can still be melded (HF-16a) is found exactly, and fast:

- Deuces and Jokers may lie in the same places. So with a number of wild cards chosen, the dearest
  are laid, and only their number matters to the ranks.
- Within a rank all naturals are alike. So a rank is settled by one function: the most naturals
  that can be laid together with exactly so many wild cards. For a rank without an open meld it
  depends on the naturals in hand alone and stands in a table, `_FRESH`; an open meld adds the
  few ways in which it may grow, and if it closes, a fresh start with what is left.
- The ranks share nothing but the wild cards: a small knapsack over their number.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.engine.bits import lowest_bit
from cardsim.engine.compiling import rule
from cardsim.games.hand_and_foot.moves import meld_wilds
from cardsim.games.hand_and_foot.state import (
    BOOK,
    DEUCE,
    JOKER,
    LEAST_MELD,
    NATURALS,
)

MOST_NATURALS = 8 * 4  # copies of a rank in eight packs
MOST_WILDS = MOST_NATURALS // 4 * 3  # that melds of so many naturals hold: three to each four


def _is_meld(naturals: int, wilds: int, needs: int) -> bool:
    """Tell whether so many cards of a rank make a meld of their own (HF-11, HF-12)."""
    if not LEAST_MELD <= naturals + wilds <= BOOK:
        return False
    return wilds == 0 or (naturals >= needs and wilds < naturals)


def _fresh_table(needs: int) -> np.ndarray[Any, np.dtype[np.int8]]:
    """Return the most naturals laid, by naturals in hand and wild cards laid; −1: impossible."""
    table = np.full((MOST_NATURALS + 1, MOST_WILDS + 1), -1, np.int8)
    table[:, 0] = 0
    for held in range(MOST_NATURALS + 1):
        for naturals in range(min(held, BOOK) + 1):
            for wilds in range(BOOK - naturals + 1):
                if not _is_meld(naturals, wilds, needs):
                    continue
                table[held, wilds] = max(table[held, wilds], naturals)
                if naturals + wilds == BOOK:  # HF-13: another may be started
                    for more in range(MOST_WILDS - wilds + 1):
                        rest = table[held - naturals, more]
                        if rest >= 0:
                            best = max(table[held, wilds + more], naturals + rest)
                            table[held, wilds + more] = best
    return table


_FRESH = np.stack([_fresh_table(max(needs, 2)) for needs in range(7)])


@rule
def most_naturals(needs: int, held: int, naturals: int, wilds: int, more: int) -> int:
    """Return the most naturals of a rank that can be laid along with exactly `more` wild cards.

    Parameters
    ----------
    needs : int
        Option `wild_needs_naturals`.
    held : int
        Naturals in hand.
    naturals, wilds : int
        What the open meld of the rank holds, 0 and 0 if there is none.
    more : int
        Wild cards to lay.

    Returns
    -------
    int
        −1 if so many wild cards cannot be laid.
    """
    if naturals + wilds == 0 or naturals + wilds == BOOK:
        return int(_FRESH[needs, held, more]) if more <= MOST_WILDS else -1
    best = -1
    room = BOOK - naturals - wilds
    for added in range(min(held, room) + 1):
        for joined in range(min(more, room - added) + 1):
            if joined > 0 and (naturals + added < needs or wilds + joined >= naturals + added):
                break
            laid = -1
            if joined == more:
                laid = added
            if added + joined == room and more - joined <= MOST_WILDS:
                rest = int(_FRESH[needs, held - added, more - joined])
                if rest >= 0:
                    laid = added + rest
            best = max(best, laid)
    return best


@rule
def most_meldable(state: Any, rules: Any, seat: int) -> int:
    """Return the most card points that a seat can still meld from its hand alone (HF-16a)."""
    table, own, gains = state.table, state.seats[seat], state.hidden.gains
    team = seat % rules.teams
    wild_n = int(own.hand[DEUCE]) + int(own.hand[JOKER])
    needs = int(rules.wild_needs_naturals)
    gains[0] = 0
    for laid in range(1, wild_n + 1):
        gains[laid] = -1
    top = 0  # the most wild cards that the ranks so far can take
    ranks = (own.ranks & NATURALS) | table.open_ranks[team]
    while ranks != 0:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        held = int(own.hand[rank])
        naturals = int(table.naturals[team, rank])
        wilds = int(meld_wilds(table, team, rank))
        points = int(rules.card_points[rank])
        room = max(0, _wild_room(needs, naturals + held) - wilds)
        highest = top
        for total in range(min(wild_n, top + room), -1, -1):
            best = -1
            for more in range(min(total, room) + 1):
                if gains[total - more] >= 0:
                    laid = most_naturals(needs, held, naturals, wilds, more)
                    if laid >= 0:
                        best = max(best, gains[total - more] + laid * points)
            gains[total] = best
            if best >= 0:
                highest = max(highest, total)
        top = highest
    return _best_with_wilds(own, rules, gains, wild_n)


@rule
def rough_most(state: Any, rules: Any, seat: int) -> int:
    """Return a quick bound, never below `most_meldable`: every card that has any place at all."""
    table, own = state.table, state.seats[seat]
    team = seat % rules.teams
    wild_n = int(own.hand[DEUCE]) + int(own.hand[JOKER])
    needs = int(rules.wild_needs_naturals)
    least = 2 if needs == 2 and wild_n > 0 else LEAST_MELD
    points, takes_wild = 0, False
    ranks = (own.ranks & NATURALS) | table.open_ranks[team]
    while ranks != 0:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        held = int(own.hand[rank])
        together = held + int(table.naturals[team, rank])
        if together >= least:
            points += held * int(rules.card_points[rank])
        takes_wild |= together >= needs
    if takes_wild:
        for wild in range(DEUCE, JOKER + 1):
            points += int(own.hand[wild]) * int(rules.card_points[wild])
    return points


@rule
def may_add_wild(table: Any, rules: Any, team: int, rank: int) -> bool:
    """Tell whether a wild card may join a team's open meld of a rank (HF-12)."""
    naturals, wilds = int(table.naturals[team, rank]), int(meld_wilds(table, team, rank))
    return (
        naturals >= rules.wild_needs_naturals
        and wilds + 1 < naturals
        and naturals + wilds < BOOK
    )


@rule
def _wild_room(needs: int, naturals: int) -> int:
    """Return no less than the wild cards that melds of so many naturals can hold.

    A meld of n naturals holds at most n − 1 and at most 7 − n: of four, three.
    """
    return naturals - (naturals + 3) // 4 if naturals >= needs else 0


@rule
def _best_with_wilds(own: Any, rules: Any, gains: Any, wild_n: int) -> int:
    """Return the best sum of naturals and wild cards, the dearest wild cards first."""
    dear = JOKER if rules.card_points[JOKER] >= rules.card_points[DEUCE] else DEUCE
    dear_n = int(own.hand[dear])
    dear_points = int(rules.card_points[dear])
    other_points = int(rules.card_points[DEUCE + JOKER - dear])
    best = 0
    for laid in range(wild_n + 1):
        if gains[laid] >= 0:
            wild_points = min(laid, dear_n) * dear_points + max(0, laid - dear_n) * other_points
            best = max(best, gains[laid] + wild_points)
    return best
