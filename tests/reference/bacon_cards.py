"""Cards and combinations of Bacon for the referee: slow, plain, from the rule book alone.

A card is a string: rank and suit such as "7b", or "X". What is found here is
proved on small hands by bacon_brute_force.py.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Move = dict[str, Any]
Holding = dict[str, dict[int, int]]

WILD = "X"
SUITS = "abcd"

# BA-4: name -> (consecutive ranks, cards of each).
ORDINARY = {
    "single": (1, 1),
    "pair": (1, 2),
    "triple": (1, 3),
    "run": (3, 1),
    "bobtail": (4, 1),
    "straight": (5, 1),
    "stretch": (6, 1),
    "stairs": (2, 2),
    "tubes": (3, 2),
    "plates": (2, 3),
}
# BA-5: the same for bombs, low to high.
BOMBS = {
    "quads": (1, 4),
    "straight_flush": (5, 1),
    "quints": (1, 5),
    "stretch_flush": (6, 1),
    "hexes": (1, 6),
}
FLUSHES = ("straight_flush", "stretch_flush")
BOMB_ORDER = list(BOMBS)
SHAPES = {**ORDINARY, **BOMBS}
WINDOW = 5  # BA-8: consecutive ranks of one suit


def rank_of(card: str) -> int:
    """Give the rank of a natural card."""
    return int(card[:-1])


def suit_of(card: str) -> str:
    """Give the suit of a natural card."""
    return card[-1]


def sort_cards(cards: list[str]) -> list[str]:
    """Sort by rank, then suit, X last."""
    natural = [card for card in cards if card != WILD]
    wild = [card for card in cards if card == WILD]
    return sorted(natural, key=lambda card: (rank_of(card), suit_of(card))) + wild


def beats(kind: str, rank: int, to_beat: Move) -> bool:
    """Say whether a combination of this type and rank beats the one on the pile."""
    # BA-7: same type (and so the same size), higher rank.
    if kind == to_beat["type"]:
        return rank > to_beat["rank"]
    if kind not in BOMBS:
        return False
    # BA-7: any bomb beats an ordinary combination, a higher type beats a bomb.
    if to_beat["type"] not in BOMBS:
        return True
    return BOMB_ORDER.index(kind) > BOMB_ORDER.index(to_beat["type"])


def combinations(
    hand: list[str],
    ranks: int,
    suits: int,
    wanted: Callable[[str, int], bool] | None = None,
) -> list[Move]:
    """List all combinations of a hand as BA-8 enumerates them, each once.

    `wanted(type, rank)` may leave out some of them; without it all are listed.
    """
    holding = hold(hand, suits)
    wilds = hand.count(WILD)
    found: list[Move] = []
    for kind, (length, each) in SHAPES.items():
        # BA-2, BA-6: the rank is the highest one, at most `ranks` + 1.
        for rank in range(length, ranks + 2):
            if wanted is not None and not wanted(kind, rank):
                continue
            steps = range(rank - length + 1, rank + 1)
            if kind in FLUSHES:
                plays = flush_cards(holding, steps, wilds)
            else:
                plays = other_cards(holding, steps, each, wilds, ranks)
            for cards in plays:
                combination = {"type": kind, "rank": rank, "cards": sort_cards(cards)}
                # All X would be the same move in each suit. (At most 4 X are
                # ever held and a flush has 5 cards, so this stays a safeguard.)
                if combination not in found[-len(SUITS) :]:
                    found.append(combination)
    return found


def hold(hand: list[str], suits: int) -> Holding:
    """Count the natural cards of a hand: suit -> rank -> how many."""
    holding: Holding = {suit: {} for suit in SUITS[:suits]}
    for card in hand:
        if card != WILD:
            of_suit = holding[suit_of(card)]
            of_suit[rank_of(card)] = of_suit.get(rank_of(card), 0) + 1
    return holding


def flush_cards(holding: Holding, steps: range, wilds: int) -> list[list[str]]:
    """Give the flushes over these ranks, at most one a suit."""
    plays = []
    for suit, of_suit in holding.items():
        # BA-8: X only for what the suit lacks.
        cards = [f"{rank}{suit}" for rank in steps if of_suit.get(rank, 0) > 0]
        lacking = len(steps) - len(cards)
        if lacking <= wilds:
            plays.append(cards + [WILD] * lacking)
    return plays


def other_cards(
    holding: Holding, steps: range, each: int, wilds: int, ranks: int
) -> list[list[str]]:
    """Give the one play of `each` cards of each rank in `steps`, or none."""
    give = {}
    lacking = 0
    for rank in steps:
        held = sum(of_suit.get(rank, 0) for of_suit in holding.values())
        # BA-8: X stands only for what the hand lacks.
        give[rank] = min(each, held)
        lacking += each - give[rank]
    if lacking > wilds:
        return []
    natural = natural_cards_that_leave(holding, give, wilds - lacking, ranks)
    return [natural + [WILD] * lacking]


def natural_cards_that_leave(
    holding: Holding, give: dict[int, int], wilds_left: int, ranks: int
) -> list[str]:
    """Choose the suits of the natural cards played, by BA-8's four criteria."""
    left = {suit: dict(of_suit) for suit, of_suit in holding.items()}
    cards = []
    # BA-8: ranks low to high, one card at a time, the hand updated after each.
    for rank in sorted(give):
        for _ in range(give[rank]):
            choice = [suit for suit in left if left[suit].get(rank, 0) > 0]
            if len(choice) > 1:
                choice.sort(key=lambda suit: suit_criteria(left, suit, rank, wilds_left, ranks))
            suit = choice[0]
            left[suit][rank] -= 1
            cards.append(f"{rank}{suit}")
    return cards


def suit_criteria(
    left: Holding, suit: str, rank: int, wilds_left: int, ranks: int
) -> tuple[int, int, int, str]:
    """Give BA-8's criteria for letting this card go, the best first in order."""
    of_suit = left[suit]
    # BA-8 (1): held twice or more first; three times counts as twice.
    once_only = 0 if of_suit[rank] >= 2 else 1
    lost = 0
    fullest = 0
    # BA-8 (2): windows have the tops 5 ... `ranks` + 1. Only those that
    # hold the card's rank can be lost.
    for top in range(WINDOW, ranks + 2):
        window = range(top - WINDOW + 1, top + 1)
        if rank not in window:
            continue
        now = sum(1 for step in window if of_suit.get(step, 0) > 0)
        without = now - 1 if of_suit[rank] == 1 else now
        if WINDOW - now <= wilds_left < WINDOW - without:
            lost += 1
        # BA-8 (3): different ranks in the fullest window that holds it.
        fullest = max(fullest, now)
    # BA-8 (4): the lowest suit.
    return (once_only, lost, fullest, suit)
