"""The driver: who sits where, common random numbers, batches, unfinished games."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from cardsim.engine.discovery import find_strategies
from cardsim.engine.registry import find_game, game_ids
from cardsim.engine.replay import replay
from cardsim.engine.streams import PLAYER, RNG, rng_float, seed_stream, stream_key
from cardsim.engine.table import Player, Table
from tests.engine.tables import player, same, table

ROOT = Path(__file__).parents[2]


def observed(at, first=0, boards=1):
    """Play, and return what the observers saw: {(board, rotation): [(player, seat, draw)]}."""
    seen = player("observer").strategy.function.__globals__["SEEN"]
    games = {}
    for board in range(first, first + boards):
        for rotation in range(at.rotations):
            del seen[:]
            replay(at, board, rotation)
            games[board, rotation] = list(seen)
    return games


@pytest.mark.parametrize("players", [2, 3, 5])
def test_player_p_sits_at_seat_p_plus_rotation(players):
    at = table(*(player("observer", me=p) for p in range(players)), max_turns=80)
    for (_, rotation), seen in observed(at).items():
        for p in range(players):
            assert {seat for me, seat, _ in seen if me == p} == {(p + rotation) % players}


def test_without_rotation_player_p_sits_at_seat_p():
    at = table(*(player("observer", me=p) for p in range(3)), rotate=False, max_turns=80)
    assert at.rotations == 1
    (seen,) = observed(at).values()
    assert {(me, seat) for me, seat, _ in seen} == {(0, 0), (1, 1), (2, 2)}


def test_each_player_draws_from_a_stream_of_its_own_through_all_rotations():
    """CO-3: a player's choices follow the player, not the seat."""
    at = table(*(player("observer", me=p) for p in range(3)), max_turns=80)
    for (board, _), seen in observed(at, first=4, boards=2).items():
        for p in range(3):
            rng = np.zeros(1, RNG)[0]
            key = np.uint64(stream_key(np.uint64(5), np.int64(board), np.int32(0)))
            seed_stream(rng, key, np.int64(PLAYER + p))
            drawn = [draw for me, _, draw in seen if me == p]
            assert drawn == [float(rng_float(rng)) for _ in drawn]
            assert len(drawn) > 5


def test_a_board_is_one_deal_for_every_line_up_rotation_and_variant():
    deals = []
    for at in (
        table("low", "by_chance", "first", max_turns=9),
        table("py_by_chance", "first", "first", max_turns=9),
        table("low", "low", "low", burn_run=4, voluntary_pickup=True, max_turns=9),
    ):
        deals += [replay(at, 17, rotation)["initial"] for rotation in range(at.rotations)]
    cards = [{k: deal[k] for k in ("hands", "face_up", "face_down", "stock")} for deal in deals]
    assert all(deal == cards[0] for deal in cards)
    assert replay(table("low", "low", "low"), 18)["initial"]["hands"] != cards[0]["hands"]
    assert replay(table("low", "low", "low", seed=6), 17)["initial"]["hands"] != cards[0]["hands"]


def test_chance_in_play_is_common_too():
    """A random first dealer is the same for every line-up and rotation of a board."""
    dealers = []
    for players in (("low", "low", "low"), ("by_chance", "first", "low")):
        games, _ = table(*players, first_dealer="random").play(0, 40)
        dealers.append(games["dealer"].reshape(40, -1))
    assert [at.shape[1] for at in dealers] == [1, 3]
    assert (dealers[0] == dealers[1]).all()
    assert set(np.unique(dealers[0]).tolist()) == {0, 1, 2}


def test_later_deals_of_a_board_are_common_and_differ_from_the_first():
    def first_cards(players):
        told = replay(table(*players, deals=3), 2)
        shown = [told["initial"]] + [e["state"] for e in told["events"] if "new_deal" in e]
        return [state["face_down"] for state in shown]

    one, other = first_cards(["low"] * 3), first_cards(["by_chance", "first", "low"])
    assert len(one) == 3
    assert one == other
    assert one[0] != one[1] != one[2]


def test_a_strategy_that_draws_more_disturbs_nobody():
    quiet = table(player("first"), "by_chance", "low").play(0, 50)
    greedy = table(player("first", draws=97), "by_chance", "low").play(0, 50)
    assert same(quiet, greedy)


