"""Le Huit américain: what the shipped strategies play in small positions, and what they are worth."""

import numpy as np
import pytest

from cardsim.engine.discovery import find_strategy
from cardsim.engine.options import parse
from cardsim.engine.table import Player, Table
from tests.games.huit_positions import GAME, Position

LADDER = ("random", "highest_points", "suit_keeper", "attacker", "planner")


def choice(strategy, hands, pile):
    """Return what a strategy plays in a position."""
    return Position(hands, pile, strategy=strategy).choice()


def test_highest_points_sheds_the_costliest_card():
    assert choice("highest_points", ["3H KH AH 2H", "3C"], "6H") == "AH"
    # and asks for the suit in which it holds most points
    held = "8C KS 3D 4D 5D"
    assert choice("highest_points", [held, "3C"], "6H") == "8C>D"
    assert choice("highest_points", ["8C KS 3D 4D", "3C"], "6H") == "8C>S"


def test_suit_keeper_asks_for_its_longest_suit_and_keeps_its_8s():
    assert choice("suit_keeper", ["8C KS 3D 4D", "3C 4C 5C"], "6H") == "8C>D"
    assert choice("suit_keeper", ["8C 6S 4S 5S", "3C 4C 5C"], "6H") == "6S"
    # once somebody is nearly out, the 8 goes
    held = "8C 6S 5S 4H"
    assert choice("suit_keeper", [held, "3C 4C 5C"], "9H") == "4H"
    assert choice("suit_keeper", [held, "3C 4C"], "9H") == "8C>S"


@pytest.mark.parametrize(("theirs", "played"), [("3C 4C", "2H"), ("3C 4C 5C 6C 7C", "6S")])
def test_attacker_waits_until_the_next_player_is_nearly_out(theirs, played):
    assert choice("attacker", ["2H 6S 5S 4S", theirs], "6H") == played


def test_planner_goes_out_on_a_7_and_is_not_left_with_an_8():
    assert choice("planner", ["7H 6H", "3C 4C 5C"], "9H") == "7H"
    assert choice("planner", ["8C 6H", "3C 4C 5C 6C"], "9H") == "8C>H"
    assert choice("planner", ["JK 6H", "3C 4C 5C 6C"], "9H") == "JK>H"


@pytest.mark.parametrize(("better", "worse"), list(zip(LADDER[1:], LADDER, strict=False)))
def test_each_strategy_pays_less_than_three_of_the_one_before(better, worse):
    boards, seats = 4_000, 4
    names = [better] + [worse] * (seats - 1)
    players = [Player(find_strategy(name, GAME.id)) for name in names]
    _, rows = Table(GAME, parse(GAME.options, {}), players, rotate=True, seed=5).play(0, boards)
    scores = rows["score"].reshape(boards, seats, seats).astype(float)
    own = np.array([scores[:, rotation, rotation] for rotation in range(seats)]).mean(0)
    others = (scores.sum(axis=(1, 2)) / seats - own) / (seats - 1)
    paired = own - others
    assert paired.mean() < -2 * paired.std(ddof=1) / np.sqrt(boards)
