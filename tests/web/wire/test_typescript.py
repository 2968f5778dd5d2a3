"""The page's types are those of the wire."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from changeling.web.wire import messages as m
from changeling.web.wire.typescript import typescript

FILE = Path(__file__).parents[3] / "web" / "src" / "lib" / "protocol.ts"
TEXT = typescript()


def interface(name: str) -> list[str]:
    """The lines of an interface."""
    found = re.search(rf"^export interface {name}(?: extends \w+)? {{\n(.*?)^}}", TEXT, re.DOTALL | re.MULTILINE)
    assert found is not None, name
    return [line.strip() for line in found.group(1).splitlines()]


def test_the_file_is_current() -> None:
    assert FILE.read_text(encoding="utf-8") == TEXT, "run `make docs`"


def test_every_message_has_its_tag_and_all_its_fields() -> None:
    for struct in (*get_args(m.FromClient), *get_args(m.FromServer)):
        lines = interface(struct.__name__)
        assert lines[0] == f'type: "{struct.__struct_config__.tag}";'
        assert [re.match(r"\w+", line)[0] for line in lines[1:]] == list(struct.__struct_fields__)  # type: ignore[index]


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("Hello", "since?: number | null;"),  # a client may leave it out
        ("Answer", "question: number;"),
        ("Error", "question: number | null;"),  # the server always sends it
        ("Arrangement", "first?: number | null;"),  # left out: as it was
        ("DeckChoice", "parts: string[];"),  # a value is whole
        ("SeatInfo", "kind: SeatKind;"),
        ("CardInfo", "kind: Kind;"),
        ("Public", "used: [string, number][];"),
        ("Own", "known: Record<string, string[]>;"),
        ("Frame", "changes: Partial<Scene>;"),
    ],
)
def test_fields_as_typescript_writes_them(name: str, line: str) -> None:
    assert line in interface(name)


def test_docstrings_become_comments_and_inherited_fields_are_not_repeated() -> None:
    assert "/** The answer to `ping`. */\nexport interface Pong {" in TEXT
    assert "export interface Scene extends Public {\n  hands: Record<string, string[]>;" in TEXT
    assert 'export type Phase = "lobby" | "playing" | "over";' in TEXT
