"""Johnny Bagel, clause by clause: a turn, the table, what a seat sees (JB-11 … JB-16)."""

import pytest

from tests.games.bagel_positions import GAME, Position

NONE = {"2": [], "10": [], "Joker": []}


# A turn.


def test_JB11_one_or_more_cards_of_one_rank_from_the_hand():
    position = Position(["5 7 7 K", "3"], up=["8 A", ""], pile="6")
    assert position.legal() == ["7", "7 7", "K"]
    assert position.play("7 7") == []
    assert (position["hands"][0], position["pile"], position["turn"]) == ("5 K", "6 7 7", 1)


def test_JB11_face_up_cards_wait_until_the_hand_is_empty():
    assert Position(["5", "3"], up=["8", ""], pile="6").legal() == ["take"]


def test_JB12_who_cannot_play_takes_the_pile_and_the_turn_is_over():
    position = Position(["3 5", "4"], pile="7 JK 9")
    assert position.legal() == ["take"]
    assert position.play("take") == [{"picked_up": {"seat": 0, "cards": ["7", "JK", "9"]}}]
    assert (position["hands"][0], position["pile"]) == ("3 5 7 9 JK", "")
    assert (position["turn"], position.legal()) == (1, ["4"])


def test_JB12_who_can_play_must():
    assert "take" not in Position(["3 9", "4"], pile="7").legal()


def test_JB12_voluntary_pickup():
    rules = {"voluntary_pickup": True}
    assert Position(["3 9", "4"], pile="7", **rules).legal() == ["9", "take"]
    assert Position(["", "4"], up=["9", ""], pile="7", **rules).legal() == ["up 9", "take"]
    assert Position(["3 9", "4"], **rules).legal() == ["3", "9"]  # there is no pile to take
    assert Position(["", "4"], down=["9", ""], pile="7", **rules).legal() == ["turn"]


def test_JB12_voluntary_pickup_during_again():
    position = Position(["2 9", "4"], pile="7", voluntary_pickup=True)
    position.play("2")
    assert (position["turn"], position.legal()) == (0, ["9", "take"])
    assert position.play("take") == [{"picked_up": {"seat": 0, "cards": ["7", "2"]}}]
    assert position["turn"] == 1


def test_JB12_who_is_stuck_during_again_takes_the_pile_and_the_turn_ends():
    position = Position(["8 5", "4"], pile="7", effects={**NONE, "8": ["again"]})
    assert position.play("8") == [{"again": True}]
    assert (position["turn"], position.legal()) == (0, ["take"])
    assert position.play("take") == [{"picked_up": {"seat": 0, "cards": ["7", "8"]}}]
    assert position["turn"] == 1


@pytest.mark.parametrize(("hand", "stock", "drawn"), [
    ("9 K K", "3 4 5", ["3"]), ("9 K", "3 4 5", ["3", "4"]), ("9", "3 4 5 6", ["3", "4", "5"]),
    ("9", "3 4", ["3", "4"]),
])  # fmt: skip
def test_JB13_the_turn_ends_with_a_draw_up_to_three(hand, stock, drawn):
    position = Position([hand, "4"], pile="7", stock=stock)
    assert position.play("9") == [{"draw": {"seat": 0, "cards": drawn}}]
    assert position["stock"] == " ".join(stock.split()[len(drawn) :])


def test_JB13_three_cards_left_or_no_stock_draw_nothing():
    assert Position(["9 K K K", "4"], pile="7", stock="3").play("9") == []
    assert Position(["9 K", "4"], pile="7").play("9") == []


def test_JB13_a_draw_also_after_a_pick_up():
    position = Position(["3", "4"], pile="7", stock="5 6 8")
    assert position.play("take") == [
        {"picked_up": {"seat": 0, "cards": ["7"]}}, {"draw": {"seat": 0, "cards": ["5"]}}
    ]
    assert position["hands"][0] == "3 5 7"


def test_JB13_with_again_the_draw_waits_for_the_turns_end():
    position = Position(["2 9 K", "4"], pile="7", stock="3 4 5")
    assert position.play("2") == [{"again": True}]
    assert position.play("9") == [{"draw": {"seat": 0, "cards": ["3", "4"]}}]


def test_JB13_an_again_play_that_empties_the_hand_draws_at_once():
    position = Position(["2", "4"], pile="7", stock="3 4 5 6")
    assert position.play("2") == [{"again": True}, {"draw": {"seat": 0, "cards": ["3", "4", "5"]}}]
    assert position.legal() == ["3", "4", "5"]
    last = Position(["2", "4"], pile="7", stock="3")
    assert last.play("2") == [{"again": True}, {"draw": {"seat": 0, "cards": ["3"]}}]


