"""Hand and Foot: the habits of the strategies that ship, and that skill rises."""

from itertools import pairwise

import numpy as np
import pytest

from cardsim.engine.discovery import find_strategies
from cardsim.engine.options import parse
from cardsim.engine.table import Player, Table
from tests.games.hand_and_foot_positions import CLEAN, DIRTY, GAME, Position, draws

LADDER = ("random", "melder", "pile_hunter", "closer", "planner")

# seat 0's team: the nines are open; a long stock, so that nobody is in a hurry
LONG = " ".join(["4 5 6 7 8 10 J"] * 12)


def test_melder_melds_the_dearest_first_and_discards_a_single_card():
    position = Position(["A A A 4 4 4 4 5 J J", "8"], opened=(0,), strategy="melder")
    assert position.answer() == "melds A A A"  # 60 points, the 4s 20
    position.play("melds A A A")
    assert position.answer() == "melds 4 4 4 4"
    position.play("melds 4 4 4 4")
    assert position.answer() == "discards 5"


@pytest.mark.parametrize("strategy", ["pile_hunter", "closer", "planner"])
def test_the_pile_is_taken(strategy):
    position = draws(
        ["9 9 4 4 5 6", "8 8"], pile="A A 9", opened=(0,), stock=LONG, strategy=strategy
    )
    assert position.answer() == "takes 3 cards of the pile"


def test_planner_leaves_the_pile_alone_if_told_to():
    position = draws(
        ["9 9 4 4 5 6", "8 8"], pile="A A 9", opened=(0,), stock=LONG, strategy="planner",
        dials={"take_pile": False},
    )
    assert position.answer() == "draws 2"


@pytest.mark.parametrize("strategy", ["pile_hunter", "closer", "planner"])
def test_a_discard_is_guarded_by_what_the_next_player_cannot_take(strategy):
    # The next player's team holds six Jacks: a Jack on top cannot be taken (HF-9).
    position = Position(
        ["J Q", "8 8 8 8 8 8 8 8"], opened=(0, 1), pile="4 5 6 7 8 9 10",
        melds=[[], ["J J J J J J"]], stock=LONG, strategy=strategy,
    )
    assert position.answer() == "discards J"


def test_closer_keeps_a_clean_meld_clean():
    melds = [["9 9 9 9 9 9", "J J J J 2"]]
    position = Position(["2 4 5 6 7 8", "8"], melds=melds, opened=(0,), strategy="closer")
    assert position.answer() == "adds 2 to the Js"


def test_closer_goes_out_when_ahead():
    position = Position(
        ["4 K", "8", "4", "8"], in_foot=(0, 1, 2, 3), melds=[[CLEAN, DIRTY, "4 4 4"], []],
        opened=(0, 1), stock=LONG, strategy="closer",
    )
    assert position.answer() == "adds 4 to the 4s"  # the King goes out


def test_closer_plays_on_when_behind():
    position = Position(
        ["4 K", "8", "A A A A A", "8"], feet=["", "", "A A A", ""], in_foot=(0, 1, 3),
        melds=[[CLEAN, DIRTY, "4 4 4"], [CLEAN, DIRTY, CLEAN]], opened=(0, 1), stock=LONG,
        strategy="closer",
    )
    assert position.answer() == "discards K"


def test_planner_lays_books_at_one_stroke():
    early = Position(
        ["9 9 9 A A A A 5", "8"], melds=[["A A A"]], opened=(0,), stock=LONG, strategy="planner"
    )
    assert early.answer() == "adds A to the As"  # three and four make a book
    for _ in range(4):
        early.play("adds A to the As")
    assert early.answer().startswith("discards")


def test_planner_lays_everything_when_the_stock_runs_out():
    late = Position(["9 9 9 5", "8"], opened=(0,), stock="4 5 6 7", strategy="planner")
    assert late.answer() == "melds 9 9 9"


@pytest.mark.parametrize(("run_at", "lays"), [(0, False), (99, True)])
def test_planner_holds_the_foot_back_or_runs_for_it(run_at, lays):
    position = Position(
        ["9 9 9 5", "8"], opened=(0,), stock=LONG, strategy="planner", dials={"run_at": run_at}
    )
    assert (position.answer() == "melds 9 9 9") == lays


@pytest.mark.parametrize(("worse", "better"), list(pairwise(LADDER)))
def test_skill_rises(worse, better):
    known, boards = find_strategies("hand_and_foot"), 100
    table = Table(
        GAME, parse(GAME.options, {}), [Player(known[name]) for name in (better, worse) * 2],
        rotate=True, seed=11,
    )
    _, rows = table.play(0, boards)
    scores = rows["score"].reshape(boards, 2, 4).astype(float)
    lead = np.mean([scores[:, r, r] - scores[:, r, (r + 1) % 4] for r in range(2)], axis=0)
    assert lead.mean() > 4 * lead.std() / boards**0.5
