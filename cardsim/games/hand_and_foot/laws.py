"""Hand and Foot: what the generic laws need to know of its cards."""

from __future__ import annotations

import random
from typing import Any

from cardsim.games.hand_and_foot.state import N_KINDS, RED_THREE


def all_cards(state: dict[str, Any]) -> list[str]:
    """Return every card of a STATE in JSON."""
    piles = [*state["hands"], *state["feet"], state["stock"], state["discard"], state["aside"]]
    cards = [card for pile in piles for card in pile]
    for melds in state["melds"]:
        for meld in melds:
            cards += [meld["rank"]] * meld["natural"]
            cards += ["2"] * meld["deuces"] + ["JK"] * meld["jokers"]
    return cards + ["3R"] * sum(state["red_threes"])


def exchange_hidden(state: Any, rules: Any, seat: int, rng: random.Random) -> None:
    """Exchange at random all cards that a seat cannot place: hands, feet face down, the stock.

    Cards that others took with a pile in sight of all stay where they are, and no red three
    comes into a hand.
    """
    table, hidden = state.table, state.hidden
    at, end = int(hidden.stock_at), int(hidden.stock_at + table.stock_n)
    pool = hidden.stock[at:end].tolist()
    unknown = {}
    for other in range(rules.players):
        pool += _cards(hidden.feet[other].tolist())
        if other != seat:
            held = (state.seats[other].hand - table.known[other]).tolist()
            unknown[other] = _cards(held)
            pool += unknown[other]
    rng.shuffle(pool)
    pool.sort(key=lambda card: card == RED_THREE)
    for other, cards in unknown.items():
        own = state.seats[other]
        for card in cards:
            own.hand[card] -= 1
        for card in pool[: len(cards)]:
            own.hand[card] += 1
        del pool[: len(cards)]
        own.ranks = sum(1 << card for card in range(N_KINDS) if own.hand[card] > 0)
    rng.shuffle(pool)
    hidden.stock[at:end] = pool[: end - at]
    del pool[: end - at]
    for other in range(rules.players):
        n = int(table.foot_n[other])
        hidden.feet[other] = [pool[:n].count(card) for card in range(N_KINDS)]
        del pool[:n]


def _cards(counts: list[int]) -> list[int]:
    return [card for card, n in enumerate(counts) for _ in range(n)]
