"""What the manifest says of looks, and what follows for every interval shown."""

import pytest
from scipy import stats

import cardsim
from cardsim.analysis.intervals import normal_critical
from cardsim.analysis.looks import critical_of, look_name, looked_words, looks_of

CONFIG = {
    "game": "johnny_bagel", "seed": 4, "lineup": {"players": "lowest", "seats": 2},
    "report": {"metrics": ["loses"]},
}


@pytest.fixture(scope="module")
def looked(tmp_path_factory):
    config = {**CONFIG, "precision": 0.04, "max_boards": 20_000}
    return cardsim.run(config, out=tmp_path_factory.mktemp("looked"))


def test_a_fixed_run_was_not_looked_at(tmp_path):
    run = cardsim.run({**CONFIG, "boards": 40}, out=tmp_path)
    assert run.manifest["looks"] is None
    assert looks_of(run) is None
    assert critical_of(run) is normal_critical
    assert look_name(run) == looked_words(run) == ""


def test_the_manifest_tells_the_looks(looked):
    told = looked.manifest["looks"]
    assert told["schedule"] == [1_000, 3_000, 7_000, 15_000, 20_000]
    assert told["taken"] == [n for n in told["schedule"] if n <= looked.manifest["boards_done"]]
    assert told["level"] == 0.95
    assert "group-sequential" in told["boundary"]
    assert told["critical"] == critical_of(looked)(0.05)


def test_the_words_say_how_wide(looked):
    words = looked_words(looked)
    assert look_name(looked) == f"look {len(looked.manifest['looks']['taken'])} of at most 5"
    assert f"{critical_of(looked)(0.05):.2f} standard errors instead of 1.96" in words
    assert "at all looks together with 95 %" in words


def test_a_run_of_before_looks_were_noted(looked):
    run = cardsim.Run(looked.folder)
    del run.manifest["looks"]
    assert critical_of(run)(0.05) == critical_of(looked)(0.05)


def test_the_last_look_of_one_is_an_ordinary_interval(tmp_path):
    run = cardsim.run({**CONFIG, "precision": 1e-9, "max_boards": 500}, out=tmp_path)
    assert run.manifest["looks"]["schedule"] == [500]
    assert critical_of(run)(0.05) == pytest.approx(stats.norm.isf(0.025))