def test_JB13_without_a_stock_again_goes_on_from_the_table():
    position = Position(["2", "4"], up=["3 9", ""], pile="7")
    assert position.play("2") == [{"again": True}]
    assert (position["turn"], position.legal()) == (0, ["up 3", "up 9"])
    blind = Position(["2", "4"], down=["3 9", ""], pile="7")
    assert blind.play("2") == [{"again": True}]
    assert (blind["turn"], blind.legal()) == (0, ["turn"])
    assert blind.play("turn") == [{"turned": "3"}]


def test_JB13a_a_reversal_turns_before_the_next_is_found():
    position = Position(["JK 4", "5", "6"], pile="3")
    position.play("JK")
    assert position["turn"] == 2


def test_JB13a_skips_count_only_players_still_in():
    effects = {**NONE, "8": ["skip"]}
    position = Position(["8 9", "", "6", "7"], pile="3", out=[1], effects=effects)
    assert position.play("8") == [{"skip": [2]}]
    assert position["turn"] == 3


def test_JB13a_skipping_all_others_is_a_new_turn_after_the_draw():
    effects = {**NONE, "8": ["skip"]}
    position = Position(["8 9 K", "5"], pile="3", stock="4", effects=effects)
    assert position.play("8") == [{"draw": {"seat": 0, "cards": ["4"]}}, {"skip": [1]}]
    assert (position["turn"], position.legal()) == (0, ["9", "K"])


def test_JB13a_a_player_who_skips_and_goes_out_is_no_place():
    effects = {**NONE, "8": ["skip"]}
    position = Position(["8 8", "5", "6", "7"], pile="3", effects=effects)
    assert position.play("8 8") == [{"out": {"seat": 0, "place": 1}}, {"skip": [1, 2]}]
    assert position["turn"] == 3
    three = Position(["8 8 8", "5", "6"], pile="3", effects=effects)
    assert three.play("8 8 8") == [{"out": {"seat": 0, "place": 1}}, {"skip": [1, 2, 1]}]
    assert three["turn"] == 2


def test_JB13a_a_player_who_reverses_and_goes_out():
    position = Position(["JK", "5", "6"], pile="3")
    assert position.play("JK") == [{"reverse": True}, {"out": {"seat": 0, "place": 1}}]
    assert position["turn"] == 2


# The table.


def test_JB14_face_up_cards_in_any_order_one_or_more_of_a_rank():
    position = Position(["", "4"], up=["5 8 8", ""], down=["3 3", ""], pile="4")
    assert position.legal() == ["up 5", "up 8", "up 8 8"]
    assert position.play("up 8 8") == []
    assert (position["face_up"][0], position["face_down"][0]) == ("5", "3 3")


def test_JB14_no_face_up_card_fits_the_pile_goes_to_the_hand():
    position = Position(["", "4 K"], up=["5 8", ""], pile="9 J")
    assert position.legal() == ["take"]
    position.play("take")
    assert (position["hands"][0], position["face_up"][0]) == ("9 J", "5 8")
    position.play("K")
    assert position.legal() == ["take"]  # the hand comes first


def test_JB14_the_hand_must_be_empty_before_the_table():
    position = Position(["9", "4"], up=["5 9", ""], pile="8")
    assert position.legal() == ["9"]
    position.play("9")
    position.play("take")
    assert position.legal() == ["up 5", "up 9"]


def test_JB14_take_face_up_takes_one_of_your_choice():
    position = Position(["", "4"], up=["5 8 8", ""], pile="9 J", take_face_up=True)
    assert position.legal() == ["take 5", "take 8"]
    assert position.play("take 8") == [{"picked_up": {"seat": 0, "cards": ["9", "J", "8"]}}]
    assert (position["hands"][0], position["face_up"][0]) == ("8 9 J", "5 8")
    assert position.known(0) == "8 9 J"


def test_JB14_take_face_up_bears_on_the_face_up_phase_alone():
    assert Position(["3", "4"], up=["5", ""], pile="9", take_face_up=True).legal() == ["take"]


def test_JB14_take_face_up_with_voluntary_pickup():
    rules = {"take_face_up": True, "voluntary_pickup": True}
    position = Position(["", "4"], up=["5 J", ""], pile="9", **rules)
    assert position.legal() == ["up J", "take 5", "take J"]


def test_JB14_the_last_face_up_card_taken_leaves_the_face_down_ones():
    position = Position(["", "4"], up=["5", ""], down=["3", ""], pile="9", take_face_up=True)
    position.play("take 5")
    assert (position["hands"][0], position["face_up"][0], position["face_down"][0]) == (
        "5 9", "", "3"
    )


