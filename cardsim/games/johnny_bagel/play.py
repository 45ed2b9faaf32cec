"""Johnny Bagel: what a move does.

A shedding game of the Shithead family. Each player has three cards in hand, three face up and
six face down; the hand is refilled from the stock. A turn plays one or more cards of one rank
of at least the pile's rank, or takes the pile. With hand and stock empty one plays the
face-up cards, then turns the face-down ones. The last player with cards is the Bagel.
"""

from __future__ import annotations

from typing import Any

from cardsim.engine.bits import as_index
from cardsim.engine.compiling import rule
from cardsim.engine.log import log_effect, log_value
from cardsim.games.johnny_bagel.deal import begin_play
from cardsim.games.johnny_bagel.legal import may_leave
from cardsim.games.johnny_bagel.moves import (
    EXCHANGE_FOR,
    FROM_BOTH,
    FROM_FACE_UP,
    FROM_HAND,
    PICK_UP,
    TURN_UP,
    laid_of,
)
from cardsim.games.johnny_bagel.state import (
    AGAIN,
    ALL_RANKS,
    ANY_CARD,
    AT_LEAST,
    AT_MOST,
    BURN,
    HAND_SIZE,
    LOG_AGAIN,
    LOG_BURN,
    LOG_DRAW,
    LOG_OUT,
    LOG_PICKED_UP,
    LOG_REVERSE,
    LOG_SKIP,
    LOG_TURNED,
    LOWER,
    N_RANKS,
    RESET,
    REVERSE,
    SKIP,
    TRANSPARENT,
)


def apply(state: Any, rules: Any, move: int, chance: Any) -> None:
    """Play one move of the seat to act."""
    kind = move >> 16
    if kind <= FROM_BOTH:
        rank, count = (move >> 8) & 255, move & 255
        _take_away(state, kind, rank, count)
        _play(state, rules, rank, count)
    elif kind == PICK_UP:
        extra = ((move >> 8) & 255) - 1
        if extra >= 0:  # JB-14
            table, seat = state.table, state.table.turn
            _from_table(table, seat, extra, 1)
        _pick_up(state, rules, extra)
    elif kind == TURN_UP:
        _turn_up(state, rules)
    elif kind == EXCHANGE_FOR:
        _exchange(state, rules, move)


@rule
def _exchange(state: Any, rules: Any, move: int) -> None:
    """Lay the three chosen ranks face up; what is taken up from the table is known (JB-8)."""
    table = state.table
    seat = as_index(table.turn)
    own = state.seats[seat]
    own.ranks = 0
    table.face_up_ranks[seat] = 0
    for rank in range(N_RANKS):
        before = table.face_up[seat, rank]
        laid = 0
        for i in range(HAND_SIZE):
            laid += laid_of(move, i) == rank
        own.hand[rank] += before - laid
        table.face_up[seat, rank] = laid
        table.face_up_ranks[seat] |= (laid > 0) << rank
        if before > laid:
            table.known[seat, rank] += before - laid
        if own.hand[rank] > 0:
            own.ranks |= 1 << rank
    state.hidden.exchanges_left -= 1
    if state.hidden.exchanges_left == 0:
        begin_play(state, rules)
    else:
        table.turn = (seat + 1) % rules.players


@rule
def _take_away(state: Any, kind: int, rank: int, count: int) -> None:
    """Take the cards of a play from the hand, then from the face-up cards."""
    table = state.table
    seat = as_index(table.turn)
    own = state.seats[seat]
    from_hand = 0
    if kind != FROM_FACE_UP:
        from_hand = count if kind == FROM_HAND else table.hand_n[seat]
        own.hand[rank] -= from_hand
        if own.hand[rank] == 0:
            own.ranks &= ~(1 << rank)
        table.hand_n[seat] -= from_hand
        table.known[seat, rank] = max(0, table.known[seat, rank] - from_hand)
    if kind != FROM_HAND:
        _from_table(table, seat, rank, count - from_hand)


@rule
def _from_table(table: Any, seat: int, rank: int, count: int) -> None:
    """Take face-up cards away."""
    table.face_up[seat, rank] -= count
    table.face_up_n[seat] -= count
    if table.face_up[seat, rank] == 0:
        table.face_up_ranks[seat] &= ~(1 << rank)


@rule
def _play(state: Any, rules: Any, rank: int, count: int) -> None:
    """Put cards on the pile; carry out their effects; pass the turn (JB-4 … JB-6a, JB-13, JB-17)."""
    table = state.table
    seat = as_index(table.turn)
    at = table.pile_n
    for i in range(at, at + count):
        table.pile[i] = rank
    table.pile_n = at + count
    table.opening = 0
    effects = rules.effects[rank]
    if effects & REVERSE:
        table.direction = -table.direction
        log_effect(state.log, LOG_REVERSE)
    skips = count if effects & SKIP else 0
    again = effects & AGAIN
    _require(table, rules, rank, effects)
    if rules.burn_run > 0 and _is_run(table, rank, rules.burn_run):  # JB-6
        again, skips = AGAIN, 0
        _burn(state, rules)
    elif effects & BURN:
        _burn(state, rules)
    if table.stock_n == 0 and table.hand_n[seat] + table.face_up_n[seat] + table.face_down_n[seat] == 0:
        _go_out(state, rules, skips)
    elif again:  # JB-13
        state.hidden.replays[seat] += 1
        if table.turns < rules.max_turns:  # CO-5: else the seat does not really act again
            log_effect(state.log, LOG_AGAIN)
        if table.hand_n[seat] == 0:
            _draw(state)
    else:
        _draw(state)
        _next_turn(state, rules, skips)


