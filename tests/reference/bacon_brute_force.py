"""The combinations of Bacon by true brute force, to prove the referee's routine.

Every subset of a hand is tried with every meaning of its X, and the suits that
leave are chosen over again by counting cards in plain lists.
"""

from __future__ import annotations

import itertools

from .bacon_cards import FLUSHES, SHAPES, SUITS, WILD, Move, rank_of, sort_cards, suit_of


def combinations_brute_force(
    hand: list[str], ranks: int, suits: int
) -> set[tuple[str, int, str | None, int]]:
    """Find (type, rank, suit of a flush or None, fewest X) over all subsets of a hand."""
    fewest: dict[tuple[str, int, str | None], int] = {}
    subsets: set[tuple[str, ...]] = set()
    for size in range(1, min(6, len(hand)) + 1):
        subsets.update(itertools.combinations(sorted(hand), size))
    for subset in subsets:
        wilds = subset.count(WILD)
        for reading in readings(list(subset), ranks, suits):
            fewest[reading] = min(wilds, fewest.get(reading, wilds))
    return {(kind, rank, suit, wilds) for (kind, rank, suit), wilds in fewest.items()}


def is_combination(cards: list[str], kind: str, rank: int, ranks: int) -> bool:
    """Say whether exactly these cards may be played as this type and rank."""
    found = readings(cards, ranks, len(SUITS))
    return any((kind, rank) == reading[:2] for reading in found)


def readings(cards: list[str], ranks: int, suits: int) -> set[tuple[str, int, str | None]]:
    """Give all (type, rank, suit of a flush) that these cards can be stated to be."""
    natural = [card for card in cards if card != WILD]
    suits_shown = {suit_of(card) for card in natural}
    found: set[tuple[str, int, str | None]] = set()
    # BA-2: X stands for any card of rank 1 to `ranks` + 1, in any suit.
    every_rank = range(1, ranks + 2)
    for meaning in itertools.combinations_with_replacement(every_rank, len(cards) - len(natural)):
        values = sorted([rank_of(card) for card in natural] + list(meaning))
        for kind in named(values):
            found.add((kind, values[-1], None))  # BA-6
        for kind in FLUSHES:
            size = 5 if kind == "straight_flush" else 6
            if len(values) == size and consecutive(values):
                for suit in SUITS[:suits]:
                    if suits_shown <= {suit}:
                        found.add((kind, values[-1], suit))  # BA-5
    return found


def consecutive(values: list[int]) -> bool:
    """Say whether each value is one more than the one before."""
    return all(high == low + 1 for low, high in itertools.pairwise(values))


def named(values: list[int]) -> list[str]:
    """Name the combinations, flushes apart, that sorted ranks make up."""
    names = []
    size = len(values)
    # BA-4, BA-5: cards of one rank.
    if values[0] == values[-1]:
        names.append(["single", "pair", "triple", "quads", "quints", "hexes"][size - 1])
    # BA-4: consecutive ranks.
    if size >= 3 and consecutive(values):
        names.append({3: "run", 4: "bobtail", 5: "straight", 6: "stretch"}[size])
    low, high = values[0], values[-1]
    # BA-4: consecutive pairs, consecutive triples.
    if values == [low, low, low + 1, low + 1] and high == low + 1:
        names.append("stairs")
    if values == [low, low, low + 1, low + 1, low + 2, low + 2]:
        names.append("tubes")
    if values == [low, low, low, low + 1, low + 1, low + 1]:
        names.append("plates")
    return names


def cards_that_leave(hand: list[str], move: Move, ranks: int) -> list[str]:
    """Choose the cards of a combination that is no flush by BA-8, told by lists."""
    length, each = SHAPES[move["type"]]
    left = list(hand)
    played: list[str] = []
    wilds = move["cards"].count(WILD)
    for rank in range(move["rank"] - length + 1, move["rank"] + 1):
        for _ in range(each):
            choice = sorted({card for card in left if card != WILD and rank_of(card) == rank})
            if not choice:
                continue  # an X stands here
            # (1) from a suit that holds it twice or more, if there is one
            choice = [card for card in choice if left.count(card) >= 2] or choice
            # (2) the fewest windows lost
            spare = hand.count(WILD) - wilds
            lost = {card: len(windows_lost(left, card, spare, ranks)) for card in choice}
            choice = [card for card in choice if lost[card] == min(lost.values())]
            # (3) the least full of the fullest windows
            full = {card: fullest_window(left, card, ranks) for card in choice}
            choice = [card for card in choice if full[card] == min(full.values())]
            # (4) the lowest suit
            left.remove(choice[0])
            played.append(choice[0])
    return sort_cards(played + [WILD] * wilds)


def windows(suit: str, ranks: int) -> list[list[str]]:
    """List the windows of a suit, each as the five cards it asks for."""
    tops = range(5, ranks + 2)
    return [[f"{rank}{suit}" for rank in range(top - 4, top + 1)] for top in tops]


def windows_lost(left: list[str], card: str, spare: int, ranks: int) -> list[list[str]]:
    """List the windows that `spare` X complete with the card, but not without it."""
    without = list(left)
    without.remove(card)
    return [
        window
        for window in windows(suit_of(card), ranks)
        if sum(wanted not in left for wanted in window) <= spare
        and sum(wanted not in without for wanted in window) > spare
    ]


def fullest_window(left: list[str], card: str, ranks: int) -> int:
    """Count the different ranks in the fullest window that holds the card."""
    holding = [window for window in windows(suit_of(card), ranks) if card in window]
    return max(sum(wanted in left for wanted in window) for window in holding)
