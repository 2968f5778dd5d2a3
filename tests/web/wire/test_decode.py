"""A text becomes a message, or is refused with a code and a sentence that says why."""

from __future__ import annotations

import pytest

from changeling.web.wire import messages as m
from changeling.web.wire.decode import MOST, decode_message
from changeling.web.wire.errors import Refuse


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
