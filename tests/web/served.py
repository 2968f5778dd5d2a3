"""A real server on loopback and real clients, for tests."""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from tests.web.shared_workers import SHARED
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import changeling as cl
from changeling.web.http.running.serve import config_of, listen
from changeling.web.http.sockets import TRY_LATER
from changeling.web.nodes.postgres_peers import peers_at
from changeling.web.settings import Settings
from changeling.web.storage.databases import store_at
from changeling.web.table.gathering.fair_shuffle import promise_of
from changeling.web.table.registry import Registry
from changeling.web.table.workers import Workers

PATIENT = 60.0  # seconds of silence after which what must come does not come any more
AGAIN = 0.2  # seconds until a client comes again that was told to
LONGEST = 600.0  # seconds that a test waits for the end of something that goes on; random games can be long
QUICK = Settings(bot_delay=(0.0, 0.0), window_delay=(0.0, 0.0), await_bots=True, lobby_delay=0.0, rates=False)
Json = dict[str, Any]


class TurnedAway(ConnectionError):
    """The connection has ended, and what was waited for has not come."""


class Served:
    """A server that runs in a thread of this process."""

    def __init__(
        self, database: str | Path, settings: Settings = QUICK, workers: Workers = SHARED, port: int = 0
    ) -> None:
        place = str(database)
        self.registry = Registry(store_at(place), settings, workers=workers, peers=peers_at(place))
        listener = listen("127.0.0.1", port)
        self.address = f"127.0.0.1:{listener.getsockname()[1]}"
        self._server = uvicorn.Server(config_of(self.registry))
        self._thread = threading.Thread(target=self._server.run, args=([listener],), daemon=True)
        self._thread.start()
        with httpx.Client(base_url=self.url, verify=False) as http:
            assert http.get("/api/health", timeout=PATIENT).status_code == 200

    @property
    def url(self) -> str:
        return f"http://{self.address}"

    def has_connections(self, number: int) -> None:
        """Wait until so many connections are open, those that the server has not yet seen to be gone among them."""
        end = time.monotonic() + PATIENT
        while len(self._server.server_state.connections) != number:
            assert time.monotonic() < end, f"{len(self._server.server_state.connections)} connections, not {number}"
            time.sleep(0.01)

    def lets_rest(self, seconds: int) -> None:
        """How long a new connection may rest between two requests."""
        self._server.config.timeout_keep_alive = seconds

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENT)
        assert not self._thread.is_alive()


@contextlib.contextmanager
def serving(database: str | Path, settings: Settings = QUICK, workers: Workers = SHARED) -> Iterator[Served]:
    """A server, for as long as it is needed."""
    served = Served(database, settings, workers)
    try:
        yield served
    finally:
        served.close()


