"""A game as programs see it: ask for the decision, give an answer, look at views and events.

`Game` is the face. The table and the machine that plays it are in `machines`, the moves in `course`, what is seen of it
in `looking`.
"""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from changeling.cards.deck import Deck
from changeling.decks.shelf import load_deck, parts_of
from changeling.engine.layout import GOING, STUCK, Table
from changeling.engine.seen.events import Event
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.reasons.ending import Ending, ending_of
from changeling.engine.seen.reasons.reason import Reason
from changeling.engine.seen.reasons.why import why
from changeling.engine.seen.view import View
from changeling.engine.seen.winners import winners_of
from changeling.engine.seen.worlds import resample
from changeling.engine.setup import Person
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import AnswerError, ChangelingError, OtherVersion, RecordError
from changeling.play.answering import choice
from changeling.play.beginning import beginning, check_people, laid_table, people_in, position_in, start_of
from changeling.play.course import Course
from changeling.play.looking import Looking
from changeling.play.machines import Machines
from changeling.play.meta_rules import meta_names
from changeling.play.past import Past
from changeling.play.position import Position, load_yaml, position_of, position_text, start_text
from changeling.play.redoing import redo
from changeling.play.seats import check_seats
from changeling.record import notation
from changeling.record.record import Record
from changeling.whole import SEEDS, whole


