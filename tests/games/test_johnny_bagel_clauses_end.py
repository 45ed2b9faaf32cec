"""Johnny Bagel, clause by clause: going out, several deals, what all games share (JB-17 …, CO-…)."""

import pytest

from cardsim.engine.discovery import find_strategy
from cardsim.engine.driver import FINISHED, UNFINISHED
from cardsim.engine.options import parse
from cardsim.engine.table import Player, Table
from tests.games.bagel_positions import GAME, Dealt, Position, played

NONE = {"2": [], "10": [], "Joker": []}
NO_SPECIAL_FINISH = {"special_finish": False}


# Going out.


def test_JB17_the_last_card_played_takes_its_player_out():
    position = Position(["9", "4", "5"], pile="7")
    assert position.play("9") == [{"out": {"seat": 0, "place": 1}}]
    assert (position["out"], position["turn"]) == ([0], 1)


def test_JB17_out_from_the_table_and_as_a_turned_card():
    up = Position(["", "4", "5"], up=["9 9", "", ""], pile="7", out=[], turn=0)
    assert up.play("up 9 9") == [{"out": {"seat": 0, "place": 1}}]
    down = Position(["", "4", "5"], down=["9", "", ""], pile="7")
    assert down.play("turn") == [{"turned": "9"}, {"out": {"seat": 0, "place": 1}}]


def test_JB17_cards_anywhere_keep_a_player_in():
    assert Position(["9", "4"], pile="7", stock="3").play("9") == [
        {"draw": {"seat": 0, "cards": ["3"]}}
    ]
    assert Position(["9", "4"], up=["3", ""], pile="7").play("9") == []
    assert Position(["9", "4"], down=["3", ""], pile="7").play("9") == []


def test_JB17_an_again_passes_to_the_next_player():
    position = Position(["2", "4", "5"], pile="7")
    assert position.play("2") == [{"out": {"seat": 0, "place": 1}}]
    assert (position["turn"], position.asks, position.legal()) == (1, "", ["4"])


def test_JB17_players_who_are_out_are_passed_over():
    position = Position(["9", "", "5 6"], pile="7", out=[1])
    assert position.play("9") == [{"out": {"seat": 0, "place": 2}}]
    assert position["out"] == [1, 0]


def test_JB18_the_deal_ends_when_one_player_has_cards_left():
    position = Position(["9", "", "5 6"], pile="7", out=[1])
    position.play("9")
    assert position.advance() == FINISHED
    _, seats = position.results()
    assert seats["place"].tolist() == [2, 1, 3]
    assert seats["bagels"].tolist() == [0, 0, 1]


def test_JB18_with_three_in_it_goes_on():
    position = Position(["9", "4", "5"], pile="7")
    position.play("9")
    assert position.legal() == ["take"]


def test_JB19_no_going_out_on_a_special():
    assert Position(["2", "4"], pile="7").legal() == ["2"]
    assert Position(["2", "4"], pile="7", **NO_SPECIAL_FINISH).legal() == ["take"]
    two = Position(["2 2", "4"], pile="7", **NO_SPECIAL_FINISH)
    assert two.legal() == ["2"]  # not both
    up = Position(["", "4"], up=["10 10", ""], pile="7", **NO_SPECIAL_FINISH)
    assert up.legal() == ["up 10"]


def test_JB19_any_effect_makes_a_special_a_run_does_not():
    rules = {"effects": {**NONE, "9": ["reverse"]}, "burn_run": 3, **NO_SPECIAL_FINISH}
    assert Position(["9", "4"], pile="7", **rules).legal() == ["take"]
    run = Position(["8", "4"], pile="8 8", **rules)
    assert run.play("8") == [{"burn": ["8", "8", "8"]}, {"out": {"seat": 0, "place": 1}}]


def test_JB19_holds_with_combine_too():
    rules = {"combine": True, **NO_SPECIAL_FINISH}
    assert Position(["2", "4"], up=["2", ""], pile="7", **rules).legal() == ["2"]
    assert Position(["2", "4"], up=["2 2 K", ""], pile="7", **rules).legal() == [
        "2", "both 2 2", "both 2 2 2"
    ]


