"""Seats of real runs: within strategies, by neighbours, and where seats are strategies."""

from types import SimpleNamespace

import numpy as np
import pytest

import cardsim
from cardsim.analysis.compare import compare
from cardsim.analysis.seats import Strata, by_stratum, confounded, seat_fairness


def play(folder, **changes):
    return cardsim.run({
        "game": "johnny_bagel", "seed": 1, "boards": 400,
        "lineup": {"players": ["random", "lowest", "lowest", "lowest"], "rotate": True},
        "report": {"metrics": ["loses"], "plots": []}, **changes,
    }, out=folder)


@pytest.fixture(scope="module")
def rotated(tmp_path_factory):
    return play(tmp_path_factory.mktemp("rotated"))


@pytest.fixture(scope="module")
def fixed(tmp_path_factory):
    return play(
        tmp_path_factory.mktemp("fixed"),
        lineup={"players": ["random", "lowest", "lowest", "lowest"]},
    )


def test_who_starts_seldom_does_not_make_the_seats_differ(rotated):
    """The bare mean of the starter is far below 1/4, since `random` starts seldom."""
    bare = rotated.summary().filter(metric="loses", group="from_starter", member="0")
    assert bare["high"][0] < 0.2
    [finding] = seat_fairness(rotated)
    assert all(abs(gain.difference) < 0.03 for gain in finding.gains)
    assert "compared within each strategy" in finding.in_words()
    assert finding.row()["differ"] == (finding.p_holm < 0.05)


def test_it_says_the_same_each_time(rotated):
    assert [f.in_words() for f in seat_fairness(rotated)] == [
        f.in_words() for f in seat_fairness(rotated)
    ]


def test_a_strategy_that_keeps_its_seat_is_told_with_a_caution(rotated, fixed):
    told = compare(fixed, "strategies")
    assert all("each player keeps one seat here" in each.words for each in told)
    assert all(each.caution == confounded(fixed.manifest["cells"][0]) for each in told)
    assert all(not each.caution for each in compare(rotated, "strategies"))


def test_seats_of_those_who_keep_them_have_a_caution_or_a_reason(fixed):
    [finding] = seat_fairness(fixed)
    words = finding.in_words()
    assert "each player keeps one seat" in words or "no strategy sat in every place" in words


def test_a_stratum_is_a_strategy_and_those_around_it():
    """Players 0 to 2 of classes 0, 1, 1, seated 2 0 1; seat 1 starts. By hand."""
    players = np.array([[[2, 0, 1]]])
    order = np.array([[[1, 2, 0]]])  # the seats from the starter
    read = SimpleNamespace(
        players=players, started=np.array([[True]]),
        by_starter=lambda each: np.take_along_axis(each, order, axis=2),
        values=lambda _: np.array([[[0.5, 0.0, 0.25]]]),
    )
    # From the starter: classes 0, 1, 1. Codes in base 2, clockwise from each: 0 1 1, 1 1 0, 1 0 1.
    strata = Strata(np.array([0, 1, 1]), np.array([3, 5, 6]), neighbours=True)
    assert strata.of(read).tolist() == [[[6, 3, 5]]]
    totals, counts = by_stratum(read, None, strata)
    assert counts[0].tolist() == [[0, 1, 0], [0, 0, 1], [1, 0, 0]]
    assert totals[0].tolist() == [[0, 0.25, 0], [0, 0, 0.5], [0, 0, 0]]
