"""Lessons and puzzles: positions with something to do, read, proved, found and played."""
