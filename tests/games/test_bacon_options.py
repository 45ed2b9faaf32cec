"""Bacon: its cards and options (BA-1), its words, and what the results record."""

import numpy as np
import pytest

from cardsim.engine.errors import InputError
from cardsim.engine.options import parse
from cardsim.engine.replay import narrate, replay
from tests.games.bacon_positions import GAME, table_of


@pytest.mark.parametrize(
    ("players", "options", "each", "aside"),
    [
        (4, {}, 15, 0),
        (4, {"suits": 4}, 15, 20),
        (6, {"mode": "six"}, 13, 2),
        (5, {"mode": "applewood"}, 15, 5),
        (3, {"mode": "applewood"}, 15, 15),
        (4, {"ranks": 13, "copies": 3, "hand_size": 20, "wilds_each": 4}, 20, 37),
    ],
)
def test_BA01_cards(players, options, each, aside):
    told = replay(table_of(players, **options), 0)
    wilds, rules = options.get("wilds_each", 2), told["rules"]
    hands = told["initial"]["hands"]
    assert [len(hand) for hand in hands] == [each + wilds] * players
    assert [hand.count("X") for hand in hands] == [wilds] * players
    assert len(told["initial"]["set_aside"]) == aside
    naturals = [card for hand in hands for card in hand if card != "X"] + told["initial"]["set_aside"]
    assert sorted(naturals) == sorted(
        f"{rank}{suit}" for rank in range(1, rules["ranks"] + 1)
        for suit in "abcd"[: rules["suits"]] for _ in range(rules["copies"])
    )


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (5, {}, 'players: found 5; allowed: 4 with the mode "partners"'),
        (4, {"mode": "six"}, 'players: found 4; allowed: 6 with the mode "six"'),
        (5, {"mode": "chunky"}, 'players: found 5; allowed: 4 or 6 with the mode "chunky"'),
        (4, {"mode": "sextet"}, 'mode: found "sextet"; allowed: "partners"'),
        (4, {"ranks": 5}, "ranks: found 5; allowed: a whole number, 6 to 13"),
        (4, {"ranks": 14}, "ranks: found 14"),
        (4, {"ranks": 10.0}, "ranks: found 10.0"),
        (4, {"suits": 5}, 'suits: found 5; allowed: "auto", 3 or 4'),
        (4, {"copies": 4}, "copies: found 4; allowed: a whole number, 1 to 3"),
        (4, {"wilds_each": -1}, "wilds_each: found -1; allowed: a whole number, 0 to 4"),
        (4, {"wilds_each": True}, "allowed: a whole number, 0 to 4"),
        (4, {"hand_size": 21}, "hand_size: found 21"),
        (4, {"hand_size": 16}, "hand_size: found 16, which needs 64 natural cards"),
        (4, {"copies": 1}, "ranks (10) × suits (3) × copies (1) make 30; allowed: at most 7"),
        (4, {"target": 1001}, "target: found 1001"),
        (4, {"deals": 0}, "deals: found 0; allowed: a whole number, 1 to 100"),
        (4, {"applewood_points": [1, 2, 0, 0]}, "applewood_points: found [1, 2, 0, 0]"),
        (4, {"applewood_points": [2, 1, 0]}, "a list of 4 numbers"),
        (4, {"applewood_points": [1001, 1, 0, 0]}, "applewood_points: found [1001"),
        (4, {"applewood_points": [2, 1, 0.5, 0]}, "applewood_points"),
        (4, {"play_out": 1}, "allowed: true or false"),
        (4, {"wilds": 2}, "wilds: unknown key"),
        (4, {"first_dealer": 4}, "first_dealer: found 4"),
    ],
)
def test_BA01_impossible_rules_are_refused(players, options, words):
    with pytest.raises(InputError) as refusal:
        table_of(players, **options)
    assert words in str(refusal.value)


def test_BA01_effective_options_by_mode():
    effective = {
        (mode, n): parse(GAME.options, {"mode": mode}).effective(n)
        for mode, n in (("partners", 4), ("six", 6), ("applewood", 5), ("chunky", 4), ("chunky", 6))
    }
    assert {
        key: (rules["suits"], rules["hand_size"], rules["target"], rules["deals"])
        for key, rules in effective.items()
    } == {
        ("partners", 4): (3, 15, 8, 8), ("six", 6): (4, 13, 24, 6), ("applewood", 5): (4, 15, 0, 6),
        ("chunky", 4): (3, 15, 0, 6), ("chunky", 6): (4, 13, 0, 6),
    }
    assert effective["applewood", 5]["applewood_points"] == [8, 4, 2, 1, 0]  # BA-19
    assert effective["chunky", 4]["applewood_points"] == [4, 2, 1, 0]


def test_words_tell_a_game():
    told = replay(table_of(deals=1, suits=4), 5)
    lines = list(narrate(told, GAME.words))
    assert "-- deal 1" in lines
    assert any("set aside" in line for line in lines)
    assert any("wins the round" in line for line in lines)
    assert len([line for line in lines if "passes" in line]) == sum(
        "pass" in event["move"] for event in told["events"]
    )


@pytest.mark.filterwarnings("ignore:First-class function type")
def test_results_of_a_game_in_counts():
    """Leads, passes with a playable hand, bombs and places, counted again from the replay."""
    table = table_of()
    games, seats = table.play(0, 20)
    for board in range(20):
        told, row = replay(table, board), games[board]
        rows = seats[4 * board : 4 * board + 4]
        leads_, held, bombs = np.zeros(4, int), np.zeros(4, int), np.zeros(4, int)
        before = told["initial"]
        for event in told["events"]:
            if "seat" in event:
                move, seat = event["move"], event["seat"]
                leads_[seat] += "play" in move and before["to_beat"] is None
                held[seat] += "pass" in move and len(event["legal"]) > 1
                bombs[seat] += "play" in move and move["play"]["type"] in (
                    "quads", "straight_flush", "quints", "stretch_flush", "hexes")
            before = event["state"]
        assert rows["leads"].tolist() == leads_.tolist()
        assert rows["held_back"].tolist() == held.tolist()
        assert rows["bombs"].tolist() == bombs.tolist()
        ends = [event["state"] for event in told["events"]
                if any("points" in effect for effect in event.get("effects", ()))]
        assert row.deals == len(ends)
        assert rows["firsts"].tolist() == [
            sum(end["out"][0] == seat for end in ends) for seat in range(4)
        ]
        places = np.zeros(4)
        for end in ends:
            n = len(end["out"])
            for seat in range(4):
                is_out = seat in end["out"]
                places[seat] += end["out"].index(seat) + 1 if is_out else (n + 5) / 2
        assert rows["mean_out"] == pytest.approx(places / len(ends))
        scores = ends[-1]["scores"]
        assert row.winner == scores.index(max(scores))
        assert rows["points_a_deal"] == pytest.approx(np.array(scores * 2) / len(ends))
