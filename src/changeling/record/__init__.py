"""Games written down: a table as text, a whole game as its seed and answers."""
