"""Sentences of the terminal: what happened, and what is asked, told to one person."""
