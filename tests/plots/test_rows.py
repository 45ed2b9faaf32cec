"""Figures of rows: losers, variants, ratings."""

import pytest

from cardsim.analysis.compare import compare_variants
from cardsim.engine.errors import InputError
from cardsim.plots.data import Number
from cardsim.plots.draw import draw
from cardsim.plots.ratings import draw_ratings
from cardsim.plots.style import words_of
from tests.plots.looking import numbers, points, texts


def test_losers_are_drawn_from_best_to_worst(strategies):
    figure = draw(strategies, "loser")
    summary = strategies.summary().filter(metric="loses", group="strategy")
    by_name = dict(zip(summary["member"], summary["estimate"], strict=True))
    assert by_name["lowest"] < by_name["random"]
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert names == ["lowest", "random"]
    drawn = [x for x, _ in points(figure.axes[0], "point")]
    assert drawn == pytest.approx([100 * by_name["lowest"], 100 * by_name["random"]])
    heights = [y for _, y in points(figure.axes[0], "point")]
    assert heights[0] > heights[1]


def test_losers_have_their_numbers_beside_them(strategies):
    row = strategies.summary().filter(metric="loses", group="strategy", member="random")
    told = numbers(texts(draw(strategies, "loser"), "number")[1])
    expected = row.select("estimate", "low", "high").to_numpy()[0] * 100
    assert told == pytest.approx(expected, abs=0.5)


def test_the_line_of_losers_is_the_fair_share(strategies):
    assert points(draw(strategies, "loser").axes[0], "line")[0][0] == pytest.approx(100 / 3)


def test_one_strategy_has_no_loser(variants):
    with pytest.raises(InputError, match="all players have one strategy"):
        draw(variants, "loser")


def test_losers_without_a_number_have_the_reason(few):
    figure = draw(few, "loser")
    reasons = texts(figure, "reason")
    assert reasons == ["no number: 10 boards are too few; an interval needs 30"] * 4
    assert not any(points(axes, gid) for axes in figure.axes for gid in ("point", "line"))


def test_variants_are_the_paired_differences(variants):
    figure = draw(variants, "variants")
    found = [each for each in compare_variants(variants) if each.metric == "loses"]
    drawn = [x for x, _ in points(figure.axes[0], "point")]
    assert drawn == pytest.approx([100 * each.difference.difference for each in found])
    lengths = [each for each in compare_variants(variants) if each.metric == "turns"]
    drawn = [x for x, _ in points(figure.axes[1], "point")]
    assert drawn == pytest.approx([each.difference.difference for each in lengths])
    assert max(drawn) < -10  # burning threes makes games much shorter


def test_variants_have_both_intervals(variants):
    figure = draw(variants, "variants")
    found = next(each for each in compare_variants(variants) if each.metric == "loses").difference
    outer, inner = (
        lines.get_segments()[0][:, 0] / 100 for lines in figure.axes[0].collections[:2]
    )
    assert outer == pytest.approx([found.family_low, found.family_high])
    assert inner == pytest.approx([found.low, found.high])


def test_a_difference_that_is_not_clear_is_hollow(variants):
    figure = draw(variants, "variants")
    for axes, metric in zip(figure.axes, ("loses", "turns"), strict=True):
        clear = [
            each.difference.clear for each in compare_variants(variants) if each.metric == metric
        ]
        marks = [line for line in axes.lines if line.get_gid() == "point"]
        assert [mark.get_markerfacecolor() != "white" for mark in marks] == clear


def test_the_caption_of_variants_says_whose_view_and_what_else(variants):
    caption = words_of(draw(variants, "variants")).caption
    assert "the variant less 'house'" in caption
    assert "Compared too, in tables: place." in caption


def test_one_variant_is_not_compared(strategies):
    with pytest.raises(InputError, match="one variant only"):
        draw(strategies, "variants")


def test_ratings_are_a_ladder_with_reasons_last():
    figure = draw_ratings(
        ["a", "b", "c"], [-0.5, None, 0.5], [-0.6, None, 0.4], [-0.4, None, 0.6],
        [None, "never lost", None], caption="90 boards",
    )
    names = [label.get_text() for label in figure.axes[0].get_yticklabels()]
    assert names == ["c", "a", "b"]
    assert [x for x, _ in points(figure.axes[0], "point")] == [0.5, -0.5]
    assert texts(figure, "number")[0] == "+0.50 (+0.40 to +0.60)"
    assert texts(figure, "reason") == ["no number: never lost"]
    assert words_of(figure).caption == "90 boards"


def test_ratings_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="2 names do not fit 1 ratings"):
        draw_ratings(["a", "b"], [0.0], [0.0], [0.0])


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (Number(25.912, 25.49, 26.34), "25.9 (25.5 to 26.3)"),
        (Number(-0.8, -1.2, -0.4, signed=True), "−0.8 (−1.2 to −0.4)"),
        (Number(0.8, -0.4, 2.0, signed=True), "+0.8 (−0.4 to +2.0)"),
        (Number(108.0, 107.0, 108.0, whole=True), "108 (107 to 108)"),
        (Number(20198.0, 17527.0, 22937.0), "20,198 (17,527 to 22,937)"),
        (Number(None, None, None, "too few"), "no number: too few"),
    ],
)
def test_numbers_in_figures(number, text):
    assert number.text() == text
