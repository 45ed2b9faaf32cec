"""Bacon: how play goes, on scripted positions, clause by clause (BA-2 … BA-16)."""

import pytest

from cardsim.engine.replay import replay
from tests.games.bacon_positions import Position, going_out, leads, table_of


def test_BA02_x_stands_for_any_rank_and_any_suit():
    assert leads("7a X X")["triple 7"] == ["7a", "X", "X"]
    assert leads("2b 3c X")["run 4"] == ["2b", "3c", "X"]


def test_BA02_x_does_not_change_the_strength():
    position = Position("7a X 1a", "8a 8b 1a", "1a", "1a")
    position.play("pair 7")
    assert "pair 8" in position.said()
    position = Position("7a 7b 1a", "7c X 1a", "1a", "1a")
    position.play("pair 7")
    assert position.said() == ["pass"]


def test_BA03_ranks_from_1_to_x():
    position = Position("10a 1a", "X 1a", "1a 1a", "1a 1a")
    position.play("single 10")
    assert position.said() == ["single 11", "pass"]


def test_BA04_ordinary_types():
    found = leads("1a 1b 1c 2a 2b 2c 3a 3b 4c 5b 6c")
    assert {said.split()[0] for said in found} == {
        "single", "pair", "triple", "run", "bobtail", "straight", "stretch", "stairs", "tubes",
        "plates",
    }
    assert found["stairs 3"] == ["2a", "2c", "3a", "3b"]  # 2b is in the fullest window (BA-8)
    assert found["plates 2"] == ["1a", "1b", "1c", "2a", "2b", "2c"]


def test_BA05_bombs_low_to_high():
    bombs = {
        "quads 10": "10a 10a 10b 10b", "straight_flush 5a": "1a 2a 3a 4a 5a",
        "quints 1": "1a 1a 1b 1b 1c", "stretch_flush 6a": "1a 2a 3a 4a 5a 6a",
        "hexes 1": "1a 1a 1b 1b 1c 1c",
    }
    for i, (low, first) in enumerate(bombs.items()):
        for j, (high, second) in enumerate(bombs.items()):
            position = Position(first + " 9c", second + " 9c", "9c", "9c")
            position.play(low)
            assert (high in position.said()) == (j > i), (low, high)


def test_BA06_rank_is_the_highest_rank():
    assert "stairs 7" in leads("6a 6b 7a 7b")
    assert "stairs 6" not in leads("6a 6b 7a 7b")
    position = Position("3c 4c 5c 6c 7c 1a", "9b 1a", "1a", "1a")
    assert {"straight 7", "straight_flush 7c"} <= set(position.said())  # either may be stated


def test_BA07_same_type_of_higher_rank_or_a_bomb():
    position = Position("4a 5b 6c 1a", "6a 7b 8c 8a 8b 9a 9a 9b 9b 1a", "1a", "1a")
    position.play("run 6")
    said = position.said()
    assert said == ["run 8", "run 9", "quads 9", "pass"]


def test_BA07_bomb_against_bomb():
    position = Position("4a 4b 4c 4a 1a", "5a 5a 5b 5b 3a 3a 3b 3b 3c 1a", "1a", "1a")
    position.play("quads 4")
    assert position.said() == ["quads 5", "quints 3", "pass"]


def test_BA07_bomb_may_be_led():
    assert leads("4a 4b 4c 4a")["quads 4"] == ["4a", "4a", "4b", "4c"]


def test_BA08_suit_held_twice_goes_first():
    assert leads("7a 7b 7b")["single 7"] == ["7b"]
    assert leads("7a 7b 7b")["pair 7"] == ["7a", "7b"]  # one b, and then a is as good as b


def test_BA08_three_times_counts_no_more_than_twice():
    assert leads("7a 7a 7b 7b 7b", copies=3)["single 7"] == ["7a"]


def test_BA08_window_that_x_left_can_complete_is_kept():
    # 3a-7a lacks one card, and there is an X; of suit b there is nothing to keep
    assert leads("3a 4a 5a 7a 7b 9b X")["single 7"] == ["7b"]
    assert leads("3b 4b 5b 7b 7a 9a X")["single 7"] == ["7a"]
    # a pair of 9 takes the X: nothing can be completed then, so the fullest window decides
    assert leads("3a 4a 5a 7a 7b 9b X")["pair 9"] == ["9b", "X"]


