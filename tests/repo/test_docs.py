"""The examples in the documentation run: Python, cards, scenarios and lessons alike."""

import re
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from changeling.cli import main

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(
    r'^(?P<indent> *)```(?P<language>\w+)(?: title="(?P<title>[^"]+)")?\n(?P<text>.*?)^(?P=indent)```$',
    flags=re.MULTILINE | re.DOTALL,
)
TUTORIAL = "docs/tutorial/first-card.md"  # tests/decks/test_deck_report.py runs it from top to bottom
COMMANDS = {"cards": ["check"], "yaml": ["scenario"], "lesson": ["learn", "--check"]}


def examples(page: Path, *languages: str) -> list[tuple[str, str, str]]:
    """Language, file name and text of each example on the page in one of the languages."""
    found = [block for block in BLOCK.finditer(page.read_text(encoding="utf-8")) if block["language"] in languages]
    return [
        (block["language"], block["title"] or f"{number}.{block['language']}", textwrap.dedent(block["text"]))
        for number, block in enumerate(found)
    ]


def pages_with(*languages: str, but: str = "") -> list[object]:
    """A test parameter for each page, but for one, that has examples in one of the languages."""
    names = {str(page.relative_to(ROOT)): page for page in PAGES if examples(page, *languages)}
    return [pytest.param(page, id=name) for name, page in names.items() if name != but]


def run(command: list[str], folder: Path, name: str) -> None:
    """Run the command in the folder; a failure shows what it printed."""
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, f"{name}\n{done.stdout}{done.stderr}"


@pytest.mark.parametrize("page", pages_with("python", but=TUTORIAL))
def test_python_runs(page: Path, tmp_path: Path) -> None:
    for _, name, text in examples(page, "cards"):
        (tmp_path / name).write_text(text, encoding="utf-8")
    program = "\n".join(text for _, _, text in examples(page, "python"))
    run([sys.executable, "-W", "error", "-c", program], tmp_path, page.name)


@pytest.mark.parametrize("page", pages_with("cards", "yaml", "lesson"))
def test_cards_and_scenarios_hold(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for language, name, text in examples(page, "cards", "yaml", "lesson"):
        Path(name).write_text(text, encoding="utf-8")
        assert main([*COMMANDS[language], name]) == 0, f"{name}\n{capsys.readouterr()}"
