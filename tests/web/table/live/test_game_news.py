"""Who is asked is told at once how a game went on, all others a little later, and everybody of everything, once."""

from __future__ import annotations

import asyncio
import json
import random
from typing import Any

import pytest
from tests.web.table.live.test_publish import NAMES, answer_one, gathered

from changeling.engine.seen.reasons.progress import Progress
from changeling.web.table.clients import Client
from changeling.web.table.commands.commands import execute
from changeling.web.table.game.game_loop import GameLoop
from changeling.web.table.game.render import events_of, standings_of
from changeling.web.table.live.game_news import MOST_PUT_OFF, GameNews
from changeling.web.table.live.live_table import LiveTable
from changeling.web.table.live.publish import TAIL, encode
from changeling.web.wire import messages as m

NEVER = 3600.0  # seconds until news are due by themselves


def heard(client: Client) -> list[dict[str, Any]]:
    """What a client was sent since the last time."""
    found = [json.loads(text) for text in client._news]
    client._news.clear()
    client._news_bytes = 0
    client._replies.clear()
    client._reply_bytes = 0
    return found


async def begun(
    edition: str, every: float = NEVER, standings_every: float | None = None
) -> tuple[LiveTable, list[Client], list[int]]:
    """A game that has begun; by client, how many events it was told."""
    table, clients = await gathered(edition, every, standings_every)
    await execute(table, clients[0], m.Start())
    told = []
    for client in clients:
        states = [one for one in heard(client) if one["type"] == "state"]
        told.append(states[-1]["events"][-1]["number"] + 1 if states else 0)
    return table, clients, told


def make_standings_due(table: LiveTable) -> None:
    """Have it told next how far everybody is, however long ago that was done."""
    table.publisher.news._standings_at = -NEVER


def plain(value: Any) -> Any:
    """A value as it is sent."""
    return json.loads(encode(value))


@pytest.mark.parametrize("edition", ["fluxx-4", "cthulhu"])
def test_everybody_is_told_of_everything_once_and_in_order(edition: str) -> None:
    async def main() -> int:
        chance = random.Random(8)
        table, clients, told = await begun(edition)
        together = 0
        for _ in range(120):
            if table.document.phase != "playing":
                break
            await answer_one(table, clients, chance)
            if chance.random() < 0.2:
                table._send_rest()
            assert table.loop is not None
            for number, client in enumerate(clients):
                for news in heard(client):
                    if news["type"] != "update":
                        continue
                    events = news["events"]
                    expected = plain(events_of(table.loop.log.game, told[number], client.place))[: len(events)]
                    assert events == expected
                    told[number] += len(events)
                    together += len(events) > 12
        assert table.loop is not None
        table._send_rest()
        for number, client in enumerate(clients):
            updates = [one for one in heard(client) if one["type"] == "update"]
            assert told[number] + sum(len(one["events"]) for one in updates) == table.loop.log.happened
            state = plain(table.state(client))
            assert [one["public"] for one in updates[-1:]] in ([], [state["public"]])
        table.close()
        return together

    assert asyncio.run(main()) > 2


def test_who_is_asked_is_told_at_once_and_nobody_else_is() -> None:
    async def main() -> None:
        chance = random.Random(4)
        table, clients, _ = await begun("family")
        await answer_one(table, clients, chance)
        for client in clients:
            heard(client)
            client.shown_at = asyncio.get_running_loop().time()
        table._send_rest()
        for _ in range(20):
            for client in clients:
                heard(client)
            await answer_one(table, clients, chance)
            loop, moment = table.loop, table.moment()
            assert loop is not None
            if loop.over:
                break
            asked = {place for place in range(len(NAMES)) if loop.question(place, moment) is not None}
            for client in clients:
                updates = [one for one in heard(client) if one["type"] == "update"]
                assert bool(updates) == (client.place in asked)
                for update in updates:
                    assert update["question"] is not None
                    assert update["standings"] is None
        table.close()

    asyncio.run(main())


def test_how_far_everybody_is_follows() -> None:
    async def main() -> None:
        chance = random.Random(5)
        table, clients, _ = await begun("fluxx-4")
        for _ in range(30):
            await answer_one(table, clients, chance)
        for client in clients:
            heard(client)
        make_standings_due(table)
        table._send_rest()
        assert table.loop is not None
        progress = table.publisher.news.progress(table.loop)
        assert progress
        followed = set()
        for client in clients:
            (news,) = heard(client)
            name = "" if client.place is None else NAMES[client.place]
            assert news["standings"] == plain(standings_of(progress, name))
            assert news["seq"] == table.publisher.seq
            followed.add(news["type"])
        assert followed == {"update", "standings"}
        table._send_rest()
        assert not any(heard(client) for client in clients)
        table.close()

    asyncio.run(main())


def told_standings(client: Client) -> list[Any]:
    """How far everybody is, each time that a client was told."""
    return [news["standings"] for news in heard(client) if news.get("standings") is not None]


