"""Third moments and usual values, against the boards themselves."""

import numpy as np
import pytest
from scipy import stats

from cardsim.analysis.limits import gamma_quantile
from cardsim.analysis.moments import BoardMoments, spread


def _boards(n=2_000):
    rng = np.random.default_rng(1)
    w = rng.integers(1, 5, n).astype(float)
    y = rng.gamma(0.5, 3.0, n) * (rng.random(n) < 0.3)
    return np.column_stack([y, w, y + (rng.random(n) < 0.01), w])


def test_third_moments_in_blocks_are_those_of_all_boards():
    boards = _boards()
    centred = boards - boards.mean(axis=0)
    moments = BoardMoments(4)
    for block in np.split(boards, [1, 100, 101, 1_500]):
        moments.update(block)
    third = np.einsum("bi,bj,bk->ijk", centred, centred, centred)
    np.testing.assert_allclose(moments.tails.third, third, rtol=1e-9, atol=1e-6)


def test_merged_halves_are_the_whole():
    boards = _boards()
    halves = BoardMoments(4).update(boards[:700]).merge(BoardMoments(4).update(boards[700:]))
    whole = BoardMoments(4).update(boards)
    np.testing.assert_allclose(halves.tails.third, whole.tails.third, rtol=1e-9, atol=1e-6)
    np.testing.assert_array_equal(halves.occupied, whole.occupied)


def test_the_skewness_of_a_ratio_is_that_of_its_influences():
    boards = _boards()
    y, w = boards[:, 0], boards[:, 1]
    influence = y - y.sum() / w.sum() * w
    found = spread(BoardMoments(4).update(boards), [0], [1], [1.0])
    behind = w.sum() ** 2 / (w**2).sum()
    assert found.behind == pytest.approx(behind)
    assert found.skewness == pytest.approx(stats.skew(influence) * np.sqrt(behind / 2_000))


def test_deviating_boards_are_counted():
    boards = _boards()
    moments = BoardMoments(4)
    for block in np.split(boards, [400, 1_000]):
        moments.update(block)
    apart = (boards[:, 0] != boards[:, 2]).sum()
    assert 5 < apart < 50
    assert spread(moments, [0, 2], [1, 3], [1.0, -1.0]).deviating == apart
    assert spread(moments, [0], [None], [1.0]).deviating == (boards[:, 0] != 0).sum()


def test_other_usual_values_stay_apart():
    few, many = BoardMoments(1).update(np.full((40, 1), 3.0)), BoardMoments(1).update(np.zeros((90, 1)))
    assert spread(few.merge(many), [0], [None], [1.0]).deviating == 40


@pytest.mark.parametrize("skewness", [0.3, 1.0, 2.0, -0.7])
def test_the_gamma_quantile_is_scipys_pearson_iii(skewness):
    z = np.array([-2.5, -1.0, 0.0, 1.96, 4.0])
    theirs = stats.pearson3.ppf(stats.norm.cdf(z), skewness)
    np.testing.assert_allclose(gamma_quantile(z, skewness), theirs, rtol=1e-7, atol=1e-9)


def test_the_limits_of_a_skewed_mean_are_halls_to_first_order():
    """Hall (1992): a mean's limits move by g (2 z^2 + 1) / 6 standard errors, g its skewness."""
    g, z = 0.02, 1.96
    # The quantile of the mean is at skewness 2 g; about the mean, not the median.
    moved = gamma_quantile(z, 2 * g) - z
    assert moved == pytest.approx(2 * g * (z**2 - 1) / 6, rel=0.01)
    # Of what Hall adds, g (2 z^2 + 1) / 6, the rest, g / 2, is half a board of the long tail.
    assert g * (2 * z**2 + 1) / 6 - moved == pytest.approx(g / 2, rel=0.02)
