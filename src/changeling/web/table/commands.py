"""What clients ask a table to do in a game and at any time; one function a message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from copy import deepcopy
from typing import Any

import msgspec

from changeling.web.table import lobby as lobbies
from changeling.web.table import lobby_commands as arranging
from changeling.web.table.clients import Client
from changeling.web.table.explanations import explained
from changeling.web.table.live_table import Table
from changeling.web.table.permissions import changed, place_at, playing
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse

_encode = msgspec.json.Encoder().encode


async def wish(table: Table, client: Client, message: m.FromClient) -> None:
    """Do what a client asks for. Raises Refuse when it is not done; then nothing has changed."""
    async with table.lock:
        await table.ready()
        await _WISHES[type(message)](table, client, message)


# --- in the game ------------------------------------------------------------------------------------------------------
async def _answer(table: Table, client: Client, message: m.Answer) -> None:
    place = place_at(client)
    if table.document.phase == "over" and table.course and message.question < table.course.next_question:
        raise Refuse("answer/stale", f"question {message.question} has been answered, and the game is over")
    course = playing(table)
    waits = course.answer(client, place, message.question, message.option)
    window = course.window
    await table.go_on()
    if waits and course.window is window:
        client.reply(_encode(m.Noted(message.question, message.option)))


async def _hold(table: Table, client: Client, message: m.Hold) -> None:
    place = place_at(client)
    course = playing(table)
    course.hold(place, message.question)
    client.reply(table.state(client))
    await table.go_on()


async def _habit(table: Table, client: Client, message: m.Habit) -> None:
    table.document.seats[place_at(client)].windows = message.windows
    await table.save()


async def _undo(table: Table, client: Client, message: m.Undo) -> None:
    place = place_at(client)
    course = playing(table)
    if not lobbies.is_alone(table.document):
        raise Refuse("undo/people", "a move can be taken back only where all the other players are bots")
    course.undo(table.document.seats[place].name)
    await table.go_on(afresh=True)


async def _leave(table: Table, client: Client, message: m.Leave) -> None:
    place = place_at(client)
    if table.document.phase == "lobby":
        lobbies.get_up(table.document, place)
        for other in table.clients:
            if other.place == place:
                other.place = None
                other.reply(_encode(m.Seated(None, "", "", False)))
        await changed(table)
        return
    playing(table)
    table.document.seats[place].left = True
    await table.save()
    await table.go_on(afresh=True)


async def _back(table: Table, client: Client, message: m.Back) -> None:
    place = place_at(client)
    playing(table)
    table.document.seats[place].left = False
    await table.save()
    await table.go_on(afresh=True)


async def _rematch(table: Table, client: Client, message: m.Rematch) -> None:
    place_at(client)
    if table.document.phase != "over":
        raise Refuse("phase/over", f"that is possible after a game only; this table is: {table.document.phase}")
    after = deepcopy(table.document)
    lobbies.prepare(after)
    table.end_course()
    table.document = after
    await table.save()
    table.show_lobby()
    table.show_state()


async def _why(table: Table, client: Client, message: m.Why) -> None:
    course = table.course
    if course is None:
        raise Refuse("phase/playing", "there is no game to ask about yet")
    text, because = explained(table, course, client, message)
    client.reply(_encode(m.Reason(message.about, message.seat, text, because)))


# --- any time ---------------------------------------------------------------------------------------------------------
async def _say(table: Table, client: Client, message: m.Say) -> None:
    if not message.text.strip() or not message.text.isprintable():
        raise Refuse("message/invalid", "a line needs something to read, and nothing that cannot be printed")
    await table.add_line(client, message.text)


async def _react(table: Table, client: Client, message: m.React) -> None:
    table.say(_encode(m.Reacted(table.name_of(client), message.reaction)))


async def _resync(table: Table, client: Client, message: m.Resync) -> None:
    client.reply(table.state(client, message.since))


async def _ping(table: Table, client: Client, message: m.Ping) -> None:
    client.reply(_encode(m.Pong(message.number)))


async def _hello(table: Table, client: Client, message: m.Hello) -> None:
    raise Refuse("hello/again", "there was a hello already on this connection")


_WISHES: dict[type, Callable[[Table, Client, Any], Awaitable[None]]] = {
    m.Hello: _hello,
    m.Sit: arranging.sit,
    m.Introduce: arranging.introduce,
    m.Arrange: arranging.arrange,
    m.Agree: arranging.agree,
    m.Contribute: arranging.contribute,
    m.Start: arranging.start,
    m.Answer: _answer,
    m.Hold: _hold,
    m.Habit: _habit,
    m.Why: _why,
    m.Say: _say,
    m.React: _react,
    m.Undo: _undo,
    m.Leave: _leave,
    m.Back: _back,
    m.Rematch: _rematch,
    m.Resync: _resync,
    m.Ping: _ping,
}
