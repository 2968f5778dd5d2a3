"""The texts of a deck, to be kept with the games that are played with it, and the deck of texts that were kept."""

from __future__ import annotations

from collections import OrderedDict

import msgspec

from changeling.cards.compiler.compile import Text
from changeling.cards.deck import Deck
from changeling.decks.shelf import deck_of_texts, own_texts, texts_of
from changeling.engine.sheet import sheet_of
from changeling.errors import ChangelingError
from changeling.web.wire.errors import Refuse
from changeling.web.wire.kept_deck import KeptDeck, plain
from changeling.web.wire.values import DeckChoice

_KEPT = 64
_ready: OrderedDict[tuple[str, str], KeptDeck] = OrderedDict()  # by digest and name: reading a long text takes time


def keep_deck(kept: KeptDeck, deck: Deck) -> None:
    """Keep the texts of a deck ready."""
    _ready[deck.digest, deck.name] = kept
    _ready.move_to_end((deck.digest, deck.name))
    while len(_ready) > _KEPT:
        _ready.popitem(last=False)


def kept_deck(choice: DeckChoice, deck: Deck) -> KeptDeck:
    """A choice with the cards that it stands for; `deck` is what they were compiled to."""
    if isinstance(choice, KeptDeck) and choice.digest == deck.digest:
        return choice
    ready = _ready.get((deck.digest, deck.name))
    if ready is not None:
        return ready
    chosen = plain(choice)
    texts = own_texts(chosen.text, parts=chosen.parts) if chosen.text.strip() else texts_of(chosen.parts)
    encoded = msgspec.json.encode(texts).decode()
    return KeptDeck(chosen.parts, chosen.text, deck.digest, deck.name, deck.title, encoded)


def deck_as_kept(kept: KeptDeck) -> Deck:
    """The deck of the texts that were kept. Raises Refuse where this version cannot read them any more."""
    try:
        texts = msgspec.json.decode(kept.texts, type=list[Text])
        deck = deck_of_texts(texts, name=kept.name, title=kept.title)
        sheet_of(deck)
    except (ChangelingError, msgspec.MsgspecError) as error:
        raise Refuse("deck/problems", f"the cards of an earlier version cannot be read here: {error}") from error
    return deck
