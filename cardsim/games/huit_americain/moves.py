"""Le Huit américain's moves as int32 codes, and how to read them, and a hand, in a strategy.

A code is kind · 2¹⁶ + card · 2⁸ + suit named + 1 (0: none). A card is 16 · suit + rank; see
`state` for the ranks, the suits and the masks of cards.
"""

from __future__ import annotations

from typing import Any

from cardsim.engine.bits import lowest_bit
from cardsim.engine.compiling import rule
from cardsim.games.huit_americain.state import JOKER, N_SUITS

PLAY_CARD, DRAW, ACCEPT, KEEP, PASS, NAME_SUIT = range(6)

_LANE = 0x1FFF  # the cards of ♣


@rule
def play_move(card: int, named: int) -> int:
    """Return the code for playing a card, naming a suit (−1: none)."""
    return (card << 8) | (named + 1)


@rule
def name_move(suit: int) -> int:
    """Return the code for naming the suit of an active Bergère."""
    return (NAME_SUIT << 16) | (suit + 1)


@rule
def kind_of(move: int) -> int:
    """Return PLAY_CARD, DRAW, ACCEPT, KEEP, PASS or NAME_SUIT."""
    return move >> 16


@rule
def is_play(move: int) -> bool:
    """Tell whether the move plays a card."""
    return (move >> 16) == PLAY_CARD


@rule
def card_of(move: int) -> int:
    """Return the card played, 16 · suit + rank; of a play only."""
    return int((move >> 8) & 255)


@rule
def rank_of(move: int) -> int:
    """Return the rank played, 0 (a 2) to 13 (a Joker); of a play only."""
    return int((move >> 8) & 15)


@rule
def named_of(move: int) -> int:
    """Return the suit named (0 ♣, 1 ♦, 2 ♥, 3 ♠), −1 if none."""
    return int(move & 255) - 1


@rule
def suit_after(move: int) -> int:
    """Return the suit asked for after a play or a naming: the one named, or the card's own."""
    named = int(move & 255) - 1
    return named if named >= 0 else int((move >> 12) & 15)


@rule
def asks_for_own_suit(move: int) -> bool:
    """Tell whether the suit asked for after a play is that of the card played; Jokers have none."""
    return card_of(move) >> 4 == suit_after(move) and card_of(move) != JOKER


@rule
def seat_after(view: Any, seat: int) -> int:
    """Return the seat that comes after a seat in the direction of play."""
    seat += view.table.direction
    players = view.rules.players
    return seat + players if seat < 0 else seat - players if seat >= players else seat


@rule
def next_seat(view: Any) -> int:
    """Return the seat that comes next: the one that 2s, 7s, Aces and Jokers hit."""
    return seat_after(view, view.table.turn)


@rule
def count_of_suit(own: Any, suit: int) -> int:
    """Return how many cards of a suit a hand holds, 8s among them, Jokers not."""
    left = own.held & (_LANE << (16 * suit))
    n = 0
    while left != 0:
        n += int(own.hand[lowest_bit(left)])
        left &= left - 1
    return n


@rule
def kept_suit(view: Any, move: int) -> int:
    """Return how many cards of the suit asked for after a play the own hand still holds."""
    return count_of_suit(view.own, suit_after(move)) - asks_for_own_suit(move)


@rule
def penalty_of_suit(view: Any, suit: int) -> int:
    """Return what the cards of a suit in the own hand would cost, Jokers not counted (HA-16)."""
    points = 0
    for rank in range(JOKER):
        points += int(view.own.hand[16 * suit + rank]) * int(view.rules.penalties[rank])
    return points


@rule
def penalty_in_hand(view: Any) -> int:
    """Return what the own hand would cost if the deal ended now (HA-16)."""
    left = view.own.held
    points = 0
    while left != 0:
        card = lowest_bit(left)
        points += int(view.own.hand[card]) * int(view.rules.penalties[card & 15])
        left &= left - 1
    return points


@rule
def fewest_elsewhere(view: Any) -> int:
    """Return the number of cards in the smallest hand of the others."""
    fewest = 10_000
    for seat in range(view.rules.players):
        if seat != view.table.turn:
            fewest = min(fewest, view.table.hand_n[seat])
    return fewest


@rule
def only_card_after(view: Any, move: int) -> int:
    """Return the one card left after a play with two cards in hand; −1 if not one is left."""
    if view.table.hand_n[view.table.turn] != 2:
        return -1
    card = card_of(move)
    return card if view.own.hand[card] == 2 else lowest_bit(view.own.held & ~(1 << card))


@rule
def suits_left_after(view: Any, move: int) -> int:
    """Return how many suits the own hand still holds after a play, Jokers not counted."""
    card = card_of(move)
    left = view.own.held
    if view.own.hand[card] == 1:
        left &= ~(1 << card)
    n = 0
    for suit in range(N_SUITS):
        n += (left & (_LANE << (16 * suit))) != 0
    return n


@rule
def share_unseen(view: Any, suit: int) -> float:
    """Return which share of a suit is neither in the own hand nor played since the last reshuffle."""
    n = 13 * view.rules.decks
    for card in range(16 * suit, 16 * suit + 13):
        n -= view.own.hand[card] + view.table.played[card]
    return n / (13 * view.rules.decks)


@rule
def lacking_after(view: Any, suit: int) -> float:
    """Return how much those who come next seem to lack a suit (see TABLE's `lacked`).

    Each seat that lacks it counts one in the number of its cards; the seat after the next counts
    half of that, and so on.
    """
    table = view.table
    amount, weight = 0.0, 1.0
    seat = table.turn
    for _ in range(view.rules.players - 1):
        seat = seat_after(view, seat)
        if (table.lacked[seat] >> suit) & 1:
            amount += weight / table.hand_n[seat]
        weight /= 2
    return amount