def test_BA08_window_up_to_rank_x_costs_an_x():
    # 7a-X needs one X; 10b is in no window that one X completes
    assert leads("7a 8a 9a 10a 10b 8b 9b X")["single 10"] == ["10b"]
    assert leads("7b 8b 9b 10b 10a 8a 9a X")["single 10"] == ["10a"]


def test_BA08_less_full_window_gives_the_card():
    assert leads("6a 7a 8a 7b 9b")["single 7"] == ["7b"]
    assert leads("6b 7a 7b 8b 9a")["single 7"] == ["7a"]


def test_BA08_lowest_suit_last():
    assert leads("7c 7b 7a")["single 7"] == ["7a"]


def test_BA08_hand_is_updated_after_each_card():
    # after one 7 of b has gone, b holds it once, in a fuller window than c: c gives the second
    assert leads("7b 7b 8b 9b 7c")["pair 7"] == ["7b", "7c"]


def test_BA09_left_of_dealer_leads_and_may_not_pass():
    told = replay(table_of(first_dealer=1), 3)
    first = told["events"][0]
    assert first["seat"] == 2
    assert {"pass": True} not in first["legal"]
    assert all("play" in move for move in first["legal"])


def test_BA09_pass_with_a_playable_hand_and_play_later():
    position = Position("2a 3a 9a", "4a 5a 6a", "7a 1a 1b", "1a 1b 1c")
    position.play("single 2")
    assert position.said() == ["single 4", "single 5", "single 6", "pass"]
    position.play("pass", "pass", "pass")
    assert position.json()["turn"] == 0  # all have passed: the round is over
    position.play("single 3", "pass", "single 7", "pass", "pass")
    assert position.json()["to_beat"]["rank"] == 7
    position = Position("2a 3a 9a", "4a 5a 6a", "3a 1a 1b", "1a 1b 1c")
    position.play("single 2", "pass", "single 3", "pass", "pass")
    assert "single 5" in position.said()  # seat 1 passed before


def test_BA10_winner_leads_or_hands_over():
    position = Position("9a 2a 2b", "1a 1b", "1a 1b", "1a 1b")
    effects = position.play("single 9", "pass", "pass", "pass")
    assert effects == [{"round_won": 0}]
    state = position.json()
    assert (state["turn"], state["phase"], state["to_beat"], state["passes"]) == (0, "lead", None, 0)
    assert position.said() == ["single 2", "pair 2", "lead 2"]
    position.play("lead 2")
    state = position.json()
    assert (state["turn"], state["phase"]) == (2, "play")
    assert position.said() == ["single 1", "pair 1"]  # must lead, cannot hand it back


def test_BA10_no_partner_in_nothing_to_hand_over():
    position = Position("9a 2a 2b", "1a 1b", "", "1a 1b", out=[2])
    position.play("single 9", "pass", "pass")
    assert position.json()["phase"] == "play"
    assert position.said() == ["single 2", "pair 2"]


def test_BA10_six_players_any_partner():
    position = Position("9a 2a", "1a", "1a", "1a", "1a", "1a", mode="six")
    position.play("single 9", *["pass"] * 5)
    assert position.said() == ["single 2", "lead 2", "lead 4"]


def test_BA11_winner_who_is_out_names_partner_or_left():
    position = Position("9a", "1a 1b", "1a 1b", "1a 1b")
    assert position.play("single 9") == [{"out": {"seat": 0, "place": 1}}]
    position.play("pass", "pass")
    assert position.json()["turn"] == 3  # all three still in have to pass
    position.play("pass")
    state = position.json()
    assert (state["turn"], state["phase"], state["out"]) == (0, "lead", [0])
    assert position.said() == ["lead 1", "lead 2"]
    position.play("lead 1")
    assert position.json()["turn"] == 1
    assert position.said() == ["single 1", "pair 1"]


def test_BA11_same_seat_once_and_asked_though_forced():
    position = Position("9a", "", "1a 1b", "1a 1b", out=[1])
    position.play("single 9", "pass", "pass")
    assert position.json()["turn"] == 0
    assert position.said() == ["lead 2"]


def test_BA11_six_players():
    position = Position("9a", "1a 1b", "1a 1b", "1a 1b", "1a 1b", "1a 1b", mode="six")
    position.play("single 9", *["pass"] * 5)
    assert position.said() == ["lead 1", "lead 2", "lead 4"]


