"""Provable shuffles: a secret that the server is bound to, nonces of the players, and the seed that both make."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable, Mapping, Sequence

SECRET_BYTES = 32


def draw_secret() -> str:
    """A new secret, in hex."""
    return secrets.token_hex(SECRET_BYTES)


def commitment_of(secret: str) -> str:
    """What can be shown of a secret before the game, and binds to it.

    >>> commitment_of("00" * 32)[:16]
    '2f732b6ec17f12a4'
    """
    return hashlib.sha256(f"changeling secret\n{secret}".encode()).hexdigest()


def seed_of(secret: str, digest: str, seats: Sequence[str], nonces: Mapping[str, str]) -> int:
    """The seed of the game of these seats: neither who knows the secret nor who gives a nonce could pick it."""
    lines = "".join(f"{name}\t{nonces.get(name, '')}\n" for name in seats)
    made = hashlib.sha256(f"changeling seed\n{secret}\n{digest}\n{lines}".encode()).digest()
    return int.from_bytes(made[:8], "big")


def draw_token() -> str:
    """What a seat is held by: unguessable, and safe in the fragment of a link."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def place_of(token: str, hashes: Iterable[str]) -> int | None:
    """The place whose token this is. Takes as long for a token that is nearly right as for one that is not."""
    given, found = token_hash(token), None
    for place, kept in enumerate(hashes):
        if hmac.compare_digest(given, kept) and kept:
            found = place
    return found
