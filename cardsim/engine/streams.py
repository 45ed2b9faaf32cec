"""Random streams: our own few lines of published algorithms, so that no release can change results.

A stream is xoroshiro128++ (Blackman & Vigna, "Scrambled linear pseudorandom number
generators", ACM TOMS 47, 2021), its state filled by SplitMix64 (Steele, Lea & Flood, "Fast
splittable pseudorandom number generators", OOPSLA 2014) from a hash of (master seed, board,
deal within the game, purpose) (CO-3). Bounded draws are unbiased (Lemire, "Fast random
integer generation in an interval", ACM TOMACS 29, 2019).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cardsim.engine.compiling import record, rule

RNG = record(("s0", np.uint64), ("s1", np.uint64))

SHUFFLE, CHANCE, PLAYER = 0, 1, 2  # purposes: the shuffle, chance in play, player p is PLAYER + p
SEATING = 1 << 20  # who sits where on a board: a purpose beyond that of any player

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_MIX_1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX_2 = np.uint64(0x94D049BB133111EB)
_LOW = np.uint64(0xFFFFFFFF)
_U = np.uint64


@rule
def _mix(x: Any) -> Any:
    x = (x ^ (x >> _U(30))) * _MIX_1
    x = (x ^ (x >> _U(27))) * _MIX_2
    return x ^ (x >> _U(31))


@rule
def stream_key(seed: Any, board: Any, deal: Any) -> Any:
    """Hash what all streams of a deal have in common into 64 bits."""
    key = _mix(_U(seed) + _GOLDEN)
    key = _mix((key ^ _U(board)) + _GOLDEN)
    return _mix((key ^ _U(deal)) + _GOLDEN)


@rule
def seed_stream(rng: Any, key: Any, purpose: Any) -> None:
    """Set a stream to its start, from `stream_key` and its purpose."""
    state = _mix((key ^ _U(purpose)) + _GOLDEN)
    rng.s0 = _mix(state + _GOLDEN)
    rng.s1 = _mix(state + _GOLDEN + _GOLDEN)
    if rng.s0 == _U(0) and rng.s1 == _U(0):
        rng.s0 = _GOLDEN  # the one state that xoroshiro cannot leave


@rule
def rng_next(rng: Any) -> Any:
    """Return the next 64 random bits of a stream, as uint64."""
    s0, s1 = rng.s0, rng.s1
    total = s0 + s1
    result = ((total << _U(17)) | (total >> _U(47))) + s0
    s1 ^= s0
    rng.s0 = ((s0 << _U(49)) | (s0 >> _U(15))) ^ s1 ^ (s1 << _U(21))
    rng.s1 = (s1 << _U(28)) | (s1 >> _U(36))
    return result


@rule
def rng_below(rng: Any, n: Any) -> int:
    """Return a whole number from 0 to n − 1, each with the same chance (1 ≤ n ≤ 2³²)."""
    bound = _U(n)
    product = (rng_next(rng) >> _U(32)) * bound
    if (product & _LOW) < bound:
        threshold = ((_LOW - bound) + _U(1)) % bound  # 2³² mod n
        while (product & _LOW) < threshold:
            product = (rng_next(rng) >> _U(32)) * bound
    below: int = np.int64(product >> _U(32))  # type: ignore[assignment]
    return below


@rule
def rng_float(rng: Any) -> float:
    """Return a float64 from 0 (included) to 1 (excluded), in steps of 2⁻⁵³."""
    return np.float64(rng_next(rng) >> _U(11)) * 1.1102230246251565e-16


@rule
def shuffle(cards: Any, n: int, rng: Any) -> None:
    """Shuffle the first n cards of an array in place (Fisher & Yates)."""
    for i in range(n - 1, 0, -1):
        j = rng_below(rng, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
