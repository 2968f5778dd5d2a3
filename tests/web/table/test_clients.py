"""What is queued for a client is bounded."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from changeling.web.table.clients import MOST_BYTES, MOST_WAITING, Client


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


def test_long_messages_wait_for_no_more_bytes_than_there_is_room_for() -> None:
    """Sixty-four states of a game with long names, for each of sixty clients of one address, were a gigabyte."""

    async def main() -> None:
        async def state(client: Client) -> bytes:
            return b"state"

        long = b"x" * (MOST_BYTES // 3 + 1)
        asking, behind = Client(state), Client(state)
        for _ in range(3):
            assert not asking.is_full()
            asking.reply(long)
        assert asking.is_full()
        waiting = asyncio.create_task(asking.room())
        await asyncio.sleep(0)
        assert not waiting.done()
        assert await asking.next() == long
        await asyncio.wait_for(waiting, 1)
        for _ in range(MOST_WAITING):
            behind.send(long + b"x")
        assert await behind.next() == b"state"
        behind.send(long)
        assert await behind.next() == long, "what came after it is news again"

    asyncio.run(main())


def test_a_message_that_need_not_wait_is_written_at_once_and_overtakes_nothing() -> None:
    async def main() -> None:
        async def state(client: Client) -> bytes:
            return b"state"

        written: list[bytes] = []
        reads = True

        def write(message: bytes) -> bool:
            if reads:
                written.append(message)
            return reads

        client = Client(state, write=write)
        client.reply(b"accepted")
        client.send(b"news 1")
        assert written == [b"accepted", b"news 1"]
        reads = False  # the other side has stopped reading: everything waits from now on
        client.send(b"news 2")
        client.send(b"news 3")
        assert await client.next() == b"news 2"
        reads = True
        client.send(b"news 4")  # while one is taken from the queue, and another waits
        assert await client.next() == b"news 3"
        assert await client.next() == b"news 4"
        client.reply(b"late")  # who took the last one has not sent it yet
        assert await client.next() == b"late"
        waiting = asyncio.create_task(client.next())
        await asyncio.sleep(0)  # all is sent
        client.send(b"news 5")
        assert written == [b"accepted", b"news 1", b"news 5"]
        client.close(1000, "")
        client.send(b"too late")
        assert await waiting == b"too late"
        assert await client.next() is None
        assert written == [b"accepted", b"news 1", b"news 5"]

    asyncio.run(main())


def test_a_reply_goes_out_with_what_comes_next_in_one_writing() -> None:
    async def main() -> None:
        async def state(client: Client) -> bytes:
            return b"state"

        written: list[tuple[bytes, ...]] = []
        reads = True

        def write(*messages: bytes) -> bool:
            if reads:
                written.append(messages)
            return reads

        client = Client(state, write=write)
        client.reply_ahead(b"accepted 1")
        client.send(b"news 1")
        client.flush()
        client.reply_ahead(b"accepted 2")
        client.reply_ahead(b"accepted 3")
        client.flush()
        assert written == [(b"accepted 1", b"news 1"), (b"accepted 2", b"accepted 3")]
        client.reply_ahead(b"accepted 4")
        client.flush()
        assert written[2:] == [(b"accepted 4",)]
        client.reply_ahead(b"accepted 5")
        reads = False
        client.send(b"news 5")
        client.reply_ahead(b"accepted 6")
        client.flush()
        assert [await client.next() for _ in range(3)] == [b"accepted 5", b"accepted 6", b"news 5"]

    asyncio.run(main())


def test_what_there_was_no_time_for_is_written_later_all_of_it_at_once_replies_first() -> None:
    async def main() -> None:
        async def state(client: Client) -> bytes:
            return b"state"

        written: list[tuple[bytes, ...]] = []
        put_off: list[Callable[[], None]] = []
        time = writable = True

        def write(*messages: bytes) -> bool:
            if time:
                written.append(messages)
            return time

        def later(small: Callable[[], None]) -> bool:
            if writable:
                put_off.append(small)
            return writable

        client = Client(state, write=write, later=later)
        time = False
        client.send(b"news 1")
        client.send(b"news 2")
        client.reply(b"reply")
        assert (written, len(put_off)) == ([], 1)
        time = True
        client.send(b"news 3")  # overtakes nothing
        put_off.pop()()
        assert written == [(b"reply", b"news 1", b"news 2", b"news 3")]
        client.send(b"news 4")
        assert written[1:] == [(b"news 4",)]
        time = False
        client.send(b"news 5")
        put_off.pop()()  # the other side has stopped reading meanwhile: whoever waits for the next one sends it
        assert await asyncio.wait_for(client.next(), 1) == b"news 5"
        client.send(b"news 6")  # while that is being sent nothing is put off
        assert not put_off
        assert await asyncio.wait_for(client.next(), 1) == b"news 6"
        client._sending = writable = False
        client.send(b"news 7")
        assert await asyncio.wait_for(client.next(), 1) == b"news 7"

    asyncio.run(main())


def test_who_is_closed_or_falls_behind_while_something_is_put_off_gets_all_the_same() -> None:
    async def main() -> None:
        async def state(client: Client) -> bytes:
            return b"state"

        put_off: list[Callable[[], None]] = []

        def later(small: Callable[[], None]) -> bool:
            put_off.append(small)
            return True

        client = Client(state, write=lambda *messages: False, later=later)
        client.send(b"news")
        client.close(1000, "")
        put_off.pop()()
        assert [await client.next(), await client.next()] == [b"news", None]
        client = Client(state, write=lambda *messages: False, later=later)
        for number in range(MOST_WAITING + 1):
            client.send(b"news %d" % number)
        client.write = lambda *messages: True
        put_off.pop()()
        assert await asyncio.wait_for(client.next(), 1) == b"state"

    asyncio.run(main())
