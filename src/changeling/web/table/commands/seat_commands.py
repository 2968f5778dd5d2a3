"""Commands about seats: taking one, asking the host for one, the host's answer, and removing a player."""

from __future__ import annotations

from copy import deepcopy

from msgspec.structs import replace

from changeling.errors import ChangelingError
from changeling.play.seats import MAX_SEATS
from changeling.web.nodes.notices import Admitted
from changeling.web.storage.documents import RemovedDocument, SeatDocument, TableDocument
from changeling.web.table.changes import NOTHING_YET, Advance, Change, Request
from changeling.web.table.clients import Client
from changeling.web.table.commands.permissions import game_of
from changeling.web.table.gathering import lobby as lobbies
from changeling.web.table.gathering.seat_tokens import draw_token, token_hash
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.live.table_state import PUT_OUT
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import PersonInfo

MOST_ASKING = 10  # requests that wait at a table
MOST_REMOVED, MOST_BROWSERS = 50, 10  # players who were removed from a table, and browsers of each that are kept out


async def approach(table: LiveTable, client: Client, message: m.Approach) -> Change:
    """Somebody is about to sit down, or is not any more. Everybody is told, by the lobby."""
    client.coming = message.coming
    table.announce()
    return Change(show="lobby")


async def sit(table: LiveTable, client: Client, message: m.Sit) -> Change:
    """Take a seat, or ask the host for it: before the game an open one or a bot's, in a game a bot's or a new one."""
    asks = _must_ask(table, client, message.place)
    return _ask(table, client, message) if asks else await _take_seat(table, client, message)


def _must_ask(table: LiveTable, client: Client, place: int | None) -> bool:
    """Whether the host decides: in a game, for a second seat, and once somebody was removed; not at open tables, nor
    for a seat that was kept for those who were about to sit down when the game began."""
    document = table.document
    if document.open or document.seats[document.host].kind != "human":
        return False
    if client.coming and place is not None and place < len(document.seats) and document.seats[place].free:
        return bool(document.removed)
    return document.phase == "playing" or bool(document.removed) or table.attendance.sits(client)


# --- asking the host --------------------------------------------------------------------------------------------------
def _ask(table: LiveTable, client: Client, message: m.Sit) -> Change:
    """Ask the host. What could not be done anyway is refused at once. Who asks again takes the first request back."""
    _check_seat(table, message)
    others = tuple(one for one in table.requests if one.client is not client)
    if len(others) >= MOST_ASKING:
        raise Refuse("ask/full", "too many people ask for a seat already; try again in a while")
    request = Request(table.next_request(), client, message)
    waiting = m.Waiting(message.name, message.place)
    return Change(requests=(*others, request), replies=((client, waiting),), show="lobby")


def _check_seat(table: LiveTable, message: m.Sit) -> None:
    """Raise Refuse when there is no such seat to have now."""
    if table.document.phase == "lobby":
        lobbies.sit_down(deepcopy(table.document), message.name, message.place, message.person)
    elif message.place is None:
        _check_join(table, message)
    else:
        _check_bot_seat(table, message.place, message.name)


async def admit(table: LiveTable, client: Client, message: m.Admit) -> Change:
    """The host's answer to a request. Where the seat cannot be had any more, both are told why."""
    if any(one.number == message.request for one in table.requests):
        return await admitted(table, message.request, accept=message.accept, host=client)
    if all(one.number != message.request for one in table.asking()):
        raise Refuse("ask/none", "nobody waits for that answer any more")
    return Change(notices=(Admitted(table.id, message.request, message.accept),))


async def admitted(table: LiveTable, number: int, *, accept: bool, host: Client | None = None) -> Change:
    """What comes of the host's answer to somebody who is connected here."""
    request = next((one for one in table.requests if one.number == number), None)
    if request is None:
        raise Refuse("ask/none", "nobody waits for that answer any more")
    left, asker = tuple(one for one in table.requests if one is not request), request.client
    if not accept:
        refused = m.Error("ask/refused", "the host has said no", "sit")
        return Change(requests=left, replies=((asker, refused),), show="lobby")
    try:
        return replace(await _take_seat(table, asker, request.sit), requests=left)
    except Refuse as refuse:
        told = [(asker, m.Error(refuse.code, str(refuse), "sit"))]
        if host is not None:
            told.append((host, m.Error(refuse.code, str(refuse), "admit")))
        return Change(requests=left, replies=tuple(told), show="lobby")


