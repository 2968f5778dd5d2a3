"""The moves of a game: they are made, remembered, written down and taken back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from changeling.cards.deck import Deck
from changeling.engine.layout import FAULT, FAULTS
from changeling.engine.seen.backtrace import backtrace
from changeling.engine.setup import Person, join
from changeling.errors import ChangelingError, EngineFault
from changeling.play.answering import Given, written
from changeling.play.beginning import beginning
from changeling.play.compiled.native_games import EVERY as TRIED_EVERY
from changeling.play.machines import Machines
from changeling.play.past import Past
from changeling.record.record import Move, Record


class Course:
    """A game from its beginning to where it stands. `start` is its record without moves, `seats` are those of now."""

    __slots__ = ("_trunk", "_written", "machines", "moves", "past", "seats", "start")

    def __init__(self, machines: Machines, start: Record, seats: Sequence[str]) -> None:
        self.machines, self.start, self.seats = machines, start, list(seats)
        self.moves: list[Given | str] = []  # an answer, or "+ Dee" for a player who joined
        self._written: list[Move] = []  # the first of those, as a record has them
        self.past = Past()
        self._trunk: tuple[Course, int] | None = None  # of a branch: what it is one of, and after how many moves

    @property
    def deck(self) -> Deck:
        """The deck that is played."""
        return self.machines.deck

    def copy(self) -> Course:
        """The same game; what is done to one leaves the other alone."""
        other = Course(self.machines.copy(), self.start, self.seats)
        other.moves, other._written, other.past = list(self.moves), list(self._written), self.past.copy()
        other._trunk = self._trunk
        return other

    def branch(self) -> Course:
        """The same game from here on, without what happened so far: made and dropped at little cost, however long that
        is. It is good until this game goes on."""
        other = Course(self.machines.branch(), self.start, self.seats)
        other.past, other._trunk = Past(wanted=False), (self, len(self.moves))
        return other

    def go_on_as(self, branch: Course) -> None:
        """Make the moves that a branch has made. Raises ChangelingError where this is not the moment it is one of."""
        if branch._trunk is None or branch._trunk[0] is not self or branch._trunk[1] != len(self.moves):
            raise ChangelingError("this is no branch of the game as it stands")
        self._about_to_change()
        self.machines.go_on_as(branch.machines)
        self.moves += branch.moves

    # --- forwards -----------------------------------------------------------------------------------------------------
    def give(self, index: int, *, interpreted: bool = False) -> None:
        """Give an answer; `interpreted`: whatever else there is, on the interpreted machine, where it goes on there."""
        self._about_to_change()
        if not interpreted and self.machines.memory is None and self._trunk is None:
            self._try_to_move()
        machines = self.machines
        given = machines.codes(), index
        complete = machines.answer(index)
        self.moves.append(given)
        if not complete:
            self._once_more()
        if self.machines.outcome == FAULT:
            self.check()

    def join(self, name: str, seats: Sequence[str], person: Person) -> None:
        """A new player joins; `seats` are those with the new one."""
        self._about_to_change()
        self.machines.move_back()
        self.seats = list(seats)
        join(self.machines.sheet, self.machines.table, person)
        self.start = replace(self.start, people={**self.start.people, name: person})
        self.moves.append(f"+ {name}")
        self.check()

    def _about_to_change(self) -> None:
        """Keep what is to be kept of the table as it stands."""
        self.machines.about_to_change()
        if self.past.wanted and len(self.moves) % self.machines.keeps_every == 0:
            self._keep()

    def _try_to_move(self) -> None:
        """See now and then whether the compiled machine is there."""
        if len(self.moves) % TRIED_EVERY == 0 and self.machines.try_to_move() and self.past.wanted:
            self._keep()

    def _keep(self) -> None:
        machines = self.machines
        self.past.keep(len(self.moves), machines.kept(), len(self.seats), machines.told())

    def check(self) -> None:
        """Raise EngineFault where the machine has found a fault of its own."""
        look = self.machines.look
        if look.outcome == FAULT:
            raise EngineFault(
                FAULTS[look.fault],
                backtrace=backtrace(self.deck, look, self.seats),
                notation=self.record().to_json(),
            )

    # --- backwards ----------------------------------------------------------------------------------------------------
    def undo(self, moves: int) -> None:
        """Take back the last moves. Raises ChangelingError where there are not so many."""
        if self._trunk is not None:
            raise ChangelingError("nothing can be taken back in a branch")
        if not 1 <= moves <= len(self.moves):
            raise ChangelingError(f"{moves} moves cannot be taken back; {len(self.moves)} were made")
        self._make(self._back_to(len(self.moves) - moves))

    def _once_more(self) -> None:
        """More happened after the last answer than the compiled machine has room for: give it interpreted."""
        last = self.moves[-1]
        made = self._back_to(len(self.moves) - 1)
        self.machines.move_back()
        self._make([*made, last], interpreted=True)

    def _back_to(self, wanted: int) -> list[Given | str]:
        """Go back to a moment of the game's first so many moves; gives those that are to be made again from there."""
        if self._trunk is not None:
            return self._back_to_trunk(wanted)
        del self._written[wanted:]
        moment = self.past.back_to(wanted, self.machines.told())
        kept = 0 if moment is None else moment.moves
        made = self.moves[kept:wanted]
        del self.moves[kept:]
        if moment is None:
            self.machines, self.seats = beginning(self.deck, self.start), list(self.start.seats)
            self.past = Past(wanted=self.past.wanted)
        else:
            del self.seats[moment.seats :]
            self.machines.stand_at(moment)
        return made

    def _back_to_trunk(self, wanted: int) -> list[Given | str]:
        """The same for a branch: it goes back to where it began. Raises ChangelingError where that is no more."""
        assert self._trunk is not None
        trunk, begun = self._trunk
        if begun != len(trunk.moves):
            raise ChangelingError("the game of which this is a branch has gone on")
        made = self.moves[:wanted]
        self.machines, self.seats, self.moves = trunk.machines.branch(), list(trunk.seats), []
        return made

    def _make(self, moves: Sequence[Given | str], *, interpreted: bool = False) -> None:
        """Make moves again."""
        for move in moves:
            if isinstance(move, str):
                name = move[2:]
                self.join(name, [*self.seats, name], self.start.people.get(name, Person()))
            else:
                self.give(move[1], interpreted=interpreted)

    # --- writing down -------------------------------------------------------------------------------------------------
    def record(self) -> Record:
        """How the game was made and everything that was answered."""
        if self._trunk is not None:
            trunk, made = self._trunk
            own = [move if isinstance(move, str) else written(self.deck, self.seats, move) for move in self.moves]
            return replace(self.start, moves=(*trunk.record().moves[:made], *own))
        for move in self.moves[len(self._written) :]:
            self._written.append(move if isinstance(move, str) else written(self.deck, self.seats, move))
        return replace(self.start, moves=tuple(self._written))
