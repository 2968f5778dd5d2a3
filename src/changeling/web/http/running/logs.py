"""Logs: a line for people, or JSON with ids for programs, and a line for each request if wished."""

from __future__ import annotations

import json
import logging
import sys
import time
from contextvars import ContextVar
from typing import Any, TextIO

# What a line is about: the id of the request, and the table. Tasks that a request starts inherit it.
ABOUT: ContextVar[dict[str, str] | None] = ContextVar("about", default=None)
ACCESS = "changeling.access"
_PLAIN = frozenset(logging.makeLogRecord({}).__dict__) | {"message", "asctime", "about", "color_message"}


def configure(kind: str, *, access: bool, out: TextIO | None = None) -> None:
    """Have everything logged to standard error: `plain` lines or `json`."""
    handler = logging.StreamHandler(out or sys.stderr)
    handler.setFormatter(JsonLines() if kind == "json" else PlainLines())
    handler.addFilter(_about)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("changeling").setLevel(logging.INFO)
    logging.getLogger(ACCESS).setLevel(logging.INFO if access else logging.ERROR)


def _about(record: logging.LogRecord) -> bool:
    record.about = ABOUT.get() or {}
    return True


class JsonLines(logging.Formatter):
    """One JSON object a line: when, how bad, who says what, and the ids of what it is about."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as JSON."""
        seconds, part = divmod(record.created, 1)
        values: dict[str, Any] = {
            "time": f"{time.strftime('%Y-%m-%dT%H:%M:%S', time.gmtime(seconds))}.{int(part * 1000):03d}Z",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
            **getattr(record, "about", {}),
            **_extras(record),
        }
        if record.exc_info:
            values["error"] = self.formatException(record.exc_info)
        return json.dumps(values, ensure_ascii=False, default=str)


class PlainLines(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        """A record as a line; what an error holds follows in lines of its own."""
        about = "".join(f" [{value}]" for value in getattr(record, "about", {}).values())
        when = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(record.created))
        text = " ".join(record.getMessage().splitlines())
        line = f"{when} {record.levelname.lower()}{about} {text}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


def _extras(record: logging.LogRecord) -> dict[str, Any]:
    return {key: value for key, value in record.__dict__.items() if key not in _PLAIN}
