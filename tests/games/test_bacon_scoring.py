"""Bacon: what deals score and how games end, on scripted positions (BA-17 … BA-21)."""

import pytest

from tests.games.bacon_positions import Position, going_out


@pytest.mark.parametrize(
    ("order", "points"),
    [
        ([0, 2], [4, 0]), ([0, 1, 2], [2, 0]), ([0, 1, 3], [1, 0]), ([1, 3], [0, 4]),
        ([3, 0, 1], [0, 2]), ([3, 0, 2], [0, 1]),
    ],
)
def test_BA17_partners(order, points):
    effects, position = going_out(order)
    assert effects == [{"out": {"seat": order[-1], "place": len(order)}}, {"points": points}]
    assert position.json()["scores"] == points
    assert position.ends() == "deal"


@pytest.mark.parametrize(
    ("order", "points"),
    [
        ([0, 2, 4], [12, 0]), ([0, 1, 2, 3, 4], [5, 0]), ([1, 0, 2, 4], [0, 1]),
        ([0, 1, 3, 5], [1, 0]), ([2, 4, 1, 3, 5], [8, 0]), ([5, 3, 0, 1], [0, 10]),
    ],
)
def test_BA18_six(order, points):
    effects, position = going_out(order, players=6, mode="six")
    assert effects[-1] == {"points": points}
    assert position.ends() == "deal"


@pytest.mark.parametrize(
    ("players", "order", "points"),
    [
        (3, [1, 2], [0, 2, 1]), (4, [3, 1, 0], [1, 2, 0, 4]), (5, [0, 1, 2, 3], [8, 4, 2, 1, 0]),
        (6, [0, 1, 2, 3, 5], [16, 8, 4, 2, 0, 1]),
    ],
)
def test_BA19_applewood_halving(players, order, points):
    effects, _ = going_out(order, players=players, mode="applewood")
    assert effects[-1] == {"points": points}


def test_BA19_applewood_points_as_named():
    effects, _ = going_out([2, 0], players=3, mode="applewood", applewood_points=[9, 5, 5])
    assert effects[-1] == {"points": [5, 5, 9]}


def test_BA19_highest_total_wins_and_level_totals_share():
    _, position = going_out([2, 0], players=3, mode="applewood", deals=1)
    assert position.ends() == "game"
    game, seats = position.results()
    assert seats["place"].tolist() == [2, 3, 1]
    assert game.winner == 2
    _, position = going_out([2, 0], players=3, mode="applewood", deals=1, scores=[2, 3, 1])
    assert position.ends() == "game"
    game, seats = position.results()
    assert seats["score"].tolist() == [3, 3, 3]
    assert seats["place"].tolist() == [1, 1, 1]
    assert seats["wins"] == pytest.approx([1 / 3] * 3)
    assert game.winner == -1


@pytest.mark.parametrize(
    ("players", "order", "points"),
    [
        (4, [0, 2], [6, 1]), (4, [0, 1, 3], [4, 3]), (4, [1, 0, 2], [3, 4]),
        (6, [0, 2, 4], [28, 3]), (6, [1, 0, 3, 5], [8 + 1 + 0, 16 + 4 + 2]),
    ],
)
def test_BA20_chunky(players, order, points):
    effects, position = going_out(order, players=players, mode="chunky")
    assert effects[-1] == {"points": points}
    assert position.ends() == "deal"


def test_BA20_chunky_target_counts_after_the_deal_and_no_extra_deal():
    effects, position = going_out([0], mode="chunky", target=4)
    assert effects == [{"out": {"seat": 0, "place": 1}}]  # four points are certain: no early end
    assert position.ends() == "no"
    _, position = going_out([0, 2], mode="chunky", target=6)
    assert position.ends() == "game"
    _, position = going_out([0, 1, 3], mode="chunky", deals=1, scores=[0, 1])
    assert position.json()["scores"] == [4, 4]
    assert position.ends() == "game"  # level, and no more deals
    game, seats = position.results()
    assert game.winner == -1
    assert seats["place"].tolist() == [1] * 4


def test_BA21_target_wins_at_once():
    effects, position = going_out([0], scores=[7, 0])
    assert effects == [{"out": {"seat": 0, "place": 1}}, {"points": [1, 0]}]
    assert position.ends() == "game"
    _, seats = position.results()
    assert seats["score"].tolist() == [8, 0, 8, 0]
    assert seats["place"].tolist() == [1, 2, 1, 2]
    assert seats["wins"].tolist() == [1, 0, 1, 0]


