"""Boundaries: published constants, and the chance of error they promise."""

import itertools

import numpy as np
import pytest
from scipy import optimize, stats

from cardsim.analysis.boundaries import Schedule, boundary, chances, schedule

# Jennison & Turnbull (2000), tables 2.1 and 2.3: two-sided, alpha = 0.05.
POCOCK = [2.178, 2.289, 2.361, 2.413, 2.453, 2.485, 2.512, 2.535, 2.555]
OBRIEN_FLEMING = [1.977, 2.004, 2.024, 2.040, 2.053, 2.063, 2.072, 2.080, 2.087]


def doubling(most, first=166):
    """Block ends of a match at four seats: files that double up to 8,333 boards."""
    ends, size = [], first
    while not ends or ends[-1] < most:
        ends.append(min(most, (ends[-1] if ends else 0) + size))
        size = min(2 * size, 50 * first)
    return ends


@pytest.mark.parametrize(("shape", "published"), [("flat", POCOCK), ("falling", OBRIEN_FLEMING)])
def test_the_integral_gives_the_published_constants(shape, published):
    for looks, constant in enumerate(published, start=2):
        boards = np.arange(1, looks + 1)
        form = np.ones(looks) if shape == "flat" else np.sqrt(looks / boards)

        def ever(c, boards=boards, form=form):
            return chances(boards, c * form).sum() - 0.05

        assert optimize.brentq(ever, 1.5, 4.0) == pytest.approx(constant, abs=5.1e-4)


def test_spending_like_o_brien_and_fleming_gives_the_published_boundary():
    """Of two one-sided functions at 0.025, five looks (Lan & DeMets 1983; gsDesign)."""
    time = np.arange(1, 6) / 5
    spent = 4 * stats.norm.sf(stats.norm.isf(0.0125) / np.sqrt(time))
    found = boundary(range(1, 6), np.diff(spent, prepend=0))
    assert found == pytest.approx([4.877, 3.357, 2.680, 2.290, 2.031], abs=6e-4)


def test_one_look_is_an_ordinary_interval():
    only = schedule([400])
    for alpha in (0.5, 0.05, 1e-6):
        assert only.critical(0)(alpha) == pytest.approx(stats.norm.isf(alpha / 2))


@pytest.mark.parametrize("most", [5_000, 1_000_000, 10_000_000])
@pytest.mark.parametrize("alpha", [0.5, 0.05, 0.05 / 7, 1e-5])
def test_all_looks_together_err_with_the_chance_asked_for(most, alpha):
    looks = schedule(doubling(most))
    critical = [looks.critical(k)(alpha) for k in range(len(looks.boards))]
    assert chances(looks.boards, critical).sum() == pytest.approx(alpha, rel=3e-4)


def test_simulated_walks_leave_the_boundary_in_five_per_cent():
    looks = schedule(doubling(200_000))
    steps = np.sqrt(np.diff(looks.boards, prepend=0))
    walks = np.cumsum(np.random.default_rng(1).normal(size=(200_000, len(steps))) * steps, axis=1)
    z = np.abs(walks) / np.sqrt(looks.boards)
    critical = [looks.critical(k)(0.05) for k in range(len(looks.boards))]
    assert (z > critical).any(axis=1).mean() == pytest.approx(0.05, abs=0.0015)  # 3 errors


def test_each_doubling_gets_an_equal_part():
    looks = Schedule((100, 200, 400, 800))
    assert [looks.spent(n) for n in looks.boards] == pytest.approx([0.25, 0.5, 0.75, 1.0])
    first = chances(looks.boards, [looks.critical(k)(0.05) for k in range(4)])
    assert first == pytest.approx([0.0125] * 4, rel=1e-3)


def test_looks_are_apart_and_the_last_boards_are_a_look():
    looks = schedule(doubling(1_000_000)).boards
    assert looks[:4] == (166, 498, 1_162, 2_490)
    assert looks[-1] == 1_000_000
    assert all(b >= 1.25 * a for a, b in itertools.pairwise(looks))
    assert schedule([100, 101]).boards == (100, 101)  # the first and the last, whatever is between


def test_critical_values_fall_in_alpha_so_that_p_values_can_be_found():
    alphas = np.geomspace(1e-30, 0.99999, 400)
    for look in (0, 1, 7):
        found = [schedule(doubling(1_000_000)).critical(look)(a) for a in alphas]
        assert np.all(np.diff(found) < 0)


def test_at_tiny_chances_each_look_counts_alone():
    looks = schedule(doubling(1_000_000))
    part = looks.spent(looks.boards[5]) - looks.spent(looks.boards[4])
    nominal = 2 * stats.norm.sf(looks.critical(5)(1e-20))
    assert nominal == pytest.approx(part * 1e-20, rel=1e-6)


def test_a_run_broken_off_between_looks_spends_what_is_due():
    looks = schedule(doubling(100_000))
    past = [n for n in looks.boards if n < 3_000]
    critical = [*(looks.critical(k)(0.05) for k in range(len(past))), looks.critical_at(3_000)(0.05)]
    left = chances([*past, 3_000], critical)
    assert left.sum() == pytest.approx(0.05 * looks.spent(3_000), rel=1e-3)
    assert looks.critical_at(looks.boards[2])(0.05) == looks.critical(2)(0.05)
    just_after = looks.critical_at(looks.boards[3] + 1)(0.05)
    assert looks.critical(3)(0.05) < just_after < 5


def test_what_is_no_schedule():
    with pytest.raises(ValueError, match="rising"):
        Schedule((100, 100))
    with pytest.raises(ValueError, match="rising"):
        Schedule(())
    with pytest.raises(ValueError, match="more than the schedule's"):
        Schedule((100, 200)).critical_at(300)
    with pytest.raises(IndexError, match="look 2"):
        Schedule((100, 200)).critical(2)
