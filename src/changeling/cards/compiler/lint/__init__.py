"""What is wrong or odd with cards that can be read: instructions, conditions, what they ask of their deck."""
