"""The numbers of several processes at one port: every one of them tells those of all."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from changeling.web.http.running import siblings
from changeling.web.http.running.metrics import Meters
from changeling.web.http.running.siblings import Siblings

Numbers = dict[tuple[str, str], float]


def read(text: bytes, name: str) -> Numbers:
    """The samples of a name, by their process and code."""
    return {
        (sample.labels["process"], sample.labels.get("code", "")): sample.value
        for family in text_string_to_metric_families(text.decode())
        for sample in family.samples
        if sample.name == name
    }


def counted(code: str, times: int) -> Meters:
    meters = Meters()
    for _ in range(times):
        meters.refused(code)
    return meters


def test_whoever_is_asked_tells_the_numbers_of_all(tmp_path: Path) -> None:
    both = [Siblings(str(tmp_path), place, 2) for place in range(2)]
    meters = [counted("answer/stale", 3), counted("answer/stale", 4)]

    async def main() -> None:
        async with both[0].giving(meters[0]), both[1].giving(meters[1]):
            for place in range(2):
                text = await both[place].text(meters[place])
                found = read(text, "changeling_refusals_total")
                assert found == {("0", "answer/stale"): 3, ("1", "answer/stale"): 4}
                assert read(text, "changeling_process_up") == {("0", ""): 1, ("1", ""): 1}
                assert text.count(b"# TYPE changeling_refusals_total counter") == 1

    asyncio.run(main())


def test_one_that_is_gone_or_hangs_is_told_to_be_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(siblings, "PATIENCE", 0.3)
    asked = Siblings(str(tmp_path), 0, 4)
    meters = counted("answer/stale", 1)

    async def hangs(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    async def raves(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"what?")
        writer.close()

    async def main() -> None:
        servers = [
            await asyncio.start_unix_server(hangs, tmp_path / "2"),
            await asyncio.start_unix_server(raves, tmp_path / "3"),
        ]
        text = await asked.text(meters)
        assert read(text, "changeling_process_up") == {("0", ""): 1, ("1", ""): 0, ("2", ""): 0, ("3", ""): 0}
        assert read(text, "changeling_refusals_total") == {("0", "answer/stale"): 1}
        for server in servers:
            server.close()
        await asyncio.sleep(0)  # for the one that hangs: it hears now that nobody listens any more

    asyncio.run(main())


def test_a_process_takes_the_place_of_one_that_was_killed(tmp_path: Path) -> None:
    (tmp_path / "1").touch()  # what a process leaves that has no time to tidy up
    first, second = (Siblings(str(tmp_path), place, 2) for place in range(2))

    async def main() -> None:
        async with second.giving(counted("seat/name", 2)):
            found = read(await first.text(Meters()), "changeling_refusals_total")
            assert found == {("1", "seat/name"): 2}
        assert not (tmp_path / "1").exists()

    asyncio.run(main())
