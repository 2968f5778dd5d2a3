"""What Changeling-Transfer plays: which decks a policy may be trained on, and those that it is tested on without."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from changeling.lab.transfer.new_cards import SEEDS, file_of

TRAINED: Final = ("fluxx-4", "cthulhu", "doctor-who")
BENCHMARK: Final = "Changeling-Transfer 1"
RIVAL: Final = "greedy"
SEED: Final = 9_000_001  # of the first deal


@dataclass(frozen=True, slots=True)
class UnseenDeck:
    """A deck, and how it is called in the results."""

    name: str
    source: str  # as `load_deck` takes it


@dataclass(frozen=True, slots=True)
class Suite:
    """Decks of one sort. Those that may be trained on do not count for the score."""

    name: str
    about: str
    decks: tuple[UnseenDeck, ...]
    counts: bool = True


def _named(*names: str) -> tuple[UnseenDeck, ...]:
    return tuple(UnseenDeck(name, name) for name in names)


SUITES: Final = (
    Suite("trained", "the three editions that may be trained on", _named(*TRAINED), counts=False),
    Suite("editions", "editions never trained on", _named("family", "dice-camera-action", "changeling-court")),
    Suite(
        "mixes",
        "editions mixed, all or half of the cards never seen",
        _named("family+dice-camera-action", "fluxx-4+changeling-court", "cthulhu+family", "doctor-who+fluxx-4"),
    ),
    Suite(
        "new cards",
        "decks made from the language by chance: no card of them was ever played before",
        tuple(UnseenDeck(file_of(seed).stem, str(file_of(seed))) for seed in SEEDS),
    ),
)
