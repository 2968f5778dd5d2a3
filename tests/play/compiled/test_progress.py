"""The line that counts seconds while something is compiled."""

from __future__ import annotations

import io
import threading
from pathlib import Path

import pytest

from changeling.play.compiled import native_cache, progress


class Screen(io.StringIO):
    """Remembers what was written, and lets a test wait for it."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal, self.shown = terminal, threading.Event()

    def isatty(self) -> bool:
        return self.terminal

    def write(self, text: str) -> int:
        if text.strip("\r\x1b[K\n"):
            self.shown.set()
        return super().write(text)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_EVERY", 0.001)
    monkeypatch.delenv(progress.PROGRESS, raising=False)


def test_a_terminal_has_a_line_that_is_gone_afterwards() -> None:
    screen = Screen(terminal=True)
    with progress.counting("Compiling", screen):
        assert screen.shown.wait(60)
    assert "Compiling: 0 s" in screen.getvalue()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_elsewhere_only_who_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(terminal=False)
    with progress.counting("Compiling", screen):
        pass
    assert screen.getvalue() == ""
    monkeypatch.setenv(progress.PROGRESS, "on")
    with progress.counting("Compiling", screen):
        assert screen.shown.wait(60)
    assert "\r" not in screen.getvalue()
    assert screen.getvalue().startswith("Compiling: ")
    assert screen.getvalue().endswith(" s\n")


def test_a_terminal_can_be_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(progress.PROGRESS, "off")
    assert not progress.is_wanted(Screen(terminal=True))


def test_an_error_ends_the_line() -> None:
    screen = Screen(terminal=True)

    def fail() -> None:
        with progress.counting("Compiling", screen):
            assert screen.shown.wait(60)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert screen.getvalue().endswith("\r\x1b[K")


def test_it_counts_while_a_function_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(terminal=True)
    monkeypatch.setattr("sys.stderr", screen)
    shelf = native_cache.CodeCache(tmp_path, "whole")
    with shelf.making(native_cache.kept):
        screen.shown.clear()
        assert screen.shown.wait(60)
    assert "Compiling kept: " in screen.getvalue()
    shelf.keep(native_cache.kept, b"code")
    before = len(screen.getvalue())
    with shelf.making(native_cache.kept):
        pass
    assert len(screen.getvalue()) == before, "what is kept is not compiled"
