"""Strategies that remember, or draw elsewhere: named at the start of a run, and in the manifest."""

import pytest

import cardsim
from cardsim import InputError
from cardsim.engine import errors

HEAD = '''
import random
import numpy as np
from random import randint
from numpy.random import default_rng
from cardsim import rng_below, strategy, heuristic

COUNT = [0]
OWN = default_rng(1)


@strategy("johnny_bagel", compiled={compiled})
def suspect(view, moves, rng):
    """An idea."""
    {body}
'''
UNLIKE = {
    "remembers": "COUNT[0] += 1; return COUNT[0] % len(moves)",
    "Python's random": "return random.randrange(len(moves))",
    "NumPy's": "return np.random.randint(len(moves))",
    "a generator of its own": "return OWN.integers(len(moves))",
}


def play(folder, body, compiled=False, **config):
    (folder / "strategies").mkdir(exist_ok=True)
    text = HEAD.replace("{compiled}", str(compiled)).replace("{body}", body)
    (folder / "strategies" / "a.py").write_text(text, encoding="utf-8")
    return cardsim.run({
        "game": "johnny_bagel", "boards": 2, "rules": {"max_turns": 80},
        "lineup": {"players": ["lowest", "suspect"]}, **config,
    }, out=folder)


@pytest.mark.parametrize("body", UNLIKE.values(), ids=UNLIKE)
def test_who_plays_otherwise_is_named(workdir, capsys, monkeypatch, body):
    monkeypatch.setattr(errors, "_warned", set())
    run = play(workdir, body)
    assert run.manifest["not_replayable"] == ["suspect"]
    assert capsys.readouterr().err.startswith(
        "warning: strategy 'suspect' does not play the same games again: it remembers earlier"
    )


@pytest.mark.parametrize("body", [
    "return rng_below(rng, len(moves))", "return np.argmax(moves)", "return COUNT[0]",
])
def test_who_plays_the_same_is_not(workdir, capsys, body):
    run = play(workdir, body)
    assert run.manifest["not_replayable"] == []
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("body", "source"), [
    ("return np.random.randint(len(moves))", "numpy.random"),
    ("return random.randint(0, 1)", "random"),
    ("return randint(0, 1)", "random"),
])
def test_chance_of_another_source_is_not_compiled(workdir, body, source):
    with pytest.raises(InputError) as caught:
        play(workdir, body, compiled=True)
    assert str(caught.value).startswith(
        f"strategy 'suspect' (a.py, line 12): draws from {source}, so its games could not be played"
    )
    assert not list(workdir.glob("experiment"))