class Game:
    """A game in progress. `deck` is an edition, a mix of several, a `.cards` file or a compiled deck.

    With no seed the shuffle is unpredictable. `first` names who begins, else chance decides. `meta` names the Meta
    Rules that all players agreed on. `polite` asks everybody in every Surprise window, so that being asked says nothing
    (with it off only those who could answer are asked, and nobody else is shown who). `holiday`, `people`, by seat,
    and `moment`, a day and an hour such as 2026-10-31T20:15, are facts of the world that some cards ask about.
    """

    __slots__ = ("_course", "_looking", "deck")

    def __init__(
        self,
        deck: str | Sequence[str] | Deck,
        *,
        seats: Sequence[str],
        seed: int | None = None,
        meta: Sequence[str] = (),
        first: str | None = None,
        holiday: bool = False,
        moment: str = "",
        polite: bool = False,
        people: Mapping[str, Person] | None = None,
    ) -> None:
        compiled = deck if isinstance(deck, Deck) else load_deck(deck)
        sheet_for(compiled)  # a deck that is too large is told before anything else
        start = Record(
            deck=parts_of(deck) if not isinstance(deck, Deck) else parts_of(deck.name),
            digest=compiled.digest,
            seats=tuple(check_seats(seats)),
            seed=secrets.randbits(63) if seed is None else seed,
            meta=meta_names(meta),
            first=first,
            holiday=holiday,
            moment=moment,
            polite=polite,
            people=check_people(people),
        )
        whole("seed", start.seed, 0, SEEDS - 1)
        for name in (*start.people, *([start.first] if start.first is not None else [])):
            if name not in start.seats:
                raise ChangelingError(f"'{name}' is not a seat; the seats are {', '.join(start.seats)}")
        self._go_on(Course(beginning(compiled, start), start, start.seats))

    def _go_on(self, course: Course) -> None:
        """Be the game that has come so far."""
        self.deck, self._course, self._looking = course.deck, course, Looking(course)
        course.check()

    # --- looking ------------------------------------------------------------------------------------------------------
    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names, clockwise."""
        return tuple(self._course.seats)

    @property
    def table(self) -> Table:
        """The table itself: the same object until `go_on_as`, whichever machine plays. Whoever changes it changes the
        game."""
        self._looking.keep_views()
        return self._course.machines.table

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self._course.machines.outcome != GOING

    @property
    def winner(self) -> str | None:
        """Who has won; nobody while the game goes on, and nobody where all have lost or the game is `stuck`. Where
        several win together, the one who has the turn, or is next to have it, clockwise."""
        winner = self.standing.winner
        return self._course.seats[winner] if winner >= 0 else None

    @property
    def winners(self) -> tuple[str, ...]:
        """All who have won together, `winner` first, then clockwise; most games have one winner, or none."""
        return winners_of(self.standing, self._course.seats)

    @property
    def stuck(self) -> Reason | None:
        """Why the game ended although nobody has won or lost: it would have gone on by itself for ever."""
        ending = self.ending if self._course.machines.outcome == STUCK else None
        return None if ending is None else ending.reason

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self._course.seats[self.standing.turn]

    @property
    def decision(self) -> Decision:
        """The pending question. Raises AnswerError when the game is over."""
        return self._looking.decision

    def view(self, seat: str) -> View:
        """What a seat may see."""
        return self._looking.view(self._looking.seat(seat))

    @property
    def standing(self) -> Table:
        """The table as it stands at this question: to be looked at, not to be changed, and not after the next
        answer. `table` is for whoever does; it takes longer to read while the compiled machine plays."""
        return self._course.machines.look

    @property
    def journal(self) -> Sequence[tuple[int, ...]]:
        """Everything that happened, as rows of integers (`engine.journal`), of which events are made."""
        return self._course.machines.told()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, hidden cards included."""
        return self._looking.events()

    def events_for(self, seat: str, *, since: int = 0) -> tuple[Event, ...]:
        """What happened, as far as a seat could see it, from event number `since` on."""
        place = self._looking.seat(seat)
        return self._looking.events(whole("since", since, 0), place)

    def why(self, question: str, seat: str | None = None) -> Reason:
        """The cards and clauses behind something that is so.

        The question is a number in force (`draws`, `plays`, `hand_limit`, `keeper_limit`), an option that is not there
        (`play Milk`), or a player's name: why that player has won, or has not yet. The answer tells a seat only what it
        may know. Without a seat, numbers are told of whose turn it is, and options to the seat that is asked.
        """
        return why(self._looking.inquiry(), question, self._looking.seat(seat) if seat else None)

    @property
    def ending(self) -> Ending | None:
        """How the game ended: who won, by which card, and why. Nothing while it goes on."""
        return ending_of(self._looking.inquiry())

    # --- doing --------------------------------------------------------------------------------------------------------
    def answer(self, given: Option | int | str) -> None:
        """Answer the pending decision with an option, its index, or its text. A wrong answer changes nothing."""
        if type(given) is int and self._course.machines.is_option(given):
            index = given  # nobody has to put the question into words
        else:
            index = choice(self.decision, given).index
        self._looking.about_to_change()
        self._course.give(index)

    def give(self, decision: Decision, option: Option) -> None:
        """Answer with an option of the pending decision, for a caller who has both: nothing is looked for."""
        machines, index = self._course.machines, option.index
        if not machines.is_option(index) or machines.codes()[index] != option.code:
            raise AnswerError(f"'{option}' ({decision.seat}, {decision.because}) answers what is not asked now")
        self._looking.about_to_change()
        self._course.give(index)

    def forget_past(self) -> None:
        """Keep no moments to go back to, which takes time with every answer: `undo` then plays the game again."""
        self._course.past = Past(wanted=False)

    def join(self, name: str, person: Person | None = None) -> None:
        """A new player joins the running game, is dealt three cards and plays after everybody else (SETUP-7)."""
        if self.over:
            raise ChangelingError("the game is over: nobody can join it")
        known, seats = check_people({name: person or Person()}), check_seats([*self._course.seats, name])
        self._looking.about_to_change()
        self._looking.forget_names()
        self._course.join(name, seats, known[name])

    def undo(self, moves: int = 1) -> None:
        """Take back the last answers (and players who joined since)."""
        moves = whole("moves", moves)
        self._looking.about_to_change()
        self._looking.forget_names()  # whoever joins next may have another name
        self._course.undo(moves)

    def copy(self) -> Game:
        """Another game in the same state; what is done to one leaves the other alone."""
        other = Game.__new__(Game)
        other.deck, other._course = self.deck, self._course.copy()
        other._looking = self._looking.copy_for(other._course)
        return other

    def branch(self) -> Game:
        """Another game in the same state, to be played on for a few answers: it knows only what happens from now on,
        and `go_on_as` makes this one go on as it did. Good until this one goes on by itself."""
        other = Game.__new__(Game)
        other.deck, other._course = self.deck, self._course.branch()
        other._looking = self._looking.copy_for(other._course)
        return other

    def go_on_as(self, branch: Game) -> None:
        """Give the answers that were given in a branch."""
        self._looking.about_to_change()
        self._course.go_on_as(branch._course)
        branch._looking.about_to_change()

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __getstate__(self) -> tuple[Any, ...]:
        course, machines = self._course, self._course.machines
        if machines.memory is not None:
            machines = machines.copy()
            machines.move_back()
        return self.deck, machines.sheet, course.start, course.seats, course.moves, machines.journal, machines.table

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self.deck, sheet, start, seats, moves, journal, table = state
        machines = Machines(self.deck, sheet)
        machines.go_on(table, journal)
        self._course = Course(machines, start, seats)
        self._course.moves, self._looking = moves, Looking(self._course)

    def imagine(self, seat: str, *, seed: int) -> Game:
        """Another game that the seat cannot tell from this one: what it does not know is dealt anew.

        Its events are those that the seat could see, and its record begins at this moment, so that neither tells which
        cards are the true ones.
        """
        place, seed, now = self._looking.seat(seat), whole("seed", seed), self._course.machines
        machines = Machines(self.deck, now.sheet)
        machines.go_on(resample(now.sheet, now.look, place, seed=seed), now.told().seen_by(place))
        table = start_text(0, notation.write(self.deck, machines.table, self._course.seats))
        start = replace(self._course.start, seats=self.seats, seed=0, meta=(), first=None, table=table)
        other = Game.__new__(Game)
        other._go_on(Course(machines, start, self.seats))
        return other

    # --- writing down -------------------------------------------------------------------------------------------------
    def notation(self) -> str:
        """The table as text, from which `Game.from_notation` makes the same game again."""
        start, seats = self._course.start, self._course.seats
        return position_text(
            deck=start.deck,
            seats=seats,
            people={name: person for name, person in start.people.items() if name in seats},
            holiday=start.holiday,
            moment=start.moment,
            table=notation.write(self.deck, self.standing, seats),
        )

    @classmethod
    def from_notation(cls, text: str) -> Game:
        """The game that a notation describes."""
        return cls.from_values(load_yaml(text))

    @classmethod
    def from_values(
        cls, values: Mapping[str, Any], *, folder: Path | None = None, compiled: Deck | None = None
    ) -> Game:
        """The game that `deck`, `seats` and `table` describe; also `people`, `holiday`, `moment` and `seed`.

        `compiled` is the deck, where the caller has it already; else files that it names are looked for in `folder`.
        """
        return cls._from_position(position_of(values, folder=folder, compiled=compiled))

    @classmethod
    def _from_position(cls, position: Position) -> Game:
        machines = Machines(position.deck, sheet_for(position.deck))
        machines.go_on(laid_table(position))
        game = cls.__new__(cls)
        game._go_on(Course(machines, start_of(position), position.seats))
        return game

    def record(self) -> Record:
        """How the game was made and everything that was answered."""
        return self._course.record()

    def __repr__(self) -> str:
        over = "stuck" if self._course.machines.outcome == STUCK else "over"
        state = f"won by {', '.join(self.winners)}" if self.winner else over if self.over else str(self.decision)
        return f"<Game {self.deck.name}: {state}>"


