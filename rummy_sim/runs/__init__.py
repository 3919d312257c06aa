"""A run: configured, planned, played, stored, read again. No word of one game."""
