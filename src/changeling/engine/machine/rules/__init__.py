"""What cards in play say for as long as they lie there: numbers in force, permissions, sections about events."""
