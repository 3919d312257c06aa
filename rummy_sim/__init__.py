"""rummy-sim."""