# --- taking a seat ----------------------------------------------------------------------------------------------------
async def _take_seat(table: LiveTable, client: Client, message: m.Sit) -> Change:
    if table.document.phase == "lobby":
        document = deepcopy(table.document)
        place, token = lobbies.sit_down(document, message.name, message.place, message.person)
        seated = _seated(document, place, token)
        return Change(
            document=document, places={client: place}, replies=((client, seated),), show="lobby", state_to=client
        )
    game_of(table)
    return await _join(table, client, message) if message.place is None else _take_over(table, client, message)


def _take_over(table: LiveTable, client: Client, message: m.Sit) -> Change:
    """A person plays on for a bot, under the bot's name."""
    place = message.place or 0
    _check_bot_seat(table, place, message.name)
    document, token = deepcopy(table.document), draw_token()
    seat = document.seats[place]
    seat.kind, seat.token, seat.windows, seat.free = "human", token_hash(token), "timed", False
    game_of(table).log.played_for.pop(seat.name, None)  # it was not yet theirs
    return _seated_in_game(document, client, place, token)


def _check_bot_seat(table: LiveTable, place: int, name: str) -> None:
    game_of(table)
    seats = table.document.seats
    if place >= len(seats):
        raise Refuse("seat/none", f"there is no seat {place}; there are {len(seats)}, counted from 0")
    if seats[place].kind != "bot":
        raise Refuse("seat/taken", f"{seats[place].name} sits there")
    lobbies.check_removed(table.document, name)


async def _join(table: LiveTable, client: Client, message: m.Sit) -> Change:
    """A new player joins the game."""
    _check_join(table, message)
    document = deepcopy(table.document)
    token, person = draw_token(), message.person or PersonInfo()
    try:
        loop = game_of(table)
        advance = await table.workers.beside(loop.log.document.deck, loop.join, message.name, person)
    except ChangelingError as error:
        raise Refuse("seat/name", str(error)) from error
    document.seats.append(SeatDocument("human", message.name, token=token_hash(token), person=person))
    return _seated_in_game(document, client, len(document.seats) - 1, token, advance)


def _check_join(table: LiveTable, message: m.Sit) -> None:
    game_of(table)
    if len(table.document.seats) >= MAX_SEATS:
        raise Refuse("seat/full", f"{MAX_SEATS} play already; a bot's seat can be taken over by its place")
    lobbies.check_name(table.document, message.name, None)
    lobbies.check_look(message.name, [seat.name for seat in table.document.seats])  # bots keep their names in a game


def _seated_in_game(
    document: TableDocument, client: Client, place: int, token: str, advance: Advance = NOTHING_YET
) -> Change:
    return Change(
        document=document,
        advance=advance,
        places={client: place},
        replies=((client, _seated(document, place, token)),),
        show="everything",
    )


def _seated(document: TableDocument, place: int, token: str) -> m.Seated:
    return m.Seated(place, document.seats[place].name, token, place == document.host)


# --- removing a player ------------------------------------------------------------------------------------------------
async def remove(table: LiveTable, client: Client, message: m.Remove) -> Change:
    """The host removes a player: the token, the name and the browser are kept out of this table from now on."""
    place, document = message.place, deepcopy(table.document)
    if place >= len(document.seats) or document.seats[place].kind != "human":
        raise Refuse("seat/none", f"nobody sits at place {place} who could be removed")
    if place == document.host:
        raise Refuse("remove/host", "the host cannot be removed; leave, and somebody else is host")
    if len(document.removed) >= MOST_REMOVED:
        raise Refuse("remove/full", f"{MOST_REMOVED} players were removed from this table already; make another one")
    if message.bot:
        lobbies.check_bot(message.bot)
    seat = document.seats[place]
    gone = [other for other in table.clients if other.place == place]
    browsers = sorted(table.attendance.browsers(seat.token))[:MOST_BROWSERS]
    document.removed = [*document.removed, RemovedDocument(seat.name, seat.token, browsers)]
    document.open = False
    lobbies.put_out(document, place, message.bot)
    if document.phase == "playing":
        game_of(table).log.seat_bot(seat.name, document.seats[place].bot)
    return Change(
        document=document,
        advance=NOTHING_YET,
        places=dict.fromkeys(gone),
        replies=tuple((other, message) for other in gone for message in PUT_OUT),
        news=(m.Told("removed", seat.name),),
        closes=tuple(gone),
        show="lobby" if document.phase == "lobby" else "everything",
    )
