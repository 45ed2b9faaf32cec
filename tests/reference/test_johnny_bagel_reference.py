"""Hand-checked positions for the Johnny Bagel reference, a soak, and tampered replays.

Each expected value follows from the clause in the test's name by counting on one's fingers.
"""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest

from .johnny_bagel import (
    Mismatch,
    Table,
    any_move,
    eager_move,
    effective,
    random_options,
    referee,
    self_play,
)
from .johnny_bagel_rules import EFFECTS, allowed_set
from .johnny_bagel_table import first_to_play
from .johnny_bagel_tampering import TAMPERINGS


def position(hands: list[str], options: dict[str, Any] | None = None, **fields: Any) -> Table:
    """Set up a position; cards are words in a string, all unnamed places are empty."""
    n_players = len(hands)
    state: dict[str, Any] = {
        "hands": [hand.split() for hand in hands],
        "face_up": [cards.split() for cards in fields.pop("face_up", [""] * n_players)],
        "face_down": [cards.split() for cards in fields.pop("face_down", ["9"] * n_players)],
        "stock": fields.pop("stock", "").split(),
        "pile": fields.pop("pile", "").split(),
        "burnt": [],
        "turn": 0,
        "direction": 1,
        "requirement": None,
        "out": [],
        "dealer": n_players - 1,
        "phase": "play",
        "opening": False,
    }
    return Table.from_state(effective(options or {}, n_players), {**state, **fields})


def plays(table: Table) -> list[str]:
    """Return the plays that are legal, as words."""
    return [" ".join(move["play"]) for move in table.legal() if "play" in move]


def hand(*cards: str) -> dict[str, Any]:
    """Return the move that plays these cards from the hand."""
    return {"play": list(cards), "from": "hand"}


def at_least(rank: str) -> dict[str, str]:
    """Return the requirement of this rank or higher."""
    return {"at_least": rank}


def test_JB1_packs_follow_the_players_and_must_suffice() -> None:
    assert [effective({}, n)["decks"] for n in (2, 4, 5, 8, 9, 13)] == [1, 1, 2, 2, 3, 3]
    assert effective({"decks": 2}, 9)["decks"] == 2  # 108 cards for 108 places
    with pytest.raises(ValueError, match="need more than 54"):
        effective({"decks": 1}, 5)


def test_JB4_sets_of_effects() -> None:
    assert allowed_set(["anytime", "burn", "reverse", "again"])
    assert not allowed_set(["reset", "lower"])
    assert not allowed_set(["again", "skip"])
    rules = effective({"effects": {"Joker": ["skip"], "2": []}}, 3)
    assert rules["effects"]["JK"] == ["skip"]
    assert rules["effects"]["2"] == []
    assert rules["effects"]["10"] == ["anytime", "burn", "again"]


def test_JB5_two_resets_ten_burns_joker_is_transparent() -> None:
    table = position(["2 10 JK 5", "4"], pile="K", requirement=at_least("K"))
    assert plays(table) == ["2", "10", "JK"]
    assert table.play(hand("2")) == [{"again": True}]
    assert (table.requirement, table.pile, table.turn) == (None, ["K", "2"], 0)
    assert table.play(hand("10")) == [{"burn": ["K", "2", "10"]}, {"again": True}]
    assert (table.pile, table.burnt) == ([], ["K", "2", "10"])
    table.play(hand("5"))
    table = position(["JK 5", "4 4"], pile="K", requirement=at_least("K"))
    assert table.play(hand("JK")) == [{"reverse": True}]
    assert (table.requirement, table.turn, table.direction) == (at_least("K"), 1, -1)


def test_JB6_burn_run_whoever_played_them() -> None:
    rules = {"burn_run": 3, "effects": {"7": ["reverse", "skip"]}}
    table = position(
        ["7 7", "4", "5"], rules, pile="3 7", requirement=at_least("7"), stock="J Q K A"
    )
    assert table.play(hand("7", "7")) == [
        {"reverse": True},
        {"burn": ["3", "7", "7", "7"]},
        {"again": True},
        {"draw": {"seat": 0, "cards": ["J", "Q", "K"]}},
    ]
    assert (table.turn, table.direction, table.requirement) == (0, -1, None)


