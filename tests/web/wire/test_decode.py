"""A text becomes a message, or is refused with a code and a sentence that says why."""

from __future__ import annotations

import time

import pytest

from changeling.web.wire import messages as m
from changeling.web.wire.decode import MOST, decode_body, decode_message
from changeling.web.wire.errors import Refuse
from changeling.web.wire.http_bodies import MOST_MOVES, ReplayFile


def test_a_message_is_decoded_into_its_type() -> None:
    assert decode_message('{"type": "answer", "question": 80, "option": 3}') == m.Answer(80, 3)
    assert decode_message('{"type": "start"}') == m.Start()


@pytest.mark.parametrize(
    ("text", "code", "says"),
    [
        (None, "message/garbage", "text, not bytes"),
        ("{", "message/garbage", "not JSON"),
        ("3", "message/unknown", "is no message"),
        ('{"type": "dance"}', "message/unknown", "'dance' is no message; there are hello, approach, sit"),
        ('{"type": "answer", "question": 1}', "message/invalid", "answer: .*missing required field `option`"),
        ('{"type": "start", "now": true}', "message/invalid", "start: .*unknown field `now`"),
        ('{"type": "say", "text": "' + "x" * MOST + '"}', "message/too-large", "at most 16,384"),
    ],
)
def test_what_is_no_message_is_refused(text: str | None, code: str, says: str) -> None:
    with pytest.raises(Refuse, match=says) as refused:
        decode_message(text)
    assert refused.value.code == code


# --- bodies -----------------------------------------------------------------------------------------------------------
REPLAY = b'{"changeling":1,"deck":["fluxx-4"],"digest":"x","seats":["a","b"],"seed":1,"moves":[%b]}'


def test_a_body_is_decoded_and_a_whole_number_may_have_a_point() -> None:
    file = decode_body(REPLAY % b'3, 4.0, "play Milk"', ReplayFile)
    assert file.moves == [3, 4, "play Milk"]


@pytest.mark.parametrize("value", [b"0", b'""', b"[]", b"{}", b"1.0"])
def test_a_body_of_very_many_values_is_refused_before_it_is_read(value: bytes) -> None:
    """Two megabytes of them took up to half a second, for which nobody else was served."""
    body = REPLAY % b",".join([value] * (1_900_000 // (len(value) + 1)))
    before = time.thread_time()
    with pytest.raises(Refuse) as refused:
        decode_body(body, ReplayFile)
    assert refused.value.code == "body/too-large"
    assert refused.value.status == 413
    assert time.thread_time() - before < 0.05


def test_the_longest_replay_fits() -> None:
    assert len(decode_body(REPLAY % b",".join([b"0"] * MOST_MOVES), ReplayFile).moves) == MOST_MOVES