def test_BA21_not_certain_yet():
    effects, position = going_out([0], scores=[6, 7])
    assert effects == [{"out": {"seat": 0, "place": 1}}]
    assert position.ends() == "no"


def test_BA21_opponents_need_the_first_place_for_the_target():
    effects, position = going_out([0, 1], scores=[0, 7])
    assert effects == [{"out": {"seat": 1, "place": 2}}]
    assert position.ends() == "no"


def test_BA21_six_certain_after_the_second_place():
    # the second place is 8, the last is 0: 16 + 8 is the target
    effects, position = going_out([0, 2], players=6, mode="six", scores=[16, 20])
    assert effects[-1] == {"points": [8, 0]}
    assert position.ends() == "game"
    effects, position = going_out([0], players=6, mode="six", scores=[22, 0])
    assert len(effects) == 1  # only 1 + 0 are certain
    effects, position = going_out([0, 1, 2], players=6, mode="six", scores=[20, 0])
    assert effects[-1] == {"points": [4, 0]}
    assert position.ends() == "game"


@pytest.mark.parametrize(("scores", "over"), [([3, 2], True), ([3, 3], True), ([2, 3], False)])
def test_BA21_last_deal_ahead_or_level_wins_at_once(scores, over):
    effects, position = going_out([0], scores=scores, deal_no=8)
    assert (effects[-1] == {"points": [1, 0]}) == over
    assert position.ends() == ("game" if over else "no")


def test_BA21_last_deal_team_behind_plays_it_out():
    effects, position = going_out([0, 1], scores=[2, 3], deal_no=8)
    assert len(effects) == 1
    assert position.ends() == "no"
    _, position = going_out([0, 1, 2], scores=[2, 3], deal_no=8)
    assert position.json()["scores"] == [4, 3]
    assert position.ends() == "game"


def test_BA21_last_deal_team_behind_is_certain_of_the_target():
    effects, position = going_out([0], scores=[7, 8], deal_no=8, target=8)
    assert effects[-1] == {"points": [1, 0]}
    assert position.ends() == "game"


def test_BA21_level_after_the_last_deal_one_more():
    _, position = going_out([0, 1, 3], scores=[2, 3], deal_no=8)
    assert position.json()["scores"] == [3, 3]
    assert position.ends() == "deal"
    effects, position = going_out([1], scores=[3, 3], deal_no=9)
    assert effects == [{"out": {"seat": 1, "place": 1}}, {"points": [0, 1]}]
    assert position.ends() == "game"
    game, _ = position.results()
    assert game.winner == 1


def test_BA21_without_a_target():
    effects, position = going_out([0], scores=[99, 0], target=0)
    assert len(effects) == 1
    assert position.ends() == "no"


def test_BA21_play_out_goes_to_the_end_of_each_deal():
    options = {"play_out": True}
    for scores, deal_no in (([7, 0], 2), ([3, 3], 8), ([3, 3], 9)):
        effects, position = going_out([0], scores=scores, deal_no=deal_no, **options)
        assert len(effects) == 1
        assert position.ends() == "no"
        effects, position = going_out([0, 2], scores=scores, deal_no=deal_no, **options)
        assert effects[-1] == {"points": [4, 0]}
        assert position.ends() == "game"


def test_BA21_shares_of_deals_count_what_was_settled():
    _, position = going_out([0, 2], deal_no=8, scores=[1, 2])
    game, _ = position.results()
    assert (game.share_1_2, game.share_1_3, game.share_1_4) == (1, 0, 0)
    _, position = going_out([0, 1, 3], deal_no=8, scores=[2, 2], play_out=True)
    game, _ = position.results()
    assert (game.share_1_2, game.share_1_3, game.share_1_4) == (0, 0, 1)
    _, position = going_out([0], scores=[7, 0])  # over before the partner's place was settled
    game, _ = position.results()
    assert (game.share_1_2, game.share_1_3, game.share_1_4) == (-1, -1, -1)


def test_CO5_unfinished_keeps_the_score_of_finished_deals():
    position = Position("9a 2a 3a", "1a 1b", "1a 1b", "1a 1b", max_turns=2, scores=[3, 1])
    assert position.play("single 9", "pass") == []
    assert position.ends() == "unfinished"
    game, seats = position.results(finished=False)
    assert game.winner == -1
    assert seats["score"].tolist() == [3, 1, 3, 1]
