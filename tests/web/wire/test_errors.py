"""Refusals as they are sent: a stable code, a sentence, and the places of what is wrong."""

from __future__ import annotations

import msgspec
import pytest

import changeling as cl
from changeling.errors import Problem
from changeling.web.wire.errors import Refuse, StoreConflict, StoreError, problems_of


def test_a_refusal_is_sent_with_its_code_and_its_sentence() -> None:
    refuse = Refuse("seat/none", "you have no seat", status=403)
    sent = msgspec.json.decode(msgspec.json.encode(refuse.refusal()))
    assert (sent["code"], sent["message"]) == ("seat/none", "you have no seat")
    assert (refuse.status, Refuse("a/b", "c").status) == (403, 409)


def test_problems_of_a_text_keep_their_places_in_order() -> None:
    error = cl.CardsError([Problem("my.cards", 7, 2, "second"), Problem("my.cards", 3, 9, "first")])
    found = [(problem.line, problem.column, problem.message) for problem in problems_of(error)]
    assert found == [(3, 9, "first"), (7, 2, "second")]


def test_a_failing_store_is_no_error_of_whoever_asked() -> None:
    assert issubclass(StoreConflict, StoreError)
    assert not issubclass(StoreError, cl.ChangelingError)
    with pytest.raises(cl.ChangelingError, match="no"):
        raise Refuse("a/b", "no")
