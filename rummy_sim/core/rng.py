"""Keyed random streams: every shuffle and every die can be replayed alone.

A stream depends on its key and on nothing else, so results are the same bit for
bit for any number of workers, any chunk size and any order of the games.

The generator is xoshiro256++ (Blackman and Vigna, "Scrambled linear
pseudorandom number generators", ACM TOMS 47, 2021), seeded through SplitMix64
(Steele, Lea and Flood, "Fast splittable pseudorandom number generators",
OOPSLA 2014). Bounded numbers are drawn without bias by multiplication (Lemire,
"Fast random integer generation in an interval", ACM TOMACS 29, 2019).
"""

from __future__ import annotations

import numpy as np

from rummy_sim.core.jit import helper

__all__ = [
    "DECK",
    "DICE",
    "FIRST",
    "RESHUFFLE",
    "dice_below",
    "key2",
    "key3",
    "key4",
    "key5",
    "mix64",
    "one_below",
    "shuffle",
    "split",
]

U64 = np.uint64
GOLDEN = U64(0x9E3779B97F4A7C15)
_MIX1 = U64(0xBF58476D1CE4E5B9)
_MIX2 = U64(0x94D049BB133111EB)
_LOW32 = U64(0xFFFFFFFF)
_TWO32 = U64(1 << 32)
_1, _17, _23, _27, _30, _31, _32, _45 = (U64(n) for n in (1, 17, 23, 27, 30, 31, 32, 45))

# The streams: what a key's second word says it is for.
FIRST, DECK, DICE, RESHUFFLE = U64(0), U64(1), U64(2), U64(3)


@helper
def mix64(z):  # type: ignore[no-untyped-def]
    """Scramble 64 bits: SplitMix64's finaliser."""
    z = (z ^ (z >> _30)) * _MIX1
    z = (z ^ (z >> _27)) * _MIX2
    return z ^ (z >> _31)


@helper
def split(key, x):  # type: ignore[no-untyped-def]
    """Return the x-th output (from 0) of the SplitMix64 stream that starts at ``key``."""
    return mix64(key + GOLDEN * (U64(x) + _1))


@helper
def key2(seed, a, b):  # type: ignore[no-untyped-def]
    """Return the key of the stream (seed, a, b)."""
    return split(split(mix64(U64(seed) + GOLDEN), a), b)


@helper
def key3(seed, a, b, c):  # type: ignore[no-untyped-def]
    """Return the key of the stream (seed, a, b, c)."""
    return split(key2(seed, a, b), c)


@helper
def key4(seed, a, b, c, d):  # type: ignore[no-untyped-def]
    """Return the key of the stream (seed, a, b, c, d)."""
    return split(key3(seed, a, b, c), d)


@helper
def key5(seed, a, b, c, d, e):  # type: ignore[no-untyped-def]
    """Return the key of the stream (seed, a, b, c, d, e)."""
    return split(key4(seed, a, b, c, d), e)


@helper
def _rotl(x, k):  # type: ignore[no-untyped-def]
    return (x << k) | (x >> (U64(64) - k))


@helper
def shuffle(cards, n, key):  # type: ignore[no-untyped-def]
    """Shuffle ``cards[:n]`` in place with the stream of ``key`` (Fisher and Yates).

    Parameters
    ----------
    cards : array of integers
        The cards; the first will be the top of the pile.
    n : int
        How many of them to shuffle.
    key : uint64
        The stream's key.
    """
    s0, s1, s2, s3 = split(key, 0), split(key, 1), split(key, 2), split(key, 3)
    for i in range(n - 1, 0, -1):
        bound = U64(i + 1)
        while True:
            x = (_rotl(s0 + s3, _23) + s0) >> _32
            t = s1 << _17
            s2 ^= s0
            s3 ^= s1
            s1 ^= s2
            s0 ^= s3
            s2 ^= t
            s3 = _rotl(s3, _45)
            m = x * bound
            low = m & _LOW32
            # The remainder is only needed in the rare case that low < bound.
            if low >= bound or low >= (_TWO32 - bound) % bound:
                break
        j = np.int64(m >> _32)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card


@helper
def one_below(key, n):  # type: ignore[no-untyped-def]
    """Return the first number of ``key``'s stream that is uniform in 0 … n − 1."""
    s0, s1, s2, s3 = split(key, 0), split(key, 1), split(key, 2), split(key, 3)
    bound = U64(n)
    while True:
        x = (_rotl(s0 + s3, _23) + s0) >> _32
        t = s1 << _17
        s2 ^= s0
        s3 ^= s1
        s1 ^= s2
        s0 ^= s3
        s2 ^= t
        s3 = _rotl(s3, _45)
        m = x * bound
        low = m & _LOW32
        if low >= bound or low >= (_TWO32 - bound) % bound:
            return np.int64(m >> _32)


@helper
def dice_below(me, n):  # type: ignore[no-untyped-def]
    """Throw the player's own die: a whole number, uniform in 0 … n − 1.

    Parameters
    ----------
    me : record
        The player's private state; its field ``dice`` (uint64) is the stream's counter.
    n : int
        How many outcomes, at least 1.
    """
    bound = U64(n)
    while True:
        me.dice += GOLDEN
        m = (mix64(me.dice) >> _32) * bound
        low = m & _LOW32
        if low >= bound or low >= (_TWO32 - bound) % bound:
            return np.int64(m >> _32)
