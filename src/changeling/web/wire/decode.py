"""A client's text becomes a message, or is refused because it is none.

Before this, `http/sockets.py` refuses whom it does not know and what comes too fast; after it, `table/permissions.py`
refuses what this client may not send, or not now.
"""

from __future__ import annotations

import msgspec

from changeling.web.wire.errors import Refuse
from changeling.web.wire.messages import TYPES, FromClient

MOST = 16 * 1024  # characters of a message
_decoder: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


class _Typed(msgspec.Struct):
    type: str = ""


def decode_message(text: str | None) -> FromClient:
    """The message of a text frame; None stands for a frame of bytes. Raises Refuse that says what is wrong with it."""
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


def _type_of(text: str) -> str:
    """What a message that does not fit any type says that it is."""
    try:
        return msgspec.json.decode(text, type=_Typed).type
    except msgspec.DecodeError:
        return ""
