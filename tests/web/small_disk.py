"""A disk with little room, for tests."""

from __future__ import annotations

import contextlib
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest


@contextlib.contextmanager
def mounted(folder: Path) -> Iterator[Path]:
    """A folder with room for two megabytes."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)]
    if subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("a small disk can be mounted by root only; the limit of file sizes is tested all the same")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def fill_up(file: Path) -> None:
    """Write a file until nothing more can be written to its disk."""

    def write() -> None:
        with file.open("wb", buffering=0) as out:
            while True:
                out.write(b"x" * 4096)

    with pytest.raises(OSError, match="No space left on device"):
        write()
    assert os.statvfs(file.parent).f_bavail == 0
