"""cardsim: play card games by the million, and say how sure the answer is.

>>> import cardsim
>>> run = cardsim.run("experiments/bagel_first_player.toml")
>>> run.summary()
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cardsim.analysis.best import best
    from cardsim.analysis.own import estimate
    from cardsim.engine.errors import CardsimError, InputError, RunError, StrategyError
    from cardsim.engine.strategies import heuristic, strategy
    from cardsim.engine.streams import rng_below, rng_float
    from cardsim.experiment.run import Run, run
    from cardsim.experiment.simulate import Simulation, replay, simulate

_HOME = {
    "CardsimError": "cardsim.engine.errors",
    "InputError": "cardsim.engine.errors",
    "RunError": "cardsim.engine.errors",
    "StrategyError": "cardsim.engine.errors",
    "best": "cardsim.analysis.best",
    "estimate": "cardsim.analysis.own",
    "heuristic": "cardsim.engine.strategies",
    "strategy": "cardsim.engine.strategies",
    "rng_below": "cardsim.engine.streams",
    "rng_float": "cardsim.engine.streams",
    "Run": "cardsim.experiment.run",
    "run": "cardsim.experiment.run",
    "Simulation": "cardsim.experiment.simulate",
    "replay": "cardsim.experiment.simulate",
    "simulate": "cardsim.experiment.simulate",
}

__all__ = [
    "CardsimError", "InputError", "Run", "RunError", "Simulation", "StrategyError", "best",
    "estimate", "heuristic", "replay", "rng_below", "rng_float", "run", "simulate", "strategy",
]


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used, so that ``--help`` need not wait for Numba."""
    if name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module 'cardsim' has no attribute '{name}'")
