"""What is told apart, and what is not, among the things that a function is made from."""

import enum

import numpy as np
import pytest

from cardsim.engine.fingerprint import fingerprint


def made(value, text="def f():\n    return X\n"):
    scope = {"X": value, "np": np}
    exec(text, scope)
    return fingerprint(scope["f"])


class Colour(enum.IntEnum):
    RED = 1


class Rude:
    def __getattr__(self, name):
        raise RuntimeError("do not look at me")


@pytest.mark.parametrize(("one", "other"), [
    (1, 2), (1, True), (1, 1.0), (0.0, -0.0), (1, None), ("a", b"a"), (1.0, np.float32(1)),
    (np.int64(1), np.int32(1)), (np.zeros(3), np.zeros((1, 3))), (np.arange(3), np.arange(1, 4)),
    ((1, 2), (2, 1)), ((1, (2,)), ((1,), 2)), ([1], (1,)), ({1: 2}, {1: 3}), (10**6000, 10**6001),
    ({"a", "b"}, {"a", "c"}), (Colour.RED, 1), ("\ud800", "\ud801"),
], ids=lambda value: type(value).__name__)
def test_other_values_are_told_apart(one, other):
    assert made(one).code != made(other).code
    assert made(one).values != made(other).values


def test_equal_values_are_not():
    for make in (lambda: {"b", "a"}, lambda: np.arange(5.0), lambda: (1, [2, {"x": 3}])):
        assert made(make()) == made(make())


def test_values_do_not_depend_on_the_text_around_them():
    one, other = made(3), made(3, "def f():\n\n    n = X\n    return n\n")
    assert one.code != other.code
    assert one.values == other.values


def test_what_cannot_be_looked_at_is_said():
    assert made(Rude()).opaque == ["Rude"]
    assert made(object()).opaque == ["object"]
    endless = []
    endless.append(endless)
    assert made(endless).opaque == []


def test_calls_in_a_circle_are_found_through_tables_too():
    scope = {}
    exec("def f(n):\n    return TABLE[0](n)\n\ndef g(n):\n    return f(n)\n\nTABLE = (g,)\n", scope)
    assert fingerprint(scope["f"]).cycle == ["f", "g", "f"]
    assert made(1).cycle == []
