"""Worst cases of unfinished games, against bounds worked out by hand, and their critical value."""

import numpy as np
import pytest
from scipy import stats

from cardsim.analysis.comparisons import UNFINISHED, holm, in_words, paired
from cardsim.analysis.intervals import clustered_mean, clustered_proportion
from cardsim.analysis.moments import BoardMoments
from cardsim.analysis.worst_case import (
    imbens_manski,
    with_worst_case,
    with_worst_difference,
    worst_case,
)


def _games(boards, p, unfinished, seed=1):
    rng = np.random.default_rng(seed)
    ends = rng.random((boards, 4)) >= unfinished
    event = (rng.random((boards, 4)) < p) & ends
    return np.column_stack([event.sum(1), ends.sum(1), np.full(boards, 4.0)])


def test_the_ends_are_those_of_all_unfinished_games_alike():
    rows = _games(100_000, 0.25, 0.15)
    total, count, played = rows.sum(axis=0)
    low, high = worst_case(BoardMoments(3).update(rows), (0, 1, 2), (0, 1), 0.05)
    # The ends are far apart, so each has a one-sided limit of its own.
    below = (rows[:, 0] / 4).std() / np.sqrt(100_000)
    above = ((rows[:, 0] + 4 - rows[:, 1]) / 4).std() / np.sqrt(100_000)
    assert low == pytest.approx(total / played - 1.645 * below, abs=3e-5)
    assert high == pytest.approx((total + played - count) / played + 1.645 * above, abs=3e-5)


def test_imbens_and_manskis_critical_value_is_two_sided_where_the_ends_are_one():
    assert imbens_manski(0.0, 0.05) == pytest.approx(1.959964, abs=1e-6)
    assert imbens_manski(50.0, 0.05) == pytest.approx(1.644854, abs=1e-6)
    z = imbens_manski(0.5, 0.05)
    assert stats.norm.cdf(z + 0.5) - stats.norm.cdf(-z) == pytest.approx(0.95)


def test_it_is_told_only_where_it_matters():
    rows = _games(1_000, 0.25, 0.15)
    moments = BoardMoments(3).update(rows)
    found = with_worst_case(clustered_proportion(moments, 0, 1), moments, (0, 1, 2), (0, 1))
    assert found.worst_low < 0.85 * 0.25 < found.low
    assert found.worst_high > 0.85 * 0.25 + 0.15 > found.high
    rows = _games(1_000, 0.25, 0.0)
    rows[0, 1] -= 1
    rows[0, 0] = 0
    moments = BoardMoments(3).update(rows)
    found = with_worst_case(clustered_proportion(moments, 0, 1), moments, (0, 1, 2), (0, 1))
    assert found.worst_low is None
    assert found.worst_high is None


def test_an_amount_without_bounds_has_no_worst_case():
    moments = BoardMoments(3).update(_games(1_000, 0.25, 0.15))
    plain = clustered_mean(moments, 0, 1)
    assert with_worst_case(plain, moments, (0, 1, 2), None) is plain


def _pair(p, q, unfinished):
    rows = np.column_stack([_games(2_000, p, unfinished), _games(2_000, q, unfinished, seed=2)])
    moments = BoardMoments(6).update(rows)
    plain = paired(moments, 0, 1, 3, 4, bounds=(-1, 1))
    return with_worst_difference(plain, moments, (0, 1, 2), (3, 4, 5), (0, 1))


def test_no_difference_is_clear_that_the_worst_case_contradicts():
    (found,) = holm([_pair(0.5, 0.4, 0.2)])
    assert found.low > 0
    assert found.worst_low < 0 < found.worst_high
    assert found.clear is False
    assert found.caution == UNFINISHED
    words = in_words(found, "A wins")
    assert "this is of finished games" in words
    assert words.endswith(f"so {UNFINISHED}")


def test_a_difference_that_the_worst_case_leaves_stays_clear():
    (found,) = holm([_pair(0.7, 0.2, 0.1)])
    assert found.clear
    assert found.caution is None
    assert 0 < found.worst_low < found.low


def test_nothing_unfinished_says_nothing():
    found = _pair(0.5, 0.4, 0.0)
    assert found.worst_low is None
    assert "finished" not in in_words(holm([found])[0], "A wins")
