"""Hand and Foot, clause by clause: drawing, the pile and the melds (HF-6 … HF-14)."""

import pytest

from tests.games.hand_and_foot_positions import CLEAN, Position, discards, draws

FREE = {"minimums": [0]}


def test_HF6_draw_count_cards_in_one_move():
    position = draws(["9 K", "8"], stock="A 4 5 6", rules={"draw_count": 3})
    assert position.legal() == ["draws 3"]
    assert position.play("draws 3") == [{"draw": {"seat": 0, "cards": ["A", "4", "5"]}}]
    assert position.hand() == "4 5 9 K A"
    assert position.as_json()["phase"] == "meld"


def test_HF7_red_threes_drawn_are_laid_and_replaced_one_by_one():
    position = draws(["9", "8"], stock="3R 4 3R 5 6")
    assert position.play("draws 2") == [
        {"draw": {"seat": 0, "cards": ["3R", "4"]}},
        {"red_three": {"seat": 0, "replaced_by": "3R"}},
        {"red_three": {"seat": 0, "replaced_by": "5"}},
    ]
    assert position.hand() == "4 5 9"
    assert position.as_json()["red_threes"] == [2, 0]
    assert position.as_json()["stock"] == ["6"]


def test_HF7_a_red_three_without_replacement_counts_and_ends_the_round():
    position = draws(["9", "8"], stock="4 3R", rules={"red_three_points": 100})
    effects = position.play("draws 2")
    # 100 for the three; caught: 9 and 4 in hand (15), 7 and 7 in the foot (10); 8 and 7 7.
    assert effects[1:] == [
        {"red_three": {"seat": 0, "replaced_by": None}}, {"points": [100 - 25, -20]},
    ]
    assert position.over


def test_HF8_the_discard_ends_the_turn():
    position = Position(["4 9", "8 J"], opened=(0,))
    assert position.legal() == discards("4 9")
    assert position.play("discards 9") == []
    state = position.as_json()
    assert (state["turn"], state["phase"], state["discard"]) == (1, "draw", ["K", "9"])


@pytest.mark.parametrize(
    ("hand", "top", "takes"),
    [("9 9 4", "9", True), ("9 2 4", "9", False), ("3B 3B 4", "3B", False), ("2 2 4", "2", False),
     ("JK JK 4", "JK", False), ("9 9 4", "8", False)],
)
def test_HF9_two_naturals_of_the_top_card(hand, top, takes):
    position = draws([hand, "8"], pile=f"5 {top}", opened=(0,))
    assert ("takes 2 cards of the pile" in position.legal()) == takes


def test_HF9_the_top_seven_cards():
    position = draws(["9 9 4", "8"], pile="5 6 7 8 10 J Q K 9", opened=(0,))
    assert position.play("takes 7 cards of the pile") == [
        {"picked_up": {"seat": 0, "cards": ["7", "8", "10", "J", "Q", "K", "9"]}}
    ]
    assert position.hand() == "4 7 8 10 J Q K"
    assert position.melds() == ["9 9 9"]
    assert position.as_json()["discard"] == ["5", "6"]


def test_HF9_pile_take_one_yields_the_top_card_alone():
    position = draws(["9 9 4", "8"], pile="5 6 9", opened=(0,), rules={"pile_take": 1})
    position.play("takes 1 card of the pile")
    assert position.hand() == "4"
    assert position.melds() == ["9 9 9"]


@pytest.mark.parametrize(("meld", "takes"), [("9 9 9 9", True), ("9 9 9 9 9", False)])
def test_HF9_an_open_meld_must_hold_at_most_four(meld, takes):
    position = draws(["9 9 4 5", "8"], pile="5 9", melds=[[meld]], opened=(0,))
    assert ("takes 2 cards of the pile" in position.legal()) == takes
    if takes:
        assert position.play("takes 2 cards of the pile")[1] == {
            "book": {"team": 0, "rank": "9", "clean": True}
        }


def test_HF9a_the_other_cards_lie_aside_until_the_minimum():
    # Nines taken: 30 of 50; the three Kings in hand bring 60. The Aces aside do not count.
    position = draws(["9 9 K K K 4", "8"], pile="A A A 5 9")
    position.play("takes 5 cards of the pile")
    state = position.as_json()
    assert (state["aside"], state["opening_points"]) == (["5", "A", "A", "A"], 30)
    assert position.hand() == "4 K K K"
    assert position.legal() == ["melds K K K"]  # no discard before the opening is done
    position.play("melds K K K")
    state = position.as_json()
    assert (state["aside"], state["opening_points"], state["opened"]) == ([], None, [True, False])
    assert position.hand() == "4 5 A A A"


