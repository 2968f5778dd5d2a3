"""Provable shuffles: the seed hangs on all that went into it, and all of it is promised before any of it is known."""

from __future__ import annotations

import json
from dataclasses import fields, replace
from typing import Any

from changeling.engine.setup import Person
from changeling.record.record import Record
from changeling.web.table.gathering.fair_shuffle import (
    commitment_of,
    deal_of,
    draw_secret,
    fingerprint_of,
    promise_of,
    seed_of,
    terms_of,
)
from changeling.web.wire.values import BrokenStart

SECRET = "00" * 32
GIVEN = (SECRET, "digest", ["Ann", "Bob"], {"Ann": "x", "Bob": "y"})


def test_the_seed_of_a_game_never_changes() -> None:
    """Players check it by the description in the protocol, so the way to it has to stay what it is."""
    assert seed_of(*GIVEN) == 13185566759491832324
    assert commitment_of(SECRET) == "2f732b6ec17f12a463cb316e217fa2ec17debd4219d80d9d8e3f8e34a3c0c181"


def test_everything_that_was_given_counts() -> None:
    secret, digest, seats, nonces = GIVEN
    others = [
        seed_of("01" * 32, digest, seats, nonces),
        seed_of(secret, "another", seats, nonces),
        seed_of(secret, digest, ["Bob", "Ann"], nonces),
        seed_of(secret, digest, seats, nonces | {"Bob": "z"}),
        seed_of(secret, digest, seats, {"Ann": "x"}),
    ]
    assert len({seed_of(*GIVEN), *others}) == 6
    assert all(0 <= seed < 1 << 64 for seed in others)


def test_a_nonce_of_nobody_at_the_table_counts_for_nothing() -> None:
    secret, digest, seats, nonces = GIVEN
    assert seed_of(secret, digest, seats, nonces | {"Zoe": "q"}) == seed_of(*GIVEN)


def test_secrets_are_long_and_never_the_same() -> None:
    assert len({draw_secret() for _ in range(20)}) == 20
    assert len(bytes.fromhex(draw_secret())) == 32


START: dict[str, Any] = {
    "commitment": commitment_of(SECRET),
    "digest": "digest",
    "terms": "{}",
    "seats": ["Ann", "Bob"],
    "commitments": {"Ann": promise_of("x"), "Bob": promise_of("y")},
    "broken": [BrokenStart("f0", ["Cy"])],
}


def test_what_is_promised_and_dealt_never_changes() -> None:
    """Pages and programs of others work it out by themselves."""
    assert promise_of("x") == "63b3d86c1320bce8abb3a260e244c8cef9322396f7d05d3af2278e060af457b7"
    assert fingerprint_of(**START) == "e35228126e2c949d4a17e605eb97f051e1e5009c05b3a4fb0e79f12d9a3ddf3b"
    assert deal_of(fingerprint_of(**START), SECRET, ["Ann", "Bob"], {"Ann": "x", "Bob": "y"}) == 8282337157475214576


def test_everything_that_is_promised_is_in_the_fingerprint() -> None:
    others: list[dict[str, Any]] = [
        {"commitment": commitment_of("01")},
        {"digest": "another"},
        {"terms": '{"first":"Ann"}'},
        {"seats": ["Bob", "Ann"]},
        {"commitments": {"Ann": promise_of("x")}},
        {"commitments": {"Ann": promise_of("x"), "Bob": promise_of("z")}},
        {"broken": []},
        {"broken": [BrokenStart("f0", ["Bob"])]},
        {"broken": [BrokenStart("f1", ["Cy"])]},
        {"broken": [BrokenStart("f0", ["Cy"]), BrokenStart("f0", ["Cy"])]},
    ]
    assert len({fingerprint_of(**START), *(fingerprint_of(**START | other) for other in others)}) == 1 + len(others)


def test_everything_that_was_promised_is_in_the_deal() -> None:
    deals = {
        deal_of("f", SECRET, ["Ann", "Bob"], {"Ann": "x", "Bob": "y"}),
        deal_of("g", SECRET, ["Ann", "Bob"], {"Ann": "x", "Bob": "y"}),
        deal_of("f", "01" * 32, ["Ann", "Bob"], {"Ann": "x", "Bob": "y"}),
        deal_of("f", SECRET, ["Bob", "Ann"], {"Ann": "x", "Bob": "y"}),
        deal_of("f", SECRET, ["Ann", "Bob"], {"Ann": "x", "Bob": "z"}),
        deal_of("f", SECRET, ["Ann", "Bob"], {"Ann": "x"}),
    }
    assert len(deals) == 6
    assert all(0 <= deal < 1 << 64 for deal in deals)


def test_terms_tell_what_was_arranged_and_nothing_of_who_joined_later() -> None:
    start = Record(("family",), "digest", ("Ann", "Bob"), 7, people={"Bob": Person(age=40)})
    later = Record(
        ("family",), "digest", ("Ann", "Bob"), 7, people={"Bob": Person(age=40), "Ann": Person(), "Di": Person(True)}
    )
    assert terms_of(start) == terms_of(later)
    others = [
        Record(("family",), "digest", ("Ann", "Bob"), 7),
        Record(("family",), "digest", ("Ann", "Bob"), 7, first="Ann", people=start.people),
        Record(("family",), "digest", ("Ann", "Bob"), 7, meta=("No Creepers",), people=start.people),
        Record(("family",), "digest", ("Ann", "Bob"), 7, holiday=True, people=start.people),
    ]
    assert len({terms_of(start), *map(terms_of, others)}) == 5


def test_every_fact_of_a_record_is_promised() -> None:
    """A fact that is added to records is promised too: in the terms, by the digest, by seat, or by what they give."""
    elsewhere = {"deck", "digest", "seats", "seed", "moves", "table"}  # with a table a game has no shuffle to prove
    record = Record(("d",), "x", ("Ann", "Bob"), 1, moment="2026-10-31T20:15")
    assert set(json.loads(terms_of(record))) | elsewhere == {one.name for one in fields(Record)}
    assert terms_of(record) != terms_of(replace(record, moment="2026-10-31T20:16"))
    assert "moment" not in terms_of(replace(record, moment=""))  # the terms of such games are what they always were
