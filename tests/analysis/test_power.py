"""Power: against statsmodels, and the power that is really reached."""

import math

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.power import TTestPower

from cardsim.analysis.power import boards_needed, detectable, minutes, upper_deviation


@pytest.mark.parametrize("effect", [0.5, 0.2, 0.05, 0.01])
@pytest.mark.parametrize("power", [0.8, 0.9, 0.95])
def test_boards_needed_is_statsmodels_answer(effect, power):
    theirs = TTestPower().solve_power(effect, power=power, alpha=0.05)
    assert boards_needed(effect * 3, 3, power) == pytest.approx(theirs, abs=1.1, rel=1e-4)


def test_boards_needed_by_hand():
    """(1.95996 + 1.28155)^2 (0.4 / 0.005)^2 + 1.95996^2 / 2 = 67249.6, by hand."""
    assert boards_needed(0.005, 0.4, 0.9) == 67_250
    assert boards_needed(-0.005, 0.4, 0.9) == 67_250


def test_no_plan_is_below_the_boards_an_interval_needs():
    assert boards_needed(1.0, 0.1) == 30
    assert boards_needed(1.0, 0.0) == 30


def test_detectable_inverts_boards_needed():
    assert detectable(boards_needed(0.005, 0.4), 0.4) == pytest.approx(0.005, rel=1e-4)


def test_upper_deviation_covers_the_truth_as_often_as_it_says():
    rng = np.random.default_rng(1)
    pilots = rng.normal(0, 2, (20_000, 100)).std(axis=1, ddof=1)
    factor = upper_deviation(1.0, 100, 0.8)
    # Standard error of the frequency: 0.003.
    assert (pilots * factor >= 2).mean() == pytest.approx(0.8, abs=0.01)


def test_the_plan_reaches_its_power():
    rng = np.random.default_rng(2)
    boards = boards_needed(0.3, 1.0, 0.9)
    samples = rng.normal(0.3, 1, (20_000, boards))
    found = stats.ttest_1samp(samples, 0, axis=1).pvalue < 0.05
    assert found.mean() == pytest.approx(0.9, abs=0.01)


def test_minutes():
    assert minutes(60_000, 4, 2_000.0) == 2.0


def test_bad_input_is_refused():
    with pytest.raises(ValueError, match="a difference to detect is not 0"):
        boards_needed(0, 1)
    with pytest.raises(ValueError, match="at least 0, not nan"):
        boards_needed(0.1, math.nan)
    with pytest.raises(ValueError, match="strictly between 0 and 1"):
        boards_needed(0.1, 1, power=1.0)
    with pytest.raises(ValueError, match="29 boards are too few"):
        detectable(29, 1)
    with pytest.raises(ValueError, match="a pilot of 10 boards is too small"):
        upper_deviation(1, 10)
    with pytest.raises(ValueError, match="a rate is positive"):
        minutes(100, 4, 0.0)
