"""The random streams, against the papers' algorithms written again in plain Python (CO-3)."""

import numpy as np
import pytest
from scipy import stats

from cardsim.engine.streams import (
    CHANCE,
    PLAYER,
    RNG,
    SHUFFLE,
    _mix,
    rng_below,
    rng_float,
    rng_next,
    seed_stream,
    shuffle,
    stream_key,
)

MASK = 2**64 - 1
GOLDEN = 0x9E3779B97F4A7C15

# Outputs of the reference implementation of SplitMix64 for the seed 1234567, as published with
# many generators' test-suites (Rosetta Code, "Pseudo-random numbers/Splitmix64").
SPLITMIX_1234567 = [
    6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431,
    16408922859458223821,
]


class SplitMix64:
    """Steele, Lea & Flood 2014, figure 17, with the mixing constants of Stafford's variant 13."""

    def __init__(self, state):
        self.state = state

    def next(self):
        self.state = (self.state + GOLDEN) & MASK
        z = self.state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & MASK
        return z ^ (z >> 31)


class Xoroshiro128PlusPlus:
    """Blackman & Vigna 2021: xoroshiro128++, rotations 17, 49 and 28, shift 21."""

    def __init__(self, s0, s1):
        self.s0, self.s1 = s0, s1

    def next(self):
        def rotated(x, k):
            return ((x << k) | (x >> (64 - k))) & MASK

        s0, s1 = self.s0, self.s1
        result = (rotated((s0 + s1) & MASK, 17) + s0) & MASK
        s1 ^= s0
        self.s0 = (rotated(s0, 49) ^ s1 ^ (s1 << 21)) & MASK
        self.s1 = rotated(s1, 28)
        return result


def stream(seed=7, board=0, deal=0, purpose=SHUFFLE):
    rngs = np.zeros(1, RNG)
    key = stream_key(np.uint64(seed), np.int64(board), np.int32(deal))
    seed_stream(rngs[0], np.uint64(key), np.int64(purpose))
    return rngs[0]


def expected_stream(seed, board, deal, purpose):
    """The seeding, in plain Python: a chain of SplitMix64 steps, then two of its outputs."""
    key = SplitMix64(seed).next()
    key = SplitMix64(key ^ board).next()
    key = SplitMix64(key ^ deal).next()
    fill = SplitMix64(SplitMix64(key ^ purpose).next())
    return Xoroshiro128PlusPlus(fill.next(), fill.next())


def test_the_plain_splitmix64_gives_the_published_values():
    plain = SplitMix64(1234567)
    assert [plain.next() for _ in SPLITMIX_1234567] == SPLITMIX_1234567


def test_mixing_is_that_of_splitmix64():
    states = [(1234567 + i * GOLDEN) & MASK for i in range(1, 6)]
    assert [int(_mix(np.uint64(state))) for state in states] == SPLITMIX_1234567


def test_the_generator_is_xoroshiro128_plus_plus():
    # From s0 = 1, s1 = 2: rotl(3, 17) + 1 by hand, then the plain Python.
    rng = np.zeros(1, RNG)[0]
    rng.s0, rng.s1 = 1, 2
    drawn = [int(rng_next(rng)) for _ in range(1000)]
    plain = Xoroshiro128PlusPlus(1, 2)
    assert drawn[0] == (3 << 17) + 1 == 393217
    assert drawn == [plain.next() for _ in range(1000)]


@pytest.mark.parametrize(
    "key", [(0, 0, 0, 0), (7, 12, 1, PLAYER + 3), (2**63 - 1, 2**63 - 1, 99, CHANCE)]
)
def test_streams_are_seeded_by_hashing(key):
    rng, plain = stream(*key), expected_stream(*key)
    assert [int(rng_next(rng)) for _ in range(100)] == [plain.next() for _ in range(100)]


def test_streams_differ_in_every_part_of_their_key():
    keys = [
        (seed, board, deal, purpose)
        for seed in (0, 1, 2**62) for board in (0, 1, 2) for deal in (0, 1)
        for purpose in (SHUFFLE, CHANCE, PLAYER, PLAYER + 1, PLAYER + 12)
    ]
    starts = set()
    for key in keys:
        rng = stream(*key)
        starts.update(int(rng_next(rng)) for _ in range(4))
    assert len(starts) == 4 * len(keys)


@pytest.mark.parametrize("n", [1, 2, 3, 6, 52, 108, 1000])
def test_bounded_draws_are_unbiased(n):
    rng = stream(seed=11, board=n)
    per_value = 400
    counts = np.zeros(n, int)
    for _ in range(per_value * min(n, 108)):
        counts[rng_below(rng, n)] += 1
    if n == 1:
        assert counts.tolist() == [per_value]
        return
    assert stats.chisquare(counts).pvalue > 1e-3


def test_bounded_draws_reject_what_would_bias_them():
    """For 3·2³⁰ a third of the range would come twice as often without the rejection."""
    n = 3 * 2**30
    rng = stream(seed=5)
    drawn = np.array([int(rng_below(rng, n)) for _ in range(30_000)])
    assert drawn.min() >= 0
    assert drawn.max() < n
    thirds = np.bincount(drawn // 2**30, minlength=3)
    even = np.bincount(drawn % 3, minlength=3)
    assert stats.chisquare(thirds).pvalue > 1e-3
    assert stats.chisquare(even).pvalue > 1e-3


def lemire(plain, n):
    """Lemire 2019, algorithm 5, on the upper 32 bits."""
    product = (plain.next() >> 32) * n
    if product % 2**32 < n:
        while product % 2**32 < 2**32 % n:
            product = (plain.next() >> 32) * n
    return product >> 32


@pytest.mark.parametrize("n", [2, 7, 54, 2**31 + 1, 2**32 - 1])
def test_bounded_draws_are_lemires(n):
    rng, plain = stream(seed=3), expected_stream(3, 0, 0, SHUFFLE)
    assert [int(rng_below(rng, n)) for _ in range(500)] == [lemire(plain, n) for _ in range(500)]


def test_floats_are_53_bits_below_one():
    rng, plain = stream(seed=9), expected_stream(9, 0, 0, SHUFFLE)
    drawn = [float(rng_float(rng)) for _ in range(2000)]
    assert drawn == [(plain.next() >> 11) / 2**53 for _ in range(2000)]
    assert min(drawn) >= 0
    assert max(drawn) < 1
    assert stats.kstest(drawn, "uniform").pvalue > 1e-3


def test_the_greatest_float_is_below_one():
    rng = np.zeros(1, RNG)[0]
    # rotl(s0 + s1, 17) + s0 = 2⁶⁴ − 1 for s0 = 0, s1 = 2⁶⁴ − 1.
    rng.s0, rng.s1 = 0, MASK
    assert float(rng_float(rng)) == 1 - 2**-53


def test_a_shuffle_gives_every_order_the_same_chance():
    rng = stream(seed=21)
    counts = {}
    for _ in range(6_000):
        cards = np.arange(4, dtype=np.int8)
        shuffle(cards, 4, rng)
        counts[tuple(cards.tolist())] = counts.get(tuple(cards.tolist()), 0) + 1
    assert len(counts) == 24
    assert stats.chisquare(list(counts.values())).pvalue > 1e-3


def test_a_shuffle_leaves_the_rest_of_the_array_alone():
    cards = np.arange(10, dtype=np.int8)
    shuffle(cards, 4, stream())
    assert sorted(cards[:4].tolist()) == [0, 1, 2, 3]
    assert cards[4:].tolist() == [4, 5, 6, 7, 8, 9]
