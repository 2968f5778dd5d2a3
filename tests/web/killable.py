"""A server that can be killed: run as a program, it starts a server process for each line that it reads.

The parent has everything imported already, so that a new server is there in a moment.
"""

from __future__ import annotations

import os
import sys

import uvicorn
from tests.web.nodes.diagnosis import tell_when_asked
from tests.web.served import QUICK

from changeling.web.gallery.decks import edition_list
from changeling.web.http.running.serve import config_of, listen
from changeling.web.nodes.postgres_peers import peers_at
from changeling.web.storage.databases import store_at
from changeling.web.table.registry import Registry
from changeling.web.table.workers import Workers


class ColdWorkers(Workers):
    """Workers that are started when they are needed first: most of these nodes are killed before that."""

    def warm_up(self) -> None:
        """Nothing yet."""


def main(port: int, database: str) -> None:
    edition_list()
    print("ready", flush=True)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            registry = Registry(store_at(database), QUICK, workers=ColdWorkers(QUICK), peers=peers_at(database))
            tell_when_asked(registry)
            config = config_of(registry)
            uvicorn.Server(config).run(sockets=[listen("127.0.0.1", port)])
            os._exit(0)
        print(child, flush=True)
        os.waitpid(child, 0)
        print("gone", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
