"""Stopping: at a precision, at a decision, and how often the decision is wrong."""

import numpy as np
import pytest

from cardsim.analysis.intervals import Estimate
from cardsim.analysis.sequences import AsymptoticSequence, BernsteinSequence
from cardsim.analysis.stopping import Decision, Match, narrow_enough, verdict


def _interval(low, high):
    return Estimate((low + high) / 2, low, high, 1000, 0.95, "by hand")


@pytest.mark.parametrize(
    ("low", "high", "margin", "decision"),
    [
        (0.01, 0.03, None, "A better"),
        (-0.03, -0.01, None, "B better"),
        (-0.01, 0.02, None, "undecided"),
        (-0.004, 0.004, None, "undecided"),
        (-0.004, 0.004, 0.005, "equal within margin"),
        (-0.004, 0.006, 0.005, "undecided"),
        (0.001, 0.004, 0.005, "A better"),
        (0.0, 0.1, 0.05, "undecided"),
    ],
)
def test_verdict(low, high, margin, decision):
    assert verdict(_interval(low, high), margin) == decision


def test_no_interval_no_verdict():
    nothing = Estimate(None, None, None, 3, 0.95, "by hand", "too few")
    assert verdict(nothing, 0.5) is Decision.UNDECIDED


def test_a_decision_stays():
    sequence = AsymptoticSequence()
    match = Match(sequence)
    assert match.decide() == "undecided"
    sequence.look(1000, 0.1, 0.001)
    assert match.decide() == "A better"
    sequence.look(2000, -0.5, 0.001)
    assert match.decide() == "A better"


def test_narrow_enough_waits_for_the_half_width():
    sequence = AsymptoticSequence(aim=1000)
    assert not narrow_enough(sequence, 1.0)
    sequence.look(1000, 0.5, 0.01)
    reached = sequence.interval().half_width
    assert narrow_enough(sequence, reached)
    assert not narrow_enough(sequence, reached * 0.999)


def test_a_margin_is_positive():
    with pytest.raises(ValueError, match="a margin is positive, not 0"):
        Match(AsymptoticSequence(), 0.0)


# ------------------------------------------- error rates, with a look after every block


def _play(rng, sequence, difference, margin):
    """Play up to 60 blocks of 200 boards of four rotations; result A less result B."""
    match = Match(sequence, margin)
    for _ in range(60):
        luck = rng.random((200, 1))
        a = (0.5 * luck + 0.5 * rng.random((200, 4)) < 0.5 + difference).mean(axis=1)
        b = (0.5 * luck + 0.5 * rng.random((200, 4)) < 0.5).mean(axis=1)
        sequence.update(a - b)
        if match.decide() is not Decision.UNDECIDED:
            break
    return match.decision


def _frequencies(form, difference, margin, replications=2000):
    rng = np.random.default_rng([len(form), int(1000 * difference)])
    seen = dict.fromkeys(Decision, 0.0)
    for _ in range(replications):
        sequence = (
            AsymptoticSequence(bounds=(-1.0, 1.0), aim=2000)
            if form == "asymptotic"
            else BernsteinSequence((-1.0, 1.0), aim=2000)
        )
        seen[_play(rng, sequence, difference, margin)] += 1 / replications
    return seen


@pytest.mark.slow
@pytest.mark.parametrize("form", ["asymptotic", "bernstein"])
def test_equals_are_called_unequal_in_at_most_5_percent_of_matches(form):
    seen = _frequencies(form, 0.0, 0.02)
    assert seen[Decision.A_BETTER] + seen[Decision.B_BETTER] <= 0.05
    assert seen[Decision.EQUAL] > 0.5


@pytest.mark.slow
@pytest.mark.parametrize("form", ["asymptotic", "bernstein"])
def test_unequals_at_the_margin_are_called_equal_in_at_most_5_percent(form):
    # The chance of 0.5 luck + 0.5 own < 0.5 + d is 1/2 + 2d - 2d^2, of which the margin.
    seen = _frequencies(form, 0.01, 2 * 0.01 - 2 * 0.01**2)
    assert seen[Decision.EQUAL] + seen[Decision.B_BETTER] <= 0.05
    assert seen[Decision.A_BETTER] > 0.5
