"""What the expressions of a program say, before they have a value: seats, cards, numbers and sets as small trees.

The machine evaluates an expression; a sentence about it needs what it means. `value_at` and `selection_at` read an
expression of a deck and put in place of each register what is said to be in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck

# In place of a zone: cards of these names wherever they are, what lies under a card, one end of the draw pile (of which
# `filter` says which, and `of` how many), what was chosen together, any card of the deck by its name.
NAMED, UNDER, END, PICKED, ANY = -3, -4, -5, -6, -7


@dataclass(frozen=True, slots=True)
class Value:
    """A seat, a card, a number or a condition. `word` is the term that gives it, or one of these:

    `answer`: what the question is answered with; `nothing`: no card, no seat; `now`: what a register holds as the
    question is asked; `each`: each of a group of seats in turn; `random`, `first`: one of a set, without a question;
    `loop`: each card of a set in turn; `asked`: what a later question will be answered with; `open`: something that no
    sentence can say.
    """

    word: str
    number: int = 0  # the number, the register, the group of seats; of `asked`, 1 where it may be declined
    args: tuple[Value | Selection, ...] = ()


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a set: a zone of some seats with a filter; a single card `of`, where the zone is NONE."""

    zone: int
    who: int
    filter: int = 0
    of: Value | None = None


@dataclass(frozen=True, slots=True)
class Selection:
    """A set of cards (`parts`), of seats (`seats`, a group) or of words."""

    parts: tuple[Part, ...] = ()
    seats: int = w.NONE
    words: tuple[int, ...] = ()
    numbers: tuple[Value, ...] = ()  # the lowest and the highest of those that can be chosen


ANSWER = Value("answer")
NOTHING = Value("nothing")
OPEN = Value("open")
_FIXED = ("num", "nothing")
Registers = Mapping[int, Value]


def contains(tree: Value | Selection, wanted: Value) -> bool:
    """Whether a value is a part of another, or of a set."""
    if isinstance(tree, Selection):
        return any(part.of is not None and contains(part.of, wanted) for part in tree.parts)
    return tree == wanted or any(contains(arg, wanted) for arg in tree.args)


def value_at(deck: Deck, place: int, registers: Registers) -> Value:
    """The value of the expression at a place of the deck's code."""
    reading = _Reading(deck, registers)
    reading.run(place, None)
    return reading.stack.pop() if reading.stack else OPEN


def selection_at(deck: Deck, place: int, registers: Registers) -> Selection:
    """The set that the expression at a place of the deck's code describes."""
    reading = _Reading(deck, registers)
    reading.run(place, None)
    return Selection(tuple(reading.parts), reading.seats, tuple(reading.words), tuple(reading.numbers))


@dataclass(slots=True)
class _Reading:
    """An expression being read: what lies on the value stack, and the set that is being gathered."""

    deck: Deck
    registers: Registers
    stack: list[Value] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    seats: int = w.NONE
    words: list[int] = field(default_factory=list)
    numbers: list[Value] = field(default_factory=list)

    def run(self, place: int, end: int | None) -> None:
        """Read from a place on, to the end of the expression or to another place."""
        while place != end:
            op, *operands = self.deck.code[place * w.WIDTH : (place + 1) * w.WIDTH]
            word = v.TERMS[op]
            if word is v.Terms.return_:
                return
            place = self._jump(word, operands[0], place) if v.JUMP in word.kinds else self._plain(word, operands, place)

    def _jump(self, word: v.Word, far: int, place: int) -> int:
        """A term that may go on elsewhere; gives where reading goes on."""
        if word in (v.Terms.next, v.Terms.step):  # past the test of a sieve or of a walk: what passes is not said
            return place + far
        if word in (v.Terms.and_, v.Terms.or_):
            left = self.stack.pop()
            self.run(place + 1, place + far)
            self.stack.append(Value(word.name, args=(left, self.stack.pop())))
            return place + far
        test, other = self.stack.pop(), place + far  # `a if test else b`; before `b` stands a jump to the end
        self.run(place + 1, other - 1)
        end = other - 1 + self.deck.code[(other - 1) * w.WIDTH + 1]
        first = self.stack.pop()
        self.run(other, end)
        self.stack.append(Value("either", args=(test, first, self.stack.pop())))
        return end

    def _plain(self, word: v.Word, operands: list[int], place: int) -> int:
        given = dict(zip(word.kinds, operands, strict=False))
        seat = self.stack.pop() if given.get(v.WHO) == w.ONE_SEAT else None
        taken = [self.stack.pop() for _ in word.params][::-1]
        if word is v.Terms.add_zone:
            self.parts.append(Part(given[v.ZONE], given[v.WHO], given[v.FILTER], seat))
        elif word is v.Terms.add_seats:
            self.seats = given[v.WHO]
        elif word is v.Terms.add_card and taken[0] != NOTHING:
            self.parts.append(Part(w.NONE, w.NOBODY, 0, taken[0]))
        elif word is v.Terms.add_names:
            self.parts.append(Part(NAMED, w.NOBODY, given[v.LIST]))
        elif word is v.Terms.add_under:
            self.parts.append(Part(UNDER, w.NOBODY, 0, taken[0]))
        elif word is v.Terms.add_stash:
            self.parts.append(Part(w.DOWN, given[v.WHO], given[v.FILTER], seat))
        elif word is v.Terms.add_end:
            self.parts.append(Part(END, w.NOBODY, operands[0], taken[0]))
        elif word is v.Terms.add_picked and self.registers.get(operands[0], OPEN) != NOTHING:
            self.parts.append(Part(PICKED, w.NOBODY, 0, self.registers.get(operands[0], OPEN)))
        elif word is v.Terms.add_picked_seats:
            self.seats = w.EVERYONE  # which of them is not said
        elif word is v.Terms.add_any:
            self.parts.append(Part(ANY, w.NOBODY, given[v.FILTER]))
        elif word is v.Terms.add_numbers:
            self.numbers += taken
        elif word is v.Terms.face_up:
            self.stack += taken  # the same card, whichever side is up
        elif word is v.Terms.add_word:
            self.words.append(given[v.ANSWER])
        elif word is v.Terms.reg:
            self.stack.append(self.registers.get(operands[0], OPEN))
        elif word is v.Queries.count:
            self.stack.append(
                Value("count", args=(Selection((Part(given[v.ZONE], given[v.WHO], given[v.FILTER], seat),)),))
            )
        elif word in (v.Terms.walk, v.Terms.inner_walk):
            self.stack.append(OPEN)
        elif word.returns != v.NOTHING:
            self.stack.append(_known(word, operands[0], (*taken, seat) if seat else tuple(taken)))
        return place + 1


def _known(word: v.Word, number: int, args: tuple[Value, ...]) -> Value:
    return NOTHING if word is v.Terms.num and number == w.NONE else Value(word.name, number, args)


def truth(value: Value) -> bool | None:
    """Whether a condition holds, where that is settled by what the answer is."""
    if value.word == "num":
        return value.number != 0
    args = [arg for arg in value.args if isinstance(arg, Value)]
    if value.word == "some":
        return False if args[0] == NOTHING else True if args[0] == ANSWER else None
    if value.word in ("not", "and", "or"):
        known = [truth(arg) for arg in args]
        if value.word == "not":
            return None if known[0] is None else not known[0]
        settles = value.word == "or"
        return settles if settles in known else None if None in known else not settles
    if value.word in ("eq", "ne") and ({*args} == {ANSWER, NOTHING} or all(arg.word in _FIXED for arg in args)):
        return (args[0] == args[1]) == (value.word == "eq")
    return None
