"""What cards ask about the people at the table: their age and family, told when a game begins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from changeling.cards.deck import Deck
from changeling.engine.setup import Person
from changeling.errors import ChangelingError
from changeling.terminal.screen import Screen
from changeling.terminal.table_text import listed

OLDEST: Final = 150
_FACTS: Final = {"age": ("age", "youngest"), "parent": ("parent",), "grandparent": ("grandparent",)}
_WORDS: Final = ("parent", "grandparent", "birthday")
_NOT_CODE: Final = re.compile(r'"[^"\n]*"|#[^\n]*')


@dataclass(frozen=True, slots=True)
class World:
    """Facts of the world that some cards ask about: whether today is a holiday, and by seat what is told of people."""

    holiday: bool = False
    people: Mapping[str, Person] = field(default_factory=dict)


def asked_by(deck: Deck) -> tuple[str, ...]:
    """What the cards of a deck ask about people: of age, parent and grandparent."""
    code = "\n".join(_NOT_CODE.sub("", card.source) for card in deck.cards)
    return tuple(fact for fact, words in _FACTS.items() if any(re.search(rf"(?<!\w){word}\(", code) for word in words))


def ask_people(screen: Screen, deck: Deck, humans: Sequence[str]) -> dict[str, Person]:
    """Ask the humans at the screen what the deck's cards want to know of them; nothing where they ask nothing."""
    facts = asked_by(deck)
    if not facts:
        return {}
    wanted = listed([{"age": "how old you are"}.get(fact, f"whether you are a {fact}") for fact in facts])
    screen.say(
        f"Cards of this deck ask {wanted}. Answer for instance {_example(facts)}, or press Enter to say nothing."
    )
    return {name: _ask(screen, name) for name in humans}


def _example(facts: Sequence[str]) -> str:
    words = [fact for fact in facts if fact != "age"]
    return f"`{' '.join((['41'] if 'age' in facts else []) + words[:1])}`"


def _ask(screen: Screen, name: str) -> Person:
    while True:
        try:
            return person_from(screen.ask(f"{name}: "))
        except ChangelingError as error:
            screen.complain(str(error))


def person_from(text: str) -> Person:
    """What is told of somebody, such as `41 parent`. Raises ChangelingError that says what can be told."""
    age: int | None = None
    words = set()
    for word in text.replace(",", " ").casefold().split():
        if word in _WORDS:
            words.add(word)
        elif word.isascii() and word.isdecimal() and int(word[:4]) <= OLDEST:
            age = int(word)
        else:
            raise ChangelingError(f"an age up to {OLDEST}, {listed(list(_WORDS))} can be told, not '{word}'")
    return Person("birthday" in words, age, "parent" in words, "grandparent" in words)


def people_from(text: str) -> dict[str, Person]:
    """What the command line tells of people, such as `Ann: 9; Bob: 41 parent`. Raises ChangelingError."""
    found = {}
    for part in (part for part in text.split(";") if part.strip()):
        name, colon, facts = part.rpartition(":")
        if not colon:
            raise ChangelingError(f"--people: for instance 'Ann: 9; Bob: 41 parent', not '{part.strip()}'")
        try:
            found[name.strip()] = person_from(facts)
        except ChangelingError as error:
            raise ChangelingError(f"--people: {name.strip()}: {error}") from error
    return found
