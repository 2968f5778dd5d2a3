"""The questions of a deck's programs: what each chooses from, what its answer is for, and what each way out does.

Read once from the compiled program, for every card that anybody could write; nothing here depends on a table.
"""

from __future__ import annotations

from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.seen.questions.paths import Deed, Paths, Program, Way
from changeling.engine.seen.questions.symbols import ANSWER, NOTHING, PICKED, Selection, Value, selection_at, value_at


@dataclass(frozen=True, slots=True)
class Site:
    """One question of a program."""

    place: int
    options: Selection
    by: Value
    purpose: Deed | None  # the first thing that is done with the answer; nothing where that is open
    gap: int  # which operand of that the answer is, if it is one as it stands; else NONE
    receiver: Value | None  # the seat that gets the card which is chosen, if that is what the answer is
    card: Value | None  # the card that the choice is made for, if there is one
    ways: dict[int, Way]  # by answer that is a word (`done` is one of an optional question): what only it leads to
    again: bool  # an answer that is no word leads back to the question
    counter: int  # of the loop `for _ in upto(n)` around it: the register that counts, or NONE
    bound: Value | None  # and how often that loop goes round
    several: int  # of a question for several cards: the register that they are kept for; else NONE
    former: int  # the register of an earlier question of the program that asks the same, or NONE
    sure: bool  # that one was asked, whichever way the program came here


_ASKING = (v.Questions.choose.statement, v.Control.pick_more.statement)
_read: Recent[dict[int, Site]] = Recent()


def site_at(deck: Deck, place: int) -> Site:
    """The question at a place of the deck's code; read once."""
    sites = _read.of(deck.digest, dict)
    if place not in sites:
        sites[place] = _site(deck, place)
    return sites[place]


def is_site(deck: Deck, place: int) -> bool:
    """Whether the instruction at a place is a question that a card's text asks."""
    return deck.code[place * w.WIDTH] in _ASKING


def _site(deck: Deck, place: int) -> Site:
    program = Program(deck, place)
    paths = Paths(program, place)
    _, selection, by, prompt = program.steps[place].operands
    options = selection_at(deck, selection, paths.held)
    answers = {word: Value("num", word) for word in options.words}
    if w.is_optional(prompt):
        answers[w.DONE] = NOTHING
    ways = {}
    for word, value in answers.items():
        others = [other for other in answers.values() if other != value] or [ANSWER]
        ways[word] = paths.only_after(value, *others)
    counted = program.round_of(place)
    former, sure = _former(program, place)
    purpose = paths.purpose()
    gap = _gap(purpose)
    return Site(
        place=place,
        options=options,
        by=value_at(deck, by, paths.held),
        purpose=purpose,
        gap=gap,
        receiver=_other(purpose, gap, v.SEAT) if gap == 0 else None,
        card=_other(purpose, gap, v.CARD) if gap != w.NONE else None,
        ways=ways,
        again=paths.way(ANSWER).again or program.steps[place].word is v.Control.pick_more,
        counter=w.NONE if counted is None else counted[0],
        bound=None if counted is None else program.bound(counted[1], paths.held),
        several=program.steps[place].operands[0] if program.steps[place].word is v.Control.pick_more else w.NONE,
        former=former,
        sure=sure,
    )


def _former(program: Program, place: int) -> tuple[int, bool]:
    """An earlier question that would be put in the same words: its register, and whether it must have been asked."""
    wanted = _asks(program, place)
    for step in program.steps.values():
        earlier = step.word.statement in _ASKING and step.place < place and program.leads(step.place + 1, place)
        if earlier and _asks(program, step.place) == wanted:
            return step.operands[0], not program.leads(min(program.steps), place, without=step.place)
    return w.NONE, False


def _asks(program: Program, place: int) -> tuple[object, ...]:
    """What a question's sentence is made of."""
    held = program.registers()
    _, selection, by, _ = program.steps[place].operands
    options, asked = selection_at(program.deck, selection, held), value_at(program.deck, by, held)
    purpose = Paths(program, place).purpose()
    if purpose is None:
        return options, asked
    rest = [one for number, one in enumerate(purpose.operands) if number != _gap(purpose)]
    return options, asked, purpose.word.name, _gap(purpose), tuple(rest)


def _gap(deed: Deed | None) -> int:
    for place, operand in enumerate(() if deed is None else deed.operands):
        parts = operand.parts if isinstance(operand, Selection) else ()
        if operand == ANSWER or any(part.zone in (w.NONE, PICKED) and part.of == ANSWER for part in parts):
            return place
    return w.NONE


def _other(deed: Deed | None, gap: int, kind: str) -> Value | None:
    """The first operand of that kind besides the answer."""
    operands = () if deed is None else enumerate(zip(deed.word.params, deed.operands, strict=False))
    others = (value for place, (one, value) in operands if place != gap and one == kind)
    return next((value for value in others if isinstance(value, Value)), None)
