"""Johnny Bagel: the options, what is refused and with which words, and the rules in effect."""

import pytest

from cardsim.engine.discovery import find_strategy
from cardsim.engine.errors import InputError
from cardsim.engine.options import option_rows, parse
from cardsim.engine.table import Player, Table
from cardsim.games.johnny_bagel import GAME
from cardsim.games.johnny_bagel.state import (
    AGAIN,
    ANYTIME,
    BURN,
    EFFECTS,
    JOKER,
    RANKS,
    RESET,
    REVERSE,
    SKIP,
    TRANSPARENT,
)

ALL_RANKS = "2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K, A, Joker"
ALL_EFFECTS = "anytime, reset, burn, again, transparent, lower, reverse, skip"
EFFECT_TABLE = f"a table from rank ({ALL_RANKS}) to a list of {ALL_EFFECTS}"
TURNS = "a whole number, 1 to 1,000,000"
PACKS = '"auto" or a whole number, 1 to 4'
RUN = "0 (off) or a whole number, 3 to 8, at most the copies of a rank in play"
DEALER = 'a seat (0 to players − 1) or "random"; the last seat if not named'
KNOWN = (
    "max_turns, first_dealer, decks, jokers_per_deck, effects, burn_run, exchange, starter, "
    "voluntary_pickup, take_face_up, combine, special_finish, deals"
)

OUT_OF_RANGE = [
    ("max_turns", 0, f"found 0; allowed: {TURNS}."),
    ("max_turns", 1_000_001, f"found 1000001; allowed: {TURNS}."),
    ("max_turns", 2.5, f"found 2.5; allowed: {TURNS}."),
    ("max_turns", True, f"found true; allowed: {TURNS}."),
    ("decks", 0, f"found 0; allowed: {PACKS}."),
    ("decks", 5, f"found 5; allowed: {PACKS}."),
    ("decks", True, f"found true; allowed: {PACKS}."),
    ("decks", "Auto", f"found \"Auto\"; allowed: {PACKS}. Did you mean 'auto'?"),
    ("jokers_per_deck", -1, "found -1; allowed: a whole number, 0 to 4."),
    ("jokers_per_deck", 5, "found 5; allowed: a whole number, 0 to 4."),
    ("jokers_per_deck", "two", 'found "two"; allowed: a whole number, 0 to 4.'),
    ("burn_run", 2, f"found 2; allowed: {RUN}."),
    ("burn_run", 9, f"found 9; allowed: {RUN}."),
    ("burn_run", True, f"found true; allowed: {RUN}."),
    ("exchange", 1, "found 1; allowed: true or false."),
    ("voluntary_pickup", "yes", 'found "yes"; allowed: true or false.'),
    ("take_face_up", 0, "found 0; allowed: true or false."),
    ("combine", [], "found []; allowed: true or false."),
    ("special_finish", "no", 'found "no"; allowed: true or false.'),
    ("starter", "highest", 'found "highest"; allowed: "lowest" or "left_of_dealer".'),
    ("starter", "Lowest",
     "found \"Lowest\"; allowed: \"lowest\" or \"left_of_dealer\". Did you mean 'lowest'?"),
    ("deals", 0, "found 0; allowed: a whole number, 1 to 100."),
    ("deals", 101, "found 101; allowed: a whole number, 1 to 100."),
    ("first_dealer", "rnadom", f"found \"rnadom\"; allowed: {DEALER}. Did you mean 'random'?"),
    ("first_dealer", True, f"found true; allowed: {DEALER}."),
    ("burnrun", 4, f"unknown key; known: {KNOWN}. Did you mean 'burn_run'?"),
    ("colour", 4, f"unknown key; known: {KNOWN}."),
]  # fmt: skip

BAD_EFFECTS = [
    ({"1": []}, f": found the rank \"1\"; allowed: {ALL_RANKS}. Did you mean '10'?"),
    ({"Jocker": []}, f": found the rank \"Jocker\"; allowed: {ALL_RANKS}. Did you mean 'Joker'?"),
    ({"joker": []}, f": found the rank \"joker\"; allowed: {ALL_RANKS}. Did you mean 'Joker'?"),
    ({"JK": [], "Joker": []}, ': the rank "JK" is named twice'),
    ({"7": ["lowr"]},
     f": 7: found the effect \"lowr\"; allowed: {ALL_EFFECTS}. Did you mean 'lower'?"),
    ({"7": "lower"}, f'.7: found "lower"; allowed: {EFFECT_TABLE}.'),
    ({"7": [1]}, f".7.0: found 1; allowed: {EFFECT_TABLE}."),
    (["7"], f': found ["7"]; allowed: {EFFECT_TABLE}.'),
    ({"7": ["again", "skip"]}, ": 7: again and skip exclude each other"),
    ({"7": ["skip", "skip"]}, ": 7: an effect is named twice in ['skip', 'skip']"),
]  # fmt: skip

UNPLAYABLE = [
    ({}, 1, "players: found 1; allowed: 2 to 13 in Johnny Bagel."),
    ({}, 14, "players: found 14; allowed: 2 to 13 in Johnny Bagel."),
    ({"decks": 1}, 5,
     ("decks: 5 players need 60 cards, but 1 pack(s) with 2 Jokers each have 54; "
     "allowed: more packs (decks, up to 4) or fewer players.")),
    ({"decks": 2, "jokers_per_deck": 0}, 9,
     ("decks: 9 players need 108 cards, but 2 pack(s) with 0 Jokers each have 104; "
     "allowed: more packs (decks, up to 4) or fewer players.")),
    ({"burn_run": 5}, 4,
     "burn_run: found 5; allowed: 0 (off), or 3 to 4: there are 4 copies of a rank in play."),
    ({"first_dealer": 4}, 4,
     'first_dealer: found 4; allowed: a seat from 0 to 3, or "random".'),
    ({"first_dealer": -1}, 4,
     'first_dealer: found -1; allowed: a seat from 0 to 3, or "random".'),
]  # fmt: skip


