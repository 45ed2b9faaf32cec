"""Hand-checked positions, proofs on small hands, and self-played games.

Rules are the defaults for two players where a test does not say otherwise.
"""

import random

import pytest

from .hand_and_foot import Mismatch, can_complete, effective
from .hand_and_foot_cards import number_of_teams, places_wins_losses
from .hand_and_foot_melding import most_meldable
from .hand_and_foot_positions import (
    BOOKS,
    FOOT,
    OPEN,
    TAKE,
    all_hands,
    laying,
    meld,
    most_by_brute_force,
    moves_that_complete,
    position,
    positions_of_a_turn,
    random_position,
    take,
    texts,
)  # fmt: skip

# ---- clauses, checked by hand


def test_HF1_teams():
    counts = {n: number_of_teams(effective({}, n), n) for n in range(2, 7)}
    assert counts == {2: 2, 3: 3, 4: 2, 5: 5, 6: 3}
    assert number_of_teams(effective({"six_as": "two_teams"}, 6), 6) == 2


def test_HF6_draw_two_cards_in_one_move():
    table = position("9 K", phase="draw", stock=["A", "4", "5"])
    assert table.legal() == [{"draw": 2}]
    assert table.play({"draw": 2}) == [{"draw": {"seat": 0, "cards": ["A", "4"]}}]
    assert table.state()["hands"][0] == ["4", "9", "K", "A"]
    assert (table.turn, table.phase, table.stock) == (0, "meld", ["5"])


def test_HF7_red_threes_are_laid_and_replaced_one_by_one():
    table = position("9", phase="draw", stock=["3R", "4", "3R", "5", "6"])
    assert table.play({"draw": 2}) == [
        {"draw": {"seat": 0, "cards": ["3R", "4"]}},
        {"red_three": {"seat": 0, "replaced_by": "3R"}},
        {"red_three": {"seat": 0, "replaced_by": "5"}},
    ]
    assert (table.hands[0], table.red_threes, table.stock) == (["9", "4", "5"], [2, 0], ["6"])


def test_HF7_a_red_three_without_a_replacement_counts_and_ends_the_round():
    table = position("9", phase="draw", stock=["4", "3R"], rules={"red_three_points": 100})
    assert table.play({"draw": 2}) == [
        {"draw": {"seat": 0, "cards": ["4", "3R"]}},
        {"red_three": {"seat": 0, "replaced_by": None}},
        # 100 for the three, less 9 and 4 in hand (15), 7 and 8 in the foot (15).
        {"points": [100 - 15 - 15, -10 - 15]},
    ]
    assert table.over


def test_HF9_two_naturals_of_the_top_card():
    assert take(position("9 9", discard=["4", "9"], **TAKE))
    assert not take(position("9 2 JK", discard=["4", "9"], **TAKE))
    assert not take(position("9 9", discard=["9", "4"], **TAKE))
    assert not take(position("2 2 2", discard=["4", "2"], **TAKE))
    assert not take(position("JK JK JK", discard=["4", "JK"], **TAKE))


def test_HF9_the_open_meld_must_hold_at_most_four():
    assert take(position("9 9 4", discard=["9"], melds=[[meld("9", 4)], []], **TAKE))
    assert not take(position("9 9 4", discard=["9"], melds=[[meld("9", 4, 1)], []], **TAKE))
    assert take(position("9 9 4", discard=["9"], melds=[[meld("9", 7)], []], **TAKE))


def test_HF9_the_move_melds_three_and_takes_seven():
    pile = ["K", "4", "5", "6", "7", "8", "10", "9"]
    table = position("9 9 A", discard=pile, melds=[[meld("9", 4)], []], **TAKE)
    assert table.legal() == [{"draw": 2}, {"take_pile": 7}]
    assert table.play({"take_pile": 7}) == [
        {"picked_up": {"seat": 0, "cards": pile[1:]}},
        {"book": {"team": 0, "rank": "9", "clean": True}},
    ]
    assert table.state()["hands"][0] == ["4", "5", "6", "7", "8", "10", "A"]
    assert (table.discard, table.melds[0]) == (["K"], [meld("9", 7)])


def test_HF9a_cards_lie_aside_until_the_minimum_is_reached():
    table = position("9 9 K K K K", phase="draw", discard=["K", "4", "9"])
    table.play({"take_pile": 3})  # 30 points
    assert (table.aside, table.opening_points, table.opened) == (["K", "4"], 30, [False, False])
    # The king aside is not in hand: the meld is of three or four, and no discard.
    assert texts(table.legal()) == {"meld Kx3", "meld Kx4"}
    table.play({"meld": {"rank": "K", "natural": 3}})  # 60 points
    assert (table.aside, table.opening_points, table.opened) == ([], None, [True, False])
    assert table.state()["hands"][0] == ["4", "K", "K"]