def test_JB15_a_turned_card_that_fits_is_played():
    position = Position(["", "4"], down=["8 K", ""], pile="7")
    assert position.legal() == ["turn"]
    assert position.play("turn") == [{"turned": "8"}]
    assert (position["pile"], position["face_down"][0], position["turn"]) == ("7 8", "K", 1)


def test_JB15_a_turned_card_that_does_not_fit_is_taken_with_the_pile_in_sight_of_all():
    position = Position(["", "4"], down=["5 K", ""], pile="7 9")
    assert position.play("turn") == [
        {"turned": "5"}, {"picked_up": {"seat": 0, "cards": ["7", "9", "5"]}}
    ]
    assert (position["hands"][0], position["pile"], position["turn"]) == ("5 7 9", "", 1)
    assert position.known(0) == "5 7 9"


def test_JB15_a_turned_special_acts():
    position = Position(["", "4"], down=["10 3", ""], pile="K")
    assert position.play("turn") == [{"turned": "10"}, {"burn": ["K", "10"]}, {"again": True}]
    assert (position["turn"], position.legal()) == (0, ["turn"])


def test_JB15_face_down_cards_wait_for_the_face_up_ones():
    assert Position(["", "4"], up=["9", ""], down=["K", ""], pile="7").legal() == ["up 9"]


def test_JB16_combine_adds_face_up_cards_of_the_same_rank():
    rules = {"up": ["8 8 K", ""], "pile": "7"}
    position = Position(["8 8", "4"], **rules, combine=True)
    assert position.legal() == ["8", "8 8", "both 8 8 8", "both 8 8 8 8"]
    assert position.play("both 8 8 8") == []
    assert (position["hands"][0], position["face_up"][0]) == ("", "8 K")
    assert position["pile"] == "7 8 8 8"
    assert Position(["8 8", "4"], **rules).legal() == ["8", "8 8"]


def test_JB16_combine_needs_an_empty_stock_and_a_hand_of_one_rank():
    up = ["8 K", ""]
    assert Position(["8", "4"], up=up, stock="3", combine=True).legal() == ["8"]
    assert Position(["8 9", "4"], up=up, combine=True).legal() == ["8", "9"]


def test_JB16_combine_also_as_the_opening_play():
    position = Position(["3 3 3", "4"], up=["3 K", ""], opening="3", combine=True)
    assert position.legal() == ["3", "3 3", "3 3 3", "both 3 3 3 3"]


def test_JB16_combine_may_go_out_or_complete_a_run():
    out = Position(["8", "4"], up=["8", ""], pile="7", combine=True)
    assert out.play("both 8 8")[-1] == {"out": {"seat": 0, "place": 1}}
    run = Position(["8", "4"], up=["8 8 K", ""], pile="7", combine=True, burn_run=3)
    assert run.play("both 8 8 8") == [{"burn": ["7", "8", "8", "8"]}, {"again": True}]
    assert run.legal() == ["up K"]


# What a seat sees.


def test_known_cards_are_those_taken_in_sight_of_all():
    position = Position(["3 3", "9"], pile="7 7", stock="4")
    position.play("take")
    assert position.known(0) == "7 7"  # not the 3s, which were in hand
    assert position["hands"][0] == "3 3 7 7"


def test_a_card_drawn_is_not_known():
    position = Position(["3", "9"], pile="7", stock="4")
    position.play("take")
    assert (position["hands"][0], position.known(0)) == ("3 4 7", "7")


@pytest.mark.parametrize(("played", "left"), [("7", "7 9"), ("7 7", "9"), ("7 7 7", "9"), ("8", "7 7 9")])
def test_a_play_lowers_the_known_count_but_not_below_0(played, left):
    position = Position(["7 7 7 8 9", "K"], known={0: "7 7 9"})
    position.play(played)
    assert position.known(0) == left


def test_CO08_a_view_is_the_table_ones_own_hand_and_the_rules():
    position = Position(["3 4", "9 J"], known={1: "9"}, down=["5", "6"])
    position.legal()
    view = position.table.places[1][0]
    assert GAME.view.names == ("table", "own", "rules")
    assert view.own.hand.tolist() == [0, 1, 1] + [0] * 11
    assert view.table.hand_n[:2].tolist() == [2, 2]
    assert view.table.known[1].tolist() == [0] * 7 + [1] + [0] * 6
    assert not {"stock", "face_down", "hand"} & set(GAME.table.names)
