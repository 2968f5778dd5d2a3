"""However many ask at the same time, a round of the event loop is not held for longer than a little and one of them."""

from __future__ import annotations

import asyncio
import time

from changeling.web.table.turns import Turns

PIECE = 0.01  # seconds of work: more than there is time for in a round


def work() -> None:
    until = time.perf_counter() + PIECE
    while time.perf_counter() < until:
        pass


def test_those_who_ask_at_once_work_in_rounds_of_their_own_and_in_order() -> None:
    done: list[tuple[int, int]] = []  # who, and in which round of the loop

    async def main() -> None:
        turns, rounds, loop = Turns(PIECE / 2), 0, asyncio.get_running_loop()

        def count() -> None:
            nonlocal rounds
            rounds += 1
            loop.call_soon(count)

        async def piece(number: int) -> None:
            await turns.mine()
            work()
            done.append((number, rounds))

        loop.call_soon(count)
        await asyncio.gather(*(piece(number) for number in range(10)))

    asyncio.run(main())
    assert [number for number, _ in done] == list(range(10))
    assert len({at for _, at in done}) == 10, "no two in one round"


def test_while_there_is_time_nobody_waits() -> None:
    async def main() -> int:
        turns, waited = Turns(60.0), 0
        for _ in range(50):
            task = asyncio.ensure_future(turns.mine())
            await asyncio.sleep(0)
            waited += not task.done()
        assert turns.has_time()
        return waited

    assert asyncio.run(main()) == 0


def test_who_gives_up_keeps_nobody_else_waiting() -> None:
    async def main() -> None:
        turns = Turns(0.0)
        waiting = [asyncio.ensure_future(turns.mine()) for _ in range(5)]
        await asyncio.sleep(0)
        for task in waiting[:4]:
            task.cancel()
        async with asyncio.timeout(5.0):
            await waiting[4]
        assert [task.cancelled() or task.done() for task in waiting] == [True] * 5

    asyncio.run(main())
