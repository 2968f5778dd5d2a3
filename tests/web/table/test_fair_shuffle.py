"""Provable shuffles: the seed hangs on all that went into it, and a seat is found by its token alone."""

from __future__ import annotations

from changeling.web.table.fair_shuffle import commitment_of, draw_secret, seed_of

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
