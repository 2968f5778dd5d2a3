"""Cards and words shown to people who write them."""

from __future__ import annotations

import difflib

from changeling.cards.deck import Card, Deck
from changeling.cards.vocabulary import GROUPS
from changeling.decks.shelf import editions, load_deck
from changeling.errors import ChangelingError


def describe(name: str, deck: str | None = None) -> str:
    """A card: its text for people, its source, and its programs. In all editions that have it, unless a deck is
    named."""
    decks = [load_deck(deck)] if deck else [load_deck(edition) for edition in editions()]
    found = [
        (one, card)
        for one in decks
        for card in one.cards
        if name.casefold() in (card.title.casefold(), card.name.casefold())
    ]
    if not found:
        names = sorted({card.name for one in decks for card in one.cards})
        near = difflib.get_close_matches(name, names, 3, 0.5)
        hint = f"; did you mean {' or '.join(near)}?" if near else ""
        raise ChangelingError(f"there is no card '{name}' in {', '.join(one.name for one in decks)}{hint}")
    return "\n\n".join(_card(one, card) for one, card in found)


def _card(deck: Deck, card: Card) -> str:
    slot = f", slot {card.slot}" if card.slot else ""
    marks = f", {' '.join(card.marks)}" if card.marks else ""
    house = ", house card" if card.house else ""
    rows = [
        f"{card.title} ({card.kind}{slot}{marks}{house}; {deck.title}, {card.file}:{card.line})",
        "",
        card.text or "(no text)",
    ]
    if card.reading:
        rows += ["", f"Our reading: {card.reading}"]
    rows += ["", card.source]
    if deck.wins[card.id] >= 0:
        rows += ["", f"wins: {deck.expression(deck.wins[card.id])}"]
    for formula in deck.statics[card.id]:
        rows += ["", f"in force: {'adds' if formula.mode else 'sets'} {deck.expression(formula.expression)}"]
    programs = [] if deck.play[card.id] < 0 else [deck.play[card.id]]
    for hooks in (deck.whens, deck.on_goals, deck.starts, deck.finishes, deck.frees):
        programs += [hook.program for hook in hooks if hook.card == card.id]
    for program in programs:
        rows += ["", f"program: {deck.programs[program].name}", *deck.listing(program)]
    return "\n".join(rows)


def words(only: str | None = None) -> str:
    """The vocabulary as a list: each word as it is written, and what it means."""
    rows = []
    for group in GROUPS:
        shown = [word for word in group.words.values() if not word.inner and only in (None, word.name)]
        if shown:
            rows += ["", group.title, "-" * len(group.title)] + [f"{word.signature:34} {word.doc}" for word in shown]
    if not rows:
        names = sorted({word.name for group in GROUPS for word in group.words.values() if not word.inner})
        near = difflib.get_close_matches(only or "", names, 3, 0.5)
        raise ChangelingError(
            f"'{only}' is not a word of the language" + (f"; did you mean {' or '.join(near)}?" if near else "")
        )
    return "\n".join(rows[1:])
