"""The summary's numbers, against the raw tables by another route."""

import numpy as np
import polars as pl
import pytest

import cardsim
from cardsim.analysis.intervals import MIN_BOARDS

CONFIG = {
    "game": "johnny_bagel", "seed": 12, "boards": 700,
    "lineup": {"players": ["lowest", "random", "lowest", "random"], "rotate": True},
    "rules": {"max_turns": 260, "first_dealer": "random"},
    "variants": [{"name": "seed"}, {"name": "two deals", "rules": {"deals": 2, "max_turns": 400}}],
    "report": {
        "metrics": ["loses", "place", "score", "turns", "pick_ups", "mean_out", "blind", "repeats"],
        "level": 0.9,
    },
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return cardsim.run(CONFIG, out=tmp_path_factory.mktemp("summary"))


@pytest.fixture(scope="module")
def rows(run):
    """One row a game and seat, with what the game says of it."""
    games = run.games.select("cell", "board", "rotation", "finished", "first_seat").collect()
    seats = run.seats.collect().join(games, on=["cell", "board", "rotation"])
    after = (pl.col("seat").cast(pl.Int64) - pl.col("first_seat").cast(pl.Int64)) % 4
    return seats.with_columns(from_starter=after.cast(pl.String))


CONSTANT = {  # of all seats together, by cell; two deals can leave players level
    (0, "place", "all"), (0, "score", "all"), (0, "mean_out", "all"), (0, "repeats", "all"),
    (1, "score", "all"), (1, "mean_out", "all"),
}


def test_there_is_something_to_test(run, rows):
    finished = run.games.collect()["finished"].mean()
    assert 0.1 < finished < 0.9
    assert rows.height == 2 * 700 * 2 * 4  # two rotations differ
    assert set(rows["strategy"]) == {"lowest", "random"}


@pytest.mark.parametrize("metric", ["loses", "place", "score", "pick_ups", "mean_out", "blind"])
@pytest.mark.parametrize("group", ["all", "seat", "from_starter", "strategy", "player"])
def test_estimates_are_means_over_the_raw_rows(run, rows, metric, group):
    counted = rows.filter("finished")
    if group == "from_starter":
        counted = counted.filter(pl.col("first_seat") >= 0)
    member = pl.lit("") if group == "all" else pl.col(group).cast(pl.String)
    expected = {
        (cell, who): mean for cell, who, mean in counted.group_by("cell", member.alias("who"))
        .agg(pl.col(metric).cast(pl.Float64).mean()).rows()
    }
    found = run.summary().filter(metric=metric, group=group)
    assert len(found) == len(expected) == 2 * {"all": 1, "strategy": 2}.get(group, 4)
    for row in found.to_dicts():
        mean = expected[row["cell"], row["member"]]
        if (row["cell"], metric, group) in CONSTANT:
            assert row["estimate"] is None
            assert f"boards gave exactly {mean:g}, so" in row["reason"]
            continue
        assert row["estimate"] == pytest.approx(mean, rel=1e-9)
        assert row["low"] < row["estimate"] <= row["high"]
        assert (row["estimate"] == row["high"]) == (metric == "blind" and mean == 1.0)


@pytest.mark.parametrize("metric", ["turns", "unfinished"])
def test_estimates_of_games_are_means_over_the_games(run, metric):
    games = run.games.collect().with_columns(unfinished=~pl.col("finished"))
    for row in run.summary().filter(metric=metric).to_dicts():
        counted = games if metric == "unfinished" else games.filter("finished")
        values = counted.filter(cell=row["cell"])[metric].cast(pl.Float64)
        assert row["group"] == "all"
        assert row["low"] < row["estimate"] < row["high"]
        assert row["estimate"] == pytest.approx(values.mean(), rel=1e-9)


def test_every_row_says_what_it_is_about(run):
    games = run.games.collect()
    summary = run.summary()
    assert set(summary["n_boards"]) == {700}
    assert set(summary["n_games"]) == {1_400}
    assert set(summary["level"]) == {0.9}
    missing = set(summary.filter(pl.col("estimate").is_null()).select("cell", "metric", "group").rows())
    assert missing == CONSTANT
    assert (summary["reason"].is_null() == summary["estimate"].is_not_null()).all()
    for cell, variant in ((0, "seed"), (1, "two deals")):
        rows = summary.filter(cell=cell)
        assert set(rows["variant"]) == {variant}
        assert set(rows["seats"]) == {4}
        unfinished = 1 - games.filter(cell=cell)["finished"].mean()
        assert rows["unfinished"].to_list() == pytest.approx([unfinished] * len(rows))
    assert summary.columns[:7] == [
        "cell", "variant", "lineup", "seats", "metric", "group", "member"
    ]


def test_the_worst_case_is_told_where_games_did_not_finish(run, rows):
    """Manski: every unfinished game counted as no loss, or as a whole one."""
    found = run.summary()
    assert found.filter(pl.col("metric").is_in(["turns", "unfinished"]))["worst_low"].null_count() == 4
    mine = rows.filter(cell=0, strategy="random")
    lost, played = mine.filter("finished")["loses"].sum(), len(mine)
    missing = played - mine["finished"].sum()
    (row,) = found.filter(cell=0, metric="loses", group="strategy", member="random").to_dicts()
    assert row["worst_low"] < lost / played < row["estimate"]
    assert row["worst_high"] > (lost + missing) / played > row["estimate"]
    assert row["worst_high"] - row["worst_low"] < missing / played + row["high"] - row["low"] + 0.02


def test_intervals_are_clustered_by_board(run, rows):
    """The error of a ratio of board totals, resampled board by board."""
    chosen = rows.filter(pl.col("finished"), cell=0, strategy="random")
    boards = chosen.group_by("board").agg(pl.col("loses").sum().alias("y"), pl.len().alias("w"))
    y, w = boards["y"].to_numpy(), boards["w"].to_numpy()
    rng = np.random.default_rng(1)
    drawn = rng.integers(0, len(y), (2_000, len(y)))
    spread = (y[drawn].sum(axis=1) / w[drawn].sum(axis=1)).std()
    row = run.summary().filter(cell=0, metric="loses", group="strategy", member="random").to_dicts()[0]
    assert (row["high"] - row["low"]) / 2 == pytest.approx(1.645 * spread, rel=0.08)


def test_seats_of_a_fair_line_up_share_one(run):
    for cell in (0, 1):
        rows = run.summary().filter(cell=cell, metric="loses", group="seat")
        assert rows["estimate"].sum() == pytest.approx(1.0)


def test_too_few_boards_have_no_number_but_a_reason(tmp_path):
    run = cardsim.run({**CONFIG, "boards": MIN_BOARDS - 1}, out=tmp_path)
    summary = run.summary()
    assert set(summary["reason"]) == {f"{MIN_BOARDS - 1} boards are too few; an interval needs 30"}
    for column in ("estimate", "low", "high"):
        assert summary[column].null_count() == len(summary)


def test_where_no_game_is_finished_nothing_is_made_up(tmp_path):
    run = cardsim.run({**CONFIG, "boards": 60, "rules": {"max_turns": 9}, "variants": []} | {
        "variants": [{"name": "short"}]}, out=tmp_path)
    summary = run.summary()
    assert set(summary["unfinished"]) == {1.0}
    loses = summary.filter(metric="loses")
    assert loses["estimate"].null_count() == len(loses)
    assert set(loses["reason"]) == {"none of 60 boards has a finished game to count"}
    (turns,) = summary.filter(metric="turns").to_dicts()
    assert turns["reason"] == "none of 60 boards has a finished game to count"
    (unfinished,) = summary.filter(metric="unfinished").to_dicts()
    assert unfinished["estimate"] == unfinished["high"] == 1.0
    assert 0.9 < unfinished["low"] < 1.0
