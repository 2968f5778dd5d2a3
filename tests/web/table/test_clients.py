"""What is queued for a client is bounded."""

from __future__ import annotations

import asyncio

from changeling.web.table.clients import MOST_WAITING, Client


def test_who_falls_behind_gets_the_whole_state_in_place_of_the_news() -> None:
    async def main() -> None:
        made = 0

        async def state(client: Client) -> bytes:
            nonlocal made
            made += 1
            return b"state"

        client = Client(state)
        for number in range(MOST_WAITING):
            client.send(b"news %d" % number)
        assert await client.next() == b"news 0"
        for number in range(MOST_WAITING * 100):
            client.send(b"more %d" % number)
        client.reply(b"reply")
        assert [await client.next(), await client.next()] == [b"reply", b"state"]
        assert made == 1
        client.send(b"after")
        assert await client.next() == b"after"
        client.close(1000, "")
        assert await client.next() is None

    asyncio.run(main())


def test_reading_pauses_while_the_reply_queue_is_full() -> None:
    async def main() -> None:
        async def state(client: Client) -> bytes:
            return b"state"

        client = Client(state)
        for _ in range(MOST_WAITING - 1):
            client.reply(b"reply")
        await asyncio.wait_for(client.room(), 1)
        client.reply(b"one too many")
        waiting = asyncio.create_task(client.room())
        await asyncio.sleep(0)
        assert not waiting.done()
        await client.next()
        await asyncio.wait_for(waiting, 1)

    asyncio.run(main())
