"""Hand-checked positions for the referee of Bacon, clause by clause, and soaks."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest

from . import bacon
from .bacon import Mismatch
from .bacon_brute_force import cards_that_leave
from .bacon_cards import ORDINARY
from .bacon_positions import PASS, key, leads, named, pile, place, single
from .bacon_tampering import CASES, tampered

SOAK_SECONDS = 4.0


def test_BA1_defaults() -> None:
    assert bacon.effective({}, 4)["hand_size"] == 15
    assert bacon.effective({}, 4)["suits"] == 3
    assert bacon.effective({"mode": "six"}, 6)["hand_size"] == 13
    assert bacon.effective({"mode": "applewood"}, 5)["suits"] == 4


def test_BA2_all_wild_pair_of_any_rank() -> None:
    assert named("X X", "pair") == dict.fromkeys(range(1, 12), "X X")
    assert named("X X", "single") == dict.fromkeys(range(1, 12), "X")
    assert len(bacon.combinations(["X", "X"], 10, 3)) == 22


def test_BA2_all_wild_run_and_quads() -> None:
    assert named("X X X X", "quads") == dict.fromkeys(range(1, 12), "X X X X")
    assert named("X X X X", "run") == dict.fromkeys(range(3, 12), "X X X")
    assert named("X X X X", "stairs") == dict.fromkeys(range(2, 12), "X X X X")


def test_BA2_rank_eleven_only_by_X() -> None:
    assert named("9a 10b X", "run") == {10: "9a 10b X", 11: "9a 10b X"}
    assert named("9a 10b", "single") == {9: "9a", 10: "10b"}
    table = place("1a|10c X|2a|2b", turn=1, to_beat=pile(0, "single", 10, "10a"))
    wild = {"play": {"type": "single", "rank": 11, "cards": ["X"]}}
    assert table.legal() == [wild, PASS]


def test_BA4_runs_to_stretch() -> None:
    found = bacon.combinations(["1a", "2a", "3b", "4c", "5a", "6b"], 10, 3)
    count = [sum(one["type"] == kind for one in found) for kind in ORDINARY]
    assert count == [6, 0, 0, 4, 3, 2, 1, 0, 0, 0]
    assert len(found) == 16


def test_BA4_tubes_and_plates_with_wilds_in_either_rank() -> None:
    assert named("5a 5b 6a 7a 7b X", "tubes") == {7: "5a 5b 6a 7a 7b X"}
    assert named("5a 5b 5c 6a 6b X", "plates") == {6: "5a 5b 5c 6a 6b X"}
    assert named("5a 5b 6a 6b 6c X", "plates") == {6: "5a 5b 6a 6b 6c X"}
    # Both X below, both above, or one in each.
    assert named("5a 6a 6b 6c X X", "plates") == {6: "5a 6a 6b 6c X X"}
    assert named("5a 5b 6a 6b X X", "plates") == {6: "5a 5b 6a 6b X X"}
    assert named("5a 5b 6a 6b X X", "tubes") == {6: "5a 5b 6a 6b X X", 7: "5a 5b 6a 6b X X"}
    hand = "10a 10b 10c X X X"
    assert named(hand, "plates") == {10: hand, 11: hand}


def test_BA5_straight_flush_is_also_a_straight() -> None:
    assert named("3b 4b 5b 6b 7b", "straight") == {7: "3b 4b 5b 6b 7b"}
    assert named("3b 4b 5b 6b 7b", "straight_flush") == {7: "3b 4b 5b 6b 7b"}
    assert named("3b 4b 5b 6b 7c", "straight_flush") == {}


def test_BA5_flushes_of_two_suits_are_two_moves() -> None:
    found = bacon.combinations(["3a", "4a", "5a", "3b", "4b", "7b", "X", "X"], 10, 3)
    flushes = [(f["rank"], " ".join(f["cards"])) for f in found if f["type"] == "straight_flush"]
    # a: 3 4 5 and X X, topped by 5, 6 or 7; b: 3 4 7 and X X.
    assert flushes[:3] == [(rank, "3a 4a 5a X X") for rank in (5, 6, 7)]
    assert flushes[3:] == [(7, "3b 4b 7b X X")]


def test_BA5_hexes_with_wilds() -> None:
    hand = "4a 4a 4b 4c X X"
    assert named(hand, "hexes") == {4: "4a 4a 4b 4c X X"}
    assert named(hand, "quints") == {4: "4a 4a 4b 4c X"}
    assert named(hand, "quads") == {4: "4a 4a 4b 4c"}


def test_BA7_what_beats_what() -> None:
    hand = "6a 6b 9a 9a 9b 9c"
    pair = place("1a|" + hand + "|2a|2b", turn=1, to_beat=pile(0, "pair", 8, "8a 8b"))
    shown = [(m["play"]["type"], m["play"]["rank"]) for m in pair.legal() if "play" in m]
    assert shown == [("pair", 9), ("quads", 9)]
    flush = pile(0, "straight_flush", 5, "1a 2a 3a 4a 5a")
    assert place("1a|" + hand + "|2a|2b", turn=1, to_beat=flush).legal() == [PASS]
    quads = place("1a|9a 9a 9b 9c X|2a|2b", turn=1, to_beat=pile(0, "quads", 10, "10a 10a 10b 10c"))
    assert [m["play"]["type"] for m in quads.legal() if "play" in m] == ["quints"]


def test_BA8_fewest_X() -> None:
    assert named("7a X", "single")[7] == "7a"
    assert named("7a 7b X", "pair")[7] == "7a 7b"
    assert named("7a 7b X", "triple")[7] == "7a 7b X"


def test_BA8_first_the_suit_held_twice() -> None:
    assert named("7a 7b 7b", "single")[7] == "7b"
    # The second card is chosen anew, among single holdings: the lowest suit.
    assert named("7a 7b 7c 7c", "pair")[7] == "7a 7c"
    assert named("7a 7b 7b 7c", "pair")[7] == "7a 7b"


def test_BA8_three_times_is_no_more_than_twice() -> None:
    assert named("7a 7a 7b 7b 7b", "single")[7] == "7a"
    # After 7a, suit b is the only one held twice.
    assert named("7a 7a 7b 7b 7b", "pair")[7] == "7a 7b"


def test_BA8_windows_that_X_left_can_complete() -> None:
    hand = "3b 4b 5a 6a 6b 7a 7b 8a X"
    # One X left: 7a loses 4-8 and 5-9, 7b only 3-7.
    assert named(hand, "single")[7] == "7b"
    # The run's X is spent: no window can be completed, both fullest hold four
    # ranks, so the lowest suit.
    assert named(hand, "run")[9] == "7a 8a X"


def test_BA8_window_up_to_rank_eleven() -> None:
    # One X left: a loses 6-10 and 7-11 with 10a; b loses 6-10 only.
    assert named("7a 8a 9a 10a 6b 7b 9b 10b X", "single")[10] == "10b"


def test_BA8_fuller_window_stays() -> None:
    assert named("6a 7a 7b", "single")[7] == "7b"
    assert named("7a 1b 7b", "single")[7] == "7a"


def test_BA8_hand_updated_after_each_card() -> None:
    hand = "5a 6a 7a 8a 9a 7b 8b 9b 10b"
    # Alone, 7a would cost the window 5-9.
    assert named(hand, "single")[7] == "7b"
    # Once 5a and 6a are gone it costs none, and b has the fuller window.
    assert named(hand, "run")[7] == "5a 6a 7a"
    # Cards still to be given count: 5a is kept from 5-9 although 6a leaves too.
    assert named("5a 6a 7a 8a 9a 5b", "run")[7] == "5b 6a 7a"


def test_BA9_first_leader_must_lead_and_may_not_hand_over() -> None:
    table = place("1a|2a|3a 4b|4a", dealer=1)
    assert (table.turn, table.phase) == (2, "play")
    assert table.legal() == [single("3a"), single("4b")]


def test_BA10_winner_may_hand_the_lead_to_the_partner_once() -> None:
    table = place("5a 9a|1a|2a|3a", dealer=3)
    assert table.play(single("5a")) == []
    assert [table.play(PASS) for _ in range(2)] == [[], []]
    assert table.play(PASS) == [{"round_won": 0}]
    assert (table.turn, table.phase, table.to_beat, table.passes) == (0, "lead", None, 0)
    assert table.legal() == [single("9a"), {"lead": 2}]
    assert table.play({"lead": 2}) == []
    assert (table.turn, table.phase) == (2, "play")
    assert table.legal() == [single("2a")]


def test_BA10_who_passed_may_play_later_in_the_round() -> None:
    table = place("3a 9a|8a 8b|5a 6a|1a", dealer=3)
    for move in (single("3a"), PASS, single("5a"), PASS, PASS):
        table.play(move)
    assert (table.turn, table.passes) == (1, 2)
    assert single("8a") in table.legal()
    table.play(single("8a"))
    assert table.passes == 0


def test_BA10_all_still_in_must_pass_an_owner_who_is_out() -> None:
    table = place("5a|1a 1b|2a 2b|3a 3b", dealer=3, rules={"target": 0})
    assert table.play(single("5a")) == [{"out": {"seat": 0, "place": 1}}]
    assert table.play(PASS) == table.play(PASS) == []
    assert table.play(PASS) == [{"round_won": 0}]
    # BA-11: the partner, or the next player still in on the left.
    assert (table.turn, table.phase, leads(table)) == (0, "lead", [1, 2])
    table.play({"lead": 1})
    assert table.legal()[0] == single("1a")
    assert leads(table) == []


def test_BA11_only_one_seat_to_ask_for() -> None:
    # Seat 1 is out too, so that the partner is next on the left.
    table = place("||2a 2b|3a", out=[1, 0], to_beat=pile(0, "single", 9, "9a"), turn=3, passes=1)
    assert table.play(PASS) == [{"round_won": 0}]
    assert table.legal() == [{"lead": 2}]


def test_BA11_six_players_out_winner() -> None:
    table = place(
        "|1a|2a|3a||5a", "six", out=[4, 0], turn=0, phase="lead", to_beat=None, dealer=5
    )
    assert table.legal() == [{"lead": 2}, {"lead": 1}]


def test_BA12_deal_ends_when_one_team_is_out() -> None:
    table = place("9a|1a|8a 1b|3a", turn=0, to_beat=pile(3, "single", 7, "7a"), out=[])
    table.play(single("9a"))
    assert table.seats_in() == [1, 2, 3]
    table = place("|1a|8a|3a", turn=2, to_beat=pile(0, "single", 7, "7a"), out=[0])
    assert table.play(single("8a")) == [{"out": {"seat": 2, "place": 2}}, {"points": [4, 0]}]
    assert table.deal_over and table.scores == [4, 0] and not table.game_over


def test_BA13_without_teams_lead_passes_left_unasked() -> None:
    table = place("9a|1a|2a", "applewood", dealer=2)
    table.play(single("9a"))
    table.play(PASS)
    assert table.play(PASS) == [{"round_won": 0}]
    assert (table.turn, table.phase, table.legal()) == (1, "play", [single("1a")])
    assert table.play(single("1a")) == [{"out": {"seat": 1, "place": 2}}, {"points": [2, 1, 0]}]
    assert table.state()["out"] == [0, 1]


@pytest.mark.parametrize(
    ("scores", "out", "dealer", "next_dealer"),
    [
        ([4, 2], [1, 3], 0, 2),  # team 0 leads: after seat 0 comes seat 2
        ([4, 2], [1, 3], 3, 0),
        ([2, 4], [0, 2], 1, 3),
        ([4, 4], [1, 3], 0, 1),  # level: the team of the first player out
        ([4, 4], [2, 0], 1, 2),
    ],
)
def test_BA15_next_dealer(scores: list[int], out: list[int], dealer: int, next_dealer: int) -> None:
    table = place("1a|1b|1c|2a", scores=scores, out=out, dealer=dealer)
    assert table.next_dealer() == next_dealer


def test_BA15_without_teams_the_deal_passes_left() -> None:
    assert place("1a|1b|1c", "applewood", dealer=2, out=[1, 0]).next_dealer() == 0


@pytest.mark.parametrize(
    ("out", "points"), [([0, 2], [4, 0]), ([0, 1, 2], [2, 0]), ([3, 0, 2], [0, 1])]
)
def test_BA17_partners_points(out: list[int], points: list[int]) -> None:
    assert place("|||", out=out).deal_points() == points


def test_BA18_six_players_points() -> None:
    assert place("|||||", "six", out=[0, 1, 2, 3, 4]).deal_points() == [5, 0]
    assert place("|||||", "six", out=[1, 3, 5]).deal_points() == [0, 12]
    # All opponents out second to fourth: fifth and sixth place are left.
    assert place("|||||", "six", out=[0, 1, 3, 5]).deal_points() == [1, 0]


def test_BA19_BA20_applewood_points() -> None:
    assert bacon.effective({"mode": "applewood"}, 4)["applewood_points"] == [4, 2, 1, 0]
    assert bacon.effective({"mode": "chunky"}, 6)["applewood_points"] == [16, 8, 4, 2, 1, 0]
    assert place("|||", "chunky", out=[1, 0, 2]).deal_points() == [3, 4]
    assert place("|||", "applewood", out=[1, 0, 2]).deal_points() == [2, 4, 1, 0]


def test_BA21_certain_of_the_target_wins_at_once() -> None:
    table = place("9a|1a|2a|3a", dealer=3, scores=[7, 6])
    assert table.play(single("9a")) == [{"out": {"seat": 0, "place": 1}}, {"points": [1, 0]}]
    assert table.game_over and table.scores == [8, 6]
    # From 6 the partner's place decides.
    table = place("9a|1a|2a|3a", dealer=3, scores=[6, 7])
    assert table.play(single("9a")) == [{"out": {"seat": 0, "place": 1}}]
    assert not table.deal_over


def test_BA21_six_players_second_place_is_certain() -> None:
    table = place("|1a|9a|3a|4a|5a", "six", turn=2, out=[0], deal_no=2, scores=[16, 0])
    table.to_beat = pile(0, "single", 8, "8a")
    assert table.play(single("9a")) == [{"out": {"seat": 2, "place": 2}}, {"points": [8, 0]}]
    assert table.game_over


@pytest.mark.parametrize(("scores", "ends"), [([4, 3], True), ([4, 4], True), ([3, 4], False)])
def test_BA21_last_deal(scores: list[int], ends: bool) -> None:
    table = place("9a|1a|2a|3a", dealer=3, deal_no=8, scores=scores)
    effects = table.play(single("9a"))
    assert (table.deal_over, table.game_over) == (ends, ends)
    assert ({"points": [1, 0]} in effects) == ends


def test_BA21_level_after_the_last_deal_one_more() -> None:
    options = {"deals": 2, "target": 20}
    table = place("|1a|9a|3a", rules=options, turn=2, out=[0], deal_no=2, scores=[0, 4])
    table.to_beat = pile(0, "single", 8, "8a")
    table.play(single("9a"))
    assert (table.scores, table.deal_over, table.game_over) == ([4, 4], True, False)
    assert table.next_dealer() == 0
    table.start_deal([["1a"], ["9a"], ["2a"], ["3a"]], [], 0)
    assert (table.deal_no, table.turn) == (3, 1)
    assert table.play(single("9a"))[-1] == {"points": [0, 1]}
    assert table.game_over and table.scores == [4, 5]


def test_BA21_play_out() -> None:
    table = place("9a|1a|10a|3a", rules={"play_out": True}, dealer=3, deal_no=8, scores=[7, 7])
    assert table.play(single("9a")) == [{"out": {"seat": 0, "place": 1}}]
    table.play(PASS)
    assert table.play(single("10a"))[-1] == {"points": [4, 0]}
    assert table.game_over and table.scores == [11, 7]


def test_CO5_cut_off() -> None:
    table = place("5a 6a|1a|2a|3a", rules={"max_turns": 2}, dealer=3, scores=[2, 4])
    table.play(single("5a"))
    assert not table.unfinished
    table.play(PASS)
    assert table.unfinished
    assert table.result()[0] == {"seat": 0, "place": None, "score": 2, "wins": None, "loses": None}


def test_CO7_shared_places() -> None:
    table = place("|||", "applewood", scores=[5, 2, 5, 1])
    assert [one["place"] for one in table.result()] == [1, 3, 1, 4]
    assert [one["wins"] for one in table.result()] == [0.5, 0, 0.5, 0]
    assert [one["loses"] for one in table.result()] == [0, 0, 0, 1]
    level = place("|||", "chunky", scores=[3, 3]).result()
    assert {(one["place"], one["wins"], one["loses"]) for one in level} == {(1, 0.5, 0.5)}


def test_BA8_brute_force_finds_the_same_combinations() -> None:
    rng = random.Random(8)
    for _ in range(60):
        ranks, suits = rng.choice([6, 7, 10]), rng.choice([3, 4])
        deck = [f"{rank}{suit}" for rank in range(1, ranks + 1) for suit in "abcd"[:suits]] * 2
        low = rng.randint(1, ranks - 2)
        if rng.random() < 0.5:  # neighbours, so that the long types come up
            deck = [card for card in deck if low <= int(card[:-1]) <= low + rng.randint(1, 5)]
        hand = rng.sample(deck, rng.randint(2, 7)) + ["X"] * rng.randint(0, 4)
        hand = hand[-10:]
        found = bacon.combinations(hand, ranks, suits)
        keys = [key(one) for one in found]
        assert len(set(keys)) == len(keys)
        assert set(keys) == bacon.combinations_brute_force(hand, ranks, suits), hand
        for one in found:
            assert bacon.is_combination(one["cards"], one["type"], one["rank"], ranks)
            if "flush" not in one["type"]:
                assert one["cards"] == cards_that_leave(hand, one, ranks), (hand, one)


def test_BA8_suits_of_whole_hands_told_by_lists() -> None:
    rng = random.Random(80)
    for _ in range(40):
        ranks, suits, copies = rng.choice([6, 10, 13]), rng.choice([3, 4]), rng.choice([1, 2, 3])
        deck = [f"{rank}{suit}" for rank in range(1, ranks + 1) for suit in "abcd"[:suits]]
        hand = rng.sample(deck * copies, 15) + ["X"] * rng.randint(0, 4)
        for one in bacon.combinations(hand, ranks, suits):
            if "flush" not in one["type"]:
                assert one["cards"] == cards_that_leave(hand, one, ranks), (hand, one)


def test_random_games_pass_the_referee() -> None:
    rng = random.Random(21)
    end = time.monotonic() + SOAK_SECONDS
    games = 0
    while time.monotonic() < end or games < 5:
        options, n_players = bacon.random_options(rng)
        rules = bacon.effective(options, n_players)
        bacon.referee(bacon.self_play(rules, n_players, rng))
        games += 1


@pytest.fixture(scope="module")
def replay() -> dict[str, Any]:
    """Give a finished game of two deals or more."""
    rules = bacon.effective({"hand_size": 8, "deals": 3, "target": 0}, 4)
    return bacon.self_play(rules, 4, random.Random(3))


@pytest.mark.parametrize(("what", "message"), CASES)
def test_referee_catches(replay: dict[str, Any], what: str, message: str) -> None:
    bacon.referee(replay)
    with pytest.raises(Mismatch, match=message):
        bacon.referee(tampered(replay, what))
