"""Tables played over real sockets, and the one order in which anything happens to a table."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Iterator

import pytest
from tests.web.served import Player, Served, endless, play_out, serving, table_of
from tests.web.table.tables import Party, sent_to, tried

import changeling as cl
from changeling.web.table.changes import Advance, Change
from changeling.web.table.commands.commands import COMMANDS, execute
from changeling.web.table.game import game_loop
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("web") / "tables.sqlite") as server:
        yield server


@pytest.mark.parametrize("edition", list(cl.editions()))
def test_two_people_and_two_bots_play_to_the_end(served: Served, edition: str) -> None:
    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"], bots=2, deck={"parts": [edition]}) as players:
            ended = await play_out(players, random.Random(3))
            assert ended["winner"] in (None, "Ann", "Bob", "Ada", "Basil")
            assert ended["text"]
            for player in players:
                assert player.view["public"]["over"]
                assert player.view["lobby"]["phase"] == "over"
                assert player.view["ended"] == ended

    asyncio.run(main())


def test_a_game_that_tells_of_too_much_is_put_away(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that a game tells of is kept in memory, and cards of people's own told of thousands of things an answer."""
    monkeypatch.setattr(game_loop, "MOST_EVENTS", 60)

    async def main() -> None:
        async with table_of(served.address, ["Ann", "Bob"], bots=1, deck={"text": endless()}) as players:
            ended = await play_out(players, random.Random(3))
            assert (ended["winner"], ended["how"], ended["replay"]) == (None, "put away", "")
            for player in players:
                assert player.view["lobby"]["phase"] == "over"
                assert player.view["question"] is None
                assert len(player.view["events"]) < 200
            ann, bob = players
            assert (await ann.ask({"type": "answer", "question": 1 << 40, "option": 0}))["code"] == "phase/playing"
            again = await Player(served.address, ann.table, ann.token).connect()
            assert again.view["ended"]["how"] == "put away"
            await again.close()
            await ann.say({"type": "rematch"})
            await bob.until("state", since=len(bob.heard))
            assert bob.view["lobby"]["phase"] == "lobby"

    asyncio.run(main())


# --- the one order: a change is stored, then published ----------------------------------------------------------------
@pytest.mark.parametrize(
    ("sender", "message", "playing", "written", "to_sender", "to_others"),
    [
        ("watcher", m.Sit("Zoe"), False, ["tables"], ["seated", "state", "lobby"], ["lobby"]),
        ("watcher", m.Sit("Zoe"), True, [], ["waiting", "lobby"], ["lobby"]),
        ("guest", m.Agree([]), False, ["tables"], ["lobby"], ["lobby"]),
        ("host", m.Start(), False, ["tables", "games"], ["lobby", "state"], ["lobby", "state"]),
        ("guest", m.Leave(), False, ["tables"], ["seated", "lobby"], ["lobby"]),
        ("guest", m.Habit("ask"), True, [], [], []),
        ("watcher", m.Say("hi"), True, ["chat"], ["chat"], ["chat"]),
        ("watcher", m.Why("draws"), True, [], ["reason"], []),
    ],
)
def test_what_a_command_writes_and_whom_it_tells(
    sender: str, message: m.FromClient, playing: bool, written: list[str], to_sender: list[str], to_others: list[str]
) -> None:
    done = asyncio.run(tried(sender, message, playing=playing))
    assert done.refused == ""
    assert [table for table in done.written if table != "answers" or "answers" in written][: len(written)] == written
    assert done.sent.pop(sender) == to_sender
    assert all(sent == to_others for sent in done.sent.values())


def test_nobody_hears_of_anything_before_the_store_has_it() -> None:
    async def main() -> int:
        party = await Party().gather(playing=True)
        looked = 0

        def nothing_queued() -> None:
            nonlocal looked
            looked += 1
            assert not any(client._replies or client._news for client in party.clients.values())

        party.store.on_write = nothing_queued
        for _ in range(10):
            await answer_first(party)
        party.table.close()
        return looked

    assert asyncio.run(main()) >= 10


