"""Chunks: whole or not there, the same bytes each time, and damage is found."""

from __future__ import annotations

import errno
import os
from dataclasses import replace
from pathlib import Path

import pytest

from changeling.errors import ChangelingError
from changeling.lab.runs import chunks
from changeling.lab.runs.chunks import SUMS, Chunk, chunk_folder, clear_parts, play_chunk, trouble, write_chunk
from changeling.lab.runs.manifest import Manifest, plan_run
from changeling.lab.runs.tables import TABLES


@pytest.fixture(scope="module")
def run() -> Manifest:
    return plan_run("family", seats=2, bots="random", games=15, seed=3, chunk=10)


@pytest.fixture(scope="module")
def played(run: Manifest) -> list[Chunk]:
    return [play_chunk(job) for job in run.jobs([0, 1])]


def test_the_same_job_gives_the_same_bytes(run: Manifest, played: list[Chunk]) -> None:
    assert [play_chunk(job) for job in run.jobs([0, 1])] == played
    assert set(played[0].files) == {f"{name}.parquet" for name in TABLES}
    assert played[0].files != played[1].files


def test_another_version_on_another_machine_is_refused(run: Manifest) -> None:
    job = next(iter(replace(run, code="0" * 16).jobs([0])))
    with pytest.raises(ChangelingError, match="another version of changeling"):
        play_chunk(job)


def test_a_chunk_is_kept_whole(run: Manifest, played: list[Chunk], tmp_path: Path) -> None:
    assert trouble(tmp_path, run, 0) == ""
    write_chunk(tmp_path, played[0])
    assert trouble(tmp_path, run, 0) is None
    assert sorted(entry.name for entry in chunk_folder(tmp_path, 0).iterdir()) == sorted([*played[0].files, SUMS])
    assert trouble(tmp_path, run, 1) == ""


@pytest.mark.parametrize("name", [f"{name}.parquet" for name in TABLES])
@pytest.mark.parametrize("how", ["cut", "changed", "gone", "empty"])
def test_damage_is_found(run: Manifest, played: list[Chunk], tmp_path: Path, name: str, how: str) -> None:
    write_chunk(tmp_path, played[0])
    file = chunk_folder(tmp_path, 0) / name
    content = file.read_bytes()
    if how == "gone":
        file.unlink()
    else:
        file.write_bytes({"cut": content[:-7], "changed": content[:50] + b"!" + content[51:], "empty": b""}[how])
    found = trouble(tmp_path, run, 0)
    assert found
    assert name in found


def test_damaged_sums_are_found(run: Manifest, played: list[Chunk], tmp_path: Path) -> None:
    write_chunk(tmp_path, played[0])
    (chunk_folder(tmp_path, 0) / SUMS).write_text("{")
    assert "sums.json is missing or damaged" in (trouble(tmp_path, run, 0) or "")


def test_the_short_last_chunk_of_a_run_that_grew_is_played_again(
    run: Manifest, played: list[Chunk], tmp_path: Path
) -> None:
    write_chunk(tmp_path, played[1])
    assert trouble(tmp_path, run, 1) is None
    assert trouble(tmp_path, replace(run, games=20), 1) == ""


@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_a_full_disk_leaves_nothing_half_written(
    run: Manifest, played: list[Chunk], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    write_chunk(tmp_path, played[0])

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(os, where, full)
    with pytest.raises(ChangelingError, match=r"chunk 1 cannot be written into .*: No space left on device; what was"):
        write_chunk(tmp_path, played[1])
    monkeypatch.undo()
    assert trouble(tmp_path, run, 0) is None
    assert trouble(tmp_path, run, 1) == ""
    assert [entry.name for entry in (tmp_path / chunks.FOLDER).iterdir()] == ["00000000"]


def test_what_a_killed_process_left_is_removed(played: list[Chunk], tmp_path: Path) -> None:
    write_chunk(tmp_path, played[0])
    (tmp_path / chunks.FOLDER / ".part-00000001").mkdir()
    clear_parts(tmp_path)
    assert [entry.name for entry in (tmp_path / chunks.FOLDER).iterdir()] == ["00000000"]
