"""Small positions for tests: written by hand, random, or all of a kind."""

import copy
import itertools
import random

from .hand_and_foot_cards import BOOK_SIZE, number_of_teams, total_value
from .hand_and_foot_melding import apply_meld_move, cards_of_move, meld_moves, wild_is_allowed
from .hand_and_foot_options import effective
from .hand_and_foot_table import Table, completes, moves_before_16a


def meld(rank, natural, deuces=0, jokers=0):
    """Write a meld as the replay does."""
    closed = natural + deuces + jokers == BOOK_SIZE
    return {
        "rank": rank, "natural": natural, "deuces": deuces, "jokers": jokers, "closed": closed,
    }  # fmt: skip


# Fields for positions: an opened team; one in the foot; books clean and dirty; at the draw.
OPEN = {"opened": [True, False]}
FOOT = {"opened": [True, False], "in_foot": [True, False], "feet": [[], ["7", "8"]]}
BOOKS = [meld("K", 7), meld("Q", 4, 2, 1)]  # clean, dirty
TAKE = {"phase": "draw", "opened": [True, False]}


def position(hand, n_players=2, rules=None, **fields):
    """Set up seat 0 to meld with this hand; the fields are those of STATE."""
    rules = effective(rules or {}, n_players)
    n_teams = number_of_teams(rules, n_players)
    state = {
        "hands": [hand.split()] + [["5", "6"] for _ in range(n_players - 1)],
        "feet": [["7", "8"] for _ in range(n_players)],
        "in_foot": [False] * n_players,
        "stock": ["4", "5", "6", "7", "8", "9"],
        "discard": ["4"],
        "melds": [[] for _ in range(n_teams)],
        "opened": [False] * n_teams,
        "opening_points": None,
        "red_threes": [0] * n_teams,
        "turn": 0,
        "phase": "meld",
        "aside": [],
        "round": 1,
        "dealer": n_players - 1,
        "scores": [0] * n_teams,
    }
    state.update(fields)
    return Table.from_state(rules, n_players, state)


def most_by_brute_force(rules, hand, melds):
    """Give the most points of melding on, by trying every sequence of moves."""
    best = 0
    for move in meld_moves(rules, hand, melds):
        hand_after, melds_after = list(hand), copy.deepcopy(melds)
        apply_meld_move(hand_after, melds_after, move)
        points = total_value(rules, cards_of_move(move))
        best = max(best, points + most_by_brute_force(rules, hand_after, melds_after))
    return best


def all_hands(cards, most):
    """Yield every hand of 1 to `most` cards of the given kinds, as text."""
    for size in range(1, most + 1):
        for hand in itertools.combinations_with_replacement(cards, size):
            yield " ".join(hand)


def random_meld(rules, rank, rng):
    """Make an open meld that HF-11 and HF-12 allow."""
    while True:
        natural, wild = rng.randint(2, 6), rng.randint(0, 3)
        if 3 <= natural + wild < BOOK_SIZE and wild_is_allowed(rules, natural, wild):
            jokers = rng.randint(0, wild)
            return meld(rank, natural, wild - jokers, jokers)


def random_position(rng):
    """Make a small random position, at the draw or while melding."""
    options = {
        "minimums": [rng.choice([0, 30, 50, 70, 90, 110])],
        "wild_needs_naturals": rng.randint(2, 6),
        "need_clean": rng.randint(0, 1),
        "need_dirty": rng.randint(0, 1),
        "pile_take": rng.randint(1, 4),
        "stock_end": rng.choice(["end", "reshuffle"]),
    }
    rules = effective(options, 2)
    kinds = ["9", "9", "9", "9", "A", "A", "A", "2", "JK", "3B", "5"]
    opened = rng.random() < 0.5
    melds = []
    if opened:
        for rank in ("9", "A"):
            if rng.random() < 0.4:
                melds.append(meld(rank, *rng.choice([(7,), (4, 2, 1)])))
            if rng.random() < 0.6:
                melds.append(random_meld(rules, rank, rng))
    in_foot = opened and rng.random() < 0.6
    return position(
        " ".join(rng.choice(kinds) for _ in range(rng.randint(2, 7))),
        rules=options,
        phase=rng.choice(["draw", "meld"]),
        opened=[opened, False],
        melds=[melds, []],
        in_foot=[in_foot, False],
        feet=[[] if in_foot else rng.choices(["3R", "9", "A", "2"], k=2), ["7", "8"]],
        stock=rng.choices(["3R", "9", "A", "2", "5"], k=rng.randint(1, 4)),
        discard=rng.choices(["9", "A", "5"], k=rng.randint(1, 4)),
    )


def moves_that_complete(table):
    """List the moves that HF-8 to HF-16 allow and after which the turn can end."""
    if table.phase == "meld":
        return [move for move in moves_before_16a(table) if completes(table, move)]
    moves = [{"draw": table.rules["draw_count"]}]
    take = {"take_pile": table.take_size()}
    if table.take_is_possible() and completes(table, take):
        moves.append(take)
    return moves


def positions_of_a_turn(table, rng=None):
    """Yield the position, and those after it in one random way to play the turn."""
    rng = rng or random.Random(0)
    seat = table.turn
    while not table.over and table.turn == seat:
        yield table
        table.play(rng.choice(table.legal()), rng=rng)


def texts(moves):
    """Write moves shortly: meld 9x3, add 9, add 9+JK, discard 4, draw, take 7."""
    lines = set()
    for move in moves:
        (kind, body), *_ = move.items()
        if isinstance(body, dict):
            count = f"x{body['natural']}" if kind == "meld" else ""
            wild = f"+{body['wild']}" if "wild" in body else ""
            body = body["rank"] + count + wild
        lines.add(f"{kind} {body}")
    return lines


def laying(table):
    """Give the legal moves other than discards, as texts."""
    return {text for text in texts(table.legal()) if not text.startswith("discard")}


def take(table):
    """Tell whether taking the pile is among the legal moves."""
    return any("take_pile" in move for move in table.legal())
