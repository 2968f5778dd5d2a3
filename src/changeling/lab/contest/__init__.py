"""Bots against bots: matches, ratings and the pictures of them."""
