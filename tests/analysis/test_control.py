"""Control variates: what they gain, that they bias nothing, and coverage."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.api import OLS, add_constant
from statsmodels.stats.proportion import proportion_confint

from cardsim.analysis.control import MIN_DEPARTING, controlled, fit_controls
from cardsim.analysis.intervals import clustered_proportion
from cardsim.analysis.moments import BoardMoments

Y = [1, 0, 0]


def _moments(values):
    return BoardMoments(values.shape[1]).update(values)


def _boards(rng, n):
    """Draw y = 1 + x1 + x1^2 / 2 + noise, and controls x1 (skewed) and x2 (useless)."""
    x = np.column_stack([rng.exponential(size=n), rng.normal(size=n)])
    return np.column_stack([1 + x[:, 0] + x[:, 0] ** 2 / 2 + rng.normal(size=n), x])


TRUTH = 3.0  # 1 + 1 + 2 / 2
EXPECTED = [1.0, 0.0]


def _fitted(rng, n=100, expected=None):
    return fit_controls(_moments(_boards(rng, n)), _moments(_boards(rng, n)), Y, [1, 2], expected)


def test_coefficients_are_least_squares():
    rng = np.random.default_rng(1)
    first, second = _boards(rng, 200), _boards(rng, 200)
    fitted = fit_controls(_moments(first), _moments(second), Y, [1, 2])
    for half, b in zip((first, second), fitted.coefficients[:, 0], strict=True):
        np.testing.assert_allclose(b, OLS(half[:, 0], add_constant(half[:, 1:])).fit().params[1:])


def test_the_coefficients_of_each_half_meet_the_mean_of_the_other():
    rng = np.random.default_rng(2)
    first, second, run = _boards(rng, 50), _boards(rng, 70), _boards(rng, 90)
    fitted = fit_controls(_moments(first), _moments(second), Y, [1, 2])
    (b1, b2), x = fitted.coefficients[:, 0], run[:, 1:].mean(axis=0)
    by_hand = run[:, 0].mean() - 0.5 * (
        b1 @ (x - second[:, 1:].mean(axis=0)) + b2 @ (x - first[:, 1:].mean(axis=0))
    )
    assert controlled(fitted, _moments(run)).estimate.estimate == pytest.approx(by_hand)


def test_a_known_expectation_gives_the_textbook_standard_error():
    rng = np.random.default_rng(3)
    fitted, run = _fitted(rng, expected=EXPECTED), _boards(rng, 500)
    rest = run[:, 0] - (run[:, 1:] - EXPECTED) @ fitted.coefficients[:, 0].mean(axis=0)
    ours = controlled(fitted, _moments(run))
    assert ours.estimate.estimate == pytest.approx(rest.mean())
    assert ours.standard_error == pytest.approx(rest.std(ddof=1) / np.sqrt(500))
    assert ours.variance_ratio == pytest.approx(run[:, 0].var() / rest.var())


def test_the_noise_of_the_pilots_mean_is_counted():
    rng = np.random.default_rng(4)
    first, second, run = _boards(rng, 200), _boards(rng, 200), _boards(rng, 500)
    halves = _moments(first), _moments(second)
    unknown = controlled(fit_controls(*halves, Y, [1, 2]), _moments(run))
    known = controlled(fit_controls(*halves, Y, [1, 2], EXPECTED), _moments(run))
    b = fit_controls(*halves, Y, [1, 2]).coefficients[:, 0]
    noise = sum(each @ np.cov(run[:, 1:].T) @ each / 4 / 200 for each in b)
    assert unknown.standard_error**2 == pytest.approx(known.standard_error**2 + noise)


def test_a_paired_difference_can_be_the_target():
    rng = np.random.default_rng(5)
    x = rng.normal(size=(300, 1))
    values = np.hstack([x + rng.normal(size=(300, 1)), rng.normal(size=(300, 1)), x])
    fitted = fit_controls(_moments(values[:100]), _moments(values[100:200]), [1, -1, 0], [2], [0.0])
    run = values[200:]
    rest = run[:, 0] - run[:, 1] - fitted.coefficients[:, 0].mean() * run[:, 2]
    assert controlled(fitted, _moments(run)).estimate.estimate == pytest.approx(rest.mean())


def test_controls_that_say_the_same_share_the_coefficient():
    rng = np.random.default_rng(6)
    x = rng.normal(size=(400, 1))
    values = np.hstack([2 * x + rng.normal(size=(400, 1)) * 0.01, x, x, np.ones((400, 1))])
    fitted = fit_controls(_moments(values[:200]), _moments(values[200:]), [1, 0, 0, 0], [1, 2, 3])
    np.testing.assert_allclose(fitted.coefficients[:, 0], [[1, 1, 0]] * 2, atol=0.01)


def test_too_few_boards_give_a_reason():
    rng = np.random.default_rng(7)
    ours = controlled(_fitted(rng), _moments(_boards(rng, 3)))
    assert ours.estimate.reason == "3 boards are too few; an interval needs 30"
    assert (ours.standard_error, ours.variance_ratio) == (None, None)


def test_a_target_that_the_controls_explain_wholly_gives_a_reason():
    values = np.zeros((200, 2))
    fitted = fit_controls(_moments(values[:100]), _moments(values[100:]), [1, 0], [1])
    reason = controlled(fitted, _moments(values)).estimate.reason
    assert reason == "all 200 boards gave exactly 0, so there is no spread"


def test_bad_input_is_refused():
    half = _moments(_boards(np.random.default_rng(8), 100))
    with pytest.raises(ValueError, match="no controls"):
        fit_controls(half, half, Y, [])
    with pytest.raises(ValueError, match="does not fit"):
        fit_controls(half, half, [1, 0], [1])
    with pytest.raises(ValueError, match="part of the target"):
        fit_controls(half, half, Y, [0, 1])
    with pytest.raises(ValueError, match="too small; each needs 30"):
        fit_controls(half, _moments(_boards(np.random.default_rng(9), 10)), Y, [1])
    with pytest.raises(ValueError, match="has 3 features, the run 2"):
        controlled(fit_controls(half, half, Y, [1]), BoardMoments(2))


# ------------------------------------------------ games that do not finish


def _shares(rng, n, p, unfinished):
    """Draw shares that the deal explains in part, of games that the deal lets finish in part.

    Returns
    -------
    array, shape (n, 4)
        The loss of a finished game, whether it finished, and two controls of mean 0.
    """
    x = rng.normal(size=(n, 2))
    loss = 0.6 * x[:, 0] + 0.8 * rng.normal(size=n) < stats.norm.ppf(p)
    ends = 0.8 * x.sum(axis=1) / np.sqrt(2) + 0.6 * rng.normal(size=n)
    finished = ends > stats.norm.ppf(unfinished) if unfinished else np.ones(n, bool)
    return np.column_stack([loss & finished, finished, x])


def _true_share(p, unfinished):
    """Return the share among finished games: two normal variables with correlation 0.34."""
    if not unfinished:
        return p
    correlation = 0.6 * 0.8 / np.sqrt(2)
    upper = stats.norm.ppf([p, unfinished])
    both = stats.multivariate_normal([0, 0], [[1, correlation], [correlation, 1]]).cdf(upper)
    return (p - both) / (1 - unfinished)


def _share_controls(rng, p, unfinished, pilot=2_000, expected=None):
    halves = (_moments(_shares(rng, pilot // 2, p, unfinished)) for _ in range(2))
    return fit_controls(*halves, [1, 0, 0, 0], [2, 3], expected, w=1)


def test_total_and_count_are_controlled_and_then_divided():
    rng = np.random.default_rng(12)
    fitted, run = _share_controls(rng, 0.25, 0.2, expected=[0, 0]), _shares(rng, 500, 0.25, 0.2)
    of_total, of_count = fitted.coefficients.mean(axis=0)
    totals, counts = run[:, 0] - run[:, 2:] @ of_total, run[:, 1] - run[:, 2:] @ of_count
    ours = controlled(fitted, _moments(run), share=True)
    value = totals.mean() / counts.mean()
    assert ours.estimate.estimate == pytest.approx(value)
    influence = (totals - value * counts) / counts.mean()
    assert ours.standard_error == pytest.approx(influence.std(ddof=1) / np.sqrt(500))
    plain = run[:, 0] - run[:, 0].mean() / run[:, 1].mean() * run[:, 1]
    assert ours.variance_ratio == pytest.approx(
        (plain.std() / run[:, 1].mean() / influence.std()) ** 2
    )


def test_games_that_the_deal_keeps_from_finishing_bias_nothing():
    """0.25 of all games are lost, 0.208 of the finished ones; controls of those alone give 0.237."""
    truth = _true_share(0.25, 0.2)
    assert truth == pytest.approx(0.2084, abs=0.0002)
    rng = np.random.default_rng(13)
    run = _shares(rng, 200_000, 0.25, 0.2)
    fitted = _share_controls(rng, 0.25, 0.2, 20_000, expected=[0, 0])
    ours = controlled(fitted, _moments(run), share=True)
    assert abs(ours.estimate.estimate - truth) < 4 * ours.standard_error
    finished = run[run[:, 1] == 1]
    b = np.linalg.lstsq(
        finished[:, 2:] - finished[:, 2:].mean(axis=0), finished[:, 0], rcond=None
    )[0]
    old = finished[:, 0].mean() - b @ finished[:, 2:].mean(axis=0)
    assert old - truth > 10 * ours.standard_error


def test_limits_of_a_share_are_wilsons_of_the_controlled_error():
    rng = np.random.default_rng(14)
    ours = controlled(_share_controls(rng, 0.01, 0), _moments(_shares(rng, 5_000, 0.01, 0)), share=True)
    value, error = ours.estimate.estimate, ours.standard_error
    trials = value * (1 - value) / error**2
    low, high = proportion_confint(value * trials, trials, method="wilson")
    assert 0 < ours.estimate.low < value < ours.estimate.high
    assert ours.estimate.low == pytest.approx(low - 0.25 / trials, rel=0.01)
    assert ours.estimate.high == pytest.approx(high + 0.25 / trials, rel=0.01)


@pytest.mark.slow
@pytest.mark.parametrize("p", [0.0036, 0.01, 0.25, 0.5])
@pytest.mark.parametrize("unfinished", [0, 0.05, 0.2])
@pytest.mark.parametrize("boards", [30, 100, 1_000, 10_000])
@pytest.mark.parametrize("expected", [None, [0, 0]])
def test_shares_are_covered(p, unfinished, boards, expected):
    """As `cardsim controls` tells them: plain, where too few boards depart. Standard error: 0.7 %."""
    rng = np.random.default_rng(boards)
    truth, covered, replications = _true_share(p, unfinished), 0, 1_000
    for _ in range(replications):
        run = _shares(rng, boards, p, unfinished)
        losses = run[:, 0].sum()
        if min(losses, run[:, 1].sum() - losses) < MIN_DEPARTING:
            ours = clustered_proportion(_moments(run[:, :2]), 0, 1)
        else:
            fitted = _share_controls(rng, p, unfinished, expected=expected)
            ours = controlled(fitted, _moments(run), share=True).estimate
        covered += ours.low is None or ours.low <= truth <= ours.high
    assert covered / replications >= 0.93


# ------------------------------------------------------ no bias, and coverage


@pytest.mark.slow
@pytest.mark.parametrize("expected", [None, EXPECTED])
def test_small_pilots_bias_nothing_and_intervals_cover(expected):
    """Halves of 40 boards of a skewed, curved target: where bias would be largest."""
    rng = np.random.default_rng(10)
    replications, covered = 10_000, 0
    estimates = np.empty(replications)
    for each in range(replications):
        ours = controlled(_fitted(rng, 40, expected), _moments(_boards(rng, 400))).estimate
        estimates[each] = ours.estimate
        covered += ours.low <= TRUTH <= ours.high
    error = estimates.std() / np.sqrt(replications)
    assert abs(estimates.mean() - TRUTH) < 3 * error
    assert 0.945 <= covered / replications <= 0.975


@pytest.mark.slow
def test_the_same_test_finds_the_bias_of_a_pilot_that_is_not_halved():
    """One pilot for coefficients and mean: its bias is what cross-fitting removes."""
    rng = np.random.default_rng(11)
    replications = 10_000
    estimates = np.empty(replications)
    for each in range(replications):
        pilot, run = _boards(rng, 80), _boards(rng, 400)
        b = np.linalg.lstsq(pilot[:, 1:] - pilot[:, 1:].mean(axis=0), pilot[:, 0], rcond=None)[0]
        estimates[each] = run[:, 0].mean() - b @ (
            run[:, 1:].mean(axis=0) - pilot[:, 1:].mean(axis=0)
        )
    error = estimates.std() / np.sqrt(replications)
    assert abs(estimates.mean() - TRUTH) > 6 * error
