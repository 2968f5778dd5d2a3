"""The report on a run: what its games say about the deck, as one page with pictures."""
