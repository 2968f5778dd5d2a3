"""What the expressions of cards say: terms, sets and numbers. Reading one changes nothing on the table."""