def test_HF9a_cards_aside_cannot_reach_the_minimum():
    # 30 points of nines; the third king would have to come from the six cards.
    assert not take(position("9 9 K K 4", phase="draw", discard=["K", "9"]))


def test_HF9a_a_hand_is_not_played_out_while_cards_lie_aside():
    table = position("9 9 K K K", phase="draw", discard=["4", "9"])
    table.play({"take_pile": 2})
    assert table.play({"meld": {"rank": "K", "natural": 3}}) == []
    assert (table.hands[0], table.in_foot[0]) == (["4"], False)


def test_HF10_a_black_three_blocks_the_pile():
    assert not take(position("3B 3B 3B", discard=["9", "3B"], **TAKE))


def test_HF11_melds_of_three_to_seven_naturals_and_never_threes():
    table = position("9 " * 8 + "K K 3B 3B 3B", **OPEN)
    assert laying(table) == {f"meld 9x{k}" for k in range(3, 8)}


def test_HF12_wild_cards_need_four_naturals():
    hand = "2 JK 4 4"
    assert laying(position(hand, melds=[[meld("9", 3)], []], **OPEN)) == set()
    assert laying(position(hand, melds=[[meld("9", 4)], []], **OPEN)) == {"add 9+2", "add 9+JK"}
    assert laying(position(hand, melds=[[meld("9", 4, 2)], []], **OPEN)) == {"add 9+2", "add 9+JK"}


@pytest.mark.parametrize(
    ("needs", "on_table", "allowed"),
    [
        (2, (2, 1), False),  # two wilds are not fewer than two naturals
        (2, (3, 1), True),
        (3, (3, 2), False),
        (5, (4, 0), False),
        (5, (5, 1), True),
        (6, (5, 0), False),
        (6, (6, 0), True),
    ],
)
def test_HF12_wild_needs_naturals(needs, on_table, allowed):
    rules = {"wild_needs_naturals": needs}
    table = position("2 4 5", rules=rules, melds=[[meld("9", *on_table)], []], **OPEN)
    assert laying(table) == ({"add 9+2"} if allowed else set())


def test_HF12_two_naturals_and_a_wild_card_start_a_meld():
    assert laying(position("9 9 2 JK", **OPEN)) == set()
    table = position("9 9 2 JK", rules={"wild_needs_naturals": 2}, **OPEN)
    assert laying(table) == {"meld 9x2+2", "meld 9x2+JK"}
    table.play({"meld": {"rank": "9", "natural": 2, "wild": "JK"}})
    assert table.melds[0] == [meld("9", 2, 0, 1)]


def test_HF13_a_book_is_closed_and_another_meld_may_be_started():
    table = position("9 9 9 9 2", melds=[[meld("9", 4, 2)], []], **OPEN)
    assert laying(table) == {"add 9", "add 9+2"}
    effects = table.play({"add": {"rank": "9", "natural": 1}})
    assert effects == [{"book": {"team": 0, "rank": "9", "clean": False}}]
    assert laying(table) == {"meld 9x3"}
    table.play({"meld": {"rank": "9", "natural": 3}})
    assert table.melds[0] == [meld("9", 5, 2), meld("9", 3)]


def test_HF14_melds_of_one_turn_count_together():
    table = position("9 9 9 9 2 4")  # 40 and 20
    table.play({"meld": {"rank": "9", "natural": 4}})
    assert (table.opening_points, table.opened[0]) == (40, False)
    assert texts(table.legal()) == {"add 9+2"}
    table.play({"add": {"rank": "9", "wild": "2"}})
    assert (table.opening_points, table.opened[0]) == (None, True)
    assert texts(table.legal()) == {"discard 4"}


def test_HF14_a_book_does_not_count_and_minimum_0_opens_at_once():
    assert laying(position("4 " * 7 + "5")) == set()  # 35 points and a bonus of 500
    table = position("4 4 4 5", rules={"minimums": [0]})
    table.play({"meld": {"rank": "4", "natural": 3}})
    assert (table.opening_points, table.opened[0]) == (None, True)


