"""Johnny Bagel against a plain-Python Shithead, everybody playing the lowest legal rank."""

from __future__ import annotations

import random

from windows import compare, table_side

CAN_GO_ON_ANYTHING = (2, 10)
MAX_TURNS = 5000


def fits(rank: int, pile: list[int]) -> bool:
    """Tell whether a rank may be played."""
    return not pile or rank in CAN_GO_ON_ANYTHING or rank >= pile[-1]


def lowest(cards: list[int], pile: list[int]) -> int | None:
    """Return the lowest legal rank, a 2 or 10 only if there is no other."""
    legal = [card for card in cards if fits(card, pile)]
    plain = [card for card in legal if card not in CAN_GO_ON_ANYTHING]
    return min(plain or legal, default=None)


def turn(player: int, hands: list[list[list[int]]], pile: list[int], stock: list[int]) -> None:
    """Play one turn: hands[player] is [hand, face up, face down]."""
    hand, face_up, face_down = hands[player]
    held = hand or face_up
    if not held:
        card = face_down.pop()
        if fits(card, pile):
            pile.append(card)
        else:
            hand += [card, *pile]
            pile.clear()
        return
    rank = lowest(held, pile)
    if rank is None:
        hand += pile
        pile.clear()
        return
    while rank in held:
        held.remove(rank)
        pile.append(rank)
    while stock and len(hand) < 3:
        hand.append(stock.pop())


def game(players: int = 4) -> int:
    """Play one game, return its turns."""
    stock = [rank for rank in range(2, 15) for _ in range(4)]
    random.shuffle(stock)
    hands = [[[stock.pop() for _ in range(3)] for _ in range(3)] for _ in range(players)]
    pile: list[int] = []
    still_in = list(range(players))
    player, turns = min(still_in, key=lambda p: min(hands[p][0])), 0
    while len(still_in) > 1 and turns < MAX_TURNS:
        turns += 1
        turn(player, hands, pile, stock)
        burnt = bool(pile) and (pile[-1] == 10 or (len(pile) > 3 and len(set(pile[-4:])) == 1))
        if burnt:
            pile.clear()
        at = still_in.index(player)
        if not any(hands[player]):
            still_in.remove(player)
            player = still_in[at % len(still_in)]
        elif not burnt:
            player = still_in[(at + 1) % len(still_in)]
    return turns


def side(games: int = 200) -> tuple[int, int]:
    """Play some games."""
    return games, sum(game() for _ in range(games))


if __name__ == "__main__":
    compare(table_side("johnny_bagel", "lowest", 10_000), side, "cardsim / plain Python", 0)
