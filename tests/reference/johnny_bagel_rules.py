"""The options of Johnny Bagel as the rule book gives them, for the reference referee.

Public: ``effective`` fills in every option, ``check_rules`` refuses impossible rules,
``random_options`` writes random allowed options as a user would.
"""

from __future__ import annotations

import random
from typing import Any

# JB-3: ranks, low to high.
RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "JK"]

# JB-9: the order in which ranks are asked for, whatever their effects.
ASKING_ORDER = ["3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2", "JK"]

# JB-4: the effects, and those of which a rank has at most one.
EFFECTS = ["anytime", "reset", "burn", "again", "transparent", "lower", "reverse", "skip"]
AT_MOST_ONE = ["burn", "reset", "transparent", "lower"]

# JB-5: the default effects.
DEFAULT_EFFECTS = {
    "2": ["anytime", "reset", "again"],
    "10": ["anytime", "burn", "again"],
    "JK": ["anytime", "transparent", "reverse"],
}

DEFAULTS: dict[str, Any] = {
    "decks": "auto",  # JB-1
    "jokers_per_deck": 2,  # JB-2
    "effects": {},  # JB-4
    "burn_run": 0,  # JB-6
    "exchange": True,  # JB-8
    "starter": "lowest",  # JB-10
    "first_dealer": None,  # JB-10: the last seat
    "voluntary_pickup": False,  # JB-12
    "take_face_up": False,  # JB-14
    "combine": False,  # JB-16
    "special_finish": True,  # JB-19
    "deals": 1,  # JB-20
    "max_turns": 50_000,  # CO-5
}
SWITCHES = ["exchange", "voluntary_pickup", "take_face_up", "combine", "special_finish"]
STARTERS = ["lowest", "left_of_dealer"]

FEWEST_PLAYERS, MOST_PLAYERS = 2, 13  # JB-1
CARDS_A_PLAYER = 12  # JB-1, JB-7


def effective(options: dict[str, Any], n_players: int) -> dict[str, Any]:
    """Return every option: defaults filled, ``"auto"`` replaced, the effects table whole."""
    unknown = set(options) - set(DEFAULTS)
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    rules = {**DEFAULTS, **options}
    if rules["decks"] == "auto":
        rules["decks"] = automatic_decks(n_players)
    if rules["first_dealer"] is None:
        rules["first_dealer"] = n_players - 1  # JB-10
    table = {rank: list(DEFAULT_EFFECTS.get(rank, [])) for rank in RANKS}
    for key, kinds in rules["effects"].items():
        table["JK" if key == "Joker" else key] = list(kinds)  # JB-4: unnamed ranks keep theirs
    rules["effects"] = table
    check_rules(rules, n_players)
    return rules


def automatic_decks(n_players: int) -> int:
    """Return the number of packs for ``decks = "auto"``."""
    # JB-1: 1 for 2-4 players, 2 for 5-8, 3 for 9-13.
    if n_players <= 4:
        return 1
    return 2 if n_players <= 8 else 3


def all_cards(rules: dict[str, Any]) -> list[str]:
    """Return every card of the packs, sorted."""
    cards = []
    for rank in RANKS[:-1]:
        cards += [rank] * (4 * rules["decks"])
    return cards + ["JK"] * (rules["jokers_per_deck"] * rules["decks"])  # JB-2


def check_rules(rules: dict[str, Any], n_players: int) -> None:
    """Raise ``ValueError`` unless effective rules are complete and allowed."""
    missing = [name for name in DEFAULTS if name not in rules]
    if missing:
        raise ValueError(f"options missing: {missing}")
    check_range("players", n_players, FEWEST_PLAYERS, MOST_PLAYERS)  # JB-1
    check_range("decks", rules["decks"], 1, 4)  # JB-1
    check_range("jokers_per_deck", rules["jokers_per_deck"], 0, 4)  # JB-2
    check_range("deals", rules["deals"], 1, 100)  # JB-20
    check_range("max_turns", rules["max_turns"], 1, 10**18)  # CO-5
    if n_players * CARDS_A_PLAYER > len(all_cards(rules)):  # JB-1
        raise ValueError(f"{n_players} players need more than {len(all_cards(rules))} cards")
    if rules["first_dealer"] != "random":  # JB-10
        check_range("first_dealer", rules["first_dealer"], 0, n_players - 1)
    if rules["starter"] not in STARTERS:  # JB-10
        raise ValueError(f"starter = {rules['starter']!r}; allowed: {STARTERS}")
    for name in SWITCHES:
        if not isinstance(rules[name], bool):
            raise ValueError(f"{name} = {rules[name]!r}; allowed: true or false")
    if rules["burn_run"] is False or rules["burn_run"] != 0:  # JB-6
        check_range("burn_run", rules["burn_run"], 3, min(8, 4 * rules["decks"]))
    check_effects(rules["effects"])


