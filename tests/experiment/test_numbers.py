"""Numbers from NumPy, pandas and Polars are taken wherever Python's are, and come out as Python's."""

import json

import numpy as np
import pandas as pd
import polars as pl
import pytest

import cardsim
from cardsim import InputError
from cardsim.analysis.match import match_plan
from cardsim.experiment.run import plan_of

PLAYERS = ["lowest", "random", "lowest"]
KINDS = [np.uint8, np.int8, np.int64, np.uint64, lambda n: pd.Series([n])[0],
         lambda n: pl.Series([n])[0], np.array]


@pytest.mark.parametrize("kind", KINDS)
def test_a_simulation_and_its_replay(kind):
    usual = cardsim.simulate("johnny_bagel", PLAYERS, 3, rotate=True, seed=7, first_board=5,
                             rules={"max_turns": 60})
    found = cardsim.simulate("johnny_bagel", PLAYERS, kind(3), rotate=np.True_, seed=kind(7),
                             first_board=kind(5), rules={"max_turns": kind(60)})
    assert found.games.equals(usual.games)
    assert found.seats.equals(usual.seats)
    assert type(found.table.seed) is int
    for rotation in range(3):
        told = cardsim.replay(found, kind(6), kind(rotation))
        assert json.dumps(told) == json.dumps(cardsim.replay(usual, 6, rotation))


def test_a_config_in_python():
    config = {
        "game": "johnny_bagel", "seed": np.int64(3), "boards": np.uint16(40),
        "lineup": {"players": ("planner", "random"), "seats": np.int8(2), "rotate": np.bool_(True)},
        "rules": {"max_turns": pd.Series([50])[0]}, "report": {"level": np.float32(0.75)},
        "compute": {"jobs": np.int32(1)},
    }
    plain = {**config, "seed": 3, "boards": 40, "rules": {"max_turns": 50}, "compute": {"jobs": 1},
             "lineup": {"players": ["planner", "random"], "seats": 2, "rotate": True},
             "report": {"level": 0.75}}
    assert plan_of(config).hash() == plan_of(plain).hash()
    assert plan_of(plain, seed=np.int64(4), boards=np.uint8(9), jobs=np.int16(2)).hash() == (
        plan_of({**plain, "seed": 4, "boards": 9}).hash()
    )
    many = {**plain, "lineup": {"players": "random", "seats": np.arange(2, 5)}}
    assert [cell.seats for cell in plan_of(many).cells] == [2, 3, 4]


def test_a_run_and_its_replay(tmp_path):
    config = {"game": "johnny_bagel", "boards": np.int64(4), "rules": {"max_turns": 40},
              "lineup": {"players": PLAYERS, "rotate": True}}
    run = cardsim.run(config, out=tmp_path)
    for rotation in range(3):
        names = [player["strategy"] for player in run.replay(2, rotation)["players"]]
        told = run.replay(np.uint8(2), np.uint8(rotation), np.int64(0))
        assert [player["strategy"] for player in told["players"]] == names
        assert json.loads(json.dumps(told)) == told


def test_the_margin_of_a_match():
    plan = match_plan("johnny_bagel", "lowest", "random", margin=np.float32(0.25))
    assert json.loads(json.dumps(plan.stop))["margin"] == 0.25
    with pytest.raises(InputError, match="margin: found nan; allowed: a number above 0"):
        match_plan("johnny_bagel", "lowest", "random", margin=float("nan"))


@pytest.mark.parametrize("wrong", [True, np.True_, 2.0, np.float64(2), "2", None, np.array([1, 2])])
@pytest.mark.parametrize("name", ["boards", "seed", "first_board"])
def test_what_is_no_whole_number_is_refused(name, wrong):
    with pytest.raises(InputError, match=rf"^{name}: found .*; allowed: a whole number, "):
        cardsim.simulate("johnny_bagel", PLAYERS, **{"boards": 2, name: wrong})


@pytest.mark.parametrize("wrong", [True, 1.0, "1", -1, 9])
def test_what_is_no_place_is_not_replayed(wrong):
    found = cardsim.simulate("johnny_bagel", PLAYERS, 1, rules={"max_turns": 20})
    with pytest.raises(InputError, match="^rotation: found "):
        cardsim.replay(found, 0, wrong)


def test_more_boards_than_memory_are_refused_with_what_they_take():
    with pytest.raises(InputError) as caught:
        cardsim.simulate("johnny_bagel", PLAYERS, 10**10)
    text = str(caught.value)
    assert text.startswith("boards: found 10,000,000,000; their results would take ")
    gibibytes = float(text.partition("would take ")[2].partition(" GiB")[0].replace(",", ""))
    assert 10**10 * (3 * 100) / 2**30 < gibibytes < 10**10 * (3 * 300) / 2**30


def test_a_list_that_is_nested_without_end_is_refused():
    nested = []
    for _ in range(100_000):
        nested = [nested]
    with pytest.raises(InputError, match=r"^lineup\.players: tables or lists lie within each other more than 30 deep\.$"):
        plan_of({"game": "johnny_bagel", "lineup": {"players": nested}})
