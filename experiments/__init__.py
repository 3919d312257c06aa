"""Ready-made experiments, found by name."""