@pytest.mark.parametrize("more", [
    {"stock": "3"}, {"up": ["5", ""]}, {"down": ["5", ""]}, {"pile": "", "asks": ""},
])  # fmt: skip
def test_JB19_does_not_hold_with_cards_left_or_to_come_or_on_an_empty_pile(more):
    assert Position(["2", "4"], **{"pile": "7", **more}, **NO_SPECIAL_FINISH).legal() == ["2"]


def test_JB19_holds_on_a_pile_that_was_reset():
    position = Position(["2 2", "4"], pile="7", **NO_SPECIAL_FINISH)
    position.play("2")
    assert (position.asks, position.legal()) == ("", ["take"])


def test_JB19_a_burn_clears_the_way():
    position = Position(["10 JK", "4", "5"], pile="7", **NO_SPECIAL_FINISH)
    position.play("10")
    assert position.legal() == ["JK"]
    assert position.play("JK")[-1] == {"out": {"seat": 0, "place": 1}}


def test_JB19_as_the_last_face_down_card_it_counts_as_unplayable():
    position = Position(["", "4"], down=["2", ""], pile="7", **NO_SPECIAL_FINISH)
    assert position.play("turn") == [
        {"turned": "2"}, {"picked_up": {"seat": 0, "cards": ["7", "2"]}}
    ]
    assert (position["hands"][0], position["turn"]) == ("2 7", 1)
    empty = Position(["", "4"], down=["2", ""], **NO_SPECIAL_FINISH)
    assert empty.play("turn") == [{"turned": "2"}, {"out": {"seat": 0, "place": 1}}]
    one_of_two = Position(["", "4"], down=["2 5", ""], pile="7", **NO_SPECIAL_FINISH)
    assert one_of_two.play("turn") == [{"turned": "2"}, {"again": True}]


# Several deals.


def test_JB20_the_bagel_deals_the_next_deal():
    position = Position(["9", "", "5 6"], pile="7", out=[1], deals=2, exchange=False,
                        starter="left_of_dealer")
    position.state.hidden.first_dealer, position.state.hidden.first_seat = 0, 1
    position.play("9")
    position.next_deal()
    assert (position["dealer"], position["turn"], position["direction"]) == (2, 0, 1)
    game, _ = position.results()
    assert (game.dealer, game.first_seat) == (0, 1)  # the results name those of the first deal
    assert (position["out"], position["pile"], position["burnt"]) == ([], "", "")
    assert [len(hand.split()) for hand in position["hands"]] == [3, 3, 3]


@pytest.mark.parametrize("board", range(3))
def test_JB20_deal_after_deal(board):
    told = played(["random", "lowest", "lowest"], board, deals=4)
    before, bagels = told["initial"], [0, 0, 0]
    for event in told["events"]:
        if "new_deal" in event:
            (loser,) = {0, 1, 2} - set(before["out"])
            bagels[loser] += 1
            assert event["dealer"] == event["state"]["dealer"] == loser
        before = event["state"]
    (loser,) = {0, 1, 2} - set(before["out"])
    bagels[loser] += 1
    assert [row["score"] for row in told["result"]] == bagels
    assert sum(bagels) == 4


def test_JB20_the_score_is_the_number_of_bagels_and_lower_is_better():
    position = Position(["9", "", "5 6"], pile="7", out=[1], deals=3)
    position.state.table.bagels[:3] = 1, 0, 1
    position.play("9")  # seat 2 is the Bagel a second time
    _, seats = position.results()
    assert seats["score"].tolist() == [1, 0, 2]
    assert seats["place"].tolist() == [2, 1, 3]
    assert (seats["wins"].tolist(), seats["loses"].tolist()) == ([0, 1, 0], [0, 0, 1])


def test_JB20_with_one_deal_the_survivors_share_the_win():
    position = Position(["9", "", "5 6", ""], pile="7", out=[3, 1])
    position.play("9")
    game, seats = position.results()
    assert seats["place"].tolist() == [3, 2, 4, 1]
    assert seats["mean_out"].tolist() == [3, 2, 4, 1]
    assert seats["wins"].tolist() == pytest.approx([1 / 3, 1 / 3, 0, 1 / 3])
    assert seats["loses"].tolist() == [0, 0, 1, 0]
    assert game.bagel == 2


