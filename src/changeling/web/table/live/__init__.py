"""A live table: the one order in which anything happens to it, what is stored of it, and what its clients are told."""
