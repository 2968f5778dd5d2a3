"""What addresses have asked for, counted by several processes at one port together, in memory that they share.

Which process a connection comes to is chance, and may be the same one for all of a household. So limits that each
counted for itself would be several times as high for one address as for another. Each table is a file in the folder of
the processes; an address has one of a few rows there, by its hash.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import struct
from collections.abc import Iterator
from pathlib import Path

from changeling.web.http.limits.rate_limits import Allowance, Budgets, Counts, OpenSockets
from changeling.web.http.running.siblings import Siblings

ROWS = 1 << 14  # of a table
NEAR = 8  # rows, one after the other, of which an address has one; where all are in use the oldest is given up
_ALLOWANCE = struct.Struct("<Qdd")  # whose, what was left, and when that was
_SOCKETS = struct.Struct("<QI")  # whose, and how many


class SharedBudgets(Budgets):
    """An allowance for each address, which all processes spend from. There is no lock, which a process could die with:
    where two write at the same moment, one of the two is not counted."""

    def __init__(self, rate: float, burst: float, place: Path) -> None:
        super().__init__(rate, burst)
        self._memory = _mapped(place, ROWS * _ALLOWANCE.size)

    def _allowance(self, address: str, now: float) -> Allowance:
        key = _key(address)
        rows = [(at, *_ALLOWANCE.unpack_from(self._memory, at)) for at in _near(key, _ALLOWANCE.size)]
        for _, whose, left, looked in rows:
            if whose == key:
                return Allowance(self._rate, self._burst, left, looked)
        return Allowance(self._rate, self._burst)

    def _keep(self, address: str, allowance: Allowance) -> None:
        key = _key(address)
        rows = [(at, *_ALLOWANCE.unpack_from(self._memory, at)) for at in _near(key, _ALLOWANCE.size)]
        place = min(rows, key=lambda row: (row[1] != key, row[3]))[0]
        _ALLOWANCE.pack_into(self._memory, place, key, allowance.left, allowance.looked)


class SharedSockets(OpenSockets):
    """How many sockets each address has open at all processes. Each writes only what it has itself, in rows of its own,
    which are empty again when another process takes its place."""

    def __init__(self, most: int, place: Path, process: int, count: int) -> None:
        super().__init__(most)
        self._part, self._own, self._count = ROWS * _SOCKETS.size, process, count
        self._memory = _mapped(place, self._part * count)
        self._memory[process * self._part : (process + 1) * self._part] = bytes(self._part)

    def _elsewhere(self, address: str) -> int:
        key = _key(address)
        others = (process for process in range(self._count) if process != self._own)
        rows = (row for process in others for row in self._rows(key, process))
        return sum(number for _, whose, number in rows if whose == key)

    def _note(self, address: str) -> None:
        key = _key(address)
        free = [at for at, whose, number in self._rows(key, self._own) if whose == key or not number]
        if free:  # else the others do not learn of it
            has = [at for at, whose, _ in self._rows(key, self._own) if whose == key]
            _SOCKETS.pack_into(self._memory, (has or free)[0], key, self._open.get(address, 0))

    def _rows(self, key: int, process: int) -> Iterator[tuple[int, int, int]]:
        for at in _near(key, _SOCKETS.size):
            place = process * self._part + at
            whose, number = _SOCKETS.unpack_from(self._memory, place)
            yield place, whose, number


class SharedCounts(Counts):
    """What is counted by `count` processes together, of which this is one, in files of a folder that is theirs."""

    def __init__(self, folder: Path, process: int, count: int) -> None:
        self._folder, self._process, self._count = folder, process, count

    def budgets(self, name: str, rate: float, burst: float) -> Budgets:
        """Allowances for addresses, under a name."""
        return SharedBudgets(rate, burst, self._folder / name)

    def sockets(self, name: str, most: int) -> OpenSockets:
        """Open sockets of addresses, under a name."""
        return SharedSockets(most, self._folder / name, self._process, self._count)


def counts_of(siblings: Siblings | None) -> Counts:
    """Where is counted what addresses ask for at a process that has these others beside it."""
    if siblings is None:
        return Counts()
    return SharedCounts(Path(siblings.folder), siblings.process, siblings.count)


def _key(address: str) -> int:
    """A number for an address that is not 0, which stands for nobody."""
    return int.from_bytes(hashlib.blake2b(address.encode(), digest_size=8).digest(), "little") or 1


def _near(key: int, size: int) -> Iterator[int]:
    """Where the rows are that an address may have."""
    return (size * ((key + step) % ROWS) for step in range(NEAR))


def _mapped(place: Path, size: int) -> mmap.mmap:
    """The memory of a table; all zeros where nobody has used it yet."""
    file = os.open(place, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        os.ftruncate(file, size)
        return mmap.mmap(file, size)
    finally:
        os.close(file)