def test_CO07_places_and_shares_of_equal_scores():
    position = Position(["9", "", "5 6", ""], pile="7", out=[3, 1], deals=4)
    position.state.table.bagels[:4] = 2, 0, 1, 0
    position.play("9")
    _, seats = position.results()
    assert seats["score"].tolist() == [2, 0, 2, 0]
    assert seats["place"].tolist() == [3, 1, 3, 1]
    assert seats["wins"].tolist() == [0, 0.5, 0, 0.5]
    assert seats["loses"].tolist() == [0.5, 0, 0.5, 0]


def test_the_tallies_of_a_seat():
    position = Position(["10 2 6", "3 4"], up=["", "4"], down=["K", "J 3"], pile="7 8")
    for move in ("10", "2", "6", "take", "turn"):
        position.play(move)
    _, seats = position.results()
    assert seats["burns"].tolist() == [1, 0]
    assert seats["replays"].tolist() == [2, 0]
    assert seats["pick_ups"].tolist() == [0, 1]
    assert seats["cards_picked_up"].tolist() == [0, 2]
    assert seats["blind"].tolist() == [1, 0]


# What all games share.


def test_CO01_a_reversal_turns_the_direction_also_with_two_players():
    position = Position(["JK 4", "5"], pile="3")
    assert position.play("JK") == [{"reverse": True}]
    assert (position["direction"], position["turn"]) == (-1, 1)


def test_CO01_each_deal_starts_clockwise():
    position = Position(["JK", "", "5 6"], pile="7", out=[1], deals=2)
    position.play("JK")
    assert position["direction"] == -1
    position.next_deal()
    assert position["direction"] == 1


def test_CO02_every_variant_and_line_up_plays_the_same_board():
    one = played(["lowest"] * 3, board=5)
    other = played(["random", "lowest", "lowest"], board=5, rotation=2, combine=True, burn_run=4)
    for name in ("hands", "face_up", "face_down", "stock"):
        assert one["initial"][name] == other["initial"][name]


def test_CO03_a_deal_does_not_depend_on_how_the_last_one_was_played():
    def second(players):
        told = played(players, board=1, deals=2)
        return next(e["state"]["stock"] for e in told["events"] if "new_deal" in e)

    assert second(["lowest"] * 3) == second(["miser"] * 3)


def test_CO04_forced_moves_are_events():
    told = played(["lowest"] * 4, board=2)
    assert any(len(event["legal"]) == 1 for event in told["events"])
    players = [Player(find_strategy("lowest", GAME.id))] * 4
    games, _ = Table(GAME, parse(GAME.options, {}), players, seed=7).play(2, 1)
    assert games[0]["turns"] == len(told["events"])


@pytest.mark.parametrize(("most", "finished"), [(29, False), (30, True)])
def test_CO05_max_turns(most, finished):
    position = Position(["9", "", "5 6"], pile="7", out=[1], turns=29, max_turns=most)
    if finished:
        position.play("9")
        assert position.advance() == FINISHED
    else:
        assert position.advance() == UNFINISHED


def test_CO05_an_unfinished_game_has_no_places_and_keeps_its_finished_deals():
    whole = played(["lowest"] * 3, board=4, deals=2)
    starts = [event["n"] for event in whole["events"] if "new_deal" in event]
    longest = max(starts[0], len(whole["events"]) - starts[0] - 1)
    cut = played(["lowest"] * 3, board=4, deals=2, max_turns=longest - 1)
    assert whole["finished"]
    assert not cut["finished"]
    decisions = [event for event in cut["events"] if "legal" in event]
    assert len(decisions) == longest - 1 + (starts[0] if longest > starts[0] else 0)
    assert all(row["place"] is row["wins"] is row["loses"] is None for row in cut["result"])
    assert sum(row["score"] for row in cut["result"]) == (longest > starts[0])


def test_CO05_exchanges_count():
    position = Dealt(0, 4, max_turns=5)
    for _ in range(4):
        assert position["phase"] == "exchange"
        position.play(position.legal()[0])
    position.play(position.legal()[0])
    assert position.advance() == UNFINISHED


def test_CO06_the_seat_to_act_always_has_cards():
    told = played(["random"] * 5, board=0, max_turns=1_000)
    assert told["events"][-1]["state"]["out"]
    before = told["initial"]
    for event in told["events"]:
        assert event["seat"] == before["turn"]
        assert event["seat"] not in before["out"]
        before = event["state"]
