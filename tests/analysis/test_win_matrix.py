"""The win matrix and its cycles."""

import numpy as np
import pytest
from statsmodels.stats.proportion import proportion_confint

from cardsim.analysis.meetings import Meetings, meetings
from cardsim.analysis.win_matrix import Cycle, cycles, win_matrix


def _beats(*pairs, n=5):
    low = np.full((n, n), np.nan)
    shares = np.full((n, n), 0.5)
    for first, second in pairs:
        low[first, second], low[second, first] = 0.51, 0.39
        shares[first, second], shares[second, first] = 0.6, 0.4
    return shares, low


def _met(beats, begun=None):
    beats = np.asarray(beats, float)
    both = beats + np.swapaxes(beats, 1, 2)
    return Meetings(beats.shape[1]).update(beats, both if begun is None else begun)


def test_win_matrix_of_single_games_is_about_wilsons():
    won = (np.random.default_rng(1).random(1000) < 0.6).astype(float)
    beats = np.zeros((1000, 2, 2))
    beats[:, 0, 1], beats[:, 1, 0] = won, 1 - won
    matrix = win_matrix(_met(beats))
    low, high = proportion_confint(won.sum(), 1000, method="wilson")
    first, second = matrix[0][1], matrix[1][0]
    assert first.estimate == won.sum() / 1000
    assert (first.low, first.high) == pytest.approx((low, high), abs=2e-3)
    assert (second.low, second.high) == pytest.approx((1 - first.high, 1 - first.low))
    assert first.n_boards == 1000
    assert matrix[0][0] is None


def test_a_share_that_never_varied_has_the_rule_of_three_over_boards():
    """4,000 boards, not 200 groups of them."""
    beats = np.zeros((4000, 2, 2))
    beats[:, 0, 1] = 12
    share = win_matrix(_met(beats))[0][1]
    assert share.estimate == 1
    assert 1 - 4.5 / 4000 < share.low < 1 - 2.5 / 4000
    assert share.sure


def test_a_share_that_varied_on_one_board_of_many_is_bounded_over_boards():
    beats = np.zeros((4000, 2, 2))
    beats[:, 0, 1] = 12
    beats[7, 0, 1], beats[7, 1, 0] = 11, 1
    share = win_matrix(_met(beats))[0][1]
    assert share.low > 1 - 12 / 4000
    assert share.sure


def test_one_pair_of_many_needs_more_to_be_sure():
    """40 boards of 100 lost, p about 0.046: sure of a pair alone, not of the best of six."""
    def field(n):
        beats = np.zeros((100, n, n))
        for i in range(n):
            for j in range(i + 1, n):
                beats[:50, i, j] = beats[50:, j, i] = 1
        beats[:, 0, 1], beats[:, 1, 0] = np.arange(100) >= 40, np.arange(100) < 40
        return win_matrix(_met(beats))[0][1]

    assert 0.03 < field(2).p_holm < 0.08
    alone, among = field(2), field(4)
    assert among.p_holm == pytest.approx(min(1, 6 * alone.p_holm))
    assert among.joint_low < alone.joint_low
    assert (among.low, among.high) == (alone.low, alone.high)


def test_players_who_never_met_get_a_reason():
    beats = np.zeros((200, 3, 3))
    beats[:, 0, 1] = beats[:, 1, 0] = 1
    assert win_matrix(_met(beats))[0][2].reason.startswith("none of 200 boards")


def test_meetings_are_counted_seat_by_seat():
    """Two seats of 0 against two of 1, a tie of two, and a game without end."""
    players = np.array([[[0, 1, 0, 1], [1, 0, 1, 0]]])
    places = np.array([[[1, 2, 2, 4], [np.nan] * 4]])
    above, begun = meetings(players, places, 3)
    assert above[0].tolist() == [[0, 3.5, 0], [0.5, 0, 0], [0, 0, 0]]
    assert begun[0].tolist() == [[0, 8, 0], [8, 0, 0], [0, 0, 0]]


def test_a_cycle_of_three():
    assert cycles(*_beats((0, 1), (1, 2), (2, 0))) == [Cycle((0, 1, 2), 0.6)]
    assert cycles(*_beats((1, 0), (2, 1), (0, 2))) == [Cycle((0, 2, 1), 0.6)]


def test_an_order_has_no_cycle():
    assert cycles(*_beats((0, 1), (1, 2), (0, 2), (2, 3), (0, 3), (1, 3))) == []


def test_a_win_that_is_not_sure_makes_no_cycle():
    shares, low = _beats((0, 1), (1, 2), (2, 0))
    low[2, 0] = 0.5
    assert cycles(shares, low) == []


def test_a_longer_cycle_is_found_where_there_is_no_shorter():
    assert cycles(*_beats((0, 3), (3, 1), (1, 4), (4, 0))) == [Cycle((0, 3, 1, 4), 0.6)]


def test_the_surest_cycle_comes_first():
    shares, low = _beats((0, 1), (1, 2), (2, 0), (0, 3), (3, 4), (4, 0))
    for first, second in ((0, 3), (3, 4), (4, 0)):
        shares[first, second] = 0.7
    found = cycles(shares, low)
    assert [cycle.players for cycle in found] == [(0, 3, 4), (0, 1, 2)]
    assert [cycle.weakest for cycle in found] == [0.7, 0.6]


def test_shapes_are_checked():
    with pytest.raises(ValueError, match="square matrices of one size"):
        cycles(np.ones((3, 3)), np.ones((4, 4)))
