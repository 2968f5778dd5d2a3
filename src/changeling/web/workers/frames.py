"""What is sent between the server and a worker: the length of some bytes, then the bytes."""

from __future__ import annotations

from typing import IO

_LENGTH = 8  # bytes of the number in front
MOST = 256 * 1024 * 1024  # bytes of a frame; a longer one is a mistake, not a message


def send(pipe: IO[bytes], data: bytes) -> None:
    """Send some bytes. Raises OSError when nobody reads them."""
    pipe.write(len(data).to_bytes(_LENGTH, "big"))
    pipe.write(data)
    pipe.flush()


def receive(pipe: IO[bytes]) -> bytes | None:
    """The next bytes that were sent; None when the other side is gone."""
    head = pipe.read(_LENGTH)
    if len(head) < _LENGTH:
        return None
    length = int.from_bytes(head, "big")
    data = pipe.read(length) if length <= MOST else b""
    return data if len(data) == length else None
