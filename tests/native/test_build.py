"""What is compiled ahead of time: which modules, how their classes are marked, and when what was built is used."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import changeling
from changeling.engine.layout import Table
from changeling.web.workers import process
from native import build

PACKAGE = build.SOURCE / "changeling"
GAME = """
import hashlib, random
import changeling as cl
from changeling.engine.machine import loop
found = hashlib.sha256()
for number, edition in enumerate(("fluxx-4", "cthulhu", "dice-camera-action")):
    game, chance = cl.Game(edition, seats=["Ann", "Bob", "Cy"], seed=number, polite=True), random.Random(number)
    for _ in range(200):
        if game.over:
            break
        found.update(f"{game.decision} {game.view('Ann')}".encode())
        game.answer(chance.choice(game.decision.options))
    found.update(repr([str(event) for event in game.events]).encode())
print(hasattr(loop.answer, "__code__"), found.hexdigest())
"""


def test_every_module_that_is_named_is_there() -> None:
    names = list(build.chosen(build.SOURCE))
    assert len(names) > 100
    assert len(set(names)) == len(names)
    assert all((PACKAGE / name).is_file() for name in (*names, *build.LEFT))
    assert not set(build.LEFT) & set(names)
    classes = {
        node.name
        for name in names
        for node in ast.walk(ast.parse((PACKAGE / name).read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    }
    assert {*build.BASES, *build.PYTHONS} <= classes, "a class that is named there is gone"


def test_classes_that_stay_pythons_are_marked_and_nothing_else_is_changed() -> None:
    text = (
        '"""A module."""\n\nfrom __future__ import annotations\n\nfrom dataclasses import dataclass\n\n\n'
        "@dataclass(slots=True)\nclass Held:\n    one: int\n\n\nclass Plain:\n    pass\n\n\n"
        "class Journal(list[int]):\n    pass\n"
    )
    marked = build.marked(text)
    assert marked.replace(build.MARK, "").replace(build.IMPORT, "") == text
    assert f"{build.MARK}@dataclass(slots=True)\nclass Held:" in marked
    assert f"{build.MARK}class Journal(list[int]):" in marked
    assert f"{build.MARK}class Plain" not in marked
    assert marked.index(build.IMPORT) > marked.index("from __future__")
    assert build.marked("VALUE = 1\n") == "VALUE = 1\n"


def test_a_flat_class_is_spelt_out_with_all_its_fields() -> None:
    text = (PACKAGE / "engine" / "layout.py").read_text(encoding="utf-8")
    spelt = next(one for one in ast.walk(ast.parse(build.marked(text))) if getattr(one, "name", "") == "Table")
    assert isinstance(spelt, ast.ClassDef)
    typed = {
        ast.unparse(one.target): ast.unparse(one.annotation) for one in spelt.body if isinstance(one, ast.AnnAssign)
    }
    for field in Table.fields:
        assert typed[field.name] == ("list[int]" if field.length else "int")
    methods = {one.name: ast.unparse(one) for one in spelt.body if isinstance(one, ast.FunctionDef)}
    assert set(methods) >= {"__init__", "copy", "copy_into", "in_use", "clear_scratch", "__getstate__", "__setstate__"}
    for name in ("__init__", "copy_into", "__getstate__"):
        assert all(field.name in methods[name] for field in Table.fields)


def test_what_was_built_is_used_only_for_the_sources_that_it_was_built_from(tmp_path: Path) -> None:
    source, target = tmp_path / "src", tmp_path / "native"
    (source / "changeling").mkdir(parents=True)
    target.mkdir()
    module = source / "changeling" / "one.py"
    module.write_text("ONE = 1\n", encoding="utf-8")
    assert not build.is_current(source, target)
    (target / build.STAMP).write_text(build.digest_of(source), encoding="ascii")
    assert build.is_current(source, target)
    module.write_text("ONE = 2\n", encoding="utf-8")
    assert not build.is_current(source, target)


def test_where_nothing_was_built_no_folder_is_named(tmp_path: Path) -> None:
    command = [sys.executable, build.__file__, "--where", "--target", str(tmp_path)]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == ""


def test_workers_run_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert process.sources() == str(build.SOURCE)
    monkeypatch.setattr(changeling, "__file__", str(tmp_path / "changeling" / "__init__.py"))
    assert process.sources() == str(tmp_path)
    (tmp_path / build.MADE_OF).write_text(str(build.SOURCE), encoding="utf-8")
    assert process.sources() == str(build.SOURCE)


@pytest.mark.soak  # it takes minutes, and a C compiler
@pytest.mark.timeout(3600)
def test_compiled_modules_play_the_same_games(tmp_path: Path) -> None:
    if shutil.which(os.environ.get("CC", "cc")) is None:
        pytest.skip("there is no C compiler")
    build.build(build.SOURCE, tmp_path / "native")
    plain, compiled = (_told(folder) for folder in (build.SOURCE, tmp_path / "native"))
    assert plain == ("True", compiled[1])
    assert compiled[0] == "False"


def _told(folder: Path) -> tuple[str, str]:
    """Whether the machine is Python, and what stands for everything that was seen of some games."""
    environment = os.environ | {"PYTHONPATH": str(folder), "CHANGELING_MACHINE": "interpreted"}
    done = subprocess.run([sys.executable, "-c", GAME], env=environment, capture_output=True, text=True, check=True)
    is_python, digest = done.stdout.split()
    return is_python, digest
