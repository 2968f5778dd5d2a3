"""The roster of peers, how one is measured, and how it is told that one cannot be. Their libraries are not needed."""

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.clock import REPEATS, rate
from benchmarks.environment import PINS, ROOT, pins_in
from benchmarks.measure import measured, versions
from benchmarks.ours import ROWS
from benchmarks.peers import PEERS
from benchmarks.peers.peer import Peer
from benchmarks.run import READER, command, row_of


def test_peers_have_keys_of_their_own_and_are_set_beside_rows_of_ours() -> None:
    assert len({peer.key for peer in PEERS}) == len(PEERS)
    assert {peer.against for peer in PEERS} <= {key for key, _ in ROWS}


def test_every_library_of_a_peer_is_pinned() -> None:
    pins = pins_in(PINS.read_text(encoding="utf-8").splitlines())
    assert all(pin.count("==") == 1 for pin in pins)
    pinned = {pin.partition("==")[0].partition("[")[0].lower() for pin in pins}
    assert {package for peer in PEERS for package in peer.packages} <= pinned


def test_pins_are_read_without_comments() -> None:
    assert pins_in(["# all", "", "a==1", "b[c]==2  # why"]) == ["a==1", "b[c]==2"]


def test_the_roster_loads_none_of_their_libraries() -> None:
    look = (
        "import sys, benchmarks.peers; "
        "print(sorted({'chess', 'jax', 'pettingzoo', 'pgx', 'pyspiel', 'rlcard', 'numpy'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_rate_counts_every_repeat_on_new_games_after_the_warm_up() -> None:
    seeds: list[int] = []

    def work(seed: int, portions: int) -> list[int]:
        seeds.extend(range(seed, seed + portions))
        return [7] * portions

    found = rate(work, 0.0, sum)
    assert found["decisions"] == 7 * REPEATS
    assert 0 < found["slowest"] <= found["decisions_per_s"] <= found["fastest"]
    assert len(set(seeds)) == len(seeds) == REPEATS + 2, "one portion to load, one to warm up, then the repeats"


def test_a_library_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert measured("openspiel hearts loop", 0.0) == {"missing": "not installed: pyspiel"}


def test_a_key_that_is_nobodys_is_refused_with_those_there_are() -> None:
    with pytest.raises(SystemExit, match=r"'nobody' is no peer; there are: .*rlcard uno"):
        measured("nobody", 0.0)


def test_versions_are_those_of_what_is_installed() -> None:
    assert set(versions(("numpy", "no-such-thing"))) == {"numpy"}


def test_a_process_that_fails_leaves_a_row_that_says_so() -> None:
    stranger = Peer("nobody", "None", "no game", "not at all", "stepped", (), lambda: lambda seed, portions: 0)
    row, used = row_of(stranger, Path(sys.executable), 0.01)
    assert (row.rate, row.against, used) == (None, "stepped", {})
    assert row.note.startswith("did not run: 'nobody' is no peer")


def test_the_command_to_repeat_it_names_only_what_was_chosen() -> None:
    assert command(READER.parse_args([])) == "make bench"
    chosen = READER.parse_args(["--seconds", "5", "--json", "numbers.json", "--deck", "family"])
    assert command(chosen) == 'make bench ARGS="--deck family --seconds 5"'
    with pytest.raises(SystemExit):
        READER.parse_args(["--seconds", "0"])
