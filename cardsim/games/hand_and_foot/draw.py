"""Hand and Foot: drawing, red threes and the foot (HF-6, HF-7, HF-15, HF-18)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.log import log_effect, log_value
from cardsim.engine.streams import shuffle
from cardsim.games.hand_and_foot.state import (
    LOG_DRAW,
    LOG_RED_THREE,
    LOG_RESHUFFLE,
    MELD,
    N_KINDS,
    RED_THREE,
)


@rule
def draw(state: Any, rules: Any, chance: Any) -> bool:
    """Draw at the start of a turn (HF-6); tell whether the stock lasted."""
    table, hidden = state.table, state.hidden
    seat = table.turn
    n = 0
    while n < rules.draw_count:
        card = next_card(state, rules, chance)
        if card < 0:
            break
        hidden.drawn[n] = card
        n += 1
    threes = 0
    if n > 0:
        log_effect(state.log, LOG_DRAW)
        log_value(state.log, seat)
    for i in range(n):
        card = int(hidden.drawn[i])
        log_value(state.log, card)
        if card == RED_THREE:
            threes += 1
        else:
            add_to_hand(state, seat, card)
    table.phase = MELD
    lasted = n == rules.draw_count
    return lay_red_threes(state, rules, seat, threes, lasted, chance) and lasted


@rule
def next_card(state: Any, rules: Any, chance: Any) -> int:
    """Take the next card of the stock, which `reshuffle` may renew; −1 if there is none (HF-18)."""
    table, hidden = state.table, state.hidden
    if table.stock_n == 0:
        if not can_renew(table, rules):
            return -1
        _renew_stock(state, chance)
    card = int(hidden.stock[hidden.stock_at])
    hidden.stock_at += 1
    table.stock_n -= 1
    return card


@rule
def can_renew(table: Any, rules: Any) -> bool:
    """Tell whether the pile could be made into a new stock (HF-18)."""
    return rules.reshuffle and table.pile_n >= 2


@rule
def _renew_stock(state: Any, chance: Any) -> None:
    """Shuffle the pile but its top card into a new stock (HF-18)."""
    table, hidden = state.table, state.hidden
    n = table.pile_n - 1
    for i in range(n):
        hidden.stock[i] = hidden.pile[i]
    shuffle(hidden.stock, n, chance)
    if state.log.on:
        _log_renewal(state.log, hidden.stock, n)
    hidden.stock_at = 0
    table.stock_n = n
    top = int(table.top[0])
    hidden.pile[0] = top
    table.pile_n = 1
    table.pile[:] = 0
    table.pile[top] = 1
    table.top[1:] = -1


@rule
def _log_renewal(log: Any, stock: Any, n: int) -> None:
    """Note the new stock before everything else that the move brought about."""
    before = int(log.n)
    log_effect(log, LOG_RESHUFFLE)
    for i in range(n):
        log_value(log, stock[i])
    taken = int(log.n) - before
    words = log.words
    renewal = words[before : before + taken].copy()
    for i in range(before - 1, -1, -1):
        words[i + taken] = words[i]
    for i in range(taken):
        words[i] = renewal[i]


@rule
def lay_red_threes(
    state: Any, rules: Any, seat: int, threes: int, stock: bool, chance: Any
) -> bool:
    """Lay red threes, then replace them one by one; tell whether the stock lasted (HF-7).

    Without `stock` they are laid, and none is replaced.
    """
    table = state.table
    team = seat % rules.teams
    table.red_threes[team] += threes
    lasted = True
    while threes > 0:
        threes -= 1
        card = next_card(state, rules, chance) if stock and lasted else -1
        log_effect(state.log, LOG_RED_THREE)
        log_value(state.log, seat)
        log_value(state.log, card)
        if card < 0:
            lasted = False
        elif card == RED_THREE:
            table.red_threes[team] += 1
            threes += 1
        else:
            add_to_hand(state, seat, card)
    return lasted


@rule
def add_to_hand(state: Any, seat: int, card: int) -> None:
    """Put a card into a hand."""
    own = state.seats[seat]
    own.hand[card] += 1
    own.ranks |= 1 << card
    state.table.hand_n[seat] += 1


@rule
def take_up_foot(state: Any, rules: Any, seat: int, chance: Any) -> bool:
    """Make the foot the hand (HF-15); tell whether the stock lasted for its red threes."""
    table, hidden = state.table, state.hidden
    own, foot = state.seats[seat], hidden.feet[seat]
    table.in_foot[seat] = 1
    table.foot_n[seat] = 0
    hidden.rounds_in_foot[seat] += 1
    threes = int(foot[RED_THREE])
    own.ranks = 0
    for card in range(N_KINDS):
        own.hand[card] = foot[card]
        own.ranks |= (foot[card] > 0) << card
        table.hand_n[seat] += foot[card]
        foot[card] = 0
    own.hand[RED_THREE] = 0
    own.ranks &= ~1
    table.hand_n[seat] -= threes
    return lay_red_threes(state, rules, seat, threes, True, chance)
