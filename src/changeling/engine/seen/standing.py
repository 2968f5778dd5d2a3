"""A table as it stood when somebody looked at it. It is only copied where the game goes on while they still look."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from changeling.cards.deck import Deck
from changeling.engine.layout import Table
from changeling.engine.seen.projection import PublicTable, public_table
from changeling.engine.seen.worlds import as_seen
from changeling.engine.sheet_layout import Sheet


class Standing:
    """What the views of one moment are made of, and what that of the asked seat may imagine the rest from.

    Whoever changes the table has to call `about_to_change` first, as long as anybody holds this. What everybody sees is
    collected once for all views.
    """

    __slots__ = ("__weakref__", "_public", "_seen", "_table", "sheet")

    def __init__(self, sheet: Sheet, table: Table | Callable[[], Table]) -> None:
        """`table` may be what gives the table, which is asked when that is needed."""
        self.sheet, self._table = sheet, table
        self._seen: Table | None = None
        self._public: PublicTable | None = None

    def about_to_change(self, kept: Callable[[], Callable[[], Table]] | None = None) -> None:
        """The table is about to change: keep it as it stands. `kept` gives what will give that, where this costs less
        than a copy."""
        self._table = self.table().copy() if kept is None else kept()

    def table(self) -> Table:
        """The table itself, with all that is hidden; not to be changed."""
        if not isinstance(self._table, Table):
            self._table = self._table()
        return self._table

    def public(self, deck: Deck, names: Sequence[str]) -> PublicTable:
        """What everybody sees of the table."""
        if self._public is None:
            self._public = public_table(deck, self.table(), names)
        return self._public

    def seen(self) -> Table:
        """One and the same table for all tables that the asked seat cannot tell apart; not to be changed."""
        if self._seen is None:
            self._seen = as_seen(self.sheet, self.table())
        return self._seen

    def __getstate__(self) -> tuple[Sheet, Table]:
        return self.sheet, self.seen()  # what the seat cannot know leaves no process

    def __setstate__(self, state: tuple[Sheet, Table]) -> None:
        self.sheet, self._table = state
        self._seen, self._public = state[1], None
