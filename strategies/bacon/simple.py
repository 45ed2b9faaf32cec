"""Bacon strategies of simple habits, of rising skill."""

from cardsim import heuristic, rng_below, strategy
from cardsim.games.bacon.moves import is_bomb, is_play, rank_of, size_of, type_of, wilds_of
from cardsim.games.bacon.state import NOTHING, QUADS


@strategy("bacon")
def random(view, moves, rng):
    """Any legal move, each with the same chance."""
    return rng_below(rng, len(moves))


@heuristic("bacon")
def lowest_beater(view, move):
    """Play the weakest combination that beats; lead the weakest, of equal ones the largest.

    Weak is: no bomb, a low rank, few X. Never pass while something beats; always lead oneself.
    """
    if not is_play(move):
        return -10_000
    strength = 100 * rank_of(move) + 20 * wilds_of(move) - size_of(move)
    if is_bomb(move):
        strength += 2_000 * (type_of(move) - QUADS + 1)
    return -strength


@heuristic("bacon")
def shedder(view, move):
    """Lead what sheds most cards, with few X and of low rank; follow as `lowest_beater` does."""
    if not is_play(move):
        return -100_000
    points = -100 * rank_of(move) - 20 * wilds_of(move)
    if view.table.to_beat == NOTHING:
        points += 2_000 * (size_of(move) - 2 * wilds_of(move))
    if is_bomb(move):
        points -= 10_000 + 2_000 * (type_of(move) - QUADS)
    return points
