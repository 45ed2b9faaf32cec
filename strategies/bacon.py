"""Strategies for Bacon, of rising skill."""

from cardsim import heuristic, rng_below, strategy
from cardsim.games.bacon.moves import is_bomb, is_play, rank_of, size_of, wilds_of, type_of


@strategy("bacon")
def random(view, moves, rng):
    """Any legal move, each with the same chance."""
    return rng_below(rng, len(moves))


@heuristic("bacon")
def lowest_beater(view, move):
    """Play the weakest combination that beats; lead the weakest, of equal ones the largest."""
    if not is_play(move):
        return -10_000
    strength = 100 * rank_of(move) + 20 * wilds_of(move) - size_of(move)
    if is_bomb(move):
        strength += 2_000 * (type_of(move) - 9)
    return -strength
