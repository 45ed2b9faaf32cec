"""Intervals: published values, honest refusals, and coverage by simulation."""

import numpy as np
import pytest
from scipy import stats

from cardsim.analysis.intervals import (
    MIN_BOARDS,
    clustered_mean,
    clustered_proportion,
    constant_interval,
    normal_critical,
    wilson,
    wilson_limits,
)
from cardsim.analysis.moments import BoardMoments

ROTATIONS = 4


def _moments(*columns):
    return BoardMoments(len(columns)).update(np.column_stack(columns))


@pytest.mark.parametrize(
    ("successes", "n", "low", "high"), [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605)]
)
def test_wilson_on_newcombes_published_intervals(successes, n, low, high):
    """Newcombe (1998), Statistics in Medicine 17, table I, third method."""
    estimate = wilson(successes, n)
    assert (estimate.low, estimate.high) == pytest.approx((low, high), abs=5e-5)
    assert estimate.estimate == successes / n


def test_independent_games_one_a_board_get_nearly_wilsons_interval():
    y = np.zeros(263)
    y[:81] = 1
    plain, clustered = wilson(81, 263), clustered_proportion(_moments(y), 0)
    # A quarter of a trial wider at either end, and a little for Student's t.
    assert clustered.low == pytest.approx(plain.low - 0.25 / 263, abs=4e-4)
    assert clustered.high == pytest.approx(plain.high + 0.25 / 263, abs=4e-4)
    assert clustered.low < plain.low
    assert clustered.high > plain.high


def test_games_that_repeat_each_other_count_as_one():
    y = np.zeros(400)
    y[:130] = 1
    once = clustered_proportion(_moments(y), 0)
    fourfold = clustered_proportion(_moments(4 * y, np.full(400, 4.0)), 0, 1)
    assert fourfold.low == pytest.approx(once.low)
    assert fourfold.high == pytest.approx(once.high)


def test_the_score_equation_holds_at_the_limits():
    """Wilson's limits solve |share - p| = t sqrt(p (1 - p) / n), with t of the boards."""
    share, error, boards = 0.3, 0.02, 500
    low, high = wilson_limits(np.array(share), np.array(error), boards, 0.95)
    trials = share * (1 - share) / error**2
    for limit, widened in ((low, 0.25), (high, -0.25)):
        p = limit + widened / trials
        t = abs(share - p) / np.sqrt(p * (1 - p) / trials)
        assert t == pytest.approx(stats.t.isf(0.025, boards - 1))


def test_clustered_mean_is_scipys_t_interval():
    values = np.random.default_rng(1).gamma(4, 10, 200)
    theirs = stats.ttest_1samp(values, 0).confidence_interval(0.9)
    ours = clustered_mean(_moments(values), 0, level=0.9)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high))
    assert ours.half_width == pytest.approx((theirs.high - theirs.low) / 2)


def test_a_boundarys_critical_values_widen_shares_and_means():
    """With z doubled, Wilson's score equation holds at twice t of the boards."""
    def doubled(alpha):
        return 2 * stats.norm.isf(alpha / 2)

    values = np.random.default_rng(1).gamma(4, 10, 200)
    plain, wide = (clustered_mean(_moments(values), 0, critical=c) for c in (normal_critical, doubled))
    assert wide.half_width == pytest.approx(2 * plain.half_width)
    share, error = 0.3, 0.02
    low, _ = wilson_limits(np.array(share), np.array(error), 500, 0.95, doubled)
    trials = share * (1 - share) / error**2
    p = low + 0.25 / trials
    t = abs(share - p) / np.sqrt(p * (1 - p) / trials)
    assert t == pytest.approx(2 * stats.t.isf(0.025, 499))


@pytest.mark.parametrize("boards", [2, 3, MIN_BOARDS - 1])
def test_too_few_boards_give_a_reason(boards):
    values = np.arange(boards) % 2
    for estimate in (
        clustered_proportion(_moments(values), 0),
        clustered_mean(_moments(values), 0),
        wilson(1, boards),
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
        "only about 5 of 40,000 boards have a finished game to count; an interval needs 30"
    )
    assert clustered_mean(moments, 0, 2).reason == (
        "none of 40,000 boards has a finished game to count"
    )


def test_never_seen_is_bounded_by_the_rule_of_three():
    estimate = clustered_proportion(_moments(np.zeros(1000)), 0)
    assert (estimate.estimate, estimate.low) == (0.0, 0.0)
    # 1000 boards miss what happens on a share q of boards with chance (1 - q)^1000.
    assert (1 - estimate.high) ** 1000 == pytest.approx(0.05)


