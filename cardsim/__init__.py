"""cardsim: play card games millions of times, and say how sure the answer is."""

from cardsim.engine.strategies import heuristic, strategy
from cardsim.engine.streams import rng_below, rng_float

__all__ = ["heuristic", "rng_below", "rng_float", "strategy"]
