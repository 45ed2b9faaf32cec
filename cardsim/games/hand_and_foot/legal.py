"""Hand and Foot: the legal moves of the seat to act (HF-6, HF-8, HF-9, HF-11 … HF-16a, HF-18)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.bits import lowest_bit
from cardsim.engine.compiling import rule
from cardsim.games.hand_and_foot.melding import may_add_wild, most_meldable, rough_most
from cardsim.games.hand_and_foot.moves import (
    ADD_NATURAL,
    ADD_WILD,
    DISCARD,
    DRAW_CARDS,
    START,
    START_WITH_WILD,
    TAKE_PILE,
    has_books,
    kind_of,
    lays_wild,
    meld_size,
    meld_wilds,
    move_of,
    naturals_laid,
    points_of,
    rank_of,
    wild_of,
)
from cardsim.games.hand_and_foot.state import (
    BOOK,
    DEUCE,
    DRAW,
    LEAST_MELD,
    NATURALS,
    WILDS,
)


def legal_moves(state: Any, rules: Any, moves: Any) -> int:
    """Write the legal moves of the seat to act; return how many there are."""
    table = state.table
    seat = table.turn
    if table.phase == DRAW:
        moves[0] = move_of(DRAW_CARDS, 0, rules.draw_count)  # HF-6
        if not may_take(state, rules, seat):
            return 1
        moves[1] = move_of(TAKE_PILE, table.top[0], take_size(table, rules))
        return 2
    team = seat % rules.teams
    own = state.seats[seat]
    n = 0
    if table.opened[team]:
        n = _melds(table, rules, own, seat, moves)
    elif can_reach(state, rules, seat, table.minimum - table.points[team]):
        n = _melds(table, rules, own, seat, moves)
        n = _keep_openings(state, rules, seat, moves, n)
    if _may_discard(table, rules, seat):
        ranks = own.ranks
        while ranks != 0:
            moves[n] = move_of(DISCARD, lowest_bit(ranks), 0)
            ranks &= ranks - 1
            n += 1
    return n


@rule
def take_size(table: Any, rules: Any) -> int:
    """Return how many cards taking the pile yields (HF-9)."""
    return min(int(rules.pile_take), int(table.pile_n))


@rule
def may_take(state: Any, rules: Any, seat: int) -> bool:
    """Tell whether a seat could take the pile at the start of its turn (HF-9, HF-10, HF-16a)."""
    table, own = state.table, state.seats[seat]
    rank = int(table.top[0])
    if rank < 0 or not (NATURALS >> rank) & 1 or own.hand[rank] < 2:
        return False
    team = seat % rules.teams
    size = meld_size(table, team, rank)
    if size > BOOK - LEAST_MELD:
        return False
    if table.in_foot[seat]:
        clean = size + LEAST_MELD == BOOK and meld_wilds(table, team, rank) == 0
        dirty = size + LEAST_MELD == BOOK and not clean
        left = table.hand_n[seat] - 2 + take_size(table, rules) - 1
        if left < _least_left(table, rules, team, clean, dirty):
            return False
    if table.opened[team]:
        return True
    needed = table.minimum - LEAST_MELD * int(rules.card_points[rank])  # HF-9a
    if needed <= 0:
        return True
    return _reaches(state, rules, seat, move_of(TAKE_PILE, rank, 0), needed)


@rule
def can_reach(state: Any, rules: Any, seat: int, needed: int) -> bool:
    """Tell whether a seat can still meld so many card points from its hand alone (HF-16a)."""
    if needed <= 0:
        return True
    if rough_most(state, rules, seat) < needed:
        return False
    return most_meldable(state, rules, seat) >= needed


@rule
def _reaches(state: Any, rules: Any, seat: int, move: int, needed: int) -> bool:
    """Tell whether a seat can still meld so many card points after a move that melds.

    The cards are laid, looked at and taken back: nothing is changed in the end.
    """
    table = state.table
    team = seat % rules.teams
    before = table.open_ranks[team]
    table.open_ranks[team] = before | (1 << rank_of(move))
    _shift(state, seat, team, move, 1)
    reached = can_reach(state, rules, seat, needed)
    _shift(state, seat, team, move, -1)
    table.open_ranks[team] = before
    return reached


@rule
def _shift(state: Any, seat: int, team: int, move: int, sign: int) -> None:
    """Move the cards of a meld from hand to table (sign 1), or back (−1)."""
    own, table = state.seats[seat], state.table
    rank = rank_of(move)
    naturals = naturals_laid(move)
    table.naturals[team, rank] += sign * naturals
    own.hand[rank] -= sign * (naturals - (kind_of(move) == TAKE_PILE))
    if lays_wild(move):
        own.hand[wild_of(move)] -= sign
        if wild_of(move) == DEUCE:
            table.deuces[team, rank] += sign
        else:
            table.jokers[team, rank] += sign


@rule
def _keep_openings(state: Any, rules: Any, seat: int, moves: Any, n: int) -> int:
    """Keep the melds after which the minimum can still be reached; return how many (HF-16a)."""
    table = state.table
    short = table.minimum - table.points[seat % rules.teams]
    kept = 0
    for i in range(n):
        needed = short - points_of(rules, moves[i])
        if needed <= 0 or _reaches(state, rules, seat, moves[i], needed):
            moves[kept] = moves[i]
            kept += 1
    return kept


@rule
def _least_left(table: Any, rules: Any, team: int, clean: bool, dirty: bool) -> int:
    """Return how many cards a meld from the foot must leave (HF-16a).

    `clean` and `dirty` say which book the meld makes, if any.
    """
    books = (
        table.clean_books[team] + clean >= rules.need_clean
        and table.dirty_books[team] + dirty >= rules.need_dirty
    )
    return 1 if books else 2


@rule
def _may_discard(table: Any, rules: Any, seat: int) -> bool:
    """Tell whether a seat may end its turn with a discard (HF-16, HF-16a)."""
    team = seat % rules.teams
    if not table.opened[team] and table.melded:
        return False
    if not table.in_foot[seat] or table.hand_n[seat] > 1:
        return True
    return has_books(table, rules, team)


@rule
def _melds(table: Any, rules: Any, own: Any, seat: int, moves: Any) -> int:
    """Write all melds that HF-11 to HF-13 and the cards to be left (HF-16a) allow."""
    team = seat % rules.teams
    most, most_clean, most_dirty = BOOK, BOOK, BOOK  # cards that may go, by the book they make
    if table.in_foot[seat]:
        left = table.hand_n[seat] + table.aside_n
        most = left - _least_left(table, rules, team, False, False)
        most_clean = left - _least_left(table, rules, team, True, False)
        most_dirty = left - _least_left(table, rules, team, False, True)
    wilds = own.ranks & WILDS
    n = 0
    ranks = own.ranks & NATURALS
    while ranks != 0:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        if (table.open_ranks[team] >> rank) & 1:
            allowed = most
            if meld_size(table, team, rank) == BOOK - 1:
                allowed = most_clean if meld_wilds(table, team, rank) == 0 else most_dirty
            if allowed >= 1:
                moves[n] = move_of(ADD_NATURAL, rank, 1)
                n += 1
        elif own.hand[rank] >= 2:
            n = _starts(rules, own, rank, wilds, most, most_clean, moves, n)
    if wilds == 0:
        return n
    ranks = table.open_ranks[team]
    while ranks != 0:
        rank = lowest_bit(ranks)
        ranks &= ranks - 1
        allowed = most_dirty if meld_size(table, team, rank) == BOOK - 1 else most
        if allowed >= 1 and may_add_wild(table, rules, team, rank):
            n = _with_each_wild(ADD_WILD, rank, wilds, moves, n)
    return n


@rule
def _starts(
    rules: Any, own: Any, rank: int, wilds: int, most: int, most_clean: int, moves: Any, n: int
) -> int:
    """Write the melds of a rank that may be started (HF-11, HF-12); return the new count."""
    held = int(own.hand[rank])
    for count in range(LEAST_MELD, min(held, BOOK) + 1):
        if count <= (most_clean if count == BOOK else most):
            moves[n] = move_of(START, rank, count)
            n += 1
    if rules.wild_needs_naturals == 2 and wilds != 0 and most >= LEAST_MELD:
        n = _with_each_wild(START_WITH_WILD, rank, wilds, moves, n)
    return n


@rule
def _with_each_wild(kind: int, rank: int, wilds: int, moves: Any, n: int) -> int:
    """Write a move with a deuce, with a Joker, or both, as far as they are held."""
    while wilds != 0:
        moves[n] = move_of(kind, rank, lowest_bit(wilds))
        wilds &= wilds - 1
        n += 1
    return n
