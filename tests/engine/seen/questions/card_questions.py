"""Every question of every card, in words: read from the compiled programs, whether a game comes to them or not.

The questions of the editions are written down in `card_questions.txt` and were read word by word. `python -m
tests.engine.seen.questions.card_questions` writes the file again; read the diff before you commit it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.random_play import NAMES

import changeling as cl
from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Card, Deck
from changeling.engine.layout import F_CARD, F_PC, F_PROGRAM, F_REGISTER, F_SEAT, FRAME, Table
from changeling.engine.machine.values.picks import add_pick, whose
from changeling.engine.seen.questions.choices import Choice
from changeling.engine.seen.questions.paths import Program
from changeling.engine.seen.questions.phrases import Phrases
from changeling.engine.seen.questions.sites import is_site, site_at

FILE = Path(__file__).parent / "card_questions.txt"


@dataclass(frozen=True, slots=True)
class Written:
    """A question as a seat would read it. Ann runs the program; loops over players have come to Bob."""

    card: str
    section: str
    place: int
    turn: int  # of the loop around it
    seat: str
    ask: str
    meanings: tuple[tuple[str, str], ...]


def questions_of(deck: Deck) -> Iterator[Written]:
    """The questions of a deck's cards; those in a counted loop in their first and second round."""
    values = {"deck": "test", "seats": list(NAMES[:3]), "table": {}, "people": {}}
    game = cl.Game.from_values(values, compiled=deck)
    owners = _owners(deck)
    for number, program in enumerate(deck.programs):
        card = owners.get(number)
        for place in range(program.entry, program.entry + program.length):
            if is_site(deck, place):
                site = site_at(deck, place)
                for turn in (1, 2) if site.counter != w.NONE or site.several != w.NONE else (1,):
                    yield _written(deck, game.table.copy(), number, card, place, turn)


def _owners(deck: Deck) -> dict[int, Card]:
    """By program, the first card that runs it."""
    hooks = (*deck.whens, *deck.on_goals, *deck.on_ungoals, *deck.starts, *deck.finishes, *deck.frees)
    found: dict[int, Card] = {}
    for card_id, program in ((hook.card, hook.program) for some in (hooks, deck.events) for hook in some):
        found.setdefault(program, deck.cards[card_id])
    for card in deck.cards:
        for program in (deck.play[card.id], *(program for _, program in deck.reacts[card.id])):
            found.setdefault(program, card)
    return found


def _written(deck: Deck, t: Table, program: int, card: Card | None, place: int, turn: int) -> Written:
    t.frames = 2
    base = FRAME
    for field, value in ((F_PROGRAM, program), (F_PC, place), (F_SEAT, 0), (F_CARD, card.id if card else w.NONE)):
        t.stack[base + field] = value
    t.stack[F_SEAT] = 2
    for seat in range(t.seats):
        for known in range(len(deck.cards)):
            t.known[known] |= 1 << seat
    site = site_at(deck, place)
    _fill(deck, t, base, place)
    if site.counter != w.NONE:
        t.stack[base + F_REGISTER + site.counter] = turn
    if site.several != w.NONE:
        t.stack[base + F_REGISTER + site.several] = 3
        for picked in range(1, turn):
            add_pick(t, whose(base, site.several), picked)
    asked = max(0, Phrases(deck, t, NAMES[:3], base, 0).seat_number(site.by))
    choice = Choice(site, Phrases(deck, t, NAMES[:3], base, asked), card.title if card else "Basic Rules")
    meanings = tuple((_word(deck, word), choice.meaning(word)) for word in site.ways)
    owner, section = (card.title, deck.programs[program].kind) if card else ("Basic Rules", deck.programs[program].name)
    return Written(owner, section, place, turn, NAMES[asked], choice.sentence(), meanings)


def _word(deck: Deck, word: int) -> str:
    """A word that a question is answered with: one that all decks have, or one of the deck's own."""
    return w.ANSWER_WORDS[word] if word < w.OWN_WORD else deck.words[word - w.OWN_WORD]


def _fill(deck: Deck, t: Table, base: int, place: int) -> None:
    """Put something likely into each register: a player or a card that was chosen, a number."""
    keeper = next((card.id for card in deck.cards if card.kind in ("keeper", "creeper")), 1)
    for step in Program(deck, place).steps.values():
        value = w.NONE
        if step.word is v.Control.for_seats:
            value = 1
        elif step.word is v.Questions.choose:
            options = site_at(deck, step.place).options
            value = 2 if options.seats != w.NONE else keeper if options.parts else w.YES
        if value != w.NONE:
            t.stack[base + F_REGISTER + step.operands[0]] = value
            following = Program(deck, place).steps[step.place + 1]
            if following.word is v.Control.set:
                t.stack[base + F_REGISTER + following.operands[0]] = value
        elif step.word is v.Control.set and t.stack[base + F_REGISTER + step.operands[0]] == 0:
            t.stack[base + F_REGISTER + step.operands[0]] = 3


def page() -> str:
    """The questions of all editions, as the file has them."""
    rows: list[str] = []
    for edition in cl.editions():
        deck = cl.Game(edition, seats=NAMES[:3], seed=1).deck
        rows.append(f"== {edition}")
        card = ""
        for one in questions_of(deck):
            if one.card != card:
                rows.append(one.card)
                card = one.card
            rows.append(f"    {one.section}: {one.seat}: {one.ask}")
            rows += [f"        {word}: {meaning}" for word, meaning in one.meanings]
    return "\n".join(rows) + "\n"


if __name__ == "__main__":
    FILE.write_text(page(), encoding="utf-8")
