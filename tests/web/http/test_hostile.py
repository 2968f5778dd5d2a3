"""Messages that are wrong, by the thousand: each gets its code, the game goes on, and memory stays flat."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import json
import logging
import random
import select
import socket
import tracemalloc
from collections.abc import Iterator

import pytest
from tests.web.served import PATIENT, Player, Served, choosing, serving, start, table_of
from websockets.exceptions import ConnectionClosed, InvalidStatus

from changeling.web.settings import Settings

HUGE = "x" * 20_000


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a client may take long to hear by which code it is closed."""
    monkeypatch.setattr("changeling.web.http.sockets.GOODBYE", PATIENT)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite") as server:
        yield server


WRONG: list[tuple[str | bytes, str]] = [
    ("", "message/garbage"),
    ("{", "message/garbage"),
    ("\x00\x01", "message/garbage"),
    (b"\x00\xff", "message/garbage"),
    ("[" * 5000, "message/unknown"),
    ("null", "message/unknown"),
    ("[]", "message/unknown"),
    ('"hello"', "message/unknown"),
    ("{}", "message/unknown"),
    ('{"type": 5}', "message/unknown"),
    ('{"type": "win"}', "message/unknown"),
    ('{"type": "__proto__"}', "message/unknown"),
    ('{"type": "answer"}', "message/invalid"),
    ('{"type": "answer", "question": "1", "option": 2}', "message/invalid"),
    ('{"type": "answer", "question": 1e300, "option": 2}', "message/invalid"),
    ('{"type": "answer", "question": 1, "option": 2, "seat": "Bob"}', "message/invalid"),
    ('{"type": "say", "text": ""}', "message/invalid"),
    ('{"type": "say", "text": "a\\u0000b"}', "message/invalid"),
    ('{"type": "commit", "commitment": "zz"}', "message/invalid"),
    ('{"type": "reveal", "nonce": "00ff"}', "message/invalid"),
    ('{"type": "react", "reaction": "<script>"}', "message/invalid"),
    (json.dumps({"type": "say", "text": HUGE}), "message/too-large"),
    (HUGE, "message/too-large"),
    ('{"type": "hello"}', "hello/again"),
    ('{"type": "sit", "name": "Eve"}', "seat/have"),
    ('{"type": "start"}', "phase/lobby"),
    ('{"type": "agree", "meta": []}', "phase/lobby"),
    ('{"type": "rematch"}', "phase/over"),
    ('{"type": "undo"}', "undo/people"),
    ('{"type": "why", "about": "the meaning of life"}', "why/unknown"),
    ('{"type": "why", "about": "draws", "seat": "Zoe"}', "why/unknown"),
    ('{"type": "hold", "question": 1}', "hold/not-asked"),
    ('{"type": "answer", "question": -1, "option": 0}', "answer/stale"),
    ('{"type": "answer", "question": 9007199254740000, "option": 0}', "answer/not-asked"),
]


