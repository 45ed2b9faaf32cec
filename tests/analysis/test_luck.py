"""Control variates on the deal: expectations, gain, and no bias."""

import numpy as np
import pytest

import cardsim
from cardsim.analysis.luck import steadied
from cardsim.engine.errors import InputError
from cardsim.engine.registry import find_game, game_ids

WITH_FEATURES = [name for name in game_ids() if find_game(name).deal_features is not None]


@pytest.mark.parametrize("name", WITH_FEATURES)
def test_expected_features_are_the_mean_of_many_deals(name):
    game = find_game(name)
    table = cardsim.simulate(name, ["random"] * 4, boards=1, seed=4).table
    expected = game.expected_features(table.effective, 4)
    dealt = table.deal_features(0, 8_000)
    by_board = dealt.mean(axis=1)
    error = by_board.std(axis=0) / np.sqrt(len(by_board)) + 1e-9
    assert np.abs((by_board.mean(axis=0) - expected) / error).max() < 4


def config(**changes):
    return {
        "game": "johnny_bagel", "seed": 9, "boards": 3_000,
        "lineup": {"players": ["lowest"] * 4}, "report": {"metrics": ["loses"]}, **changes,
    }


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    return cardsim.run(config(), out=tmp_path_factory.mktemp("luck"))


def test_the_luck_of_the_deal_is_taken_off(run):
    for each in steadied(run):
        assert each.found.variance_ratio > 1.1


def test_unbiased_over_many_small_runs(tmp_path):
    """The mean of many controlled estimates is that of one long run, within their errors."""
    long = cardsim.run(config(seed=1, boards=60_000), out=tmp_path)
    row = long.summary().filter(metric="loses", group="seat", member="0").to_dicts()[0]
    small = []
    for seed in range(2, 32):
        short = cardsim.run(config(seed=seed, boards=300), out=tmp_path)
        small.append(steadied(short, pilot_boards=400)[0].found.estimate.estimate)
    spread = np.std(small, ddof=1) / np.sqrt(len(small))
    known = (row["high"] - row["low"]) / 3.92
    assert abs(np.mean(small) - row["estimate"]) < 3.5 * np.hypot(spread, known)


def test_games_that_the_deal_keeps_from_finishing_bias_nothing(tmp_path):
    """Where one game in three ends in time, and which does depends on the deal."""
    cut = cardsim.run(config(
        lineup={"players": ["lowest", "random"] * 2}, rules={"max_turns": 260},
    ), out=tmp_path)
    for each in steadied(cut):
        plain, found = each.plain, each.found.estimate
        assert each.unfinished > 0.02
        assert 0 <= found.low < found.estimate < found.high <= 1
        # Two estimates of one number: within the error of their difference, and that is less
        # than either's own.
        assert abs(found.estimate - plain.estimate) < (plain.high - plain.low) / 2


def test_rotated_cells_are_refused(tmp_path):
    rotated = config(boards=100, lineup={"players": ["lowest"] * 3 + ["random"], "rotate": True})
    with pytest.raises(InputError, match="every cell is rotated"):
        steadied(cardsim.run(rotated, out=tmp_path))


def test_a_pilot_too_small_is_refused(run):
    with pytest.raises(InputError, match="--pilot: found 10; allowed: from 60"):
        steadied(run, pilot_boards=10)