def test_JB6_a_player_out_on_a_run_leaves_an_empty_pile() -> None:
    rules = {"burn_run": 3, "effects": {"7": ["skip"]}}
    table = position(["7", "4", "5"], rules, face_down=["", "9", "9"], pile="7 7")
    effects = table.play(hand("7"))
    assert effects == [{"burn": ["7", "7", "7"]}, {"out": {"seat": 0, "place": 1}}]
    assert (table.turn, table.pile) == (1, [])


def test_JB6a_a_lower_card_stays_in_force_under_a_transparent_one() -> None:
    rules = {"effects": {"7": ["lower"], "8": ["anytime"]}}
    table = position(["7 A", "JK 6 9 8", "A"], rules, pile="5", requirement=at_least("5"))
    table.play(hand("7"))
    assert table.requirement == {"at_most": "7"}
    assert plays(table) == ["6", "8", "JK"]  # 8 and Joker are anytime
    table.play(hand("JK"))
    assert (table.turn, table.requirement) == (0, {"at_most": "7"})
    assert table.legal() == [{"pick_up": True}]
    table = position(["8 A", "9"], rules, pile="K", requirement=at_least("K"))
    table.play(hand("8"))
    assert table.requirement == at_least("8")


def test_JB8_choices_of_three_cards() -> None:
    fields: dict[str, Any] = {"phase": "exchange", "opening": True, "face_up": ["3 4 5", "7 8 9"]}
    table = position(["3 3 3", "6 6 3"], **fields)
    choices = [" ".join(move["face_up"]) for move in table.legal()]
    assert choices == ["3 3 3", "3 3 4", "3 3 5", "3 4 5"]
    assert table.play({"face_up": ["3", "4", "5"]}) == []
    assert (table.phase, table.turn, table.hands[0]) == ("exchange", 1, ["3", "3", "3"])
    table.play({"face_up": ["3", "6", "6"]})
    assert (table.phase, table.turn) == ("play", 0)  # seat 1 put its 3 on the table


def test_JB9_asking_order_and_opening_play() -> None:
    rules = effective({}, 3)
    hands = [["5", "K", "A"], ["4", "K", "A"], ["4", "4", "2"]]
    assert first_to_play(rules, hands, dealer=2) == 1
    assert first_to_play(rules, hands, dealer=1) == 2
    assert first_to_play(rules, [["2"], ["JK"], ["A"]], dealer=0) == 2
    assert first_to_play(rules, [["JK"], ["JK"], ["2"]], dealer=2) == 2
    table = position(["2 4 4", "5 6 7"], opening=True, stock="9")
    assert plays(table) == ["4", "4 4"]
    assert table.play(hand("4")) == [{"draw": {"seat": 0, "cards": ["9"]}}]
    assert table.opening is False


def test_JB10_left_of_dealer_plays_anything() -> None:
    rules = {"starter": "left_of_dealer"}
    assert first_to_play(effective(rules, 3), [["3"], ["A"], ["3"]], dealer=0) == 1
    assert plays(position(["2 4 4", "5"], rules, opening=True)) == ["2", "4", "4 4"]


def test_JB12_stuck_takes_the_pile() -> None:
    table = position(["4", "5"], pile="K Q", requirement=at_least("Q"), stock="3")
    assert table.legal() == [{"pick_up": True}]
    assert table.play({"pick_up": True}) == [{"picked_up": {"seat": 0, "cards": ["K", "Q"]}}]
    assert (table.hands[0], table.pile, table.requirement) == (["4", "Q", "K"], [], None)
    assert table.turn == 1
    table = position(["4", "5"], pile="K", requirement=at_least("K"), stock="3 6")
    effects = table.play({"pick_up": True})
    assert effects[1:] == [{"draw": {"seat": 0, "cards": ["3"]}}]  # JB-13


def test_JB12_voluntary_pickup() -> None:
    rules = {"voluntary_pickup": True}
    table = position(["4 5", "5"], rules, pile="3", requirement=at_least("3"))
    assert {"pick_up": True} in table.legal()
    assert {"pick_up": True} not in position(["4 5", "5"], rules).legal()
    table = position(["", "5"], rules, pile="3")
    assert table.legal() == [{"turn": True}]


def test_JB13_an_emptied_hand_draws_at_once_and_may_be_stuck() -> None:
    rules = {"effects": {"K": ["again"]}}
    table = position(["K", "5"], rules, pile="3", requirement=at_least("3"), stock="9 4 4 6")
    assert table.play(hand("K")) == [
        {"again": True},
        {"draw": {"seat": 0, "cards": ["9", "4", "4"]}},
    ]
    assert table.hands[0] == ["4", "4", "9"]
    assert table.legal() == [{"pick_up": True}]
    table = position(["2 5", "5"], pile="3", stock="9 4")
    assert table.play(hand("2")) == [{"again": True}]  # one card left: the draw waits
    assert table.play(hand("5")) == [{"draw": {"seat": 0, "cards": ["9", "4"]}}]