def refusal(options):
    with pytest.raises(InputError) as caught:
        parse(GAME.options, options, "rules")
    return str(caught.value)


def table(players, **options):
    anyone = Player(find_strategy("random", GAME.id))
    return Table(GAME, parse(GAME.options, options), [anyone] * players)


@pytest.mark.parametrize(("name", "value", "text"), OUT_OF_RANGE)
def test_what_an_option_may_not_be(name, value, text):
    assert refusal({name: value}) == f"rules.{name}: {text}"


@pytest.mark.parametrize(("effects", "text"), BAD_EFFECTS)
def test_effects_that_are_refused(effects, text):
    assert refusal({"effects": effects}) == f"rules.effects{text}"


@pytest.mark.parametrize("first", ["burn", "reset", "transparent", "lower"])
@pytest.mark.parametrize("second", ["burn", "reset", "transparent", "lower"])
def test_JB04_at_most_one_of_four_effects(first, second):
    if first == second:
        assert parse(GAME.options, {"effects": {"9": [first]}}).effects == {"9": [first]}
    else:
        both = ", ".join(e for e in ("burn", "reset", "transparent", "lower") if e in (first, second))
        assert refusal({"effects": {"9": [first, second]}}) == (
            f"rules.effects: 9: at most one of burn, reset, transparent, lower; found {both}"
        )


def test_everything_that_is_wrong_is_said_at_once():
    assert refusal({"decks": 0, "deals": 0, "efects": {}}).splitlines() == [
        f"rules.decks: found 0; allowed: {PACKS}.",
        "rules.deals: found 0; allowed: a whole number, 1 to 100.",
        f"rules.efects: unknown key; known: {KNOWN}. Did you mean 'effects'?",
    ]


@pytest.mark.parametrize(("options", "players", "text"), UNPLAYABLE)
def test_rules_that_so_many_cannot_play(options, players, text):
    with pytest.raises(InputError) as caught:
        table(players, **options)
    assert str(caught.value) == text


@pytest.mark.parametrize(("options", "players"), [
    ({"burn_run": 8}, 5), ({"burn_run": 4}, 4), ({"decks": 1}, 4), ({"jokers_per_deck": 0}, 8),
    ({"decks": 3, "jokers_per_deck": 0}, 13), ({"first_dealer": 3}, 4), ({"deals": 100}, 2),
])  # fmt: skip
def test_the_bounds_themselves_are_allowed(options, players):
    table(players, **options)
    assert parse(GAME.options, options).model_dump(exclude_unset=True) == options


def test_the_rules_in_effect_by_default():
    effects = {rank: [] for rank in RANKS}
    effects |= {
        "2": ["anytime", "reset", "again"],
        "10": ["anytime", "burn", "again"],
        "JK": ["anytime", "transparent", "reverse"],
    }
    assert table(6).effective == {
        "max_turns": 50_000, "first_dealer": 5, "decks": 2, "jokers_per_deck": 2,
        "effects": effects, "burn_run": 0, "exchange": True, "starter": "lowest",
        "voluntary_pickup": False, "take_face_up": False, "combine": False,
        "special_finish": True, "deals": 1,
    }  # fmt: skip


def test_the_rules_in_effect_name_every_rank_and_keep_what_is_not_named():
    effects = {"Joker": ["skip", "anytime"], "10": []}
    effective = table(2, effects=effects, first_dealer="random").effective
    assert list(effective["effects"]) == list(RANKS)
    assert effective["effects"]["JK"] == ["anytime", "skip"]
    assert effective["effects"]["10"] == []
    assert effective["effects"]["2"] == ["anytime", "reset", "again"]
    assert effective["first_dealer"] == "random"


def test_the_rules_as_numbers():
    effects = {"Joker": ["skip", "anytime"], "9": ["lower"]}
    rules = table(5, effects=effects, burn_run=4, starter="left_of_dealer", deals=3).rules[0]
    assert (rules.players, rules.decks, rules.burn_run, rules.deals) == (5, 2, 4, 3)
    assert (rules.first_dealer, rules.lowest_starts, rules.exchange) == (4, 0, 1)
    assert rules.effects[0] == ANYTIME | RESET | AGAIN
    assert rules.effects[8] == ANYTIME | BURN | AGAIN
    assert rules.effects[JOKER] == ANYTIME | SKIP
    assert rules.anytime == 1 << 0 | 1 << 8 | 1 << JOKER
    assert rules.special == rules.anytime | 1 << 7
    usual = table(2, first_dealer="random").rules[0]
    assert (usual.first_dealer, usual.lowest_starts) == (-1, 1)
    assert usual.effects[JOKER] == ANYTIME | TRANSPARENT | REVERSE


def test_every_option_is_described_and_every_effect_named():
    rows = {row["name"]: row for row in option_rows(GAME.options)}
    assert ", ".join(rows) == KNOWN
    assert all(row["text"] and row["allowed"] for row in rows.values())
    assert ", ".join(EFFECTS) == ALL_EFFECTS
    assert rows["effects"]["allowed"] == EFFECT_TABLE
