"""Confidence sequences: published forms, and coverage at all looks together."""

import math

import numpy as np
import pytest
from scipy import integrate, stats

from cardsim.analysis.moments import BoardMoments, ratio
from cardsim.analysis.sequences import (
    BURN_IN,
    AsymptoticSequence,
    BernsteinSequence,
    gamma_exponential_boundary,
    log_gamma_exponential_mixture,
    mixture_precision,
)


def test_mixture_precision_makes_the_boundary_tightest_at_its_aim():
    best = mixture_precision(0.05)

    def squared_width(x):  # of the normal mixture, at time 1
        return (x + 1) / x * math.log((x + 1) / 0.05**2)

    assert squared_width(best) < min(squared_width(best * 1.01), squared_width(best * 0.99))


def test_asymptotic_interval_is_the_papers_formula():
    """Theorem 2.2: sd sqrt(2 (n r2 + 1) / (n^2 r2) log(sqrt(n r2 + 1) / alpha))."""
    values = np.random.default_rng(1).normal(5, 2, 1000)
    n, r2 = 1000, mixture_precision(0.1) / 700
    radius = values.std(ddof=1) * math.sqrt(
        2 * (n * r2 + 1) / (n**2 * r2) * math.log(math.sqrt(n * r2 + 1) / 0.1)
    )
    ours = AsymptoticSequence(level=0.9, aim=700).update(values).interval()
    assert (ours.low, ours.high) == pytest.approx((values.mean() - radius, values.mean() + radius))


@pytest.mark.parametrize(("s", "v", "rho"), [(3, 5, 2), (10, 20, 7), (1, 0, 0.5), (40, 100, 30)])
def test_gamma_exponential_mixture_is_the_integral_it_stands_for(s, v, rho):
    """Howard et al. (2021): the mixture over 0 < x < 1 of exp(x s - psi(x) v)."""

    def density(x):
        return (1 - x) ** (rho - 1) * math.exp(-rho * (1 - x))

    def mixed(x):
        return math.exp(x * s + v * (math.log1p(-x) + x)) * density(x)

    integral = integrate.quad(mixed, 0, 1)[0] / integrate.quad(density, 0, 1)[0]
    assert log_gamma_exponential_mixture(s, v, rho) == pytest.approx(math.log(integral), abs=1e-6)


@pytest.mark.parametrize("v", [0.0, 1.0, 1e3, 1e6])
def test_gamma_exponential_boundary_solves_its_equation(v):
    boundary = gamma_exponential_boundary(v, 50.0, 0.025)
    assert log_gamma_exponential_mixture(boundary, v, 50.0) == pytest.approx(math.log(40))


def test_bernsteins_variance_is_taken_from_the_mean_of_earlier_blocks():
    """Blocks 0 1 1 1 then 0 0 1 1: centres 1/2, then (3 + 1/2) / 5."""
    sequence = BernsteinSequence((0, 1)).update([0, 1, 1, 1]).update([0, 0, 1, 1])
    v = 4 * 0.25 + 2 * 0.7**2 + 2 * 0.3**2
    rho = 0.25**2 * 20_000 / mixture_precision(0.05)
    radius = gamma_exponential_boundary(v, rho, 0.025) / 8
    ours = sequence.interval()
    assert ours.estimate == 5 / 8
    assert ours.high == pytest.approx(min(1.0, 5 / 8 + radius))


def test_bernstein_does_not_depend_on_the_scale():
    values = np.random.default_rng(2).random(3000)
    unit, wide = BernsteinSequence((0, 1)), BernsteinSequence((-1, 1))
    for block in np.array_split(values, 6):
        unit.update(block)
        wide.update(2 * block - 1)
    assert wide.interval().low == pytest.approx(2 * unit.interval().low - 1)


@pytest.mark.parametrize(
    "make", [lambda: AsymptoticSequence(bounds=(0, 1)), lambda: BernsteinSequence((0, 1))]
)
def test_values_and_their_sufficient_statistics_give_the_same(make):
    values, summed = make(), make()
    for block in np.random.default_rng(3).random((5, 400)):
        values.update(block)
        summed.update_block(400, block.mean(), ((block - block.mean()) ** 2).sum())
    first, second = values.interval(), summed.interval()
    assert (first.low, first.high) == pytest.approx((second.low, second.high))


def test_looking_at_a_mean_is_updating_with_its_values():
    moments, updated, looked = BoardMoments(1), AsymptoticSequence(), AsymptoticSequence()
    for block in np.random.default_rng(4).random((5, 400)):
        moments.update(block[:, None])
        updated.update(block)
        looked.look(moments.n, *ratio(moments, 0))
    first, second = updated.interval(), looked.interval()
    assert (first.low, first.high) == pytest.approx((second.low, second.high))


def test_the_interval_is_where_all_looks_agree():
    sequence = AsymptoticSequence()
    sequence.look(1000, 0.5, 0.01)
    first = sequence.interval()
    sequence.look(1100, 0.52, 0.03)
    second = sequence.interval()
    assert (second.low, second.high) == (first.low, first.high)
    assert second.estimate == 0.52
    sequence.look(5000, 5.0, 0.01)
    assert sequence.interval().reason.startswith("the looks contradict each other")


def test_burn_in_is_enforced():
    sequence = AsymptoticSequence()
    rng = np.random.default_rng(5)
    sequence.update(rng.random(BURN_IN - 1))
    assert sequence.interval().reason == (
        "399 boards are too few for an asymptotic sequence; it needs 400"
    )
    assert sequence.update(rng.random(1)).interval().reason is None