@rule
def _require(table: Any, rules: Any, rank: int, effects: int) -> None:
    """Set what the next play must be (JB-6a)."""
    if effects & TRANSPARENT:
        return
    if effects & (RESET | BURN):
        table.need = ANY_CARD
        table.playable = ALL_RANKS
    elif effects & LOWER:
        table.need = AT_MOST
        table.need_rank = rank
        table.playable = ((2 << rank) - 1) | rules.anytime
    else:
        table.need = AT_LEAST
        table.need_rank = rank
        table.playable = (ALL_RANKS & ~((1 << rank) - 1)) | rules.anytime


@rule
def _is_run(table: Any, rank: int, length: int) -> bool:
    """Tell whether the top cards of the pile are of one rank (JB-6)."""
    if table.pile_n < length:
        return False
    for i in range(table.pile_n - length, table.pile_n):
        if table.pile[i] != rank:
            return False
    return True


@rule
def _burn(state: Any, rules: Any) -> None:
    """Take the pile out of the game (JB-4)."""
    table, hidden = state.table, state.hidden
    log_effect(state.log, LOG_BURN)
    for i in range(table.pile_n):
        rank = table.pile[i]
        table.burnt[rank] += 1
        hidden.burnt[hidden.burnt_n] = rank
        hidden.burnt_n += 1
        log_value(state.log, rank)
    hidden.burns[table.turn] += 1
    _clear_pile(table)


@rule
def _clear_pile(table: Any) -> None:
    table.pile_n = 0
    table.need = ANY_CARD
    table.playable = ALL_RANKS


@rule
def _draw(state: Any) -> None:
    """Draw from the stock until the seat to act holds three cards, while it lasts (JB-13)."""
    table, hidden = state.table, state.hidden
    seat = as_index(table.turn)
    n = min(HAND_SIZE - table.hand_n[seat], table.stock_n)
    if n <= 0:
        return
    own = state.seats[seat]
    log_effect(state.log, LOG_DRAW)
    log_value(state.log, seat)
    at = hidden.stock_at
    for i in range(at, at + n):
        rank = hidden.stock[i]
        own.hand[rank] += 1
        own.ranks |= 1 << rank
        log_value(state.log, rank)
    hidden.stock_at = at + n
    table.stock_n -= n
    table.hand_n[seat] += n


@rule
def _next_turn(state: Any, rules: Any, skips: int) -> None:
    """Pass the turn, over so many players still in (JB-13a)."""
    table = state.table
    players, direction = rules.players, table.direction
    seat = as_index(table.turn)
    if skips > 0:
        log_effect(state.log, LOG_SKIP)
    for step in range(skips + 1):
        seat += direction
        seat += players if seat < 0 else (-players if seat >= players else 0)
        while table.is_out[seat]:
            seat += direction
            seat += players if seat < 0 else (-players if seat >= players else 0)
        if step < skips:
            log_value(state.log, seat)
    table.turn = seat


@rule
def _go_out(state: Any, rules: Any, skips: int) -> None:
    """Take a player without cards out of the deal, and end it if one is left (JB-17, JB-18)."""
    table = state.table
    seat = as_index(table.turn)
    table.is_out[seat] = 1
    table.out[table.n_out] = seat
    table.n_out += 1
    table.n_in -= 1
    log_effect(state.log, LOG_OUT)
    log_value(state.log, seat)
    log_value(state.log, table.n_out)
    if table.n_in > 1:
        _next_turn(state, rules, skips)
    else:
        _end_deal(state, rules)


@rule
def _end_deal(state: Any, rules: Any) -> None:
    """Record the Bagel and the order of going out (JB-18, JB-20)."""
    table, hidden = state.table, state.hidden
    for i in range(table.n_out):
        hidden.places[table.out[i]] += i + 1
    for seat in range(rules.players):
        if not table.is_out[seat]:
            if hidden.finished_deals > 0 and hidden.last_bagel == seat:
                hidden.repeats += 1
            hidden.last_bagel = seat
            hidden.places[seat] += rules.players
            table.bagels[seat] += 1
    hidden.finished_deals += 1


@rule
def _pick_up(state: Any, rules: Any, extra: int) -> None:
    """Take the pile, and perhaps one more card, into the hand in sight of all (JB-12, JB-14, JB-15).

    `extra` is the rank of a card already taken from the table, or −1.
    """
    table, hidden = state.table, state.hidden
    seat = as_index(table.turn)
    own = state.seats[seat]
    log_effect(state.log, LOG_PICKED_UP)
    log_value(state.log, seat)
    for i in range(table.pile_n):
        rank = table.pile[i]
        own.hand[rank] += 1
        own.ranks |= 1 << rank
        table.known[seat, rank] += 1
        log_value(state.log, rank)
    n = table.pile_n
    if extra >= 0:
        own.hand[extra] += 1
        own.ranks |= 1 << extra
        table.known[seat, extra] += 1
        log_value(state.log, extra)
        n += 1
    table.hand_n[seat] += n
    hidden.pick_ups[seat] += 1
    hidden.cards_picked_up[seat] += n
    _clear_pile(table)
    _draw(state)
    _next_turn(state, rules, 0)


@rule
def _turn_up(state: Any, rules: Any) -> None:
    """Turn a face-down card: play it, or take it with the pile (JB-15)."""
    table, hidden = state.table, state.hidden
    seat = as_index(table.turn)
    rank = hidden.face_down[seat, table.face_down_n[seat] - 1]
    may = (table.playable >> rank) & 1 and may_leave(table, rules, seat, rank, 1)
    table.face_down_n[seat] -= 1
    hidden.blind[seat] = 1
    log_effect(state.log, LOG_TURNED)
    log_value(state.log, rank)
    if may:
        _play(state, rules, rank, 1)
    else:
        _pick_up(state, rules, rank)
