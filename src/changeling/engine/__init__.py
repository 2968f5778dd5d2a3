"""The machine: programs run on a flat table with an explicit stack. It knows decks and programs, never text."""
