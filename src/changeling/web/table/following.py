"""What other nodes have done at a table: it is read, shown to this node's clients, and gone on from."""

from __future__ import annotations

import logging
from collections.abc import Sequence

import msgspec

from changeling.errors import EngineFault, RecordError
from changeling.web.nodes.notices import Admitted, Ask, Held, Meant, News, Notice, Presence, Wrote
from changeling.web.storage.documents import Row, TableDocument
from changeling.web.storage.outage import level_of
from changeling.web.storage.versions import lines_from, rows_from, table_at
from changeling.web.table.changes import Advance
from changeling.web.table.commands import seat_commands
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.live.publish import acknowledge, send
from changeling.web.table.live.table_state import CHAT, now
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse, StoreError
from changeling.web.wire.values import Said

SMALL = 50  # rows that are played here; more are played by a worker
log = logging.getLogger("changeling.web")


async def hear(table: LiveTable, notice: Notice) -> None:
    """Do what follows from what another node tells. Never raises: what fails is read again when the table is needed."""
    try:
        await _hear(table, notice)
    except Refuse as refuse:
        log.log(level_of(refuse), "table %s: %s", table.id, refuse)
    except Exception:
        log.exception("table %s: what another node told was not understood", table.id)
        table.lose()


async def _hear(table: LiveTable, notice: Notice) -> None:
    if isinstance(notice, Ask):
        tell_again(table)
    elif isinstance(notice, Presence):
        if table.forget_habits(notice):
            table.announce()
        people_changed(table)
    elif isinstance(notice, News):
        send(table.clients, msgspec.Raw(notice.message.encode()))
    elif isinstance(notice, Admitted):
        await _admitted(table, notice)
    elif isinstance(notice, Wrote | Meant | Held):
        async with table.lock:
            if not table.clients:
                table.lose()
            elif isinstance(notice, Wrote):
                await _wrote(table, notice)
            else:
                await _in_window(table, notice)


def tell_again(table: LiveTable) -> None:
    """Tell a node that knows nothing of the moment yet what is known here."""
    if table.clients:
        table.announce()
        table.tell_what_is_meant()


def people_changed(table: LiveTable) -> None:
    """People have come or gone at another node, or the node is gone."""
    if table.clients:
        table.left_by_some(seat_empty=table.attendance.look(now()))
        table.wake_soon()


async def missed(table: LiveTable) -> None:
    """Read everything that is new in the store: notices may have been lost."""
    try:
        async with table.lock:
            table.unheard = not table.peers.hears()  # who comes after this lock is released finds what was read here
            if table.clients:
                await table.recover()
                await _catch_up(table)
            else:
                table.lose()
    except Refuse as refuse:
        log.log(level_of(refuse), "table %s: %s", table.id, refuse)
    except Exception:
        log.exception("table %s: what other nodes did was not read", table.id)
        table.lose()


# --- what was written -------------------------------------------------------------------------------------------------
async def _wrote(table: LiveTable, wrote: Wrote) -> None:
    await table.recover()
    if wrote.version < table.version:
        return
    next_row = table.loop.log.next_row if table.loop is not None else 0
    rows = [row for row in wrote.rows if row.number >= next_row]
    lines = [wrote.said] if wrote.said and (not table.chat or wrote.said.number > table.chat[-1].number) else []
    known = wrote.whole and (wrote.version, wrote.game) == (table.version, table.document.game)
    follows = (not rows or rows[0].number == next_row) and (not lines or _follows(table, lines[0]))
    if not known or not follows or any(row.kind == "undo" for row in rows):
        await _catch_up(table)
    elif rows or lines:
        await _take(table, table.document, table.version, rows, lines)


def _follows(table: LiveTable, said: Said) -> bool:
    return said.number == (table.chat[-1].number + 1 if table.chat else 0)


async def _catch_up(table: LiveTable) -> None:
    """Read what is new in the store. The lock is held."""
    try:
        at = await table_at(table.store, table.id)
        document, version = at or (table.document, table.version)
        rows: Sequence[Row] = ()
        if table.loop is not None and document.game == table.document.game:
            rows = await rows_from(table.store, document.game, table.loop.log.next_row)
        lines = [Said(*line) for line in await lines_from(table.store, table.id, _next_line(table))]
    except StoreError as error:
        log.log(level_of(error), "table %s: %s", table.id, error)
        table.lose()
        return
    other = document.game != table.document.game or document.deck != table.document.deck
    if other or table.shelved is not None or len(rows) > SMALL or any(row.kind == "undo" for row in rows):
        table.lose()
        await table.recover()
        await table.go_on()
    elif rows or lines or version != table.version:
        await _take(table, document, version, rows, lines)


def _next_line(table: LiveTable) -> int:
    return table.chat[-1].number + 1 if table.chat else 0


async def _take(
    table: LiveTable, document: TableDocument, version: int, rows: Sequence[Row], lines: Sequence[Said]
) -> None:
    """Take over what another node has stored, show it, and go on from there where this node drives the table."""
    before, changed = table.document, version != table.version
    table.document, table.version = document, version
    table.chat = [*table.chat, *lines][-CHAT:]
    if changed:
        table.seat_again()
        table.publisher.odd = await table.oddities(document, table.deck)
    if table.loop is not None:
        try:
            choice = table.loop.log.document.deck
            advance = await table.workers.beside(choice, table.loop.follow, rows) if rows else Advance()
        except (RecordError, EngineFault) as error:
            log.error("table %s: what another node did cannot be followed: %s", table.id, error)
            table.lose()
            await table.recover()
            return
        await table.show()
        acknowledge(advance)
        if rows:
            table.send_update(table.loop, table.moment(), advance.first_event or 0)
    for said in lines:
        send(table.clients, m.Chat(said))
    if changed:
        _show_document(table, before)
    await table.go_on()


def _show_document(table: LiveTable, before: TableDocument) -> None:
    table.send_lobby()
    ended = table.document.ended
    if ended is not None and before.ended is None:
        table.publisher.send_game_over(table.clients, ended)
    else:
        table.send_states()


# --- windows, and the host's word -------------------------------------------------------------------------------------
async def _in_window(table: LiveTable, notice: Meant | Held) -> None:
    await table.recover()
    await table.show_all()  # what is asked there may not be asked here yet: the table pauses before it opens a window
    loop = table.loop
    if loop is None or notice.place >= len(table.document.seats):
        return
    if isinstance(notice, Held):
        try:
            loop.hold(notice.place, notice.question)
        except Refuse:
            return
        table.send_update(loop, table.moment(), loop.log.happened)
    else:
        advance = loop.mean(notice.place, notice.question, notice.option)
        if advance is None:
            return
        acknowledge(advance)
    await table.go_on()


async def _admitted(table: LiveTable, notice: Admitted) -> None:
    """The host, who is at another node, has answered somebody who is here."""
    if any(one.number == notice.request for one in table.requests):
        await table.run(lambda: seat_commands.admitted(table, notice.request, accept=notice.accept))
