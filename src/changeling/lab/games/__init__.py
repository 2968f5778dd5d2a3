"""Games of bots by the thousand, interpreted or compiled, and the rows that they leave behind."""
