"""Strategies at the table: uncompiled twins, vandals, failures, dials."""

import pickle

import numpy as np
import pytest

import cardsim
import cardsim.engine.replay
from cardsim import InputError, StrategyError
from cardsim.engine.discovery import find_strategy
from tests.engine.tables import PLAYERS, player, same, table


@pytest.mark.parametrize(
    ("compiled", "interpreted"),
    [
        (("by_chance", "first", "low"), ("py_by_chance", "first", "low")),
        (("low", "low"), ("py_low", "py_low")),
        (("low", "by_chance", "low"), ("py_low", "py_by_chance", "py_low")),
    ],
)
def test_uncompiled_strategies_play_as_their_compiled_twins(compiled, interpreted):
    assert same(table(*compiled).play(0, 8), table(*interpreted).play(0, 8))


def test_dials_reach_an_uncompiled_strategy_too():
    def played(name, bulk):
        return table(player(name, bulk=bulk), "low").play(0, 20)

    assert same(played("low", 30.5), played("py_low", 30.5))
    assert not same(played("low", 30.5), played("low", 1.0))


@pytest.mark.parametrize("vandal", ["vandal", "py_vandal"])
def test_a_strategy_that_scribbles_on_all_it_sees_changes_nothing(vandal):
    honest = table("first", "by_chance", "low").play(0, 15)
    assert same(honest, table(vandal, "by_chance", "low").play(0, 15))


def test_two_vandals_do_not_disturb_each_other():
    honest = table("first", "first", "by_chance", max_turns=300).play(0, 5)
    assert same(honest, table("vandal", "py_vandal", "by_chance", max_turns=300).play(0, 5))


def test_dials_keep_their_types():
    """7 // 2 is a whole division of whole numbers, and a dial of false is false."""
    def played(**params):
        return table(player("dialled", **params), "low").play(0, 20)

    assert same(played(), played(whole=2, real=0.5, truth=True))
    assert same(played(whole=7), played(whole=4))  # both 7 // whole = 1 for every move
    assert not same(played(), played(truth=False))
    assert not same(played(), played(real=-9))


def failure(at, board=0):
    with pytest.raises(StrategyError) as caught:
        at.play(board, 40)
    return caught.value


@pytest.mark.parametrize("name", ["answers", "py_answers"])
@pytest.mark.parametrize(("params", "answer"), [
    ({"below": 1}, -1), ({"above": 1}, None), ({"below": 10**6}, -(10**6)), ({"above": 10**6}, None),
])
def test_an_answer_out_of_range_stops_the_game(name, params, answer):
    error = failure(table(player("low"), player(name, **params), rotate=False), board=3)
    assert (error.strategy, error.seat, error.board, error.rotation) == (name, 1, 3, 0)
    n = int(error.reason.split("there are ")[1].split(" legal")[0])
    answer = n + params["above"] - 1 if answer is None else answer
    assert str(error) == (
        f"strategy '{name}' answered {answer}, which is out of range: there are {n} legal moves, "
        f"0 to {n - 1} (seat 1, board 3, rotation 0)"
    )


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("raises_late", "raised ValueError: cannot go on"),
        ("py_raises_late", "raised ValueError: cannot go on"),
        ("divides", "raised ZeroDivisionError: integer division by zero"),
        ("overreaches", "raised IndexError: index is out of bounds"),
        ("not_a_number", "raised ValueError: the points of a move are not a number (NaN)"),
        ("answers_none", "answered None, which is no whole number"),
    ],
)
def test_a_strategy_that_raises_stops_the_game(name, reason):
    error = failure(table("by_chance", name, "low"), board=11)
    assert error.reason.startswith(reason)
    assert (error.strategy, error.board) == (name, 11)
    assert error.seat == (1 + error.rotation) % 3
    assert str(error).endswith(f"(seat {error.seat}, board 11, rotation {error.rotation})")


def test_where_a_strategy_failed_is_where_it_fails_again():
    at = table("low", player("raises_late", turn=445), "low")
    error = failure(at)
    assert error.board > 0
    at.play(0, error.board)  # all before it is well
    with pytest.raises(StrategyError) as again:
        cardsim.engine.replay.replay(at, error.board, error.rotation)
    assert str(again.value) == str(error)
    told = again.value.told
    assert told["result"] == []
    assert not told["finished"]
    assert len(told["events"]) >= 445
    assert told["events"][-1]["n"] == len(told["events"]) - 1


def test_a_failure_is_the_same_compiled_and_not():
    errors = [failure(table(name, "by_chance", "low")) for name in ("raises_late", "py_raises_late")]
    assert errors[0].args[0].replace("raises_late", "py_raises_late") == errors[1].args[0]


def test_a_table_plays_on_after_a_failure():
    at = table("low", player("raises_late", turn=445), "low")
    error = failure(at)
    before = at.play(0, error.board)
    assert same(before, table("low", "first", "low").play(0, error.board))


def test_a_strategys_failure_crosses_processes():
    error = StrategyError("miser", 2, 17, 1, "raised ValueError: no", cell=4)
    copy = pickle.loads(pickle.dumps(error))
    assert (str(copy), copy.cell, copy.seat) == (str(error), 4, 2)


def test_a_strategy_goes_to_another_process_as_its_file_and_name():
    strategy = find_strategy(f"{PLAYERS}:low", "johnny_bagel")
    assert pickle.loads(pickle.dumps(strategy)) is strategy


def test_a_strategy_without_a_file_stays_in_its_process():
    scope = {}
    source = (
        "import cardsim\n@cardsim.strategy('johnny_bagel')\ndef here(view, moves, rng):\n"
        "    return len(moves) - 1\n"
    )
    exec(compile(source, "<stdin>", "exec"), scope)
    games = cardsim.simulate("johnny_bagel", [scope["here"], "lowest"], boards=5, seed=1).games
    assert games["finished"].any()
    with pytest.raises(InputError, match="strategy 'here' has no file of its own"):
        pickle.dumps(scope["here"].strategy)


def test_a_single_legal_move_is_played_without_asking():
    told = cardsim.engine.replay.replay(table("by_chance", "answers", max_turns=1), 0)
    forced = [event for event in told["events"] if len(event["legal"]) == 1]
    assert told["events"]
    assert not forced  # the exchange offers a choice
    at = table("observer", "by_chance", "low", exchange=False, rotate=False, max_turns=200)
    seen = player("observer").strategy.function.__globals__["SEEN"]
    del seen[:]
    told = cardsim.engine.replay.replay(at, 1)
    mine = [len(event["legal"]) for event in told["events"] if event["seat"] == 0]
    assert 1 in mine
    assert len(seen) == np.sum(np.array(mine) > 1)
