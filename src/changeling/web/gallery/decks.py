"""Decks for tables and the gallery: built from editions and texts, checked, and listed card by card."""

from __future__ import annotations

import contextlib
import hashlib
from collections import OrderedDict
from functools import cache, lru_cache

import msgspec

from changeling.cards.deck import Card, Deck
from changeling.decks.oddities import ERROR, HEADINGS, before_game, kinds_in, oddities
from changeling.decks.shelf import editions, load_deck, own_deck
from changeling.engine.sheet import sheet_of
from changeling.errors import CardsError, ChangelingError, DeckError
from changeling.web.gallery.kept_decks import deck_as_kept
from changeling.web.gallery.rulings import rulings
from changeling.web.wire.errors import Refuse, problems_of
from changeling.web.wire.http_bodies import (
    CardInfo,
    CheckDeck,
    DeckCards,
    DeckReport,
    EditionInfo,
    Editions,
    KindCount,
    MetaInfo,
    OddityInfo,
    ProblemInfo,
)
from changeling.web.wire.kept_deck import KeptDeck
from changeling.web.wire.values import DeckChoice, DeckInfo

_KEPT = 64  # decks of people's own whose cards are kept ready; a table that needs another makes it again
_OWN_KEPT = 8  # decks with a text of somebody's own that are not compiled again
_cards_by_id: OrderedDict[str, bytes] = OrderedDict()
_infos: OrderedDict[int, tuple[Deck, DeckInfo]] = OrderedDict()  # by identity: to compare whole decks takes long


def deck_of(choice: DeckChoice) -> Deck:
    """The deck of a choice. Raises Refuse with line and column of each mistake in its text."""
    if isinstance(choice, KeptDeck):
        return _deck_as_it_was(choice)
    known = editions()
    for part in choice.parts:
        if part not in known:
            raise Refuse("deck/unknown", f"'{part}' is not an edition; the editions are {', '.join(known)}")
    if len(set(choice.parts)) != len(choice.parts):
        raise Refuse("deck/unknown", f"each edition can be mixed in once: {', '.join(choice.parts)}")
    if not choice.parts and not choice.text.strip():
        raise Refuse("deck/unknown", f"no deck was chosen; name editions ({', '.join(known)}) or give a text")
    try:
        return _own(tuple(choice.parts), choice.text) if choice.text.strip() else _mix(tuple(choice.parts))
    except CardsError as error:
        problems = problems_of(error)
        count = f"{len(problems)} mistake{'s' if len(problems) != 1 else ''}"
        raise Refuse("deck/problems", f"the deck has {count}", problems=problems) from error
    except ChangelingError as error:
        raise Refuse("deck/problems", str(error), problems=[ProblemInfo(0, 0, str(error))]) from error


def _deck_as_it_was(kept: KeptDeck) -> Deck:
    """The deck of a game that was begun before: today's, where nothing has changed that counts, else as it was kept."""
    with contextlib.suppress(Refuse):
        today = deck_of(kept.choice())
        if today.digest == kept.digest:
            return today
    return deck_as_kept(kept)


@lru_cache(maxsize=_KEPT)
def _mix(parts: tuple[str, ...]) -> Deck:
    deck = load_deck(parts)
    sheet_of(deck)  # as a check: a mix can be too large for the machine
    return deck


@lru_cache(maxsize=_OWN_KEPT)
def _own(parts: tuple[str, ...], text: str) -> Deck:
    return own_deck_of(DeckChoice(list(parts), text))


def own_deck_of(choice: DeckChoice) -> Deck:
    """A deck with a text of somebody's own; raises as `own_deck` does, also when it is too large for the machine."""
    deck = own_deck(choice.text, parts=choice.parts)
    sheet_of(deck)
    return deck


def oddities_of(deck: Deck, *, seats: int, meta: list[str]) -> list[str]:
    """What is odd with a deck, for players to read before they begin (MIX-1). Raises Refuse when it is unplayable."""
    try:
        return before_game(deck, seats=seats, meta=meta)
    except DeckError as error:
        raise Refuse("deck/unplayable", str(error)) from error


def meta_rules(deck: Deck) -> list[Card]:
    """The Meta Rules of a deck, each once."""
    return [card for card in deck.cards if card.kind == "meta" and card.copy == 1]


def check_meta(deck: Deck, names: list[str]) -> None:
    """Raise Refuse for a name that is not one of the deck's Meta Rules."""
    known = [card.name for card in meta_rules(deck)]
    for name in names:
        if name not in known:
            text = f"'{name}' is not a Meta Rule of {deck.title}; it has: {', '.join(known) or 'none'}"
            raise Refuse("meta/unknown", text)


def deck_info(deck: Deck) -> DeckInfo:
    """Facts about a deck; made once for each deck in use."""
    if id(deck) not in _infos:
        keep_info(deck, _info(deck))
    return _infos[id(deck)][1]


def keep_info(deck: Deck, info: DeckInfo) -> None:
    """Keep the facts about a deck."""
    _infos[id(deck)] = (deck, info)
    while len(_infos) > _KEPT:
        _infos.popitem(last=False)


