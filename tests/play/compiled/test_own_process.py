"""Another process of the same program finds the same packages, and nothing else."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import changeling
from changeling.play.compiled.own_process import command, environment


def output(program: str) -> str:
    asked = command(program)
    assert asked is not None
    return subprocess.run(asked, env=environment(), capture_output=True, text=True, check=True).stdout.strip()


def test_it_finds_the_same_package() -> None:
    assert output("import changeling; print(changeling.__file__)") == changeling.__file__


def test_it_finds_packages_where_this_process_does(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("answer = 42\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    assert output("import beside; print(beside.answer)") == "42"


def test_pythons_own_modules_stay_its_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "random.py").write_text("raise ImportError\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path, ""])
    assert output("import random; print(random.__name__)") == "random"


@pytest.mark.parametrize("known", ["", None])
def test_without_a_python_there_is_no_command(monkeypatch: pytest.MonkeyPatch, known: str | None) -> None:
    monkeypatch.setattr(sys, "executable", known)
    assert command("pass") is None
