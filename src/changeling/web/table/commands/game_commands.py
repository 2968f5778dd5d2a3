"""Commands of a game: answers, holds, habits, questions why, and leaving, coming back or playing again."""

from __future__ import annotations

from copy import deepcopy

from changeling.web.nodes.notices import Held, Meant
from changeling.web.storage.codes import drop_codes, put_code
from changeling.web.table.changes import NOTHING_YET, Change, Receipt
from changeling.web.table.clients import Client
from changeling.web.table.commands.permissions import game_of, seat_of, shown_game
from changeling.web.table.game.explanations import explain
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.workers import is_quick
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse


async def answer(table: LiveTable, client: Client, message: m.Answer) -> Change:
    """The answer to a question."""
    moment = table.moment()
    if table.document.phase == "over" and table.loop and message.question < table.loop.next_question(moment):
        raise Refuse("answer/stale", f"question {message.question} has been answered, and the game is over")
    receipt, place = Receipt(client, message.question, message.option), seat_of(client)
    loop = game_of(table)
    choice = loop.log.document.deck
    if is_quick(choice):
        advance = loop.answer(place, receipt, moment)
    else:
        advance = await table.workers.beside(choice, loop.answer, place, receipt, moment)
    meant = (Meant(table.id, message.question, place, message.option),) if advance.noted else ()
    return Change(advance=advance, notices=meant, moment=moment)


async def hold(table: LiveTable, client: Client, message: m.Hold) -> Change:
    """More time in a window; the client is told how much by a state, all others by the longer pause."""
    place = seat_of(client)
    advance = game_of(table).hold(place, message.question)
    held = Held(table.id, message.question, place)
    return Change(advance=advance, replies=((client, table.state(client)),), notices=(held,))


async def habit(table: LiveTable, client: Client, message: m.Habit) -> Change:
    """How the seat wants to be asked in windows, from the next one on. Kept in memory until the document is written."""
    table.habits[table.document.seats[seat_of(client)].token] = message.windows
    return Change(notices=(table.presence(),))


async def pace(table: LiveTable, client: Client, message: m.Pace) -> Change:
    """How fast the bots play from now on."""
    document = deepcopy(table.document)
    document.speed = message.speed
    return Change(document=document, show="lobby")


async def why(table: LiveTable, client: Client, message: m.Why) -> Change:
    """Explain a number, a player or an option."""
    loop, scenes = shown_game(table), table.publisher.scenes
    choice, moment = loop.log.document.deck, table.moment()
    reason = await table.workers.beside(choice, explain, message, loop, scenes, client.place, moment)
    return Change(replies=((client, reason),))


async def undo(table: LiveTable, client: Client, message: m.Undo) -> Change:
    """Back to the person's last choice."""
    name = table.document.seats[seat_of(client)].name
    return Change(advance=await game_of(table).undo(name), show="everything")


async def leave(table: LiveTable, client: Client, message: m.Leave) -> Change:
    """Get up: before a game the seat is open again, in a game a bot plays for it."""
    place, document = seat_of(client), deepcopy(table.document)
    if document.phase == "lobby":
        lobbies.get_up(document, place)
        gone = [other for other in table.clients if other.place == place]
        replies = tuple((other, m.Seated(None, "", "", False)) for other in gone)
        return Change(document=document, places=dict.fromkeys(gone), replies=replies, show="lobby")
    game_of(table)
    document.seats[place].left = True
    news: tuple[m.FromServer, ...] = ()
    if place == document.host:
        document.host = lobbies.next_host(document, table.attendance.here(table.document), place)
        news = (m.Told("host", document.seats[document.host].name),) if document.host != place else ()
    return Change(document=document, advance=NOTHING_YET, news=news, show="everything")


async def back(table: LiveTable, client: Client, message: m.Back) -> Change:
    """Play for oneself again."""
    document = deepcopy(table.document)
    document.seats[seat_of(client)].left = False
    return Change(document=document, advance=NOTHING_YET, show="everything")


async def rematch(table: LiveTable, client: Client, message: m.Rematch) -> Change:
    """Back to the lobby, with the same seats and a new secret, and with the cards as they are today."""
    document = deepcopy(table.document)
    lobbies.prepare(document)
    deck = await table.workers.deck(document.deck)
    return Change(
        document=document,
        deck=None if deck is table.deck and not table.shelved else deck,
        statements=(drop_codes(document.id), put_code(document.code, document.id)),
        show="everything",
    )
