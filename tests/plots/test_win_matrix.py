"""The win matrix."""

import numpy as np
import pytest

from cardsim.engine.errors import InputError
from cardsim.plots.style import words_of
from cardsim.plots.win_matrix import draw_win_matrix
from tests.plots.looking import texts

NAMES = ["a", "b", "c"]
SHARE = np.array([[np.nan, 0.6, np.nan], [0.4, np.nan, 0.505], [np.nan, 0.495, np.nan]])


@pytest.fixture(scope="module")
def figure():
    return draw_win_matrix(NAMES, SHARE, SHARE - 0.01, SHARE + 0.01, caption="500 boards")


def test_shares_are_told_in_points_with_intervals(figure):
    assert texts(figure, "share") == ["60.0", "40.0", "50.5", "49.5"]
    assert texts(figure, "interval")[0] == "59.0 to 61.0"


def test_shares_clear_of_one_half_are_bold(figure):
    weights = [t.get_weight() for t in figure.axes[0].texts if t.get_gid() == "share"]
    assert weights == ["bold", "bold", "normal", "normal"]


def test_pairs_that_never_met_have_no_number(figure):
    assert texts(figure, "reason") == ["no number"] * 2


def test_rows_and_columns_are_named_in_order(figure):
    axes = figure.axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == NAMES
    assert [label.get_text() for label in axes.get_yticklabels()] == NAMES
    assert words_of(figure).caption == "500 boards"


def test_matrices_that_do_not_fit_are_refused():
    with pytest.raises(InputError, match="2 names do not fit"):
        draw_win_matrix(NAMES[:2], SHARE, SHARE, SHARE)


def test_long_names_have_numbers_above_their_columns():
    names = ["a", "b", "a_strategy_with_a_long_name"]
    axes = draw_win_matrix(names, SHARE, SHARE - 0.01, SHARE + 0.01).axes[0]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["1", "2", "3"]
    assert axes.get_yticklabels()[0].get_text() == "1  a"


def test_what_is_sure_is_told_by_who_knows_all_pairs():
    sure = np.zeros((3, 3), dtype=bool)
    sure[1, 2] = True
    axes = draw_win_matrix(NAMES, SHARE, SHARE - 0.01, SHARE + 0.01, sure).axes[0]
    bold = [t.get_text() for t in axes.texts if t.get_weight() == "bold"]
    assert bold == ["50.5"]
