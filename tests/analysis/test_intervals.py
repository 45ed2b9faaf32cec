"""Intervals: published values, honest refusals, and coverage by simulation."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from cardsim.analysis.intervals import (
    MIN_BOARDS,
    clustered_mean,
    clustered_proportion,
    constant_interval,
    normal_critical,
    wilson_limits,
)
from cardsim.analysis.moments import BoardMoments

ROTATIONS = 4


def _moments(*columns):
    return BoardMoments(len(columns)).update(np.column_stack(columns))


@pytest.mark.parametrize(("successes", "n"), [(1, 100), (5, 60), (81, 263), (30, 60), (59, 60)])
def test_independent_games_one_a_board_lie_between_mid_p_and_clopper_pearson(successes, n):
    """Mid-P by its definition, from the binomial distribution; Clopper-Pearson by statsmodels."""
    y = np.zeros(n)
    y[:successes] = 1
    ours = clustered_proportion(_moments(y), 0)
    low, high = proportion_confint(successes, n, method="beta")
    at = stats.binom(n, [ours.low, ours.high])
    above, below = at.sf(successes - 1)[0], at.cdf(successes)[1]
    middle = at.pmf(successes) / 2
    assert ours.estimate == successes / n
    # To a tenth of the way; Student's t is a little wider than the normal quantile.
    assert low - 0.1 * (ours.estimate - low) <= ours.low
    assert ours.high <= high + 0.1 * (high - ours.estimate)
    assert above - middle[0] <= 0.03
    assert below - middle[1] <= 0.03


def test_games_that_repeat_each_other_count_as_one():
    y = np.zeros(400)
    y[:130] = 1
    once = clustered_proportion(_moments(y), 0)
    fourfold = clustered_proportion(_moments(4 * y, np.full(400, 4.0)), 0, 1)
    assert fourfold.low == pytest.approx(once.low)
    assert fourfold.high == pytest.approx(once.high)


def test_rare_events_get_fay_and_feuers_limits():
    """Boards of 1 to 4 losses among many of none: gamma quantiles from their sum and squares.

    Fay & Feuer (1997) take the upper limit as if one more board of the greatest weight had been
    seen; here it is half of one. The lower limit is theirs but for Student's t.
    """
    losses = np.array([1.0] * 4 + [2.0] * 2 + [4.0])
    n = 40_000
    ours = clustered_proportion(_moments(np.r_[losses, np.zeros(n - 7)], np.full(n, 4.0)), 0, 1)
    y, v = losses.sum() / 4, (losses**2).sum() / 16
    low = stats.gamma.ppf(0.025, y**2 / v, scale=v / y) / n
    assert ours.low == pytest.approx(low, rel=0.25)  # two moments, not three
    both = stats.gamma.ppf(0.975, y**2 / v, scale=v / y), stats.gamma.ppf(
        0.975, (y + 1) ** 2 / (v + 1), scale=(v + 1) / (y + 1)
    )
    assert both[0] / n < ours.high < both[1] / n


def test_a_sure_amount_gets_at_least_students_interval():
    values = np.random.default_rng(1).gamma(4, 10, 200)
    theirs = stats.ttest_1samp(values, 0).confidence_interval(0.9)
    ours = clustered_mean(_moments(values), 0, level=0.9)
    assert ours.low == pytest.approx(theirs.low)
    # The long tail is above, where Hall's first-order correction adds to Student's.
    error = values.std(ddof=1) / np.sqrt(200)
    z = stats.t.isf(0.05, 199)
    added = stats.skew(values, bias=False) * (2 * z**2 + 1) / (6 * np.sqrt(200))
    assert theirs.high + added * error < ours.high < theirs.high + 2.2 * added * error


def test_symmetric_amounts_get_students_interval():
    values = np.random.default_rng(1).normal(size=150)
    values = np.r_[values, -values]
    theirs = stats.ttest_1samp(values, 0).confidence_interval(0.95)
    ours = clustered_mean(_moments(values), 0)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))
    assert ours.half_width == pytest.approx((theirs.high - theirs.low) / 2)


def test_a_boundarys_critical_values_widen_shares_and_means():
    def doubled(alpha):
        return 2 * stats.norm.isf(alpha / 2)

    values = np.random.default_rng(1).normal(size=150)
    moments = _moments(np.r_[values, -values])
    plain, wide = (clustered_mean(moments, 0, critical=c) for c in (normal_critical, doubled))
    wider = stats.t.isf(stats.norm.sf(doubled(0.05)), 299) / stats.t.isf(0.025, 299)
    assert wide.half_width == pytest.approx(wider * plain.half_width)
    half = _moments(np.arange(20_000) % 2)
    plain, wide = (clustered_proportion(half, 0, critical=c) for c in (normal_critical, doubled))
    assert wide.half_width == pytest.approx(2 * plain.half_width, rel=5e-3)
    never = clustered_proportion(_moments(np.zeros(1000)), 0, critical=doubled)
    assert (1 - never.high) ** 1000 == pytest.approx(stats.norm.sf(2 * stats.norm.isf(0.025)))


def test_wilsons_score_equation_holds_at_the_limits():
    """Wilson's limits solve |share - p| = t sqrt(p (1 - p) / n), with t of the boards."""
    share, error, boards = 0.3, 0.02, 500
    low, high = wilson_limits(np.array(share), np.array(error), boards, 0.95)
    trials = share * (1 - share) / error**2
    for limit, widened in ((low, 0.25), (high, -0.25)):
        p = limit + widened / trials
        t = abs(share - p) / np.sqrt(p * (1 - p) / trials)
        assert t == pytest.approx(stats.t.isf(0.025, boards - 1))


