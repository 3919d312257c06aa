"""The keyed random numbers, told again in plain Python integers.

Everything is arithmetic modulo 2**64. Nothing here knows a game.
"""

MASK = 0xFFFFFFFFFFFFFFFF
GOLDEN = 0x9E3779B97F4A7C15

FIRST, DECK, DICE, RESHUFFLE = 0, 1, 2, 3


def mix64(z):
    """SplitMix64's finaliser."""
    z &= MASK
    z ^= z >> 30
    z = (z * 0xBF58476D1CE4E5B9) & MASK
    z ^= z >> 27
    z = (z * 0x94D049BB133111EB) & MASK
    return z ^ (z >> 31)


def split(k, x):
    """Output number x (from 0) of a SplitMix64 stream that starts at k."""
    return mix64(k + GOLDEN * (x + 1))


def key(seed, *path):
    """The 64-bit key of a stream, e.g. ``key(seed, DECK, deal, short_game)``."""
    k = mix64(seed + GOLDEN)
    for x in path:
        k = split(k, x)
    return k


def _below(next_word, n):
    """A whole number in 0..n-1, exactly uniform (Lemire), from the words' upper 32 bits."""
    while True:
        m = (next_word() >> 32) * n
        if m & 0xFFFFFFFF >= (1 << 32) % n:
            return m >> 32


class Xoshiro:
    """xoshiro256++ whose state is filled from a key."""

    def __init__(self, k):
        self.s = [split(k, i) for i in range(4)]

    def next(self):
        a, b, c, d = self.s
        total = (a + d) & MASK
        word = (((total << 23) | (total >> 41)) + a) & MASK
        t = (b << 17) & MASK
        c ^= a
        d ^= b
        b ^= c
        a ^= d
        c ^= t
        d = ((d << 45) | (d >> 19)) & MASK
        self.s = [a, b, c, d]
        return word

    def below(self, n):
        return _below(self.next, n)

    def shuffle(self, things):
        """Shuffle a list in place, from its end."""
        for i in range(len(things) - 1, 0, -1):
            j = self.below(i + 1)
            things[i], things[j] = things[j], things[i]


class Dice:
    """A strategy's own dice: a SplitMix64 counter that starts at a key."""

    def __init__(self, k):
        self.counter = k

    def next(self):
        self.counter = (self.counter + GOLDEN) & MASK
        return mix64(self.counter)

    def below(self, n):
        return _below(self.next, n)
