"""The HTTP API: one row a request, from which both the endpoints and the OpenAPI document are made."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, get_args

import msgspec

from changeling import __version__
from changeling.bots import names as bot_names
from changeling.play.seats import MAX_SEATS, MIN_SEATS
from changeling.web.gallery.decks import edition_list
from changeling.web.storage.holdings import Kind
from changeling.web.storage.purge import touch
from changeling.web.table.game.how_to import how_to
from changeling.web.table.game.practice import practice_list
from changeling.web.table.gathering.code_lookup import waiting_table
from changeling.web.table.registry import Registry
from changeling.web.table.replay import stored_replays
from changeling.web.wire import http_bodies as f
from changeling.web.wire import practice as p
from changeling.web.wire.messages import PROTOCOL
from changeling.web.wire.values import DeckChoice, Reaction

FOR_EVER = "public, max-age=31536000, immutable"
KB = 1024


@dataclass(frozen=True, slots=True)
class ApiRequest:
    """A request as a route sees it: the values in the path and after it, and the body as the type that it takes."""

    path: dict[str, str]
    body: Any = None
    query: dict[str, int] = field(default_factory=dict)
    owner: str = ""  # on whose account something is kept; empty where there are no accounts


@dataclass(frozen=True, slots=True)
class ApiResponse:
    """What a route gives: a value or finished JSON, how long it may be kept, and the name of a file to save it as."""

    value: object
    cache: str = "no-store"
    file: str = ""


@dataclass(frozen=True, slots=True)
class Param:
    """A number after the path of a request, `?name=`, with what it is when it is not given."""

    name: str
    usual: int
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Route:
    """A request of the API: the types it takes and gives, and the codes of its refusals, with their HTTP status.

    `cost` is in units of what an address may ask for, besides the bytes of the body; `keeps` is what it has kept.
    `guesses`: what is asked for could be found by trying, so an address may try only now and then.
    """

    method: str
    path: str
    name: str
    summary: str
    gives: type
    do: Callable[[Registry, ApiRequest], Awaitable[ApiResponse]]
    takes: type | None = None
    status: int = 200
    refusals: tuple[tuple[int, str], ...] = ()
    most: int = 256 * KB
    cost: int = 1
    keeps: Kind | None = None
    query: tuple[Param, ...] = ()
    guesses: bool = False


async def _health(registry: Registry, request: ApiRequest) -> ApiResponse:
    await registry.store.public_tables(1)
    clients = sum(len(table.clients) for table in registry.tables.values())
    return ApiResponse(f.Health("ok", len(registry.tables), clients))


async def _server(registry: Registry, request: ApiRequest) -> ApiResponse:
    info = f.ServerInfo(
        version=__version__,
        protocol=PROTOCOL,
        addresses=list(registry.settings.addresses),
        bots=[f.BotInfo(name) for name in bot_names()],
        reactions=list(get_args(Reaction)),
        least_seats=MIN_SEATS,
        most_seats=MAX_SEATS,
        pause=f.DEFAULT_PAUSE,
    )
    return ApiResponse(info)


async def _editions(registry: Registry, request: ApiRequest) -> ApiResponse:
    return ApiResponse(await asyncio.to_thread(edition_list), "no-cache")


async def _deck(registry: Registry, request: ApiRequest) -> ApiResponse:
    return ApiResponse(msgspec.Raw(registry.cards(request.path["id"])), FOR_EVER)


async def _check(registry: Registry, request: ApiRequest) -> ApiResponse:
    return ApiResponse(await registry.workers.report(request.body))


async def _make(registry: Registry, request: ApiRequest) -> ApiResponse:
    return ApiResponse(await registry.make(request.body, request.owner))


async def _tables(registry: Registry, request: ApiRequest) -> ApiResponse:
    return ApiResponse(f.Tables(await registry.public()))


async def _table(registry: Registry, request: ApiRequest) -> ApiResponse:
    table = request.path["table"]
    if not registry.in_use(table):
        await registry.store.write(touch([table]))  # before it is loaded: from here on it is not too old to keep
    return ApiResponse(await registry.lobby(table))


async def _code(registry: Registry, request: ApiRequest) -> ApiResponse:
    return ApiResponse(f.TableFound(await waiting_table(registry.store, request.path["code"])))


async def _replay(registry: Registry, request: ApiRequest) -> ApiResponse:
    first, count = request.query["from"], request.query["count"]
    page = await stored_replays.replay_page(
        registry.store, registry.workers, request.path["replay"], first=first, count=count
    )
    return ApiResponse(msgspec.Raw(page), "private, max-age=3600")


async def _file(registry: Registry, request: ApiRequest) -> ApiResponse:
    text = await stored_replays.replay_file(registry.store, registry.workers, request.path["replay"])
    return ApiResponse(msgspec.Raw(text.encode()), "no-cache", f"changeling-{request.path['replay']}.json")


async def _moment(registry: Registry, request: ApiRequest) -> ApiResponse:
    replay, moves = request.path["replay"], request.query["moves"]
    text = await stored_replays.moment_file(registry.store, registry.workers, replay, moves)
    return ApiResponse(msgspec.Raw(text.encode()), "no-cache", f"changeling-puzzle-{replay}-{moves}.json")


async def _bring(registry: Registry, request: ApiRequest) -> ApiResponse:
    kept = await stored_replays.keep_replay(registry.store, registry.workers, request.body, request.owner)
    return ApiResponse(f.Shared(kept))


async def _fork(registry: Registry, request: ApiRequest) -> ApiResponse:
    replay, owner = request.path["replay"], request.owner
    return ApiResponse(await stored_replays.fork(registry.store, registry.workers, replay, request.body, owner))


async def _practice(registry: Registry, request: ApiRequest) -> ApiResponse:
    return ApiResponse(await asyncio.to_thread(practice_list), "no-cache")


async def _practise(registry: Registry, request: ApiRequest) -> ApiResponse:
    made = await stored_replays.practise_by_name(registry.store, registry.workers, request.body)
    return ApiResponse(made)


async def _how_to(registry: Registry, request: ApiRequest) -> ApiResponse:
    return ApiResponse(await asyncio.to_thread(how_to, await registry.workers.deck(request.body)))


_CHOICE = ((409, "deck/unknown"), (409, "deck/problems"), (409, "meta/unknown"))
_TABLE = ((409, "deck/unplayable"), (409, "bot/unknown"), (409, "seat/name"), (409, "arrange/seats"))
_FULL = (429, "storage/full")
_REPLAY = ((404, "replay/none"), (409, "replay/unreadable"), (410, "replay/version"))
_FORK = ((409, "replay/moves"), (409, "replay/over"), (409, "bot/unknown"), (409, "seat/none"))
_MOMENT = (*_REPLAY, (409, "replay/moves"), (409, "puzzle/none"))
_WORK = ((503, "work/given-up"), (503, "work/busy"))

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
        refusals=(_CHOICE[0], _CHOICE[2], *_WORK),
        cost=10,
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
        (*_CHOICE, *_TABLE, _FULL, *_WORK),
        cost=20,
        keeps="table",
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
        "GET",
        "/api/codes/{code}",
        "code",
        "The table that waits for players under a short code",
        f.TableFound,
        _code,
        refusals=((404, "code/none"), (429, "code/too-often")),
        guesses=True,
    ),
    Route(
        "POST",
        "/api/replays",
        "bring",
        "Store a replay that was saved as a file",
        f.Shared,
        _bring,
        f.ReplayFile,
        201,
        ((409, "replay/unreadable"), (409, "replay/version"), _FULL, *_WORK),
        2048 * KB,
        cost=40,
        keeps="replay",
    ),
    Route(
        "GET",
        "/api/replays/{replay}",
        "replay",
        "The positions of a game, page by page",
        f.Replay,
        _replay,
        refusals=(*_REPLAY, (409, "replay/moves"), *_WORK),
        cost=20,
        query=(Param("from", 0, 0, f.MOST_REPLAYED), Param("count", f.PAGE, 1, f.PAGE)),
    ),
    Route(
        "GET",
        "/api/replays/{replay}/file",
        "file",
        "The game as a file",
        dict[str, Any],
        _file,
        refusals=(*_REPLAY, *_WORK),
        cost=10,
    ),
    Route(
        "GET",
        "/api/replays/{replay}/puzzle",
        "moment",
        "A puzzle made of a moment of the game, as a file",
        dict[str, Any],
        _moment,
        refusals=(*_MOMENT, *_WORK),
        cost=20,
        query=(Param("moves", 0, 0, f.MOST_REPLAYED),),
    ),
    Route(
        "POST",
        "/api/replays/{replay}/fork",
        "fork",
        "Play on from a position, against bots",
        f.Made,
        _fork,
        f.Fork,
        201,
        (*_REPLAY, *_FORK, _FULL, *_WORK),
        cost=40,
        keeps="table",
    ),
    Route("GET", "/api/practice", "practice", "The lessons and puzzles", p.PracticeList, _practice),
    Route(
        "POST",
        "/api/practice",
        "practise",
        "Play a lesson or a puzzle: as it stands after some answers",
        p.Practice,
        _practise,
        p.Practise,
        refusals=((404, "practice/none"), (409, "practice/answers"), (409, "why/unknown"), *_MOMENT, *_WORK),
        cost=10,
    ),
    Route(
        "POST",
        "/api/how-to-play",
        "how_to",
        "How a deck is played, on one page",
        p.HowTo,
        _how_to,
        DeckChoice,
        refusals=((409, "deck/unknown"), (409, "deck/problems"), *_WORK),
        cost=10,
    ),
)
