"""Bacon: the habits of the strategies that ship, and that skill rises."""

import numpy as np
import pytest

from cardsim.engine.discovery import find_strategies
from cardsim.engine.options import parse
from cardsim.engine.table import Player, Table
from tests.games.bacon_positions import GAME, Position

LADDER = ("random", "lowest_beater", "shedder", "partner_aware", "planner")

pytestmark = pytest.mark.filterwarnings("ignore:First-class function type")


def test_lowest_beater_plays_the_weakest_that_beats():
    position = Position("2a 1b 1c", "3a 5a 5b X", "1a 1b", "1a 1b", strategy="lowest_beater")
    position.play("single 2")
    assert position.answer() == "single 3"
    position.play("pass", "pass", "pass")
    assert position.answer() == "pair 1"  # of the lowest rank what sheds most


def test_lowest_beater_bombs_rather_than_pass():
    position = Position("10a 1b", "2a 2b 2b 2c 3a", "1a 1b", "1a 1b", strategy="lowest_beater")
    position.play("single 10")
    assert position.answer() == "quads 2"


def test_shedder_leads_what_sheds_most():
    position = Position("2a 3b 4c 5a 9b 9c", "1a", "1a", "1a", strategy="shedder")
    assert position.answer() == "bobtail 5"


@pytest.mark.parametrize(("spare_partner_from", "expected"), [(4, "pass"), (9, "single 9")])
def test_partner_aware_spares_a_winning_partner(spare_partner_from, expected):
    position = Position(
        "8a 1b 1c", "1a 1b", "9a 3b 3c", "1a 1b", strategy="partner_aware",
        dials={"spare_partner_from": spare_partner_from},
    )
    position.play("single 8", "pass")
    assert position.answer() == expected


@pytest.mark.parametrize(("partner", "expected"), [("4a", "lead 2"), ("4a 4b 5a 6a", "single 3")])
def test_partner_aware_hands_over_to_a_partner_who_is_nearly_out(partner, expected):
    many = "1a 1b 2a 5b 5c 7a"
    position = Position("9a 3a 8a", many, partner, many, strategy="partner_aware")
    position.play("single 9", "pass", "pass", "pass")
    assert position.answer() == expected


@pytest.mark.parametrize(("others", "expected"), [("1a", "quads 2"), ("1a 3b 5a 6a", "pass")])
def test_partner_aware_saves_bombs_for_opponents_who_are_nearly_out(others, expected):
    many = "1a 1b 1c 5a 5b 8a"
    position = Position(
        "10a 1b 1c " + others, "2a 2b 2b 2c 3a 4a 4b", many, many, strategy="partner_aware"
    )
    position.play("single 10")
    assert position.answer() == expected


def test_planner_keeps_what_belongs_together():
    # each of 6, 7 and 8 beats the 5, and would break the straight
    many = "1b 1c 1a 2a 3a 3b"
    position = Position("5a " + many, "4a 5b 6c 7a 8b 10c", many, many, strategy="planner")
    position.play("single 5")
    assert position.answer() in ("single 10", "pass")


@pytest.mark.parametrize(
    ("hand", "bombs", "expected"),
    [
        ("2a 2b 2b 2c 3a", True, "quads 2"), ("2a 2b 2b 2c 3a", False, "pass"),
        ("2a 2b 2b 2c", False, "quads 2"),  # to go out
    ],
)
def test_planner_without_bombs_plays_none_but_to_go_out(hand, bombs, expected):
    position = Position(
        "10a 1b", hand, "1a 1b", "1a 1b", strategy="planner", dials={"bombs": bombs}
    )
    position.play("single 10")
    assert position.answer() == expected


@pytest.mark.parametrize(("better", "worse"), list(zip(LADDER[1:], LADDER, strict=False)))
def test_each_team_beats_the_one_before(better, worse):
    known = find_strategies("bacon")
    table = Table(
        GAME, parse(GAME.options, {}), [Player(known[better]), Player(known[worse])] * 2,
        rotate=True, seed=1,
    )
    _, seats = table.play(0, 200)
    wins = seats.reshape(200, 2, 4)["wins"]
    shares = np.mean([wins[:, rotation, rotation] for rotation in range(2)], axis=0)
    error = shares.std(ddof=1) / np.sqrt(200)
    assert shares.mean() - 3 * error > 0.5
