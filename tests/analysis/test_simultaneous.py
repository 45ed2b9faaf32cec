"""Joint critical values and the best: published values, and errors where the truth is known."""

import numpy as np
import pytest
from scipy import stats

from cardsim.analysis.meetings import Meetings
from cardsim.analysis.simultaneous import (
    bounded_reach,
    joint_critical,
    share_limits,
    too_sparse,
    with_the_best,
)
from cardsim.analysis.standing import score_players
from cardsim.analysis.win_matrix import win_matrix


def _pairs(k):
    rows = [(i, j) for i in range(k) for j in range(i + 1, k)]
    contrasts = np.zeros((len(rows), k))
    for row, (i, j) in enumerate(rows):
        contrasts[row, i], contrasts[row, j] = 1, -1
    return contrasts


@pytest.mark.parametrize("k", [3, 6])
def test_all_pairs_of_independent_means_have_tukeys_range(k):
    expected = stats.studentized_range.ppf(0.95, k, 60) / np.sqrt(2)
    assert joint_critical(np.eye(k), _pairs(k), 60, 0.05) == pytest.approx(expected, rel=0.006)


@pytest.mark.parametrize(("k", "df", "published"), [(5, 20, 2.30), (4, 60, 2.10)])
def test_one_sided_comparisons_with_a_control_have_dunnetts_value(k, df, published):
    """Dunnett (1955), table 1a: p = k - 1 treatments, joint level 0.95."""
    contrasts = np.hstack([np.ones((k - 1, 1)), -np.eye(k - 1)])
    found = joint_critical(np.eye(k), contrasts, df, 0.05, two_sided=False)
    assert found == pytest.approx(published, abs=0.012)


def test_one_contrast_is_students_and_contrasts_without_variance_do_not_count():
    cov = np.diag([1.0, 1.0, 0.0])
    assert joint_critical(cov, [[1, -1, 0], [0, 0, 1]], 30, 0.05) == pytest.approx(
        stats.t.isf(0.025, 30)
    )
    assert joint_critical(cov, [[0, 0, 1]], 30, 0.05) == 0.0


def test_the_best_by_hand():
    """Scores 10, 9, 4 and leads good to 2: 0 and 1 may be best, 2 is not."""
    found = with_the_best([10.0, 9.0, 4.0], np.full((3, 3), 2.0))
    assert [(each.low, each.high) for each in found] == [(-1.0, 3.0), (-3.0, 1.0), (-8.0, 0.0)]
    assert [each.may_be_best for each in found] == [True, True, False]
    assert not any(each.is_best for each in found)
    found = with_the_best([10.0, 7.0, 4.0], np.full((3, 3), 2.0))
    assert found[0].is_best
    assert (found[1].low, found[1].high) == (-5.0, 0.0)


def test_a_bound_that_needs_no_normal_theory():
    """Maurer & Pontil (2009), theorem 4, by hand; and it holds for a rare difference."""
    assert bounded_reach(1001, 0.04, 2.0, 0.05) == pytest.approx(
        np.sqrt(0.08 * np.log(40) / 1001) + 14 * np.log(40) / 3000
    )
    rng = np.random.default_rng(1)
    x = rng.random((4000, 200)) < 0.01
    missed = [
        0.01 - row.mean() > bounded_reach(200, float(row.var(ddof=1)), 1.0, 0.05) for row in x
    ]
    assert np.mean(missed) <= 0.05


def test_limits_of_a_mean_share_are_wilsons_and_stay_inside():
    """100 of 1,000 independent boards: Wilson's 0.0829 to 0.1201 (Student's t of 999)."""
    low, high = share_limits(0.1, np.sqrt(0.09 / 1000), 1000, 0.05)
    assert (low, high) == pytest.approx((0.0829, 0.1201), abs=2e-4)
    low, high = share_limits(1.0, 0.0, 1000, 0.05)
    assert (low, high) == (pytest.approx(1 - 7 * np.log(80) / 2997), 1.0)


def test_few_deviating_boards_are_too_few():
    assert too_sparse(1000, [0.0, 24 / 999, 26 / 999], [1.0, 1.0, 1.0]).tolist() == [True, True, False]
    assert too_sparse(40, [4 / 39, 6 / 39], [1.0, 1.0]).tolist() == [True, False]


