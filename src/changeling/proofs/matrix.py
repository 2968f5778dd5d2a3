"""Which clause is proved where: what scenarios and marked tests name, and the page of the reference that shows it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from changeling.decks.shelf import editions, parts_of
from changeling.errors import ScenarioError
from changeling.proofs.scenario import read_scenarios

LETTERS = {"F": "fluxx-4", "Y": "family", "C": "cthulhu", "D": "doctor-who", "W": "dice-camera-action"}
SHOWN = 4  # titles in a cell of the page

_HEAD = """# Rules and proofs

This page is made by `make docs` from `tests/facts/clauses.yaml`, the scenarios under `tests/scenarios` and the tests
marked `@pytest.mark.clause`. Each clause is in our own words; a test fails when one of an edition that we hold complete
is proved nowhere.
"""


@dataclass(frozen=True, slots=True)
class Clause:
    """A rule of the books: its id, the editions that it holds in, and what it says in a line."""

    id: str
    editions: tuple[str, ...]
    says: str


@dataclass(frozen=True, slots=True)
class Proof:
    """A scenario, or a marked test, that names clauses, rulings and cards. A test is of no edition in particular."""

    title: str
    file: Path
    names: tuple[str, ...]
    cards: tuple[str, ...]
    editions: tuple[str, ...]


def read_clauses(path: Path) -> list[Clause]:
    """The clauses of a fact sheet. Raises ScenarioError that says which row is wrong."""
    import yaml

    found = []
    for row in yaml.safe_load(path.read_text(encoding="utf-8")):
        if set(row) != {"id", "editions", "says"} or not set(row["editions"]) <= LETTERS.keys():
            raise ScenarioError(f"{path}: {row}: id, editions (letters of {''.join(LETTERS)}) and says are needed")
        found.append(Clause(row["id"], tuple(LETTERS[letter] for letter in row["editions"]), row["says"]))
    return found


def proofs_in(tests: Path) -> list[Proof]:
    """Every scenario and every marked test under a folder of tests, in the order of their files."""
    found = []
    for file in sorted((tests / "scenarios").rglob("*.yaml")):
        found += [
            Proof(scenario.title, file, scenario.proves, scenario.cards, parts_of(scenario.deck))
            for scenario in read_scenarios(file)
        ]
    for file in sorted(tests.rglob("test_*.py")):
        found += _marked(file)
    return found


def _marked(file: Path) -> Iterator[Proof]:
    """The tests of a file that are marked with clauses."""
    text = file.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if "mark.clause" in text else ():
        if isinstance(node, ast.FunctionDef):
            names = tuple(name for decorator in node.decorator_list for name in _clauses(decorator))
            if names:
                yield Proof(node.name.removeprefix("test_").replace("_", " "), file, names, (), ())


def _clauses(decorator: ast.expr) -> Iterator[str]:
    if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.clause":
        for argument in decorator.args:
            if isinstance(argument, ast.Constant):
                yield str(argument.value)


def rules_page(root: Path) -> str:
    """The page of clauses and rulings, with what proves each in each edition, for the repository at `root`."""
    tests = root / "tests"
    proofs = proofs_in(tests)
    rows = ["| clause | says | edition | proved by |", "|---|---|---|---|"]
    for clause in read_clauses(tests / "facts" / "clauses.yaml"):
        rows += _clause_rows(clause, [proof for proof in proofs if clause.id in proof.names], root)
    rulings = (tests / "facts" / "rulings.txt").read_text(encoding="utf-8").split()
    shown = {ruling: [proof for proof in proofs if ruling in proof.names] for ruling in rulings}
    table = [
        "| ruling | shown by |",
        "|---|---|",
        *(f"| {ruling} | {_cell(found, root)} |" for ruling, found in shown.items() if found),
    ]
    return "\n".join([_HEAD, "## Clauses", "", *rows, "", "## Rulings", "", *table, ""])


def _clause_rows(clause: Clause, proofs: list[Proof], root: Path) -> Iterator[str]:
    """A row for each edition that the clause holds or is shown in, and one for tests that are of no edition in
    particular."""
    titles = {name: edition.title for name, edition in editions().items()}
    first = f"| {clause.id} | {_plain(clause.says)} |"
    for name in titles:
        found = [proof for proof in proofs if name in proof.editions]
        if found or name in clause.editions:
            yield f"{first} {titles[name]} | {_cell(found, root)} |"
            first = "| | |"
    found = [proof for proof in proofs if not proof.editions]
    if found:
        yield f"{first} tests | {_cell(found, root)} |"


def _cell(proofs: Iterable[Proof], root: Path) -> str:
    """The titles of proofs, those written for the clause itself first; many are cut short."""
    found = sorted(proofs, key=lambda proof: ("clauses" not in proof.file.parts, "rulings" not in proof.file.parts))
    links = [f"[{_plain(proof.title)}](../../{proof.file.relative_to(root).as_posix()})" for proof in found[:SHOWN]]
    return ("; ".join(links) or "-") + (f"; and {len(found) - SHOWN} more" if len(found) > SHOWN else "")


def _plain(text: str) -> str:
    """Text as a cell of a table can hold it."""
    return "".join(f"\\{letter}" if letter in "|[]*_`<" else letter for letter in text)
