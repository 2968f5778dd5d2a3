"""What is looked at between two instructions, and what follows from it by itself: sections, winners, limits."""
