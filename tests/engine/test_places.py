"""Places, wins and losses by score (CO-7)."""

import math
from types import SimpleNamespace

import numpy as np
import pytest

from cardsim.engine.compiling import plain
from cardsim.engine.driver import share_places
from cardsim.engine.registry import find_game
from tests.engine.tables import table

SEAT_ROW = find_game("johnny_bagel").seat_row


def shared(scores, *, teams=None, higher_wins=True, finished=True, places=None):
    rows = np.zeros(len(scores), SEAT_ROW).view(np.recarray)
    rows["score"] = scores
    rows["place"] = 0 if places is None else places
    rules = SimpleNamespace(players=len(scores), teams=teams or len(scores))
    plain(share_places)(rules, rows, higher_wins, finished)
    return [rows[name].tolist() for name in ("place", "wins", "loses")]


HALF, THIRD, QUARTER = 1 / 2, 1 / 3, 1 / 4


@pytest.mark.parametrize(
    ("scores", "place", "wins", "loses"),
    [
        ([9, 4, 7], [1, 3, 2], [1, 0, 0], [0, 1, 0]),
        ([9, 9, 7], [1, 1, 3], [HALF, HALF, 0], [0, 0, 1]),
        ([9, 7, 7], [1, 2, 2], [1, 0, 0], [0, HALF, HALF]),
        ([5, 5, 5], [1, 1, 1], [THIRD] * 3, [THIRD] * 3),
        ([3, 8, 3, 8], [3, 1, 3, 1], [0, HALF, 0, HALF], [HALF, 0, HALF, 0]),
        ([0, -5, 0, -7, -5], [1, 3, 1, 5, 3], [HALF, 0, HALF, 0, 0], [0, 0, 0, 1, 0]),
        ([-3, -3], [1, 1], [HALF, HALF], [HALF, HALF]),
    ],
)
def test_CO7_ties_share(scores, place, wins, loses):
    assert shared(scores) == [place, wins, loses]
    assert shared([-score for score in scores], higher_wins=False) == [place, wins, loses]


@pytest.mark.parametrize(
    ("scores", "teams", "place", "wins", "loses"),
    [
        # Two teams of two, seats 0 and 2 against 1 and 3: each member the whole share.
        ([5, 3, 5, 3], 2, [1, 2, 1, 2], [1, 0, 1, 0], [0, 1, 0, 1]),
        ([4, 4, 4, 4], 2, [1, 1, 1, 1], [HALF] * 4, [HALF] * 4),
        ([1, 2, 2, 1, 2, 2], 3, [3, 1, 1, 3, 1, 1], [0, HALF, HALF] * 2, [1, 0, 0] * 2),
        ([7, 1, 7, 1, 7, 1], 2, [1, 2] * 3, [1, 0] * 3, [0, 1] * 3),
    ],
)
def test_CO7_every_member_carries_its_teams_place_and_whole_share(scores, teams, place, wins, loses):
    assert shared(scores, teams=teams) == [place, wins, loses]


def test_CO7_a_place_that_the_game_has_set_stays():
    place, wins, loses = shared([0, 0, 1], higher_wins=False, places=[2, 1, 3])
    assert place == [2, 1, 3]
    assert wins == [HALF, HALF, 0]
    assert loses == [0, 0, 1]


def test_CO5_an_unfinished_game_has_no_places():
    place, wins, loses = shared([9, 4, 7], finished=False)
    assert place == [-1, -1, -1]
    assert all(math.isnan(value) for value in wins + loses)


def test_CO7_shares_sum_to_one_in_compiled_games():
    games, seats = table("low", "by_chance", "low", deals=3).play(0, 60)
    finished = games["finished"] == 1
    wins, loses, score = (seats[name].reshape(180, 3)[finished] for name in ("wins", "loses", "score"))
    assert finished.sum() > 100
    np.testing.assert_allclose(wins.sum(axis=1), 1.0, rtol=1e-12)
    np.testing.assert_allclose(loses.sum(axis=1), 1.0, rtol=1e-12)
    assert ((loses > 0) == (score == score.max(axis=1, keepdims=True))).all()
    assert np.unique(loses).tolist() == [0.0, THIRD, 1.0]  # of 3 deals nobody can share with one
