"""Johnny Bagel: what the generic laws need to know of its cards."""

from __future__ import annotations

import random
from typing import Any

from cardsim.games.johnny_bagel.state import N_RANKS


def all_cards(state: dict[str, Any]) -> list[str]:
    """Return every card of a STATE in JSON."""
    piles = [*state["hands"], *state["face_up"], *state["face_down"]]
    return [card for pile in piles for card in pile] + [
        *state["stock"], *state["pile"], *state["burnt"]
    ]


def exchange_hidden(state: Any, rules: Any, seat: int, rng: random.Random) -> None:
    """Exchange at random all cards that a seat cannot place: hands, face-down cards, the stock.

    Cards in others' hands that all have seen stay where they are.
    """
    table, hidden = state.table, state.hidden
    at, end = int(hidden.stock_at), int(hidden.stock_at + table.stock_n)
    pool = hidden.stock[at:end].tolist()
    unknown = {}
    for other in range(rules.players):
        down = hidden.face_down[other, : table.face_down_n[other]]
        pool += down.tolist()
        if other != seat:
            counts = state.seats[other].hand - table.known[other]
            cards = [rank for rank in range(N_RANKS) for _ in range(max(0, int(counts[rank])))]
            unknown[other] = cards
            pool += cards
    rng.shuffle(pool)
    hidden.stock[at:end] = [pool.pop() for _ in range(at, end)]
    for other in range(rules.players):
        n = int(table.face_down_n[other])
        hidden.face_down[other, :n] = [pool.pop() for _ in range(n)]
        for rank in unknown.get(other, []):
            state.seats[other].hand[rank] -= 1
        for _ in unknown.get(other, []):
            state.seats[other].hand[pool.pop()] += 1
        if other != seat:
            own = state.seats[other]
            own.ranks = sum(1 << rank for rank in range(N_RANKS) if own.hand[rank] > 0)