def test_burn_in_is_longer_where_events_are_rare():
    values = np.zeros(2000)
    values[::100] = 1
    sequence = AsymptoticSequence(bounds=(0, 1)).update(values)
    assert sequence.interval().reason == "too rare for an asymptotic sequence after 2,000 boards"
    assert sequence.update(values).interval().estimate == pytest.approx(0.01)


def test_what_never_varied_has_no_asymptotic_interval_but_a_bernstein_one():
    same = np.zeros(1000)
    assert AsymptoticSequence().update(same).interval().reason == (
        "all 1,000 boards gave exactly 0"
    )
    bernstein = BernsteinSequence((-1, 1), aim=1000).update(same).interval()
    assert bernstein.low == pytest.approx(-bernstein.high)
    assert 0 < bernstein.high < 0.1


def test_a_share_fixed_by_the_rotation_gets_narrow_all_the_same():
    """So many boards miss a share q of others with chance (1 - q)^1000: here a tenth of 5 %."""
    sequence = AsymptoticSequence(bounds=(0, 1))
    for _ in range(5):
        sequence.update(np.full(200, 0.1))
    ours = sequence.interval()
    missed = 1 - 0.005 ** (1 / 1000)
    assert (ours.low, ours.high) == pytest.approx((0.1 - 0.1 * missed, 0.1 + 0.9 * missed))


def test_no_boards_yet():
    assert BernsteinSequence((0, 1)).interval().reason == "no boards yet"
    assert BernsteinSequence((0, 1)).update([]).interval().reason == "no boards yet"


def test_both_sequences_are_within_three_fifths_of_the_single_look_width():
    block = np.tile([0.0, 1.0], 5000)
    single = stats.norm.isf(0.025) * 0.5 / math.sqrt(20_000)
    for sequence in (AsymptoticSequence(bounds=(0, 1)), BernsteinSequence((0, 1), spread=0.5)):
        width = sequence.update(block).update(block).interval().half_width
        assert single < width < 1.6 * single


def test_rounding_past_the_bounds_is_forgiven():
    assert BernsteinSequence((0, 1)).update([0.5, 1.0 + 1e-15]).interval().reason is None


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="outside"):
        BernsteinSequence((0, 1)).update([0.5, 1.5])
    with pytest.raises(ValueError, match="outside"):
        BernsteinSequence((0, 1)).update_block(3, 1.5, 1.0)
    with pytest.raises(ValueError, match="finite"):
        BernsteinSequence((0, 1)).update([0.5, math.nan])
    with pytest.raises(ValueError, match="impossible"):
        AsymptoticSequence().update_block(3, math.nan, 1.0)
    with pytest.raises(ValueError, match="impossible"):
        AsymptoticSequence().look(500, 0.1, 0.01).look(400, 0.1, 0.01)
    with pytest.raises(ValueError, match="bounds must rise"):
        BernsteinSequence((1, 0))
    with pytest.raises(ValueError, match="aims at a positive number"):
        AsymptoticSequence(aim=0)
    with pytest.raises(ValueError, match="a spread is positive"):
        BernsteinSequence((0, 1), spread=0.0)


# ------------------------------------------- coverage, with a look after every block


def _blocks(rng, kind, p, looks, size):
    """Draw blocks of board values: shares of four rotations, or their differences."""
    if kind == "alike":
        return (rng.random((looks, size)) < p).astype(float)
    if kind == "related":
        ease = rng.beta(p * 7 / 3, (1 - p) * 7 / 3, (looks, size))
        return rng.binomial(4, ease) / 4
    ease = rng.random((looks, size, 1))  # "difference"
    first = (0.5 * ease + 0.5 * rng.random((looks, size, 4)) < p).mean(axis=2)
    return first - (0.5 * ease + 0.5 * rng.random((looks, size, 4)) < p).mean(axis=2)


def _all_looks_hold(sequence, blocks, truth):
    n, means = blocks.shape[1], blocks.mean(axis=1)
    squares = ((blocks - means[:, None]) ** 2).sum(axis=1)
    for mean, m2 in zip(means.tolist(), squares.tolist(), strict=True):
        interval = sequence.update_block(n, mean, m2).interval()
        if interval.low is None:
            if "contradict" in interval.reason:
                return False
        elif not interval.low <= truth <= interval.high:
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize("form", ["asymptotic", "bernstein"])
@pytest.mark.parametrize(
    ("kind", "p"),
    [("alike", 0.02), ("alike", 0.05), ("alike", 0.5), ("related", 0.25), ("difference", 0.25)],
)
def test_coverage_at_all_looks_together(form, kind, p):
    rng = np.random.default_rng([len(kind), int(100 * p)])
    bounds = (-1.0, 1.0) if kind == "difference" else (0.0, 1.0)
    truth = 0.0 if kind == "difference" else p
    replications, held = 2000, 0
    for _ in range(replications):
        sequence = (
            AsymptoticSequence(bounds=bounds, aim=1000)
            if form == "asymptotic"
            else BernsteinSequence(bounds, aim=1000)
        )
        held += _all_looks_hold(sequence, _blocks(rng, kind, p, 60, 100), truth)
    assert held / replications >= 0.95


@pytest.mark.slow
def test_coverage_with_a_look_after_every_single_board_of_a_rare_metric():
    rng = np.random.default_rng(11)
    replications, held = 2000, 0
    for _ in range(replications):
        sequence = AsymptoticSequence(bounds=(0.0, 1.0), aim=1000)
        losses = rng.random(2000) < 0.05
        sequence.update(losses[:BURN_IN])
        held += _all_looks_hold(sequence, losses[BURN_IN:, None].astype(float), 0.05)
    assert held / replications >= 0.95
