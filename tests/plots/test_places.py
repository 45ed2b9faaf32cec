"""Places as stacked bars."""

import polars as pl
import pytest

from cardsim.plots.draw import draw
from cardsim.plots.places import _colour, _columns, places
from cardsim.plots.style import BLUE, VERMILLION, words_of
from tests.plots.looking import texts


def test_places_by_seat_are_shares_of_the_results(variants):
    found = places(variants, variants.manifest["cells"][1])
    assert list(found) == ["starts", "+1", "+2"]
    first = variants.games.filter(pl.col("cell") == 1).select("board", "first_seat")
    seats = variants.seats.filter(pl.col("cell") == 1).join(first, on="board")
    relative = (pl.col("seat").cast(pl.Int64) - pl.col("first_seat")) % 3
    table = seats.filter(pl.col("place").is_not_null()).group_by(at=relative).agg(
        **{str(place): (pl.col("place") == place).mean() for place in (1, 2, 3)}
    ).sort("at").collect()
    for at, bar in enumerate(found.values()):
        expected = [table[str(place)][at] for place in (1, 2, 3)]
        assert [each.estimate for each in bar] == pytest.approx(expected)


def test_places_by_strategy_end_in_its_losses(strategies):
    found = places(strategies, strategies.manifest["cells"][0])
    summary = strategies.summary().filter(metric="loses", group="strategy")
    for row in summary.iter_rows(named=True):
        last = found[row["member"]][-1]
        assert (last.estimate, last.low, last.high) == pytest.approx(
            (row["estimate"], row["low"], row["high"])
        )


def test_bars_are_full_and_as_long_as_the_shares(strategies):
    axes = draw(strategies, "places").axes[0]
    found = places(strategies, strategies.manifest["cells"][0])
    widths = [bar.get_width() for bar in axes.patches]
    assert widths == pytest.approx([100 * e.estimate for bar in found.values() for e in bar])
    assert sum(widths) == pytest.approx(100 * len(found))


def test_the_caption_tells_the_widest_interval(strategies):
    found = places(strategies, strategies.manifest["cells"][0])
    widest = max(100 * each.half_width for bar in found.values() for each in bar)
    caption = words_of(draw(strategies, "places")).caption
    told = float(caption.split(" reach ")[1].split(" points")[0])
    assert widest <= told <= widest + 0.1


def test_too_few_boards_are_explained(few):
    figure = draw(few, "places")
    assert texts(figure, "reason") == ["10 boards are too few; an interval needs 30"] * 2
    assert not any(axes.patches for axes in figure.axes)


def test_first_and_last_place_stand_out():
    colours = [_colour(place, 5) for place in range(5)]
    assert (colours[0], colours[-1]) == (BLUE, VERMILLION)
    assert len(set(colours)) == 5
    assert _colour(1, 3) not in (BLUE, VERMILLION)


def test_numbers_of_players_stand_side_by_side():
    def cells(seats, variants):
        return [{"seats": n} for _ in range(variants) for n in seats]

    assert _columns(cells((3, 4, 5), 4)) == 3
    assert _columns(cells((3, 4), 1)) == 1
    assert _columns(cells((2, 3, 4, 5, 6), 1)) == 2
