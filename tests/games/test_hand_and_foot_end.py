"""Hand and Foot, clause by clause: the foot, going out, no dead ends, the end (HF-15 … HF-19)."""

import random

from tests.games.hand_and_foot_positions import (
    CLEAN,
    DIRTY,
    Position,
    all_melds,
    discards,
    draws,
)
from tests.reference import hand_and_foot as reference

BOOKS = [[CLEAN, DIRTY]]


def test_HF15_a_hand_played_out_by_melding_goes_on_with_the_foot():
    position = Position(["9 9 9", "8"], feet=["4 3R 5", "7 7"], stock="Q J", opened=(0,))
    assert position.play("melds 9 9 9") == [
        {"red_three": {"seat": 0, "replaced_by": "Q"}}, {"foot": 0},
    ]
    assert position.hand() == "4 5 Q"
    state = position.as_json()
    assert (state["turn"], state["feet"][0], state["in_foot"]) == (0, [], [True, False])
    assert position.legal() == discards("4 5 Q")


def test_HF15_by_the_discard_the_foot_is_for_the_next_turn():
    position = Position(["9", "8"], feet=["4 5", "7 7"], opened=(0,))
    assert position.play("discards 9") == [{"foot": 0}]
    assert (position.hand(), position.as_json()["turn"]) == ("4 5", 1)


def test_HF15_red_threes_of_a_foot_all_count_even_if_the_round_ends():
    position = Position(
        ["9 9 9", "8"], feet=["4 3R 3R", "7 7"], stock="", opened=(0,),
        rules={"red_three_points": 100},
    )
    # 30 melded, 200 for the threes, the 4 caught; 8, 7 and 7 on the other side.
    assert position.play("melds 9 9 9") == [
        {"red_three": {"seat": 0, "replaced_by": None}},
        {"red_three": {"seat": 0, "replaced_by": None}},
        {"foot": 0},
        {"points": [30 + 200 - 5, -20]},
    ]


def test_HF16_going_out_from_the_foot_with_both_books():
    position = Position(["4", "8"], in_foot=(0,), melds=BOOKS, opened=(0,))
    assert position.legal() == ["discards 4"]
    effects = position.play("discards 4")
    # Clean: 500 and 7 Aces (140); dirty: 300, 5 Kings (50) and 2 deuces (40).
    assert effects == [{"out": {"seat": 0}}, {"points": [500 + 140 + 300 + 90, -20]}]
    assert position.over


def test_HF16_not_from_the_hand():
    position = Position(["4", "8"], melds=BOOKS, opened=(0,))
    assert position.play("discards 4") == [{"foot": 0}]


def test_HF16a_the_last_card_may_not_be_melded():
    position = Position(["K 4", "8"], in_foot=(0,), melds=[[CLEAN, DIRTY, "4 4 4"]], opened=(0,))
    assert position.legal() == sorted(["adds 4 to the 4s", *discards("K 4")])
    position.play("adds 4 to the 4s")
    assert position.legal() == ["discards K"]


def test_HF16a_without_the_books_two_cards_must_be_left():
    position = Position(["4 4 K", "8"], in_foot=(0,), melds=[[CLEAN, "4 4 4"]], opened=(0,))
    position.play("adds 4 to the 4s")
    assert position.legal() == discards("4 K")
    position.play("discards K")
    assert position.hand() == "4"


def test_HF16a_the_book_that_a_move_closes_counts():
    position = Position(
        ["2 4", "8"], in_foot=(0,), melds=[[CLEAN, "9 9 9 9 9 9"]], opened=(0,)
    )
    assert position.legal() == sorted(["adds 2 to the 9s", *discards("2 4")])
    position.play("adds 2 to the 9s")
    assert position.play("discards 4")[0] == {"out": {"seat": 0}}


def test_HF16a_taking_the_pile_leaves_enough():
    short = draws(["9 9", "8"], in_foot=(0,), pile="9", melds=BOOKS, opened=(0,))
    assert short.legal() == ["draws 2"]
    one = draws(["9 9", "8"], in_foot=(0,), pile="5 9", melds=BOOKS, opened=(0,))
    assert one.legal() == ["draws 2", "takes 2 cards of the pile"]
    two = draws(["9 9", "8"], in_foot=(0,), pile="5 9", melds=[[CLEAN]], opened=(0,))
    assert two.legal() == ["draws 2"]


def test_HF16a_an_opening_begun_can_be_completed():
    # 4s: 15, 9s: 40 and a deuce on four of them: 20. Three 9s leave 15 + 30: too few, and the
    # fourth 9 joins them: all right. Without the deuce 55 is the most.
    position = Position(["4 4 4 9 9 9 9 2", "8"], rules={"minimums": [75]})
    melds = ["melds 4 4 4", "melds 9 9 9", "melds 9 9 9 9"]
    assert position.legal() == sorted(melds + discards("4 9 2"))
    unreachable = Position(["4 4 4 9 9 9 9 2", "8"], rules={"minimums": [76]})
    assert unreachable.legal() == discards("4 9 2")


