"""The number of this engine, which every stored game names."""

from __future__ import annotations

# Raised whenever games of the editions come out otherwise than before by the same seed and answers, which
# `python -m tests.proofs.game_digests` says of thousands of them. Stored games of another number are not gone on with:
# they can be looked at, and are put away. Where a fault is mended that none of those games met, that would be
# everybody's games and replays for the sake of hardly any: then the number stays, and a stored game whose rows do not
# fit any more is put away by itself.
ENGINE = 3
