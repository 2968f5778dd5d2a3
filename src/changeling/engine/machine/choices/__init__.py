"""What players are asked: choices of a card's text, choices in secret, and Surprises that answer a play."""
