"""Which other nodes there can be, by where the store is."""

from __future__ import annotations

from changeling.web.nodes.peers import ALONE, Peers
from changeling.web.nodes.postgres_peers import PostgresPeers
from changeling.web.storage.databases import file_of


def peers_at(place: str) -> Peers:
    """The other nodes on the same store: on a file there are none."""
    return ALONE if file_of(place) is not None else PostgresPeers(place)
