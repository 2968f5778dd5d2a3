"""Jobs that go wrong in every way, for tests of worker processes."""

from __future__ import annotations

import os
import time
from typing import Any

from changeling.web.wire.errors import Refuse


def echo(value: Any) -> Any:
    print("noise on standard output, which disturbs nobody")
    return value


def who() -> int:
    return os.getpid()


def crash() -> None:
    os._exit(11)


def hang() -> None:
    time.sleep(600)


def devour() -> int:
    return len(bytearray(4 * 1024 * 1024 * 1024))


def stumble() -> None:
    raise KeyError("of our own making")


def refuse() -> None:
    raise Refuse("deck/unknown", "there is no such deck", status=404)


JOBS = {job.__name__: job for job in (echo, who, crash, hang, devour, stumble, refuse)}