def test_HF15_by_melding_the_foot_is_taken_up_at_once():
    table = position("9 9 9", feet=[["3R", "8", "3R"], ["7", "8"]], stock=["K", "Q", "J"], **OPEN)
    assert table.play({"meld": {"rank": "9", "natural": 3}}) == [
        {"red_three": {"seat": 0, "replaced_by": "K"}},
        {"red_three": {"seat": 0, "replaced_by": "Q"}},
        {"foot": 0},
    ]
    assert (table.state()["hands"][0], table.feet[0]) == (["8", "Q", "K"], [])
    assert (table.in_foot, table.red_threes, table.turn) == ([True, False], [2, 0], 0)


def test_HF15_by_the_discard_the_foot_is_for_the_next_turn():
    table = position("9", **OPEN)
    assert table.play({"discard": "9"}) == [{"foot": 0}]
    assert (table.hands[0], table.turn, table.phase) == (["7", "8"], 1, "draw")


def test_HF15_red_threes_of_a_foot_count_though_the_round_ends():
    table = position("9", feet=[["3R", "3R"], ["7", "8"]], stock=["K"], **OPEN)
    assert table.play({"discard": "9"}) == [
        {"red_three": {"seat": 0, "replaced_by": "K"}},
        {"red_three": {"seat": 0, "replaced_by": None}},
        {"foot": 0},
        {"points": [2 * 5 - 10, -10 - 15]},  # a king is left
    ]


def test_HF16_going_out_needs_the_books_and_a_last_discard():
    table = position("9", melds=[list(BOOKS), []], rules={"going_out_bonus": 100}, **FOOT)
    assert table.legal() == [{"discard": "9"}]
    assert table.play({"discard": "9"}) == [
        {"out": {"seat": 0}},
        # Seven kings 70 + 500; four queens, two deuces, a Joker 130 + 300; HF-17: 100.
        {"points": [570 + 430 + 100, -25]},
    ]
    assert position("9", melds=[[meld("K", 7)], []], **FOOT).legal() == []


def test_HF16a_cards_that_must_be_left_in_the_foot():
    # Without the books two cards must stay, with them one; in the hand none.
    assert laying(position("9 9 9 4", **FOOT)) == set()
    assert laying(position("9 9 9 4 4", **FOOT)) == {"meld 9x3"}
    assert laying(position("9 9 9 4", melds=[list(BOOKS), []], **FOOT)) == {"meld 9x3"}
    assert laying(position("9 9 9", melds=[list(BOOKS), []], **FOOT)) == set()
    assert laying(position("9 9 9", **OPEN)) == {"meld 9x3"}


def test_HF16a_the_book_that_the_move_closes_counts():
    melds = [[meld("K", 7), meld("Q", 4, 2)], []]
    assert laying(position("Q 4", melds=melds, **FOOT)) == {"add Q"}
    melds = [[meld("K", 7), meld("Q", 4, 1)], []]
    assert laying(position("Q 4", melds=melds, **FOOT)) == set()


def test_HF16a_a_take_counts_the_cards_that_it_brings():
    foot = {**FOOT, "phase": "draw"}
    assert not take(position("9 9", discard=["4", "9"], **foot))  # one card left
    assert take(position("9 9", discard=["4", "5", "9"], **foot))  # two
    assert take(position("9 9", discard=["4", "9"], melds=[list(BOOKS), []], **foot))


def test_HF16a_an_unopened_team_must_be_able_to_reach_the_minimum():
    assert laying(position("9 9 9 4 4")) == set()  # 30
    assert laying(position("9 9 9 4 4 4")) == set()  # 45
    assert laying(position("9 9 9 8 8 8")) == {"meld 9x3", "meld 8x3"}  # 60
    # A Joker may join four nines, not three: 90 points, or 30.
    assert laying(position("9 9 9 9 JK")) == {"meld 9x3", "meld 9x4"}
    assert laying(position("9 9 9 JK")) == set()
    # The foot does not count: nothing is left in hand after 45 points.
    assert laying(position("9 9 9 4 4 4", feet=[["A"] * 4, ["4", "4"]])) == set()


def test_HF16a_a_take_is_tested_with_its_three_cards_in():
    assert take(position("9 9 8 8 8", phase="draw", discard=["9"]))  # 30 + 30
    assert not take(position("9 9 8 8 4", phase="draw", discard=["8", "9"]))  # 30
    assert take(position("A A 4", phase="draw", discard=["A"]))  # 60