def check_range(name: str, value: Any, low: int, high: int) -> None:
    """Raise ``ValueError`` unless the value is an integer in the range."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ValueError(f"{name} = {value!r}; allowed: integers {low} to {high}")


def check_effects(table: dict[str, list[str]]) -> None:
    """Raise ``ValueError`` unless the table has all ranks and allowed sets."""
    if sorted(table) != sorted(RANKS):
        raise ValueError(f"effects has ranks {sorted(table)}; expected {sorted(RANKS)}")
    for rank, kinds in table.items():
        if not allowed_set(kinds):
            raise ValueError(f"effects of {rank}: {kinds} is not an allowed set")


def allowed_set(kinds: list[str]) -> bool:
    """Say whether a rank may have these effects."""
    if len(set(kinds)) != len(kinds) or not set(kinds) <= set(EFFECTS):
        return False
    if len([kind for kind in kinds if kind in AT_MOST_ONE]) > 1:  # JB-4
        return False
    return not ("again" in kinds and "skip" in kinds)  # JB-4


def random_effects(rng: random.Random) -> dict[str, list[str]]:
    """Return a random part of an effects table, each set allowed."""
    table = {}
    for rank in rng.sample(RANKS, rng.randint(1, len(RANKS))):
        kinds = [rng.choice(AT_MOST_ONE)] if rng.random() < 0.5 else []
        kinds += [kind for kind in ["anytime", "reverse"] if rng.random() < 0.3]
        if rng.random() < 0.4:
            kinds.append(rng.choice(["again", "skip"]))
        rng.shuffle(kinds)
        key = rng.choice(["Joker", "JK"]) if rank == "JK" else rank
        table[key] = kinds
    return table


def random_packs(rng: random.Random) -> tuple[int, dict[str, Any]]:
    """Return a number of players and options for packs that are enough for them."""
    if rng.random() < 0.1:  # JB-1: an empty stock after the deal
        return rng.choice([(9, {"decks": 2}), (13, {"jokers_per_deck": 0})])
    n_players = rng.choice([2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13])
    options: dict[str, Any] = {}
    if rng.random() < 0.5:
        options["jokers_per_deck"] = rng.randint(0, 4)
    size = 52 + options.get("jokers_per_deck", 2)
    enough = [decks for decks in [1, 2, 3, 4] if CARDS_A_PLAYER * n_players <= decks * size]
    if rng.random() < 0.5:
        options["decks"] = rng.choice(["auto", *enough])
    return n_players, options


def random_options(rng: random.Random) -> tuple[dict[str, Any], int]:
    """Return random allowed options as a user would write them, and the number of players."""
    n_players, options = random_packs(rng)
    if rng.random() < 0.6:
        options["effects"] = random_effects(rng)
    if rng.random() < 0.5:
        decks = options.get("decks", "auto")
        decks = automatic_decks(n_players) if decks == "auto" else decks
        longest = min(8, 4 * decks)
        options["burn_run"] = rng.choice([0, 3, 3, 4, 4, rng.randint(3, longest)])
    for name in SWITCHES:
        if rng.random() < 0.5:
            options[name] = rng.random() < 0.5
    if rng.random() < 0.5:
        options["starter"] = rng.choice(STARTERS)
    if rng.random() < 0.5:
        options["first_dealer"] = rng.choice(["random", rng.randrange(n_players)])
    if rng.random() < 0.5:
        options["deals"] = rng.randint(1, 3)
    few = rng.random() < 0.2
    options["max_turns"] = rng.randint(20, 400) if few else rng.randint(1000, 3000)
    return options, n_players
