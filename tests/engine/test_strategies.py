"""Declaring strategies: what the decorators refuse, dials, what cannot be compiled."""

import pytest

from cardsim import InputError, heuristic, strategy
from cardsim.engine.discovery import find_strategy
from cardsim.engine.driver import MAX_DIALS
from tests.engine.tables import PLAYERS, player

GAME = "johnny_bagel"


def refusal(declare):
    with pytest.raises(InputError) as caught:
        declare()
    return str(caught.value)


def test_a_declared_function_knows_its_strategy():
    @heuristic(GAME, name="other_name", compiled=False)
    def points(view, move, keep: float = 0.5, many: int = 3, brave: bool = False):
        """One idea.

        And more.
        """
        return keep * many

    found = points.strategy
    assert (found.name, found.game, found.kind) == ("other_name", GAME, "heuristic")
    assert found.text == "One idea.\n\nAnd more."
    assert dict(found.dials) == {"keep": 0.5, "many": 3, "brave": False}
    assert not found.compiled
    assert found.source.name == "test_strategies.py"
    assert points(None, None) == 1.5


def test_a_strategy_may_be_named_like_a_keyword():
    @strategy(GAME, name="class")
    def chosen(view, moves, rng):
        return 0

    assert chosen.strategy.chooser is not None


@pytest.mark.parametrize("name", ["two words", "a/b", "x.py:y", "1st", "a-b"])
def test_other_names_are_refused(name):
    def chosen(view, moves, rng):
        return 0

    assert refusal(lambda: strategy(GAME, name=name)(chosen)) == (
        f"strategy '{name}': a strategy's name is written like a Python name (letters, digits "
        "and _)"
    )


def test_a_lambda_has_no_name():
    assert "'<lambda>': a strategy's name" in refusal(lambda: heuristic(GAME)(lambda view, move: 0))


def test_a_decorator_without_a_game_is_refused():
    def points(view, move):
        return 0

    assert refusal(lambda: heuristic(points)) == (
        '@heuristic needs the id of a game: @heuristic("johnny_bagel")'
    )
    assert refusal(lambda: strategy(points)) == (
        '@strategy needs the id of a game: @strategy("johnny_bagel")'
    )


def test_other_first_parameters_are_refused():
    def swapped(moves, view, rng):
        return 0

    def short(view):
        return 0

    assert refusal(lambda: strategy(GAME)(swapped)) == (
        "strategy 'swapped' must begin with the parameters (view, moves, rng)"
    )
    assert refusal(lambda: heuristic(GAME)(short)) == (
        "heuristic 'short' must begin with the parameters (view, move)"
    )


def test_dials_without_a_number_for_a_default_are_refused():
    def bare(view, move, keep):
        return 0

    def text(view, move, keep="much"):
        return 0

    def star(view, move, **dials):
        return 0

    for function, dial in ((bare, "keep"), (text, "keep"), (star, "dials")):
        assert refusal(lambda f=function: heuristic(GAME)(f)) == (
            f"heuristic '{function.__name__}': the dial '{dial}' needs a default that is a number "
            "or true/false"
        )


def test_too_many_dials_are_refused():
    names = ", ".join(f"d{i}=0.0" for i in range(MAX_DIALS + 1))
    scope = {}
    exec(f"def many(view, move, {names}):\n    return 0", scope)
    assert refusal(lambda: heuristic(GAME)(scope["many"])) == (
        f"heuristic 'many' has {MAX_DIALS + 1} dials; at most {MAX_DIALS}"
    )


def test_dial_values_are_defaults_with_some_set():
    values = player("dialled").strategy.dial_values({"real": -2})
    assert values.tolist() == [2.0, -2.0, 1.0] + [0.0] * (MAX_DIALS - 3)


@pytest.mark.parametrize(
    ("params", "message"),
    [
        ({"hole": 3}, "lineup.params.dialled.hole: strategy 'dialled' has no such dial; known: "
                      "whole, real, truth. Did you mean 'whole'?"),
        ({"zzz": 3}, "lineup.params.dialled.zzz: strategy 'dialled' has no such dial; known: "
                     "whole, real, truth."),
        ({"whole": 1.0}, "lineup.params.dialled.whole: found 1.0; allowed: a whole number."),
        ({"whole": True}, "lineup.params.dialled.whole: found true; allowed: a whole number."),
        ({"whole": 2**53 + 1}, "lineup.params.dialled.whole: found 9007199254740993; allowed: a "
                               "whole number up to 2^53 either way."),
        ({"real": "much"}, 'lineup.params.dialled.real: found "much"; allowed: a number.'),
        ({"real": False}, "lineup.params.dialled.real: found false; allowed: a number."),
        ({"truth": 1}, "lineup.params.dialled.truth: found 1; allowed: true or false."),
        ({"truth": [True]}, "lineup.params.dialled.truth: found [true]; allowed: true or false."),
    ],
)
def test_wrong_dials_are_refused(params, message):
    dialled = player("dialled").strategy
    assert refusal(lambda: dialled.dial_values(params, "lineup.params.dialled")) == message


UNCOMPILABLE = """
from cardsim import heuristic, strategy

THING = object()


@strategy("johnny_bagel")
def silent(view, moves, rng):
    pass


@heuristic("johnny_bagel")
def misspelt(view, move):
    return view.table.hands


@heuristic("johnny_bagel")
def foreign(view, move):
    return THING.worth


@heuristic("johnny_bagel")
def opens_a_file(view, move):
    with open("x") as file:
        return 1.0
"""


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("silent", "it returns nothing (None) (line 9); wanted is the index of a move, a whole number"),
        ("misspelt", "KeyError: 'hands' (a field that is not there?)"),
        ("foreign", "Untyped global name 'THING': Cannot determine Numba type of <class "
                    "'object'> (line 19)"),
        ("opens_a_file", "UnsupportedBytecodeError: The 'with (context manager) as (variable):' "),
    ],
)
def test_what_cannot_be_compiled_is_refused_with_its_reason(tmp_path, name, reason):
    file = tmp_path / "hopeless.py"
    file.write_text(UNCOMPILABLE, encoding="utf-8")
    found = find_strategy(f"{file}:{name}", GAME)
    message = refusal(lambda: found.chooser)
    assert message.startswith(f"strategy '{name}' (hopeless.py) cannot be compiled: {reason}")
    assert message.endswith(". Declare it with compiled=False to run it as ordinary Python.")


def test_a_strategys_digest_covers_its_file_and_what_it_imports(tmp_path):
    """A change in a shared file is another run; one in a neighbour that nobody imports is not."""
    text = "from ._shared import X\n" + PLAYERS.read_text(encoding="utf-8")
    digests = []
    for shared, neighbour in (("X = 1", "Y = 1"), ("X = 2", "Y = 1"), ("X = 1", "Y = 2")):
        (tmp_path / "_shared.py").write_text(shared, encoding="utf-8")
        (tmp_path / "neighbour.py").write_text(neighbour, encoding="utf-8")
        (tmp_path / "mine.py").write_text(text, encoding="utf-8")
        digests.append(find_strategy(f"{tmp_path}/mine.py:low", GAME).source_digest())
    assert digests[0] != digests[1]
    assert digests[0] == digests[2]
