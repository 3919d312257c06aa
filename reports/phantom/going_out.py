"""What the charts of goings-out share: which they are, and who went out."""

from __future__ import annotations

__all__ = ["ENDS", "EXPECTED", "SCORED", "SCORED_BY"]

ENDS = "('take', 'discard')"
"""The ends of a short game that score points."""

SCORED = f"""
    select * from rounds where "end" in {ENDS}
"""
"""The rows of ``rounds`` in which somebody went out and scored."""

SCORED_BY = f"""
    select r.*, g.strategy
    from ({SCORED}) r
    join games g on g.cell = r.cell and g.game = r.game and g.seat = r.winner
"""
"""The same, with the strategy whose hand went out."""

EXPECTED = "sum(bonus_expected::decimal(18, 9))::double"
"""The sum of expected bonus points; fixed decimals add up alike in any order."""
