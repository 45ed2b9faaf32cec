"""Bacon: what the generic laws need to know of its cards."""

from __future__ import annotations

import random
from typing import Any

from cardsim.games.bacon.state import MAX_RANKS, MAX_SUITS


def all_cards(state: dict[str, Any]) -> list[str]:
    """Return every card of a STATE in JSON."""
    return [card for hand in state["hands"] for card in hand] + [
        *state["set_aside"], *state["played"]
    ]


def exchange_hidden(state: Any, rules: Any, seat: int, rng: random.Random) -> None:
    """Exchange at random the natural cards of the other hands and those set aside.

    How many cards and X each player holds is public (BA-14), so the X stay where they are.
    """
    deck, dealt = state.hidden.deck, int(rules.players * rules.hand_size)
    aside = slice(dealt, int(state.hidden.deck_n))
    others = [other for other in range(rules.players) if other != seat]
    held = {other: _naturals(state.seats[other].cards) for other in others}
    pool = [card for cards in held.values() for card in cards] + deck[aside].tolist()
    rng.shuffle(pool)
    for other in others:
        words = [0] * MAX_SUITS
        for _ in held[other]:
            card = pool.pop()
            words[card >> 4] += 1 << (4 * (card & 15))
        state.seats[other].cards = words
    deck[aside] = pool


def _naturals(words: Any) -> list[int]:
    """Return the cards of one word a suit, as the deck holds them."""
    return [
        (suit << 4) | at
        for suit, word in enumerate(words.tolist()) for at in range(MAX_RANKS)
        for _ in range((word >> (4 * at)) & 15)
    ]