def test_JB13_again_goes_on_face_down_in_the_same_turn() -> None:
    table = position(["2", "5"], face_down=["10 4", "9"], pile="K", requirement=at_least("K"))
    table.play(hand("2"))
    assert (table.turn, table.legal()) == (0, [{"turn": True}])
    burn = {"burn": ["K", "2", "10"]}
    assert table.play({"turn": True}) == [{"turned": "10"}, burn, {"again": True}]
    assert table.play({"turn": True}) == [{"turned": "4"}, {"out": {"seat": 0, "place": 1}}]
    assert table.over()
    assert table.bagel() == 1


def test_JB13a_skips_one_a_card() -> None:
    rules = {"effects": {"8": ["skip"]}}
    table = position(["8 8 8 9", "5", "5"], rules, out=[2])
    assert table.play(hand("8", "8", "8")) == [{"skip": [1, 0, 1]}]
    assert table.turn == 0  # reaching oneself is a new turn
    table = position(["8 8", "5", "5"], rules, face_down=["", "9", "9"])
    out = {"out": {"seat": 0, "place": 1}}
    assert table.play(hand("8", "8")) == [out, {"skip": [1, 2]}]
    assert table.turn == 1  # the player who went out is no place


def test_JB13a_reverse_comes_before_the_skip() -> None:
    rules = {"effects": {"8": ["skip", "reverse"]}}
    table = position(["8 8 9", "5", "5", "5"], rules, stock="6")
    assert table.play(hand("8", "8")) == [
        {"reverse": True},
        {"draw": {"seat": 0, "cards": ["6"]}},
        {"skip": [3, 2]},
    ]
    assert (table.turn, table.direction) == (1, -1)


def test_JB14_face_up_cards_and_the_pick_up() -> None:
    fields: dict[str, Any] = {"face_up": ["4 4 K", ""], "pile": "A", "requirement": at_least("A")}
    table = position(["", "5"], **copy.deepcopy(fields))
    assert table.legal() == [{"pick_up": True}]
    table.play({"pick_up": True})
    assert (table.hands[0], table.face_up[0]) == (["A"], ["4", "4", "K"])
    table = position(["", "5"], {"take_face_up": True}, **fields)
    assert table.legal() == [{"pick_up": True, "take": "4"}, {"pick_up": True, "take": "K"}]
    effects = table.play({"pick_up": True, "take": "4"})
    assert effects == [{"picked_up": {"seat": 0, "cards": ["A", "4"]}}]
    assert (table.hands[0], table.face_up[0]) == (["4", "A"], ["4", "K"])


def test_JB15_a_turned_card_that_cannot_be_played() -> None:
    table = position(["", "5"], face_down=["4 K", "9"], pile="9 7", requirement=at_least("7"))
    picked_up = {"picked_up": {"seat": 0, "cards": ["9", "7", "4"]}}
    assert table.play({"turn": True}) == [{"turned": "4"}, picked_up]
    assert (table.hands[0], table.face_down[0], table.turn) == (["4", "7", "9"], ["K"], 1)


def test_JB16_the_whole_hand_with_face_up_cards() -> None:
    rules = {"combine": True}
    table = position(["6 6", "5"], rules, face_up=["6 6 K", ""], opening=True)
    both = [move["play"] for move in table.legal() if move["from"] == "both"]
    assert both == [["6"] * 3, ["6"] * 4]
    table.play({"play": ["6", "6", "6"], "from": "both"})
    assert (table.hands[0], table.face_up[0], table.pile) == ([], ["6", "K"], ["6"] * 3)
    assert plays(position(["6 7", "5"], rules, face_up=["6", ""])) == ["6", "7"]
    assert plays(position(["6", "5"], rules, face_up=["6", ""], stock="3")) == ["6"]


def test_JB17_an_again_of_a_player_who_is_out_passes_on() -> None:
    table = position(["2", "5", "5"], face_down=["", "9", "9"], pile="K", out=[])
    assert table.play(hand("2")) == [{"out": {"seat": 0, "place": 1}}]
    assert (table.turn, table.requirement) == (1, None)


