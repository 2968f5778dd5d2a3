"""What lies where: cards on and under others, sides, counters, what cards count as, and who has how much of what."""
