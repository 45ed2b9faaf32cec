"""What a match has shown, read off an interval."""

import pytest

from cardsim.analysis.stopping import Decision, decide


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
def test_decision(low, high, margin, decision):
    assert decide(low, high, margin) == decision


def test_no_interval_no_decision():
    assert decide(None, None, 0.5) is Decision.UNDECIDED


def test_a_decision_in_the_mirror():
    assert Decision.A_BETTER.mirrored is Decision.B_BETTER
    assert Decision.B_BETTER.mirrored is Decision.A_BETTER
    assert Decision.EQUAL.mirrored is Decision.EQUAL
    assert Decision.UNDECIDED.mirrored is Decision.UNDECIDED
