"""Asking the host for a seat, removing a player, and a host who is followed by the next."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.web.served import PATIENT
from tests.web.table.tables import Party, sent_to

from changeling.web.storage.documents import RemovedDocument, TableDocument, read_table, write
from changeling.web.table.clients import Client
from changeling.web.table.commands.commands import execute
from changeling.web.table.commands.seat_commands import MOST_BROWSERS, MOST_REMOVED
from changeling.web.table.live import table_state
from changeling.web.wire import messages as m
from changeling.web.wire.errors import Refuse
from changeling.web.wire.values import Arrangement, SeatChoice

WITH_BOT = m.Arrange(Arrangement(seats=[SeatChoice("human"), SeatChoice("human"), SeatChoice("bot", "random")]))


async def refusal(doing: Awaitable[None]) -> str:
    with pytest.raises(Refuse) as refused:
        await doing
    return refused.value.code


async def come(party: Party, token: str = "", browser: str = "") -> Client:
    client = Client(party.table.state_of)
    await party.table.connect(client, m.Hello(token=token, browser=browser))
    await heard(party)
    return client


async def heard(party: Party) -> dict[str, list[dict[str, Any]]]:
    return {name: await sent_to(client) for name, client in party.clients.items()}


def stored(party: Party) -> TableDocument:
    """The table as it was last written, read again."""
    texts = [values for statement, values in party.store.statements if statement.split()[2] == "tables"]
    text = next(value for value in texts[-1] if isinstance(value, str) and value.startswith("{"))
    return read_table(text)


async def in_game(*, bot: bool = False) -> Party:
    party = await Party().gather()
    if bot:
        await execute(party.table, party.clients["host"], WITH_BOT)
    await execute(party.table, party.clients["host"], m.Start())
    await heard(party)
    party.store.statements.clear()
    return party


def run(test: Callable[[], Awaitable[None]]) -> None:
    async def main() -> None:
        await test()

    asyncio.run(main())


# --- asking -----------------------------------------------------------------------------------------------------------
def test_joining_a_running_game_asks_the_host_who_accepts() -> None:
    async def test() -> None:
        party = await in_game()
        table, watcher = party.table, party.clients["watcher"]
        await execute(table, watcher, m.Sit("Zoe"))
        said = await heard(party)
        assert said["watcher"][0] == {"type": "waiting", "name": "Zoe", "place": None}
        asking = said["host"][0]["lobby"]["asking"]
        assert [(one["name"], one["place"]) for one in asking] == [("Zoe", None)]
        assert party.store.statements == []
        assert await refusal(execute(table, party.clients["guest"], m.Admit(asking[0]["number"], True))) == "host/only"
        await execute(table, party.clients["host"], m.Admit(asking[0]["number"], True))
        said = await heard(party)
        assert said["watcher"][0]["type"] == "seated"
        assert watcher.place == 2
        assert said["host"][0]["lobby"]["asking"] == []
        assert [seat.name for seat in stored(party).seats] == ["host", "guest", "Zoe"]
        assert await refusal(execute(table, party.clients["host"], m.Admit(asking[0]["number"], True))) == "ask/none"
        table.close()

    run(test)


def test_the_host_refuses_and_the_asker_is_told() -> None:
    async def test() -> None:
        party = await in_game(bot=True)
        table, watcher = party.table, party.clients["watcher"]
        await execute(table, watcher, m.Sit("Zoe", 2))
        number = (await heard(party))["host"][0]["lobby"]["asking"][0]["number"]
        await execute(table, party.clients["host"], m.Admit(number, False))
        said = await heard(party)
        assert (said["watcher"][0]["code"], said["watcher"][0]["about"]) == ("ask/refused", "sit")
        assert said["host"][-1]["lobby"]["asking"] == []
        assert party.store.statements == []
        await execute(table, watcher, m.Sit("Zoe", 2))
        number = (await heard(party))["host"][0]["lobby"]["asking"][0]["number"]
        await execute(table, party.clients["host"], m.Admit(number, True))
        assert watcher.place == 2
        assert stored(party).seats[2].kind == "human"
        table.close()

    run(test)


def test_a_request_ends_with_its_client_and_cannot_be_had_when_it_is_too_late() -> None:
    async def test() -> None:
        party = await in_game(bot=True)
        table, host = party.table, party.clients["host"]
        one, other = await come(party), await come(party)
        for client in (one, other):
            await execute(table, client, m.Sit("Zoe"))
        assert [request.sit.name for request in table.requests] == ["Zoe", "Zoe"]
        await execute(table, host, m.Admit(table.requests[0].number, True))
        number = table.requests[0].number
        await sent_to(host)
        await execute(table, host, m.Admit(number, True))  # the name is taken now
        told = [one for one in await sent_to(host) if one["type"] == "error"]
        assert [(one["code"], one["about"]) for one in told] == [("seat/name", "admit")]
        assert [one["code"] for one in await sent_to(other) if one["type"] == "error"] == ["seat/name"]
        assert table.requests == ()
        await execute(table, other, m.Sit("Eve"))
        await table.disconnect(other)
        assert table.requests == ()
        table.close()

    run(test)


def test_what_cannot_be_had_is_refused_without_asking_anybody() -> None:
    async def test() -> None:
        party = await in_game(bot=True)
        table, watcher = party.table, party.clients["watcher"]
        assert await refusal(execute(table, watcher, m.Sit("HOST"))) == "seat/name"
        assert await refusal(execute(table, watcher, m.Sit("Ada"))) == "seat/name"  # the bot's
        assert await refusal(execute(table, watcher, m.Sit("Zoe", 0))) == "seat/taken"
        assert await refusal(execute(table, watcher, m.Sit("Zoe", 5))) == "seat/none"
        assert table.requests == ()
        for number in range(10):
            await execute(table, await come(party), m.Sit(f"Guest {number}"))
        assert await refusal(execute(table, watcher, m.Sit("Zoe"))) == "ask/full"
        table.close()

    run(test)


def test_at_an_open_table_nobody_asks() -> None:
    async def test() -> None:
        party = await Party().gather()
        await execute(party.table, party.clients["host"], m.Arrange(Arrangement(open=True)))
        await execute(party.table, party.clients["host"], m.Start())
        await execute(party.table, party.clients["watcher"], m.Sit("Zoe"))
        assert party.clients["watcher"].place == 2
        party.table.close()

    run(test)


def test_a_second_seat_of_the_same_browser_asks_the_host_before_the_game_too() -> None:
    async def test() -> None:
        party = await Party().gather()
        await come(party, "guest", "fox")
        second, stranger = await come(party, browser="fox"), await come(party, browser="owl")
        await execute(party.table, second, m.Sit("Twin"))
        assert second.place is None
        assert [one.sit.name for one in party.table.requests] == ["Twin"]
        await execute(party.table, stranger, m.Sit("Owl"))
        assert stranger.place == 2

    run(test)


# --- removing ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("bot", "kind"), [("", "open"), ("random", "bot")])
def test_who_is_removed_before_a_game_stays_removed(bot: str, kind: str) -> None:
    async def test() -> None:
        party = await Party().gather()
        again = await come(party, "guest", "fox")
        await execute(party.table, party.clients["host"], m.Remove(1, bot))
        said = await heard(party)
        assert [one["type"] for one in said["guest"][:2]] == ["seated", "error"]
        assert said["guest"][1]["code"] == "seat/removed"
        assert {"type": "told", "what": "removed", "name": "guest"} in said["watcher"]
        assert party.clients["guest"].closed is not None
        assert again.closed is not None
        assert stored(party).seats[1].kind == kind
        party.table.document = read_table(write(stored(party)))  # as after a restart
        assert await refusal(come_again(party, "guest")) == "seat/removed"
        assert await refusal(come_again(party, "", "fox")) == "seat/removed"
        stranger = await come(party)
        assert await refusal(execute(party.table, stranger, m.Sit("GUEST"))) == "seat/removed"
        await execute(party.table, stranger, m.Sit("Zoe"))
        assert stranger.place is None, "once somebody was removed, the host is asked"
        await execute(party.table, party.clients["host"], m.Admit(party.table.requests[0].number, True))
        assert stranger.place in (1, 2)

    run(test)


async def come_again(party: Party, token: str, browser: str = "") -> None:
    await party.table.connect(Client(party.table.state_of), m.Hello(token=token, browser=browser))


@pytest.mark.parametrize(("bot", "after"), [("", "open"), ("random", "bot")])
def test_a_bot_plays_on_for_who_is_removed_in_a_game(bot: str, after: str) -> None:
    async def test() -> None:
        party = await in_game(bot=True)
        table, host = party.table, party.clients["host"]
        await execute(table, host, m.Remove(1, bot))
        seat = stored(party).seats[1]
        assert (seat.kind, seat.name, seat.bot, seat.token) == ("bot", "guest", bot or "greedy", "")
        assert table.loop is not None
        assert 1 in table.moment().bots
        assert await refusal(come_again(party, "guest")) == "seat/removed"
        table.document.phase = "over"
        await execute(table, host, m.Rematch())
        assert stored(party).seats[1].kind == after
        table.close()

    run(test)


def test_who_is_alone_after_a_removal_takes_back_no_move_of_others() -> None:
    async def test() -> None:
        party = await in_game()
        table = party.table
        assert table.loop is not None
        guest = table.loop.log.game.seats.index("guest")
        while True:  # until the last choice was the guest's
            asked = table.loop.log.game.table.asked
            question = table.loop.question(asked, table.moment())
            assert question is not None
            sender = party.clients["guest" if asked == guest else "host"]
            await execute(table, sender, m.Answer(question.id, question.options[-1].code))
            if asked == guest:
                break
        before = table.loop.log.next_row
        await execute(table, party.clients["host"], m.Remove(guest))
        assert await refusal(execute(table, party.clients["host"], m.Undo())) == "undo/people"
        assert table.loop.log.next_row >= before

    run(test)


def test_whom_the_host_cannot_remove() -> None:
    async def test() -> None:
        party = await in_game(bot=True)
        table, host = party.table, party.clients["host"]
        assert await refusal(execute(table, host, m.Remove(0))) == "remove/host"
        assert await refusal(execute(table, host, m.Remove(2))) == "seat/none"
        assert await refusal(execute(table, host, m.Remove(5))) == "seat/none"
        assert await refusal(execute(table, host, m.Remove(1, "nobody"))) == "bot/unknown"
        assert await refusal(execute(table, party.clients["guest"], m.Remove(0))) == "host/only"
        assert party.store.statements == []
        table.close()

    run(test)


def test_a_table_remembers_only_so_many_who_were_removed() -> None:
    """It was written and looked through, name by name, whenever somebody sat down: thousands held the event loop."""

    async def test() -> None:
        party = await Party().gather()
        table, host = party.table, party.clients["host"]
        table.document.removed = [RemovedDocument(f"Zoe {number}", "") for number in range(MOST_REMOVED)]
        assert await refusal(execute(table, host, m.Remove(1))) == "remove/full"
        del table.document.removed[0]
        for number in range(MOST_BROWSERS + 5):
            await come(party, "guest", f"browser {number}")
        await execute(table, host, m.Remove(1))
        assert len(table.document.removed[-1].browsers) == MOST_BROWSERS

    run(test)


def test_nobody_is_removed_when_the_store_fails() -> None:
    async def test() -> None:
        party = await Party().gather()
        party.store.fails = True
        assert await refusal(execute(party.table, party.clients["host"], m.Remove(1))) == "store/unavailable"
        assert party.table.document.removed == []
        assert party.clients["guest"].place == 1
        assert party.clients["guest"].closed is None

    run(test)


# --- the host, and who gets in ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("playing", [False, True])
def test_a_host_who_is_gone_is_followed_by_the_next(playing: bool) -> None:
    async def test() -> None:
        party = await Party(host_patience=0.05).gather(playing=playing)
        await party.table.disconnect(party.clients["host"])
        async with asyncio.timeout(PATIENT):
            while party.table.document.host == 0:
                await asyncio.sleep(0.02)
        assert stored(party).host == 1
        said = await heard(party)
        assert {"type": "told", "what": "host", "name": "guest"} in said["watcher"]
        back = await come(party, "host")
        await asyncio.sleep(0.2)
        assert back.place == 0
        assert party.table.document.host == 1, "back again is not automatic"
        party.table.close()

    run(test)


def test_a_host_who_leaves_the_game_is_followed_at_once_if_somebody_is_there() -> None:
    async def test() -> None:
        party = await in_game()
        await execute(party.table, party.clients["host"], m.Leave())
        assert stored(party).host == 1
        assert {"type": "told", "what": "host", "name": "guest"} in (await heard(party))["guest"]
        await execute(party.table, party.clients["guest"], m.Leave())
        assert stored(party).host == 1, "nobody else is there"
        party.table.close()

    run(test)


def test_owners_of_seats_get_in_however_many_look_on(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        party = await Party().gather()
        monkeypatch.setattr(table_state, "MOST_WATCHING", 1)
        assert await refusal(come_again(party, "")) == "table/full"
        assert await refusal(come_again(party, "no such token")) == "table/full"
        await come_again(party, "guest")
        monkeypatch.setattr(table_state, "MOST_OF_SEAT", 2)
        assert await refusal(come_again(party, "guest")) == "table/full"

    run(test)


def test_many_who_come_at_once_make_one_lobby() -> None:
    async def test() -> None:
        party = await Party(lobby_delay=0.05).gather()
        await asyncio.sleep(0.2)
        await heard(party)
        for _ in range(20):
            await come_again(party, "")
        await asyncio.sleep(0.2)
        lobbies = [one for one in (await heard(party))["host"] if one["type"] == "lobby"]
        assert len(lobbies) < 5
        assert lobbies[-1]["lobby"]["watching"] == 21

    run(test)


def test_a_habit_rewrites_no_document_and_is_kept_with_the_next_one() -> None:
    async def test() -> None:
        party = await in_game()
        await execute(party.table, party.clients["guest"], m.Habit("quick"))
        assert party.store.statements == []
        assert party.table.moment().habit(1) == "quick"
        again = Client(party.table.state_of)
        await party.table.connect(again, m.Hello(token="guest"))
        assert (await sent_to(again))[0]["windows"] == "quick"
        await execute(party.table, party.clients["host"], m.Leave())
        assert [seat.windows for seat in stored(party).seats] == ["timed", "quick"]
        party.table.close()

    run(test)
