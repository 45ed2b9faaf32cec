"""The tables as users read them: wide numbers, plain names, with Polars, pandas and pyarrow."""

import re
from pathlib import Path

import pandas as pd
import polars as pl
import pyarrow.dataset
import pytest

import cardsim
from cardsim.engine.driver import driver_of
from cardsim.engine.registry import find_game
from cardsim.experiment.frames import frames
from cardsim.experiment.run import plan_of

DOCS = Path(cardsim.__file__).parent.parent / "docs" / "results.md"

LINE_UPS = {
    "game": "johnny_bagel", "seed": 3, "boards": 40, "rules": {"max_turns": 100},
    "lineups": [
        {"name": "low", "players": ["lowest"] * 3}, {"name": "mixed", "players": ["random", "lowest"]},
        {"name": "rare", "players": ["miser", "random", "lowest", "lowest"], "rotate": True},
    ],
    "variants": [{"name": "plain"}, {"name": "four burn", "rules": {"burn_run": 4}}],
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return cardsim.run(LINE_UPS, out=tmp_path_factory.mktemp("tables"))


def assert_wide(schema):
    assert set(schema.values()) <= {pl.Int64, pl.Float64, pl.String, pl.Boolean}, schema


def test_every_column_is_wide_in_memory_and_in_the_files(run):
    simulated = cardsim.simulate("johnny_bagel", ["lowest", "random"], 5)
    for table in (run.games.collect(), run.seats.collect(), run.summary(), simulated.games,
                  simulated.seats):
        assert_wide(table.schema)
    files = [*run.folder.glob("*/*.parquet"), run.folder / "summary.parquet"]
    assert len(files) >= 3
    for file in files:
        assert_wide(pl.read_parquet(file, glob=False).schema)
    for name in ("games", "seats", "summary"):
        kinds = {str(kind) for kind in run.to_pandas(name).dtypes}
        assert kinds <= {"int64", "float64", "bool", "str", "object"}


def test_common_arithmetic_does_not_wrap(run):
    seats = run.seats.collect()
    turned = seats.select((pl.col("seat") - pl.col("player") - pl.col("rotation")).alias("d"))
    assert turned["d"].min() < 0
    for name in ("seat", "player", "rotation", "team", "cell", "place"):
        lower = seats.select(pl.lit(0, pl.Int8) - pl.col(name)).to_series().drop_nulls()
        assert (lower <= 0).all()
    pandas = run.to_pandas("seats")
    assert ((pandas["seat"] - pandas["player"]).min()) < 0


def test_a_sum_of_scores_larger_than_32_bits_is_right():
    """Scores of 100,000 in 40,000 rows sum to 4,000,000,000, beyond 2^31 - 1 and near 2^32."""
    plan = plan_of({"game": "johnny_bagel", "boards": 1, "lineup": {"players": ["lowest"] * 2}})
    driver_of(find_game("johnny_bagel"))
    games, seats = plan.cells[0].table.play(0, 20_000)
    seats["score"] = 100_000
    _, frame = frames(plan.cells[0], 0, games, seats)
    assert frame["score"].sum() == 4_000_000_000
    assert frame.group_by("seat").agg(pl.col("score").sum()).sort("seat")["score"].to_list() == [
        2_000_000_000, 2_000_000_000
    ]
    assert (frame["score"] * 100_000 == 10_000_000_000).all()


def test_the_files_of_several_line_ups_are_read_as_one_table(run):
    expected = run.seats.collect()
    folder = run.folder / "seats"
    by = ["cell", "board", "rotation", "seat"]
    scanned = pl.scan_parquet(f"{folder}/*.parquet").collect()
    assert scanned.sort(by).equals(expected.sort(by))
    dataset = pyarrow.dataset.dataset(folder).to_table()
    assert pl.DataFrame(dataset).sort(by).equals(expected.sort(by))
    pandas = pd.read_parquet(folder)
    assert pandas["score"].sum() == expected["score"].sum()
    assert set(pandas["strategy"]) == {"lowest", "random", "miser"}
    assert set(pl.scan_parquet(f"{run.folder}/games/*.parquet").collect()["lineup"]) == {
        "low", "mixed", "rare"
    }


def test_the_recipe_of_the_docs_works(run):
    """Lines of docs/results.md that read files are run as they stand, on this run's folder."""
    lines = re.findall(r"^((?:pl|pandas)\.\w+\(\"results/my_question/\w+.*)$", DOCS.read_text(), re.MULTILINE)
    assert len(lines) >= 3
    for line in lines:
        here = re.sub(r"results/my_question/\w+", str(run.folder), line)
        found = eval(here, {"pl": pl, "pandas": pd})
        rows = found.collect() if isinstance(found, pl.LazyFrame) else found
        assert len(rows) in {run.seats.collect().height, run.summary().height}


@pytest.mark.parametrize("name", ["my[1]", "a*", "wh?t", "{x,y}", "[!a]"])
def test_no_path_is_a_pattern(workdir, name):
    config = workdir / f"{name}.toml"
    config.write_text(
        'game = "johnny_bagel"\nboards = 30\n[lineup]\nplayers = ["lowest", "random"]\n', "utf-8"
    )
    (workdir / "aa").mkdir()
    other = cardsim.run(config, out="aa")  # a folder that the pattern a* would find
    run = cardsim.run(f"{name}.toml", out=name)
    assert run.games.collect().height == 30
    assert run.seats.collect().height == 60
    assert run.summary().equals(other.summary())
    assert len(run.to_pandas("games")) == 30
    assert run.plot("length") is not None
    assert cardsim.Run(run.folder).summary().height == run.summary().height


def test_a_run_works_after_the_working_folder_has_changed(workdir, monkeypatch, tmp_path):
    run = cardsim.run({"game": "johnny_bagel", "boards": 8, "lineup": {"players": ["lowest"] * 2}})
    opened = cardsim.Run(run.folder.relative_to(workdir))
    monkeypatch.chdir(tmp_path)
    for each in (run, opened):
        assert each.folder.is_absolute()
        assert each.games.collect().height == 8
        assert each.summary().height > 0
        assert each.replay(3)["board"] == 3


def test_the_home_folder_is_expanded(workdir, monkeypatch, cli):
    monkeypatch.setenv("HOME", str(workdir / "home"))
    (workdir / "home").mkdir()
    (workdir / "home" / "mine.toml").write_text(
        'game = "johnny_bagel"\nboards = 4\n[lineup]\nplayers = ["lowest", "random"]\n', "utf-8"
    )
    run = cardsim.run("~/mine.toml", out="~/out")
    assert run.folder.parent == workdir / "home" / "out" / "mine"
    assert cardsim.Run(f"~/out/mine/{run.folder.name}").folder == run.folder
    assert cardsim.replay("~/mine.toml", 2)["board"] == 2
    for arguments in (["experiment", "~/mine.toml", "--out", "~/out"], ["replay", "~/out/mine"],
                      ["plot", "~/out/mine", "length"], ["compare", "~/mine.toml", "--out", "~/out"]):
        outcome = cli(*arguments)
        assert outcome.code == 0, outcome.err
    assert sorted(path.name for path in workdir.iterdir()) == ["home"]