def test_JB19_no_finish_on_a_special_card() -> None:
    rules = {"special_finish": False}
    bare = {"face_down": ["", "9"]}
    table = position(["2 2", "5"], rules, pile="K", requirement=at_least("K"), **bare)
    assert plays(table) == ["2"]
    table = position(["2", "5"], rules, pile="K", requirement=at_least("K"), **bare)
    assert table.legal() == [{"pick_up": True}]
    assert plays(position(["2", "5"], rules, **bare)) == ["2"]  # an empty pile
    table = position(["", "5"], rules, face_down=["2", "9"], pile="K")
    picked_up = {"picked_up": {"seat": 0, "cards": ["K", "2"]}}
    assert table.play({"turn": True}) == [{"turned": "2"}, picked_up]


def finished_game(**options: Any) -> dict[str, Any]:
    """Return a replay of three players that finishes."""
    for seed in range(100):
        replay = self_play(effective(options, 3), 3, random.Random(seed), eager_move)
        if replay["finished"]:
            return replay
    raise AssertionError("no game finished")


def test_JB20_one_deal_is_won_by_all_but_the_bagel() -> None:
    replay = finished_game()
    by_place = sorted(replay["result"], key=lambda row: row["place"])
    rows = [(row["place"], row["score"], row["wins"], row["loses"]) for row in by_place]
    assert rows == [(1, 0, 0.5, 0), (2, 0, 0.5, 0), (3, 1, 0, 1)]
    assert [row["seat"] for row in by_place[:2]] == replay["events"][-1]["state"]["out"]


def test_JB20_the_bagel_deals_and_scores_add_up() -> None:
    replay = finished_game(deals=2, first_dealer=1)
    (new_deal,) = [event for event in replay["events"] if "new_deal" in event]
    before = replay["events"][new_deal["n"] - 1]["state"]
    (bagel,) = {0, 1, 2} - set(before["out"])
    assert replay["initial"]["dealer"] == 1
    assert new_deal["dealer"] == new_deal["state"]["dealer"] == bagel
    assert sum(row["score"] for row in replay["result"]) == 2


def test_CO5_max_turns_leaves_a_game_unfinished() -> None:
    replay = self_play(effective({"max_turns": 5}, 3), 3, random.Random(1))
    referee(replay)
    assert len(replay["events"]) == 5
    assert replay["finished"] is False
    row = {"seat": 1, "place": None, "score": 0, "wins": None, "loses": None}
    assert replay["result"][1] == row


def test_soak_random_games_pass_and_show_every_feature() -> None:
    rng = random.Random(20)
    seen: Counter[str] = Counter()
    for _ in range(200):
        options, n_players = random_options(rng)
        options["max_turns"] = min(options["max_turns"], rng.choice([50, 50, 300]))
        choose = rng.choice([any_move, eager_move, eager_move])
        replay = self_play(effective(options, n_players), n_players, rng, choose)
        referee(replay)
        seen["finished" if replay["finished"] else "unfinished"] += 1
        for event in replay["events"]:
            seen.update("new_deal" for _ in range("new_deal" in event))
            seen.update(event.get("move", {}).keys())
            seen.update([event.get("move", {}).get("from", "")])
            seen.update(name for effect in event["effects"] for name in effect)
    moves = ["face_up", "play", "hand", "both", "pick_up", "take", "turn"]
    effects = ["turned", "reverse", "burn", "picked_up", "out", "again", "draw", "skip"]
    for name in [*moves, *effects, "finished", "unfinished", "new_deal"]:
        assert seen[name] >= 5, name


def test_random_options_use_every_effect() -> None:
    rng = random.Random(3)
    seen = set()
    for _ in range(100):
        options, n_players = random_options(rng)
        rules = effective(options, n_players)
        assert rules["max_turns"] <= 3000
        for kinds in rules["effects"].values():
            seen |= set(kinds)
    assert seen == set(EFFECTS)


def test_the_order_within_an_effect_set_does_not_matter() -> None:
    replay = finished_game()
    for kinds in replay["rules"]["effects"].values():
        kinds.reverse()
    referee(replay)


@pytest.mark.parametrize(
    ("tamper", "where"), TAMPERINGS, ids=lambda value: getattr(value, "__name__", "")
)
def test_the_referee_notices(tamper: Any, where: str) -> None:
    replay = finished_game()
    referee(replay)
    tamper(replay)
    with pytest.raises(Mismatch, match=where):
        referee(replay)
