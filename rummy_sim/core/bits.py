"""Walking through the bits of a mask."""

from __future__ import annotations

import numpy as np
from numba.cpython.unsafe.numbers import trailing_zeros

from rummy_sim.core.jit import PLAIN, helper

__all__ = ["lowest_bit"]

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
