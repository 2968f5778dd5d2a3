"""What is known of a peer before its library is loaded."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from benchmarks.clock import Count, Work

# The rows of ours that do comparable work
WHOLE, BATCH, STEPPED = "compiled", "observed", "stepped"


@dataclass(frozen=True, slots=True)
class Peer:
    """One way to play a game of another library at random.

    `prepare` imports the library and gives the work; `packages` are the distributions whose versions matter.
    """

    key: str
    library: str
    game: str
    how: str
    against: str
    packages: tuple[str, ...]
    prepare: Callable[[], Work]
    count: Count = int
