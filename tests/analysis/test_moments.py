"""Moments: merging, ratios of sums and their standard errors."""

import numpy as np
import pytest

from cardsim.analysis.moments import (
    BoardMoments,
    boards_behind,
    ratio,
    ratio_difference,
    ratios,
)

# Three boards: y is 1, 2, 3; w is 1, 1, 2. R = 6/4, residuals y - R w = -1/2, 1/2, 0.
THREE = np.array([[1.0, 1.0], [2.0, 1.0], [3.0, 2.0]])


def _boards(n=1000, features=4, seed=1):
    return np.random.default_rng(seed).normal(3, 2, (n, features)) @ np.triu(
        np.ones((features, features))
    )


def test_blocks_merge_to_numpys_mean_and_covariance():
    boards = _boards()
    moments = BoardMoments(4)
    for block in np.array_split(boards, 7):
        moments.update(block)
    np.testing.assert_allclose(moments.mean, boards.mean(axis=0), rtol=1e-13)
    np.testing.assert_allclose(moments.covariance(), np.cov(boards.T), rtol=1e-12)
    assert moments.n == 1000


def test_merging_moments_is_updating_with_their_boards():
    boards = _boards()
    first, second = BoardMoments(4).update(boards[:300]), BoardMoments(4).update(boards[300:])
    merged = first.merge(second)
    np.testing.assert_allclose(merged.cross, BoardMoments(4).update(boards).cross, rtol=1e-12)
    assert merged.n == 1000


def test_a_large_mean_does_not_drown_a_small_spread():
    values = 1e9 + np.array([[0.0], [1.0], [2.0]])
    moments = BoardMoments(1).update(values[:1]).update(values[1:])
    assert moments.covariance()[0, 0] == pytest.approx(1.0, rel=1e-6)


def test_the_same_blocks_in_the_same_order_give_the_same_bits():
    blocks = np.array_split(_boards(), 5)
    runs = [BoardMoments(4) for _ in range(2)]
    for block in blocks:
        for run in runs:
            run.update(block)
    assert runs[0].cross.tobytes() == runs[1].cross.tobytes()


def test_an_empty_block_or_merge_changes_nothing():
    moments = BoardMoments(2).update(THREE)
    before = moments.cross.tobytes()
    moments.update(np.empty((0, 2))).merge(BoardMoments(2))
    assert (moments.n, moments.cross.tobytes()) == (3, before)


def test_ratio_by_hand():
    estimate, error = ratio(BoardMoments(2).update(THREE), 0, 1)
    assert estimate == 1.5
    # Variance of the residuals 1/4, mean of w 4/3.
    assert error == pytest.approx(np.sqrt(0.25 / 3) / (4 / 3))


def test_a_ratio_to_one_a_board_is_the_plain_mean():
    estimate, error = ratio(BoardMoments(2).update(THREE), 0)
    assert estimate == 2.0
    assert error == pytest.approx(1 / np.sqrt(3))


def test_the_delta_method_agrees_with_the_jackknife():
    rng = np.random.default_rng(2)
    w = rng.integers(2, 5, 3000).astype(float)
    y = rng.binomial(w.astype(int), 0.3)
    _, error = ratio(BoardMoments(2).update(np.column_stack([y, w])), 0, 1)
    left_out = (y.sum() - y) / (w.sum() - w)
    jackknife = np.sqrt((len(y) - 1) * ((left_out - left_out.mean()) ** 2).mean())
    assert error == pytest.approx(jackknife, rel=1e-3)


def test_difference_paired_and_unpaired():
    rng = np.random.default_rng(3)
    luck = rng.normal(size=400)
    first, second = luck + rng.normal(size=400), luck + rng.normal(size=400)
    moments = BoardMoments(2).update(np.column_stack([first, second]))
    difference, paired, unpaired = ratio_difference(moments, 0, None, 1, None)
    assert difference == pytest.approx(first.mean() - second.mean())
    assert paired == pytest.approx((first - second).std(ddof=1) / 20)
    assert unpaired == pytest.approx(np.sqrt((first.var(ddof=1) + second.var(ddof=1)) / 400))


def test_covariance_of_ratios_gives_every_contrasts_variance():
    boards = np.abs(_boards(features=6))
    several = ratios(BoardMoments(6).update(boards), [0, 1, 2], [3, 4, None])
    weights = np.array([0.2, -1.0, 0.7])
    _, error = several.contrast(weights)
    assert error**2 == pytest.approx(weights @ several.covariance @ weights)


@pytest.mark.parametrize("value", [0.1, 1 / 3, 1e6 + 0.1])
def test_what_never_varies_has_a_standard_error_of_exactly_0(value):
    moments = BoardMoments(1)
    for n in (1, 3, 700, 41):
        moments.update(np.full((n, 1), value))
    assert ratio(moments, 0)[1] == 0.0


def test_groups_that_never_differ_have_a_difference_of_exactly_0():
    y = np.random.default_rng(4).random(5000) + 0.1
    moments = BoardMoments(3)
    for block in np.array_split(np.column_stack([y, 3 * y, np.full_like(y, 3.0)]), 9):
        moments.update(block)
    difference, paired, unpaired = ratio_difference(moments, 0, None, 1, 2)
    assert difference == pytest.approx(0.0, abs=1e-14)
    assert paired == 0.0
    assert unpaired > 0.0


def test_one_board_in_a_million_that_differs_is_not_rounded_away():
    y = np.zeros((1_000_000, 2))
    y[::2] = 1.0
    y[7, 1] = 1.0
    _, paired, _ = ratio_difference(BoardMoments(2).update(y), 0, None, 1, None)
    assert paired == pytest.approx(1e-6, rel=1e-5)


def test_boards_behind_a_group_are_those_with_a_game_in_it():
    w = np.zeros((500, 1))
    w[:40] = 3.0
    assert boards_behind(BoardMoments(1).update(w), 0) == pytest.approx(40)
    assert boards_behind(BoardMoments(1).update(w)) == 500


@pytest.mark.parametrize(
    ("features", "match"),
    [
        (np.ones(3), r"shape \(boards, 2\), not \(3,\)"),
        (np.ones((3, 1)), r"shape \(boards, 2\), not \(3, 1\)"),
        (np.array([[1.0, np.nan]]), "finite"),
        (np.array([[1.0, np.inf]]), "finite"),
    ],
)
def test_bad_features_are_refused(features, match):
    with pytest.raises(ValueError, match=match):
        BoardMoments(2).update(features)


def test_other_refusals():
    moments = BoardMoments(2).update([[1.0, 0.0], [2.0, 0.0]])
    with pytest.raises(ValueError, match="at least one feature"):
        BoardMoments(0)
    with pytest.raises(ValueError, match="cannot merge 3 features into 2"):
        moments.merge(BoardMoments(3))
    with pytest.raises(ValueError, match="at least 2 boards, not 1"):
        ratio(BoardMoments(1).update([[1.0]]), 0)
    with pytest.raises(ValueError, match="nothing to divide by"):
        ratio(moments, 0, 1)
    with pytest.raises(ValueError, match="2 numerators do not fit 1"):
        ratios(moments, [0, 1], [None])
