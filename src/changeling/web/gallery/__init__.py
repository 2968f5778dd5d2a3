"""Decks and cards shown outside of games."""