def test_always_seen_is_the_mirror_image():
    never = clustered_proportion(_moments(np.zeros(1000)), 0)
    always = clustered_proportion(_moments(np.full(1000, 4.0), np.full(1000, 4.0)), 0, 1)
    assert (always.low, always.high) == pytest.approx((1 - never.high, 1.0))


def test_a_share_fixed_by_the_rotation_is_told_with_the_rule_of_three():
    estimate = clustered_proportion(_moments(np.full(300, 1.0), np.full(300, 4.0)), 0, 1)
    assert estimate.estimate == 0.25
    assert estimate.low == pytest.approx(0.25 - 0.25 * (1 - 0.05 ** (1 / 300)))
    assert estimate.high == pytest.approx(0.25 + 0.75 * (1 - 0.05 ** (1 / 300)))


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
    with pytest.raises(ValueError, match="5 successes in 4 trials"):
        wilson(5, 4)
    with pytest.raises(ValueError, match="a share lies between 0 and 1"):
        clustered_proportion(_moments(np.arange(100.0)), 0)


# ---------------------------------------------------------------- coverage


def _chances(kind, p):
    """Chances that somebody loses 0, 1, 2, 3, 4 of a board's four rotations."""
    counts = np.arange(ROTATIONS + 1)
    independent = stats.binom.pmf(counts, ROTATIONS, p)
    if kind == "alike":  # all rotations of a board end alike
        return np.array([1 - p, 0, 0, 0, p])
    if kind == "related":  # correlation 0.3 between rotations
        return stats.betabinom.pmf(counts, ROTATIONS, p * 7 / 3, (1 - p) * 7 / 3)
    if kind == "opposed":  # as even over the rotations as can be, four times out of five
        even = np.zeros(ROTATIONS + 1)
        even[int(ROTATIONS * p)] = 1 - ROTATIONS * p % 1
        even[int(ROTATIONS * p) + 1] += ROTATIONS * p % 1
        return 0.8 * even + 0.2 * independent
    return independent


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["alike", "independent", "related", "opposed"])
@pytest.mark.parametrize("p", [0.05, 0.1, 0.25, 0.5])
@pytest.mark.parametrize("boards", [200, 500, 2000])
def test_coverage_of_clustered_proportions(kind, p, boards):
    rng = np.random.default_rng([boards, int(100 * p), len(kind)])
    often = rng.multinomial(boards, _chances(kind, p), 40_000)  # how many boards gave each count
    share = np.arange(ROTATIONS + 1) / ROTATIONS
    mean = often @ share / boards
    variance = (often @ share**2 / boards - mean**2) * boards / (boards - 1)
    varied = variance > 1e-12  # else all boards were alike, and the rule of three is used
    error = np.sqrt(variance[varied] / boards)
    low, high = wilson_limits(mean[varied], error, boards, 0.95)
    covered = int(((low <= p) & (p <= high)).sum())
    for share in mean[~varied]:
        least, greatest = constant_interval(share, boards, (0.0, 1.0), 0.95)
        covered += least <= p <= greatest
    assert 0.945 <= covered / len(mean) <= 0.975


@pytest.mark.slow
@pytest.mark.parametrize("p", [0.05, 0.25])
def test_coverage_of_proportions_where_games_are_unfinished(p):
    rng = np.random.default_rng(7)
    covered, replications = 0, 10_000
    for _ in range(replications):
        ease = rng.beta(p * 7 / 3, (1 - p) * 7 / 3, 200)
        w = rng.binomial(ROTATIONS, 0.9, 200)
        estimate = clustered_proportion(_moments(rng.binomial(w, ease), w), 0, 1)
        covered += estimate.low <= p <= estimate.high
    assert 0.945 <= covered / replications <= 0.975


@pytest.mark.slow
@pytest.mark.parametrize("boards", [200, 1000])
@pytest.mark.parametrize("skewness", [0.5, 1.0])
def test_coverage_of_clustered_means_of_skewed_amounts(boards, skewness):
    rng = np.random.default_rng([boards, int(2 * skewness)])
    shape = (2 / skewness) ** 2  # a gamma distribution's skewness is 2 / sqrt(shape)
    covered, replications = 0, 10_000
    for _ in range(replications):
        estimate = clustered_mean(_moments(rng.gamma(shape, 1.0, boards)), 0)
        covered += estimate.low <= shape <= estimate.high
    assert 0.945 <= covered / replications <= 0.975
