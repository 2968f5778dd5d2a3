"""The state of a batch as bytes: a heading that says which games these are, and the arrays."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from changeling.engine.native.records import TABLE
from changeling.engine.version import ENGINE
from changeling.errors import ChangelingError


@lru_cache(maxsize=1)
def layout_digest() -> str:
    """Changes with the form of a table and with the engine: states of one version mean nothing to another."""
    form = [(name, str(kind[0]), kind[1]) for name, kind in (TABLE.fields or {}).items()]
    return hashlib.sha256(f"{ENGINE} {TABLE.itemsize} {form}".encode()).hexdigest()[:16]


def saved(heading: Mapping[str, object], arrays: Sequence[NDArray[Any]]) -> bytes:
    """Arrays as bytes, under a heading."""
    out = io.BytesIO()
    head = np.frombuffer(json.dumps(heading).encode(), np.uint8)
    named: dict[str, Any] = {f"array{place}": array for place, array in enumerate(arrays)}
    np.savez(out, heading=head, **named)
    return out.getvalue()


def restored(heading: Mapping[str, object], state: bytes, like: Sequence[NDArray[Any]]) -> list[NDArray[Any]]:
    """The arrays that were saved. Raises ChangelingError where the heading is another, or an array of another form."""
    try:
        with np.load(io.BytesIO(state), allow_pickle=False) as found:
            head = json.loads(found["heading"].tobytes())
            arrays = [found[f"array{place}"] for place in range(len(like))]
    except (OSError, ValueError, KeyError, EOFError, TypeError, zipfile.BadZipFile) as error:
        # What NumPy says of it recommends to load it in ways that are not safe.
        raise ChangelingError("this is not the saved state of a batch: it is damaged, or something else") from error
    wanted = json.loads(json.dumps(heading))
    for name, value in wanted.items():
        if not isinstance(head, dict) or head.get(name) != value:
            was = head.get(name) if isinstance(head, dict) else None
            raise ChangelingError(f"the state is that of other games: {name} was {was!r} and is {value!r} here")
    if any(array.shape != one.shape or array.dtype != one.dtype for array, one in zip(arrays, like, strict=True)):
        raise ChangelingError("this is not the saved state of a batch: an array has another form")
    return arrays