def test_each_wrong_message_gets_its_code_and_the_game_goes_on(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"], deck={"parts": ["family"]}) as players:
            await start(players)
            for message, code in WRONG:
                for player in players:
                    error = await player.ask(message)
                    assert error["code"] == code, (str(message)[:60], error)
            asked, other = sorted(players, key=lambda player: player.view["question"] is None)
            question = asked.view["question"]
            forged = {"type": "answer", "question": question["id"], "option": question["options"][0]["code"]}
            assert (await other.ask(forged))["code"] == "answer/not-asked"
            refused = await asked.ask({**forged, "option": 12345})
            assert refused["code"] == "answer/option"
            assert not any(option["text"] in str(refused) for option in question["options"]), "errors list no options"
            assert (await asked.ask(forged, "accepted"))["type"] == "accepted"
            replayed = await asked.ask(forged)
            assert (replayed["code"], replayed["question"]) == ("answer/stale", question["id"])
            for player in players:
                player.react = choosing(random.Random(1))
                await player.say({"type": "resync"})
            for player in players:
                await player.until("over")

    asyncio.run(main())


def test_who_looks_on_can_do_nothing(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"], deck={"parts": ["family"]}) as players:
            await players[0].ask({"type": "start"}, "state")
            watcher = await Player(served.address, players[0].table, "not a token").connect()
            assert [message["type"] for message in watcher.heard[:2]] == ["error", "welcome"]
            assert watcher.heard[0]["code"] == "seat/token"
            assert watcher.place is None
            assert watcher.view["own"] is None
            asked = next(player for player in players if player.view.get("question"))
            question = asked.view["question"]
            forged = {"type": "answer", "question": question["id"], "option": question["options"][0]["code"]}
            for message in (forged, {"type": "leave"}, {"type": "undo"}, {"type": "habit", "windows": "quick"}):
                assert (await watcher.ask(message))["code"] == "seat/none"
            await watcher.close()

    asyncio.run(main())


def test_garbage_by_the_thousand_leaves_memory_flat(served: Served) -> None:
    async def flood(player: Player, messages: int, chance: random.Random) -> None:
        for _ in range(messages // 50):
            since = len(player.heard)
            for _ in range(50):
                await player.say(garbage(chance))
            async with asyncio.timeout(PATIENT):
                while len(player.heard) - since < 50:
                    await asyncio.sleep(0.001)
            assert all(message["type"] == "error" for message in player.heard[since:])
            player.heard.clear()
            player.texts.clear()

    async def main() -> tuple[int, int]:
        async with table_of(served.address, ["Ann", "Bob"], deck={"parts": ["family"]}) as players:
            await start(players)
            await flood(players[0], 500, random.Random(1))
            gc.collect()
            tracemalloc.start()
            first = tracemalloc.get_traced_memory()[0]
            await flood(players[0], 3000, random.Random(2))
            await flood(players[1], 1000, random.Random(3))
            gc.collect()
            last = tracemalloc.get_traced_memory()[0]
            tracemalloc.stop()
            return first, last

    first, last = asyncio.run(main())
    assert last - first < 2_000_000, (first, last)


def garbage(chance: random.Random) -> str | bytes:
    """Something that no client should say."""
    kind = chance.randrange(5)
    if kind == 0:
        return chance.randbytes(chance.randrange(200))
    if kind == 1:
        return "".join(chr(chance.randrange(1, 0xD7FF)) for _ in range(chance.randrange(200)))
    if kind == 2:
        return json.dumps({"type": "answer", "question": chance.randrange(-5, 10**8) * 8 + 7, "option": 1})
    text = json.dumps({"type": "sit", "name": "x" * chance.randrange(60), "place": chance.randrange(-3, 9)})
    return text[: chance.randrange(len(text))] if kind == 3 else text


def test_an_oversized_frame_closes_the_connection_and_nothing_else(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"], deck={"parts": ["family"]}) as players:
            with contextlib.suppress(ConnectionClosed):
                await players[1].say("x" * 2_000_000)
            await players[1].gone()
            assert players[1].socket.close_code in (1006, 1009)
            assert (await players[0].ask({"type": "ping", "number": 1}, "pong"))["number"] == 1

    asyncio.run(main())


def test_hello_comes_first_and_the_table_must_be_there(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"]) as players:
            stranger = await Player(served.address, players[0].table).connect(hello=False)
            assert (await stranger.ask({"type": "start"}))["code"] == "hello/first"
            assert (await stranger.ask("{"))["code"] == "message/garbage"
            assert (await stranger.ask({"type": "hello", "protocol": 99}))["code"] == "hello/protocol"
            assert (await stranger.ask({"type": "hello"}, "state"))["type"] == "state"
            await stranger.close()
        lost = await Player(served.address, "nowhere-at-all").connect(hello=False)
        assert (await lost.ask({"type": "hello"}))["code"] == "table/none"
        await lost.gone()
        assert lost.socket.close_code == 4404

    asyncio.run(main())


def test_pages_of_other_sites_are_refused(served: Served) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"]) as players:
            with pytest.raises(InvalidStatus) as refused:
                await Player(served.address, players[0].table).connect(origin="https://elsewhere.example")
            assert refused.value.response.status_code == 403
            ours = await Player(served.address, players[0].table).connect(origin=f"http://{served.address}")
            await ours.close()

    asyncio.run(main())


def test_who_talks_too_fast_is_told_so_and_then_disconnected(tmp_path_factory: pytest.TempPathFactory) -> None:
    async def main(address: str) -> None:
        async with table_of(address, ["Ann", "Bob"]) as players:
            told: set[str] = set()
            async with asyncio.timeout(PATIENT):
                while not told:  # a slow machine needs more of them
                    since = len(players[1].heard)
                    for number in range(50):
                        await players[1].say({"type": "ping", "number": number})
                    while len(players[1].heard) - since < 50:
                        await asyncio.sleep(0.001)
                    told = {message["code"] for message in players[1].heard[since:] if message["type"] == "error"}
            assert told == {"message/too-fast"}
            with contextlib.suppress(ConnectionClosed):
                for _ in range(5000):
                    await players[1].say({"type": "ping"})
            await players[1].gone()
            assert players[1].socket.close_code == 1008
            assert (await players[0].ask({"type": "ping", "number": 1}, "pong"))["number"] == 1

    folder = tmp_path_factory.mktemp("web")
    with serving(folder / "tables.sqlite", Settings(bot_delay=(0.0, 0.0))) as served:
        asyncio.run(main(served.address))


def test_a_fault_of_ours_at_a_socket_is_logged_and_said(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    log = logging.getLogger("changeling.web")  # another test may have set up the logs of a server
    monkeypatch.setattr(log, "disabled", False)
    monkeypatch.setattr(log, "handlers", [*log.handlers, caplog.handler])

    async def broken(*given: object) -> None:
        raise RuntimeError("of our own making")

    async def main() -> None:
        async with table_of(served.address, ["Ann"], bots=1) as (ann,):
            monkeypatch.setattr("changeling.web.http.sockets.execute", broken)
            await ann.say({"type": "resync"})
            await ann.gone()
            assert (ann.socket.close_code, ann.socket.close_reason) == (1011, "server/fault")
            async with asyncio.timeout(PATIENT):  # it is logged when everybody at the table knows that she is gone
                while "of our own making" not in caplog.text:
                    await asyncio.sleep(0.01)

    with caplog.at_level(logging.INFO, logger="changeling.web"):
        asyncio.run(main())


def test_a_body_that_does_not_end_is_not_waited_for(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("changeling.web.http.app.BODY_WITHIN", 0.5)
    with unfinished(served.address, 1000) as link:
        assert link.recv(4096).startswith(b"HTTP/1.1 408 ")


def test_what_one_address_has_not_finished_sending_is_bounded(tmp_path_factory: pytest.TempPathFactory) -> None:
    with (
        serving(tmp_path_factory.mktemp("web") / "tables.sqlite", Settings()) as server,
        contextlib.ExitStack() as stack,
    ):
        links = [stack.enter_context(unfinished(server.address, 1_900_000)) for _ in range(6)]
        answers: list[bytes] = []
        while len(answers) < 2:
            answered, _, _ = select.select(links, [], [], PATIENT)
            assert answered, "eight megabytes, and no more"
            for link in answered:
                answers.append(link.recv(4096)[:12])
                links.remove(link)
        assert answers == [b"HTTP/1.1 429"] * 2
        assert not select.select(links, [], [], 0.5)[0], "eight megabytes, and no less"


@contextlib.contextmanager
def unfinished(address: str, size: int) -> Iterator[socket.socket]:
    """A request of whose body only so much is sent."""
    host, port = address.split(":")
    with socket.create_connection((host, int(port)), timeout=PATIENT) as link:
        head = f"POST /api/replays HTTP/1.1\r\nhost: {address}\r\ncontent-type: application/json\r\n"
        link.sendall(f"{head}content-length: 2000000\r\n\r\n".encode() + b" " * size)
        yield link