def test_HF9a_cards_aside_cannot_bring_the_opening():
    position = draws(["9 9 4 5", "8"], pile="K K K 9")
    assert position.legal() == ["draws 2"]


def test_HF9a_three_that_reach_the_minimum_open_at_once():
    position = draws(["A A 4", "8"], pile="6 7 A")
    position.play("takes 3 cards of the pile")
    assert position.hand() == "4 6 7"
    assert position.as_json()["opened"] == [True, False]


def test_HF10_a_black_three_blocks_the_pile():
    position = Position(["3B 4", "9 9 5 6"], pile="9 9", opened=(0, 1))
    position.play("discards 3B")
    assert position.legal() == ["draws 2"]


def test_HF11_three_to_seven_of_a_rank_and_no_threes():
    held = "9 " * 8 + "3B 3B 3B"
    position = Position([held.strip(), "8"], opened=(0,))
    starts = [f"melds {' '.join(['9'] * n)}" for n in range(3, 8)]
    assert position.legal() == sorted(starts + discards("3B 9"))


@pytest.mark.parametrize(
    ("needs", "meld", "allowed"),
    [(4, "9 9 9", False), (4, "9 9 9 9", True), (4, "9 9 9 9 2 2", True), (3, "9 9 9", True),
     (3, "9 9 9 2 JK", False), (5, "9 9 9 9", False), (5, "9 9 9 9 9 2", True),
     (6, "9 9 9 9 9", False), (6, "9 9 9 9 9 9", True), (2, "9 9 2", False),
     (2, "9 9 9 2", True)],
)
def test_HF12_wild_cards_need_naturals_and_are_fewer(needs, meld, allowed):
    position = Position(
        ["2 JK 4 5", "8"], melds=[[meld]], opened=(0,), rules={"wild_needs_naturals": needs}
    )
    wild = ["adds 2 to the 9s", "adds JK to the 9s"]
    assert position.legal() == sorted(discards("2 JK 4 5") + (wild if allowed else []))


def test_HF12_with_two_a_meld_may_start_with_a_wild_card():
    position = Position(["9 9 2 JK 4", "8"], opened=(0,), rules={"wild_needs_naturals": 2})
    starts = ["melds 9 9 2", "melds 9 9 JK"]
    assert position.legal() == sorted(discards("9 2 JK 4") + starts)
    position.play("melds 9 9 JK")
    assert position.melds() == ["9 9 JK"]
    assert position.hand() == "4 2"


def test_HF13_seven_close_and_another_meld_may_start():
    position = Position(["9 9 9 9 4 5", "8"], melds=[["9 9 9 9 9 2"]], opened=(0,))
    assert "melds 9 9 9" not in position.legal()
    assert position.play("adds 9 to the 9s") == [{"book": {"team": 0, "rank": "9", "clean": False}}]
    assert position.legal() == sorted(["melds 9 9 9", *discards("9 4 5")])
    position.play("melds 9 9 9")
    assert position.as_json()["melds"][0] == [
        {"rank": "9", "natural": 6, "deuces": 1, "jokers": 0, "closed": True},
        {"rank": "9", "natural": 3, "deuces": 0, "jokers": 0, "closed": False},
    ]


def test_HF14_several_melds_open_together():
    position = Position(["9 9 9 4 4 4 4 2 5", "8"])  # 30 + 20 + 20 with the deuce: 70
    position.play("melds 9 9 9")
    assert position.as_json()["opening_points"] == 30
    assert position.as_json()["opened"] == [False, False]
    position.play("melds 4 4 4 4")
    assert position.as_json()["opened"] == [True, False]
    assert position.as_json()["opening_points"] is None


def test_HF14_minimum_zero_opens_with_the_first_meld():
    position = Position(["4 4 4 5 6", "8"], rules=FREE)
    position.play("melds 4 4 4")
    assert position.as_json()["opened"] == [True, False]


def test_HF14_a_book_s_bonus_does_not_count():
    position = Position(["4 4 4 4 4 4 4 5 6", "8"])  # 35 card points and a clean book
    assert position.legal() == discards("4 5 6")


def test_HF14_the_team_has_opened_for_both_partners():
    position = draws(["9 9 4", "8", "5 6", "7"], pile="J 9", opened=(0,), melds=[["A A A"]])
    assert "takes 2 cards of the pile" in position.legal()
    assert position.as_json()["opened"] == [True, False]


def test_HF13_a_clean_book_takes_no_more_cards():
    position = Position(["A 2 4", "8"], melds=[[CLEAN]], opened=(0,))
    assert position.legal() == discards("A 2 4")
