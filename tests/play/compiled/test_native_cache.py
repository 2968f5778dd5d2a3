"""The caches of compiled code: their key, where they are, and what is said when nothing can be kept."""

from __future__ import annotations

import ast
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import changeling
from changeling.engine.native import build as module
from changeling.engine.native import entry_points
from changeling.engine.native.entry_points import Ints
from changeling.engine.native.program import ProgramText
from changeling.errors import NotCompiled
from changeling.play.compiled import native_cache as cache
from changeling.play.compiled.compiling import Target

PACKAGE = Path(changeling.__file__).parent


def doubled(numbers: Ints, place: int) -> int:
    """Something small to compile."""
    return int(numbers[place] * 2)


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A cache of the test's own."""
    monkeypatch.setenv("CHANGELING_CACHE", str(tmp_path))
    cache.compiled.cache_clear()
    cache.announce_compiling.cache_clear()
    yield tmp_path
    cache.compiled.cache_clear()


# --- the key ----------------------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package's source."""
    copy = tmp_path_factory.mktemp("copy") / "changeling"
    for source in PACKAGE.rglob("*.py"):
        target = copy / source.relative_to(PACKAGE)
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, target)
    return copy


def key(package: Path, entry: str) -> str:
    cache.key_of.cache_clear()
    cache._read.cache_clear()
    return cache.key_of(package / entry, package)


# An entry point, a file whose code or constants end up in what is compiled from it, and a line to add there.
ENDS_UP = [
    ("bots/tree.py", "bots/goal_table.py"),
    ("bots/tree.py", "bots/evaluation.py"),
    ("bots/tree.py", "engine/machine/zones.py"),
    ("engine/native/entry_points.py", "engine/machine/zones.py"),
    ("engine/native/entry_points.py", "cards/codes.py"),
    ("engine/native/entry_points.py", "engine/layout.py"),
    ("engine/native/entry_points.py", "engine/native/llvm.py"),
    ("engine/native/entry_points.py", "engine/native/operations.py"),
    ("engine/native/entry_points.py", "engine/native/python_calls.py"),
    ("engine/arrays/batch_step.py", "engine/arrays/features.py"),
    ("engine/arrays/batch_step.py", "engine/native/entry_points.py"),
]


@pytest.mark.parametrize(("entry", "edited"), ENDS_UP)
def test_another_constant_is_another_key(copied: Path, entry: str, edited: str) -> None:
    before = key(copied, entry)
    text = (copied / edited).read_text(encoding="utf-8")
    (copied / edited).write_text(f"{text}\nANOTHER = 1\n", encoding="utf-8")
    after = key(copied, entry)
    (copied / edited).write_text(text, encoding="utf-8")
    assert after != before
    assert key(copied, entry) == before


@pytest.mark.parametrize("edited", ["play/game.py", "bots/goal_table.py", "terminal/screen.py"])
def test_what_cannot_end_up_in_it_is_no_part_of_the_key(copied: Path, edited: str) -> None:
    before = key(copied, "engine/native/entry_points.py")
    text = (copied / edited).read_text(encoding="utf-8")
    (copied / edited).write_text(f"{text}\nANOTHER = 1\n", encoding="utf-8")
    after = key(copied, "engine/native/entry_points.py")
    (copied / edited).write_text(text, encoding="utf-8")
    assert after == before


def test_imports_are_found_as_python_finds_them() -> None:
    for source in PACKAGE.rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        wanted = set()
        for node in ast.parse(text).body:
            names = []
            if isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
            elif isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            for name in names:
                if name.startswith("changeling."):
                    path = PACKAGE.joinpath(*name.split(".")[1:])
                    wanted |= {file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()}
        assert set(cache.imported(text)) >= wanted, source


def test_every_function_that_is_compiled_is_in_the_key() -> None:
    sources = cache.sources_of(Path(entry_points.__file__))
    program = ProgramText(module.Compiled().kinds, compiled_as=entry_points.COMPILED_AS, built_in={})
    program.text(entry_points.play_row)
    for function in program.functions:
        assert Path(function.__code__.co_filename) in sources


# --- the files --------------------------------------------------------------------------------------------------------
@pytest.mark.usefixtures("kept")
def test_only_the_first_time_is_announced(capsys: pytest.CaptureFixture[str]) -> None:
    machine = cache.compiled()
    assert machine.load(doubled)(np.array([3, 4]), 1) == 8
    assert "Compiling the machine" in capsys.readouterr().err
    assert cache.compiled() is machine
    assert machine.load(doubled) is machine.load(doubled)
    cache.compiled.cache_clear()  # as in another process
    assert cache.compiled().load(doubled)(np.array([3, 4]), 0) == 6
    assert not capsys.readouterr().err