def replay(record: Record, *, moves: int | None = None, deck: Deck | None = None) -> Game:
    """Play a recorded game again, or only its first `moves` moves. Raises RecordError where the record does not fit.

    `deck` is its deck, where the caller has it already.
    """
    moves = None if moves is None else whole("moves", moves, 0)
    try:
        deck = deck or load_deck(list(record.deck))
    except ChangelingError as error:
        raise RecordError(f"deck: {error}") from error
    if deck.digest != record.digest:
        raise OtherVersion(f"recorded with another version of {deck.name} ({record.digest}; this is {deck.digest})")
    return _play_back(record, deck, moves)


def _play_back(record: Record, deck: Deck, moves: int | None) -> Game:
    try:
        game = _beginning(record, deck)
    except ChangelingError as error:
        raise RecordError(f"the beginning does not fit: {error}") from error
    for number, move in enumerate(record.moves[:moves]):
        redo(game, move, record.people, number + 1)
    return game


def _beginning(record: Record, deck: Deck) -> Game:
    """The game of a record before its first move."""
    if record.table:
        return Game._from_position(position_in(record, deck))
    return Game(
        deck,
        seats=record.seats,
        seed=record.seed,
        meta=record.meta,
        first=record.first,
        holiday=record.holiday,
        moment=record.moment,
        polite=record.polite,
        people=people_in(record),
    )
