"""Ports for servers that are started by number, perhaps again and again."""

from __future__ import annotations

import socket
import sys


def reserved_port() -> tuple[socket.socket, int]:
    """A port of loopback that nobody else is given while the socket is open.

    A server can listen there all the same: on Linux, where no other socket listens and all of them allow it.
    """
    place = socket.socket()
    place.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    place.bind(("127.0.0.1", 0))
    port = int(place.getsockname()[1])
    if sys.platform != "linux":
        place.close()
    return place, port
