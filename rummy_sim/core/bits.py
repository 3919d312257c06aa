"""The bits of a mask."""

from __future__ import annotations

import numpy as np
from numba import types
from numba.cpython.unsafe.numbers import trailing_zeros
from numba.extending import intrinsic

from rummy_sim.core.jit import PLAIN, helper

__all__ = ["count_bits", "lowest_bit"]

if PLAIN:

    def count_bits(mask):  # type: ignore[no-untyped-def]
        """Return the number of bits set in a mask."""
        return int(mask).bit_count()

else:

    @intrinsic
    def count_bits(typingctx, mask):  # type: ignore[no-untyped-def]
        """Return the number of bits set in a mask."""

        def codegen(context, builder, signature, args):  # type: ignore[no-untyped-def]
            return builder.ctpop(args[0])

        return types.int64(types.int64), codegen


if PLAIN:

    def lowest_bit(mask):  # type: ignore[no-untyped-def]
        """Return the place of the lowest bit that is set in a mask other than 0."""
        return (int(mask) & -int(mask)).bit_length() - 1

else:

    @helper
    def lowest_bit(mask):  # type: ignore[no-untyped-def]
        """Return the place of the lowest bit that is set in a mask other than 0.

        Examples
        --------
        >>> int(lowest_bit(0b101000))
        3
        """
        return np.int64(trailing_zeros(np.int64(mask)))  # type: ignore[call-arg]
