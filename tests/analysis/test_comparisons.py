"""Comparisons: against scipy, Holm's published procedure, words, and coverage."""

import gc

import numpy as np
import pytest
from scipy import stats

from cardsim.analysis.comparisons import PairedDifference, decimals, holm, in_words, paired
from cardsim.analysis.moments import BoardMoments


def _moments(*columns):
    return BoardMoments(len(columns)).update(np.column_stack(columns))


def _difference(p_value, difference=0.1, error=0.01):
    return PairedDifference(
        difference,
        difference - 2 * error,
        difference + 2 * error,
        p_value,
        500,
        0.95,
        standard_error=error,
        degrees=499.0,
        limits=lambda alpha: (
            difference - stats.t.isf(alpha / 2, 499) * error,
            difference + stats.t.isf(alpha / 2, 499) * error,
        ),
    )


STARTER = PairedDifference(-0.012, -0.015, -0.009, 1e-9, 40_000, 0.95)


def test_paired_is_scipys_paired_t_test():
    rng = np.random.default_rng(1)
    luck = rng.normal(size=300)
    first, second = luck + rng.normal(size=300), luck + rng.normal(0.1, 1, 300)
    theirs = stats.ttest_rel(first, second)
    span = theirs.confidence_interval(0.95)
    ours = paired(_moments(first, second), 0, None, 1, None)
    # A little wider on the side of the longer tail, and only there.
    assert ours.low == pytest.approx(span.low, rel=0.1)
    assert ours.high == pytest.approx(span.high, rel=0.1)
    assert ours.low <= span.low + 1e-12
    assert ours.high >= span.high - 1e-12
    assert theirs.pvalue <= ours.p_value * (1 + 1e-6)
    assert ours.p_value <= theirs.pvalue * 1.5
    gain = (first.var(ddof=1) + second.var(ddof=1)) / (first - second).var(ddof=1)
    assert ours.variance_ratio == pytest.approx(gain)


def test_ratios_with_unfinished_games_are_compared_by_their_influences():
    rng = np.random.default_rng(2)
    w1, w2 = rng.integers(1, 5, 500), rng.integers(1, 5, 500)
    y1, y2 = rng.binomial(w1, 0.3), rng.binomial(w2, 0.2)
    ours = paired(_moments(y1, w1, y2, w2), 0, 1, 2, 3)
    r1, r2 = y1.sum() / w1.sum(), y2.sum() / w2.sum()
    influence = (y1 - r1 * w1) / w1.mean() - (y2 - r2 * w2) / w2.mean()
    assert ours.difference == pytest.approx(r1 - r2)
    assert ours.standard_error == pytest.approx(influence.std(ddof=1) / np.sqrt(500))


def test_too_few_boards_give_a_reason():
    ours = paired(_moments(np.arange(3), np.ones(3)), 0, None, 1, None)
    assert (ours.difference, ours.low, ours.high, ours.p_value) == (None, None, None, None)
    assert ours.reason == "3 boards are too few; an interval needs 30"


def test_a_rule_that_never_mattered_is_bounded_by_the_rule_of_three():
    y = np.random.default_rng(3).random(1000)
    moments = _moments(y, y)
    assert paired(moments, 0, None, 1, None).reason == (
        "all 1,000 boards gave a difference of exactly 0"
    )
    ours = paired(moments, 0, None, 1, None, bounds=(-1, 1))
    assert (ours.difference, ours.p_value, ours.variance_ratio) == (0.0, 1.0, None)
    assert (1 - ours.high) ** 1000 == pytest.approx(0.025)
    assert ours.low == -ours.high


def test_the_p_value_of_a_difference_that_never_varied_fits_its_interval():
    moments = _moments(np.full(40, 0.25), np.full(40, 0.5))
    ours = paired(moments, 0, None, 1, None, bounds=(-1, 1))
    at_p = paired(moments, 0, None, 1, None, level=1 - ours.p_value, bounds=(-1, 1))
    assert ours.difference == -0.25
    assert at_p.high == pytest.approx(0.0, abs=1e-6)


def test_holm_on_the_textbook_example():
    """In order 0.005, 0.01, 0.03, 0.04: times 4, 3, 2, 1, never falling."""
    family = holm([_difference(p) for p in (0.01, 0.04, 0.03, 0.005)])
    assert [each.p_holm for each in family] == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert [each.clear for each in family] == [True, False, False, True]
    assert {each.family for each in family} == {4}


def test_comparisons_without_a_number_do_not_count_in_the_family():
    nothing = PairedDifference(None, None, None, None, 3, 0.95, reason="too few")
    family = holm([_difference(0.03), nothing])
    assert family[0].p_holm == pytest.approx(0.03)
    assert family[1] == nothing
    assert holm([nothing]) == [nothing]


def test_family_intervals_are_bonferronis_and_agree_with_holm():
    rng = np.random.default_rng(4)
    first, second = rng.normal(0.15, 1, (2, 6, 400)).reshape(2, 6, 400) * np.array([[[1]], [[0.5]]])
    singles = [paired(_moments(a, b), 0, None, 1, None) for a, b in zip(first, second, strict=True)]
    family = holm(singles)
    for single, each in zip(singles, family, strict=True):
        reach = stats.t.isf(0.025 / 6, 399) * single.standard_error
        assert each.family_high >= single.difference + reach - 1e-12
        assert each.family_high == pytest.approx(single.difference + reach, rel=0.05)
        if each.family_low > 0 or each.family_high < 0:
            assert each.clear
    assert any(each.clear for each in family)
    assert not all(each.clear for each in family)


