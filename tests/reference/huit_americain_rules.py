"""Cards and options of Le Huit américain, for the reference referee.

Everything here is written from the rule book alone: ordinary lists, dicts and
strings.  A card is a text: "10S", "QH", "JK".
"""

from __future__ import annotations

import json
import random
from typing import Any

SUITS = ["C", "D", "H", "S"]  # clubs < diamonds < hearts < spades (HA-7)
NATURAL_RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
JOKER = "JK"
RANKS = [*NATURAL_RANKS, JOKER]
ORDINARY = ["3", "4", "5", "6", "9", "J", "Q", "K"]  # HA-5
SPECIAL = ["A", "2", "7", "8", "10", JOKER]  # HA-7

# HA-16
DEFAULT_PENALTIES = {
    "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 32, "9": 9, "10": 10,
    "J": 10, "Q": 10, "K": 10, "A": 20, JOKER: 50,
}

DEFAULTS: dict[str, Any] = {
    "decks": 2,  # HA-1
    "jokers_per_deck": 2,  # HA-1
    "hand_size": 8,  # HA-2
    "bergere_special": "redraw",  # HA-4
    "follow_highest": True,  # HA-5
    "ace_anywhere": False,  # HA-7
    "seven_may_finish": True,  # HA-7a
    "two_stacking": False,  # HA-8
    "joker_stacking": False,  # HA-8
    "ace_stacking": False,  # HA-8
    "voluntary_draw": False,  # HA-10
    "play_drawn": False,  # HA-10
    "reverse_skips_with_two": False,  # HA-11
    "forget_rate": 0,  # HA-13
    "forbidden_last": ["8", "Joker"],  # HA-14
    "last_card_effect": False,  # HA-15
    "deals": 1,  # HA-17
    "max_turns": 5000,  # CO-5
}
OPTION_NAMES = [*DEFAULTS, "first_dealer", "penalties"]
SWITCHES = [name for name, value in DEFAULTS.items() if isinstance(value, bool)]
RANGES = {
    "decks": (1, 4),  # HA-1
    "jokers_per_deck": (0, 4),  # HA-1
    "hand_size": (8, 20),  # HA-2
    "deals": (1, 100),  # HA-17
}
BERGERE_CHOICES = ["redraw", "inert", "active"]  # HA-4
PLAYERS = (2, 10)  # HA-1
HIGHEST_PENALTY = 1000  # HA-16
CARDS_NOT_DEALT = 2  # HA-2: the Bergère and one card of stock


def text(value: Any) -> str:
    """One text for one JSON value, so that 1, 1.0 and true differ."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def rank_of(card: str) -> str:
    """Rank of a card: "10" of "10S", "JK" of "JK"."""
    return JOKER if card == JOKER else card[:-1]


def suit_of(card: str) -> str | None:
    """Suit letter of a card, None for a Joker."""
    return None if card == JOKER else card[-1]


def height(card: str) -> int:
    """Place of the card's rank in natural order (HA-5), Jokers last."""
    return RANKS.index(rank_of(card))


def is_ordinary(card: str) -> bool:
    """Tell whether the card is one of 3 4 5 6 9 J Q K (HA-5)."""
    return rank_of(card) in ORDINARY


def in_order(cards: list[str]) -> list[str]:
    """Sort as a hand is sorted in a replay: rank, then suit, Jokers last."""
    return sorted(cards, key=lambda card: (height(card), "" if card == JOKER else card[-1]))


def whole_pack(rules: dict[str, Any]) -> list[str]:
    """List all cards of the game (HA-1)."""
    cards = []
    for _ in range(rules["decks"]):
        cards += [rank + suit for rank in NATURAL_RANKS for suit in SUITS]
        cards += [JOKER] * rules["jokers_per_deck"]
    return cards


def rank_name(name: str) -> str:
    """Turn a user's "Joker" into "JK"; other ranks stay."""
    return JOKER if name == "Joker" else name


def penalty_of(rules: dict[str, Any], card: str) -> int:
    """Points of one card left in hand (HA-16)."""
    for name, points in rules["penalties"].items():
        if rank_name(name) == rank_of(card):
            return int(points)
    raise KeyError(card)


def is_forbidden_last(rules: dict[str, Any], card: str) -> bool:
    """Tell whether the card may not be a last card (HA-14)."""
    return rank_of(card) in [rank_name(name) for name in rules["forbidden_last"]]


def effective(options: dict[str, Any], n_players: int) -> dict[str, Any]:
    """Fill in every default; tables whole, `first_dealer` a seat or "random".

    Raises
    ------
    ValueError
        If an option is unknown or out of its range.
    """
    for name in options:
        if name not in OPTION_NAMES:
            raise ValueError(f"unknown option {name!r}")
    rules = {**DEFAULTS, "first_dealer": n_players - 1, **options}  # HA-3: the last seat
    rules["forbidden_last"] = list(rules["forbidden_last"])
    penalties = dict(DEFAULT_PENALTIES)
    for name, points in options.get("penalties", {}).items():
        penalties[rank_name(name)] = points
    rules["penalties"] = penalties
    complaint = complaint_about(rules, n_players)
    if complaint:
        raise ValueError(complaint)
    return rules


