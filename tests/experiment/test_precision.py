"""Runs that stop at a precision: when, why, and the same however they were interrupted."""

import json
from itertools import accumulate

import pytest
from scipy.stats import norm

import cardsim
from cardsim.analysis.compare import compare_strategies
from cardsim.analysis.looks import critical_of, looked_words
from cardsim.plots.report import render
from cardsim.plots.style import words_of
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
        f"every interval of 'loses' is within {widest:.2g} on either side of its middle "
        "(asked for: 0.006)"
    )


def test_it_did_not_stop_too_late(run):
    """At the look before the last the intervals were too wide."""
    before = cardsim.Run(run.folder)
    taken = run.manifest["looks"]["taken"]
    ends = list(accumulate(n for _, n in run.plan.blocks()))
    before.manifest["blocks_done"] = ends.index(taken[-2]) + 1
    before.manifest["boards_done"] = taken[-2]
    watched = before._summarise().filter(metric="loses", group="strategy")
    assert max((watched["high"] - watched["low"]) / 2) > 0.006


def test_a_run_that_runs_out_of_boards_says_so(tmp_path):
    short = cardsim.run({**CONFIG, "max_boards": 900}, out=tmp_path)
    assert max(half_widths(short)) > 0.006
    assert short.complete
    assert short.manifest["stopped"] == (
        "max_boards (900) was reached before the precision asked for (0.006)"
    )
    assert short.manifest["looks"]["taken"] == short.manifest["looks"]["schedule"]


def test_intervals_of_a_stopped_run_hold_at_every_look(run):
    """They are wider than those of a run whose length was fixed, as the boundary says."""
    fixed = {**CONFIG, "boards": run.manifest["boards_done"]}
    del fixed["precision"]
    del fixed["max_boards"]
    of_fixed = cardsim.run(fixed, out=run.folder.parents[1])
    wider = critical_of(run)(0.05) / norm.isf(0.025)
    assert 1.2 < wider < 1.6
    pairs = zip(half_widths(run), half_widths(of_fixed), strict=True)
    assert all(ours / fixed == pytest.approx(wider, rel=0.01) for ours, fixed in pairs)
    assert of_fixed.summary()["estimate"].to_list() == pytest.approx(
        run.summary()["estimate"].to_list()
    )
    looks = run.manifest["looks"]
    assert all(
        method.endswith(f"; look {len(looks['taken'])} of at most {len(looks['schedule'])}")
        for method in run.summary()["method"]
    )


def test_comparisons_of_a_stopped_run_use_its_boundary(run):
    """The interval is that many standard errors, and the p-value is found from the boundary."""
    found = compare_strategies(run)[0]
    each, critical = found.difference, critical_of(run)
    reach = critical(0.05) * each.standard_error
    assert (each.high - each.low) / 2 == pytest.approx(reach, rel=0.02)  # t and skewness add little
    z = abs(each.difference) / each.standard_error
    if each.p_value > 1e-6:
        assert critical(each.p_value) == pytest.approx(z, rel=0.05)
    assert "at most" in found.words
    assert "look " in found.words


def test_figures_and_report_say_that_the_run_was_looked_at(run):
    name = f"look {len(run.manifest['looks']['taken'])} of at most "
    for figure in ("length", "running"):
        caption = words_of(run.plot(figure)).caption
        assert name in caption
        assert "hold at all looks together" in caption
    text = render(run, [])
    assert looked_words(run) in text
    assert "fixed in advance" not in text


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
    run = cardsim.run({**CONFIG, "precision": 1_000.0}, out=tmp_path)
    assert run.complete
    assert run.manifest["looks"]["taken"] == run.manifest["looks"]["schedule"][:1]
    assert cardsim.Run(run.folder).config.precision == 1_000.0


def test_no_interval_is_not_narrow_enough(tmp_path):
    """Of 10 boards there is no interval, however wide it might be."""
    run = cardsim.run({**CONFIG, "precision": 1_000.0, "max_boards": 10}, out=tmp_path)
    assert run.manifest["stopped"].startswith("max_boards (10) was reached")
