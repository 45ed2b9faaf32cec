"""The win matrix and its cycles."""

import numpy as np
import pytest

from cardsim.analysis.intervals import wilson
from cardsim.analysis.win_matrix import Cycle, cycles, win_matrix


def _beats(*pairs, n=5):
    low = np.full((n, n), np.nan)
    shares = np.full((n, n), 0.5)
    for first, second in pairs:
        low[first, second], low[second, first] = 0.51, 0.39
        shares[first, second], shares[second, first] = 0.6, 0.4
    return shares, low


def test_win_matrix_of_independent_games_is_about_wilsons():
    rng = np.random.default_rng(1)
    won = (rng.random((200, 5)) < 0.6).sum(axis=1)  # 5 boards a group
    beats = np.zeros((200, 2, 2))
    beats[:, 0, 1], beats[:, 1, 0] = won, 5 - won
    matrix = win_matrix(beats, 1000)
    plain = wilson(won.sum(), 1000)
    first, second = matrix[0][1], matrix[1][0]
    assert first.estimate == plain.estimate
    assert (first.low, first.high) == pytest.approx((plain.low, plain.high), abs=0.004)
    assert (second.low, second.high) == pytest.approx((1 - first.high, 1 - first.low))
    assert first.n_boards == 1000
    assert matrix[0][0] is None


def test_players_who_never_met_get_a_reason():
    beats = np.zeros((200, 3, 3))
    beats[:, 0, 1] = beats[:, 1, 0] = 1
    assert win_matrix(beats, 1000)[0][2].reason.startswith("0 boards are too few")


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
