"""Text to tree: reading, formatting and checking the form of `.cards` files."""
