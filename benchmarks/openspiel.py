"""Moves a second, against OpenSpiel's crazy_eights with four random players.

Moves, not games: its games mostly end at a cap of 100 moves.
"""

from __future__ import annotations

import random
import sys

from windows import Side, compare, table_side

try:
    import pyspiel
except ImportError:
    sys.exit("this benchmark needs OpenSpiel: pip install open_spiel")

GAME = "crazy_eights(players=4)"


def python_loop(games: int = 20) -> tuple[int, int]:
    """Play with a loop in Python, chance sampled; returns games and moves."""
    game, moves = pyspiel.load_game(GAME), 0
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
            else:
                state.apply_action(random.choice(state.legal_actions()))
                moves += 1
    return games, moves


def cpp_bots() -> Side:
    """Return a side in which C++ random bots play whole games inside C++."""
    game = pyspiel.load_game(GAME)
    bots = [pyspiel.make_uniform_random_bot(seat, seat + 1) for seat in range(4)]
    games, moves = python_loop(300)
    moves_a_game = moves / games  # the same players, so the same mean length

    def play(n: int = 50) -> tuple[int, int]:
        for _ in range(n):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, random.getrandbits(31))
        return n, round(n * moves_a_game)

    return play


if __name__ == "__main__":
    theirs = cpp_bots()
    huit = table_side("huit_americain", "random", 500)
    compare(huit, theirs, "Le Huit américain, random / OpenSpiel C++ bots", 1)
    compare(huit, python_loop, "Le Huit américain, random / OpenSpiel Python loop", 1)
    bagel = table_side("johnny_bagel", "lowest", 5_000)
    compare(bagel, theirs, "Johnny Bagel, lowest / OpenSpiel C++ bots", 1)
