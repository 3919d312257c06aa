"""Strategies for Phase 10."""
