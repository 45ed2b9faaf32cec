"""The log of effects: what a move brought about, noted only while a replay is made.

Every STATE ends in a LOG. An effect is written as three parts: its kind, the number of
values that follow, the values. Play without a log pays one predictable branch an effect.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.engine.compiling import record, rule

CAPACITY = 8192  # words; a reshuffle of eight packs, many times over

LOG = record(
    ("on", np.uint8), ("n", np.int32), ("start", np.int32), ("words", np.int32, (CAPACITY,))
)


@rule
def log_effect(log: Any, kind: int) -> None:
    """Begin an effect of a kind (a small whole number of the game's own)."""
    if log.on and log.n + 2 <= CAPACITY:
        log.words[log.n] = kind
        log.words[log.n + 1] = 0
        log.start = log.n + 1
        log.n += 2


@rule
def log_value(log: Any, value: int) -> None:
    """Add a value to the effect that was begun last."""
    if log.on and log.n < CAPACITY:
        log.words[log.n] = value
        log.words[log.start] += 1
        log.n += 1


def read_log(log: Any) -> list[tuple[int, list[int]]]:
    """Return the effects noted as (kind, values), and empty the log."""
    effects, at, end = [], 0, int(log.n)
    if end >= CAPACITY - 2:
        raise OverflowError("the log of effects is full")
    words = log.words[:end].tolist()
    while at < end:
        kind, n = words[at], words[at + 1]
        effects.append((kind, words[at + 2 : at + 2 + n]))
        at += 2 + n
    log.n = 0
    return effects
