"""Nobody waits for the compiler unasked."""

from __future__ import annotations

import pytest

import changeling as cl
from changeling.play import batch_ready
from changeling.play.compiled.compiling import Target


def test_what_is_not_there_is_begun_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    deck, begun, there = cl.load_deck("family"), list[bool | None](), False
    monkeypatch.setattr(batch_ready, "_ready", set())
    monkeypatch.setattr(Target, "is_kept", property(lambda target: there))
    monkeypatch.setattr(Target, "begin", lambda target: begun.append(target.lean))
    assert not batch_ready.is_ready(deck)
    assert len(begun) == 1
    there = True
    assert batch_ready.is_ready(deck)
    assert len(begun) == 1


def test_without_llvmlite_nothing_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batch_ready, "_ready", set())
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    monkeypatch.setattr(Target, "begin", lambda target: pytest.fail("nothing can be compiled"))
    assert not batch_ready.is_ready(cl.load_deck("family"))
