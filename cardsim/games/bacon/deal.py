"""Bacon: the deal (BA-1), and who deals (BA-15)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.streams import rng_below, shuffle
from cardsim.games.bacon.state import MAX_SUITS, NOTHING


def deal(state: Any, rules: Any, shuffler: Any, chance: Any) -> None:
    """Deal the cards; the player on the dealer's left leads (BA-1, BA-9)."""
    table, hidden = state.table, state.hidden
    if table.deal_no == 1:
        table.dealer = rules.first_dealer
        if rules.first_dealer < 0:
            table.dealer = rng_below(chance, rules.players)
        hidden.first_dealer = table.dealer
        hidden.first_seat = (table.dealer + 1) % rules.players
    else:
        table.dealer = _next_dealer(table, rules)
    _hand_out(state, rules, shuffler)
    table.turn = (table.dealer + 1) % rules.players
    table.still_in = (1 << rules.players) - 1
    table.n_in = rules.players
    table.n_out = 0
    table.to_beat = NOTHING
    table.passes = 0
    table.may_hand_over = 0  # BA-10: the first leader leads
    table.deal_over = 0
    for suit in range(MAX_SUITS):
        table.played[suit] = 0


@rule
def _hand_out(state: Any, rules: Any, shuffler: Any) -> None:
    """Shuffle the natural cards and hand them out; the X come on top (BA-1)."""
    table, deck, n = state.table, state.hidden.deck, 0
    for suit in range(rules.suits):
        for rank in range(rules.ranks):
            for _ in range(rules.copies):
                deck[n] = (suit << 4) | rank
                n += 1
    state.hidden.deck_n = n
    shuffle(deck, n, shuffler)
    at = 0
    for seat in range(rules.players):
        own = state.seats[seat]
        for suit in range(MAX_SUITS):
            own.cards[suit] = 0
        for i in range(at, at + rules.hand_size):
            card = int(deck[i])
            own.cards[card >> 4] += 1 << (4 * (card & 15))
        at += rules.hand_size
        own.wilds = rules.wilds_each
        table.wilds_n[seat] = rules.wilds_each
        table.hand_n[seat] = rules.hand_size + rules.wilds_each


@rule
def _next_dealer(table: Any, rules: Any) -> int:
    """Return the dealer of the next deal, before the last one is cleared away (BA-15)."""
    seat = (table.dealer + 1) % rules.players
    if rules.teams == rules.players:
        return seat
    team = table.out[0] % rules.teams
    if table.scores[0] != table.scores[1]:
        team = 0 if table.scores[0] > table.scores[1] else 1
    while seat % rules.teams != team:
        seat = (seat + 1) % rules.players
    return seat