def is_whole(value: Any, low: int, high: int) -> bool:
    """Tell whether the value is a whole number from low to high."""
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def complaint_about(rules: dict[str, Any], n_players: int) -> str | None:
    """Say what is wrong with effective rules, None if nothing is."""
    for name in OPTION_NAMES:
        if name not in rules:
            return f"option {name} is missing"
    for name, (low, high) in RANGES.items():
        if not is_whole(rules[name], low, high):
            return f"{name} = {rules[name]!r}, allowed {low} to {high}"
    for name in SWITCHES:
        if not isinstance(rules[name], bool):
            return f"{name} = {rules[name]!r}, allowed true or false"
    if not is_whole(n_players, *PLAYERS):
        return f"{n_players} players, allowed 2 to 10"
    if n_players * rules["hand_size"] + CARDS_NOT_DEALT > len(whole_pack(rules)):  # HA-2
        return f"hand_size = {rules['hand_size']}: too few cards for {n_players} players"
    if rules["bergere_special"] not in BERGERE_CHOICES:
        return f"bergere_special = {rules['bergere_special']!r}, allowed {BERGERE_CHOICES}"
    if rules["first_dealer"] != "random" and not is_whole(rules["first_dealer"], 0, n_players - 1):
        return f"first_dealer = {rules['first_dealer']!r}, allowed a seat or 'random'"
    if not is_rate(rules["forget_rate"]):
        return f"forget_rate = {rules['forget_rate']!r}, allowed 0 to 1"
    if not isinstance(rules["max_turns"], int) or rules["max_turns"] < 1:  # CO-5
        return f"max_turns = {rules['max_turns']!r}, allowed at least 1"
    return complaint_about_tables(rules)


def complaint_about_tables(rules: dict[str, Any]) -> str | None:
    """Say what is wrong with `forbidden_last` or `penalties`."""
    forbidden = [rank_name(name) for name in rules["forbidden_last"]]
    if any(name not in RANKS for name in forbidden) or len(set(forbidden)) == len(RANKS):
        return f"forbidden_last = {rules['forbidden_last']!r}: ranks, not all of them"  # HA-14
    if sorted(rank_name(name) for name in rules["penalties"]) != sorted(RANKS):
        return f"penalties = {rules['penalties']!r}: every rank once"
    for name, points in rules["penalties"].items():
        if not is_whole(points, 0, HIGHEST_PENALTY):  # HA-16
            return f"penalties[{name}] = {points!r}, allowed 0 to {HIGHEST_PENALTY}"
    return None


def is_rate(value: Any) -> bool:
    """Tell whether the value is a number from 0 to 1 (HA-13)."""
    return isinstance(value, (int, float)) and not isinstance(value, bool) and 0 <= value <= 1


def random_options(rng: random.Random) -> tuple[dict[str, Any], int]:
    """Draw allowed options as a user would write them, and a number of players."""
    n_players, options = random_material(rng)
    choices: dict[str, list[Any]] = {
        "bergere_special": BERGERE_CHOICES,
        "forget_rate": [0, 0.1, 0.1, 0.5, 0.5, 1],
        "deals": [1, 2, 3],
        "first_dealer": ["random", *range(n_players)],
        **{name: [False, True] for name in SWITCHES},
    }
    for name, values in choices.items():
        if rng.random() < 0.6:
            options[name] = rng.choice(values)
    if rng.random() < 0.5:
        count = rng.choice([0, 1, 1, 2, 2, 3, 4, 8, 13])
        options["forbidden_last"] = rng.sample([*NATURAL_RANKS, "Joker"], count)
    if rng.random() < 0.5:
        names = rng.sample([*NATURAL_RANKS, rng.choice(["Joker", "JK"])], rng.randint(1, 14))
        options["penalties"] = {
            name: rng.choice([0, 1, rng.randint(0, 60), rng.randint(0, HIGHEST_PENALTY)])
            for name in names
        }
    if rng.random() < 0.4:
        options["max_turns"] = rng.randint(20, 400)
    else:
        options["max_turns"] = rng.randint(400, 3000)
    if rng.random() < 0.02:
        options["max_turns"] = rng.randint(1, 5)
    return options, n_players


def random_material(rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Draw players, packs, Jokers and hand size; half of the deals very tight."""
    n_players = rng.randint(*PLAYERS)
    by_what_is_left: dict[int, list[tuple[int, int, int]]] = {}
    for decks in range(1, 5):
        for jokers in range(5):
            for hand_size in range(8, 21):
                left = decks * (52 + jokers) - n_players * hand_size
                if left >= CARDS_NOT_DEALT:  # HA-2
                    by_what_is_left.setdefault(left, []).append((decks, jokers, hand_size))
    amounts = sorted(by_what_is_left)
    tight = rng.random() < 0.5
    left = rng.choice(amounts[:5] if tight else amounts)
    decks, jokers, hand_size = rng.choice(by_what_is_left[left])
    chosen = {"decks": decks, "jokers_per_deck": jokers, "hand_size": hand_size}
    options = {}
    for name, value in chosen.items():
        if value != DEFAULTS[name] or rng.random() < 0.5:
            options[name] = value
    return n_players, options
