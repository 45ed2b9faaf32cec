"""One folder a game; `cardsim.engine.registry` finds them."""
