"""Before a game: who sits where, under which name, with which token, and the shuffle that can be proved."""
