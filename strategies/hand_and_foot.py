"""Strategies for Hand and Foot, of rising skill."""

from cardsim import rng_below, strategy


@strategy("hand_and_foot")
def random(view, moves, rng):
    """Any legal move, each with the same chance."""
    return rng_below(rng, len(moves))