@pytest.mark.parametrize("boards", [2, 3, MIN_BOARDS - 1])
def test_too_few_boards_give_a_reason(boards):
    values = np.arange(boards) % 2
    for estimate in (
        clustered_proportion(_moments(values), 0),
        clustered_mean(_moments(values), 0),
    ):
        assert (estimate.estimate, estimate.low, estimate.high) == (None, None, None)
        assert estimate.reason == f"{boards} boards are too few; an interval needs 30"
        assert estimate.n_boards == boards


def test_no_board_at_all_gives_a_reason():
    assert clustered_mean(BoardMoments(1), 0).reason.startswith("0 boards are too few")


def test_a_group_on_few_of_many_boards_gives_a_reason():
    w = np.zeros(40_000)
    w[:5] = 1
    moments = _moments(w / 2, w, np.zeros(40_000))
    assert clustered_mean(moments, 0, 1).reason == (
        "only 5 of 40,000 boards have a finished game to count; an interval needs 30"
    )
    assert clustered_mean(moments, 0, 2).reason == (
        "none of 40,000 boards has a finished game to count"
    )


def test_never_seen_is_bounded_by_the_rule_of_three():
    estimate = clustered_proportion(_moments(np.zeros(1000)), 0)
    assert (estimate.estimate, estimate.low) == (0.0, 0.0)
    # 1000 boards miss what happens on a share q of boards with chance (1 - q)^1000.
    assert (1 - estimate.high) ** 1000 == pytest.approx(0.025)  # either side


def test_always_seen_is_the_mirror_image():
    never = clustered_proportion(_moments(np.zeros(1000)), 0)
    always = clustered_proportion(_moments(np.full(1000, 4.0), np.full(1000, 4.0)), 0, 1)
    assert (always.low, always.high) == pytest.approx((1 - never.high, 1.0))


def test_a_share_fixed_by_the_rotation_is_told_with_the_rule_of_three():
    estimate = clustered_proportion(_moments(np.full(300, 1.0), np.full(300, 4.0)), 0, 1)
    assert estimate.estimate == 0.25
    assert estimate.low == pytest.approx(0.25 - 0.25 * (1 - 0.025 ** (1 / 300)))
    assert estimate.high == pytest.approx(0.25 + 0.75 * (1 - 0.025 ** (1 / 300)))


def test_a_mean_that_never_varied_has_no_interval_without_bounds():
    moments = _moments(np.full(400, 52.0))
    assert clustered_mean(moments, 0).reason == (
        "all 400 boards gave exactly 52, so there is no spread to make an interval of"
    )
    bounded = clustered_mean(moments, 0, bounds=(1, 53))
    assert (bounded.estimate, bounded.low, bounded.high) == (
        52.0,
        *constant_interval(52, 400, (1, 53), 0.95),
    )


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        clustered_mean(BoardMoments(1), 0, level=95)
    with pytest.raises(ValueError, match="at most 6 features, not 7"):
        clustered_mean(BoardMoments(7).update(np.ones((40, 7))), 0)
    with pytest.raises(ValueError, match="a share lies between 0 and 1"):
        clustered_proportion(_moments(np.arange(100.0)), 0)


def test_the_text_and_the_gate_count_the_same_boards():
    """Thirty boards, on all of which a game was finished, are thirty."""
    w = np.r_[np.full(20, 4.0), np.full(10, 2.0)]
    assert clustered_proportion(_moments(w / 2, w), 0, 1).reason is None
    w[0] = 0
    assert clustered_proportion(_moments(w / 2, w), 0, 1).reason == (
        "only 29 of 30 boards have a finished game to count; an interval needs 30"
    )


def test_an_amount_that_hardly_ever_varied_has_a_reason():
    values = np.full(1000, 52.0)
    values[:9] = 53.0
    assert clustered_mean(_moments(values), 0).reason == (
        "only 9 of 1,000 boards gave anything but the usual value, too few to know how far "
        "others may lie; an interval without bounds needs 10"
    )
    values[9] = 51.0
    assert clustered_mean(_moments(values), 0).reason is None


def test_limits_of_a_share_never_leave_0_to_1():
    for some in (1, 2, 5, 995, 999):
        y = np.r_[np.ones(some), np.zeros(1000 - some)]
        found = clustered_proportion(_moments(y), 0)
        assert 0 <= found.low < found.estimate < found.high <= 1


def test_shares_in_blocks_are_those_of_all_boards_at_once():
    rng = np.random.default_rng(8)
    w = rng.integers(0, 5, 5_000)
    rows = np.column_stack([rng.binomial(w, 0.01), w])
    whole, parts = BoardMoments(2).update(rows), BoardMoments(2)
    for block in np.split(rows, [30, 1_000, 1_001]):
        parts.update(block)
    one, other = (clustered_proportion(each, 0, 1) for each in (whole, parts))
    assert (one.low, one.high) == pytest.approx((other.low, other.high), rel=1e-10)
