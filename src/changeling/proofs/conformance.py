"""What every deck has to satisfy, whatever its cards say: random games in which nothing is lost and nobody gets stuck.

`conform` is for the authors of decks too:

>>> from changeling.proofs.conformance import conform
>>> conform("family", 3, 2, 1).capped
0
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck
from changeling.engine import layout as at
from changeling.engine.fields import SCRATCH
from changeling.engine.layout import Table
from changeling.engine.machine import loop as machine
from changeling.engine.machine.board import census as findings
from changeling.engine.machine.board.census import card_found, kind_found
from changeling.engine.seen.backtrace import backtrace
from changeling.engine.setup import deal, laid_out, left_out
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet
from changeling.errors import EngineFault
from changeling.play.game import Game
from changeling.play.seats import MAX_SEATS
from changeling.record import notation

CAP = 5000  # decisions after which a game counts as one that does not end
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")[:MAX_SEATS]

Answer = Callable[[Sheet, Table, int], None]


@dataclass(frozen=True, slots=True)
class Conformance:
    """What came of a run: games that ended (among them those in which nobody could do anything any more), games that
    reached the cap, and how many decisions they took."""

    deck: str
    seats: int
    games: int
    decisions: int
    ended: int
    stuck: int
    capped: int
    longest: int

    def __str__(self) -> str:
        return (
            f"{self.deck}, {self.seats} seats: {self.games} games, {self.ended} ended ({self.stuck} stuck), "
            f"{self.capped} reached the cap, {self.decisions} decisions, the longest game {self.longest}"
        )


def conform(
    deck: str | Sequence[str] | Deck,
    seats: int,
    games: int,
    seed: int,
    *,
    cap: int = CAP,
    every: int = 50,
    answer: Answer = machine.answer,
) -> Conformance:
    """Play random games and check the whole table at every decision. Raises EngineFault, with a record, where
    something is wrong.

    Every card is in exactly one place; options are there, are unique and belong to a seat. At every `every`-th decision
    a copy, and the table written down and read back, are played on beside the original and must stay equal to it.
    `answer` is the machine that plays the originals: any that keeps the contract of `machine.answer` can be tested.
    """
    deck = deck if isinstance(deck, Deck) else load_deck(deck)
    decisions = ended = stuck = longest = 0
    for number in range(games):
        game = _Checked(deck, seats, seed + number, cap=cap, every=every, answer=answer)
        made = game.play()
        decisions += made
        longest = max(longest, made)
        ended += game.table.outcome != at.GOING
        stuck += game.table.outcome == at.STUCK
    return Conformance(deck.name, seats, games, decisions, ended, stuck, games - ended, longest)


class _Checked:
    """One random game under observation."""

    def __init__(self, deck: Deck, seats: int, seed: int, *, cap: int, every: int, answer: Answer) -> None:
        self.deck, self.seats, self.seed = deck, seats, seed
        self.cap, self.every, self.answer = cap, every, answer
        self.d = sheet_for(deck)
        self.names = NAMES[:seats]
        self.chance = random.Random(seed)
        self.answers: list[int] = []
        self.beside: list[tuple[str, Table]] = []
        out = left_out(self.d, dict(enumerate(deck.leaves_out)), [])
        self.table = deal(self.d, laid_out(self.d, seats, out=out), seed=seed, journal=False)

    def play(self) -> int:
        """Play to the end or to the cap; gives the number of decisions."""
        self._look()
        while self.table.outcome == at.GOING and len(self.answers) < self.cap:
            if len(self.answers) % self.every == 0:
                self._set_beside()
            index = self.chance.randrange(self.table.options)
            self.answers.append(index)
            self.answer(self.d, self.table, index)
            self._look()
            self._compare(index)
        return len(self.answers)

    def _look(self) -> None:
        t = self.table
        if t.outcome == at.FAULT:
            self._fail(at.FAULTS[t.fault])
        for line in census(self.deck, t):
            self._fail(line)
        if t.outcome != at.GOING:
            return
        if not 0 <= t.asked < t.seats:
            asked, t.asked = t.asked, w.NONE
            self._fail(f"the question goes to seat {asked} of {t.seats}")
        options = t.option[: t.options]
        if not options:
            self._fail("a question without options")
        if len(set(options)) != len(options):
            self._fail(f"an option is there twice: {sorted(options)}")

    def _set_beside(self) -> None:
        """Put a copy, and the table written down and read back, beside the game."""
        text = notation.write(self.deck, self.table, self.names)
        back = notation.read(self.deck, self.d, text, self.names, journal=False)
        self.beside = [("a copy", self.table.copy()), ("the table read back from its notation", back)]
        self._same("at once")

    def _compare(self, index: int) -> None:
        """Answer beside the game as in the game, and compare; done with it after a few decisions."""
        for _, table in self.beside:
            machine.answer(self.d, table, index)
        if self.beside:
            self._same("after the same answers")
        if len(self.answers) % self.every == 5:
            self.beside = []

    def _same(self, when: str) -> None:
        for what, table in self.beside:
            for line in differences(self.table, table):
                self._fail(f"{what} differs {when}: {line}")

    def _fail(self, message: str) -> None:
        raise EngineFault(
            f"{self.deck.name}, {self.seats} seats, seed {self.seed}, after {len(self.answers)} answers: {message}",
            backtrace=backtrace(self.deck, self.table, self.names),
            notation=self._record(),
        )

    def _record(self) -> str:
        """The game as a record, as far as it can be played back."""
        game = Game(self.deck, seats=self.names, seed=self.seed)
        try:
            for index in self.answers:
                game.answer(index)
        except EngineFault as fault:
            return fault.notation
        return game.record().to_json()


def census(deck: Deck, t: Table) -> list[str]:
    """What the machine's census finds wrong with where the cards are; empty when each is in exactly one place."""
    found = findings.census(sheet_for(deck), t)
    return [finding_text(deck, t, found)] if found else []


def finding_text(deck: Deck, t: Table, found: int) -> str:
    """A finding of the census in words."""
    kind, card = kind_found(found), card_found(found)
    name, zone = ("a card", 0) if card == w.NONE else (deck.cards[card].title, t.place[card])
    match kind:
        case findings.SECRET_CREEPER:
            return f"{name} is in a hand"
        case findings.MISSING:
            return f"{name} is nowhere"
        case findings.MISFILED:
            return f"{name}, a {deck.cards[card].kind}, lies where none can (zone {zone})"
        case findings.MISATTACHED:
            return f"{name} lies on or under a card that is not there, or it is miscounted what does"
        case findings.NO_OPTION:
            return "a question without options"
        case findings.MISCOUNTED:
            return f"{name} ends a zone that says it holds {t.size[zone]} cards, the last {t.tail[zone]}"
        case _:
            return f"{name} is not in exactly one place (zone {zone})"


def differences(one: Table, other: Table) -> list[str]:
    """The fields in which two tables differ; scratch, and entries of lists that are not in use, do not count."""
    return [
        f"{field.name}: {one.in_use(field)} and {other.in_use(field)}"
        for field in one.fields
        if field.role != SCRATCH and one.in_use(field) != other.in_use(field)
    ]
