"""The table of a game, and the machine that plays it: the interpreted one, or the compiled one where that is there.

Both play the same game, bit for bit. A game may go over from one to the other after any answer, and back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from changeling.cards.codes import NONE
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.journal import Journal
from changeling.engine.layout import Table
from changeling.engine.machine.loop import answer
from changeling.engine.setup import Occasion, Person, deal, laid_out, left_out
from changeling.engine.sheet_layout import Sheet
from changeling.engine.snapshot import Snapshot, snapshot_of
from changeling.play.compiled.game_table import GameTable, TableInMemory
from changeling.play.compiled.native_games import EVERY as TRIED_EVERY
from changeling.play.compiled.native_games import native_play
from changeling.play.meta_rules import meta_rules
from changeling.play.past import EVERY, EVERY_NATIVE, Moment
from changeling.record.record import Record
from changeling.whole import SEEDS

if TYPE_CHECKING:
    from changeling.play.compiled.native_table import NativeTable, Play

_laid_out: Recent[bytes] = Recent(64)  # tables before the shuffle, as the compiled machine has them


class Machines:
    """A table and its journal, on the machine that plays them now."""

    __slots__ = ("_by_hand", "_shown", "deck", "journal", "memory", "sheet", "table")
    table: Table  # a GameTable: the same object, whichever machine plays
    journal: Journal  # on the compiled machine without what waits in its memory: `told` has all of it
    memory: NativeTable | None  # where the game is while the compiled machine plays it
    _shown: Table | None  # the table, to be read only; None: nobody has looked since the last answer
    _by_hand: Sequence[str]  # fields that somebody may have changed who has the table of a compiled game

    def __init__(self, deck: Deck, sheet: Sheet) -> None:
        """Neither has anything to play yet."""
        self.deck, self.sheet = deck, sheet

    # --- beginning ----------------------------------------------------------------------------------------------------
    def deal(self, start: Record) -> None:
        """Deal the game that a record describes, as it was before its first move. Raises what is wrong with it."""
        first = NONE if start.first is None else start.seats.index(start.first)
        play = native_play(self.deck)
        if play is None or not self._deal_into_memory(play, start, first):
            self.go_on(deal(self.sheet, self._laid(start), seed=start.seed, first=None if first == NONE else first))

    def _laid(self, start: Record) -> Table:
        """The table as everything lies before the shuffle."""
        metas = meta_rules(self.deck, start.meta)
        return laid_out(
            self.sheet,
            len(start.seats),
            metas=metas,
            out=left_out(self.sheet, dict(enumerate(self.deck.leaves_out)), metas),
            occasion=Occasion([start.people.get(name, Person()) for name in start.seats], start.holiday, start.moment),
            polite=start.polite,
        )

    def _deal_into_memory(self, play: Play, start: Record, first: int) -> bool:
        """Deal on the compiled machine; says whether that had room for all that happened."""
        from changeling.play.compiled.native_table import NativeTable

        people = [start.people.get(name) for name in start.seats]
        key = f"{self.deck.digest} {people} {start.meta} {start.holiday} {start.moment} {start.polite}"
        self.journal = Journal(self.sheet)
        memory = NativeTable(play, self.deck.digest, self.journal)
        memory.restore(_laid_out.of(key, lambda: memory.filled(self._laid(start))))
        memory.begin(start.seed - SEEDS if start.seed >= SEEDS // 2 else start.seed, first)  # the same 64 bits
        if not memory.missed:
            self.go_on_in(memory)
        return not memory.missed

    def go_on(self, table: Table, journal: Journal | None = None) -> None:
        """Go on with a table, of which nobody else makes use, on the interpreted machine."""
        self.table, self.memory, self._by_hand = GameTable.of(table), None, ()
        self._shown = self.table
        if journal is not None:
            self.table.journal = journal
        assert self.table.journal is not None
        self.journal = self.table.journal

    def go_on_in(self, memory: NativeTable) -> None:
        """Go on in that memory, of which nobody else makes use, on the compiled machine."""
        self.table, self.journal = TableInMemory.at(memory), memory.journal
        self._stand_in(memory)

    # --- looking ------------------------------------------------------------------------------------------------------
    @property
    def look(self) -> Table:
        """The table, to be read only, and not after the next answer."""
        if self._shown is None or self._by_hand:
            assert self.memory is not None
            self._keep_changes()
            self._shown = self.memory.look()
        return self._shown

    @property
    def outcome(self) -> int:
        """How the game has ended, or that it goes on."""
        memory = self.memory
        return self.table.outcome if memory is None else memory.outcome

    @property
    def keep_table(self) -> Callable[[], Callable[[], Table]] | None:
        """Where that costs little: gives what gives the table as it stands now, also after it has changed."""
        return None if self.memory is None else self.memory.kept_table

    def told(self) -> Journal:
        """The journal, with all that has happened."""
        return self.journal if self.memory is None else self.memory.tell()

    def is_option(self, index: int) -> bool:
        """Whether somebody is asked and has an option of that index."""
        now = self.table if self.memory is None else self.memory
        return 0 <= index < now.options and now.asked != NONE

    def codes(self) -> tuple[int, ...]:
        """The codes of the options."""
        table = self.table
        return tuple(table.option[: table.options]) if self.memory is None else self.memory.codes()

    # --- playing ------------------------------------------------------------------------------------------------------
    def about_to_change(self) -> None:
        """The table is about to change: what was read of it is forgotten, and the journal goes on with what happens."""
        if isinstance(self.table, TableInMemory):
            self.table.forget()
            self._shown = None
        else:
            self.table.journal = self.journal

    def answer(self, index: int) -> bool:
        """Give the option of that index as the answer; says whether there was room for all that happened. Where there
        was not, it has to be given once more, interpreted, from an earlier moment."""
        memory = self.memory
        if memory is None:
            answer(self.sheet, self.table, index)
            return True
        memory.answer(index)
        return not memory.missed

    # --- from one machine to the other --------------------------------------------------------------------------------
    def try_to_move(self) -> bool:
        """Go over to the compiled machine, if that is there by now; says whether it is."""
        play = native_play(self.deck, answers=TRIED_EVERY)
        if play is None:
            return False
        from changeling.play.compiled.native_table import NativeTable

        memory = NativeTable(play, self.deck.digest, self.journal)
        memory.fill(self.table)
        assert isinstance(self.table, GameTable)
        self.table.move_to(memory)
        self._stand_in(memory)
        return True

    def _stand_in(self, memory: NativeTable) -> None:
        """The game is in that memory."""
        assert isinstance(self.table, TableInMemory)
        self.memory, self._shown, self._by_hand = memory, None, self.table.looked

    def move_back(self) -> None:
        """Go on interpreted."""
        if isinstance(self.table, TableInMemory):
            self.table.move_back()
            self.memory, self._shown, self._by_hand = None, self.table, ()

    # --- keeping ------------------------------------------------------------------------------------------------------
    @property
    def keeps_every(self) -> int:
        """After how many moves it is worth while to keep the table again."""
        return EVERY if self.memory is None else EVERY_NATIVE

    def kept(self) -> Snapshot | bytes:
        """The table as it stands, for `stand_at`."""
        return snapshot_of(self.table) if self.memory is None else self.memory.as_bytes()

    def stand_at(self, moment: Moment) -> None:
        """Bring the table back to a moment that was kept; the journal was cut already."""
        self.about_to_change()
        if self.memory is not None and isinstance(moment.table, bytes):
            self.memory.restore(moment.table)
            return
        table, remembered = moment.interpreted(self.sheet.cards)
        self.journal.noted.remember(remembered)
        self.go_on(table, self.journal)

    def branch(self) -> Machines:
        """The same table with a journal of what happens from now on, on the same machine."""
        other = Machines(self.deck, self.sheet)
        if self.memory is None:
            other.go_on(self._twin(), self.journal.branch())
        else:
            self._keep_changes()
            other.go_on_in(self.memory.branch())
        return other

    def go_on_as(self, branch: Machines) -> None:
        """Stand where a branch has come to, of which nobody makes use any more."""
        journal, memory = self.told(), branch.memory
        journal.go_on_as(branch.told())
        if memory is None:
            self.go_on(branch.table, journal)
        else:
            memory.journal = journal
            self.go_on_in(memory)

    def copy(self) -> Machines:
        """The same table with a journal of its own, on the same machine."""
        other = Machines(self.deck, self.sheet)
        if self.memory is None:
            other.go_on(self._twin(), self.journal.copy())
        else:
            self._keep_changes()
            other.go_on_in(self.memory.copy())
        return other

    def _twin(self) -> Table:
        assert isinstance(self.table, GameTable)
        return self.table.twin()

    def _keep_changes(self) -> None:
        """What somebody has changed in the table by hand is so in the memory as well."""
        if isinstance(self.table, TableInMemory):
            self.table.keep_changes()
