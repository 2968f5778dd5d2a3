"""What the registers of a program can hold at each of its instructions: read off the program, without running it.

A register is a plain integer to the machine, which uses it as a card, a seat or a number without looking. So a stack
that comes from a text has to be checked against this before it runs.
"""

from __future__ import annotations

from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.engine.machine.choices.secret_choices import HIDDEN
from changeling.engine.machine.values.terms import MOST

Held = frozenset[str | int]  # kinds of the vocabulary, and numbers that are written in the program
State = tuple[Held, ...]  # by register

SECRET: Final = "secret "  # before the kind of an answer that is not shown yet (machine.choices.secret_choices)
_FRESH: Final[Held] = frozenset({0, w.NONE})
_EVENT: Final[State] = tuple(frozenset({kind}) for kind in (v.CARD, v.SEAT, v.SEAT, v.CARD))  # codes.EVENT_NAMES
_PICKS: Final = (v.Questions.choose.statement, v.Queries.random.statement, v.Queries.first.statement)


def registers_of(deck: Deck, program: int) -> dict[int, State]:
    """By place of an instruction that the program can come to: what each register can hold before it."""
    entry = deck.programs[program].entry
    about = {hook.event for hook in deck.events if hook.program == program}
    given = (*_EVENT[:-1], frozenset({v.NUMBER})) if w.ROLLED in about else _EVENT if about else ()
    known: dict[int, State] = {entry: (*given, *(_FRESH,) * (w.REGISTERS - len(given)))}
    waiting = [entry]
    while waiting:
        pc = waiting.pop()
        after = _after(deck, pc, known[pc])
        for place in _next(deck, pc):
            before = known.get(place)
            merged = after if before is None else tuple(a | b for a, b in zip(before, after, strict=True))
            if merged != before:
                known[place] = merged
                waiting.append(place)
    return known


def fits(held: Held, value: int, *, cards: int, seats: int, words: int = 0) -> bool:
    """Whether a register that can hold this can have that value, at a table of so many cards and seats, and so many
    words of the deck's own."""
    last = w.OWN_WORD + words if words else len(w.ANSWER_WORDS)
    ranges = {v.CARD: (w.NONE, cards - 1), v.SEAT: (w.NONE, seats - 1), v.WORD: (w.NONE, last - 1)}
    ranges |= {SECRET + kind: (HIDDEN - most, HIDDEN - least) for kind, (least, most) in ranges.items()}
    ranges[SECRET + v.NUMBER] = (HIDDEN - w.MOST_CHOSEN, HIDDEN - w.NONE)
    for kind in held:
        if isinstance(kind, int):
            if value == kind:
                return True
            continue
        least, most = ranges.get(kind, (-MOST, MOST))
        if least <= value <= most:
            return True
    return False


def instruction(deck: Deck, pc: int) -> v.Word:
    """The row of the vocabulary for the instruction at a place of a program."""
    return v.STATEMENTS[deck.code[pc * w.WIDTH]]


def _next(deck: Deck, pc: int) -> list[int]:
    """Where a program can go on after an instruction."""
    word = instruction(deck, pc)
    if word is v.Control.end:
        return []
    jump = word.kinds.find(v.JUMP)
    targets = [] if jump < 0 else [deck.code[pc * w.WIDTH + 1 + jump]]
    return targets if word is v.Control.goto else [*targets, pc + 1]


def _after(deck: Deck, pc: int, before: State) -> State:
    """What the registers can hold after an instruction."""
    word = instruction(deck, pc)
    if word is v.Effects.name_goal:
        return (frozenset({v.CARD}), *before[1:])
    if word is v.Effects.secret:
        return _with_secret(deck, pc, before)
    if word is v.Control.forget_choices:
        block = deck.code[pc * w.WIDTH + 1]
        return (*before[:block], *[frozenset({w.NONE})] * w.MAX_SEATS, *before[block + w.MAX_SEATS :])
    if not word.kinds.startswith(v.REGISTER) or word is v.Control.pick_more:
        return before
    register, operand = deck.code[pc * w.WIDTH + 1], deck.code[pc * w.WIDTH + 2]
    if word in (v.Control.for_seats, v.Control.for_players):
        held: Held = frozenset({v.SEAT})
    elif word is v.Control.for_cards:
        held = frozenset({v.CARD})
    elif word in (v.Queries.roll, v.Queries.meets, v.Control.begin_picks):
        held = frozenset({v.NUMBER})
    elif word.statement in _PICKS:
        held = frozenset({_picked(deck, operand)})
    else:
        held = _value(deck, operand, before)
    return (*before[:register], held, *before[register + 1 :])


def _with_secret(deck: Deck, pc: int, before: State) -> State:
    """What the registers can hold after an answer was put away in secret."""
    register, block = deck.code[pc * w.WIDTH + 1 : pc * w.WIDTH + 3]
    answers = frozenset(kind for kind in before[register] if isinstance(kind, str))
    kept = frozenset({w.NONE}) | answers | {SECRET + kind for kind in answers}
    after = list(before)
    after[register] = frozenset({w.NONE})
    for seat in range(w.MAX_SEATS):
        after[block + seat] |= kept
    return tuple(after)


def _picked(deck: Deck, selection: int) -> str:
    """What is picked from a set: a seat, a word or a card."""
    terms = {word for word, _ in _terms(deck, selection)}
    if v.Terms.add_seats in terms or v.Terms.add_picked_seats in terms:
        return v.SEAT
    if v.Terms.add_numbers in terms:
        return v.NUMBER
    return v.WORD if v.Terms.add_word in terms else v.CARD


def _value(deck: Deck, expression: int, before: State) -> Held:
    """What an expression can give: the term at its end says so, and where it chooses between two, the end of each."""
    terms = _terms(deck, expression)
    ends = [place - 1 for place in range(1, len(terms)) if _leads_to_end(terms, place)] + [len(terms) - 1]
    return frozenset().union(*(_given(*terms[place], before) for place in ends))


def _leads_to_end(terms: list[tuple[v.Word, int]], place: int) -> bool:
    """Whether a term is a jump after which nothing more is read."""
    while place < len(terms):
        word, distance = terms[place]
        if word is not v.Terms.jump:
            return False
        place += distance
    return True


def _given(word: v.Word, operand: int, before: State) -> Held:
    if word is v.Terms.reg:
        return before[operand]
    if word is v.Queries.choice:
        shown = (kind for kind in before[operand] if not isinstance(kind, str) or not kind.startswith(SECRET))
        return frozenset({w.NONE, *shown})
    if word is v.Terms.num:
        return frozenset({operand})
    return frozenset({word.returns if word.returns in (v.CARD, v.SEAT) else v.NUMBER})


def _terms(deck: Deck, pc: int) -> list[tuple[v.Word, int]]:
    """The terms of an expression, each with its first operand."""
    terms = []
    while deck.code[pc * w.WIDTH] != v.Terms.return_.term:
        terms.append((v.TERMS[deck.code[pc * w.WIDTH]], deck.code[pc * w.WIDTH + 1]))
        pc += 1
    return terms
