"""The oracle's random numbers."""

from .randomness import DICE, Dice, Xoshiro, key, mix64


def test_generators_give_the_published_outputs():
    # SplitMix64 from 1234567 and xoshiro256++ from 1, 2, 3, 4: the reference programs' outputs.
    dice = Dice(1234567)
    assert [dice.next() for _ in range(2)] == [6457827717110365317, 3203168211198807973]
    xoshiro = Xoshiro(0)
    xoshiro.s = [1, 2, 3, 4]
    assert [xoshiro.next() for _ in range(4)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
    ]
    assert mix64(0) == 0


def test_below_is_uniform_and_keys_differ():
    dice = Dice(key(1, DICE, 2, 3, 4, 0))
    seen = [dice.below(5) for _ in range(5000)]
    assert {seen.count(i) // 100 for i in range(5)} <= {9, 10, 11}
    assert len({key(1, a, b) for a in range(20) for b in range(20)}) == 400
