"""Charts of Phantom Rummy runs."""