def test_HF16a_a_natural_may_not_take_the_place_of_the_wild_card_that_is_needed():
    # Six 9s are 60, the Kings 30, the seventh 9 is 10, the deuce in its place 20.
    hand, melds = "9 2 K K K", [["9 9 9 9 9 9"]]
    either = Position([hand, "8"], melds=melds, rules={"minimums": [100]})
    assert either.legal() == ["adds 2 to the 9s", "adds 9 to the 9s", "melds K K K"]
    deuce = Position([hand, "8"], melds=melds, rules={"minimums": [110]})
    assert deuce.legal() == ["adds 2 to the 9s", "melds K K K"]
    deuce.play("melds K K K")
    assert deuce.legal() == ["adds 2 to the 9s"]


def test_HF17_a_bonus_for_going_out():
    position = Position(
        ["4", "8"], in_foot=(0,), melds=BOOKS, opened=(0,), rules={"going_out_bonus": 100}
    )
    assert position.play("discards 4")[1] == {"points": [1030 + 100, -20]}


def test_HF18_a_second_card_that_is_missing_ends_the_round():
    position = draws(["9", "8"], stock="Q")
    # 9, Q and the foot's 7s; 8 and 7s.
    assert position.play("draws 2") == [
        {"draw": {"seat": 0, "cards": ["Q"]}}, {"points": [-30, -20]},
    ]


def test_HF18_an_empty_stock_ends_the_round_with_the_discard_before():
    position = Position(["9 4", "8 J"], stock="", opened=(0, 1))
    assert position.play("discards 9") == [{"points": [-15, -30]}]


def test_HF18_with_an_empty_stock_the_pile_may_still_be_taken():
    position = Position(["9 4", "9 9 J"], stock="", opened=(0, 1))
    assert position.play("discards 9") == []
    assert position.legal() == ["draws 2", "takes 2 cards of the pile"]
    assert position.play("draws 2") == [{"points": [-15, -40]}]


def test_HF18_can_be_taken_means_a_legal_take():
    position = Position(["9 4", "9 9 J"], stock="", opened=(0,))  # 30 of 50, and no more
    assert "points" in position.play("discards 9")[0]


def test_HF18_reshuffle_when_a_draw_finds_no_stock_and_never_earlier():
    position = Position(
        ["9 4", "8 J"], stock="", pile="5 6 Q", opened=(0, 1), rules={"stock_end": "reshuffle"}
    )
    assert position.play("discards 9") == []
    assert position.as_json()["stock"] == []
    reshuffle, draw = position.play("draws 2")
    assert sorted(reshuffle["reshuffle"]) == ["5", "6", "Q"]
    assert draw == {"draw": {"seat": 1, "cards": reshuffle["reshuffle"][:2]}}
    assert position.as_json()["discard"] == ["9"]


def test_HF19_a_red_three_in_a_foot_counts_its_card_points():
    position = draws(
        ["9", "8"], feet=["3R 7", "7 7"], stock="", rules={"card_points": {"3": 40}}
    )
    assert position.play("draws 2") == [{"points": [-10 - 40 - 5, -20]}]


def test_HF16a_every_move_offered_can_be_completed_and_no_other_is_withheld():
    rng = random.Random(16)
    offered_n = withheld_n = 0
    for _ in range(600):
        held = " ".join(rng.choices(["4", "9", "9", "A", "2", "JK"], k=rng.randint(4, 7)))
        rules = {
            "minimums": [rng.choice([50, 70, 90, 120])],
            "wild_needs_naturals": rng.choice([2, 2, 3, 4]),
            "need_clean": rng.randint(0, 1), "need_dirty": 0,
        }
        opened = (0,) if rng.random() < 0.5 else ()
        in_foot = (0,) if opened and rng.random() < 0.6 else ()  # nobody gets there unopened
        melds = [["9 9 9 9 9 9"]] if opened else []

        def make(held=held, rules=rules, in_foot=in_foot, opened=opened, melds=melds):
            return Position([held, "8"], in_foot=in_foot, opened=opened, melds=melds, rules=rules)

        position = make()
        position.legal()
        offered = [move for move in position.offered() if "discard" not in move]
        for move in offered:
            after = make().as_reference()
            after.play(move)
            assert after.turn != 0 or after.over or reference.can_complete(after), (held, move)
        within_the_rules = set(map(repr, _laid_in_time(make(), held)))
        for move in all_melds(held):
            if move not in offered and repr(move) in within_the_rules:
                after = make().as_reference()
                after.play(move)
                assert not reference.can_complete(after), (held, move)
                withheld_n += 1
        offered_n += len(offered)
    assert offered_n > 500
    assert withheld_n > 100


def _laid_in_time(position, held):
    """Return the melds that HF-11 to HF-13 allow, whatever is left afterwards."""
    state = position.as_json()
    needs = position.table.effective["wild_needs_naturals"]
    open_melds = {meld["rank"]: meld for meld in state["melds"][0] if not meld["closed"]}
    for move in all_melds(held):
        (kind, laid), *_ = move.items()
        meld = open_melds.get(laid["rank"])
        if kind == "meld":
            if meld is None and laid["natural"] <= 7 and ("wild" not in laid or needs == 2):
                yield move
        elif meld is not None:
            wilds = meld["deuces"] + meld["jokers"] + ("wild" in laid)
            naturals = meld["natural"] + laid.get("natural", 0)
            if "wild" not in laid or (naturals >= needs and wilds < naturals):
                yield move
