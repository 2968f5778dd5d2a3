"""The dispatchers are written from the rows; and a word is added by what docs/how-to/add-a-word.md says, no more."""

from __future__ import annotations

import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from changeling.cards import vocabulary as v
from changeling.engine.dispatch_writer import DISPATCH, EXPRESSIONS, MissingFunction, dispatchers

ROOT = Path(__file__).parents[2]
MACHINE = ROOT / "src" / "changeling" / "engine" / "machine"
PAGE = ROOT / "docs" / "how-to" / "add-a-word.md"
# The line before a block, its language, the file it is about, its text
BLOCK = re.compile(
    r'^(?P<before>[^\n]*)\n+```(?P<language>py|text) title="(?P<file>[^"]+)"\n(?P<text>.*?)^```$',
    flags=re.MULTILINE | re.DOTALL,
)
BELOW = re.compile(r"below the line that begins with `(.+)`:$")


def sources() -> dict[str, str]:
    files = MACHINE.rglob("*.py")
    return {file.relative_to(MACHINE).with_suffix("").as_posix(): file.read_text(encoding="utf-8") for file in files}


def test_the_dispatchers_in_the_repository_are_current() -> None:
    pages = runpy.run_path(str(ROOT / "docs" / "generate.py"))["PAGES"]
    for name, source in dispatchers(sources()).items():
        assert (MACHINE / f"{name}.py").read_text(encoding="utf-8") == source, "run `make docs`"
        assert pages[f"../src/changeling/engine/machine/{name}.py"]() == source


def test_every_instruction_has_its_branch() -> None:
    made = dispatchers(sources())
    for number, word in v.STATEMENTS.items():
        assert made[DISPATCH].count(f"if op == {number}:  # {word.name}\n") == 1
    for number, word in v.TERMS.items():
        assert made[EXPRESSIONS].count(f"if op == {number}:  # {word.name}\n") == (word is not v.Terms.return_)


def test_a_word_without_its_function_is_told_so() -> None:
    known = sources()
    known["effects/taking"] = known["effects/taking"].replace("def give(", "def donate(")
    with pytest.raises(MissingFunction, match="'give' needs a function 'give'"):
        dispatchers(known)


def test_a_function_that_takes_something_else_is_told_so() -> None:
    known = sources()
    known["effects/taking"] = known["effects/taking"].replace(
        "seat: int, card: int, receiver: int)", "seat: int, card: int)"
    )
    with pytest.raises(MissingFunction, match=r"'give' takes 1 operands \(card\); the row of 'give' has 2"):
        dispatchers(known)


# --- the page ---------------------------------------------------------------------------------------------------------
WRITE = """
import runpy
pages = runpy.run_path("docs/generate.py")["PAGES"]
for name, write in pages.items():
    if name.endswith(".py") or name == "reference/language.md":
        text = write()
        open(f"docs/{name}", "w", encoding="utf-8").write(text)
"""

PLAY = """
import numpy as np
from changeling.cards.compiler.compile import Text, assemble
from changeling.decks.shelf import basic_text
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.native.build import Compiled
from changeling.engine.native.records import records, sheet_record, store
from changeling.engine.setup import laid_out
from changeling.engine.sheet import sheet_of

deck = assemble([basic_text(), Text("open-book.cards", open("open-book.cards").read())], name="open-book")
d = sheet_of(deck)
t = laid_out(d, 2)
machine, sheets, (tables, words) = Compiled(lean=True), sheet_record(d), records(2)
store(t, tables, 0)
store(t, tables, 1)
begin_game(d, t, 7, 0)
machine.begin(sheets, tables, 0, 7, 0)
shown = 0
for decision in range(60):
    store(t, tables, 1)
    assert np.array_equal(words[0], words[1]), decision
    assert t.asked >= 0 and t.fault == 0
    shown += sum(t.known[card] == 3 and t.place[card] in (9, 10) for card in range(d.cards))
    choice = decision % t.options
    answer(d, t, choice)
    machine.answer(sheets, tables, 0, choice)
assert shown > 0
print("equal, and", shown, "cards in hands were known to all")
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the edits of the page."""
    folder = tmp_path_factory.mktemp("word")
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("__pycache__", "static"))
    (folder / "docs" / "reference").mkdir(parents=True)
    shutil.copy(ROOT / "docs" / "generate.py", folder / "docs")
    edits = list(BLOCK.finditer(PAGE.read_text(encoding="utf-8")))
    assert [edit["language"] for edit in edits] == ["text", "py", "py"], "a card, a row, a function"
    for edit in edits:
        path, below = folder / edit["file"], BELOW.search(edit["before"])
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True) if path.exists() else []
        if below:
            (at,) = [number for number, line in enumerate(lines, 1) if line.strip().startswith(below[1])]
        else:
            lines += ["\n", "\n"] if lines else []
            at = len(lines)
        path.write_text("".join([*lines[:at], edit["text"], *lines[at:]]), encoding="utf-8")
    return folder


def run(folder: Path, program: str) -> str:
    env = {"PYTHONPATH": str(folder / "src"), "PATH": "", "HOME": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=folder, env=env, capture_output=True, text=True, check=False, timeout=600
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.soak  # it compiles the machine anew
def test_the_page_adds_a_word_that_is_checked_and_played_by_both_machines(copy: Path) -> None:
    run(copy, WRITE)
    dispatch = (copy / "src" / "changeling" / "engine" / "machine" / "dispatch.py").read_text(encoding="utf-8")
    branch = f"if op == {max(v.STATEMENTS) + 1}:  # show\n        read(d, t, d.code[at + 1], seat, this, base)\n"
    assert f"{branch}        show(t)\n" in dispatch
    assert "### `show`\n\n`show(SET)`  \nAll players see these cards." in (
        copy / "docs" / "reference" / "language.md"
    ).read_text(encoding="utf-8")
    assert run(copy, PLAY).startswith("equal")


def test_the_numbers_on_the_page_follow_those_of_all_words() -> None:
    text = PAGE.read_text(encoding="utf-8")
    (statement,) = set(re.findall(r"statement=(\d+)\)", text))
    (term,) = set(re.findall(r"`term=(\d+)`", text))
    assert int(statement) == max(v.STATEMENTS) + 1
    assert int(term) == max(v.TERMS) + 1
