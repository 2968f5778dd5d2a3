"""One process at a time writes into a run's folder."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path

from changeling.errors import ChangelingError

NAME = ".lock"


@contextlib.contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Hold the folder for this process; the system lets go of it when the process ends, however it ends.

    Raises ChangelingError while another process has it. Where the system has no such locks nothing is held.
    """
    try:
        import fcntl
    except ImportError:
        yield
        return
    with (folder / NAME).open("a+") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            file.seek(0)
            who = file.read().strip()
            process = f" (process {who})" if who else ""
            raise ChangelingError(f"another run is writing into {folder}{process}; name another folder") from error
        file.seek(0)
        file.truncate()
        file.write(f"{os.getpid()}\n")
        file.flush()
        yield
