"""The peers, in the order of the table. Loading this loads none of their libraries."""

from __future__ import annotations

from benchmarks.peers import openspiel, petting_zoo, pgx_cpu, python_chess, rl_card
from benchmarks.peers.peer import Peer

PEERS: tuple[Peer, ...] = (
    *openspiel.PEERS,
    *rl_card.PEERS,
    *petting_zoo.PEERS,
    *pgx_cpu.PEERS,
    *python_chess.PEERS,
)
