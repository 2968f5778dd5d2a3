"""A game as programs see it: ask for the decision, give an answer, look at views and events."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any
from weakref import ref

from changeling.cards.codes import NONE
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.decks.shelf import load_deck, parts_of
from changeling.engine.journal import Journal
from changeling.engine.layout import FAULT, FAULTS, GOING, STUCK, Table
from changeling.engine.machine.loop import answer as give_answer
from changeling.engine.seen.backtrace import backtrace
from changeling.engine.seen.events import Event, event_of
from changeling.engine.seen.questions.decision import Decision, Option, Options, decision_of
from changeling.engine.seen.reasons.ending import Ending, ending_of
from changeling.engine.seen.reasons.reason import Inquiry, Reason
from changeling.engine.seen.reasons.why import why
from changeling.engine.seen.standing import Standing
from changeling.engine.seen.view import View, view_of
from changeling.engine.seen.winners import winners_of
from changeling.engine.seen.worlds import resample
from changeling.engine.setup import Person, deal, join, laid_out, left_out
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.snapshot import snapshot_of
from changeling.errors import AnswerError, ChangelingError, EngineFault, OtherVersion, RecordError
from changeling.play.answering import Given, choice, written
from changeling.play.live_table import LiveTable, TableInMemory
from changeling.play.meta_rules import meta_rules
from changeling.play.native_games import EVERY as TRIED_EVERY
from changeling.play.native_games import native_play
from changeling.play.past import EVERY, EVERY_NATIVE, Moment, Past
from changeling.play.position import facts_of, load_yaml, position_of, position_text, start_text
from changeling.play.redoing import redo
from changeling.play.seats import check_seats
from changeling.record import notation
from changeling.record.record import Move, Record
from changeling.whole import SEEDS, as_whole, whole

if TYPE_CHECKING:
    from changeling.play.native_table import NativeTable, Play

_laid_out: Recent[bytes] = Recent(64)  # tables before the shuffle, as the compiled machine has them


class Game:
    """A game in progress. `deck` is an edition, a mix of several, a `.cards` file or a compiled deck.

    With no seed the shuffle is unpredictable. `first` names who begins, else chance decides. `meta` names the Meta
    Rules that all players agreed on. `polite` asks everybody in every Surprise window, so that being asked says nothing
    (with it off only those who could answer are asked, and nobody else is shown who). `holiday`, `people`, by seat,
    and `moment`, a day and an hour such as 2026-10-31T20:15, are facts of the world that some cards ask about.
    """

    __slots__ = (
        "_asked",
        "_journal",
        "_lent",
        "_memory",
        "_moves",
        "_options",
        "_past",
        "_seats",
        "_sheet",
        "_shown",
        "_start",
        "_written",
        "deck",
        "table",
    )
    table: Table  # a LiveTable: the same object, whichever machine plays
    _shown: Table | None  # the table, to be read only; None: nobody has looked since the last answer
    _memory: NativeTable | None  # where the game is while the compiled machine plays it

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
            meta=tuple(meta),
            first=first,
            holiday=holiday,
            moment=moment,
            polite=polite,
            people=dict(people or {}),
        )
        self._begin(compiled, start)

    def _begin(self, deck: Deck, start: Record) -> None:
        """Deal the game that a record describes, as it was before its first move. Raises what is wrong with it."""
        self.deck, self._sheet = deck, sheet_for(deck)
        self._seats = list(start.seats)
        whole("seed", start.seed, 0, SEEDS - 1)
        for name in (*start.people, *([start.first] if start.first is not None else [])):
            if name not in self._seats:
                raise ChangelingError(f"'{name}' is not a seat; the seats are {', '.join(self._seats)}")
        self._start = start
        self._forget()
        first = NONE if start.first is None else self._seats.index(start.first)
        play = native_play(deck)
        if play is None or not self._deal_into_memory(play, first):
            self._play_on(deal(self._sheet, self._laid(), seed=start.seed, first=None if first == NONE else first))
        self._check()

    def _laid(self) -> Table:
        """The table as everything lies before the shuffle."""
        start, d, metas = self._start, self._sheet, meta_rules(self.deck, self._start.meta)
        return laid_out(
            d,
            len(self._seats),
            metas=metas,
            out=left_out(d, dict(enumerate(self.deck.leaves_out)), metas),
            people=[start.people.get(name, Person()) for name in self._seats],
            holiday=start.holiday,
            moment=start.moment,
            polite=start.polite,
        )

    def _deal_into_memory(self, play: Play, first: int) -> bool:
        """Deal on the compiled machine; says whether that had room for all that happened."""
        from changeling.play.native_table import NativeTable

        start, people = self._start, [self._start.people.get(name) for name in self._seats]
        key = f"{self.deck.digest} {people} {start.meta} {start.holiday} {start.moment} {start.polite}"
        self._journal = Journal(self._sheet)
        memory = NativeTable(play, self.deck.digest, self._journal)
        memory.restore(_laid_out.of(key, lambda: memory.filled(self._laid())))
        memory.begin(start.seed - SEEDS if start.seed >= SEEDS // 2 else start.seed, first)  # the same 64 bits
        if not memory.missed:
            self.table = TableInMemory.at(memory, whole=True)
            self._stand_in(memory)
        return not memory.missed

    def _play_on(self, table: Table, journal: Journal | None = None) -> None:
        """Go on with a table, of which nobody else makes use, on the interpreted machine."""
        self.table, self._memory = LiveTable.of(table), None
        self._shown = self.table
        if journal is not None:
            self.table.journal = journal
        assert self.table.journal is not None
        self._journal = self.table.journal

    def _forget(self) -> None:
        """Begin without a past: no moves were made, and nothing that was shown is still being looked at."""
        self._moves: list[Given | str] = []  # an answer, or "+ Dee" for a player who joined
        self._written: list[Move] = []  # the first of those, as a record has them
        self._past = Past()
        self._options: Options = {}  # those of earlier questions
        self._asked: Decision | None = None  # the pending question, once somebody wanted to see it
        self._lent: ref[Standing] | None = None  # the table as views of this moment read it, as long as there are any

    # --- looking ------------------------------------------------------------------------------------------------------
    @property
    def seats(self) -> tuple[str, ...]:
        """The players' names, clockwise."""
        return tuple(self._seats)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        memory = self._memory
        return (self.table.outcome if memory is None else memory.outcome) != GOING

    @property
    def winner(self) -> str | None:
        """Who has won; nobody while the game goes on, and nobody where all have lost or the game is `stuck`. Where
        several win together, the one who has the turn, or is next to have it, clockwise."""
        winner = self._look.winner
        return self._seats[winner] if winner >= 0 else None

    @property
    def winners(self) -> tuple[str, ...]:
        """All who have won together, `winner` first, then clockwise; most games have one winner, or none."""
        return winners_of(self._look, self._seats)

    @property
    def stuck(self) -> Reason | None:
        """Why the game ended although nobody has won or lost: it would have gone on by itself for ever."""
        ending = self.ending if self._look.outcome == STUCK else None
        return None if ending is None else ending.reason

    @property
    def turn(self) -> str:
        """Whose turn it is."""
        return self._seats[self._look.turn]

    @property
    def decision(self) -> Decision:
        """The pending question. Raises AnswerError when the game is over."""
        if self._asked is None:
            self._asked = decision_of(self.deck, self._look, self._seats, self._options)
            if self._asked is None:
                raise AnswerError("the game is over: nobody is asked anything")
        return self._asked

    def view(self, seat: str) -> View:
        """What a seat may see."""
        place, look = self._seat(seat), self._look
        if look.asked != place:
            return view_of(self.deck, look, self._seats, place)
        standing = None if self._lent is None else self._lent()
        if standing is None:
            standing = Standing(self._sheet, look)
            self._lent = ref(standing)
        return view_of(self.deck, look, self._seats, place, standing=standing, decision=self.decision)

    @property
    def _look(self) -> Table:
        """The table, to be read only."""
        if self._shown is None:
            assert self._memory is not None
            self._shown = TableInMemory.at(self._memory, whole=False)
        return self._shown

    @property
    def standing(self) -> Table:
        """The table as it stands at this question: to be looked at, not to be changed, and not after the next
        answer. `table` is for whoever does; it takes longer to read while the compiled machine plays."""
        return self._look

    @property
    def journal(self) -> Sequence[tuple[int, ...]]:
        """Everything that happened, as rows of integers (`engine.journal`), of which events are made."""
        return self._told()

    def _told(self) -> Journal:
        """The journal, with all that has happened."""
        return self._journal if self._memory is None else self._memory.tell()

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened, hidden cards included."""
        return tuple(event_of(self.deck, self._seats, number, row) for number, row in enumerate(self._told()))

    def events_for(self, seat: str, *, since: int = 0) -> tuple[Event, ...]:
        """What happened, as far as a seat could see it, from event number `since` on."""
        place = self._seat(seat)
        since = whole("since", since, 0)
        rows = enumerate(self._told()[since:], since)
        return tuple([event_of(self.deck, self._seats, number, row, told_to=place) for number, row in rows])

    def why(self, question: str, seat: str | None = None) -> Reason:
        """The cards and clauses behind something that is so.

        The question is a number in force (`draws`, `plays`, `hand_limit`, `keeper_limit`), an option that is not there
        (`play Milk`), or a player's name: why that player has won, or has not yet. The answer tells a seat only what it
        may know. Without a seat, numbers are told of whose turn it is, and options to the seat that is asked.
        """
        return why(self._inquiry(), question, self._seat(seat) if seat else None)

    @property
    def ending(self) -> Ending | None:
        """How the game ended: who won, by which card, and why. Nothing while it goes on."""
        return ending_of(self._inquiry())

    def _inquiry(self) -> Inquiry:
        return Inquiry(self.deck, self._sheet, self.table.copy(), self.seats, self._told())

    def _seat(self, name: str) -> int:
        if name not in self._seats:
            raise ChangelingError(f"'{name}' is not a seat; the seats are {', '.join(self._seats)}")
        return self._seats.index(name)

    # --- doing --------------------------------------------------------------------------------------------------------
    def answer(self, given: Option | int | str) -> None:
        """Answer the pending decision with an option, its index, or its text. A wrong answer changes nothing."""
        now = self.table if self._memory is None else self._memory
        if type(given) is int and 0 <= given < now.options and now.asked != NONE:
            self._give(given)  # nobody has to put the question into words
        else:
            self._give(choice(self.decision, given).index)

    def give(self, decision: Decision, option: Option) -> None:
        """Answer with an option of the pending decision, for a caller who has both: they are not looked up again."""
        self._give(option.index)

    def _give(self, index: int, *, interpreted: bool = False) -> None:
        """Give an answer; `interpreted`: whatever else there is, on the interpreted machine, where it goes on there."""
        self._about_to_change()
        if self._memory is None and not interpreted and len(self._moves) % TRIED_EVERY == 0:
            self._try_to_move()
        memory, table = self._memory, self.table
        if memory is None:
            given = tuple(table.option[: table.options]), index
            give_answer(self._sheet, table, index)
            self._moves.append(given)
            outcome = table.outcome
        else:
            self._moves.append((memory.codes(), index))
            memory.answer(index)
            if memory.missed:
                self._once_more()
            outcome = memory.outcome
        if outcome == FAULT:
            self._check()

    def _about_to_change(self) -> None:
        """Keep what is to be kept of the table as it stands; the journal goes on with what happens next."""
        self._part()
        made, memory = len(self._moves), self._memory
        if memory is None:
            if made % EVERY == 0:
                self._past.keep(made, snapshot_of(self.table), len(self._seats), self._journal)
            self.table.journal = self._journal
            return
        if made % EVERY_NATIVE == 0:
            self._past.keep(made, memory.kept(), len(self._seats), memory.tell())

    def _part(self) -> None:
        """Whoever looks at the table goes on seeing it as it stands."""
        if self._lent is not None:
            standing = self._lent()
            if standing is not None:
                standing.part()
            self._lent = None
        self._asked = None
        if isinstance(self.table, TableInMemory):
            self.table.forget()
            self._shown = None

    # --- from one machine to the other --------------------------------------------------------------------------------
    def _try_to_move(self) -> None:
        """Go over to the compiled machine, if that is there by now."""
        play = native_play(self.deck, answers=TRIED_EVERY)
        if play is None:
            return
        from changeling.play.native_table import NativeTable

        memory = NativeTable(play, self.deck.digest, self._journal)
        memory.fill(self.table)
        assert isinstance(self.table, LiveTable)
        self.table.move_to(memory)
        self._stand_in(memory)
        self._past.keep(len(self._moves), memory.kept(), len(self._seats), self._journal)

    def _stand_in(self, memory: NativeTable) -> None:
        """The game is in that memory."""
        self._memory, self._shown = memory, None

    def _move_back(self) -> None:
        """Go on interpreted."""
        if isinstance(self.table, TableInMemory):
            self.table.move_back()
            self._memory, self._shown = None, self.table

    def _once_more(self) -> None:
        """More happened after the last answer than the compiled machine has room for: give it interpreted."""
        last = self._moves[-1]
        made = self._back_to(len(self._moves) - 1)
        self._move_back()
        self._make([*made, last], interpreted=True)

    def _back_to(self, wanted: int) -> list[Given | str]:
        """Go back to a moment of the game's first so many moves; gives those that are to be made again from there."""
        moment = self._past.back_to(wanted, self._told())
        if moment is None:
            earlier = _play_back(self.record(), self.deck, wanted)
            self.table, self._seats, self._journal = earlier.table, earlier._seats, earlier._journal
            self._memory, self._shown = earlier._memory, earlier._shown
            self._moves, self._past, self._options = earlier._moves, earlier._past, {}
            self._lent = self._asked = None  # views go on showing the table that was there
            made = list[Given | str]()
        else:
            made = self._moves[moment.moves : wanted]
            self._stand_at(moment)
        del self._written[wanted:]
        return made

    def _stand_at(self, moment: Moment) -> None:
        """Bring the table back to a moment that was kept; the journal was cut already."""
        del self._moves[moment.moves :], self._seats[moment.seats :]
        self._options = {}  # whoever joins next may have another name
        self._part()
        if self._memory is not None and isinstance(moment.table, bytes):
            self._memory.restore(moment.table)
            return
        table, memory = moment.interpreted(self._sheet.cards)
        self._journal.noted.remember(memory)
        self._play_on(table, self._journal)

    def _make(self, moves: Sequence[Given | str], *, interpreted: bool = False) -> None:
        """Make moves again."""
        for move in moves:
            if isinstance(move, str):
                self.join(move[2:], self._start.people.get(move[2:]))
            else:
                self._give(move[1], interpreted=interpreted)

    def join(self, name: str, person: Person | None = None) -> None:
        """A new player joins the running game, is dealt three cards and plays after everybody else (SETUP-7)."""
        if self.over:
            raise ChangelingError("the game is over: nobody can join it")
        names = check_seats([*self._seats, name])
        self._about_to_change()
        self._move_back()
        self._seats, self._options = names, {}
        join(self._sheet, self.table, person or Person())
        self._start = replace(self._start, people={**self._start.people, name: person or Person()})
        self._moves.append(f"+ {name}")
        self._check()

    def undo(self, moves: int = 1) -> None:
        """Take back the last answers (and players who joined since)."""
        moves = whole("moves", moves)
        if not 1 <= moves <= len(self._moves):
            raise ChangelingError(f"{moves} moves cannot be taken back; {len(self._moves)} were made")
        wanted = len(self._moves) - moves
        self._make(self._back_to(wanted))

    def copy(self) -> Game:
        """Another game in the same state; what is done to one leaves the other alone."""
        other = Game.__new__(Game)
        other.deck, other._sheet, other._start = self.deck, self._sheet, self._start
        other._forget()
        other._seats, other._moves, other._past = list(self._seats), list(self._moves), self._past.copy()
        other._written, other._asked = list(self._written), self._asked
        if isinstance(self.table, TableInMemory) and self._memory is not None:
            self.table.forget()
            memory = self._memory.copy()
            other.table, other._journal = TableInMemory.at(memory, whole=True), memory.journal
            other._stand_in(memory)
        else:
            other._play_on(self.table.copy(), self._journal.copy())
        return other

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    def __getstate__(self) -> tuple[Any, ...]:
        if self._memory is not None:
            other = self.copy()
            other._move_back()
            return other.__getstate__()
        return self.deck, self._sheet, self._start, self._seats, self._moves, self._journal, self.table

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._forget()
        self.deck, self._sheet, self._start, self._seats, self._moves, journal, table = state
        self._play_on(table, journal)

    def imagine(self, seat: str, *, seed: int) -> Game:
        """Another game that the seat cannot tell from this one: what it does not know is dealt anew.

        Its events are those that the seat could see, and its record begins at this moment, so that neither tells which
        cards are the true ones.
        """
        place, seed = self._seat(seat), whole("seed", seed)
        other = self.copy()
        other._forget()
        other._play_on(resample(self._sheet, self._look, place, seed=seed), self._told().seen_by(place))
        table = notation.write(self.deck, other.table, self._seats)
        other._start = replace(self._start, seats=self.seats, seed=0, meta=(), first=None, table=start_text(0, table))
        return other

    def _check(self) -> None:
        if self._look.outcome == FAULT:
            raise EngineFault(
                FAULTS[self._look.fault],
                backtrace=backtrace(self.deck, self._look, self._seats),
                notation=self.record().to_json(),
            )

    # --- writing down -------------------------------------------------------------------------------------------------
    def notation(self) -> str:
        """The table as text, from which `Game.from_notation` makes the same game again."""
        return position_text(
            deck=self._start.deck,
            seats=self._seats,
            people={name: person for name, person in self._start.people.items() if name in self._seats},
            holiday=self._start.holiday,
            moment=self._start.moment,
            table=notation.write(self.deck, self._look, self._seats),
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
        position = position_of(values, folder=folder, compiled=compiled)
        game = cls.__new__(cls)
        game.deck, game._seats = position.deck, position.seats
        game._forget()
        game._sheet = sheet_for(game.deck)
        table = notation.read(
            game.deck,
            game._sheet,
            position.table,
            game._seats,
            people=[position.people.get(name, Person()) for name in game._seats],
            holiday=position.holiday,
            moment=position.moment,
            seed=as_whole(position.seed) or 0,
        )
        game._start = Record(
            deck=position.parts,
            digest=game.deck.digest,
            seats=tuple(game._seats),
            seed=0,
            holiday=position.holiday,
            moment=position.moment,
            people=position.people,
            table=position.start,
        )
        game._play_on(table)
        game._check()
        return game

    def record(self) -> Record:
        """How the game was made and everything that was answered."""
        for move in self._moves[len(self._written) :]:
            self._written.append(move if isinstance(move, str) else written(self.deck, self._seats, move))
        return replace(self._start, moves=tuple(self._written))

    def __repr__(self) -> str:
        over = "stuck" if self._look.outcome == STUCK else "over"
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
    people = {name: record.people[name] for name in record.seats if name in record.people}
    if not record.table:
        return Game(
            deck,
            seats=record.seats,
            seed=record.seed,
            meta=record.meta,
            first=record.first,
            holiday=record.holiday,
            moment=record.moment,
            polite=record.polite,
            people=people,
        )
    values = {
        "deck": list(record.deck),
        "seats": list(record.seats),
        "holiday": record.holiday,
        "moment": record.moment,
        "people": facts_of(people),
    }
    return Game.from_values(load_yaml(record.table) | values, compiled=deck)
