"""Commands that concern no game: talk, and what a client wants to hear again."""

from __future__ import annotations

import time

from changeling.play.seats import is_readable
from changeling.web.table.changes import Change
from changeling.web.table.clients import Client
from changeling.web.table.live.live_table import LiveTable
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import Said


async def say(table: LiveTable, client: Client, message: m.Say) -> Change:
    """A line for everybody, which is kept."""
    if not message.text.strip() or not is_readable(message.text):
        raise Refuse("message/invalid", "a line needs something to read, and nothing that cannot be printed")
    number = table.chat[-1].number + 1 if table.chat else 0
    said = Said(number, _name(table, client), " ".join(message.text.split()), time.time())
    return Change(said=said, news=(m.Chat(said),))


async def react(table: LiveTable, client: Client, message: m.React) -> Change:
    """A quick reaction for everybody, which is not kept."""
    return Change(news=(m.Reacted(_name(table, client), message.reaction),))


def _name(table: LiveTable, client: Client) -> str:
    """The name of a client's seat; empty for one that looks on."""
    return "" if client.place is None else table.document.seats[client.place].name


async def resync(table: LiveTable, client: Client, message: m.Resync) -> Change:
    """Send the client the whole state again."""
    return Change(replies=((client, table.state(client, message.since)),))


async def ping(table: LiveTable, client: Client, message: m.Ping) -> Change:
    """Answer."""
    return Change(replies=((client, m.Pong(message.number)),))
