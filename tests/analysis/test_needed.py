"""Plans: the family's level, pilots without differences, and times."""

import math

import pytest

from cardsim.analysis import needed
from cardsim.analysis.needed import boards_for, time_words
from cardsim.analysis.power import boards_needed
from cardsim.engine.errors import InputError
from cardsim.experiment.run import plan_of


def plan(players, **changes):
    return plan_of({
        "game": "johnny_bagel", "boards": 10, "seed": 3,
        "lineup": {"players": players, "rotate": True},
        "report": {"metrics": ["loses"]}, **changes,
    })


@pytest.mark.parametrize("detect", [math.inf, math.nan, 0.0, -0.1])
def test_a_difference_to_detect_is_a_finite_number(detect):
    with pytest.raises(InputError, match="--detect: found"):
        boards_for(plan(["miser", "lowest"]), detect, 0.9, 60)


def test_a_pilot_too_short_is_refused():
    with pytest.raises(InputError, match="--pilot: found 59; allowed: from 60"):
        boards_for(plan(["miser", "lowest"]), 0.1, 0.9, 59)


def test_each_comparison_of_a_family_is_planned_at_its_part_of_the_error(monkeypatch):
    levels = []

    def needed_at(delta, deviation, power, level):
        levels.append(level)
        return boards_needed(delta, deviation, power, level)

    monkeypatch.setattr(needed, "boards_needed", needed_at)
    found = boards_for(plan(["miser", "lowest", "random"]), 0.02, 0.9, 200)
    assert levels == pytest.approx([1 - 0.05 / 3] * 3)
    for each in found:
        assert each.family == 3
        assert "among 3 comparisons" in each.in_words()


@pytest.mark.parametrize(("minutes", "told"), [
    (1e-9, "under a second"), (0.5, "about 30 seconds"), (1 / 60, "about 1 second"),
    (3.04, "about 3.0 minutes"), (240, "about 4.0 hours"), (60 * 24 * 10, "about 10 days"),
])
def test_no_plan_takes_no_time(minutes, told):
    assert time_words(minutes) == told


def test_a_pilot_without_differences_is_no_plan_for_30_boards():
    """`first` twice under two names of variants that change nothing in play."""
    same = plan(
        "lowest", lineup={"players": "lowest", "seats": 2},
        variants=[{"name": "a"}, {"name": "b", "rules": {"max_turns": 49_999}}],
    )
    [found] = boards_for(same, 0.01, 0.9, 60)
    # None of 60 boards: at most 1 - 0.1^(1 / 60) = 3.8 % of all, and 40 that differ.
    assert found.boards == 4_000
    assert "0.0 seconds" not in found.in_words()
