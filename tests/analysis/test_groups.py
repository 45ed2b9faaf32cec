"""The reader: who sat where comes from the files, and sums over boards agree with the raw rows."""

import numpy as np
import polars as pl
import pytest

import cardsim
from cardsim.analysis.groups import Group, features, groups_of, read_block
from cardsim.analysis.summary import shape_of
from cardsim.experiment.frames import parquet_bytes
from cardsim.experiment.layout import Piece
from cardsim.experiment.store import Store

METRICS = ["loses", "pick_ups", "mean_out", "turns", "unfinished"]


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return cardsim.run({
        "game": "johnny_bagel", "seed": 3, "boards": 120,
        "lineup": {"players": ["lowest", "random", "miser", "random"], "rotate": True},
        "rules": {"max_turns": 260, "first_dealer": "random"}, "report": {"metrics": METRICS},
    }, out=tmp_path_factory.mktemp("groups"))


@pytest.fixture(scope="module")
def shuffled(run, tmp_path_factory):
    """The same games, told of players who sat elsewhere: in an order of its own each game."""
    folder = tmp_path_factory.mktemp("shuffled")
    rng = np.random.default_rng(5)
    seats = run.seats.collect()
    players = np.concatenate([rng.permutation(4) for _ in range(len(seats) // 4)])
    names = np.array(["lowest", "random", "miser", "random"])
    seats = seats.with_columns(
        player=pl.Series(players), strategy=pl.Series(names[players])
    )
    data = {"games": parquet_bytes([run.games.collect()]), "seats": parquet_bytes([seats])}
    for kind in data:
        (folder / kind).mkdir()
    store, piece = Store(folder), Piece(0, 0, 120, (0,))
    store.write_manifest({**run.manifest, "files": [store.put_piece(piece, data)]})
    return folder, seats


def test_who_sat_where_is_read_and_not_computed(run, shuffled):
    folder, seats = shuffled
    shape = shape_of(run.manifest["cells"][0])
    block = read_block(folder, shape, 0)
    assert block.players.shape == (120, 4, 4)
    assert block.players.reshape(-1).tolist() == seats["player"].to_list()
    assert block.numbers.tolist() == list(range(120))


@pytest.mark.parametrize("where", ["rotations", "shuffled"])
def test_totals_counts_and_played_are_sums_of_the_raw_rows(run, shuffled, where):
    folder, seats = (run.folder, run.seats.collect()) if where == "rotations" else shuffled
    shape = shape_of(run.manifest["cells"][0])
    pair = Group(run.game.all_metrics["loses"], "players", "0,2")
    groups = [*groups_of(run.game, shape, METRICS), pair]
    found = features(folder, shape, groups, 0)
    games = run.games.collect()
    keys = ["board", "rotation"]
    rows = seats.join(games.select(*keys, "finished", "first_seat"), on=keys).with_columns(
        after=(pl.col("seat").cast(pl.Int64) - pl.col("first_seat").cast(pl.Int64)) % 4
    )
    games = games.with_columns(unfinished=(~pl.col("finished")).cast(pl.Float64))
    assert 0.1 < games["finished"].mean() < 0.9
    for at, group in enumerate(groups):
        name, who = group.metric.name, group.member
        table = games if group.metric.per == "game" else rows
        if group.kind == "from_starter":
            table = table.filter(pl.col("first_seat") >= 0, pl.col("after") == int(who))
        elif group.kind == "players":
            table = table.filter(pl.col("player").is_in([0, 2]))
        elif group.kind != "all":
            table = table.filter(pl.col(group.kind).cast(pl.String) == who)
        counts = pl.lit(True) if name == "unfinished" else (
            pl.col("finished") & pl.col(name).is_not_null()
        )
        by_board = table.with_columns(counts=counts).group_by("board").agg(
            totals=pl.col(name).filter("counts").cast(pl.Float64).sum(),
            counts=pl.col("counts").sum().cast(pl.Float64),
            played=(pl.col("counts") | ~pl.col("finished")).sum().cast(pl.Float64),
        )
        every = pl.DataFrame({"board": np.arange(120)}).join(by_board, on="board", how="left")
        for kind in ("totals", "counts", "played"):
            expected = every.sort("board")[kind].fill_null(0.0).to_numpy()
            np.testing.assert_allclose(getattr(found, kind)[:, at], expected, atol=1e-9)


def test_values_are_of_finished_games_alone(run):
    shape = shape_of(run.manifest["cells"][0])
    known = run.game.all_metrics
    block = read_block(run.folder, shape, 0, [known[name] for name in METRICS])
    for name in METRICS:
        values = block.values(known[name])
        missing = np.isnan(values) if values.ndim == 2 else np.isnan(values).all(axis=2)
        assert (missing == (~block.finished if name != "unfinished" else False)).all()
