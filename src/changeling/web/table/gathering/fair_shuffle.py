"""Provable shuffles: the server and the players commit to random values, reveal them, and all together make the seed.

docs/protocol.md, Provable shuffles, says the same for those who check it by programs of their own.
"""

from __future__ import annotations

import hashlib
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from changeling.engine.setup import Person
from changeling.record.record import Record
from changeling.web.storage.documents import GameDocument
from changeling.web.wire.values import BrokenStart, Seal

SECRET_BYTES = 32


def draw_secret() -> str:
    """A new secret, in hex."""
    return secrets.token_hex(SECRET_BYTES)


def commitment_of(secret: str) -> str:
    """What is shown of the server's secret before the game: another secret would have another commitment.

    >>> commitment_of("00" * 32)[:16]
    '2f732b6ec17f12a4'
    """
    return _hash(f"changeling secret\n{secret}")


def promise_of(nonce: str) -> str:
    """What a player shows of a nonce before everybody has promised theirs."""
    return _hash(f"changeling nonce\n{nonce}")


def terms_of(record: Record) -> str:
    """What was arranged for a game besides its cards and seats, as JSON of one form; who joined later is left out.

    A game whose cards ask for no date has no `moment`.
    """
    known = {name: person for name, person in record.people.items() if name in record.seats and person != Person()}
    terms: dict[str, object] = {
        "first": record.first,
        "holiday": record.holiday,
        "meta": list(record.meta),
        "people": {name: asdict(person) for name, person in known.items()},
        "polite": record.polite,
    }
    if record.moment:
        terms["moment"] = record.moment
    return json.dumps(terms, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def fingerprint_of(
    commitment: str,
    digest: str,
    terms: str,
    seats: Sequence[str],
    *,
    commitments: Mapping[str, str],
    broken: Sequence[BrokenStart],
) -> str:
    """One fingerprint for all that is promised at a start, and for the starts that were broken off before it."""
    players = "".join(f"seat\t{name}\t{commitments.get(name, '')}\n" for name in seats)
    before = "".join("\t".join(["broken", one.fingerprint, *one.silent]) + "\n" for one in broken)
    return _hash(f"changeling start\n{commitment}\n{digest}\n{terms}\n{players}{before}")


def deal_of(fingerprint: str, secret: str, seats: Sequence[str], nonces: Mapping[str, str]) -> int:
    """The seed of a game. All of it was promised before any nonce was known, so nobody can choose it."""
    return _seed(f"changeling deal\n{fingerprint}\n{secret}\n{_lines(seats, nonces)}")


def seed_of(secret: str, digest: str, seats: Sequence[str], nonces: Mapping[str, str]) -> int:
    """The seed of a game of an earlier version, sealed by the server only: it could choose a nonce after the others."""
    return _seed(f"changeling seed\n{secret}\n{digest}\n{_lines(seats, nonces)}")


def seal_of(document: GameDocument) -> Seal | None:
    """What proves the shuffle of a game; None for one that plays on from a replay."""
    if not document.secret:
        return None
    start, shuffle = Record.from_json(document.record), document.shuffle
    return Seal(
        commitment=commitment_of(document.secret),
        secret=document.secret,
        nonces=shuffle.nonces if shuffle else document.nonces,
        digest=start.digest,
        seats=list(start.seats),
        seed=str(start.seed),
        commitments=shuffle.commitments if shuffle else {},
        terms=shuffle.terms if shuffle else "",
        fingerprint=shuffle.fingerprint if shuffle else "",
        broken=shuffle.broken if shuffle else [],
    )


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _seed(text: str) -> int:
    return int(_hash(text)[:16], 16)


def _lines(seats: Sequence[str], nonces: Mapping[str, str]) -> str:
    return "".join(f"{name}\t{nonces.get(name, '')}\n" for name in seats)
