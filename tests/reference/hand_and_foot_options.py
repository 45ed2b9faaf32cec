"""The options of Hand and Foot: their ranges, defaults, and random choices of them."""

from .hand_and_foot_cards import all_cards

CARD_POINTS = {  # HF-4
    "3": 5, "4": 5, "5": 5, "6": 5, "7": 5, "8": 10, "9": 10, "10": 10,
    "J": 10, "Q": 10, "K": 10, "A": 20, "2": 20, "JK": 50,
}  # fmt: skip

# Whole numbers: name -> (least, most, default).
WHOLE = {
    "decks": (3, 8, "auto"),  # HF-1
    "jokers_per_deck": (0, 4, 2),  # HF-1
    "hand_size": (2, 20, 11),  # HF-2
    "foot_size": (2, 20, 11),  # HF-2
    "draw_count": (1, 4, 2),  # HF-6
    "red_three_points": (-1000, 1000, 5),  # HF-7
    "pile_take": (1, 100, 7),  # HF-9
    "wild_needs_naturals": (2, 6, 4),  # HF-12
    "clean_book": (0, 10_000, 500),  # HF-13
    "dirty_book": (0, 10_000, 300),  # HF-13
    "need_clean": (0, 5, 1),  # HF-16
    "need_dirty": (0, 5, 1),  # HF-16
    "going_out_bonus": (0, 1000, 0),  # HF-17
    "max_turns": (1, None, 5000),  # CO-5
}
CHOICES = {
    "six_as": ["three_teams", "two_teams"],  # HF-1
    "stock_end": ["end", "reshuffle"],  # HF-18
}


def effective(options, n_players):
    """Fill in every default and replace "auto"."""
    rules = {name: default for name, (_, _, default) in WHOLE.items()}
    rules.update({name: values[0] for name, values in CHOICES.items()})
    rules["minimums"] = [50, 90, 120, 150]  # HF-5
    rules["first_dealer"] = n_players - 1  # HF-5: the last seat
    rules.update({name: value for name, value in options.items() if name != "card_points"})
    if rules["decks"] == "auto":
        rules["decks"] = 6 if n_players >= 5 else 5  # HF-1
    rules["card_points"] = dict(CARD_POINTS)
    for rank, points in options.get("card_points", {}).items():
        rules["card_points"]["JK" if rank == "Joker" else rank] = points
    return rules


def is_whole(value, least, most):
    """Tell whether a value is a whole number in a range (most None: no limit)."""
    if not isinstance(value, int) or isinstance(value, bool):
        return False
    return value >= least and (most is None or value <= most)


def complaint(rules, n_players):
    """Say what is wrong with effective rules, or None."""
    known = {*WHOLE, *CHOICES, "minimums", "first_dealer", "card_points"}
    if not known <= set(rules):
        return f"options missing: {sorted(known - set(rules))}"
    for name, (least, most, _) in WHOLE.items():
        if not is_whole(rules[name], least, most):
            return f"{name} = {rules[name]!r}"
    for name, values in CHOICES.items():
        if rules[name] not in values:
            return f"{name} = {rules[name]!r}"
    minimums = rules["minimums"]
    if not 1 <= len(minimums) <= 10 or not all(is_whole(m, 0, 1000) for m in minimums):
        return f"minimums = {minimums!r}"
    first = rules["first_dealer"]
    if first != "random" and not is_whole(first, 0, n_players - 1):
        return f"first_dealer = {first!r}"
    points = rules["card_points"]
    if set(points) != set(CARD_POINTS) or not all(is_whole(p, 0, 1000) for p in points.values()):
        return f"card_points = {points!r}"
    if rules["stock_end"] == "reshuffle" and rules["draw_count"] < 2:  # HF-6
        return "stock_end = reshuffle with draw_count = 1"
    dealt = n_players * (rules["hand_size"] + rules["foot_size"])
    if dealt + 20 > len(all_cards(rules)):  # HF-1
        return f"{dealt} cards to deal, {len(all_cards(rules))} cards in all"
    return None


# ---- random choices


def random_options(rng):
    """Give (options, n_players): allowed options as a user might write them."""
    while True:
        n_players = rng.randint(2, 6)
        options = _any_options(rng, n_players)
        if rng.random() < 0.3:
            _make_stock_tiny(options, n_players, rng)
        if complaint(effective(options, n_players), n_players) is None:
            return options, n_players


def _any_options(rng, n_players):
    small = rng.random() < 0.5
    sizes = [2, 3, 4, 5] if small else range(2, 21)
    makers = {
        "six_as": lambda: rng.choice(CHOICES["six_as"]),
        "decks": lambda: rng.choice(["auto", 3, 3, 4, 5, 6, 8]),
        "jokers_per_deck": lambda: rng.randint(0, 4),
        "hand_size": lambda: rng.choice(sizes),
        "foot_size": lambda: rng.choice(sizes),
        "draw_count": lambda: rng.randint(1, 4),
        "red_three_points": lambda: rng.choice([5, 100, 0, -50, 1000, -1000]),
        "pile_take": lambda: rng.choice([1, 2, 3, 5, 7, 10, 100]),
        "wild_needs_naturals": lambda: rng.randint(2, 6),
        "clean_book": lambda: rng.choice([0, 500, 700, 10_000]),
        "dirty_book": lambda: rng.choice([0, 300, 1000]),
        "need_clean": lambda: rng.choice([0, 0, 1, 2, 5]),
        "need_dirty": lambda: rng.choice([0, 0, 1, 2, 5]),
        "going_out_bonus": lambda: rng.choice([0, 100, 1000]),
        "stock_end": lambda: rng.choice(CHOICES["stock_end"]),
        "card_points": lambda: _some_card_points(rng),
        "first_dealer": lambda: rng.choice(["random", rng.randrange(n_players)]),
    }
    options = {name: make() for name, make in makers.items() if rng.random() < 0.6}
    wanted = [0, 0, 15, 30, 50, 90, 120, 150, 300, 1000]
    if rng.random() < 0.95:
        options["minimums"] = [rng.choice(wanted) for _ in range(rng.randint(1, 3))]
    options["max_turns"] = rng.randint(20, 300) if rng.random() < 0.25 else rng.randint(300, 3000)
    return options


def _some_card_points(rng):
    points = {}
    for rank in CARD_POINTS:
        if rng.random() < 0.3:
            name = rng.choice(["JK", "Joker"]) if rank == "JK" else rank
            points[name] = rng.choice([0, 1, 5, 10, 25, 100, 1000])
    return points


def _make_stock_tiny(options, n_players, rng):
    """Deal nearly all cards, so that the stock ends soon."""
    options["decks"] = 3
    options["jokers_per_deck"] = rng.randint(0, 1)
    room = min(40, (len(all_cards(effective(options, n_players))) - 20) // n_players)
    options["hand_size"] = rng.randint(max(2, room - 20), min(20, room - 2))
    options["foot_size"] = room - options["hand_size"]
