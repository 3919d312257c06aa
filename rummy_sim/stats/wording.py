"""Numbers of the statistics as people write them."""

from __future__ import annotations

import math

__all__ = ["p_text"]


def p_text(p: float) -> str:
    """Return a p-value, or a dash when there is none.

    Examples
    --------
    >>> p_text(0.00001), p_text(0.0123), p_text(0.43), p_text(math.nan)
    ('< 0.001', '0.012', '0.43', '–')
    """
    if math.isnan(p):
        return "–"
    if p < 0.001:
        return "< 0.001"
    return f"{p:.3f}" if p < 0.1 else f"{p:.2f}"
