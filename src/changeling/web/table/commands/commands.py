"""From a client's message to a change of the table: one function a message, found in one table.

A command reads the table and returns a `Change`. It alters nothing but the game, by the game loop; the live table
stores the change, takes it over, and publishes it.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from changeling.web.table.changes import Change
from changeling.web.table.clients import Client
from changeling.web.table.commands import (
    foresight,
    game_commands,
    lobby_commands,
    permissions,
    seat_commands,
    talk_commands,
)
from changeling.web.table.live.live_table import LiveTable
from changeling.web.wire import messages as m

Command = Callable[[LiveTable, Client, Any], Awaitable[Change]]


async def _hello(table: LiveTable, client: Client, message: m.Hello) -> Change:
    return Change()  # never reached: a second hello is refused


COMMANDS: dict[type, Command] = {
    m.Hello: _hello,
    m.Approach: seat_commands.approach,
    m.Sit: seat_commands.sit,
    m.Admit: seat_commands.admit,
    m.Remove: seat_commands.remove,
    m.Introduce: lobby_commands.introduce,
    m.Arrange: lobby_commands.arrange,
    m.Agree: lobby_commands.agree,
    m.Commit: lobby_commands.commit,
    m.Reveal: lobby_commands.reveal,
    m.Start: lobby_commands.start,
    m.Answer: game_commands.answer,
    m.Hold: game_commands.hold,
    m.Habit: game_commands.habit,
    m.Pace: game_commands.pace,
    m.Foresee: foresight.foresee,
    m.Why: game_commands.why,
    m.Undo: game_commands.undo,
    m.Leave: game_commands.leave,
    m.Back: game_commands.back,
    m.Rematch: game_commands.rematch,
    m.Say: talk_commands.say,
    m.React: talk_commands.react,
    m.Resync: talk_commands.resync,
    m.Ping: talk_commands.ping,
}


def execute(table: LiveTable, client: Client, message: m.FromClient) -> Coroutine[Any, Any, None]:
    """Do what a client asks for. Raises Refuse when it is not done; then nothing has changed."""

    def command() -> Awaitable[Change]:
        permissions.check(table, client, message)
        return COMMANDS[type(message)](table, client, message)

    return table.run(command)
