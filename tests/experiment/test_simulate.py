"""From Python, without a config."""

import polars as pl
import pytest

import cardsim
from cardsim import InputError
from tests.engine.tables import PLAYERS, player
from tests.experiment.configs import TWO_CELLS


def test_simulated_boards_are_those_of_a_run(tmp_path):
    run = cardsim.run({**TWO_CELLS, "boards": 30}, out=tmp_path)
    simulated = cardsim.simulate(
        "johnny_bagel", TWO_CELLS["lineup"]["players"], 20, rotate=True, seed=7, first_board=10,
        rules={"max_turns": 400, "burn_run": 4},
    )
    for kind in ("games", "seats"):
        of_run = getattr(run, kind).filter(pl.col("board") >= 10, cell=1).collect()
        found = getattr(simulated, kind)
        names = [name for name in found.columns if name not in {"cell", "variant", "lineup"}]
        assert found.select(names).equals(of_run.select(names))
    assert cardsim.replay(simulated, 25, 2)["events"] == run.replay(25, 2, 1)["events"]


def test_players_are_names_functions_or_pairs_with_dials():
    low = player("low").strategy.function
    ways = [
        [f"{PLAYERS}:low", "lowest"], [low, "lowest"], [low.strategy, "lowest"],
        [(low, {"bulk": 1}), "lowest"], [(f"{PLAYERS}:low", {"bulk": 1.0}), "lowest"],
    ]
    found = [cardsim.simulate("johnny_bagel", way, 10).seats["loses"].to_list() for way in ways]
    assert all(one == found[0] for one in found)
    other = cardsim.simulate("johnny_bagel", [(low, {"bulk": 50}), "lowest"], 10).seats["loses"]
    assert other.to_list() != found[0]


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        ("lowest", {}, 'players: found "lowest"; allowed: a list, one a player.'),
        (["lowest"], {}, "players: found 1; allowed: 2 to 13 in Johnny Bagel."),
        (["lowest", 3], {}, "players.1: found 3; allowed: a name, a function declared with "
                            "@strategy or @heuristic, or a pair of either and a dict of dials."),
        (["lowest", ("lowest",)], {}, "players.1: found ('lowest',); allowed: a name, a function "),
        (["lowest", ("lowest", {"x": 1})], {}, "players.1.x: strategy 'lowest' has no such dial"),
        (["lowest", "lowst"], {}, 'players.1: found the strategy "lowst"; known for johnny_bagel'),
        (["lowest"] * 2, {"boards": 0}, "boards: found 0; allowed: a whole number, 1 to "),
        (["lowest"] * 2, {"boards": 2.0}, "boards: found 2.0; allowed: a whole number, 1 to "),
        (["lowest"] * 2, {"seed": -1}, "seed: found -1; allowed: a whole number, 0 to "),
        (["lowest"] * 2, {"seed": 2**63}, f"seed: found {2**63}; allowed: a whole number, 0 to "),
        (["lowest"] * 2, {"seed": "x"}, "seed: found 'x'; allowed: a whole number, 0 to "),
        (["lowest"] * 2, {"first_board": -1}, "first_board: found -1; allowed: a whole number, 0"),
        (["lowest"] * 2, {"rules": {"decks": 9}}, "rules.decks: found 9; allowed: "),
        (["lowest"] * 2, {"rules": 3}, "rules: found 3; allowed: a table."),
        (["lowest"] * 14, {}, "players: found 14; allowed: 2 to 13 in Johnny Bagel."),
    ],
)
def test_what_cannot_be_simulated_is_refused(players, options, message):
    with pytest.raises(InputError) as caught:
        cardsim.simulate("johnny_bagel", players, **{"boards": 2, **options})
    assert str(caught.value).startswith(message)


def test_a_strategy_of_another_game_is_refused():
    @cardsim.strategy("bacon")
    def elsewhere(view, moves, rng):
        return 0

    with pytest.raises(InputError, match=r"^players\.0: 'elsewhere' plays bacon, not johnny_bagel"):
        cardsim.simulate("johnny_bagel", [elsewhere, "lowest"])


def test_a_game_that_is_not_there_is_not_replayed():
    simulated = cardsim.simulate("johnny_bagel", ["lowest", "random"], 2)
    for board, rotation, message in (
        (-1, 0, "board: found -1; allowed: a whole number, 0 to 2\\^63 - 1"),
        (2**63, 0, "board: found 9223372036854775808; allowed: a whole number, 0 to"),
        (0, 1, "rotation: found 1; allowed: 0 to 0"),
    ):
        with pytest.raises(InputError, match=message):
            cardsim.replay(simulated, board, rotation)


def test_an_unknown_public_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="module 'cardsim' has no attribute 'simulat'"):
        _ = cardsim.simulat