def _tournament(rng, boards, skill, games=6, luck=1.0):
    """Meetings of all pairs, ``games`` a board, with a board's luck shared by its games."""
    n = len(skill)
    of_board = luck * rng.normal(size=(boards, 1, n))
    shown = skill + of_board + rng.gumbel(size=(boards, games, n))
    above = (shown[:, :, :, None] > shown[:, :, None, :]).sum(axis=1).astype(float)
    begun = np.full((boards, n, n), float(games))
    begun[:, np.arange(n), np.arange(n)] = 0
    return Meetings(n).update(above, begun)


def test_the_best_of_a_clear_field_is_found():
    met = _tournament(np.random.default_rng(2), 400, np.array([0.0, 1.0, 0.2]))
    scores = score_players(met, 0.95)
    assert [score.best.is_best for score in scores] == [False, True, False]
    assert sum(score.estimate for score in scores) == pytest.approx(1.5)


def test_a_score_is_the_mean_of_the_rows_of_the_matrix():
    met = _tournament(np.random.default_rng(3), 100, np.array([0.0, 0.5, 0.2, -0.3]))
    matrix = win_matrix(met)
    for player, score in enumerate(score_players(met, 0.95)):
        row = [share.estimate for share in matrix[player] if share is not None]
        assert score.estimate == pytest.approx(np.mean(row))
        assert score.low < score.estimate < score.high


def test_meetings_that_did_not_end_may_have_gone_either_way():
    """Of 12 meetings a board 9 ended; A was above in 6 of these: from 6 to 9 of 12."""
    above = np.zeros((200, 2, 2))
    above[:, 0, 1], above[:, 1, 0] = 6, 3
    above[:100, 0, 1] += 1
    above[:100, 1, 0] -= 1
    met = Meetings(2).update(above, np.full((200, 2, 2), 12.0) - 12 * np.eye(2))
    share = win_matrix(met)[0][1]
    assert share.estimate == pytest.approx(6.5 / 9)
    assert share.unfinished == pytest.approx(0.25)
    assert share.worst_low == pytest.approx(6.5 / 12, abs=0.02)
    assert share.worst_high == pytest.approx(9.5 / 12, abs=0.02)
    assert share.sure
    turned = win_matrix(met)[1][0]
    assert (turned.worst_low, turned.worst_high) == pytest.approx(
        (1 - share.worst_high, 1 - share.worst_low)
    )
    # Half of the games did not end: whoever is above may be below.
    open_games = Meetings(2).update(above, np.full((200, 2, 2), 18.0) - 18 * np.eye(2))
    assert not win_matrix(open_games)[0][1].sure
    assert not any(score.best.is_best for score in score_players(open_games, 0.95))


# ---------------------------------------------------------------- errors


@pytest.mark.slow
@pytest.mark.parametrize("boards", [100, 400])
def test_bold_cells_among_equal_players_are_rare(boards):
    rng = np.random.default_rng(boards)
    replications = 600
    bold = sum(
        any(share.sure for row in win_matrix(met) for share in row if share is not None)
        for met in (_tournament(rng, boards, np.zeros(6)) for _ in range(replications))
    )
    assert bold / replications <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / replications)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("boards", "skill"), [(60, [0.1, 0, 0, 0, 0]), (400, [0.02, 0, 0, 0, 0]), (400, [4, 3.9, 0, -4])]
)
def test_the_best_is_wrongly_excluded_in_five_of_a_hundred_at_most(boards, skill):
    rng = np.random.default_rng([boards, len(skill)])
    truth = score_players(_tournament(rng, 300_000, np.array(skill, float), 2), 0.95)
    mu = np.array([score.estimate for score in truth])
    replications, excluded, missed = 1000, 0, 0
    for _ in range(replications):
        found = score_players(_tournament(rng, boards, np.array(skill, float)), 0.95)
        excluded += not found[0].best.may_be_best
        missed += not all(
            each.best.low - 2e-3 <= mu[i] - np.delete(mu, i).max() <= each.best.high + 2e-3
            for i, each in enumerate(found)
        )
    assert excluded / replications <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / replications)
    assert missed / replications <= 0.05 + 2 * np.sqrt(0.05 * 0.95 / replications)