@pytest.mark.parametrize("players", [("low", "by_chance"), ("low", "py_by_chance", "first")])
@pytest.mark.parametrize("cuts", [(1,) * 12, (5, 7), (11, 1)])
def test_results_do_not_depend_on_how_boards_are_cut(players, cuts):
    whole = table(*players).play(30, 12)
    at, parts = 30, []
    for n in cuts:
        parts.append(table(*players).play(at, n))
        at += n
    joined = [np.concatenate([part[kind] for part in parts]) for kind in (0, 1)]
    assert same(whole, joined)


def test_a_table_that_was_used_plays_as_a_new_one():
    used = table("low", "by_chance", "first", deals=2)
    replay(used, 3, 1)
    used.play(0, 7)
    assert same(used.play(100, 5), table("low", "by_chance", "first", deals=2).play(100, 5))


INTERPRETED = """
import json, sys
from cardsim.engine.compiling import INTERPRETED
from tests.engine.test_driver import digestible, one_game_of_each, some_games
assert INTERPRETED
games = some_games() if sys.argv[1] == "some" else one_game_of_each(sys.argv[2:])
print(json.dumps([digestible(batch) for batch in games]))
"""


def interpreted(*asked):
    run = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", INTERPRETED, *asked], cwd=ROOT, check=True,
        stdout=subprocess.PIPE, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    return json.loads(run.stdout)


def digestible(batch):
    return [{name: rows[name].tobytes().hex() for name in rows.dtype.names} for rows in batch]


def some_games():
    return [
        table("low", "by_chance", "first", seed=2**63 - 1).play(5, 2),
        table("by_chance", "low", rotate=False, deals=2, burn_run=3).play(2**40, 1),
        table(player("dialled", whole=3, truth=False), "low", seed=0, max_turns=40).play(0, 2),
    ]


def one_game_of_each(strategies):
    for game_id in game_ids():
        game, known = find_game(game_id), find_strategies(game_id)
        for name in strategies or known:
            seated = [Player(known[one]) for one in (name, "random", "random", "random")]
            yield Table(game, game.options(max_turns=400), seated, seed=3).play(10, 1)


def test_interpreted_and_compiled_games_are_the_same_to_the_bit():
    assert interpreted("some") == [digestible(batch) for batch in some_games()]


def test_interpreted_and_compiled_random_games_are_the_same_in_every_game():
    expected = [digestible(batch) for batch in one_game_of_each(["random"])]
    assert len(expected) == len(game_ids())
    assert interpreted("each", "random") == expected


@pytest.mark.slow
def test_interpreted_and_compiled_games_are_the_same_for_every_strategy():
    assert interpreted("each") == [digestible(batch) for batch in one_game_of_each([])]


def test_CO5_a_deal_ends_with_decision_number_max_turns():
    finished, _ = table("low", "low", "low", rotate=False).play(0, 30)
    for max_turns in (1, 7, 40):
        games, seats = table("low", "low", "low", rotate=False, max_turns=max_turns).play(0, 30)
        over = finished["turns"] > max_turns
        assert over.any()
        assert (games["turns"][over] == max_turns).all()
        assert (games["finished"][over] == 0).all()
        assert (games[~over] == finished[~over]).all()
        rows = seats.reshape(30, 3)[over]
        assert (rows["place"] == -1).all()
        assert np.isnan(rows["wins"]).all()
        assert np.isnan(rows["loses"]).all()


def test_CO5_an_unfinished_game_keeps_the_score_of_its_finished_deals():
    at = table("low", "low", "low", rotate=False, deals=8, max_turns=150)
    games, seats = at.play(0, 40)
    scores = seats["score"].reshape(40, 3).sum(axis=1)
    unfinished = games["finished"] == 0
    assert unfinished.any()
    assert (scores[unfinished] < 8).all()
    assert scores[unfinished].max() > 0
    assert (scores[~unfinished] == 8).all()


@pytest.mark.parametrize("seed", [0, 2**63 - 1])
def test_the_least_and_the_greatest_seed_play(seed):
    games, seats = table("low", "by_chance", seed=seed).play(0, 20)
    assert games["finished"].all()
    assert seats["loses"].reshape(40, 2).sum(axis=1).tolist() == [1.0] * 40


def test_boards_far_out_play():
    games, _ = table("low", "by_chance").play(2**62, 3)
    one_by_one = [table("low", "by_chance").play(2**62 + i, 1)[0] for i in range(3)]
    assert games["finished"].all()
    assert same([games], [np.concatenate(one_by_one)])
