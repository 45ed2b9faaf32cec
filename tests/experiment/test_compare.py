"""Paired comparisons, against scipy's paired t-test on board means."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

import cardsim
from cardsim import InputError
from cardsim.analysis.compare import compare, compare_strategies, compare_variants

CONFIG = {
    "game": "johnny_bagel", "seed": 21, "boards": 500,
    "lineup": {"players": ["lowest", "random", "lowest"], "rotate": True},
    "rules": {"max_turns": 50_000},
    "variants": [
        {"name": "seed"}, {"name": "left of dealer", "rules": {"starter": "left_of_dealer"}},
        {"name": "no exchange", "rules": {"exchange": False}},
    ],
    "report": {"metrics": ["loses", "turns", "pick_ups"]},
}
SIGNIFICANT = 1e-3


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return cardsim.run(CONFIG, out=tmp_path_factory.mktemp("compare"))


def board_means(run, kind, metric, **where):
    """Mean of a metric a board, in order; all games are finished, so each board weighs the same."""
    table = (run.games if kind == "games" else run.seats).collect()
    return table.filter(**where).group_by("board").agg(pl.col(metric).mean()).sort("board")[metric]


def check(found, ours, theirs):
    """Compare with scipy; the figures are ratio estimates, the same where all boards weigh alike."""
    ours, theirs = np.array(ours, float), np.array(theirs, float)
    expected = stats.ttest_rel(ours, theirs)
    interval = expected.confidence_interval(0.95)
    assert found.n_boards == 500
    assert found.difference == pytest.approx(np.mean(ours) - np.mean(theirs), rel=1e-9)
    # Student's interval, moved a little to the side of the longer tail and of boards not seen.
    near = 0.1 * (interval.high - interval.low)
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), abs=near)
    if expected.pvalue > 1e-6:  # far out, a gamma distribution's tail is the longer one
        assert np.log(found.p_value) == pytest.approx(np.log(expected.pvalue), rel=0.15, abs=0.15)
    assert (found.p_value < 0.05) == (not found.low <= 0 <= found.high)


def test_all_games_are_finished(run):
    assert run.games.collect()["finished"].all()


@pytest.mark.parametrize("cell", [1, 2])
def test_variants_of_a_game_metric(run, cell):
    name = CONFIG["variants"][cell]["name"]
    (found,) = [
        c for c in compare_variants(run)
        if c.first == name and c.metric == "turns" and c.who == "a game"
    ]
    assert found.second == "seed"
    check(
        found.difference, board_means(run, "games", "turns", cell=cell),
        board_means(run, "games", "turns", cell=0),
    )


@pytest.mark.parametrize("metric", ["loses", "pick_ups"])
@pytest.mark.parametrize("strategy", ["lowest", "random"])
def test_variants_by_strategy(run, metric, strategy):
    (found,) = [
        c for c in compare_variants(run)
        if (c.first, c.metric, c.who) == ("no exchange", metric, strategy)
    ]
    check(
        found.difference, board_means(run, "seats", metric, cell=2, strategy=strategy),
        board_means(run, "seats", metric, cell=0, strategy=strategy),
    )


def test_variants_from_the_starters_point_of_view(run):
    starts = run.games.collect().select("cell", "board", "rotation", seat=pl.col("first_seat").cast(pl.UInt8))
    starters = run.seats.collect().join(starts, on=["cell", "board", "rotation", "seat"])
    means = [
        starters.filter(cell=cell).group_by("board").agg(pl.col("loses").mean()).sort("board")["loses"]
        for cell in (0, 2)
    ]
    (found,) = [
        c for c in compare_variants(run)
        if (c.first, c.metric, c.who) == ("no exchange", "loses", "the starter")
    ]
    check(found.difference, means[1], means[0])


@pytest.mark.parametrize("cell", [0, 1, 2])
@pytest.mark.parametrize("metric", ["loses", "pick_ups"])
def test_strategies_at_one_table(run, cell, metric):
    found = [c for c in compare_strategies(run) if c.metric == metric][cell]
    assert (found.first, found.second) == ("lowest", "random")
    check(
        found.difference, board_means(run, "seats", metric, cell=cell, strategy="lowest"),
        board_means(run, "seats", metric, cell=cell, strategy="random"),
    )
    assert found.difference.p_value < SIGNIFICANT


def test_families_are_adjusted_by_holm(run):
    for metric in ("loses", "turns", "pick_ups"):
        family = [c.difference for c in compare_variants(run) if c.metric == metric]
        order = sorted(family, key=lambda one: one.p_value)
        worst = 0.0
        for rank, one in enumerate(order):
            worst = max(worst, min(1.0, (len(family) - rank) * one.p_value))
            assert one.p_holm == pytest.approx(worst, rel=1e-6)
            assert one.clear == (worst <= 0.05)
            assert one.family == len(family)


def test_unequal_boards_are_weighed_by_their_finished_games(tmp_path):
    """With unfinished games the difference is that of the two ratios, not of board means."""
    run = cardsim.run({**CONFIG, "rules": {"max_turns": 200}, "boards": 300}, out=tmp_path)
    finished = run.games.collect().select("cell", "board", "rotation", "finished")
    rows = run.seats.collect().join(finished, on=["cell", "board", "rotation"]).filter("finished")
    assert 0.05 < finished["finished"].mean() < 0.95
    for found in [c for c in compare_strategies(run) if c.metric == "loses"][:1]:
        means = [
            rows.filter(cell=0, strategy=name)["loses"].mean() for name in ("lowest", "random")
        ]
        assert found.difference.difference == pytest.approx(means[0] - means[1], rel=1e-9)


def test_words_say_what_was_found(run):
    (found,) = [
        c for c in compare_variants(run) if c.metric == "turns" and c.first == "no exchange"
    ]
    assert found.words.startswith("with 'no exchange' rather than 'seed', a game takes ")
    assert "500 boards" in found.words
    row = found.row()
    assert row["difference"] == found.difference.difference
    assert row["words"] == found.words


def test_common_boards_are_worth_something(run):
    ratios = [
        c.difference.variance_ratio for c in compare_variants(run)
        if c.metric == "pick_ups" and c.who == "a player"
    ]
    assert ratios
    assert all(ratio > 1 for ratio in ratios)


def test_what_cannot_be_compared_is_refused(run, tmp_path):
    alone = cardsim.run({
        "game": "johnny_bagel", "boards": 40, "lineup": {"players": "lowest", "seats": 2}
    }, out=tmp_path)
    with pytest.raises(InputError, match=r"one variant only.* no line-up of this run has two"):
        compare(alone)
    with pytest.raises(InputError, match="Did you mean 'variants'"):
        compare(run, "variant")


def test_too_few_boards_have_a_reason_in_place_of_a_number(tmp_path):
    run = cardsim.run({**CONFIG, "boards": 20}, out=tmp_path)
    for found in compare(run):
        assert found.difference.difference is None
        assert "20 boards are too few" in found.words


def test_no_difference_is_clear_that_unfinished_games_could_turn(tmp_path):
    """Four games in ten never end: the finished ones alone are no fair sample."""
    run = cardsim.run({**CONFIG, "rules": {"max_turns": 200}, "boards": 300}, out=tmp_path)
    for found in compare_strategies(run)[:1]:
        assert found.difference.worst_low < found.difference.low
        assert found.difference.worst_high > found.difference.high
        assert "of all games, whatever the unfinished ones would have given" in found.words
    starters = [c for c in compare_variants(run) if c.metric == "loses" and c.who == "the starter"]
    assert not any(c.difference.clear for c in starters)
    assert any("unfinished games could turn it round" in c.words for c in starters)
    assert starters[0].row()["worst_low"] == starters[0].difference.worst_low


def test_where_all_games_end_nothing_is_said_of_them(run):
    assert all(c.difference.worst_low is None for c in compare(run))