def test_how_far_everybody_is_is_told_to_all_at_once_when_it_is_due_and_not_before() -> None:
    async def main() -> None:
        chance = random.Random(5)
        table, clients, _ = await begun("fluxx-4")
        await answer_one(table, clients, chance)
        for client in clients:
            heard(client)
        for _ in range(30):
            await answer_one(table, clients, chance)
            table._send_rest()
            assert not any(told_standings(client) for client in clients)
            if chance.random() < 0.3:
                make_standings_due(table)
                await answer_one(table, clients, chance)
                for client in clients:
                    assert told_standings(client) == [plain(table.state(client))["standings"]]
                    assert client.untold is None
                    assert not client.needs_standings
        table.close()

    asyncio.run(main())


def test_how_far_everybody_is_comes_by_itself_and_seldom() -> None:
    async def main() -> None:
        every, chance, loop = 0.2, random.Random(7), asyncio.get_running_loop()
        table, clients, _ = await begun("fluxx-4", 0.01, every)
        started = loop.time()
        for _ in range(40):
            await answer_one(table, clients, chance)
            await asyncio.sleep(0.01)
        told = [told_standings(client) for client in clients]
        assert 1 <= max(map(len, told)) <= (loop.time() - started) / every + 1
        await answer_one(table, clients, chance)
        await asyncio.sleep(2 * every)
        for before, client in zip(told, clients, strict=True):
            latest = [*before, *told_standings(client)][-1]
            assert latest == plain(table.state(client))["standings"]
            assert not client.needs_standings
        table.close()

    asyncio.run(main())


@pytest.mark.parametrize("edition", ["fluxx-4", "dice-camera-action"])
def test_how_far_everybody_is_is_not_told_again_while_it_is_the_same(edition: str) -> None:
    """Also to who looks on, to a second screen, to who has asked for everything, and in a game after that."""

    async def main() -> None:
        chance = random.Random(6)
        table, clients, _ = await begun(edition, 0.0, 0.0)
        known = dict[Client, Any]()
        again = set(clients)  # who was sent everything is told once more
        told = same = 0
        for number in range(150):
            if table.document.phase != "playing":
                await execute(table, clients[0], m.Rematch())
                await execute(table, clients[0], m.Start())
            else:
                await answer_one(table, clients, chance)
            asking = clients[number % len(clients)]
            if number % 20 == 19:
                heard(asking)
                await execute(table, asking, m.Resync())
                known[asking] = plain(table.state(asking))["standings"]
                again.add(asking)
            assert table.loop is not None
            progress = table.publisher.news.progress(table.loop)
            for client in clients:
                for news in heard(client):
                    if news["type"] == "state":
                        again.add(client)
                    elif "standings" in news:
                        same += news["standings"] is None
                    if news.get("standings") is not None:
                        if news["type"] != "state":
                            told += 1
                            assert client in again or news["standings"] != known[client]
                            again.discard(client)
                        known[client] = news["standings"]
                name = "" if client.place is None else NAMES[client.place]
                assert known[client] == plain(standings_of(progress, name))
        table.close()
        assert told
        assert same > told

    asyncio.run(main())


def test_how_far_everybody_is_is_not_worked_out_before_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """A node that only follows a table shows it after each answer of others."""
    looks: list[GameLoop] = []
    progress = GameNews.progress

    def counted(news: GameNews, loop: GameLoop) -> list[Progress]:
        looks.append(loop)
        return progress(news, loop)

    async def main() -> None:
        table, clients, _ = await begun("fluxx-4")
        monkeypatch.setattr(GameNews, "progress", counted)
        for _ in range(5):
            await answer_one(table, clients, random.Random(3))
            await table.show()
        assert len(looks) <= 1
        table.close()

    asyncio.run(main())


def test_an_update_that_was_left_does_not_wait_for_how_far_everybody_is() -> None:
    async def main() -> None:
        chance = random.Random(4)
        table, clients, _ = await begun("family", 0.02, NEVER)
        await answer_one(table, clients, chance)
        await asyncio.sleep(0.1)  # only how far everybody is was left
        for _ in range(5):
            await answer_one(table, clients, chance)
        assert any(client.untold is not None for client in clients)
        await asyncio.sleep(0.1)
        assert not any(client.untold is not None for client in clients)
        assert any(client.needs_standings for client in clients)
        table.close()

    asyncio.run(main())


def test_nothing_is_told_that_the_store_may_not_have() -> None:
    async def main() -> None:
        table, clients, _ = await begun("family")
        for _ in range(3):
            await answer_one(table, clients, random.Random(1))
        for client in clients:
            heard(client)
        async with table.lock:
            table._send_rest()
            assert not any(heard(client) for client in clients)
        table.lose()
        table._send_rest()
        assert not any(heard(client) for client in clients)
        table.close()

    asyncio.run(main())