def test_BA12_deal_ends_when_a_team_is_out():
    position = Position("9a", "1a 1b", "", "1a 1b", out=[2])
    effects = position.play("single 9")
    assert effects == [{"out": {"seat": 0, "place": 2}}, {"points": [4, 0]}]
    assert position.ends() == "deal"


def test_BA12_passed_over_when_out():
    position = Position("9a 9b", "", "1a 1b", "10a 1b", out=[1])
    position.play("single 9")
    assert position.json()["turn"] == 2


def test_BA13_without_teams_play_goes_on_to_the_last_player():
    position = Position("9a", "1a 1b", "", mode="applewood", out=[2])
    effects = position.play("single 9")
    assert effects == [{"out": {"seat": 0, "place": 2}}, {"points": [1, 0, 2]}]
    assert position.json()["out"] == [2, 0]  # the last player is not among them
    assert position.ends() == "deal"


def test_BA13_winner_who_is_out_gives_the_lead_unasked():
    position = Position("9a", "1a 1b", "1a 1b", "1a 1b", mode="applewood")
    effects = position.play("single 9", "pass", "pass", "pass")
    assert effects == [{"round_won": 0}]
    state = position.json()
    assert (state["turn"], state["phase"]) == (1, "play")
    assert position.said() == ["single 1", "pair 1"]


def test_BA13_without_teams_nobody_to_hand_over_to():
    position = Position("9a 2a", "1a 1b", "1a 1b", mode="applewood")
    position.play("single 9", "pass", "pass")
    assert position.said() == ["single 2"]


def test_BA14_counts_are_public():
    position = Position("9a 2a X X", "X 1b", "1a 1b", "1a 1b")
    position.play("pair 9")
    table = position.state.table
    assert table.hand_n[:4].tolist() == [2, 2, 2, 2]
    assert table.wilds_n[:4].tolist() == [1, 1, 0, 0]
    assert table.played[:2].tolist() == [1 << 32, 0]  # 9a, in the nibble of rank 9


@pytest.mark.parametrize(
    ("scores", "order", "dealer", "following"),
    [
        ([4, 0], [1, 0, 2], 0, 2),  # team 0 is ahead still, 4 to 1
        ([4, 0], [1, 0, 2], 1, 2),
        ([4, 0], [1, 0, 2], 2, 0),
        ([2, 3], [0, 2], 0, 2),  # team 0 takes the lead, 6 to 3
        ([2, 3], [0, 2], 3, 0),
        ([4, 0], [3, 1], 0, 1),  # 4 all: the team of the first player out
        ([0, 4], [0, 2], 0, 2),
    ],
)
def test_BA15_next_dealer(scores, order, dealer, following):
    _, position = going_out(order, scores=scores, dealer=dealer, target=100)
    assert position.ends() == "deal"
    assert position.json()["dealer"] == following
    assert position.json()["turn"] == (following + 1) % 4


def test_BA15_chunky_compares_totals_after_the_deal():
    # 1-4: four points and three, so team 0 stays behind
    _, position = going_out([0, 1, 3], scores=[0, 2], dealer=0, mode="chunky")
    assert position.json()["scores"] == [4, 5]
    assert position.ends() == "deal"
    assert position.json()["dealer"] == 1


def test_BA15_without_teams_the_deal_passes_to_the_left():
    position = Position("9a", "1a 1b", "", mode="applewood", out=[2], dealer=2)
    position.play("single 9")
    assert position.ends() == "deal"
    assert position.json()["dealer"] == 0


def test_BA15_random_first_dealer_is_drawn_once():
    dealers = [
        replay(table_of(first_dealer="random", deals=1), board)["initial"]["dealer"]
        for board in range(40)
    ]
    assert set(dealers) == {0, 1, 2, 3}


def test_BA16_only_the_first_players_team_scores():
    # seat 0 went out first, then both opponents: seat 2 gets the fourth place
    position = Position("", "", "1a 1b", "9a", turn=3, out=[0, 1])
    assert position.play("single 9")[-1] == {"points": [1, 0]}


def test_BA16_chunky_scores_all_and_the_places_left():
    position = Position("9a", "1a", "", "1a 1b", out=[2], mode="chunky")
    assert position.play("single 9")[-1] == {"points": [4 + 2, 1 + 0]}
