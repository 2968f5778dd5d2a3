"""Tokens of seats: they open one seat, and what the store keeps of them opens nothing."""

from __future__ import annotations

from changeling.web.table.gathering.seat_tokens import draw_token, place_of, token_hash


def test_a_seat_is_found_by_its_token_and_by_nothing_else() -> None:
    tokens = [draw_token() for _ in range(3)]
    hashes = [token_hash(token) for token in tokens]
    assert [place_of(token, hashes) for token in tokens] == [0, 1, 2]
    assert place_of(tokens[0][:-1], hashes) is None
    assert place_of(hashes[0], hashes) is None, "what is kept opens nothing"
    assert place_of("", ["", *hashes]) is None, "a seat without a token is nobody's"
