"""Runs as a whole: the same files whatever plays them, and nothing lost however they stop."""

from __future__ import annotations

import filecmp
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from changeling import lab
from changeling.errors import ChangelingError
from changeling.lab.runs.chunks import chunk_folder
from changeling.lab.runs.manifest import Manifest, plan_run, write_manifest
from changeling.lab.runs.run import Run
from changeling.lab.simulation import Progress, play_run

SIMULATE = [sys.executable, "-m", "changeling.cli", "simulate"]


def planned(games: int = 60, seed: int = 4) -> Manifest:
    return plan_run("family", seats=2, bots="random", games=games, seed=seed, chunk=10)


def files_in(folder: Path) -> list[str]:
    return sorted(
        str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and path.name != ".lock"
    )


def assert_same(one: Path, other: Path) -> None:
    names = files_in(one)
    assert names == files_in(other)
    _, unlike, missing = filecmp.cmpfiles(one, other, names, shallow=False)
    assert (unlike, missing) == ([], [])


def test_the_files_are_the_same_whatever_the_number_of_cores(small_run: Run, tmp_path: Path) -> None:
    play_run(tmp_path, small_run.manifest, on=2)
    assert_same(small_run.folder, tmp_path)


def test_a_frame_from_python(tmp_path: Path) -> None:
    frame = lab.simulate("family", games=25, seats=3, bots="random,greedy,random", seed=9, on=1)
    assert isinstance(frame, pl.LazyFrame)
    assert frame.collect()["seed"].to_list() == list(range(9, 34))
    turns = lab.simulate(
        "family", games=25, seats=3, bots="random,greedy,random", seed=9, on=1, out=tmp_path, table="turns"
    )
    assert turns.select("game", "turn").collect().rows()[:2] == [(0, 1), (0, 2)]


class Stop(Exception):
    pass


def test_meta_rules_and_bots_are_named_in_lists_too(tmp_path: Path) -> None:
    bots = ["random", "greedy"]
    games = lab.simulate("fluxx-4", games=10, seats=2, bots=bots, on=1, out=tmp_path / "run", meta=["No Creepers"])
    assert games.collect().height == 10
    run = lab.open_run(tmp_path / "run")
    assert run.manifest.bots == ("random", "greedy")
    assert run.manifest.meta == ("No Creepers",)
    drawn = run.cards.join(run.cards_of_deck.lazy(), on="card").collect()
    assert "creeper" not in drawn["kind"].to_list()
    with pytest.raises(ChangelingError, match="meta: a list of names is needed, not 'No Creepers'"):
        lab.simulate("fluxx-4", games=10, meta="No Creepers")
    with pytest.raises(ChangelingError, match="--bots: '5' is not a bot that simulates"):
        lab.simulate("fluxx-4", games=10, bots=[5])  # type: ignore[list-item]


def test_what_was_played_before_it_stopped_is_gone_on_with(tmp_path: Path) -> None:
    def stop(progress: Progress) -> None:
        if progress.played >= 20:
            raise Stop

    with pytest.raises(Stop):
        play_run(tmp_path / "one", planned(), on=1, tell=stop)
    told: list[Progress] = []
    play_run(tmp_path / "one", planned(), resume=True, on=1, tell=told.append)
    assert (told[0].before, told[-1].played) == (20, 60)
    play_run(tmp_path / "other", planned(), on=1)
    assert_same(tmp_path / "one", tmp_path / "other")


def test_a_damaged_chunk_is_played_again(tmp_path: Path) -> None:
    play_run(tmp_path / "one", planned(), on=1)
    play_run(tmp_path / "other", planned(), on=1)
    file = chunk_folder(tmp_path / "one", 3) / "turns.parquet"
    file.write_bytes(b"nonsense")
    told: list[Progress] = []
    play_run(tmp_path / "one", planned(), resume=True, on=1, tell=told.append)
    assert told[0].again == ("00000003: turns.parquet is not what was written",)
    assert told[0].before == 50
    assert_same(tmp_path / "one", tmp_path / "other")


def test_a_run_that_grows_is_as_if_it_had_been_that_large(tmp_path: Path) -> None:
    play_run(tmp_path / "one", planned(25), on=1)
    play_run(tmp_path / "one", planned(60), resume=True, on=1)
    play_run(tmp_path / "other", planned(60), on=1)
    assert_same(tmp_path / "one", tmp_path / "other")