def test_a_boundarys_critical_values_widen_all_that_is_told_of_a_difference():
    values = np.random.default_rng(6).normal(0, 1, 200)
    moments = _moments(0.15 + np.r_[values, -values], np.zeros(400))
    plain = paired(moments, 0, None, 1, None)
    wide = paired(moments, 0, None, 1, None, critical=lambda a: 1.5 * stats.norm.isf(a / 2))
    tail = stats.norm.sf(1.5 * stats.norm.isf(0.025))
    wider = stats.t.isf(tail, 399) / stats.t.isf(0.025, 399)
    assert wide.high - wide.low == pytest.approx(wider * (plain.high - plain.low))
    at_p = paired(
        moments, 0, None, 1, None, 1 - wide.p_value, critical=lambda a: 1.5 * stats.norm.isf(a / 2)
    )
    assert at_p.low == pytest.approx(0, abs=1e-6)
    both = [holm([each, each])[0] for each in (plain, wide)]
    assert both[1].family_high - both[1].family_low == pytest.approx(
        1.5 * (both[0].family_high - both[0].family_low), rel=5e-3  # and Student's t a little more
    )


def test_family_interval_of_a_difference_that_never_varied():
    y = np.random.default_rng(3).random(1000)
    same = paired(_moments(y, y), 0, None, 1, None, bounds=(-1, 1))
    wide = holm([same, same])[0]
    assert (1 - wide.family_high) ** 1000 == pytest.approx(0.0125)


def test_a_family_has_one_level():
    other = PairedDifference(0.1, 0.0, 0.2, 0.01, 500, 0.9)
    with pytest.raises(ValueError, match="one level"):
        holm([_difference(0.01), other])


def test_in_words_says_less():
    assert in_words(STARTER, "the starter is the Bagel") == (
        "the starter is the Bagel 1.2 points in a hundred less often "
        "(0.9 to 1.5; 95 % interval; 40,000 boards)"
    )


def test_in_words_says_more_in_units_of_its_own():
    longer = PairedDifference(3.21, 2.48, 3.94, 1e-9, 1000, 0.99)
    assert in_words(
        longer, "a game lasts", more="longer", less="shorter", unit="turns", scale=1
    ) == ("a game lasts 3.2 turns longer (2.5 to 3.9; 99 % interval; 1,000 boards)")


def test_in_words_does_not_claim_what_the_interval_leaves_open():
    unclear = PairedDifference(0.001, -0.002, 0.004, 0.5, 40_000, 0.95)
    assert in_words(unclear, "the starter is the Bagel") == (
        "the starter is the Bagel neither more often nor less often as far as is known "
        "(0.1 points in a hundred more often; from 0.2 less often to 0.4 more often; "
        "95 % interval; 40,000 boards)"
    )


def test_in_words_of_a_family_tells_the_familys_interval():
    words = in_words(holm([_difference(1e-9)] * 3)[0], "the starter wins")
    assert words == (
        "the starter wins 10 points in a hundred more often "
        "(8 to 12; 95 % interval for all 3 comparisons together; 500 boards)"
    )


def test_in_words_gives_the_reason():
    nothing = PairedDifference(None, None, None, None, 3, 0.95, reason="3 boards are too few")
    assert in_words(nothing, "the starter wins") == (
        "whether the starter wins more often or less often is not known: 3 boards are too few"
    )


@pytest.mark.parametrize(
    ("half_width", "places"), [(25, 0), (2, 0), (1.5, 1), (0.3, 1), (0.2, 1), (0.15, 2), (0.0, 1)]
)
def test_decimals_fit_the_half_width(half_width, places):
    assert decimals(half_width) == places


# ---------------------------------------------------------------- coverage


def _joint(p, effect):
    """Chances that both, the first only, the second only, neither lose a rotation.

    Each follows the luck they share with chance 0.6, else its own.
    """
    first, second = p + effect, p
    both = 0.36 * min(first, second) + 0.64 * first * second
    return np.array([both, first - both, second - both, 1 - first - second + both])


@pytest.mark.slow
@pytest.mark.parametrize("boards", [200, 1000])
@pytest.mark.parametrize(("p", "effect"), [(0.05, 0.02), (0.25, 0.03), (0.4, 0.0)])
def test_coverage_of_paired_differences_of_shares(boards, p, effect):
    """Two strategies lose p and p + effect of four rotations; some boards repeat theirs."""
    rng = np.random.default_rng([boards, int(100 * p)])
    covered, replications = 0, 10_000
    for _ in range(replications):
        games = rng.multinomial(4, _joint(p, effect), boards)
        alike = boards // 4
        games[:alike] = 4 * rng.multinomial(1, _joint(p, effect), alike)
        first, second = games[:, 0] + games[:, 1], games[:, 0] + games[:, 2]
        ours = paired(_moments(first, second, np.full(boards, 4.0)), 0, 2, 1, 2)
        covered += ours.low <= effect <= ours.high
    assert 0.945 <= covered / replications <= 0.975


@pytest.fixture
def _cheap_collection():
    """Spare statsmodels' multipletests, which collects garbage, all that is not new."""
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.slow
@pytest.mark.usefixtures("_cheap_collection")
def test_holm_keeps_false_alarms_of_a_family_below_5_percent():
    rng = np.random.default_rng(9)
    replications = 3000
    alarms = together = 0
    for _ in range(replications):
        luck = rng.normal(size=(200, 1))
        results = luck + rng.normal(size=(200, 4))
        moments = BoardMoments(4).update(results)
        family = holm(
            [paired(moments, i, None, j, None) for i in range(4) for j in range(i + 1, 4)]
        )
        alarms += any(each.clear for each in family)
        together += all(each.family_low <= 0 <= each.family_high for each in family)
    assert alarms / replications <= 0.05
    assert together / replications >= 0.95
