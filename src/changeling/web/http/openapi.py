"""The OpenAPI document of the HTTP part, made from the routes."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import msgspec

from changeling import __version__
from changeling.web.http.routes import ROUTES, Route
from changeling.web.wire.http_bodies import Refused

# What any request can be refused with, besides its own refusals.
EVERYWHERE = {
    400: "request/invalid",
    403: "origin/foreign",
    404: "path/none",
    405: "path/method",
    421: "host/unknown",
    429: "rate/too-fast",
    503: "store/unavailable",
}
WITH_BODY = {
    400: "body/invalid",
    408: "body/too-slow",
    413: "body/too-large",
    415: "body/type",
    429: "body/too-many",
}
_PATTERNS = {
    "id": "^[0-9a-f]{20}$",
    "code": "^[A-Za-z -]{4,20}$",
    "table": "^[A-Za-z0-9_-]{6,40}$",
    "replay": "^[A-Za-z0-9_-]{6,40}$",
}


@cache
def document() -> bytes:
    """The document as JSON."""
    types = [t for route in ROUTES for t in (route.takes, route.gives) if t is not None]
    schemas, components = msgspec.json.schema_components([*types, Refused], ref_template="#/components/schemas/{name}")
    known = dict(zip(map(repr, [*types, Refused]), schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, known)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Changeling",
                "version": __version__,
                "description": "Tables for card games whose rules change. The WebSocket part is in docs/protocol.md.",
            },
            "paths": paths,
            "components": {"schemas": components},
        }
    )


def _operation(route: Route, known: dict[str, Any]) -> dict[str, Any]:
    codes: dict[int, list[str]] = {}
    for status, code in (*EVERYWHERE.items(), *(WITH_BODY.items() if route.takes else ()), *route.refusals):
        codes.setdefault(status, []).append(code)
    operation: dict[str, Any] = {
        "operationId": route.name,
        "summary": route.summary,
        "responses": {
            str(route.status): {"description": "Done", "content": _content(known[repr(route.gives)])},
            **{
                str(status): {"description": ", ".join(found), "content": _content(known[repr(Refused)])}
                for status, found in sorted(codes.items())
            },
        },
    }
    parameters = _parameters(route)
    if parameters:
        operation["parameters"] = parameters
    if route.takes is not None:
        operation["requestBody"] = {"required": True, "content": _content(known[repr(route.takes)])}
    return operation


def _parameters(route: Route) -> list[dict[str, Any]]:
    """What is in the path of a route, and after it."""
    named = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "pattern": _PATTERNS[name]}}
        for name in re.findall(r"{(\w+)}", route.path)
    ]
    numbers = [
        {
            "name": param.name,
            "in": "query",
            "required": False,
            "schema": {"type": "integer", "minimum": param.least, "maximum": param.most, "default": param.usual},
        }
        for param in route.query
    ]
    return [*named, *numbers]


def _content(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}
