"""The estimate as boards come in."""

import pytest
from scipy.stats import norm
from statsmodels.stats.proportion import proportion_confint

from cardsim.analysis.boundaries import Schedule
from cardsim.plots.data import main_metric
from cardsim.plots.draw import draw
from cardsim.plots.running import looks
from cardsim.plots.style import words_of
from tests.plots.looking import points, texts


def test_there_is_a_look_at_the_boards_of_the_schedule(variants):
    seen = looks(variants, variants.manifest["cells"][0], main_metric(variants))["the starter"]
    assert seen.n == [1_000, 1_500]
    assert len(seen.n) == variants.manifest["blocks_done"]


def test_the_last_look_is_the_estimate_of_the_summary(variants):
    figure = draw(variants, "running")
    for cell, axes in zip(variants.manifest["cells"], figure.axes, strict=True):
        row = variants.summary().filter(
            cell=cell["cell"], metric="loses", group="from_starter", member="0"
        )
        assert points(axes, "estimate")[-1] == pytest.approx((1_500, 100 * row["estimate"][0]))


def test_the_band_is_the_repeated_confidence_interval(variants):
    cell = variants.manifest["cells"][0]
    seen = looks(variants, cell, main_metric(variants))["the starter"]
    schedule = Schedule((1_000, 1_500))
    for look, (n, number) in enumerate(zip(seen.n, seen.numbers, strict=True)):
        z = schedule.critical(look)(0.05)
        share = number.estimate / 100
        low, high = proportion_confint(share * n, n, alpha=2 * norm.sf(z), method="wilson")
        # One game a board, all but a few finished; a quarter of a trial is added.
        assert (number.low / 100, number.high / 100) == pytest.approx((low, high), abs=1e-3)


def test_a_look_among_others_is_wider_than_the_only_one(variants):
    row = variants.summary().filter(cell=0, metric="loses", group="from_starter", member="0")
    seen = looks(variants, variants.manifest["cells"][0], main_metric(variants))["the starter"]
    last = seen.numbers[-1]
    wider = Schedule((1_000, 1_500)).critical(1)(0.05) / norm.isf(0.025)
    assert (last.high - last.low) / (100 * (row["high"][0] - row["low"][0])) == pytest.approx(
        wider, rel=0.01
    )


def test_several_strategies_are_followed_each(strategies):
    seen = looks(strategies, strategies.manifest["cells"][0], main_metric(strategies))
    assert list(seen) == ["random", "lowest"]


def test_where_there_is_no_interval_there_is_a_reason(few):
    figure = draw(few, "running")
    reasons = texts(figure, "reason")
    assert len(reasons) == 2
    assert all("10 boards are too few" in reason for reason in reasons)
    assert not any(points(axes, "estimate") for axes in figure.axes)


def test_the_caption_says_that_it_holds_at_all_looks(variants):
    caption = words_of(draw(variants, "running")).caption
    assert "95 % intervals that hold at all looks shown together" in caption
    assert "Point of view: of the starter." in caption
