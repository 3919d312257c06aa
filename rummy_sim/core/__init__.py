"""What both games share: randomness, compilation, the strategy contract, errors."""
