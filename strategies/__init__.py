"""The shipped strategies, one file each, by game."""
