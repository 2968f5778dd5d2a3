"""What went wrong in many games, told once for each card, line and kind of fault, with a seed to see it again."""

from __future__ import annotations

from dataclasses import dataclass, field

from changeling.cards import vocabulary as v
from changeling.cards.codes import NONE, WIDTH
from changeling.cards.deck import Deck, Program
from changeling.engine.layout import F_CARD, F_PC, F_PROGRAM, FAULT, FAULTS, FRAME, GOING, Table
from changeling.engine.machine.board.census import NO_OPTION, census, finding
from changeling.engine.sheet_layout import Sheet
from changeling.proofs.conformance import finding_text

MOST_TOLD = 20  # kinds of fault with an account of their own; further ones are only counted


@dataclass(frozen=True, slots=True)
class Kind:
    """What two games have in common that went wrong alike: what was wrong, and where in the cards."""

    what: str
    where: str = ""

    def __str__(self) -> str:
        return f"{self.what}: {self.where}" if self.where else self.what


@dataclass(slots=True)
class Fault:
    """A kind of fault: the first game that had it, how many had it in all, and how to see it again."""

    kind: Kind
    seats: int
    seed: int
    account: str
    games: int = 1


@dataclass(slots=True)
class Faults:
    """All that went wrong in a soak, the first of each kind first."""

    found: dict[Kind, Fault] = field(default_factory=dict)
    further: int = 0  # games whose fault is of none of these kinds

    def __bool__(self) -> bool:
        return bool(self.found)

    @property
    def games(self) -> int:
        """How many games went wrong."""
        return sum(fault.games for fault in self.found.values()) + self.further

    def counted(self, kind: Kind) -> bool:
        """Count a game with a fault of that kind; gives False where somebody has to give an account of it first."""
        if kind in self.found:
            self.found[kind].games += 1
        elif len(self.found) >= MOST_TOLD:
            self.further += 1
        else:
            return False
        return True

    def told(self) -> list[str]:
        """A text for each kind of fault, the most frequent first."""
        faults = sorted(self.found.values(), key=lambda fault: -fault.games)
        return [fault.account for fault in faults]

    def summary(self) -> str:
        """All kinds in a few rows: how many games, what and where, and a seed."""
        faults = sorted(self.found.values(), key=lambda fault: -fault.games)
        rows = [
            f"  {fault.games:6,} x {fault.kind} (first: seed {fault.seed}, {fault.seats} seats)" for fault in faults
        ]
        if self.further:
            rows.append(f"  {self.further:6,} x something else, not looked at")
        return "\n".join(rows)


def kind_of(deck: Deck, d: Sheet, t: Table) -> Kind:
    """What is wrong with a table at which a game had to stop."""
    if t.outcome == FAULT:
        return Kind(FAULTS[t.fault], _innermost(deck, t))
    if t.outcome == GOING:
        wrong = finding(NO_OPTION, NONE) if t.options <= 0 else census(d, t)
        if wrong:
            return Kind(finding_text(deck, t, wrong), _innermost(deck, t))
    return Kind("")


def _innermost(deck: Deck, t: Table) -> str:
    """The card whose program is running, or the shared program, with file and line."""
    for depth in reversed(range(t.frames)):
        base = depth * FRAME
        program = deck.programs[t.stack[base + F_PROGRAM]]
        card = t.stack[base + F_CARD]
        if card == NONE and depth:
            continue
        pc = _head(deck, program, min(t.stack[base + F_PC], program.entry + program.length - 1))
        file, line, _ = deck.lines.get(pc, (program.file, program.line, ""))
        name = deck.cards[card].name if card != NONE else program.name
        return f"{name}, {file}:{line}"
    return ""


def _head(deck: Deck, program: Program, pc: int) -> int:
    """The first instruction of the outermost loop that a place is in, or the place: where a loop stops says nothing."""
    head = pc
    for at in range(pc, program.entry + program.length):
        op, target, *_ = deck.code[at * WIDTH : (at + 1) * WIDTH]
        if op == v.Control.goto.statement and target <= pc:
            head = min(head, target)
    return head
