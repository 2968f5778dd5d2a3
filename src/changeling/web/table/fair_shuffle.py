"""Provable shuffles: the server commits to a secret, the players give nonces, and both together make the seed."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Mapping, Sequence

from changeling.record.record import Record
from changeling.web.storage.documents import GameDocument
from changeling.web.wire.values import Seal

SECRET_BYTES = 32


def draw_secret() -> str:
    """A new secret, in hex."""
    return secrets.token_hex(SECRET_BYTES)


def commitment_of(secret: str) -> str:
    """What is shown of a secret before the game: another secret would have another commitment.

    >>> commitment_of("00" * 32)[:16]
    '2f732b6ec17f12a4'
    """
    return hashlib.sha256(f"changeling secret\n{secret}".encode()).hexdigest()


def seed_of(secret: str, digest: str, seats: Sequence[str], nonces: Mapping[str, str]) -> int:
    """The seed of a game: neither the server, which knows the secret, nor a player who gives a nonce can choose it."""
    lines = "".join(f"{name}\t{nonces.get(name, '')}\n" for name in seats)
    made = hashlib.sha256(f"changeling seed\n{secret}\n{digest}\n{lines}".encode()).digest()
    return int.from_bytes(made[:8], "big")


def seal_of(document: GameDocument) -> Seal | None:
    """What proves the shuffle of a game; None for one that plays on from a replay."""
    if not document.secret:
        return None
    start = Record.from_json(document.record)
    return Seal(
        commitment=commitment_of(document.secret),
        secret=document.secret,
        nonces=document.nonces,
        digest=start.digest,
        seats=list(start.seats),
        seed=str(start.seed),
    )
