"""Who asks, from where, how often and how much: all that is refused before a table hears of it."""
