"""A node without others."""

from __future__ import annotations

import asyncio

from changeling.web.nodes.notices import Ask
from changeling.web.nodes.peers import ALONE
from changeling.web.nodes.postgres_peers import PostgresPeers, peers_at


def test_who_is_alone_drives_every_table_and_tells_nobody() -> None:
    ALONE.tell(Ask("table"))
    ALONE.release("table")
    assert (ALONE.drives("table"), ALONE.telling(Ask("table")), list(ALONE.present("table"))) == (True, [], [])


def test_on_a_file_a_node_is_alone() -> None:
    async def main() -> None:
        assert peers_at("tables.sqlite") is ALONE
        assert isinstance(peers_at("postgresql://somebody@127.0.0.1/name"), PostgresPeers)

    asyncio.run(main())
