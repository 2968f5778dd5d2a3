"""LLVM in a process of its own: the same code, and what goes wrong there ends nothing here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from changeling.engine.native.llvm import machine_code
from changeling.play.compiled import own_process, translating
from changeling.play.compiled.translating import machine_code_elsewhere

PROGRAM = "define i64 @twice(i64 %number) {\n  %found = mul i64 %number, 2\n  ret i64 %found\n}\n"


def instead(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    """Have the other process run something else."""
    monkeypatch.setattr(translating, "command", lambda _: own_process.command(program))


def test_it_is_the_same_code() -> None:
    assert machine_code_elsewhere(PROGRAM) == machine_code(PROGRAM)


def test_what_llvm_refuses_is_told() -> None:
    with pytest.raises(RuntimeError, match="parsing error"):
        machine_code_elsewhere("define nothing")


@pytest.mark.skipif(os.name != "posix", reason="there are no such signals")
def test_where_llvm_ends_its_process_that_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    instead(monkeypatch, "import os, sys; print('Assertion failed.', file=sys.stderr, flush=True); os.abort()")
    with pytest.raises(RuntimeError, match=f"LLVM ended with -{int(signal.SIGABRT)}: .*Assertion failed"):
        machine_code_elsewhere(PROGRAM)


@pytest.mark.parametrize("program", ["import there_is_no_such_package", "print('as if all were well')"])
def test_a_process_that_cannot_tell_is_none(monkeypatch: pytest.MonkeyPatch, program: str) -> None:
    instead(monkeypatch, program)
    assert machine_code_elsewhere(PROGRAM) is None


def test_what_is_printed_at_the_start_is_no_code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("print('Welcome!')\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert machine_code_elsewhere(PROGRAM) == machine_code(PROGRAM)


def test_nothing_is_taken_from_the_folder_it_is_run_in(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "struct.py").write_text("raise ImportError('not the one that is meant')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert machine_code_elsewhere(PROGRAM) == machine_code(PROGRAM)


def test_where_no_process_may_begin_nobody_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object, **__: object) -> None:
        raise BlockingIOError("too many processes")

    monkeypatch.setattr(subprocess, "run", refused)
    assert machine_code_elsewhere(PROGRAM) is None


def test_a_program_made_of_python_does_not_begin_itself_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert machine_code_elsewhere(PROGRAM) is None


def test_a_program_that_ends_while_it_compiles_ends_in_order(tmp_path: Path) -> None:
    program = (
        "import subprocess, threading\n"
        "from changeling.play.compiled.native_cache import compiled\n"
        "begun, run = threading.Event(), subprocess.run\n"
        "subprocess.run = lambda *given, **named: begun.set() or run(*given, **named)\n"
        "threading.Thread(target=lambda: compiled().play, daemon=True).start()\n"
        "assert begun.wait(300)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "CHANGELING_CACHE": str(tmp_path)},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr.count(b"Traceback")) == (0, 0)
