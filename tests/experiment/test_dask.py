"""The Dask back end: the same bytes as threads."""

import pytest

import cardsim


def config(**compute):
    return {
        "game": "johnny_bagel", "seed": 3, "boards": 600,
        "lineup": {"players": ["lowest", "random", "lowest"], "rotate": True},
        "rules": {"max_turns": 300}, "report": {"metrics": ["loses"], "plots": []},
        "compute": {"part_games": 200, **compute},
    }


@pytest.mark.filterwarnings("ignore")
def test_dask_gives_the_same_bytes(tmp_path):
    threads = cardsim.run(config(), out=tmp_path / "threads")
    dask = cardsim.run(config(backend="dask", jobs=2), out=tmp_path / "dask")
    files = sorted(threads.folder.glob("*/*.parquet"))
    assert len(files) == 4
    for file in files:
        assert file.read_bytes() == (dask.folder / file.relative_to(threads.folder)).read_bytes()
