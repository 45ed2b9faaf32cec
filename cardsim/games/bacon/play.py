"""Bacon: what a move does.

A climbing game: who leads plays a combination, the others in turn play a higher one of the
same type, or a bomb, or pass. When all have passed, the owner of the highest combination leads
again, or lets a partner lead. The first player without cards wins the deal for the team.
"""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.log import log_effect, log_value
from cardsim.games.bacon.cards import cards_leaving
from cardsim.games.bacon.legal import can_beat, next_in
from cardsim.games.bacon.moves import (
    PASS,
    is_bomb,
    rank_of,
    seat_of,
    size_of,
    type_of,
    wilds_of,
)
from cardsim.games.bacon.scoring import close_deal, is_decided
from cardsim.games.bacon.state import LOG_OUT, LOG_ROUND_WON, NOTHING


def apply(state: Any, rules: Any, move: int, _chance: Any) -> None:
    """Play one move of the seat to act."""
    kind = type_of(move)
    if kind < PASS:
        _play(state, rules, move)
    elif kind == PASS:
        _pass(state, rules)
    else:  # BA-10, BA-11: the receiver must lead
        state.table.turn = seat_of(move)
        state.table.may_hand_over = 0


@rule
def _play(state: Any, rules: Any, move: int) -> None:
    """Lay a combination on the pile (BA-8, BA-9)."""
    table, hidden = state.table, state.hidden
    seat = table.turn
    own = state.seats[seat]
    if table.to_beat == NOTHING:
        hidden.leads[seat] += 1
    if is_bomb(move):
        hidden.bombs[seat] += 1
    own.wilds -= wilds_of(move)
    cards_leaving(own.cards, own.wilds, rules.ranks, rules.suits, move, table.beat_cards)
    for suit in range(rules.suits):
        own.cards[suit] -= table.beat_cards[suit]
        table.played[suit] += table.beat_cards[suit]
    table.wilds_n[seat] = own.wilds
    table.hand_n[seat] -= size_of(move)
    table.to_beat = type_of(move)
    table.beat_rank = rank_of(move)
    table.beat_wilds = wilds_of(move)
    table.beat_seat = seat
    table.passes = 0
    table.may_hand_over = 0
    if table.hand_n[seat] == 0:
        _go_out(state, rules, seat)
    if not table.deal_over:
        table.turn = next_in(table, rules, seat)


@rule
def _pass(state: Any, rules: Any) -> None:
    """Pass; the round ends when all others still in have passed in a row (BA-9, BA-10)."""
    table = state.table
    seat = table.turn
    if can_beat(state.seats[seat], rules, table.to_beat, table.beat_rank):
        state.hidden.held_back[seat] += 1
    table.passes += 1
    owner_in = (table.still_in >> table.beat_seat) & 1
    if table.passes == table.n_in - owner_in:
        _end_round(state, rules)
    else:
        table.turn = next_in(table, rules, seat)


@rule
def _end_round(state: Any, rules: Any) -> None:
    """Clear the pile; its winner leads or names who does (BA-10, BA-11, BA-13)."""
    table = state.table
    winner = table.beat_seat
    log_effect(state.log, LOG_ROUND_WON)
    log_value(state.log, winner)
    table.to_beat = NOTHING
    table.passes = 0
    table.turn = winner
    table.may_hand_over = _partner_in(table, rules, winner)
    if rules.teams == rules.players and not (table.still_in >> winner) & 1:
        table.turn = next_in(table, rules, winner)  # BA-13


@rule
def _partner_in(table: Any, rules: Any, seat: int) -> bool:
    """Tell whether a partner of a seat is still in."""
    for partner in range(seat % rules.teams, rules.players, rules.teams):
        if partner != seat and (table.still_in >> partner) & 1:
            return True
    return False


@rule
def _go_out(state: Any, rules: Any, seat: int) -> None:
    """Take a player without cards out of the deal, and end it if that decides it (BA-12, BA-13)."""
    table = state.table
    table.still_in &= ~(1 << seat)
    table.n_in -= 1
    table.out[table.n_out] = seat
    table.n_out += 1
    if table.n_out == 1:
        state.hidden.firsts[seat] += 1
    log_effect(state.log, LOG_OUT)
    log_value(state.log, seat)
    log_value(state.log, table.n_out)
    if rules.teams == rules.players:
        played_out = table.n_in == 1
    else:
        played_out = not _partner_in(table, rules, seat)
    if played_out or is_decided(table, rules):
        close_deal(state, rules, played_out)