def test_a_folder_with_a_run_is_not_written_over(tmp_path: Path) -> None:
    play_run(tmp_path, planned(10), on=1)
    with pytest.raises(ChangelingError, match=r"holds a run already \(family, 10 games\); --resume goes on"):
        play_run(tmp_path, planned(10), on=1)
    with pytest.raises(ChangelingError, match=r"--resume: .* holds another run: the seed 4, not 5"):
        play_run(tmp_path, planned(10, seed=5), resume=True, on=1)
    with pytest.raises(ChangelingError, match="holds a run of 10 games; ask for as many or more"):
        play_run(tmp_path, planned(5), resume=True, on=1)


def test_rows_of_another_version_are_not_mixed_in(tmp_path: Path) -> None:
    play_run(tmp_path, planned(10), on=1)
    write_manifest(tmp_path, replace(planned(20), version="0.1.0", code="0" * 16))
    with pytest.raises(ChangelingError, match=r"holds another run: version 0\.1\.0 \(0{16}\), not"):
        play_run(tmp_path, planned(20), resume=True, on=1)


def test_a_folder_with_other_things_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch()
    with pytest.raises(ChangelingError, match=r"is not empty and holds no run \(it has holiday\.jpg\)"):
        play_run(tmp_path, planned(10), on=1)
    with pytest.raises(ChangelingError, match="cannot be a run's folder"):
        play_run(tmp_path / "holiday.jpg", planned(10), on=1)
    assert [entry.name for entry in tmp_path.iterdir() if entry.name != ".lock"] == ["holiday.jpg"]


@pytest.mark.parametrize("on", [0, -1, 5000])
def test_so_many_cores_cannot_be(tmp_path: Path, on: int) -> None:
    with pytest.raises(ChangelingError, match="--cores: 1 to 1024 can be used"):
        play_run(tmp_path, planned(10), on=on)


# --- stopped from outside ---------------------------------------------------------------------------------------------
def started(folder: Path, games: int = 2_000_000) -> subprocess.Popen[str]:
    words = ["--deck", "family", "--seats", "2", "--bots", "greedy", "--games", str(games), "--out", str(folder)]
    return subprocess.Popen(
        [*SIMULATE, *words, "--cores", "2"], stderr=subprocess.PIPE, text=True, start_new_session=True
    )


def workers_of(session: int) -> list[int]:
    """The processes of a session that are still there."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdecimal():
            try:
                fields = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[3]) == session and fields[0] != "Z":
                found.append(int(folder.name))
    return found


def wait_for_chunks(folder: Path, number: int) -> None:
    until = time.monotonic() + 240
    while len(list(folder.glob("chunks/0*"))) < number:
        assert time.monotonic() < until, "no chunk was written"
        time.sleep(0.02)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks at processes in /proc")
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_a_run_that_is_killed_or_interrupted_keeps_whole_chunks(tmp_path: Path, how: signal.Signals) -> None:
    with started(tmp_path) as process:
        try:
            wait_for_chunks(tmp_path, 2)
            os.kill(process.pid, how)
            _, said = process.communicate(timeout=300)
        finally:
            process.kill()
    if how == signal.SIGINT:
        assert process.returncode == 130
        assert "games are kept; the same command with --resume goes on" in said
        assert "Traceback" not in said
    until = time.monotonic() + 300
    while workers_of(process.pid) and time.monotonic() < until:
        time.sleep(0.05)
    assert workers_of(process.pid) == []
    run = lab.open_run(tmp_path)  # checks every file
    assert run.played >= 2 * run.manifest.chunk
    assert run.games.select(pl.col("game").n_unique()).collect().item() == run.played


def test_a_disk_that_refuses_is_said(tmp_path: Path) -> None:
    """A limit to the size of files is, to the program, a disk that takes no more."""
    resource = pytest.importorskip("resource")
    play_run(tmp_path / "first", planned(10), on=1)  # what is compiled has been written by then

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))

    words = ["--deck", "family", "--seats", "2", "--bots", "random", "--games", "40000", "--out", str(tmp_path / "run")]
    ended = subprocess.run(
        [*SIMULATE, *words, "--cores", "1"], capture_output=True, text=True, preexec_fn=limit, timeout=240, check=False
    )
    assert ended.returncode == 2
    assert "chunk 0 cannot be written" in ended.stderr
    assert "what was written before is whole, and --resume goes on from there" in ended.stderr
    assert "Traceback" not in ended.stderr
    assert not list(tmp_path.glob("run/chunks/*"))
