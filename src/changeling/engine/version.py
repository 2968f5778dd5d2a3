"""The number of this engine, which every stored game names."""

from __future__ import annotations

# Raised whenever the same deck, seed and answers give another game than before. Stored games of another number are not
# gone on with: they can be looked at, and are put away. `python -m tests.proofs.game_digests` says when it is due.
ENGINE = 3