def test_what_the_store_refuses_did_not_happen() -> None:
    async def main() -> None:
        party = await Party().gather()
        before, zoe = party.table.document, party.clients["watcher"]
        party.store.fails = True
        with pytest.raises(Refuse, match="the store failed") as refused:
            await execute(party.table, zoe, m.Sit("Zoe"))
        assert refused.value.code == "store/unavailable"
        assert zoe.place is None
        assert [seat.kind for seat in before.seats] == ["human", "human", "open"]
        assert party.table.document == before
        assert [one["type"] for one in await sent_to(zoe)] == ["lobby", "state"]
        party.store.fails = False
        await execute(party.table, zoe, m.Sit("Zoe"))
        assert zoe.place == 2

    asyncio.run(main())


def test_a_command_that_breaks_says_so_and_the_table_is_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*args: object) -> Change:
        raise ZeroDivisionError

    async def main() -> None:
        party = await Party().gather()
        monkeypatch.setitem(COMMANDS, m.Agree, broken)
        with pytest.raises(Refuse, match="nothing was changed") as refused:
            await execute(party.table, party.clients["host"], m.Agree([]))
        assert refused.value.code == "server/fault"
        await execute(party.table, party.clients["host"], m.Ping(1))
        assert [one["type"] for one in await sent_to(party.clients["host"])] == ["pong", "lobby", "state"]

    asyncio.run(main())


def test_a_table_that_breaks_while_it_goes_on_by_itself_is_loaded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*args: object, **named: object) -> Advance:
        raise ZeroDivisionError

    async def main() -> None:
        party = await Party().gather(playing=True)
        with monkeypatch.context() as patched:
            patched.setattr(GameLoop, "settle", broken)
            with pytest.raises(ZeroDivisionError):
                await party.table.wake()
        await execute(party.table, party.clients["host"], m.Ping(1))
        assert {one["type"] for one in await sent_to(party.clients["host"])} >= {"pong", "state"}
        party.table.close()

    asyncio.run(main())


def test_a_game_that_cannot_go_on_is_back_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(*args: object, **named: object) -> Advance:
        raise cl.EngineFault("a card went wrong", backtrace="")

    async def main() -> None:
        party = await Party().gather()
        before = party.table.document
        monkeypatch.setattr(GameLoop, "settle", faulty)
        await execute(party.table, party.clients["host"], m.Start())
        assert party.table.document == before
        assert party.table.loop is None
        assert party.store.statements == []
        for client in party.clients.values():
            assert [(one["type"], one.get("code")) for one in await sent_to(client)] == [
                ("state", None),
                ("error", "server/fault"),
            ]
        monkeypatch.undo()
        await execute(party.table, party.clients["host"], m.Start())
        assert party.table.document.phase == "playing"
        party.table.close()

    asyncio.run(main())


async def answer_first(party: Party) -> None:
    """Have whoever is asked give the first answer."""
    loop, moment = party.table.loop, party.table.moment()
    assert loop is not None
    for client in party.clients.values():
        question = loop.question(client.place, moment) if client.place is not None else None
        if question is not None:
            await execute(party.table, client, m.Answer(question.id, question.options[0].code))
            assert {"type": "accepted", "question": question.id} in await sent_to(client)
            break
    for client in party.clients.values():
        await sent_to(client)


def test_many_who_come_and_go_at_once_ask_for_one_look(monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> None:
        party = await Party().gather()
        woken: list[float] = []
        monkeypatch.setattr(party.table, "wake_soon", lambda: woken.append(time.monotonic()))
        asked, others = time.monotonic(), set(party.table._looks)
        for _ in range(50):
            party.table._wake_in(0.1)
        assert len(party.table._looks - others) <= 2
        party.table._wake_in(0.3)
        await asyncio.sleep(0.6)
        early = [at - asked for at in woken]
        assert 2 <= len(early) <= 3
        assert 0.1 <= early[0] < 0.3 <= early[-1]
        assert party.table._looks == others
        party.table.close()

    asyncio.run(main())
