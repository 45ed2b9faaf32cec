"""Cards, teams and points of Hand and Foot, as plain strings and lists.

A card is its text: "3R" and "3B" (red and black three), "4" ... "10", "J",
"Q", "K", "A", "2" (a deuce) and "JK" (a Joker).
"""

import json

ORDER = ["3R", "3B", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "JK"]
MELD_RANKS = ["4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]  # HF-11
WILD_CARDS = ["2", "JK"]  # HF-4
RED_THREE = "3R"
BOOK_SIZE = 7  # HF-13


class Mismatch(AssertionError):
    """The replay and the rule book disagree."""

    def __init__(self, where, what, expected, found):
        """Say where (an event), what, and the two values."""
        super().__init__(f"{where}: {what}\n  expected {expected}\n  found    {found}")


def canonical(value):
    """Give the one text of a JSON value, so that true and 1 differ."""
    return json.dumps(value, sort_keys=True)


def sort_cards(cards):
    """Sort cards in the order that replays use: 3R 3B 4 ... A 2 JK."""
    return sorted(cards, key=ORDER.index)


def all_cards(rules):
    """List every card of the packs in use, sorted."""  # HF-1
    cards = []
    for _ in range(rules["decks"]):
        cards += ["3R", "3R", "3B", "3B"]
        for rank in [*MELD_RANKS, "2"]:
            cards += [rank] * 4
        cards += ["JK"] * rules["jokers_per_deck"]
    return sort_cards(cards)


def number_of_teams(rules, n_players):
    """Count the teams."""  # HF-1
    if n_players == 4:
        return 2
    if n_players == 6:
        return {"three_teams": 3, "two_teams": 2}[rules["six_as"]]
    return n_players


def card_value(rules, card):
    """Give the points of one card."""  # HF-4
    if card in ("3R", "3B"):
        return rules["card_points"]["3"]
    return rules["card_points"][card]


def total_value(rules, cards):
    """Give the points of several cards."""
    return sum(card_value(rules, card) for card in cards)


def cards_of_meld(meld):
    """List the cards that lie in a meld."""
    return [meld["rank"]] * meld["natural"] + ["2"] * meld["deuces"] + ["JK"] * meld["jokers"]


def wilds_of(meld):
    """Count the wild cards of a meld."""
    return meld["deuces"] + meld["jokers"]


def is_clean(meld):
    """Tell whether a meld has natural cards only."""  # HF-13
    return wilds_of(meld) == 0


def has_needed_books(rules, melds):
    """Tell whether one team's melds hold the books needed to go out."""  # HF-16
    books = [meld for meld in melds if meld["closed"]]
    clean = sum(1 for book in books if is_clean(book))
    return clean >= rules["need_clean"] and len(books) - clean >= rules["need_dirty"]


def places_wins_losses(scores):
    """Give (place, wins, loses) of each side by its score."""  # CO-7
    first = [score for score in scores if score == max(scores)]
    last = [score for score in scores if score == min(scores)]
    outcome = []
    for score in scores:
        place = 1 + sum(1 for other in scores if other > score)
        wins = 1 / len(first) if score == max(scores) else 0
        loses = 1 / len(last) if score == min(scores) else 0
        outcome.append((place, wins, loses))
    return outcome
