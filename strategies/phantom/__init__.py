"""Strategies for Phantom Rummy."""
