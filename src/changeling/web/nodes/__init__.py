"""Several nodes on one database: what they tell each other, and which of them drives a table."""
