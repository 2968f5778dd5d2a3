"""Driving games: decks from files, the game as programs see it, and the one loop that every face uses."""
