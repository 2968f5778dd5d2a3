"""What a program does after a question, for each way to answer it.

A question is an instruction of a program; what its answer is for stands in the instructions behind it. A path is walked
with the answer in its register: conditions that the answer settles are followed, loops are gone through once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.engine.seen.questions.symbols import (
    ANSWER,
    NOTHING,
    OPEN,
    Registers,
    Selection,
    Value,
    contains,
    selection_at,
    truth,
    value_at,
)

_PICKS = {v.Queries.random: "random", v.Queries.first: "first"}
_WRITING = (
    v.Control.set,
    v.Control.for_seats,
    v.Control.for_cards,
    v.Control.for_players,
    v.Control.begin_picks,
    v.Control.pick_more,
    v.Queries.random_several,
    v.Queries.roll,
    v.Queries.meets,
    v.Questions.choose,
    *_PICKS,
)
_UNTOLD = (v.Queries.roll, v.Queries.meets, v.Control.begin_picks, v.Control.for_players)  # what they give is open
_LOOPS = (v.Control.for_seats, v.Control.for_cards, v.Control.for_players)
_UNREAD = {register: Value("now", register) for register in range(w.REGISTERS)}  # only their numbers are asked
_UNSAID = (v.Effects.deliver, v.Effects.deal_down)  # they end what `promise` began


@dataclass(frozen=True, slots=True)
class Deed:
    """One instruction that changes the table, and the cards, seats and numbers that it is given."""

    place: int
    word: v.Word
    operands: tuple[Value | Selection, ...]
    times: Value | None = None  # of a loop that it stands in
    doubtful: bool = False  # only under a condition that the answer does not settle
    fork: int = w.NONE  # of such a condition with an `else`: its place
    otherwise: bool = False  # it is what the `else` does

    @property
    def idle(self) -> bool:
        """Whether it does nothing, because there is nothing to do it to."""
        kinds = [kind for kind in self.word.params if kind != v.ASIDE] + [v.SEAT] * self.word.by
        given = list(zip(kinds, self.operands, strict=False))
        return any(value == NOTHING for kind, value in given if kind in (v.CARD, v.SEAT)) or any(
            value == Selection() for kind, value in given if kind == v.CARDS
        )


@dataclass(frozen=True, slots=True)
class Way:
    """What one answer leads to, up to where the question is asked again or the program ends."""

    deeds: tuple[Deed, ...]
    whole: bool  # these are all of them; else more can follow, which depends on the table
    again: bool  # it comes back to the question


@dataclass(slots=True)
class _Fork:
    """A condition with an `else` that the answer does not settle: both sides are walked, one after the other."""

    test: int
    other: int  # where the `else` begins
    join: int  # what comes after both
    before: dict[int, Value]  # the registers as it was come to
    after: dict[int, Value]  # and at the end of the first side

    def merged(self, registers: dict[int, Value]) -> dict[int, Value]:
        """The registers behind both sides: what only one of them has put there is open."""
        both = {*self.after, *registers}
        same = {at: self.after.get(at) == registers.get(at) for at in both}
        return {at: registers[at] if same[at] else OPEN for at in both}


@dataclass(frozen=True, slots=True)
class Step:
    """An instruction: its place, its word and its operands."""

    place: int
    word: v.Word
    operands: tuple[int, ...]


class Program:
    """The program that an instruction is part of, as it can be read by people."""

    def __init__(self, deck: Deck, place: int) -> None:
        self.deck = deck
        found = next(p for p in deck.programs if p.entry <= place < p.entry + p.length)
        self.number = deck.programs.index(found)
        self.steps = {at: self._step(at) for at in range(found.entry, found.entry + found.length)}

    def _step(self, place: int) -> Step:
        op, *operands = self.deck.code[place * w.WIDTH : (place + 1) * w.WIDTH]
        if op == v.Effects.window.statement:  # whatever is answered there, the program goes on behind it or ends
            return Step(place, v.Control.goto, (place + 1, 0, 0, 0))
        return Step(place, v.STATEMENTS[op], tuple(operands))

    def operands(self, step: Step, registers: Registers) -> tuple[Value | Selection, ...]:
        """What an instruction is given."""
        found: list[Value | Selection] = []
        for kind, number in zip(step.word.kinds, step.operands, strict=False):
            if kind == v.SELECTION:
                found.append(selection_at(self.deck, number, registers))
            elif kind in v.EXPRESSIONS_IN_PROGRAMS:
                found.append(value_at(self.deck, number, registers) if number >= 0 else NOTHING)
            elif kind == v.COUNTED:
                found.append(Value("counter", number))
        return tuple(found)

    def written(self, step: Step, registers: Registers) -> dict[int, Value]:
        """What an instruction puts into a register."""
        register, second = step.operands[0], step.operands[1]
        if step.word is v.Control.set:
            return {register: value_at(self.deck, second, registers)}
        if step.word is v.Control.for_seats:
            return {register: Value("each", second)}
        if step.word in _PICKS:
            return {register: Value(_PICKS[step.word], args=(selection_at(self.deck, second, registers),))}
        if step.word is v.Control.for_cards:
            return {register: Value("loop", args=(selection_at(self.deck, second, registers),))}
        if step.word is v.Queries.random_several:
            number, cards = value_at(self.deck, second, registers), selection_at(self.deck, step.operands[2], registers)
            return {register: Value("several", args=(number, cards))}
        if step.word in _UNTOLD:
            return {register: OPEN}
        if step.word in (v.Questions.choose, v.Control.pick_more):
            by = value_at(self.deck, step.operands[2], registers)
            optional = int(w.is_optional(step.operands[3]))
            return {register: Value("asked", optional, (selection_at(self.deck, second, registers), by))}
        return {}

    def registers(self) -> dict[int, Value]:
        """What the registers hold as a question is asked, as far as everybody may be told.

        A register that only answers, loops over players and what follows from these are put into holds that (`now`).
        One that holds a card picked by chance is that pick, not the card: which one it is shows when it moves."""
        writers: dict[int, list[Step]] = {}
        for step in self.steps.values():
            if step.word in _WRITING:
                writers.setdefault(step.operands[0], []).append(step)
        found = {register: Value("now", register) for register in writers}
        if any(hook.program == self.number for hook in self.deck.events):  # the event that it is about
            found |= {register: Value("now", register) for register in range(len(w.EVENT_NAMES))}
        changed = True
        while changed:
            changed = False
            for register, steps in writers.items():
                values = [self.written(step, found)[register] for step in steps]
                if found[register].word == "now" and not all(_is_open_to_all(value) for value in values):
                    found[register] = values[0] if len(values) == 1 else OPEN
                    changed = True
        return found

    def round_of(self, place: int) -> tuple[int, int] | None:
        """The loop `for _ in upto(n)` right around a place: the register that counts, and the expression of n."""
        for step in reversed([step for step in self.steps.values() if step.place < place]):
            if step.word in _LOOPS and step.operands[2] > place:
                return None
            if step.word is v.Control.unless and step.operands[1] > place and self._loops(step):
                return self._counted(step)
        return None

    def _loops(self, test: Step) -> bool:
        """Whether a condition is that of a loop: its body ends with the way back."""
        last = self.steps.get(test.operands[1] - 1)
        return last is not None and last.word is v.Control.goto and last.operands[0] == test.place

    def _counted(self, test: Step) -> tuple[int, int] | None:
        value = value_at(self.deck, test.operands[0], _UNREAD)
        following = self.steps[test.place + 1]
        if value.word != "lt" or following.word is not v.Control.set:
            return None
        counter = value.args[0]
        assert isinstance(counter, Value)
        return (counter.number, test.place) if counter == Value("now", following.operands[0]) else None

    def leads(self, place: int, target: int, *, without: int = w.NONE) -> bool:
        """Whether a program can come from one place to a later one without going back, and without one instruction."""
        todo, seen = [place], set[int]()
        while todo:
            at = todo.pop()
            if at == target:
                return True
            step = self.steps.get(at)
            if step is None or at in seen or at == without or step.word is v.Control.end:
                continue
            seen.add(at)
            jumps = [number for kind, number in zip(step.word.kinds, step.operands, strict=False) if kind == v.JUMP]
            todo += [jump for jump in jumps if jump > at]
            todo += [] if step.word is v.Control.goto else [at + 1]
        return False

    def bound(self, test: int, registers: Registers) -> Value:
        """How often a counted loop goes round, given the place of its test."""
        value = value_at(self.deck, self.steps[test].operands[0], registers)
        found = value.args[1]
        assert isinstance(found, Value)
        return found


def _is_open_to_all(value: Value) -> bool:
    """Whether everybody may know a value: answers, players in turn, and numbers of what lies open."""
    if value.word in ("asked", "each", "now", "nothing"):
        return True
    if value.word == "count":
        (counted,) = value.args
        assert isinstance(counted, Selection)
        return all(part.zone not in _HIDDEN or not part.filter for part in counted.parts)
    if value.word not in _PUBLIC:
        return False
    return all(isinstance(arg, Value) and _is_open_to_all(arg) for arg in value.args)


_HIDDEN = (w.HAND, w.DOWN, w.ASIDE)
_SUMS = ("num", "live", "add", "sub", "mul", "half", "min", "max", "eq")
_PUBLIC = (*_SUMS, "you", "this", "left_of", "right_of", "player", "played")


class Paths:
    """The ways from one question on."""

    def __init__(self, program: Program, place: int) -> None:
        self.program = program
        self.place = place
        self.register = program.steps[place].operands[0]
        self.held = program.registers()

    def way(self, answer: Value) -> Way:
        """What is done after an answer, in order; where a condition is open, if it holds and if not."""
        registers = {**self.held, self.register: answer}
        deeds: list[Deed] = []
        seen: dict[int, int] = {}
        place = self.place + 1
        inside: list[tuple[int, Value | None]] = []  # ends of what may or may not happen, and how often a loop turns
        fork: _Fork | None = None
        while place != self.place:
            if fork is not None and place == fork.other - 1:
                fork.after, registers, place = registers, fork.before, fork.other
            elif fork is not None and place == fork.join:
                registers, fork = fork.merged(registers), None
            step = self.program.steps[place]
            seen[place] = seen.get(place, 0) + 1
            if step.word is v.Control.end and fork is None:
                return Way(tuple(deeds), True, False)
            if seen[place] > 2 or (fork is not None and not _stays(step, fork)):
                break
            inside = [one for one in inside if one[0] > place]
            registers.update(self.program.written(step, registers))
            if step.word.group == v.Effects.draw.group:
                deeds.append(_at_fork(self._deed(step, registers, inside), fork))
            following = self._following(step, registers, again=seen[place] > 1)
            if len(following) == 2 and self._skips(step):
                loops = self.program._loops(step)
                counted = self.program._counted(step) if loops else None
                times = self.program.bound(step.place, registers) if counted else OPEN if loops else None
                inside.append((step.operands[1], times))
            elif len(following) == 2:
                if fork is not None:
                    break
                join = self.program.steps[step.operands[1] - 1].operands[0]
                fork = _Fork(place, step.operands[1], join, dict(registers), {})
            place = following[0]
        else:
            return Way(tuple(deeds), True, True)
        return Way(tuple(deed for deed in deeds if fork is None or deed.fork != fork.test), False, False)

    def _deed(self, step: Step, registers: Registers, inside: list[tuple[int, Value | None]]) -> Deed:
        turning = [times for _, times in inside if times is not None]
        doubtful = any(times is None for _, times in inside)
        operands = self.program.operands(step, registers)
        return Deed(step.place, step.word, operands, turning[-1] if turning else None, doubtful)

    def _skips(self, step: Step) -> bool:
        """Whether an open condition only decides whether something is done: there is no `else`."""
        last = self.program.steps[step.operands[1] - 1]
        return last.word is not v.Control.goto or last.operands[0] <= step.place

    def _following(self, step: Step, registers: Registers, *, again: bool) -> list[int]:
        """The places that can be next; where a condition is open, what it guards and what comes behind."""
        if step.word is v.Control.goto:
            return [step.operands[0]]
        if step.word in _LOOPS:
            return [step.operands[2] if again else step.place + 1]
        if step.word is not v.Control.unless:
            return [step.place + 1]
        holds = truth(value_at(self.program.deck, step.operands[0], registers))
        if holds is None and not again:
            return [step.place + 1, step.operands[1]]
        return [step.place + 1] if holds else [step.operands[1]]

    def _walk(self, answer: Value, *, stops: bool) -> Iterator[Deed]:
        """Every deed that an answer can lead to; with `stops`, on each path only up to the first that uses it."""
        todo: list[tuple[int, dict[int, Value]]] = [(self.place + 1, {**self.held, self.register: answer})]
        seen: set[tuple[int, tuple[tuple[int, Value], ...]]] = set()
        while todo:
            place, registers = todo.pop()
            step = self.program.steps[place]
            kept = {r: value for r, value in registers.items() if value in (answer, NOTHING)}
            mark = (place, tuple(sorted(kept.items(), key=lambda pair: pair[0])))
            if place == self.place or mark in seen or step.word is v.Control.end:
                continue
            seen.add(mark)
            registers = {**registers, **self.program.written(step, registers)}
            if step.word.group == v.Effects.draw.group:
                deed = Deed(place, step.word, self.program.operands(step, registers))
                yield deed
                if stops and step.word is not v.Effects.detach and uses(deed):
                    continue
            if step.word in _LOOPS:
                todo.append((step.operands[2], registers))
            todo += [(at, registers) for at in reversed(self._following(step, registers, again=False))]

    def reached(self, answer: Value) -> set[int]:
        """The places of all deeds that an answer can lead to before the question is asked again."""
        found = self._walk(answer, stops=False)
        return {deed.place for deed in found if not deed.idle and deed.word not in _UNSAID}

    def purpose(self) -> Deed | None:
        """The first thing that is done with the answer; nothing where that depends on what is chosen, or is never."""
        found = [deed for deed in self._walk(ANSWER, stops=True) if uses(deed)]
        moved = [deed for deed in found if deed.word is not v.Effects.detach] or found
        return moved[0] if len({deed.word.name for deed in moved}) == 1 else None

    def only_after(self, answer: Value, *others: Value) -> Way:
        """What is done after an answer and not after the others, or not to the same things."""
        way = self.way(answer)
        reached = [self.reached(other) for other in others]
        same = [{deed.place: deed for deed in self.way(other).deeds} for other in others]
        deeds = tuple(
            deed
            for deed in way.deeds
            if not deed.idle and deed.word not in _UNSAID
            if any(
                deed.place not in places or (deed.place in done and done[deed.place].operands != deed.operands)
                for places, done in zip(reached, same, strict=True)
            )
        )
        own = self.reached(answer).difference(*reached)
        return Way(deeds, own <= {deed.place for deed in deeds}, way.again)


def _stays(step: Step, fork: _Fork) -> bool:
    """Whether what comes after an instruction of one side of a fork is of that side, or behind both."""
    jumps = [number for kind, number in zip(step.word.kinds, step.operands, strict=False) if kind == v.JUMP]
    end = fork.other - 1 if step.place < fork.other else fork.join
    return step.word is not v.Control.end and all(fork.test < jump <= end for jump in jumps)


def _at_fork(deed: Deed, fork: _Fork | None) -> Deed:
    """A deed with the side of a fork that it is on."""
    return deed if fork is None else replace(deed, fork=fork.test, otherwise=deed.place >= fork.other)


def uses(deed: Deed) -> bool:
    """Whether something is done with the answer."""
    return any(contains(operand, ANSWER) for operand in deed.operands)
