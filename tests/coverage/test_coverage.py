"""What docs/coverage.md promises, asserted; a few cells quickly, the grid slowly."""

import numpy as np
import pytest

from cardsim.analysis.intervals import clustered_mean, clustered_proportion, spread_means
from cardsim.analysis.moments import BoardMoments, spread
from tests.coverage import looks
from tests.coverage.amounts import AMOUNTS, amount_cover
from tests.coverage.differences import EXPECTED, SPARSE, false_alarms
from tests.coverage.shares import KINDS, SHARES, deviating, rows, share_cover
from tests.coverage.table import BOARDS, Table, means_of_rows, means_of_values
from tests.coverage.unfinished import worst_cover


@pytest.mark.parametrize("unfinished", [0.0, 0.2])
def test_the_tables_summarise_boards_as_the_analysis_does(unfinished):
    rng = np.random.default_rng(1)
    y, w, chance = rows("related", 0.1, 4, unfinished)
    counts = rng.multinomial(300, chance / chance.sum(), 5)
    for at, found in enumerate(zip(*means_of_rows(counts, y, w), strict=True)):
        boards = np.repeat(np.column_stack([y, w]), counts[at], axis=0)
        moments = BoardMoments(2).update(boards)
        theirs = spread_means(spread(moments, [0], [1], [1.0]))
        assert found == pytest.approx([float(each) for each in theirs])
        assert clustered_proportion(moments, 0, 1).reason is None


def test_the_tables_summarise_values_as_the_analysis_does():
    values = np.random.default_rng(2).poisson(0.3, (4, 200)).astype(float)
    for found, of_run in zip(zip(*means_of_values(values), strict=True), values, strict=True):
        moments = BoardMoments(1).update(of_run[:, None])
        theirs = spread_means(spread(moments, [0], [None], [1.0]))
        assert found == pytest.approx([float(each) for each in theirs])
        assert clustered_mean(moments, 0).reason is None


def test_a_table_is_markdown():
    assert Table("T", "Words.", ["a", "b"], [["1", "2"]]).markdown() == (
        "## T\n\nWords.\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"
    )


@pytest.mark.parametrize(
    ("kind", "p", "games", "boards"),
    [("related", 0.01, 6, 1_000), ("alike", 0.25, 4, 100), ("independent", 0.0036, 1, 10_000)],
)
def test_shares_keep_their_level(kind, p, games, boards):
    assert 0.94 <= share_cover(kind, p, games, boards, replications=4_000).covered <= 0.975


@pytest.mark.parametrize("name", ["exponential", "normal"])
def test_amounts_keep_their_level_at_30_boards(name):
    assert 0.94 <= amount_cover(name, 30, 4_000).covered <= 0.975


def test_a_few_differing_boards_make_no_difference_clear():
    assert false_alarms("3 to 1", 5, replications=4_000) <= 0.05
    assert false_alarms("9 to 1", 8, replications=4_000) <= 0.05


@pytest.mark.slow
@pytest.mark.parametrize("boards", BOARDS)
@pytest.mark.parametrize("p", [*SHARES, 0.0036])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("unfinished", [0.0, 0.2])
@pytest.mark.parametrize("games", [1, 4, 6])
def test_coverage_of_shares(kind, p, games, boards, unfinished):
    found = share_cover(kind, p, games, boards, unfinished, replications=10_000)
    if found.told < 0.01:
        pytest.skip("no number is told of so few boards with a finished game")
    assert found.covered >= 0.94 - 0.005
    if deviating(kind, p, games, boards) >= 30 and boards > 30:
        assert found.covered <= 0.975 + 0.005


@pytest.mark.slow
@pytest.mark.parametrize("boards", BOARDS)
@pytest.mark.parametrize("name", AMOUNTS)
def test_coverage_of_amounts(name, boards):
    found = amount_cover(name, boards, max(4_000, 20_000_000 // boards // 20))
    if found.told < 0.01:
        pytest.skip("so few boards depart from the usual value that there is no number")
    assert found.covered >= 0.94 - 0.005
    if name not in ("Poisson 0.1", "one of two"):
        assert found.covered <= 0.975 + 0.005


@pytest.mark.slow
@pytest.mark.parametrize("name", SPARSE)
@pytest.mark.parametrize("expected", EXPECTED)
@pytest.mark.parametrize("family", [1, 10])
def test_false_alarms_on_few_boards(name, expected, family):
    assert false_alarms(name, expected, family, 20_000 // family) <= 0.05 + 0.006


@pytest.mark.slow
@pytest.mark.parametrize(("unfinished", "lean"), [(0.02, 3), (0.15, 3), (0.15, 0.2), (0.001, 3)])
@pytest.mark.parametrize("p", [0.05, 0.25])
def test_the_worst_case_holds_the_share_of_all_games(p, unfinished, lean):
    plain, worst, _ = worst_cover(p, unfinished, lean, 1_000, 1_000)
    assert worst >= 0.95 - 0.015
    if unfinished >= 0.15:
        assert plain < 0.9


def test_all_looks_together_keep_their_level():
    held = looks.rows_hold(*looks.SHARES["1 in 4, games apart"], (0.0, 1.0), 2_000)
    assert 0.94 <= held.all(axis=0).mean() <= 0.97
    held = looks.rows_hold(*looks.DIFFERENCES["6 to 1, 1 board in 100 differs"], (-1.0, 1.0), 2_000)
    assert held.all(axis=0).mean() >= 0.94


@pytest.mark.slow
@pytest.mark.parametrize("name", looks.AMOUNTS)
def test_amounts_keep_their_level_at_all_looks(name):
    assert 0.945 <= looks.amounts_hold(name, 4_000).all(axis=0).mean() <= 0.975


@pytest.mark.slow
@pytest.mark.parametrize("of", ["SHARES", "DIFFERENCES"])
def test_few_outcomes_keep_their_level_at_all_looks(of):
    bounds = (0.0, 1.0) if of == "SHARES" else (-1.0, 1.0)
    for rows_of in getattr(looks, of).values():
        held = looks.rows_hold(*rows_of, bounds, 20_000)
        assert 0.945 <= held.all(axis=0).mean() <= 0.98  # 1 in 1,000 has few outcomes at first


def test_a_boundary_needs_fewer_boards_than_a_confidence_sequence():
    for effect, times in ((0.1, 1.8), (0.05, 1.3), (0.02, 1.05)):
        ours, theirs = looks.boards_needed(effect, replications=500)
        assert theirs / ours > times
