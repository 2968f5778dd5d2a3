"""python-chess: legal moves listed and one of them pushed, to the end that the rules force."""

from __future__ import annotations

import random

from benchmarks.clock import Work
from benchmarks.peers.peer import STEPPED, Peer
from benchmarks.rows import CHESS


def _pushed() -> Work:
    import chess

    def work(seed: int, portions: int) -> int:
        chance, made = random.Random(seed).random, 0
        for _ in range(portions):
            board = chess.Board()
            while legal := list(board.legal_moves):
                if board.is_insufficient_material() or board.is_seventyfive_moves() or board.is_fivefold_repetition():
                    break
                board.push(legal[int(chance() * len(legal))])
                made += 1
        return made

    return work


PEERS = (Peer(CHESS, "python-chess", "chess, 2 seats", "one game, loop in Python", STEPPED, ("chess",), _pushed),)
