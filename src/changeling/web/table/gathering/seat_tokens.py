"""Tokens of seats: whoever holds one plays for that seat. The store keeps only their hashes."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterable


def draw_token() -> str:
    """A new token of a seat: unguessable, and safe in the fragment of a link."""
    return secrets.token_urlsafe(32)


def token_hash(token: str) -> str:
    """What the store keeps of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def place_of(token: str, hashes: Iterable[str]) -> int | None:
    """The place whose token this is. Compares in constant time, so that the time taken tells nothing of the token."""
    given, found = token_hash(token), None
    for place, kept in enumerate(hashes):
        if hmac.compare_digest(given, kept) and kept:
            found = place
    return found
