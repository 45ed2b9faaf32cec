"""Small runs, played once a session, that the tests of figures and report look at."""

from __future__ import annotations

from typing import Any

import pytest

from cardsim.experiment.run import Run, run

TITLE = "Does a <house> rule that costs $5 or $6 help?"
SEATS = (2, 3)
BOARDS = 1_500


def play(folder: Any, **config: Any) -> Run:
    """Run an experiment of Johnny Bagel in a folder."""
    return run({"game": "johnny_bagel", "seed": 5, **config}, out=folder)


@pytest.fixture(scope="session")
def variants(tmp_path_factory) -> Run:
    """Two variants, two numbers of players, one strategy, two blocks of boards."""
    return play(
        tmp_path_factory.mktemp("variants"), title=TITLE, boards=BOARDS,
        lineup={"players": "lowest", "seats": list(SEATS)},
        variants=[{"name": "house"}, {"name": "three burn", "rules": {"burn_run": 3}}],
        report={"metrics": ["loses", "place", "turns"],
                "plots": ["seat_advantage", "loser", "variants", "length", "places", "running"]},
    )


@pytest.fixture(scope="session")
def strategies(tmp_path_factory) -> Run:
    """Two strategies at one table, in all rotations."""
    return play(
        tmp_path_factory.mktemp("strategies"), boards=200,
        lineup={"players": ["random", "lowest", "lowest"], "rotate": True},
    )


@pytest.fixture(scope="session")
def few(tmp_path_factory) -> Run:
    """Too few boards for any number."""
    return play(
        tmp_path_factory.mktemp("few"), boards=10,
        lineup={"players": ["lowest", "random", "lowest"]},
        variants=[{"name": "house"}, {"name": "no Jokers", "rules": {"jokers_per_deck": 0}}],
    )


@pytest.fixture(scope="session")
def unfinished(tmp_path_factory) -> Run:
    """Most games are cut before they finish."""
    return play(
        tmp_path_factory.mktemp("unfinished"), boards=800, rules={"max_turns": 100},
        lineup={"players": "lowest", "seats": 3},
    )


@pytest.fixture(scope="session")
def only_lengths(tmp_path_factory) -> Run:
    """Nothing of a seat is estimated."""
    return play(
        tmp_path_factory.mktemp("lengths"), boards=50, lineup={"players": "lowest", "seats": 2},
        report={"metrics": ["turns"]},
    )
