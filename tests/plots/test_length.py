"""How long a game is."""

import numpy as np
import polars as pl
import pytest

from cardsim.plots.draw import draw
from cardsim.plots.length import LOG, Lengths, _edges, lengths
from cardsim.plots.style import words_of
from tests.plots.looking import points, texts


def of(values, counts, unfinished=0, boards=100):
    return Lengths(np.array(values), np.array(counts), unfinished, boards)


def test_lengths_are_counted_over_all_files(variants):
    cell = variants.manifest["cells"][3]
    assert variants.manifest["blocks_done"] > 1
    games = variants.games.filter(pl.col("cell") == 3, pl.col("finished")).collect()["turns"]
    values, counts = np.unique(games.to_numpy(), return_counts=True)
    found = lengths(variants, cell)
    assert found.values.tolist() == values.tolist()
    assert found.counts.tolist() == counts.tolist()
    assert found.games == variants.manifest["boards_done"]


def test_ranks_by_hand():
    found = of([10, 20, 30], [2, 5, 3])
    assert [found.rank(share) for share in (0.1, 0.2, 0.21, 0.7, 0.71, 1.0)] == [
        10, 10, 20, 20, 30, 30,
    ]


def test_unfinished_games_are_longer_than_all():
    found = of([10, 20], [5, 4], unfinished=1)
    assert (found.rank(0.9), found.rank(0.91)) == (20, None)


def test_the_interval_of_a_median_is_the_40th_and_61st_of_100():
    found = of(range(1, 101), [1] * 100)  # Conover 1999, section 3.2: P = 0.9648
    number = found.quantile(0.5, 0.95)
    assert (number.estimate, number.low, number.high) == (50, 40, 61)


def test_games_of_a_board_add_nothing_to_the_interval():
    number = of(range(1, 101), [4] * 100).quantile(0.5, 0.95)
    assert (number.estimate, number.low, number.high) == (50, 40, 61)


@pytest.mark.parametrize(
    ("found", "share", "reason"),
    [
        (of([10], [20], boards=20), 0.5, "20 boards are too few; an interval needs 30"),
        (of(range(100), [1] * 100), 0.99, "100 boards are too few for the longest games"),
        (of(range(50), [1] * 50, unfinished=50), 0.5, "too many games did not finish"),
    ],
)
def test_what_is_not_known_has_a_reason(found, share, reason):
    number = found.quantile(share, 0.95)
    assert (number.estimate, number.reason) == (None, reason)


def test_median_and_long_end_are_marked(variants):
    figure = draw(variants, "length")
    for cell, axes in zip(variants.manifest["cells"], figure.axes, strict=True):
        turns = variants.games.filter(pl.col("cell") == cell["cell"]).collect()["turns"]
        for gid, share in (("median", 0.5), ("99 %", 0.99)):
            expected = turns.quantile(share, "lower")
            assert points(axes, gid)[0][0] == pytest.approx(expected, abs=1)


def test_a_strip_holds_the_games_that_the_axis_reaches(variants):
    figure = draw(variants, "length")
    found = lengths(variants, variants.manifest["cells"][0])
    values, edges, _ = figure.axes[0].patches[0].get_data()
    inside = (found.values > edges[0]) & (found.values < edges[-1])
    assert values.sum() == found.counts[inside].sum()


def test_unfinished_games_are_told(unfinished):
    figure = draw(unfinished, "length")
    found = lengths(unfinished, unfinished.manifest["cells"][0])
    told = texts(figure, "numbers")[0]
    assert f"unfinished {100 * found.unfinished / 800:.0f} in a hundred" in told
    assert "median and 99 %: no number: too many games did not finish" in told
    assert not points(figure.axes[0], "median")
    assert "counted as longer than all others" in words_of(figure).caption


def test_no_game_finished_has_a_reason():
    assert len(_edges([of([], [], unfinished=5)])) == 0


def test_far_apart_lengths_have_a_logarithmic_axis():
    near, far = of([50, 60], [60, 60]), of([50, 60 * LOG * 2], [60, 60])
    steps = np.diff(_edges([near]))
    assert steps.max() == pytest.approx(steps.min())
    ratios = _edges([far])[1:] / _edges([far])[:-1]
    assert ratios.max() == pytest.approx(ratios.min())
