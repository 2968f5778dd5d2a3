"""What a client sends becomes a message or the body of a request, or is refused because it is none.

Before this, `http/sockets.py` refuses whom it does not know and what comes too fast; after it,
`table/commands/permissions.py` refuses what this client may not send, or not now.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from changeling.web.wire.errors import Refuse
from changeling.web.wire.messages import TYPES, FromClient

MOST = 16 * 1024  # characters of a message
MOST_VALUES = 40_000  # of a body, by its commas: each takes a while whatever it is, and a replay has half as many
SMALL = 32 * 1024  # bytes of a body that is read once more where a number has to be made whole
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class _Typed(msgspec.Struct):
    type: str = ""


def decode_message(text: str | bytes | None) -> FromClient:
    """The message of a text frame, which may be bytes where it is ASCII; None stands for a frame of bytes. Raises
    Refuse that says what is wrong with it."""
    if text is None:
        raise Refuse("message/garbage", "a message is text, not bytes")
    if len(text) > MOST:
        raise Refuse("message/too-large", f"{len(text):,} characters; at most {MOST:,} are read")
    try:
        return _decoder.decode(text)
    except msgspec.ValidationError as error:
        kind = _type_of(text)
        if kind not in TYPES:
            raise Refuse("message/unknown", f"'{kind[:40]}' is no message; there are {', '.join(TYPES)}") from error
        raise Refuse("message/invalid", f"{kind}: {error}") from error
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise Refuse("message/garbage", f"not JSON: {error}") from error


def decode_body(body: bytes, kind: type) -> Any:
    """The body of a request as the type that is asked for. Raises Refuse that says what is wrong with it.

    The event loop waits meanwhile, so a body may not have too many values, and only a small one is read twice."""
    if body.count(b",") > MOST_VALUES:
        raise Refuse("body/too-large", f"at most {MOST_VALUES:,} commas are read", status=413)
    try:
        return _decoder_of(kind).decode(body)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        if isinstance(error, msgspec.ValidationError) and len(body) <= SMALL:
            return _with_whole_numbers(body, kind)
        raise _no_body(error) from error


@cache
def _decoder_of(kind: type) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def _with_whole_numbers(body: bytes, kind: type) -> Any:
    """The same, where 3.0 stands for 3: to JSON that is the same number."""
    try:
        return msgspec.convert(_whole_numbers(msgspec.json.decode(body)), kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _no_body(error) from error


def _no_body(error: Exception) -> Refuse:
    return Refuse("body/invalid", str(error) or "nested too deeply", status=400)


def _whole_numbers(value: Any) -> Any:
    """The same value; to JSON 3.0 is the same number as 3, and may stand where an integer is asked for."""
    if isinstance(value, dict):
        return {key: _whole_numbers(entry) for key, entry in value.items()}
    if isinstance(value, list):
        return [_whole_numbers(entry) for entry in value]
    if isinstance(value, float) and value.is_integer() and abs(value) < 2**53:
        return int(value)
    return value


def _type_of(text: str | bytes) -> str:
    """What a message that does not fit any type says that it is."""
    try:
        return msgspec.json.decode(text, type=_Typed).type
    except msgspec.DecodeError:
        return ""
