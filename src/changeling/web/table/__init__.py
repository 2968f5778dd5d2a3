"""A table while it is in use: commands, the game, what its clients are shown."""