def test_what_is_damaged_is_made_anew(kept: Path) -> None:
    cache.compiled().load(doubled)
    (code,) = kept.rglob("doubled.code")
    code.write_bytes(code.read_bytes()[:-1])
    cache.compiled.cache_clear()
    assert cache.compiled().load(doubled)(np.array([5]), 0) == 10
    cache.compiled.cache_clear()
    assert cache.compiled()._kept(doubled) is not None


@pytest.mark.usefixtures("kept")
def test_the_two_modes_are_kept_apart() -> None:
    plain, checked = cache.compiled(), cache.compiled(boundscheck=True)
    assert plain.load(doubled)(np.array([1]), 0) == 2
    with pytest.raises(IndexError):
        checked.load(doubled)(np.array([1]), 1)


def test_where_nothing_can_be_kept_it_is_compiled_each_time(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (kept / "changeling").write_text("a file where the folder should be", encoding="utf-8")
    assert cache.compiled().load(doubled)(np.array([7]), 0) == 14
    assert "cannot be kept" in capsys.readouterr().err


def test_a_user_without_a_home_keeps_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    for name in ("CHANGELING_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Path, "home", homeless)
    cache.compiled.cache_clear()
    assert not cache.kept("changeling.engine.native.entry_points.copy_table")
    assert cache.compiled().load(doubled)(np.array([7]), 0) == 14
    assert "CHANGELING_CACHE can name another one" in capsys.readouterr().err
    cache.compiled.cache_clear()


@pytest.mark.usefixtures("kept")
def test_a_folder_that_cannot_be_looked_into_is_no_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CHANGELING_CACHE", "x" * 5000)
    assert not cache.kept("changeling.engine.native.entry_points.copy_table")
    assert cache.compiled().load(doubled)(np.array([7]), 0) == 14


def test_what_was_kept_is_used_where_nothing_can_be_written(
    kept: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError("read-only file system")

    cache.compiled().load(doubled)
    cache.compiled.cache_clear()  # as in another process
    capsys.readouterr()
    for name in ("mkdir", "touch", "open", "write_bytes"):
        monkeypatch.setattr(Path, name, full if name != "open" else _only_to_read(full))
    assert cache.compiled().load(doubled)(np.array([7]), 0) == 14
    assert capsys.readouterr().err == ""
    (code,) = kept.rglob("doubled.code")
    os.unlink(code)
    cache.compiled.cache_clear()
    assert cache.compiled().load(doubled)(np.array([7]), 0) == 14
    assert "cannot be kept for the next time: read-only" in capsys.readouterr().err


def _only_to_read(otherwise: Callable[..., Any]) -> Callable[..., Any]:
    """`Path.open`, of which only reading works."""
    real = Path.open
    return lambda path, mode="r", *more, **named: (
        real(path, mode, *more, **named) if mode in ("r", "rb") else otherwise()
    )


def tripled(numbers: Ints, place: int) -> int:
    """Something else, which nobody has asked for."""
    return int(numbers[place] * 3)


def planted(kept: Path) -> Path:
    """The code of something else, sealed and put where that of `doubled` is looked for."""
    cache.compiled().load(tripled)
    (code,) = kept.rglob("tripled.code")
    code.replace(code.with_name("doubled.code"))
    cache.compiled.cache_clear()
    assert cache.compiled().load(doubled)(np.array([7]), 0) == 21, "code is run as it is found"
    cache.compiled.cache_clear()
    return code.with_name("doubled.code")


USERS = pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no such users")


@USERS
@pytest.mark.parametrize("level", range(4))
def test_what_others_may_write_is_not_run(kept: Path, capsys: pytest.CaptureFixture[str], level: int) -> None:
    code = planted(kept)
    changeable = [code, *code.parents][level]
    changeable.chmod(0o777)
    capsys.readouterr()
    assert cache.compiled().load(doubled)(np.array([7]), 0) == 14
    if level:  # a file is only replaced
        assert f"cannot be kept for the next time: {changeable} is another user's, or" in capsys.readouterr().err
    cache.compiled.cache_clear()
    assert cache.compiled().load(doubled)(np.array([7]), 0) == 14


@USERS
@pytest.mark.parametrize("level", range(4))
def test_what_is_another_users_is_not_run(kept: Path, monkeypatch: pytest.MonkeyPatch, level: int) -> None:
    code, real = planted(kept), Path.lstat
    foreign = [code, *code.parents][level]

    def owned(path: Path) -> os.stat_result:
        found = real(path)
        return os.stat_result((*found[:4], 12345, *found[5:])) if path == foreign else found

    monkeypatch.setattr(Path, "lstat", owned)
    assert cache.compiled().load(doubled)(np.array([7]), 0) == 14


@USERS
def test_nothing_is_locked_in_a_folder_of_others(kept: Path) -> None:
    name = "changeling.engine.native.entry_points.copy_table"
    file = cache.lock_file(name)
    file.with_name("copy_table.code").touch()
    assert cache.kept(name)
    (kept / "changeling").chmod(0o777)
    assert not cache.kept(name)
    with pytest.raises(OSError, match="others may write to it"):
        cache.lock_file(name)


@USERS
def test_whatever_new_files_are_others_may_not_write_to_these(kept: Path) -> None:
    before = os.umask(0)
    try:
        cache.compiled().load(doubled)
    finally:
        os.umask(before)
    found = [kept / "changeling", *(kept / "changeling").rglob("*")]
    assert [each for each in found if not cache.is_ours(each) and each.suffix != ".lock"] == []
    (code,) = kept.rglob("doubled.code")
    assert code.stat().st_mode & 0o777 == 0o644


def test_halves_are_not_left_on_a_full_disk(kept: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(path: Path, code: bytes) -> None:
        with path.open("wb") as file:
            file.write(code[:10])
        raise OSError("no space left")

    monkeypatch.setattr(Path, "write_bytes", full)
    assert cache.compiled().load(doubled)(np.array([7]), 0) == 14
    assert [file.name for file in kept.rglob("doubled*")] == []


@pytest.mark.usefixtures("kept")
def test_that_something_damaged_is_made_anew_is_told(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cache.compiled().load(doubled)
    (code,) = kept.rglob("doubled.code")
    code.write_bytes(b"")
    cache.compiled.cache_clear()
    cache.announce_compiling.cache_clear()
    capsys.readouterr()
    assert cache.compiled().load(doubled)(np.array([5]), 0) == 10
    assert "Compiling the machine" in capsys.readouterr().err


@pytest.mark.usefixtures("kept")
def test_a_compilation_that_fails_is_announced_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise OSError("not ours")

    monkeypatch.setattr(cache, "machine_code_elsewhere", broken)
    machine = cache.compiled()
    with pytest.raises(OSError, match="not ours"):
        machine.load(doubled)
    cache.announce_compiling.cache_clear()  # as in another process
    with pytest.raises(OSError, match="not ours"):
        machine.load(doubled)
    assert capsys.readouterr().err.count("this happens once") == 2


@pytest.mark.usefixtures("kept")
def test_kept_says_whether_a_function_only_has_to_be_loaded() -> None:
    assert not cache.kept("changeling.engine.native.entry_points.copy_table")
    cache.compiled().load(entry_points.copy_table)
    assert cache.kept("changeling.engine.native.entry_points.copy_table")
    assert not cache.kept("changeling.engine.native.entry_points.play_row")


@pytest.mark.usefixtures("kept")
def test_a_build_that_was_wrong_is_not_tried_by_the_next_process(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(NotCompiled, match="the tables differ"):
        cache.compiled().load(doubled, check=lambda _: "the tables differ")
    assert "doubled is wrong (the tables differ), so it is not used" in capsys.readouterr().err
    cache.compiled.cache_clear()  # as in another process
    with pytest.raises(NotCompiled, match="the tables differ"):
        cache.compiled().load(doubled)


def test_an_llvmlite_of_long_ago_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "version", lambda _: "0.44.1")
    cache.is_too_old.cache_clear()
    cache.compiled.cache_clear()
    with pytest.raises(NotCompiled, match=r"0\.45 or newer, not 0\.44\.1.*pip install 'changeling\[fast\]'"):
        cache.compiled()
    assert not Target("changeling.bots.tree.think", "").can_be_had
    monkeypatch.undo()
    cache.is_too_old.cache_clear()
    assert Target("changeling.bots.tree.think", "").can_be_had


def test_an_llvmlite_whose_library_is_missing_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken:
        def find_spec(self, name: str, *_: object) -> None:
            if name == "changeling.engine.native.build":
                raise OSError("libllvmlite.so: cannot open shared object file")

    monkeypatch.delitem(sys.modules, "changeling.engine.native.build", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    cache.compiled.cache_clear()
    with pytest.raises(NotCompiled, match=r"libllvmlite.*pip install 'changeling\[fast\]'"):
        cache.compiled()
    cache.compiled.cache_clear()


def test_without_llvmlite_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "changeling.engine.native.build", None)
    cache.compiled.cache_clear()
    with pytest.raises(NotCompiled, match=r"pip install 'changeling\[fast\]'"):
        cache.compiled()
