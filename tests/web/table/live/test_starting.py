"""The start of a game with several clients: honest ones, silent ones, ones that lie, and a server that cheats."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.web.served import QUICK, Json, Player, Served, make, seats, serving, table_of
from tests.web.table.tables import gathered, sent_to

from changeling.web.table.gathering.fair_shuffle import deal_of, promise_of
from changeling.web.wire import messages as m
from changeling.web.wire.values import Arrangement

HOST, GUEST = "aa" * 16, "bb" * 16
SOON = dataclasses.replace(QUICK, reveal=1.0)


def test_the_game_begins_with_the_last_nonce() -> None:
    async def main() -> None:
        start = await gathered()
        await start.commit(host=HOST, guest=GUEST)
        assert await start.say("host", m.Start()) == ""
        assert (start.phase, start.shuffle.stage) == ("lobby", "reveal")
        shown = [one["lobby"] for one in await sent_to(start.party.clients["watcher"]) if one["type"] == "lobby"][-1]
        assert shown["shuffle"]["commitments"] == {"host": promise_of(HOST), "guest": promise_of(GUEST)}
        assert shown["nonces"] == {}
        assert await start.say("guest", m.Reveal(GUEST)) == ""
        assert start.phase == "lobby"
        assert await start.say("guest", m.Reveal(GUEST)) == ""  # once more, after a connection was lost
        assert await start.say("host", m.Reveal(HOST)) == ""
        assert start.phase == "playing"
        seal = start.seal()
        assert (seal["nonces"], seal["broken"]) == ({"host": HOST, "guest": GUEST}, [])
        assert seal["fingerprint"] == shown["shuffle"]["fingerprint"]
        assert seal["seed"] == str(deal_of(seal["fingerprint"], seal["secret"], seal["seats"], seal["nonces"]))
        start.table.close()

    asyncio.run(main())


def test_everything_is_in_the_store_before_anybody_is_told() -> None:
    async def main() -> None:
        start = await gathered()
        await start.commit(host=HOST)
        start.party.store.fails = True
        assert await start.say("host", m.Start()) == "store/unavailable"
        assert start.table.lobby().shuffle.stage == "open"
        start.party.store.fails = False
        await start.commit(host=HOST)
        assert await start.say("host", m.Start()) == ""
        written = [values for statement, values in start.party.store.statements if "tables" in statement]
        assert start.shuffle.fingerprint in str(written[-1])
        start.table.close()

    asyncio.run(main())


def test_who_has_not_committed_or_is_not_there_is_not_waited_for() -> None:
    async def main() -> None:
        start = await gathered()
        assert await start.say("host", m.Start()) == ""
        assert (start.phase, start.shuffle.commitments) == ("playing", {})
        start.table.close()
        start = await gathered()
        await start.commit(host=HOST, guest=GUEST)
        await start.table.disconnect(start.party.clients["guest"])
        assert await start.say("host", m.Start()) == ""
        assert list(start.shuffle.commitments) == ["host"]
        assert await start.say("host", m.Reveal(HOST)) == ""
        assert (start.phase, start.seal()["nonces"]) == ("playing", {"host": HOST})
        start.table.close()

    asyncio.run(main())


def test_a_lie_is_refused_and_counts_as_silence() -> None:
    async def main() -> None:
        start = await gathered()
        await start.commit(host=HOST, guest=GUEST)
        assert await start.say("guest", m.Reveal(GUEST)) == "reveal/not-asked"
        await start.say("host", m.Start())
        assert await start.say("guest", m.Reveal("cc" * 16)) == "reveal/other"
        assert await start.say("guest", m.Commit(promise_of("cc" * 16))) == "commit/late"
        await start.say("host", m.Reveal(HOST))
        assert start.phase == "lobby"
        first = start.shuffle.fingerprint
        secret = start.table.document.secret
        await start.time_passes()
        assert (start.shuffle.stage, start.shuffle.people) == ("commit", ["host"])
        assert start.table.document.secret != secret
        assert await start.say("guest", m.Commit(promise_of(GUEST))) == "commit/late"
        assert await start.say("host", m.Reveal(HOST)) == "reveal/not-asked"
        await start.commit(host="dd" * 16)
        assert start.shuffle.stage == "reveal"
        assert await start.say("guest", m.Reveal(GUEST)) == "reveal/not-asked"
        await start.say("host", m.Reveal("dd" * 16))
        assert start.phase == "playing"
        seal = start.seal()
        assert seal["broken"] == [{"fingerprint": first, "silent": ["guest"]}]
        assert (seal["nonces"], seal["fingerprint"] != first) == ({"host": "dd" * 16}, True)
        start.table.close()

    asyncio.run(main())


def test_when_everybody_is_silent_the_game_begins_all_the_same() -> None:
    async def main() -> None:
        start = await gathered()
        await start.commit(host=HOST, guest=GUEST)
        await start.say("host", m.Start())
        await start.time_passes()
        assert start.phase == "playing"
        assert (start.seal()["nonces"], start.seal()["broken"][0]["silent"]) == ({}, ["host", "guest"])
        start.table.close()

    asyncio.run(main())


def test_who_does_not_commit_again_is_left_out_and_blamed_for_nothing() -> None:
    async def main() -> None:
        start = await gathered()
        await start.commit(host=HOST, guest=GUEST)
        await start.say("host", m.Start())
        await start.say("guest", m.Reveal(GUEST))
        await start.time_passes()
        assert start.shuffle.people == ["guest"]
        await start.time_passes()
        assert start.phase == "playing"
        assert [one["silent"] for one in start.seal()["broken"]] == [["host"]]
        start.table.close()

    asyncio.run(main())


def test_what_is_promised_cannot_be_changed_before_the_game() -> None:
    async def main() -> None:
        start = await gathered()
        await start.commit(host=HOST)
        await start.say("host", m.Start())
        changes: list[m.FromClient] = [
            m.Arrange(Arrangement(holiday=True)),
            m.Introduce(name="Zoe"),
            m.Agree([]),
            m.Leave(),
            m.Start(),
        ]
        for change in changes:
            assert await start.say("host", change) == "start/under-way"
        assert await start.say("watcher", m.Sit("Zoe")) == "start/under-way"
        await start.say("host", m.Reveal(HOST))
        assert start.phase == "playing"
        start.table.close()

    asyncio.run(main())


def test_while_nobody_is_there_nobody_is_late() -> None:
    async def main() -> None:
        start = await gathered()
        await start.commit(host=HOST)
        await start.say("host", m.Start())
        for client in start.party.clients.values():
            await start.table.disconnect(client)
        await start.time_passes()
        assert (start.phase, start.shuffle.stage, start.shuffle.broken) == ("lobby", "reveal", [])
        await start.table.connect(start.party.clients["host"], m.Hello(token="host"))
        await start.say("host", m.Reveal(HOST))
        assert start.phase == "playing"
        start.table.close()

    asyncio.run(main())


# --- with a server ----------------------------------------------------------------------------------------------------
@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "tables.sqlite", SOON) as server:
        yield server


async def playing(player: Player) -> Json:
    """The lobby of a table whose game has begun."""
    while player.view["lobby"]["phase"] != "playing":
        await player.until("state", "lobby", since=len(player.heard))
    lobby: Json = player.view["lobby"]
    return lobby


def test_a_silent_player_holds_the_others_up_for_a_moment(served: Served) -> None:
    async def main() -> Json:
        async with table_of(served.address, ["Ann", "Bob", "Cy"], bots=1, deck={"parts": ["family"]}) as (ann, bob, cy):
            await ann.commit(HOST)
            await bob.commit(GUEST)
            await cy.commit("cc" * 16)
            cy.promised.clear()
            commitment = ann.view["lobby"]["commitment"]
            await ann.say({"type": "start"})
            while ann.view["lobby"]["shuffle"]["stage"] != "commit":
                await ann.until("lobby", since=len(ann.heard))
            assert ann.view["lobby"]["commitment"] != commitment
            await ann.commit("dd" * 16)
            await bob.commit("ee" * 16)
            return await playing(cy)

    lobby = asyncio.run(main())
    assert lobby["nonces"] == {"Ann": "dd" * 16, "Bob": "ee" * 16}
    assert [one["silent"] for one in lobby["shuffle"]["broken"]] == [["Cy"]]


def test_who_moves_up_to_an_open_seat_is_told_before_the_nonces_are_asked_for(served: Served) -> None:
    async def main() -> None:
        made = await make(served.address, seats=seats(4, 0), deck={"parts": ["family"]})
        ann = await Player(served.address, made["table"], made["token"]).connect()
        bob, cy = [await Player(served.address, made["table"]).connect() for _ in range(2)]
        await bob.ask({"type": "sit", "name": "Bob", "place": 2}, "seated")
        await cy.ask({"type": "sit", "name": "Cy", "place": 3}, "seated")
        await bob.commit(HOST)
        await cy.commit(GUEST)
        heard = len(bob.heard)
        await ann.say({"type": "start"})
        for player in (ann, bob, cy):
            await playing(player)
        assert (ann.place, bob.place, cy.place) == (0, 1, 2)
        shown = [one.get("lobby", {}).get("shuffle", {}).get("stage", one["type"]) for one in bob.heard[heard:]]
        assert shown.index("welcome") < shown.index("reveal")
        assert bob.view["lobby"]["nonces"] == {"Bob": HOST, "Cy": GUEST}
        for player in (ann, bob, cy):
            await player.close()

    asyncio.run(main())


def test_a_start_goes_on_after_a_restart(tmp_path: Path) -> None:
    async def begun(address: str) -> tuple[str, list[str], Json]:
        async with table_of(address, ["Ann", "Bob"], deck={"parts": ["family"]}) as (ann, bob):
            await ann.commit(HOST)
            await bob.commit(GUEST)
            bob.promised.clear()
            await ann.say({"type": "start"})
            while not ann.view["lobby"]["nonces"]:
                await ann.until("lobby", since=len(ann.heard))
            return ann.table, [ann.token, bob.token], ann.view["lobby"]

    async def ended(address: str, table: str, tokens: list[str]) -> Json:
        ann, bob = [await Player(address, table, token).connect() for token in tokens]
        assert (ann.view["lobby"]["shuffle"]["stage"], ann.view["lobby"]["nonces"]) == ("reveal", {"Ann": HOST})
        await bob.say({"type": "reveal", "nonce": GUEST})
        lobby = await playing(ann)
        await ann.close()
        await bob.close()
        return lobby

    with serving(tmp_path / "tables.sqlite", QUICK) as server:
        table, tokens, before = asyncio.run(begun(server.address))
    with serving(tmp_path / "tables.sqlite", QUICK) as server:
        after = asyncio.run(ended(server.address, table, tokens))
    assert after["nonces"] == {"Ann": HOST, "Bob": GUEST}
    assert after["shuffle"]["fingerprint"] == before["shuffle"]["fingerprint"]
    assert after["shuffle"]["broken"] == []
