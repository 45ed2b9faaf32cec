"""A user's own number: the same as the summary's where both speak of the same, and by hand."""

import numpy as np
import polars as pl
import pytest
from scipy import stats

import cardsim
from cardsim import InputError, estimate


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return cardsim.run({
        "game": "johnny_bagel", "seed": 3, "boards": 120,
        "lineup": {"players": ["lowest", "random", "lowest"], "rotate": True},
        "report": {"metrics": ["loses", "pick_ups"]},
    }, out=tmp_path_factory.mktemp("own"))


@pytest.mark.parametrize("metric", ["loses", "pick_ups"])
def test_it_agrees_with_the_summary(run, metric):
    finished = run.seats.filter(pl.col("place").is_not_null())
    bounds = (0, 1) if metric == "loses" else None
    found = estimate(finished, metric, by="strategy", bounds=bounds)
    assert found["strategy"].to_list() == ["lowest", "random"]
    for row in found.iter_rows(named=True):
        (same,) = run.summary().filter(
            metric=metric, group="strategy", member=row["strategy"]
        ).to_dicts()
        for name in ("estimate", "low", "high"):
            assert row[name] == pytest.approx(same[name], rel=1e-9)
        assert row["n_boards"] == 120


def test_the_board_is_the_unit_not_the_row():
    """Forty boards of ten rows that say the same are forty values, not four hundred."""
    values = np.random.default_rng(5).normal(size=40)
    rows = pl.DataFrame({"board": np.repeat(np.arange(40), 10), "x": np.repeat(values, 10)})
    (row,) = estimate(rows, "x").to_dicts()
    assert row["estimate"] == pytest.approx(values.mean())
    assert (row["n_boards"], row["n_rows"]) == (40, 400)
    naive = stats.sem(rows["x"].to_numpy())
    assert row["high"] - row["low"] > 2.5 * 2 * naive


def test_expressions_groups_and_pandas(run):
    after = ((pl.col("seat").cast(pl.Int64) + 3 - pl.col("player").cast(pl.Int64)) % 3).alias("turn")
    found = estimate(run.seats, pl.col("pick_ups") > 5, by=["strategy", after])
    assert found.columns[:2] == ["strategy", "turn"]
    assert len(found) == 6
    assert found["estimate"].is_between(0, 1).all()
    table = run.to_pandas("seats")
    same = estimate(table.assign(many=table["pick_ups"] > 5), "many", by="strategy")
    whole = estimate(run.seats, pl.col("pick_ups") > 5, by="strategy")
    assert same["estimate"].to_list() == whole["estimate"].to_list()


def test_too_few_boards_have_a_reason():
    rows = pl.DataFrame({"board": range(12), "x": range(12)})
    (row,) = estimate(rows, "x").to_dicts()
    assert row["estimate"] is None
    assert "12 boards are too few" in row["reason"]


@pytest.mark.parametrize(("call", "told"), [
    (lambda rows: estimate(rows, "y"), 'no column "y"; known'),
    (lambda rows: estimate(rows.drop("board"), "x"), 'no column "board"'),
    (lambda rows: estimate(rows, "x", bounds=(0, 1)), "0 to 29; allowed by bounds: 0 to 1"),
    (lambda rows: estimate(rows, pl.col("x") / 0), "nan or an infinite number"),
    (lambda rows: estimate(rows, pl.lit("a")), "found String; allowed: numbers"),
    (lambda rows: estimate(rows, "x", level=95), "level: found 95"),
    (lambda rows: estimate(rows["x"].to_list(), "x"), "found list; allowed: a Polars or pandas"),
    (lambda rows: estimate(rows, pl.col("z") + 1), "z"),
])
def test_refusals(call, told):
    with pytest.raises(InputError, match=told):
        call(pl.DataFrame({"board": range(30), "x": range(30)}))


def test_of_a_run_that_was_looked_at_the_interval_is_the_summarys(tmp_path):
    run = cardsim.run({
        "game": "johnny_bagel", "seed": 4, "precision": 0.06, "max_boards": 20_000,
        "lineup": {"players": "lowest", "seats": 2}, "report": {"metrics": ["loses"]},
    }, out=tmp_path)
    own = cardsim.estimate(run.seats, "loses", by="seat", bounds=(0, 1), run=run)
    shown = run.summary().filter(metric="loses", group="seat")
    alone = cardsim.estimate(run.seats, "loses", by="seat", bounds=(0, 1))
    for end in ("low", "high"):
        assert own[end].to_list() == pytest.approx(shown[end].to_list())
    assert (own["high"] - own["low"] > 1.1 * (alone["high"] - alone["low"])).all()
