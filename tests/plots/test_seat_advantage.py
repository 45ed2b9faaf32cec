"""The main metric by seat."""

import numpy as np
import pytest

from cardsim.engine.errors import InputError
from cardsim.plots import data
from cardsim.plots.draw import draw
from cardsim.plots.seat_advantage import _panels, _rows
from cardsim.plots.style import words_of
from tests.plots.conftest import BOARDS, SEATS, play
from tests.plots.looking import points, texts


@pytest.fixture(scope="module")
def figure(variants):
    return draw(variants, "seat_advantage")


def expected(run, cell):
    chosen = run.summary().filter(cell=cell, metric="loses", group="from_starter")
    return chosen.select("estimate", "low", "high").to_numpy() * 100


def test_a_panel_a_number_of_players(figure):
    titles = [axes.get_title(loc="left") for axes in figure.axes]
    assert titles == [f"{seats} players" for seats in SEATS]


def test_points_are_the_estimates_of_the_summary(figure, variants):
    for panel, axes in enumerate(figure.axes):
        of_house, of_other = expected(variants, panel), expected(variants, 2 + panel)
        drawn = [y for _, y in points(axes, "points")]
        assert drawn == pytest.approx([*of_house[:, 0], *of_other[:, 0]])


def test_bars_are_the_intervals_of_the_summary(figure, variants):
    bars = [
        segment[:, 1] for segment in figure.axes[1].collections[0].get_segments()
    ]
    assert np.array(bars) == pytest.approx(expected(variants, 1)[:, 1:])


def test_the_line_is_the_fair_share(figure):
    lines = [points(axes, "fair")[0][1] for axes in figure.axes]
    assert lines == pytest.approx([50, 100 / 3])


def test_all_panels_have_one_scale(figure):
    spans = [np.diff(axes.get_ylim())[0] for axes in figure.axes]
    assert spans[0] == pytest.approx(spans[1])


def test_seats_are_named_from_the_starter(figure):
    names = [label.get_text() for label in figure.axes[1].get_xticklabels()]
    assert names == ["starts", "+1", "+2"]


def test_the_axis_has_its_unit(figure):
    assert figure.axes[0].get_ylabel() == "share of losses\n(points in a hundred)"


def test_the_caption_says_what_stands_behind_it(figure, variants):
    caption = words_of(figure).caption
    games = BOARDS * len(SEATS) * 2
    assert f"{BOARDS:,} boards in each of 4 cells, {games:,} games" in caption
    assert "95 % intervals: gamma within bounds, by board" in caption
    assert "Point of view: of each seat" in caption


def test_the_legend_names_the_variants(figure):
    names = [text.get_text() for text in figure.legends[0].get_texts()]
    assert names == ["house", "three burn", "fair share, the same for all"]


def test_too_few_boards_are_explained_and_not_drawn(few):
    figure = draw(few, "seat_advantage")
    assert texts(figure, "reason") == ["10 boards are too few; an interval needs 30"]
    assert not any(points(axes, "fair") for axes in figure.axes)


def test_the_caption_says_how_many_games_did_not_finish(unfinished):
    share = unfinished.summary().filter(metric="unfinished")["estimate"][0]
    caption = words_of(draw(unfinished, "seat_advantage")).caption
    assert f"{100 * share:.0f} in a hundred games did not finish (left out)" in caption


def test_a_mixed_line_up_is_warned_of(strategies, variants):
    warning = "Who starts may depend on the strategy"
    assert warning in words_of(draw(strategies, "seat_advantage")).caption
    assert warning not in words_of(draw(variants, "seat_advantage")).caption


def test_a_run_without_a_metric_of_seats_is_refused(only_lengths):
    with pytest.raises(InputError, match="estimates nothing of a seat"):
        draw(only_lengths, "seat_advantage")


def test_the_mean_of_all_seats_is_the_line_of_places(tmp_path):
    run = play(tmp_path, boards=60, lineup={"players": "lowest", "seats": 3},
               report={"metrics": ["place"]})
    assert points(draw(run, "seat_advantage").axes[0], "fair")[0][1] == pytest.approx(2)


def test_many_series_have_panels_of_their_own():
    cells = [{"seats": seats, "teams": seats} for seats in (2, 3) for _ in range(5)]
    assert [len(panel) for panel in _panels(cells, together=True)] == [5, 5]
    assert [len(panel) for panel in _panels(cells, together=False)] == [1] * 10


def test_rows_of_panels_are_not_too_wide():
    panels = [[{"seats": seats}] for seats in range(2, 14)]
    rows = _rows(panels)
    assert [panel for row in rows for panel in row] == panels
    assert [[panel[0]["seats"] for panel in row] for row in rows] == [
        [2, 3, 4, 5, 6], [7, 8, 9], [10, 11], [12, 13],
    ]


def test_more_cells_than_there_is_room_for_are_noted():
    cells = [{"cell": n} for n in range(45)]
    shown, note = data.shown(cells)
    assert (len(shown), note) == (40, "The first 40 of 45 cells.")
    assert data.shown(cells[:40]) == (cells[:40], "")
