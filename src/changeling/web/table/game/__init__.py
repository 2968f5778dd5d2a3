"""The game at a table: what happens by itself, who is asked, and what each client is shown of it."""
