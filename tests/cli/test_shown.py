"""Numbers in the table of a run: as exact as the interval has meaning for, and told apart."""

import pytest

from cardsim.cli.shown import three_numbers


@pytest.mark.parametrize(("low", "estimate", "high", "times", "shown"), [
    # Half-width 1.3: hundredths, where four figures would show all three as 1.838e+04.
    (18377.9, 18379.2, 18380.5, 1.0, ["18,379.20", "18,377.90", "18,380.50"]),
    (0.2493, 0.2531, 0.2569, 100.0, ["25.31", "24.93", "25.69"]),
    (0.0000021, 0.0000063, 0.0000129, 100.0, ["0.00063", "0.00021", "0.00129"]),
    (-410.0, 35.0, 480.0, 1.0, ["35", "-410", "480"]),
])
def test_three_numbers(low, estimate, high, times, shown):
    assert three_numbers({"low": low, "estimate": estimate, "high": high}, times) == shown
