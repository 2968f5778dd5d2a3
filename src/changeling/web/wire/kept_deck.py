"""A deck as it was when a game was begun. It comes from the store only: no message has it."""

from __future__ import annotations

from changeling.web.wire.values import DeckChoice


class KeptDeck(DeckChoice, frozen=True):
    """A choice of cards together with the cards: an update of the cards changes no game that is being played.

    `texts` is the JSON of the texts that the deck was compiled from, and `digest` what it was compiled to.
    """

    digest: str = ""
    name: str = ""
    title: str = ""
    texts: str = ""

    def choice(self) -> DeckChoice:
        """What was chosen, without the cards: as it may be sent."""
        return DeckChoice(self.parts, self.text)


def plain(choice: DeckChoice) -> DeckChoice:
    """A choice as it may be sent."""
    return choice.choice() if isinstance(choice, KeptDeck) else choice
