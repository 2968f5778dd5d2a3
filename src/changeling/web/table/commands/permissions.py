"""Who may send which command, and when: what is not allowed here is refused before anything is done.

A text that is no message at all is refused earlier, in wire/decode.py; what a command cannot do with the values that
it is given, such as a name that is taken, is refused in that command.
"""

from __future__ import annotations

from collections.abc import Callable

from changeling.web.table.clients import Client
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.gathering.lobby import is_alone, is_starting
from changeling.web.table.live.live_table import LiveTable
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse

Requirement = Callable[[LiveTable, Client], object]


# --- what a client needs ----------------------------------------------------------------------------------------------
def seat_of(client: Client) -> int:
    """The place of a client. Raises Refuse for one that looks on."""
    if client.place is None:
        raise Refuse("seat/none", "you have no seat at this table; sit down first")
    return client.place


def has_seat(table: LiveTable, client: Client) -> None:
    """Refuse those who look on."""
    seat_of(client)


def has_no_seat(table: LiveTable, client: Client) -> None:
    """Refuse those who sit already."""
    if client.place is not None:
        raise Refuse("seat/have", f"you sit at place {client.place} already")


def is_host(table: LiveTable, client: Client) -> None:
    """Refuse everybody but the host."""
    if seat_of(client) != table.document.host:
        name = table.document.seats[table.document.host].name
        raise Refuse("host/only", f"only the host can do that, and {name} is the host")


def refuse_second_hello(table: LiveTable, client: Client) -> None:
    """Refuse always: whoever can send a command has said hello before."""
    raise Refuse("hello/again", "there was a hello already on this connection")


# --- what the table has to be doing -----------------------------------------------------------------------------------
def in_lobby(table: LiveTable, client: Client) -> None:
    """Refuse unless the game is still to begin."""
    if table.document.phase != "lobby":
        raise Refuse("phase/lobby", f"that is possible before a game only; this table is: {table.document.phase}")


def not_starting(table: LiveTable, client: Client) -> None:
    """Refuse while a start is under way: what is arranged was promised to everybody, and holds."""
    if is_starting(table.document):
        raise Refuse("start/under-way", "the game is about to begin; that cannot be changed now")


def game_of(table: LiveTable) -> GameLoop:
    """The game that is being played. Raises Refuse where there is none."""
    if table.loop is None or table.document.phase != "playing":
        raise Refuse("phase/playing", f"that is possible in a game only; this table is: {table.document.phase}")
    return table.loop


def in_game(table: LiveTable, client: Client) -> None:
    """Refuse unless a game is being played."""
    game_of(table)


def shown_game(table: LiveTable) -> GameLoop:
    """The game on the table, also one that is over. Raises Refuse where there is none yet."""
    if table.loop is None:
        raise Refuse("phase/playing", "there is no game to ask about yet")
    return table.loop


def has_game(table: LiveTable, client: Client) -> None:
    """Refuse before the first game."""
    shown_game(table)


def after_game(table: LiveTable, client: Client) -> None:
    """Refuse unless a game is over."""
    if table.document.phase != "over":
        raise Refuse("phase/over", f"that is possible after a game only; this table is: {table.document.phase}")


def against_bots(table: LiveTable, client: Client) -> None:
    """Refuse where other people play."""
    if not is_alone(table.document):
        raise Refuse("undo/people", "a move can be taken back only where all the other players are bots")


# --- one row a message, in the order in which it is looked at ---------------------------------------------------------
REQUIRED: dict[type, tuple[Requirement, ...]] = {
    m.Hello: (refuse_second_hello,),
    m.Approach: (has_no_seat, in_lobby),
    m.Sit: (has_no_seat, not_starting),
    m.Admit: (is_host, not_starting),
    m.Remove: (is_host, not_starting),
    m.Introduce: (has_seat, in_lobby, not_starting),
    m.Arrange: (in_lobby, is_host, not_starting),
    m.Agree: (has_seat, in_lobby, not_starting),
    m.Commit: (has_seat, in_lobby),
    m.Reveal: (has_seat, in_lobby),
    m.Start: (in_lobby, is_host, not_starting),
    m.Answer: (has_seat,),
    m.Hold: (has_seat, in_game),
    m.Habit: (has_seat,),
    m.Pace: (is_host,),
    m.Foresee: (has_seat, has_game),
    m.Why: (has_game,),
    m.Say: (),
    m.React: (),
    m.Undo: (has_seat, in_game, against_bots),
    m.Leave: (has_seat, not_starting),
    m.Back: (has_seat, in_game),
    m.Rematch: (has_seat, after_game),
    m.Resync: (),
    m.Ping: (),
}


def check(table: LiveTable, client: Client, message: m.FromClient) -> None:
    """Raise Refuse unless this client may send this message now."""
    for requirement in REQUIRED[type(message)]:
        requirement(table, client)