def test_what_was_left_comes_by_itself() -> None:
    async def main() -> None:
        table, clients, told = await begun("family", 0.02)
        for _ in range(6):
            await answer_one(table, clients, random.Random(1))
        await asyncio.sleep(0.2)
        assert table.loop is not None
        for number, client in enumerate(clients):
            updates = [one for one in heard(client) if one["type"] == "update"]
            assert told[number] + sum(len(one["events"]) for one in updates) == table.loop.log.happened
            assert client.untold is None
            assert not client.needs_standings
        table.close()

    asyncio.run(main())


def test_nobody_waits_for_the_end_or_for_very_much() -> None:
    async def main() -> tuple[int, int]:
        chance, most = random.Random(2), 0
        table, clients, told = await begun("family")
        while table.document.phase == "playing":
            await answer_one(table, clients, chance)
            assert table.loop is not None
            for number, client in enumerate(clients):
                for news in heard(client):
                    told[number] += len(news["events"]) if news["type"] == "update" else 0
                most = max(most, table.loop.log.happened - told[number])
        assert table.loop is not None
        assert told == [table.loop.log.happened] * len(clients)
        assert all(client.untold is None for client in clients)
        happened = table.loop.log.happened
        table.close()
        return most, happened

    most, happened = asyncio.run(main())
    assert happened > MOST_PUT_OFF
    assert 0 < most <= MOST_PUT_OFF


def test_who_comes_back_is_told_no_event_twice() -> None:
    async def main() -> None:
        chance = random.Random(6)
        table, clients, told = await begun("family")
        for _ in range(5):
            await answer_one(table, clients, chance)
        (watcher,) = (client for client in clients if client.place is None)
        heard(watcher)
        await execute(table, watcher, m.Resync(since=told[clients.index(watcher)]))
        (state,) = [json.loads(text) for text in watcher._replies]
        assert state["events"]
        assert watcher.untold is None
        heard(watcher)
        table._send_rest()
        assert heard(watcher) == []
        table.close()

    asyncio.run(main())


def test_a_state_in_the_place_of_news_has_all_of_them_and_nobody_is_told_twice() -> None:
    """Several devices of a seat, and several who look on, are sent one and the same state."""

    async def main() -> None:
        chance = random.Random(9)
        table, clients, _ = await begun("fluxx-4")
        more = [Client(table.state_of) for _ in range(4)]
        for client, token in zip(more, ("", "", NAMES[0], NAMES[1]), strict=True):
            await table.connect(client, m.Hello(token=token))
        clients = [*clients, *more]
        for client in clients:
            heard(client)
        loop = table.loop
        assert loop is not None
        told = [loop.log.happened] * len(clients)
        for client in clients:
            client.shown_at = asyncio.get_running_loop().time()
        while loop.log.happened - min(told) <= TAIL + 10 and table.document.phase == "playing":
            await answer_one(table, clients, chance)
            for number, client in enumerate(clients):
                told[number] += sum(len(news["events"]) for news in heard(client) if news["type"] == "update")
        table.send_states()
        assert max(told) - min(told) > 0
        for number, client in enumerate(clients):
            (state,) = heard(client)
            assert state["type"] == "state"
            assert [event["number"] for event in state["events"]][:1] in ([], [told[number]]) or told[number] == max(
                told
            )
            assert state["events"][-1]["number"] + 1 == loop.log.happened
        table._send_rest()
        assert not any(heard(client) for client in clients)
        table.close()

    asyncio.run(main())


def test_a_state_that_is_asked_for_has_all_that_was_not_told_yet() -> None:
    """However much that is, and whether or not it is said what was heard last."""

    async def main() -> None:
        chance = random.Random(9)
        table, clients, _ = await begun("fluxx-4")
        looking = next(client for client in clients if client.place is None)
        heard(looking)
        loop = table.loop
        assert loop is not None
        told = loop.log.happened
        looking.shown_at = asyncio.get_running_loop().time()
        while loop.log.happened - told <= TAIL + 10:
            assert table.document.phase == "playing"
            await answer_one(table, clients, chance)
            told += sum(len(news["events"]) for news in heard(looking))
        numbers = [event["number"] for event in plain(table.state(looking))["events"]]
        assert numbers == list(range(told, loop.log.happened))
        table._send_rest()
        assert not heard(looking)
        assert len(table.state(looking).events) == TAIL
        table.close()

    asyncio.run(main())


def test_a_longer_pause_is_seen_by_all() -> None:
    async def main() -> None:
        chance = random.Random(3)
        table, clients, _ = await begun("doctor-who", 0.01)
        for seat in table.document.seats:
            seat.windows = "timed"
        table.document.pause = 30
        loop = table.loop
        assert loop is not None
        while loop.window is None:
            await answer_one(table, clients, chance)
        question = next(one for one in loop.window.questions if one.place not in loop.window.intents)
        holder = next(client for client in clients if client.place == question.place)
        await asyncio.sleep(0.05)
        for client in clients:
            heard(client)
        await execute(table, holder, m.Hold(question.id))
        await asyncio.sleep(0.1)
        for client in clients:
            pauses = [news["pause"]["seconds"] for news in heard(client) if news["type"] == "update"]
            assert pauses
            assert pauses[-1] > 35
        table.close()

    asyncio.run(main())
