"""Who may ask a table for what, and when."""

from __future__ import annotations

from changeling.web.table.clients import Client
from changeling.web.table.game_loop import Course
from changeling.web.table.live_table import Table
from changeling.web.wire.errors import Refuse


def place_at(client: Client) -> int:
    """The place of a client. Raises Refuse for who looks on."""
    if client.place is None:
        raise Refuse("seat/none", "you have no seat at this table; sit down first")
    return client.place


def in_lobby(table: Table) -> None:
    """Raise Refuse unless the game is still to begin."""
    if table.document.phase != "lobby":
        raise Refuse("phase/lobby", f"that is possible before a game only; this table is: {table.document.phase}")


def playing(table: Table) -> Course:
    """The course of the game. Raises Refuse unless one is being played."""
    if table.course is None or table.document.phase != "playing":
        raise Refuse("phase/playing", f"that is possible in a game only; this table is: {table.document.phase}")
    return table.course


def host_only(table: Table, client: Client) -> None:
    """Raise Refuse for everybody but the host."""
    if place_at(client) != table.document.host:
        name = table.document.seats[table.document.host].name
        raise Refuse("host/only", f"only the host can do that, and {name} is the host")


async def changed(table: Table) -> None:
    """Write the table down and show it."""
    await table.save()
    table.show_lobby()
