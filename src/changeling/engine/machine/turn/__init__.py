"""What a turn is made of: its steps, whose it is, what may be used in it, the limits at its end."""
