"""Charts of Phase 10 runs."""
