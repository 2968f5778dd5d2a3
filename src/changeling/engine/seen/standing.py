"""A table as it stood when somebody looked at it. It is only copied where the game goes on while they still look."""

from __future__ import annotations

from changeling.engine.layout import Table
from changeling.engine.seen.worlds import as_seen
from changeling.engine.sheet_layout import Sheet


class Standing:
    """What the view of the asked seat may imagine the rest of the table from.

    Whoever changes the table has to call `about_to_change` first, as long as anybody holds this.
    """

    __slots__ = ("__weakref__", "_seen", "_table", "sheet")

    def __init__(self, sheet: Sheet, table: Table) -> None:
        self.sheet = sheet
        self._table, self._seen = table, False

    def about_to_change(self) -> None:
        """The table is about to change: keep it as it stands."""
        if not self._seen:
            self._table = self._table.copy()

    def seen(self) -> Table:
        """One and the same table for all tables that the asked seat cannot tell apart; not to be changed."""
        if not self._seen:
            self._table, self._seen = as_seen(self.sheet, self._table), True
        return self._table

    def __getstate__(self) -> tuple[Sheet, Table]:
        return self.sheet, self.seen()  # what the seat cannot know leaves no process

    def __setstate__(self, state: tuple[Sheet, Table]) -> None:
        self.sheet, self._table = state
        self._seen = True
