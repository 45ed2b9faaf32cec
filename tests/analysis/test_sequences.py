"""Confidence sequences: published forms, and coverage at all looks together."""

import math

import numpy as np
import pytest
from scipy import integrate, stats

from cardsim.analysis.sequences import (
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


def test_values_and_their_sufficient_statistics_give_the_same():
    values, summed = BernsteinSequence((0, 1)), BernsteinSequence((0, 1))
    for block in np.random.default_rng(3).random((5, 400)):
        values.update(block)
        summed.update_block(400, block.mean(), ((block - block.mean()) ** 2).sum())
    first, second = values.interval(), summed.interval()
    assert (first.low, first.high) == pytest.approx((second.low, second.high))


def test_the_interval_is_where_all_looks_agree():
    sequence = BernsteinSequence((0, 1)).update(np.tile([0.0, 1.0], 5_000))
    first = sequence.interval()
    sequence.update(np.full(200, 1.0))
    assert sequence.interval().low >= first.low
    assert sequence.interval().high == first.high
    sequence.update(np.full(40_000, 1.0))
    assert sequence.interval().reason.startswith("the looks contradict each other")


def test_what_never_varied_has_an_interval():
    found = BernsteinSequence((-1, 1), aim=1000).update(np.zeros(1000)).interval()
    assert found.low == pytest.approx(-found.high)
    assert 0 < found.high < 0.1


def test_it_is_within_three_fifths_of_the_single_look_width():
    block = np.tile([0.0, 1.0], 5000)
    single = stats.norm.isf(0.025) * 0.5 / math.sqrt(20_000)
    sequence = BernsteinSequence((0, 1), spread=0.5)
    width = sequence.update(block).update(block).interval().half_width
    assert single < width < 1.6 * single


def test_no_boards_yet():
    assert BernsteinSequence((0, 1)).interval().reason == "no boards yet"
    assert BernsteinSequence((0, 1)).update([]).interval().reason == "no boards yet"


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
        BernsteinSequence((0, 1)).update_block(3, math.nan, 1.0)
    with pytest.raises(ValueError, match="bounds must rise"):
        BernsteinSequence((1, 0))
    with pytest.raises(ValueError, match="aims at a positive number"):
        BernsteinSequence((0, 1), aim=0)
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
@pytest.mark.parametrize(
    ("kind", "p"),
    [("alike", 0.02), ("alike", 0.05), ("alike", 0.5), ("related", 0.25), ("difference", 0.25)],
)
def test_coverage_at_all_looks_together(kind, p):
    rng = np.random.default_rng([len(kind), int(100 * p)])
    bounds = (-1.0, 1.0) if kind == "difference" else (0.0, 1.0)
    truth = 0.0 if kind == "difference" else p
    replications, held = 2000, 0
    for _ in range(replications):
        sequence = BernsteinSequence(bounds, aim=1000)
        held += _all_looks_hold(sequence, _blocks(rng, kind, p, 60, 100), truth)
    assert held / replications >= 0.95
