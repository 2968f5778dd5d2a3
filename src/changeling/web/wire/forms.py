"""The JSON of a type of the wire, with gaps to fill in. It is made from the type itself, so that what is written
straight as text has the very fields of the values, in their order.
"""

from __future__ import annotations

from typing import Any

from msgspec import NODEFAULT, Struct
from msgspec.json import encode
from msgspec.structs import FieldInfo, fields


def form_of(kind: type[Struct], *gaps: str, **same: Any) -> bytes:
    """The JSON of such a value, with a gap for each of these fields, in the order of the type: `%d` for an integer,
    else `%b` for its JSON. Of the other fields it has what is given as `same`, or else their default.

    >>> from changeling.web.wire.values import PlaceInfo
    >>> form_of(PlaceInfo, "seat", zone="hand")
    b'{"zone":"hand","seat":%b}'
    """
    names = [field.name for field in fields(kind)]
    assert [name for name in names if name in gaps] == list(gaps), f"{kind} has {names}"
    return b"{%b}" % b",".join(encode(field.encode_name) + b":" + _value(field, gaps, same) for field in fields(kind))


def _value(field: FieldInfo, gaps: tuple[str, ...], same: dict[str, Any]) -> bytes:
    if field.name in gaps:
        return b"%d" if field.type is int else b"%b"
    value = same.get(field.name, field.default if field.default_factory is NODEFAULT else field.default_factory())
    assert value is not NODEFAULT, f"{field.name} has no default"
    return encode(value).replace(b"%", b"%%")
