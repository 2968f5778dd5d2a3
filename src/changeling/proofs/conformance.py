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
from changeling.engine.layout import Sheet, Table
from changeling.engine.machine import loop as machine
from changeling.engine.seen.backtrace import backtrace
from changeling.engine.setup import deal, left_out
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import EngineFault
from changeling.play.game import Game
from changeling.play.seats import MAX_SEATS
from changeling.record import notation

CAP = 5000  # decisions after which a game counts as one that does not end
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo")[:MAX_SEATS]

Answer = Callable[[Sheet, Table, int], None]


@dataclass(frozen=True, slots=True)
class Conformance:
    """What came of a run: games that had an end (among them those in which nobody could do anything any more), games
    that reached
    the cap, and how many decisions they took."""

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
            f"{self.capped} reached the cap, "
            f"{self.decisions} decisions, the longest game {self.longest}"
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
    """Play random games, looking at the whole table at every decision. Raises EngineFault, with a record, when a thing
    is amiss.

    Every card is in exactly one place; options are there, are unique and belong to a seat. At every `every`-th decision
    a copy
    and the table written down and read back are played on beside the original, and must stay equal to it. `answer` is
    the
    machine that plays the originals: any that keeps the contract of `machine.answer` can be put to the test.
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
        self.table = deal(self.d, seats, seed=seed, out=out, journal=False)

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
        back = notation.read(self.deck, self.d, text, self.names, people=(), holiday=False, seed=0, journal=False)
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
    """What is wrong with where the cards are: walks every zone and counts. Empty when each card is in exactly one
    place."""
    wrong: list[str] = []
    zone_of: dict[int, int] = {}
    for zone in range(w.ASIDE + t.asides):
        before, count, card = w.NONE, 0, t.head[zone]
        while card != w.NONE:
            if card in zone_of:
                return [*wrong, f"{deck.cards[card].title} is in zone {zone_of[card]} and in zone {zone}"]
            if t.place[card] != zone or t.prev[card] != before:
                wrong.append(
                    f"{deck.cards[card].title} is in zone {zone}, but its place says {t.place[card]} after "
                    f"{t.prev[card]}"
                )
            zone_of[card] = zone
            count += 1
            before, card = card, t.next[card]
        if t.size[zone] != count or t.tail[zone] != before:
            wrong.append(
                f"zone {zone} says it holds {t.size[zone]} cards, the last {t.tail[zone]}; it holds {count}, the last "
                f"{before}"
            )
    wrong += [f"{card.title} is nowhere" for card in deck.cards if card.id not in zone_of]
    wrong += [
        f"{card.title} is in a hand"
        for card in deck.cards
        if card.kind == "creeper" and w.HAND <= zone_of.get(card.id, -1) < w.KEEPERS
    ]
    return wrong


def differences(one: Table, other: Table) -> list[str]:
    """The fields in which two tables differ; scratch, and entries of lists that are not in use, do not count."""
    return [
        f"{field.name}: {one.in_use(field)} and {other.in_use(field)}"
        for field in one.fields
        if field.role != SCRATCH and one.in_use(field) != other.in_use(field)
    ]
