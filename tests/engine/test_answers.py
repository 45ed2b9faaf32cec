"""What a strategy may answer: the index of a move, and nothing that merely looks like one."""

import numpy as np
import pytest

import cardsim
from cardsim import InputError, StrategyError, heuristic, strategy

GAME = "johnny_bagel"


def simulate(player):
    return cardsim.simulate(GAME, [player, "lowest"], 1, rules={"max_turns": 30})


@pytest.mark.parametrize("answer", [
    float("nan"), float("inf"), 0.9, -0.5, 0.0, "1", None, True, np.True_, np.float64(1), [0], 0j,
])
def test_what_is_no_whole_number_is_refused(answer):
    @strategy(GAME, compiled=False)
    def wrong(view, moves, rng):
        return answer

    with pytest.raises(StrategyError, match="strategy 'wrong' answered .*, which is no whole number"):
        simulate(wrong)


@pytest.mark.parametrize("answer", [np.uint8(0), np.int64(0), np.array(0), 0])
def test_whole_numbers_of_any_library_are_taken(answer):
    @strategy(GAME, compiled=False)
    def right(view, moves, rng):
        return answer

    assert simulate(right).games.height == 1


@pytest.mark.parametrize("answer", [10**30, -(10**30), 2**63])
def test_numbers_beyond_64_bits_are_out_of_range(answer):
    @strategy(GAME, compiled=False)
    def far(view, moves, rng):
        return answer

    with pytest.raises(StrategyError, match=f"answered {answer}, which is out of range"):
        simulate(far)


@pytest.mark.parametrize("points", ["1", None, 1j, float("nan")])
def test_points_that_are_no_number_are_refused(points):
    @heuristic(GAME, compiled=False)
    def wrong(view, move):
        return points

    with pytest.raises(StrategyError, match="which is no number|not a number"):
        simulate(wrong)


COMPILED = """
from cardsim import heuristic, strategy
from cardsim.engine.compiling import rule


@rule
def down(n):
    return up(n - 1) if n > 0 else n


@rule
def up(n):
    return down(n + 1)


@strategy("johnny_bagel")
def wrong(view, moves, rng):
    {body}
"""


@pytest.mark.parametrize(("body", "told"), [
    ("return 0.9", "it returns a number with a fraction (a float) (line 18); wanted is the index"),
    ("return len(moves) / 2", "it returns a number with a fraction (a float) (line 18); wanted is"),
    ("return len(moves) > 2", "it returns true or false (line 18); wanted is the index of a move"),
    ("return '1'", "it returns a text (line 18); wanted is the index of a move, a whole number."),
    ("return moves", "it returns an array (line 18); wanted is the index of a move, a whole number."),
    ("return (0, 1)", "it returns several values (line 18); wanted is the index of a move, a whole"),
    ("pass", "it returns nothing (None) (line 18); wanted is the index of a move, a whole number."),
])
def test_a_compiled_answer_that_is_no_whole_number_is_refused(tmp_path, body, told):
    file = tmp_path / "a.py"
    file.write_text(COMPILED.replace("{body}", body), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        simulate(f"{file}:wrong")
    assert str(caught.value).startswith(f"strategy 'wrong' (a.py) cannot be compiled: {told}")


@pytest.mark.parametrize(("body", "circle"), [
    ("return wrong(view, moves, rng)", "wrong → wrong"),
    ("return down(3)", "down → up → down"),
])
def test_calls_in_a_circle_are_refused(tmp_path, body, circle):
    file = tmp_path / "a.py"
    file.write_text(COMPILED.replace("{body}", body), encoding="utf-8")
    with pytest.raises(InputError) as caught:
        simulate(f"{file}:wrong")
    assert f"its functions call themselves ({circle})" in str(caught.value)
    assert str(caught.value).startswith("strategy 'wrong' (a.py, line 16): ")


def test_sys_exit_at_play_names_the_strategy_and_the_place(cli, workdir):
    (workdir / "a.py").write_text(
        "import sys\nfrom cardsim import strategy\n\n\n@strategy('johnny_bagel', compiled=False)\n"
        "def leaves(view, moves, rng):\n    sys.exit(0)\n", encoding="utf-8",
    )
    (workdir / "c.toml").write_text(
        'game = "johnny_bagel"\nboards = 2\n[lineup]\nplayers = ["lowest", "a.py:leaves"]\n',
        encoding="utf-8",
    )
    outcome = cli("experiment", "c.toml")
    assert outcome.code == 1
    assert "error: strategy 'leaves' raised SystemExit: 0 (seat 1, board 0, rotation 0)" in outcome.err


@pytest.mark.parametrize(("declare", "told"), [
    ("def f(view, moves, rng):\n    yield 0", "strategy 'f' uses yield; a strategy is a function"),
    ("async def f(view, moves, rng):\n    return 0", "strategy 'f' is declared with async; a"),
    ("class F:\n    pass", "@strategy: found the class F; a strategy is a function, written with"),
])
def test_what_is_no_function_is_refused_in_words_of_strategies(declare, told):
    with pytest.raises(InputError) as caught:
        exec(f"from cardsim import strategy\n@strategy('{GAME}')\n{declare}", {})
    assert str(caught.value).startswith(told)
