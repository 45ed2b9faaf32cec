"""Every experiment that ships is valid, asks a question, and runs."""

from pathlib import Path

import pytest

from cardsim.engine.discovery import shipped
from cardsim.experiment.run import plan_of, run_checked

CONFIGS = sorted(shipped("experiments").glob("*.toml"))


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_runs(path: Path, tmp_path):
    assert plan_of(path).config.title.endswith("?")
    plan = plan_of(path, boards=2)
    run = run_checked(plan, out=tmp_path)
    assert run.complete
    assert set(run.summary()["metric"]) >= set(plan.metrics)
    assert run.games.collect().height == plan.games


def test_every_game_has_its_questions():
    games = [plan_of(path).game.id for path in CONFIGS]
    assert games.count("johnny_bagel") >= 4
    assert all(games.count(game) >= 5 for game in ("huit_americain", "bacon", "hand_and_foot"))
