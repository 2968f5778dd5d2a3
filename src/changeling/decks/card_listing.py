"""Cards and words shown to people who write them."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Card, Deck
from changeling.cards.synonyms import SYNONYMS
from changeling.cards.vocabulary import GROUPS, Group, Word
from changeling.decks.cookbook import Recipe, cards_about, nearest_cards
from changeling.decks.shelf import editions, load_deck
from changeling.decks.wishes import closest, terms
from changeling.errors import ChangelingError

MOST_RECIPES = 12
_SAID = 4  # a rank: what is looked for is only said of the word
_NOT_MEANT = 9  # a rank: the word has nothing to do with what is looked for


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
    for what, expression in (("wins", deck.wins[card.id]), ("ends", deck.ends[card.id])):
        if expression >= 0:
            rows += ["", f"{what}: {deck.expression(expression)}"]
    for formula in deck.statics[card.id]:
        number = f"{w.STATICS[formula.static].casefold()}{_OF[formula.mode % w.SCOPES // w.SCOPE]}"
        rows += ["", f"{number} in force: {_does(formula.mode)} {deck.expression(formula.expression)}"]
    for permit in deck.permits:
        if permit.card == card.id:
            rows += ["", f"{_PERMITS[permit.sort]}: {deck.expression(permit.test)}"]
    for program in _programs(deck, card.id):
        rows += ["", f"program: {deck.programs[program].name}", *deck.listing(program)]
    return "\n".join(rows)


_OF = {w.OF_OWNER: "", w.OF_OTHERS: " of others", w.OF_EVERYONE: " of everyone"}
_PERMITS = {
    **{word.arg: word.name for word in v.Permits.words.values()},
    **{w.ITSELF + word.arg: f"{word.name} of itself" for word in v.Permits.words.values()},
    w.GOALS_NEEDED: "goals_needed",
}


def _programs(deck: Deck, card: int) -> list[int]:
    """The programs of a card, each once, in the order in which its sections stand."""
    found = {deck.play[card]} if deck.play[card] >= 0 else set()
    hooks = (deck.whens, deck.on_goals, deck.on_ungoals, deck.starts, deck.finishes, deck.frees, deck.events)
    found |= {hook.program for each in hooks for hook in each if hook.card == card}
    found |= {program for _, program in deck.reacts[card]}
    return sorted(found)


def _does(mode: int) -> str:
    """What a formula does to its number, in a word."""
    bounds = {w.TIMES: "multiplies by", w.AT_LEAST: "at least", w.AT_MOST: "at most"}
    return bounds.get(mode // w.SCOPES) or ("adds" if mode % w.SCOPE else "sets")


def words(*sought: str) -> str:
    """The vocabulary as a list: each word as it is written, and what it means.

    Given something to look for, only the words that it is the name of, or is said of them; names first. Raises
    ChangelingError when there is none.
    """
    if not sought:
        return _listed({group: list(_shown(group)) for group in GROUPS})
    asked = " ".join(sought)
    ranked: dict[int, list[Word]] = {}
    for group in GROUPS:
        for word in _shown(group):
            ranked.setdefault(_rank(word, asked), []).append(word)
    ranked.pop(_NOT_MEANT, None)
    exact = {group: [word for word in _shown(group) if word in ranked.get(0, ())] for group in GROUPS}
    others = [word for rank in sorted(ranked) if rank for word in ranked[rank]]
    meant = [word.name for rank in (0, 1, 2) for word in ranked.get(rank, ())]
    found = cards_about(asked, meant)
    called = any(rank < _SAID for rank in ranked)
    nearest = [] if called or (ranked and len(asked.split()) < 2) else _nearest(asked)
    if not ranked and not found:
        found = nearest_cards(asked)
    cards = _from_cookbook(found)
    if not ranked and not nearest and not cards:
        names = sorted({word.name for group in GROUPS for word in _shown(group)})
        near = difflib.get_close_matches(asked, names, 3, 0.5)
        hint = f"; did you mean {' or '.join(near)}?" if near else "; all words are listed by: changeling words"
        raise ChangelingError(f"'{asked}' is not a word of the language, and is said of none{hint}")
    parts = [_listed(exact)] if ranked.get(0) else []
    title = f"Also about '{asked}'" if parts else f"About '{asked}'"
    if nearest:
        title = f"Nearest to '{asked}'"
        others = [*nearest, *(word for word in others if word not in nearest)]
    if others:
        parts.append("\n".join([title, "-" * len(title), *map(_row, others)]))
    return "\n\n".join([*parts, *cards])


def _nearest(asked: str) -> list[Word]:
    """The words of which most of what is asked for is said, where no word fits as a whole."""
    shown = {(group.title, word.name): word for group in GROUPS for word in _shown(group)}
    said = {
        key: (f"{word.name.replace('_', ' ')} {' '.join(SYNONYMS.get(word.name, ()))}", _told(word))
        for key, word in shown.items()
    }
    return [shown[key] for key in closest(asked, said)]


def _told(word: Word) -> str:
    """What is written of a word, in small letters."""
    return f"{word.signature} {word.doc}".casefold()


def _from_cookbook(found: list[Recipe]) -> list[str]:
    """Cards of the cookbook as a list: each by its first line, with what it shows."""
    if not found:
        return []
    title = "Cards of the cookbook (docs/how-to)"
    rows = [f"{recipe.card:33}  {recipe.shows} ({recipe.page}.md)" for recipe in found[:MOST_RECIPES]]
    more = len(found) - MOST_RECIPES
    return ["\n".join([title, "-" * len(title), *rows, *([f"and {more} more"] if more > 0 else [])])]


def _shown(group: type[Group]) -> Iterator[Word]:
    return (word for word in group.words.values() if not word.inner)


def _listed(by_group: dict[type[Group], list[Word]]) -> str:
    rows: list[str] = []
    for group, found in by_group.items():
        if found:
            rows += ["", group.title, "-" * len(group.title), *map(_row, found)]
    return "\n".join(rows[1:])


def _row(word: Word) -> str:
    return f"{word.signature:33}  {word.doc}"


def _rank(word: Word, asked: str) -> int:
    """How well a word fits what is looked for: 0 is its name, then parts of it, what people call it, what is said."""
    asked = asked.casefold()
    if asked == word.name:
        return 0
    spoken, wish = word.name.replace("_", " "), {*terms(asked)}
    tests = (
        asked == spoken or f" {asked} " in f" {spoken} ",
        any(asked == other or (len(wish) > 1 and wish == {*terms(other)}) for other in SYNONYMS.get(word.name, ())),
        spoken.startswith(asked) or asked in word.name,
        all(re.search(rf"\b{re.escape(one)}", _told(word)) for one in asked.split()),
    )
    return next((rank for rank, fits in enumerate(tests, 1) if fits), _NOT_MEANT)
