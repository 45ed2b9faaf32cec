"""Le Huit américain: what the generic laws need to know of its cards."""

from __future__ import annotations

import random
from typing import Any

from cardsim.games.huit_americain.state import CARD_CODES


def all_cards(state: dict[str, Any]) -> list[str]:
    """Return every card of a STATE in JSON."""
    hands = [card for hand in state["hands"] for card in hand]
    return [*hands, *state["stock"], *state["pile"]]


def exchange_hidden(state: Any, rules: Any, seat: int, rng: random.Random) -> None:
    """Exchange at random all cards that a seat cannot place: others' hands and the stock.

    Cards that others took from it by a 7, and those buried under the stock, stay where they are.
    """
    table, hidden = state.table, state.hidden
    at = int(hidden.stock_at)
    end = at + int(table.stock_n) - _buried_still(hidden, table)
    pool = hidden.stock[at:end].tolist()
    unknown = {}
    for other in range(rules.players):
        if other != seat:
            cards = _unknown(state.seats[other].hand.tolist(), int(state.seats[seat].given[other]))
            unknown[other] = cards
            pool += cards
    rng.shuffle(pool)
    hidden.stock[at:end] = [pool.pop() for _ in range(at, end)]
    for other, cards in unknown.items():
        own = state.seats[other]
        for card in cards:
            own.hand[card] -= 1
        for _ in cards:
            own.hand[pool.pop()] += 1
        own.held = sum(1 << card for card in range(CARD_CODES) if own.hand[card] > 0)


def _unknown(hand: list[int], known: int) -> list[int]:
    """Return the cards of a hand without one of each known kind."""
    return [
        card for card, n in enumerate(hand) for _ in range(n - ((known >> card) & 1 if n else 0))
    ]


def _buried_still(hidden: Any, table: Any) -> int:
    """Return how many cards at the end of the stock are those put there by a redraw (HA-4)."""
    end, n = int(hidden.stock_at + table.stock_n), int(min(hidden.buried_n, table.stock_n))
    tail, buried = hidden.stock[end - n : end].tolist(), hidden.buried[: hidden.buried_n].tolist()
    return n if n and tail == buried[-n:] else 0
