"""Runs that stop at a precision: when, why, and the same however they were interrupted."""

import json

import pytest

import cardsim
from tests.experiment.configs import digests

CONFIG = {
    "game": "johnny_bagel", "seed": 3, "precision": 0.006, "max_boards": 40_000,
    "lineup": {"players": ["lowest", "random", "lowest"], "rotate": True},
    "rules": {"max_turns": 400}, "report": {"metrics": ["loses", "turns"]},
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return cardsim.run(CONFIG, out=tmp_path_factory.mktemp("precision"))


def half_widths(run):
    watched = run.summary().filter(metric="loses", group="strategy")
    assert watched["member"].to_list() == ["lowest", "random"]
    return ((watched["high"] - watched["low"]) / 2).to_list()


def test_a_run_stops_at_its_precision_and_says_why(run):
    assert run.complete
    assert run.manifest["boards_done"] < CONFIG["max_boards"]
    widest = max(half_widths(run))
    assert widest <= 0.006
    assert run.manifest["stopped"] == (
        f"every interval of 'loses' is within {widest:.2g} on either side (asked for: 0.006)"
    )


def test_it_did_not_stop_too_late(run, tmp_path):
    """The blocks before the last were not enough."""
    blocks = run.plan.blocks()
    before = blocks[run.manifest["blocks_done"] - 2]
    short = cardsim.run({**CONFIG, "max_boards": before[0] + before[1]}, out=tmp_path)
    assert max(half_widths(short)) > 0.006
    assert short.complete
    assert short.manifest["stopped"] == (
        f"max_boards ({before[0] + before[1]:,}) was reached before the precision asked for (0.006)"
    )


def test_intervals_of_a_stopped_run_hold_at_every_look(run):
    """They are wider than those of a run whose length was fixed."""
    methods = set(run.summary()["method"].to_list())
    fixed = {**CONFIG, "boards": run.manifest["boards_done"]}
    del fixed["precision"]
    del fixed["max_boards"]
    of_fixed = cardsim.run(fixed, out=run.folder.parents[1])
    assert len(methods) == 1
    assert methods.isdisjoint(of_fixed.summary()["method"].to_list())
    pairs = zip(half_widths(run), half_widths(of_fixed), strict=True)
    assert all(1.2 < ours / fixed < 3 for ours, fixed in pairs)
    assert of_fixed.summary()["estimate"].to_list() == pytest.approx(
        run.summary()["estimate"].to_list()
    )


@pytest.mark.parametrize("done", [1, "all"])
def test_it_goes_on_to_the_same_bytes(run, tmp_path, done):
    """Even if it was killed after its last block was noted, but before it looked."""
    again = cardsim.run(CONFIG, out=tmp_path)
    blocks = run.manifest["blocks_done"] if done == "all" else done
    files = [*again.folder.glob("*/*.parquet")]
    for file in files:
        if int(file.stem[-5:]) >= blocks:
            file.unlink()
    manifest = json.loads((again.folder / "manifest.json").read_text())
    (again.folder / "manifest.json").write_text(json.dumps(
        {**manifest, "complete": False, "stopped": None, "blocks_done": blocks}
    ))
    resumed = cardsim.run(CONFIG, out=tmp_path)
    resumed.summary()
    assert resumed.complete
    assert digests(resumed.folder) == digests(run.folder)
    for key in ("stopped", "blocks_done", "boards_done"):
        assert resumed.manifest[key] == run.manifest[key]


def test_boards_on_the_command_line_replace_a_precision(workdir, cli):
    (workdir / "x.toml").write_text(
        'game = "johnny_bagel"\nprecision = 0.00001\n[lineup]\nplayers = "lowest"\nseats = 2\n'
    )
    outcome = cli("experiment", "x.toml", "--boards", "40", "--json")
    assert outcome.code == 0
    run = cardsim.Run(json.loads(outcome.out)["folder"])
    assert run.games.collect().height == 40
    assert run.manifest["stopped"] is None


def test_a_game_metric_is_watched_as_a_whole(tmp_path):
    run = cardsim.run(
        {**CONFIG, "precision": 5.0, "report": {"metrics": ["turns"]}}, out=tmp_path
    )
    row = run.summary().filter(metric="turns").to_dicts()[0]
    assert (row["high"] - row["low"]) / 2 <= 5.0
    assert run.manifest["stopped"].startswith("every interval of 'turns' is within ")


def test_any_precision_is_the_first_interval(tmp_path):
    """inf is a number above 0, and its config can be read again."""
    run = cardsim.run({**CONFIG, "precision": float("inf")}, out=tmp_path)
    assert run.complete
    first, n = run.plan.blocks()[run.manifest["blocks_done"] - 1]
    before = cardsim.run(
        {**CONFIG, "precision": float("inf"), "max_boards": first}, out=tmp_path
    )
    assert run.manifest["boards_done"] == first + n < CONFIG["max_boards"]
    watched = before.summary().filter(metric="loses", group="strategy")
    assert any("too rare for an asymptotic sequence" in why for why in watched["reason"].drop_nulls())
    assert cardsim.Run(run.folder).config.precision == float("inf")
    assert cardsim.Run(run.folder).replay(0)["finished"]
