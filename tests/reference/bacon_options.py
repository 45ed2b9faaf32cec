"""Options of Bacon for the referee: defaults, ranges, and random ones for soaks."""

from __future__ import annotations

import random
from typing import Any

Rules = dict[str, Any]

# The table of modes: players, points to reach, deals.
PLAYERS = {"partners": [4], "six": [6], "applewood": [3, 4, 5, 6], "chunky": [4, 6]}
TARGET = {"partners": 8, "six": 24, "applewood": 0, "chunky": 0}
DEALS = {"partners": 8, "six": 6, "applewood": 6, "chunky": 6}
MAX_TURNS = 5000  # CO-5
RANGES = {
    "ranks": (6, 13),
    "suits": (3, 4),
    "copies": (1, 3),
    "wilds_each": (0, 4),
    "hand_size": (5, 20),
    "target": (0, 1000),
    "deals": (1, 100),
}
SMALLEST_HAND = 5
LARGEST_HAND = 20


def halving(n_players: int) -> list[int]:
    """Give BA-19's points by place: 2^(N-1-k) for the k-th out, the last 0."""
    return [2 ** (n_players - 1 - place) for place in range(1, n_players)] + [0]


def effective(options: dict[str, Any], n_players: int) -> Rules:
    """Fill in defaults and replace "auto" by its value."""
    mode = options.get("mode", "partners")

    def given(name: str) -> Any:
        value = options.get(name, "auto")
        return None if value == "auto" else value

    def or_else(name: str, default: Any) -> Any:
        return default if given(name) is None else given(name)

    return {
        "mode": mode,
        "ranks": options.get("ranks", 10),  # BA-1
        "suits": or_else("suits", 4 if n_players >= 5 else 3),  # BA-1
        "copies": options.get("copies", 2),  # BA-1
        "wilds_each": options.get("wilds_each", 2),  # BA-1
        "hand_size": or_else("hand_size", 13 if n_players == 6 else 15),  # BA-1
        "target": options.get("target", TARGET[mode]),
        "deals": options.get("deals", DEALS[mode]),
        "applewood_points": list(or_else("applewood_points", halving(n_players))),  # BA-19
        "play_out": options.get("play_out", False),  # BA-21
        "first_dealer": options.get("first_dealer", n_players - 1),  # BA-15
        "max_turns": options.get("max_turns", MAX_TURNS),  # CO-5
    }


def wrong_option(rules: Rules, n_players: int) -> str | None:
    """Say what is wrong with effective rules, or None."""
    for name in effective({}, 4):
        if name not in rules:
            return f"option {name} is missing"
    if n_players not in PLAYERS.get(rules["mode"], []):
        return f"mode {rules['mode']!r} with {n_players} players"
    for name, (low, high) in RANGES.items():
        if type(rules[name]) is not int or not low <= rules[name] <= high:
            return f"{name} = {rules[name]!r}, allowed {low} to {high}"
    if type(rules["max_turns"]) is not int or rules["max_turns"] < 1:
        return f"max_turns = {rules['max_turns']!r}, allowed 1 and up"
    if type(rules["play_out"]) is not bool:
        return f"play_out = {rules['play_out']!r}, allowed true or false"
    dealer = rules["first_dealer"]
    if dealer != "random" and (type(dealer) is not int or not 0 <= dealer < n_players):
        return f"first_dealer = {dealer!r}, allowed a seat or 'random'"
    points = rules["applewood_points"]
    if not isinstance(points, list) or len(points) != n_players:
        return f"applewood_points = {points!r}, allowed a list of {n_players} numbers"
    if any(type(number) is not int or not 0 <= number <= 1000 for number in points):
        return f"applewood_points = {points!r}, allowed whole numbers 0 to 1000"
    if sorted(points, reverse=True) != points:
        return f"applewood_points = {points!r}, which rise"
    if rules["hand_size"] * n_players > deck_size(rules):
        return f"hand_size {rules['hand_size']} for {n_players} from {deck_size(rules)} cards"
    return None


def deck_size(rules: Rules) -> int:
    """Count the natural cards."""
    return int(rules["ranks"] * rules["suits"] * rules["copies"])


def random_options(rng: random.Random) -> tuple[dict[str, Any], int]:
    """Draw allowed, dealable options, as a user would write them, and a player count."""
    while True:
        # BA-21 has the most ways to end, so its modes come up more often.
        mode = rng.choice([*PLAYERS, "partners", "six"])
        n_players = rng.choice(PLAYERS[mode])
        options = draw_options(rng, mode, n_players)
        if "hand_size" not in options and rng.random() < 0.8:
            most = min(LARGEST_HAND, deck_size(effective(options, n_players)) // n_players)
            if most < SMALLEST_HAND:
                continue
            small = min(most, rng.choice([6, 8, 10]))
            options["hand_size"] = rng.randint(SMALLEST_HAND, rng.choice([small, small, most]))
        if wrong_option(effective(options, n_players), n_players) is None:
            return options, n_players


def draw_options(rng: random.Random, mode: str, n_players: int) -> dict[str, Any]:
    """Draw a value for some of the options; they need not be dealable yet."""
    points = rng.choice(["auto", "list", "list"])
    if points == "list":
        highest = rng.choice([0, 3, 10, 1000])
        points = sorted((rng.randint(0, highest) for _ in range(n_players)), reverse=True)
    reach = 8 * n_players // 2 if mode in ("applewood", "chunky") else 12
    drawn = {
        "ranks": rng.choice([6, 7, 8, 9, 10, 10, 11, 12, 13]),
        "suits": rng.choice(["auto", 3, 4]),
        "copies": rng.choice([1, 2, 2, 3]),
        "wilds_each": rng.choice([0, 1, 2, 3, 4]),
        "target": rng.choice([0, rng.randint(1, 3), rng.randint(1, reach)]),
        "deals": rng.choice([1, 1, 2, 2, 3, 4, rng.randint(1, 8)]),
        "applewood_points": points,
        "play_out": rng.random() < 0.5,
        "first_dealer": rng.choice(["random", rng.randrange(n_players)]),
    }
    options: dict[str, Any] = {"mode": mode}
    for name, value in drawn.items():
        # Deals are nearly always given, so that games stay short.
        if rng.random() < (0.95 if name == "deals" else 0.7):
            options[name] = value
    if rng.random() < 0.1:
        options["hand_size"] = "auto"
    options["max_turns"] = rng.randint(15, 200) if rng.random() < 0.25 else rng.randint(500, 3000)
    return options
