"""Environments for programs that learn: PettingZoo, Gymnasium, and many games at once."""
