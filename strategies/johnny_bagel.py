"""Strategies for Johnny Bagel, of rising skill."""

from cardsim import heuristic, rng_below, strategy
from cardsim.games.johnny_bagel.moves import count_of, is_play, rank_of


@strategy("johnny_bagel")
def random(view, moves, rng):
    """Any legal move, each with the same chance."""
    return rng_below(rng, len(moves))


@heuristic("johnny_bagel")
def lowest(view, move):
    """The lowest legal rank, all of it. In the exchange: lay the highest cards face up."""
    if is_play(move):
        return count_of(move) - 1000 * rank_of(move)
    return move - 10_000_000
