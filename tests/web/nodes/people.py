"""People who play at a table whatever happens to the nodes, note what they hear, and what is checked of that."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from tests.web.nodes.diagnosis import diagnosis, unstuck
from tests.web.served import PATIENT, Json, Player
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from changeling.web.gallery.decks import deck_of
from changeling.web.storage.databases import store_at
from changeling.web.storage.documents import Row
from changeling.web.table.game.render import events_of
from changeling.web.table.game.surprise_window import AT_ONCE, MOST_ROWS
from changeling.web.table.written.game_log import GameLog, rebuild

SILENT = 5.0  # seconds after which somebody who hears nothing tries another connection
LOST = (OSError, TimeoutError, InvalidHandshake, InvalidMessage, ConnectionClosed)


class Stubborn:
    """A person who comes back after every crash, and answers whatever is asked. The host begins game after game."""

    def __init__(
        self,
        address: Callable[[], str],
        table: str,
        token: str,
        chance: random.Random,
        thinks: float = 0.0,
        processes: Callable[[], Sequence[int]] = lambda: (),
    ) -> None:
        self.table, self.token, self.chance = table, token, chance
        self._thinks = thinks  # seconds, at most, before an answer
        self._address = address
        self.processes = processes  # of the nodes, which can be asked what they know
        self.sent: dict[int, set[int]] = {}  # options by question: what a crash has lost is answered again
        self.accepted: dict[int, float] = {}  # question, and when
        self.events: dict[tuple[int, int], Json] = {}  # by round and number
        self.round = 0
        self.comings = 0
        self.place = -1
        self.here = self.leaving = False
        self.moves = False  # it is time for another connection, perhaps to another node
        self.failed: AssertionError | None = None
        self._heard = 0.0
        self._last: list[str] = []  # what was heard and said last, in short
        self._host = False
        self._said: set[int] = set()  # questions that were answered since coming, and not refused

    def thinks(self) -> str:
        """What this person knows, for whoever wants to find out why nothing happens."""
        ago = time.monotonic() - self._heard
        return (
            f"person at {self.place}: here {self.here}, host {self._host}, round {self.round}, {self.comings} comings,"
            f" heard {ago:.2f} s ago, {len(self.accepted)} accepted, said since coming {sorted(self._said)[-3:]},"
            f" last:\n    " + "\n    ".join(self._last)
        )

    def _remember(self, message: Json) -> None:
        """Note what was heard or said, but for what keeps the connection alive."""
        if message["type"] in ("ping", "pong", "standings"):
            return
        told = ("type", "seq", "question", "option", "code", "place")
        kept = {name: message[name] for name in told if name in message}
        if isinstance(kept.get("question"), dict):
            kept["question"] = kept["question"]["id"]
        if "lobby" in message:
            kept["phase"] = message["lobby"]["phase"]
        self._last = [*self._last[-11:], f"{time.strftime('%H:%M:%S')} {kept}"]

    async def live(self) -> None:
        while not self.leaving and self.failed is None:
            with contextlib.suppress(*LOST):
                try:
                    await self._visit()
                except AssertionError as error:
                    self.failed = error
            self.here = False
            await asyncio.sleep(0.05)

    async def _visit(self) -> None:
        player = Player(self._address(), self.table, self.token)
        player.react = self._react
        try:
            async with asyncio.timeout(SILENT):
                await player.connect(hello=False)
                await player.say({"type": "hello", "token": self.token})
            await self._stay(player)
        finally:
            with contextlib.suppress(*LOST):
                async with asyncio.timeout(SILENT):
                    await player.close()

    async def _stay(self, player: Player) -> None:
        """Stay until the connection is lost, or nothing is heard."""
        self._heard = time.monotonic()
        gone = asyncio.create_task(player.gone())
        self.moves = False
        while not (gone.done() or self.leaving or self.moves) and time.monotonic() - self._heard < SILENT:
            await player.say({"type": "ping", "number": 1})
            await asyncio.wait({gone}, timeout=SILENT / 8)
        player.socket.transport.abort()
        await asyncio.wait({gone}, timeout=SILENT)

    async def _react(self, player: Player, message: Json) -> None:
        self._heard = time.monotonic()
        kind = message["type"]
        self._remember(message)
        if kind == "welcome":
            self.comings += 1
            self._said.clear()
            self.place, self._host = message["place"], message["host"]
        if kind == "accepted":
            self.accepted[message["question"]] = time.monotonic()
        if kind in ("state", "update", "lobby"):
            lobby = message.get("lobby") or player.view["lobby"]
            self.round = lobby["round"]
            self.here = True
            self._note(message)
            await self._begin(player, lobby)
        if kind == "error" and message["question"] is not None:
            self._said.discard(message["question"])
            await player.say({"type": "resync"})
        question = message.get("question") if kind in ("state", "update") else None
        if question and not self.leaving and question["id"] not in self._said:
            assert question["id"] not in self.accepted, "an accepted answer is asked for again"
            self._said.add(question["id"])
            option = self.chance.choice(question["options"])
            await asyncio.sleep(self.chance.random() * self._thinks)
            self.sent.setdefault(question["id"], set()).add(option["code"])
            answer = {"type": "answer", "question": question["id"], "option": option["code"]}
            self._remember(answer)
            await player.say(answer)

    def _note(self, message: Json) -> None:
        for event in message.get("events", ()):
            known = self.events.setdefault((self.round, event["number"]), event)
            assert known == event, "an event is told in two ways"

    async def _begin(self, player: Player, lobby: Json) -> None:
        if self._host and lobby["phase"] != "playing":
            await player.say({"type": "rematch" if lobby["phase"] == "over" else "start"})


async def until(people: Sequence[Stubborn], fits: Callable[[], bool]) -> None:
    """Wait until something is so; what somebody has found wrong is wrong. Where it does not come, it is told what is
    known of the table, and who had it go on by coming again."""
    end = time.monotonic() + 2 * PATIENT
    while not fits():
        for person in people:
            if person.failed is not None:
                raise person.failed
        if time.monotonic() > end:
            print(await diagnosis(people, people[0].processes()), flush=True)
            print(await unstuck(people), flush=True)
            raise TimeoutError(f"table {people[0].table} stood still for {2 * PATIENT:g} s")
        await asyncio.sleep(0.01)


# --- what must hold ---------------------------------------------------------------------------------------------------
async def games_of(database: str, table: str) -> list[tuple[list[Row], GameLog]]:
    """The games of a table in their order, each with its rows, played back in this process."""
    with psycopg.connect(database) as connection:
        ids = connection.execute("SELECT id, document FROM games WHERE table_id = %s", (table,)).fetchall()
    store = store_at(database)
    store.open()
    try:
        found: list[Any] = [await store.game(name) for name, _ in ids]
    finally:
        store.close()
    found.sort(key=lambda one: one[0].begun)
    return [(rows, rebuild(document, deck_of(document.deck), rows)) for document, rows in found]


def check(people: Sequence[Stubborn], games: Sequence[tuple[list[Row], GameLog]]) -> int:
    """That nothing accepted is lost, nothing is doubled, and everybody saw the same; gives how much was accepted."""
    for rows, _ in games:
        assert [row.number for row in rows] == list(range(len(rows)))
    for person in people:
        counted: dict[int, tuple[int, int]] = {}
        for round_number, (rows, log) in enumerate(games, 1):
            name = log.game.seats[person.place]
            for row in rows:
                if (row.seat, row.by) == (name, "person"):
                    question = _question(round_number, row, person)
                    assert question not in counted, "an answer counts twice"
                    counted[question] = (round_number, row.number)
        assert set(person.accepted) <= set(counted), "an accepted answer is lost"
        happened = [events_of(log.game, 0, person.place) for _, log in games]
        for (round_number, number), event in person.events.items():
            told = happened[round_number - 1][number]
            assert (told.what, told.seat, told.card) == (event["what"], event["seat"], event["card"])
    return sum(len(person.accepted) for person in people)


def _question(round_number: int, row: Row, person: Stubborn) -> int:
    """The question that a row answers, which the person has answered so."""
    possible = [(round_number * MOST_ROWS + row.number - among) * AT_ONCE + among for among in range(AT_ONCE)]
    fitting = [question for question in possible if int(row.move) in person.sent.get(question, ())]
    assert fitting, f"row {row.number} holds an answer that nobody gave: {row.move}"
    return fitting[0]
