"""Plain functions on numbers: no game, no file, no chart."""
