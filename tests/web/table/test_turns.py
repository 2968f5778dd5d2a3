"""However many ask at the same time, a round of the event loop is not held for longer than a little and one of them."""

from __future__ import annotations

import asyncio
import time

import pytest

from changeling.web.table.turns import MOST_AT_ONCE, Turns

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


def test_several_who_wait_go_on_in_one_round_while_there_is_time() -> None:
    async def main() -> int:
        turns, rounds, loop, running = Turns(60.0), 0, asyncio.get_running_loop(), True

        def count() -> None:
            nonlocal rounds
            rounds += 1
            if running:
                loop.call_soon(count)

        turns._until = -1.0  # the time of this round is up
        waiting = [asyncio.ensure_future(turns.mine()) for _ in range(2 * MOST_AT_ONCE)]
        await asyncio.sleep(0)
        loop.call_soon(turns._next_round)
        loop.call_soon(count)
        await asyncio.gather(*waiting)
        running = False
        return rounds

    assert asyncio.run(main()) < 8


def test_what_is_small_is_done_in_a_round_with_time_for_it_and_in_order() -> None:
    async def main() -> None:
        turns, done = Turns(PIECE / 2), list[int]()
        await turns.mine()
        work()
        assert not turns.has_time()
        for number in range(3):
            turns.later(lambda number=number: done.append(number))  # type: ignore[misc]
        assert not done, "not in this round"
        waiting = asyncio.ensure_future(turns.mine())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert done == [0, 1, 2]
        await asyncio.wait_for(waiting, 5.0)
        turns.later(work)
        turns.later(lambda: done.append(3))
        async with asyncio.timeout(5.0):
            while len(done) < 4:
                await asyncio.sleep(0)

    asyncio.run(main())


def test_something_small_that_fails_keeps_nobody_waiting(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []

    def fails() -> None:
        raise ValueError("a mistake of ours")

    async def main() -> None:
        turns = Turns(PIECE / 2)
        turns.later(fails)
        turns.later(lambda: done.append("small"))
        work()
        async with asyncio.timeout(5):
            await turns.mine()
            await asyncio.sleep(0.05)
            await turns.mine()
        done.append("turn")

    asyncio.run(main())
    assert done == ["small", "turn"]
    assert "what was put off failed" in caplog.text
