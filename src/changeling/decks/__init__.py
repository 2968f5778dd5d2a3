"""Decks: where they come from and what is to be said about them."""