def _info(deck: Deck) -> DeckInfo:
    parts = deck.name.split("+")
    return DeckInfo(
        id=cards_of(deck)[0],
        digest=deck.digest,
        name=deck.name,
        title=deck.title,
        parts=[part for part in parts if part in editions()],
        own=any(part not in editions() for part in parts),
        cards=sum(card.kind != "basic" for card in deck.cards),
        surprises=any(card.kind == "surprise" for card in deck.cards),
    )


# --- cards, one by one ------------------------------------------------------------------------------------------------
def cards_of(deck: Deck) -> tuple[str, bytes]:
    """The id of a deck's cards and the cards as JSON; equal cards and texts have an equal id."""
    cards = [_card(card, deck) for card in deck.cards]
    body = DeckCards("", deck.digest, deck.name, deck.title, cards)
    deck_id = hashlib.sha256(msgspec.json.encode(body)).hexdigest()[:20]
    if deck_id not in _cards_by_id:
        keep_cards(deck_id, msgspec.json.encode(msgspec.structs.replace(body, id=deck_id)))
    _cards_by_id.move_to_end(deck_id)
    return deck_id, _cards_by_id[deck_id]


def keep_cards(deck_id: str, cards: bytes) -> None:
    """Keep the cards of a deck ready, so that they are found by its id."""
    _cards_by_id[deck_id] = cards
    while len(_cards_by_id) > _KEPT:
        _cards_by_id.popitem(last=False)


def cards_by_id(deck_id: str) -> bytes | None:
    """The cards of an id as JSON, if they were listed lately or belong to an edition; else None."""
    if deck_id not in _cards_by_id:
        for edition in editions():
            if edition_cards(edition)[0] == deck_id:
                return edition_cards(edition)[1]
    return _cards_by_id.get(deck_id)


@cache
def edition_cards(edition: str) -> tuple[str, bytes]:
    """The id and the cards of an edition."""
    return cards_of(load_deck(edition))


def _card(card: Card, deck: Deck) -> CardInfo:
    other = deck.other_side(card.id)
    return CardInfo(
        id=card.id,
        title=card.title,
        name=card.name,
        copy=card.copy,
        kind=card.kind,
        slot=card.slot,
        marks=list(card.marks),
        text=card.text,
        house=card.house,
        reading=card.reading,
        needs=list(card.needs),
        forbids=list(card.forbids),
        counts_as=card.counts_as,
        edition=card.edition,
        rulings=rulings().get(card.edition, {}).get(card.name, []),
        other_side="" if other is None else other.title,
        power=card.kind in ("keeper", "creeper") and _acts(card),
    )


def _acts(card: Card) -> bool:
    """Whether the text of a card in the language has more than its text for people and how it is read."""
    lines = (line.strip() for line in card.source.splitlines()[1:])
    return any(line and not line.startswith(('"', "#", "reading =")) for line in lines)


# --- editions and reports ---------------------------------------------------------------------------------------------
@cache
def edition_list() -> Editions:
    """All editions, with their facts for the lobby."""
    found = []
    for edition in editions().values():
        deck = load_deck(edition.id)
        info = deck_info(deck)
        found.append(
            EditionInfo(
                name=edition.id,
                title=edition.title,
                year=edition.year,
                publisher=edition.publisher,
                blurb=edition.blurb,
                cards=info.cards,
                kinds=_kinds(deck),
                meta=_metas(deck),
                surprises=info.surprises,
                id=info.id,
                digest=info.digest,
            )
        )
    return Editions(found)


def _kinds(deck: Deck) -> list[KindCount]:
    return [KindCount(kind.kind, kind.cards, kind.different, kind.house) for kind in kinds_in(deck)]


def _metas(deck: Deck) -> list[MetaInfo]:
    return [MetaInfo(card.name, card.text) for card in meta_rules(deck)]


def report_on(asked: CheckDeck) -> DeckReport:
    """Check a deck. Mistakes in its text are part of the report; an unknown edition or Meta Rule is refused."""
    try:
        deck = deck_of(asked.deck)
    except Refuse as refuse:
        if refuse.code != "deck/problems":
            raise
        return DeckReport(False, "", "", "", 0, [], {}, [], refuse.problems, [])
    check_meta(deck, asked.meta)
    found = oddities(deck, seats=asked.seats, meta=asked.meta)
    sources: dict[str, int] = {}
    for card in deck.cards:
        if card.kind != "basic":
            sources[card.edition] = sources.get(card.edition, 0) + 1
    return DeckReport(
        playable=all(oddity.severity != ERROR for oddity in found),
        id=cards_of(deck)[0],
        digest=deck.digest,
        title=deck.title,
        cards=sum(sources.values()),
        kinds=_kinds(deck),
        sources=sources,
        meta=_metas(deck),
        problems=[],
        oddities=[OddityInfo(o.kind, HEADINGS[o.kind], o.card, o.text, o.severity) for o in found],
    )
