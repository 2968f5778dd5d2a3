"""What effects do to cards: one short function for each word, and each is one indivisible event."""
