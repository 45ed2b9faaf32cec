"""Hand and Foot: the deal of a round (HF-1 … HF-3, HF-5)."""

from __future__ import annotations

from typing import Any

from cardsim.engine.compiling import rule
from cardsim.engine.streams import rng_below, shuffle
from cardsim.games.hand_and_foot.draw import add_to_hand, lay_red_threes
from cardsim.games.hand_and_foot.pile import put_on_pile
from cardsim.games.hand_and_foot.state import (
    DEUCE,
    DRAW,
    JOKER,
    N_KINDS,
    NATURALS,
    RED_THREE,
)


def deal(state: Any, rules: Any, shuffler: Any, chance: Any) -> None:
    """Deal a round: hands and feet, red threes, the first discard; the dealer's left begins."""
    table, hidden = state.table, state.hidden
    if table.deal_no == 1:
        table.dealer = rules.first_dealer  # HF-5
        if rules.first_dealer < 0:
            table.dealer = rng_below(chance, rules.players)
        hidden.first_dealer = table.dealer
    else:
        table.dealer = (table.dealer + 1) % rules.players
    table.minimum = rules.minimums[table.deal_no - 1]
    noted = state.log.n
    while True:
        _clear_table(table, hidden)
        _deal_cards(state, rules, shuffler)
        for step in range(1, rules.players + 1):  # HF-2
            seat = (table.dealer + step) % rules.players
            own = state.seats[seat]
            threes = int(own.hand[RED_THREE])
            own.hand[RED_THREE] = 0
            own.ranks &= ~1
            table.hand_n[seat] -= threes
            lay_red_threes(state, rules, seat, threes, True, chance)
        if _turn_first_discard(table, hidden):
            break
        state.log.n = noted  # HF-3: what the deal brought about is undone with it
    table.turn = (table.dealer + 1) % rules.players
    table.phase = DRAW


@rule
def _clear_table(table: Any, hidden: Any) -> None:
    """Take away all that the last round left."""
    table.points[:] = 0
    table.open_ranks[:] = 0
    table.pile_n = 0
    table.aside_n = 0
    table.hand_n[:] = 0
    table.melded = 0
    table.over = 0
    table.in_foot[:] = 0
    table.foot_n[:] = 0
    table.opened[:] = 0
    table.red_threes[:] = 0
    table.clean_books[:] = 0
    table.dirty_books[:] = 0
    table.naturals[:, :] = 0
    table.deuces[:, :] = 0
    table.jokers[:, :] = 0
    table.clean_of[:, :] = 0
    table.dirty_of[:, :] = 0
    table.booked[:] = 0
    table.pile[:] = 0
    table.top[:] = -1
    table.aside[:] = 0
    table.known[:, :] = 0
    hidden.feet[:, :] = 0
    hidden.starts = 0
    hidden.book_n = 0


@rule
def _deal_cards(state: Any, rules: Any, shuffler: Any) -> None:
    """Shuffle all packs; deal the hands, then the feet (HF-1, HF-2)."""
    table, hidden, stock = state.table, state.hidden, state.hidden.stock
    n = 0
    for card in range(N_KINDS):
        copies = 4
        if card == JOKER:
            copies = rules.jokers_per_deck
        elif not ((NATURALS | 1 << DEUCE) >> card) & 1:
            copies = 2  # red threes, black threes
        for _ in range(copies * rules.decks):
            stock[n] = card
            n += 1
    shuffle(stock, n, shuffler)
    at = 0
    for seat in range(rules.players):
        own = state.seats[seat]
        own.hand[:] = 0
        own.ranks = 0
        for _ in range(rules.hand_size):
            add_to_hand(state, seat, int(stock[at]))
            at += 1
    for seat in range(rules.players):
        table.foot_n[seat] = rules.foot_size
        for _ in range(rules.foot_size):
            hidden.feet[seat, stock[at]] += 1
            at += 1
    hidden.stock_at = at
    table.stock_n = n - at


@rule
def _turn_first_discard(table: Any, hidden: Any) -> bool:
    """Turn the stock's first card that may start the pile (HF-3); tell whether there is one."""
    for _ in range(table.stock_n):
        card = int(hidden.stock[hidden.stock_at])
        hidden.stock_at += 1
        if card not in (RED_THREE, DEUCE, JOKER):
            table.stock_n -= 1
            put_on_pile(table, hidden, card)
            return True
        hidden.stock[hidden.stock_at + table.stock_n - 1] = card
    return False