class Player:
    """A client of a table. Everything that it hears is in `heard`; `view` is the last state, brought up to date."""

    def __init__(
        self,
        address: str,
        table: str,
        token: str = "",
        *,
        screen: bool = False,
        scheme: str = "ws",
        **network: Any,  # how it is reached, for `connect` of websockets
    ) -> None:
        self.address, self.table, self.token, self.screen = address, table, token, screen
        self.scheme, self.network = scheme, network
        self.heard: list[Json] = []
        self.texts: list[str] = []  # the same, as it came
        self.said: list[Json] = []
        self.view: Json = {}
        self.place: int | None = None
        self._socket: ClientConnection | None = None
        self._news = asyncio.Condition()
        self._ended = ""  # how the connection ended, as soon as it has
        self._task: asyncio.Task[None] | None = None
        self.react: Callable[[Player, Json], Awaitable[None]] | None = None
        self.promised: dict[
            str, str
        ] = {}  # nonces by their commitments; they are revealed as soon as that is asked for

    @property
    def socket(self) -> ClientConnection:
        assert self._socket is not None
        return self._socket

    async def connect(self, *, hello: bool = True, origin: str | None = None) -> Player:
        """Connect, and come to the table with `hello`; again where the server has that tried later, as clients do."""
        end = asyncio.get_running_loop().time() + PATIENT
        while True:
            await self._open(origin)
            if not hello:
                return self
            since = len(self.heard)
            try:
                await self.say({"type": "hello", "token": self.token, "screen": self.screen})
                await self.until("state", since=since)
                return self
            except (TurnedAway, ConnectionClosed):
                if not self.told_to_come_again or asyncio.get_running_loop().time() > end:
                    raise
                await asyncio.sleep(AGAIN)

    async def _open(self, origin: str | None) -> None:
        headers = {"Origin": origin} if origin else {}
        self._socket = await connect(
            f"{self.scheme}://{self.address}/ws/{self.table}",
            max_size=None,
            additional_headers=headers,
            open_timeout=PATIENT,
            **self.network,
        )
        self._ended = ""
        self._task = asyncio.create_task(self._listen())

    @property
    def told_to_come_again(self) -> bool:
        """Whether the server has closed the connection with the code after which the page tries again."""
        return self._socket is not None and self._socket.close_code == TRY_LATER

    async def _listen(self) -> None:
        """Hear everything until the connection ends; whoever waits for more learns of the end at once."""
        socket = self.socket
        try:
            with contextlib.suppress(ConnectionClosed):
                async for text in socket:
                    await self._hear(json.loads(text), str(text))
        finally:
            async with self._news:
                self._ended = f"the connection was closed: {socket.close_code} {socket.close_reason}".rstrip()
                self._news.notify_all()

    async def _hear(self, message: Json, text: str) -> None:
        kind = message["type"]
        if kind in ("state", "update"):
            self.view = {**self.view, **message}
        elif kind == "lobby":
            self.view = {**self.view, "lobby": message["lobby"]}
        elif kind == "over":
            self.view = {**self.view, "ended": message["ended"]}
        elif kind in ("welcome", "seated"):
            self.place = message["place"]
            self.token = message.get("token", self.token) or self.token
        async with self._news:
            self.heard.append(message)
            self.texts.append(text)
            self._news.notify_all()
        if kind in ("state", "lobby"):
            await self._reveal(message["lobby"])
        if self.react is not None:
            await self.react(self, message)

    async def commit(self, nonce: str) -> Json:
        """Promise a nonce for the shuffle, to be revealed at the start."""
        promise = promise_of(nonce)
        self.promised[promise] = nonce
        heard = await self.ask({"type": "commit", "commitment": promise}, "lobby")
        while heard["type"] != "error" and not self._committed(promise):  # what others did may be told first
            heard = await self.until("lobby", "state", "error", since=len(self.heard))
        return heard

    def _committed(self, promise: str) -> bool:
        lobby = self.view["lobby"]
        return promise in lobby["shuffle"]["commitments"].values() or lobby["phase"] != "lobby"

    async def _reveal(self, lobby: Json) -> None:
        shuffle = lobby["shuffle"]
        for name, commitment in shuffle["commitments"].items() if shuffle["stage"] == "reveal" else ():
            if commitment in self.promised and name not in lobby["nonces"]:
                await self.say({"type": "reveal", "nonce": self.promised[commitment]})

    async def say(self, message: Json | str | bytes) -> None:
        if isinstance(message, dict):
            self.said.append(message)
            message = json.dumps(message)
        await self.socket.send(message)

    async def until(self, *kinds: str, since: int | None = None) -> Json:
        """The next message of one of these types, from the `since`-th on; without it, also one that came already.

        Whatever else is heard meanwhile shows that the table goes on, and patience begins anew. Raises TurnedAway as
        soon as the connection has ended without it.
        """
        start = 0 if since is None else since
        now = asyncio.get_running_loop().time
        last = now() + LONGEST
        async with asyncio.timeout(PATIENT) as limit, self._news:
            while True:
                for message in self.heard[start:]:
                    if message["type"] in kinds:
                        return message
                if self._ended:
                    said = [message for message in self.heard[-3:] if message["type"] == "error"]
                    raise TurnedAway(f"{self._ended}; waited for {' or '.join(kinds)}; heard last: {said}")
                start = len(self.heard)
                await self._news.wait()
                limit.reschedule(min(now() + PATIENT, last))

    async def ask(self, message: Json | str | bytes, *kinds: str) -> Json:
        """Say something and wait for one of these messages, or an error, to come after it."""
        since = len(self.heard)
        await self.say(message)
        return await self.until(*kinds, "error", since=since)

    async def gone(self) -> None:
        """Wait until the connection is lost."""
        assert self._task is not None
        await self._task

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._task is not None:
            await self._task


