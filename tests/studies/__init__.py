"""Longer studies whose results stand in docs/statistics.md; each runs with ``python -m``."""
