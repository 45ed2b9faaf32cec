"""Strategies for Le Huit américain, of rising skill."""

from cardsim import rng_below, strategy


@strategy("huit_americain")
def random(view, moves, rng):
    """Any legal move, each with the same chance."""
    return rng_below(rng, len(moves))
