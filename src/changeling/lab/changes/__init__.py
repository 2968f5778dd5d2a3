"""What a change to a deck does: two decks on the same seeds, and searches for small changes."""