async def make(address: str, **form: Any) -> Json:
    """Make a table over HTTP."""
    async with httpx.AsyncClient(base_url=f"http://{address}", verify=False) as http:
        answer = await http.post("/api/tables", json={"name": "Ann", **form}, timeout=PATIENT)
        assert answer.status_code == 201, answer.text
        made: Json = answer.json()
        return made


def seats(people: int, bots: int, bot: str = "random") -> list[Json]:
    """Seats for a form: the host, open ones for other people, and bots."""
    return [{"kind": "human"}, *[{"kind": "open"}] * (people - 1), *[{"kind": "bot", "bot": bot}] * bots]


def endless() -> str:
    """A deck that nobody wins with in any time: all of an edition but its Goals."""
    goals = [f'leave "{card.name}"' for card in cl.load_deck("doctor-who").cards if card.kind == "goal"]
    hoard = ['goal "Hoard"', '    "Have 15 Keepers."', "    wins = count(keepers(you)) >= 15"]
    return "\n".join(['take "doctor-who"', *goals, "", *hoard, ""])


@contextlib.asynccontextmanager
async def table_of(address: str, people: Sequence[str], *, bots: int = 0, **form: Any) -> AsyncIterator[list[Player]]:
    """A table at which these people sit, not yet begun."""
    made = await make(address, name=people[0], **{"seats": seats(len(people), bots), "pause": 0, **form})
    players = [await Player(address, made["table"], made["token"]).connect()]
    for name in people[1:]:
        player = await Player(address, made["table"]).connect()
        since = len(player.heard)
        assert (await player.ask({"type": "sit", "name": name}, "seated"))["type"] == "seated"
        await player.until("state", since=since)
        players.append(player)
    for player in players:  # so that what is heard from here on is about what is done from here on
        while not {seat["name"] for seat in player.view["lobby"]["seats"]}.issuperset(people):
            await player.until("lobby", since=len(player.heard))
    try:
        yield players
    finally:
        for player in players:
            await player.close()


async def start(players: Sequence[Player]) -> None:
    """The host begins the game, and everybody sees it."""
    since = [len(player.heard) for player in players]
    await players[0].say({"type": "start"})
    for player, heard in zip(players, since, strict=True):
        await player.until("state", since=heard)


def choosing(chance: random.Random, *, pass_windows: bool = False) -> Callable[[Player, Json], Awaitable[None]]:
    """A client that answers every question at once, by chance."""

    async def react(player: Player, message: Json) -> None:
        question = message.get("question") if message["type"] in ("state", "update") else None
        if question and not any(said.get("question") == question["id"] for said in player.said[-8:]):
            options = question["options"]
            option = options[-1] if pass_windows and question["window"] else chance.choice(options)
            await player.say({"type": "answer", "question": question["id"], "option": option["code"]})

    return react


async def play_out(players: Sequence[Player], chance: random.Random) -> Json:
    """Have a table that was not begun played to its end; gives how it ended."""
    for player in players:
        player.react = choosing(chance)
    await players[0].say({"type": "start"})
    over = [await player.until("over") for player in players]
    for player in players:
        player.react = None
    ended: Json = over[0]["ended"]
    return ended
