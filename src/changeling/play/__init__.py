"""A game as programs see it, the loop that drives it with choosers, batches, and bots by name."""
