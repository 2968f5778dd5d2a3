"""Why things are as they are: numbers in force, answers that are missing, Goals that are not met, the end of a game."""
