"""Hand and Foot: what a move does.

A Canasta for teams. Each player has a hand and, unseen until the hand is played out, a foot. A
turn draws two cards or takes the pile, melds as it likes, and discards one card. Seven cards of
a rank make a book. A round ends when a player whose team has a clean and a dirty book discards
the last card of the foot, or when the stock ends; four rounds make a game.
"""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.log import log_effect, log_value
from cardsim.games.hand_and_foot.draw import can_renew, draw, take_up_foot
from cardsim.games.hand_and_foot.legal import may_take
from cardsim.games.hand_and_foot.moves import (
    DISCARD,
    DRAW_CARDS,
    TAKE_PILE,
    cards_laid,
    lays_wild,
    meld_size,
    naturals_laid,
    points_of,
    wild_of,
)
from cardsim.games.hand_and_foot.pile import (
    log_taken,
    put_on_pile,
    take_from_pile,
    take_into_hand,
)
from cardsim.games.hand_and_foot.result import NO_SEAT, end_round
from cardsim.games.hand_and_foot.state import (
    BOOK,
    DEUCE,
    DRAW,
    JOKER,
    LOG_BOOK,
    LOG_FOOT,
    LOG_OUT,
    MELD,
)


def apply(state: Any, rules: Any, move: int, chance: Any) -> None:
    """Play one move of the seat to act."""
    kind, rank = move >> 16, (move >> 8) & 255
    state.hidden.decisions[state.table.turn] += 1
    if kind == DRAW_CARDS:
        if not draw(state, rules, chance):  # HF-18
            end_round(state, rules, NO_SEAT)
    elif kind == DISCARD:
        _discard(state, rules, rank, chance)
    else:
        _meld(state, rules, move, chance)


@rule
def _discard(state: Any, rules: Any, card: int, chance: Any) -> None:
    """Discard a card; the turn ends (HF-8), and perhaps the round (HF-16, HF-18)."""
    table = state.table
    seat = table.turn
    _leave_hand(state, seat, card, 1)
    put_on_pile(table, state.hidden, card)
    if table.hand_n[seat] == 0:
        if table.in_foot[seat]:  # HF-16
            log_effect(state.log, LOG_OUT)
            log_value(state.log, seat)
            end_round(state, rules, seat)
            return
        lasted = take_up_foot(state, rules, seat, chance)  # HF-15
        _log_foot(state, seat)
        if not lasted:
            end_round(state, rules, NO_SEAT)
            return
    table.turn = (seat + 1) % rules.players
    table.phase = DRAW
    table.melded = 0
    out_of_stock = table.stock_n == 0 and not can_renew(table, rules)
    if out_of_stock and not may_take(state, rules, table.turn):  # HF-18
        end_round(state, rules, NO_SEAT)


@rule
def _meld(state: Any, rules: Any, move: int, chance: Any) -> None:
    """Lay cards on the table, with the pile's top card if it is taken (HF-9, HF-11 … HF-15)."""
    table, hidden = state.table, state.hidden
    seat = table.turn
    team = seat % rules.teams
    rank = (move >> 8) & 255
    takes_pile = move >> 16 == TAKE_PILE
    if takes_pile:
        take_from_pile(state, move & 255)
        hidden.piles_taken[seat] += 1
        table.phase = MELD
    pile_n = int(table.pile_n)
    _lay(state, rules, seat, move)
    if not table.opened[team] and table.points[team] >= table.minimum:  # HF-14
        table.opened[team] = 1
    if table.opened[team] and table.aside_n > 0:  # HF-9a
        take_into_hand(state, seat)
    closed = meld_size(table, team, rank) == BOOK
    clean = closed and table.naturals[team, rank] == BOOK
    if closed:
        _close_book(table, hidden, team, rank, clean)
    played_out = table.hand_n[seat] == 0 and table.aside_n == 0
    lasted = not played_out or take_up_foot(state, rules, seat, chance)  # HF-15
    if takes_pile:
        log_taken(state, seat, pile_n, move & 255)
    if closed:
        log_effect(state.log, LOG_BOOK)
        log_value(state.log, team)
        log_value(state.log, rank)
        log_value(state.log, clean)
    if played_out:
        _log_foot(state, seat)
    if not lasted:
        end_round(state, rules, NO_SEAT)


@rule
def _lay(state: Any, rules: Any, seat: int, move: int) -> None:
    """Move the cards of a meld from the hand, and a pile's top card, to the table."""
    table, hidden = state.table, state.hidden
    team, rank = seat % rules.teams, (move >> 8) & 255
    wild = lays_wild(move)
    from_hand = cards_laid(move) - wild
    if from_hand > 0:
        _leave_hand(state, seat, rank, from_hand)
    table.naturals[team, rank] += naturals_laid(move)
    if wild:
        _leave_hand(state, seat, wild_of(move), 1)
        if wild_of(move) == DEUCE:
            table.deuces[team, rank] += 1
        else:
            table.jokers[team, rank] += 1
    if not (table.open_ranks[team] >> rank) & 1:
        table.open_ranks[team] |= 1 << rank
        hidden.start_of[team, rank] = hidden.starts
        hidden.starts += 1
    table.points[team] += points_of(rules, move)
    table.melded = 1


@rule
def _leave_hand(state: Any, seat: int, card: int, count: int) -> None:
    """Take cards from a hand; those known to be there are taken first."""
    table, own = state.table, state.seats[seat]
    own.hand[card] -= count
    if own.hand[card] == 0:
        own.ranks &= ~(1 << card)
    table.hand_n[seat] -= count
    table.known[seat, card] = max(0, table.known[seat, card] - count)


@rule
def _close_book(table: Any, hidden: Any, team: int, rank: int, clean: bool) -> None:
    """Put a meld of seven cards away as a book (HF-13)."""
    deuces, jokers = int(table.deuces[team, rank]), int(table.jokers[team, rank])
    n = hidden.book_n
    hidden.book_team[n] = team
    hidden.book_rank[n] = rank
    hidden.book_deuces[n] = deuces
    hidden.book_jokers[n] = jokers
    hidden.book_start[n] = hidden.start_of[team, rank]
    hidden.book_n = n + 1
    if clean:
        table.clean_books[team] += 1
        table.clean_of[team, rank] += 1
    else:
        table.dirty_books[team] += 1
        table.dirty_of[team, rank] += 1
    table.booked[rank] += BOOK - deuces - jokers
    table.booked[DEUCE] += deuces
    table.booked[JOKER] += jokers
    table.naturals[team, rank] = 0
    table.deuces[team, rank] = 0
    table.jokers[team, rank] = 0
    table.open_ranks[team] &= ~(1 << rank)


@rule
def _log_foot(state: Any, seat: int) -> None:
    log_effect(state.log, LOG_FOOT)
    log_value(state.log, seat)
