"""What a seat can work out from what it sees: helpers for writers of strategies."""

from __future__ import annotations

import math
from typing import Any

from cardsim.engine.compiling import rule
from cardsim.games.hand_and_foot.moves import meld_size
from cardsim.games.hand_and_foot.state import BOOK, DEUCE, JOKER, LEAST_MELD, N_KINDS, NATURALS


@rule
def is_natural(card: int) -> bool:
    """Tell whether a card may be melded as itself, 2 (a 4) to 12 (an Ace)."""
    return (NATURALS >> card) & 1 == 1


@rule
def copies_of(rules: Any, card: int) -> int:
    """Return how many copies of a card there are in all packs."""
    if card == JOKER:
        return int(rules.jokers_per_deck) * int(rules.decks)
    return int(rules.decks) * (4 if card == DEUCE or is_natural(card) else 2)


@rule
def unseen_of(view: Any, card: int) -> int:
    """Return how many copies of a card are out of sight: in the stock, feet and others' hands.

    Those that others took with a pile in sight of all, and still hold, are not counted.
    """
    table = view.table
    seen = int(view.own.hand[card]) + int(table.pile[card]) + int(table.booked[card])
    seen += int(table.aside[card])
    for team in range(view.rules.teams):
        if card == DEUCE:
            for rank in range(len(table.deuces[team])):
                seen += int(table.deuces[team, rank])
        elif card == JOKER:
            for rank in range(len(table.jokers[team])):
                seen += int(table.jokers[team, rank])
        elif is_natural(card):
            seen += int(table.naturals[team, card])
    for seat in range(view.rules.players):
        if seat != table.turn:
            seen += int(table.known[seat, card])
    return max(0, copies_of(view.rules, card) - seen)


@rule
def hidden_cards(view: Any) -> int:
    """Return how many cards are out of sight: the stock, and others' hands and feet."""
    table = view.table
    n = int(table.stock_n)
    for seat in range(view.rules.players):
        n += int(table.foot_n[seat])
        if seat != table.turn:
            n += int(table.hand_n[seat])
    return n


@rule
def chance_of_pair(view: Any, seat: int, rank: int) -> float:
    """Return about how likely another seat holds two naturals of a rank or more.

    Cards it took with a pile are known; of the others each copy is taken to lie in any hidden
    place with the same chance (a Poisson number).
    """
    known = int(view.table.known[seat, rank])
    if known >= 2:
        return 1.0
    hidden = hidden_cards(view)
    if hidden == 0:
        return 0.0
    mean = unseen_of(view, rank) * int(view.table.hand_n[seat]) / hidden
    none = math.exp(-mean)
    return 1.0 - none if known == 1 else 1.0 - none * (1.0 + mean)


@rule
def chance_of_take(view: Any, seat: int, card: int) -> float:
    """Return about how likely another seat could take the pile with this card on top (HF-9).

    An opening that it would still need is not looked at.
    """
    if not is_natural(card):
        return 0.0  # HF-10
    if meld_size(view.table, seat % view.rules.teams, card) > BOOK - LEAST_MELD:
        return 0.0
    return chance_of_pair(view, seat, card)


@rule
def mean_points(rules: Any) -> float:
    """Return the mean card points of all packs."""
    points, n = 0, 0
    for card in range(N_KINDS):
        points += copies_of(rules, card) * int(rules.card_points[card])
        n += copies_of(rules, card)
    return points / n


@rule
def round_lead(view: Any) -> float:
    """Return about how far the team would lead the best other one, if the round ended now.

    Cards out of sight in hands and feet count the mean of all packs.
    """
    table, rules = view.table, view.rules
    mean = mean_points(rules)
    mine = table.turn % rules.teams
    own, best = 0.0, -1e9
    for team in range(rules.teams):
        points = float(
            table.clean_books[team] * int(rules.clean_book)
            + table.dirty_books[team] * int(rules.dirty_book)
            + table.points[team]
            + table.red_threes[team] * int(rules.red_three_points)
        )
        for seat in range(team, rules.players, rules.teams):
            points -= mean * int(table.foot_n[seat])
            if seat == table.turn:
                for card in range(N_KINDS):
                    points -= int(view.own.hand[card]) * int(rules.card_points[card])
            else:
                points -= mean * int(table.hand_n[seat])
        if team == mine:
            own = points
        else:
            best = max(best, points)
    return own - best
