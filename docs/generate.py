"""Writes the files that are made from the source, or checks that they are current.

python docs/generate.py            writes them
python docs/generate.py --check    names those that are out of date and fails
"""

import sys
from collections.abc import Callable
from pathlib import Path

from changeling.decks.cookbook import cookbook_file
from changeling.decks.language_page import language_page
from changeling.engine.dispatch_writer import dispatchers
from changeling.envs.api_page import api_page
from changeling.envs.observations_page import observations_page
from changeling.lab.runs.tables_page import tables_page
from changeling.proofs.matrix import rules_page
from changeling.proofs.mechanisms import mechanisms_page
from changeling.web.gallery.rulings import rulings_file
from changeling.web.wire.protocol_page import protocol_page
from changeling.web.wire.typescript import typescript

DOCS = Path(__file__).parent
MACHINE = DOCS.parent / "src" / "changeling" / "engine" / "machine"


def dispatcher(name: str) -> str:
    """A module of the machine that is made from the table of words, by its path there."""
    files = sorted(MACHINE.rglob("*.py"))
    sources = {file.relative_to(MACHINE).with_suffix("").as_posix(): file.read_text(encoding="utf-8") for file in files}
    return dispatchers(sources)[name]


# Each generated file, by its path from docs/, and the function that returns its whole text.
PAGES: dict[str, Callable[[], str]] = {
    "../src/changeling/engine/machine/values/expressions.py": lambda: dispatcher("values/expressions"),
    "../src/changeling/engine/machine/dispatch.py": lambda: dispatcher("dispatch"),
    "reference/api.md": api_page,
    "reference/language.md": language_page,
    "../src/changeling/decks/cookbook.json": lambda: cookbook_file(DOCS.parent),
    "reference/lab-tables.md": tables_page,
    "reference/mechanisms.md": lambda: mechanisms_page(DOCS.parent),
    "reference/observations.md": observations_page,
    "reference/rules.md": lambda: rules_page(DOCS.parent),
    "../web/src/lib/protocol.ts": typescript,
    "../src/changeling/web/rulings.json": lambda: rulings_file(DOCS.parent),
    "protocol.md": lambda: protocol_page((DOCS / "protocol.md").read_text(encoding="utf-8")),
}


def main() -> int:
    """Bring every file up to date; with --check change nothing and return 1 if one is not."""
    check = "--check" in sys.argv[1:]
    stale = 0
    for name, write in PAGES.items():
        page, text = DOCS / name, write()
        if page.exists() and page.read_text(encoding="utf-8") == text:
            continue
        if check:
            stale += 1
            print(f"docs/{name} is out of date: run `make docs`", file=sys.stderr)
        else:
            page.write_text(text, encoding="utf-8")
            print(f"wrote docs/{name}")
    return 1 if stale else 0


if __name__ == "__main__":
    sys.exit(main())