def test_HF18_no_stock_at_the_start_of_a_turn():
    table = position("9 K", stock=[], discard=["4"])
    # Nothing to take: the round ends as part of the discard.
    assert table.play({"discard": "9"}) == [{"points": [-10 - 15, -10 - 15]}]
    hands = [["9", "K"], ["9", "9", "8", "8", "8"]]
    table = position("", stock=[], discard=["4"], hands=hands)
    assert table.play({"discard": "9"}) == []
    assert table.legal() == [{"draw": 2}, {"take_pile": 2}]
    assert table.play({"draw": 2}) == [{"points": [-25, -65]}]
    # HF-16a: the same pile cannot be taken where 50 points are out of reach.
    table = position("", stock=[], discard=["4"], hands=[["9", "K"], ["9", "9", "8", "8"]])
    assert table.play({"discard": "9"}) == [{"points": [-25, -55]}]


def test_HF18_a_second_card_that_is_not_there_ends_the_round():
    table = position("9", phase="draw", stock=["K"], discard=["4", "5", "6"])
    assert table.play({"draw": 2}) == [
        {"draw": {"seat": 0, "cards": ["K"]}},
        {"points": [-35, -25]},
    ]


def test_HF18_reshuffle_as_part_of_the_draw():
    rules = {"stock_end": "reshuffle"}
    table = position("9", rules=rules, phase="draw", stock=["K"], discard=["4", "5", "6"])
    assert table.play({"draw": 2}, [{"reshuffle": ["5", "4"]}]) == [
        {"reshuffle": ["5", "4"]},
        {"draw": {"seat": 0, "cards": ["K", "5"]}},
    ]
    assert (table.stock, table.discard) == (["4"], ["6"])
    table = position("9", rules=rules, phase="draw", stock=["K"], discard=["4", "5", "6"])
    with pytest.raises(Mismatch, match="cards reshuffled"):
        table.play({"draw": 2}, [{"reshuffle": ["5", "6"]}])


def test_HF19_melds_red_threes_and_cards_left_of_the_whole_team():
    # Seats 0 and 2 are a team; a red three in the foot costs its 5 points.
    hands = [["9", "JK"], ["A"], ["3B", "2"], ["4"]]
    feet = [["3R", "K"], ["7"], [], ["8"]]
    melds = [[meld("9", 5, 2), meld("A", 3)], []]
    table = position(
        "", 4, hands=hands, feet=feet, melds=melds, red_threes=[3, 1], stock=[], phase="draw",
        opened=[True, False], scores=[1000, 5],
    )  # fmt: skip
    table.play({"draw": 2})
    gained = 300 + 50 + 40 + 60 + 15 - (60 + 25 + 15)
    assert table.scores == [1000 + gained, 5 + 5 - (20 + 5 + 5 + 10)]


def test_CO7_shared_places():
    assert places_wins_losses([5, 5, 1]) == [(1, 0.5, 0), (1, 0.5, 0), (3, 0, 1)]
    assert places_wins_losses([7, 7]) == [(1, 0.5, 0.5)] * 2


# ---- HF-16a proved by brute force


def test_HF16a_most_meldable_is_the_most_of_all_ways():
    rng = random.Random(16)
    for _ in range(300):
        table = random_position(rng)
        hand, melds = table.hand, table.melds[0]
        assert most_meldable(table.rules, hand, melds) == most_by_brute_force(table.rules, hand, melds), (hand, melds)


@pytest.mark.parametrize("needs", [2, 3, 4])
@pytest.mark.parametrize("fields", [{}, OPEN, FOOT, {**FOOT, "melds": [BOOKS[:1], []]}])
def test_HF16a_every_hand_of_five_cards(needs, fields):
    rules = {"wild_needs_naturals": needs, "need_dirty": 0, "minimums": [70]}
    for hand in all_hands(["3B", "9", "A", "2"], 5):
        for on_table in ([], [meld("9", 5, 1)] if fields else []):
            melds = [*fields.get("melds", [[]])[0], *on_table]
            table = position(hand, rules=rules, **{**fields, "melds": [melds, []]})
            assert texts(table.legal()) == texts(moves_that_complete(table)), hand


def test_HF16a_an_opening_may_not_count_on_the_foot():
    # HF-14 alone would let 45 points be completed with the aces of the foot.
    table = position("9 9 9 4 4 4", feet=[["A", "A", "A", "4"], ["7", "8"]])
    assert can_complete(table, through_foot=True)
    assert texts(table.legal()) == {"discard 4", "discard 9"}
    assert texts(moves_that_complete(table)) == {"discard 4", "discard 9"}


def test_HF16a_random_turns_move_by_move():
    rng = random.Random(161)
    for _ in range(250):
        for table in positions_of_a_turn(random_position(rng), rng):
            assert texts(table.legal()) == texts(moves_that_complete(table)), table.state()
            assert table.phase == "draw" or not table.legal() or can_complete(table)
