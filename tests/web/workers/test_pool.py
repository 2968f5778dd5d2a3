"""Worker processes: what goes wrong in one costs one answer, and none is left when the pool is closed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from changeling.web.wire.errors import Refuse
from changeling.web.workers.pool import Limits, Pool, asker
from changeling.web.workers.process import WorkerLost

ROOT = Path(__file__).parents[3]
JOBS = "tests.web.workers.odd_jobs"
PATIENT = 60.0  # seconds after which what must happen does not happen any more


@pytest.fixture(autouse=True)
def find_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have other processes find the jobs of these tests."""
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT), *filter(None, sys.path)]))


@contextlib.contextmanager
def pool(
    *, processes: int = 1, seconds: float = PATIENT, waiting: int = 64, answers: int = 1000, share: int = 0
) -> Iterator[Pool]:
    found = Pool(JOBS, Limits(processes, seconds, 512, waiting, answers, share, patient=3))
    try:
        yield found
    finally:
        found.close()


def gone(pid: int) -> bool:
    """Whether a process ends, sooner or later."""
    until = time.monotonic() + PATIENT
    while time.monotonic() < until:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.02)
    return False


def test_files_of_the_folder_that_the_server_was_started_in_are_none_of_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "queue.py").write_text("raise SystemExit('a file of the folder ran')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    with pool() as workers:
        assert asyncio.run(workers.ask("echo", "all is well")) == "all is well"


def test_a_job_is_done_in_another_process() -> None:
    with pool() as workers:
        assert asyncio.run(workers.ask("echo", {"a": [1, "two"]})) == {"a": [1, "two"]}
        assert asyncio.run(workers.ask("who")) == workers.pids()[0] != os.getpid()


@pytest.mark.parametrize(
    ("job", "why"), [("crash", "status 11"), ("devour", "too little memory"), ("stumble", "failed")]
)
def test_what_goes_wrong_costs_one_answer(job: str, why: str) -> None:
    with pool() as workers:
        with pytest.raises(WorkerLost, match=why):
            asyncio.run(workers.ask(job))
        assert asyncio.run(workers.ask("echo", 7)) == 7


def test_who_takes_too_long_is_ended_and_replaced() -> None:
    with pool(seconds=1.0) as workers:
        before = asyncio.run(workers.ask("who"))
        with pytest.raises(WorkerLost, match="longer than 1 seconds"):
            asyncio.run(workers.ask("hang"))
        assert asyncio.run(workers.ask("who")) != before
        assert gone(before)


def test_a_refusal_is_passed_on() -> None:
    with pool() as workers, pytest.raises(Refuse, match="no such deck") as refused:
        asyncio.run(workers.ask("refuse"))
    assert (refused.value.code, refused.value.status) == ("deck/unknown", 404)


def test_others_work_on_while_one_hangs() -> None:
    async def main(workers: Pool) -> None:
        hanging = asyncio.create_task(workers.ask("hang"))
        assert await workers.ask("echo", "meanwhile") == "meanwhile"
        workers.close()
        with pytest.raises((WorkerLost, asyncio.CancelledError)):
            await hanging

    with pool(processes=2) as workers:
        asyncio.run(main(workers))


def test_too_many_requests_are_refused_at_once() -> None:
    async def main(workers: Pool) -> None:
        tasks = [asyncio.create_task(workers.ask("hang")) for _ in range(3)]
        await asyncio.sleep(0)
        with pytest.raises(WorkerLost) as lost:
            await workers.ask("echo", 1)
        assert lost.value.busy
        await asyncio.to_thread(workers.close)
        await asyncio.gather(*tasks, return_exceptions=True)

    with pool(waiting=2) as workers:
        asyncio.run(main(workers))


def test_the_same_thing_goes_to_the_same_worker() -> None:
    async def main(workers: Pool) -> None:
        first, second = await asyncio.gather(workers.ask("who", about="a"), workers.ask("who", about="b"))
        if first != second:  # both were needed
            for _ in range(3):
                assert await workers.ask("who", about="b") == second
                assert await workers.ask("who", about="a") == first

    with pool(processes=2) as workers:
        asyncio.run(main(workers))


def test_a_worker_is_replaced_after_so_many_answers() -> None:
    with pool(answers=2) as workers:
        assert len({asyncio.run(workers.ask("who")) for _ in range(4)}) == 2


def test_no_process_is_left_when_a_pool_is_closed() -> None:
    with pool(processes=2) as workers:
        workers.warm_up()
        asyncio.run(workers.ask("echo", 1))
        pids = workers.pids()
    assert pids
    assert all(gone(pid) for pid in pids)
    assert not workers.pids()


def test_no_process_is_left_when_the_server_is_killed() -> None:
    program = f"""
import asyncio
from changeling.web.workers.pool import Limits, Pool, asker
pool = Pool({JOBS!r}, Limits(2, 600, 512))
async def main():
    print(await pool.ask("who"), flush=True)
    await pool.ask("hang")
asyncio.run(main())
"""
    with subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        server.send_signal(signal.SIGKILL)
    assert gone(worker)


def asking(workers: Pool, who: str, job: str, *given: object, seconds: float = 0.0) -> asyncio.Task[object]:
    """A request on somebody's account."""

    async def task() -> object:
        asker.set(who)
        return await workers.ask(job, *given, seconds=seconds)

    return asyncio.create_task(task())


def test_one_asker_cannot_take_all_workers() -> None:
    async def main(workers: Pool) -> None:
        bombs = [asking(workers, "bad", "hang") for _ in range(4)]
        await asyncio.sleep(0.2)
        assert await asking(workers, "good", "echo", 1) == 1
        assert await workers.ask("echo", 2) == 2, "what the server needs itself is nobody's share"
        assert workers.state().busy == 1
        with pytest.raises(WorkerLost) as lost:
            await asking(workers, "bad", "echo", 3)
        assert lost.value.busy, "no more wait than are worth waiting for"
        await asyncio.to_thread(workers.close)
        for bomb in bombs:
            bomb.cancel()
        await asyncio.gather(*bombs, return_exceptions=True)

    with pool(processes=2, share=1) as workers:
        asyncio.run(main(workers))


def test_who_stops_waiting_gives_up_the_place_but_not_what_is_worked_at() -> None:
    async def main(workers: Pool) -> None:
        first = asking(workers, "one", "hang", seconds=1.5)
        waits = asking(workers, "one", "echo", 1)
        last = asking(workers, "one", "echo", 2)
        await asyncio.sleep(0.2)
        first.cancel()
        waits.cancel()
        await asyncio.sleep(0.2)
        assert not last.done(), "the first is still worked at"
        assert await last == 2
        assert workers.asked["echo"] == 2
        assert workers.state().waiting == 0

    with pool(processes=2, share=1) as workers:
        asyncio.run(main(workers))


def test_a_request_may_have_less_time_than_is_usual() -> None:
    with pool() as workers, pytest.raises(WorkerLost, match=r"longer than 0\.5 seconds"):
        asyncio.run(workers.ask("hang", seconds=0.5))
