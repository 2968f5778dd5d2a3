"""The HTTP part: one row a request, from which the routes and the OpenAPI document are both made."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, get_args

import msgspec

from changeling import __version__
from changeling.bots import names as bot_names
from changeling.play.seats import MAX_SEATS, MIN_SEATS
from changeling.web.gallery.decks import edition_list, report_on
from changeling.web.table.registry import Hall
from changeling.web.wire import http_bodies as f
from changeling.web.wire.messages import PROTOCOL
from changeling.web.wire.values import Reaction

FOR_EVER = "public, max-age=31536000, immutable"
KB = 1024


@dataclass(frozen=True, slots=True)
class Asked:
    """A request as a route sees it: what stands in the path, and the body, which is what the route takes."""

    path: dict[str, str]
    body: Any = None


@dataclass(frozen=True, slots=True)
class Given:
    """An answer: a value or finished JSON, and how long it may be kept."""

    value: object
    cache: str = "no-store"
    file: str = ""


@dataclass(frozen=True, slots=True)
class Route:
    """A request: what it takes and gives, and the codes with which it can be refused, by status."""

    method: str
    path: str
    name: str
    summary: str
    gives: type
    do: Callable[[Hall, Asked], Awaitable[Given]]
    takes: type | None = None
    status: int = 200
    refusals: tuple[tuple[int, str], ...] = ()
    most: int = 256 * KB


async def _health(hall: Hall, asked: Asked) -> Given:
    await hall.store.public_tables(1)
    return Given(f.Health("ok", len(hall.tables), sum(len(table.clients) for table in hall.tables.values())))


async def _server(hall: Hall, asked: Asked) -> Given:
    info = f.ServerInfo(
        version=__version__,
        protocol=PROTOCOL,
        addresses=list(hall.settings.addresses),
        bots=[f.BotInfo(name) for name in bot_names()],
        reactions=list(get_args(Reaction)),
        least_seats=MIN_SEATS,
        most_seats=MAX_SEATS,
        pause=f.DEFAULT_PAUSE,
    )
    return Given(info)


async def _editions(hall: Hall, asked: Asked) -> Given:
    return Given(await asyncio.to_thread(edition_list), "no-cache")


async def _deck(hall: Hall, asked: Asked) -> Given:
    return Given(msgspec.Raw(hall.cards(asked.path["id"])), FOR_EVER)


async def _check(hall: Hall, asked: Asked) -> Given:
    return Given(await asyncio.to_thread(report_on, asked.body))


async def _make(hall: Hall, asked: Asked) -> Given:
    return Given(await hall.make(asked.body))


async def _tables(hall: Hall, asked: Asked) -> Given:
    return Given(f.Tables(await hall.public()))


async def _table(hall: Hall, asked: Asked) -> Given:
    return Given(f.TableInfo(await hall.lobby(asked.path["table"])))


async def _replay(hall: Hall, asked: Asked) -> Given:
    return Given(await hall.replay(asked.path["replay"]), "private, max-age=3600")


async def _file(hall: Hall, asked: Asked) -> Given:
    text, _ = await hall.replay_file(asked.path["replay"])
    return Given(msgspec.Raw(text.encode()), "no-cache", f"changeling-{asked.path['replay']}.json")


async def _bring(hall: Hall, asked: Asked) -> Given:
    return Given(f.Shared(await hall.bring(asked.body)))


async def _fork(hall: Hall, asked: Asked) -> Given:
    return Given(await hall.fork(asked.path["replay"], asked.body))


_CHOICE = ((409, "deck/unknown"), (409, "deck/problems"), (409, "meta/unknown"))
_REPLAY = ((404, "replay/none"), (409, "replay/unreadable"))

ROUTES = (
    Route("GET", "/api/health", "health", "Is the server well?", f.Health, _health),
    Route("GET", "/api/server", "server", "What a page wants to know first", f.ServerInfo, _server),
    Route("GET", "/api/editions", "editions", "The editions on the shelf", f.Editions, _editions),
    Route(
        "POST",
        "/api/decks/check",
        "check",
        "Look at a deck before a game",
        f.DeckReport,
        _check,
        f.CheckDeck,
        refusals=(_CHOICE[0], _CHOICE[2]),
    ),
    Route("GET", "/api/decks/{id}", "deck", "Every card", f.DeckCards, _deck, refusals=((404, "deck/none"),)),
    Route("GET", "/api/tables", "tables", "The public tables", f.Tables, _tables),
    Route(
        "POST",
        "/api/tables",
        "make",
        "Make a table",
        f.Made,
        _make,
        f.MakeTable,
        201,
        (*_CHOICE, (409, "deck/unplayable"), (409, "bot/unknown"), (409, "seat/name"), (409, "arrange/seats")),
    ),
    Route(
        "GET",
        "/api/tables/{table}",
        "table",
        "A table before sitting down",
        f.TableInfo,
        _table,
        refusals=((404, "table/none"),),
    ),
    Route(
        "POST",
        "/api/replays",
        "bring",
        "Store a replay that was saved as a file",
        f.Shared,
        _bring,
        str,
        201,
        (_REPLAY[1],),
        2048 * KB,
    ),
    Route("GET", "/api/replays/{replay}", "replay", "Every position of a game", f.Replay, _replay, refusals=_REPLAY),
    Route("GET", "/api/replays/{replay}/file", "file", "The game as a file", dict[str, Any], _file, refusals=_REPLAY),
    Route(
        "POST",
        "/api/replays/{replay}/fork",
        "fork",
        "Play on from a position, against bots",
        f.Made,
        _fork,
        f.Fork,
        201,
        (*_REPLAY, (409, "replay/moves"), (409, "replay/over"), (409, "bot/unknown"), (409, "seat/none")),
    ),
)
