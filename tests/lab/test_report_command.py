"""The report as a page: everything in one file, every section, readable by machines and people."""

from __future__ import annotations

import base64
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from changeling.cli import main
from changeling.lab import report_command
from changeling.lab.report import sections
from changeling.lab.report.measures import measure
from changeling.lab.report.words import beside
from changeling.lab.report_command import report_page
from changeling.lab.runs.manifest import plan_run
from changeling.lab.runs.run import Run
from changeling.lab.simulation import play_run
from changeling.record.record import Record

SECTIONS = [
    "In short",
    "How long games last",
    "The order of play",
    "Winning Goals",
    "Every card",
    "Creepers and Ungoals",
    "Drama",
    "Dead cards and impossible Goals",
    "Games to watch",
    "What was measured",
]


class Reader(HTMLParser):
    """Collects what matters of a page, and fails where tags do not match."""

    empty = frozenset(("meta", "path", "line", "rect"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.heads: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] == "h2":
            self.heads.append(data)


@pytest.fixture(scope="module")
def page(small_run: Run) -> str:
    return report_page(small_run)


def test_the_page_is_whole(page: str) -> None:
    read = Reader(page)
    assert read.heads == SECTIONS
    pictures = [attrs for tag, attrs in read.tags if tag == "svg"]
    assert len(pictures) >= 9
    assert all(attrs["aria-label"] for attrs in pictures)
    assert sum(tag == "details" for tag, _ in read.tags) >= 6


def test_it_needs_no_network(page: str) -> None:
    read = Reader(page)
    assert not [tag for tag, _ in read.tags if tag in ("script", "link", "img", "iframe")]
    for _, attrs in read.tags:
        for name in ("href", "src", "xlink:href"):
            assert (attrs.get(name) or "data:").startswith(("data:", "#"))
    assert "url(http" not in page
    assert "@import" not in page


def test_it_is_for_light_dark_phones_and_paper(page: str) -> None:
    for words in ("prefers-color-scheme: dark", "width=device-width", "@media print", "color-scheme: light dark"):
        assert words in page


def test_it_says_what_was_measured(page: str, small_run: Run) -> None:
    manifest = small_run.manifest
    for words in (
        manifest.deck.digest,
        manifest.code,
        manifest.version,
        "7 to 126",
        "3: greedy, greedy, greedy",
        "Bonferroni",
    ):
        assert words in page


def test_it_holds_ten_games_that_can_be_opened(page: str, small_run: Run) -> None:
    links = re.findall(r'href="data:application/json;base64,([^"]+)">seed (\d+)</a>', page)
    assert len(links) == 10
    for content, seed in links:
        record = Record.from_json(base64.b64decode(content).decode())
        assert record.seed == int(seed)
        assert record.digest == small_run.manifest.deck.digest


def test_games_of_another_version_are_named_and_not_shown(small_run: Run) -> None:
    other = replace(small_run, manifest=replace(small_run.manifest, code="0123456789abcdef"))
    text = sections.watch(other).html()
    assert "were played by another version (changeling" in text
    assert "base64" not in text
    assert text.count("<li>seed ") == 10


def test_what_to_type_again_has_the_meta_rules_and_quotes() -> None:
    run = plan_run("cthulhu+fluxx-4", seats=2, bots="greedy,random", games=10, seed=5, meta=["No Creepers"])
    assert sections.command(run) == (
        "changeling simulate --deck cthulhu+fluxx-4 --seats 2 --bots greedy,random --games 10 --seed 5 "
        "--meta 'No Creepers' --out FOLDER"
    )


def test_cards_of_ones_own_have_a_section_of_their_own(tmp_path: Path) -> None:
    deck = tmp_path / "tea.cards"
    deck.write_text(
        'take "family"\n\nkeeper "Tea"\n    "Hot."\n\n'
        'goal "Tea Time"\n    "Have at least one Keeper."\n    wins = count(keepers(you)) >= one\n'
    )
    run = play_run(tmp_path / "run", plan_run(str(deck), seats=2, bots="random", games=200, seed=1), on=1)
    m = measure(run)
    section = sections.own(run, m)
    assert section is not None
    share = next(row["share"] for row in m.goals.rows(named=True) if row["name"] == "Tea Time")
    assert section.said[0] == f"Tea Time wins more often: {beside(share, 1 / float(m.goals['cards'].sum()))}."
    assert section.said[-1] == "Nothing is sure in 200 games about Tea."
    assert [caption for caption, _ in section.figures] == [
        "Games won by who had the card",
        "Games won by who played the card",
    ]
    assert "<h2>Your own cards</h2>" in report_page(run)


def test_a_deck_of_editions_has_no_such_section(page: str) -> None:
    assert "Your own cards" not in page


def test_the_command_writes_it(small_run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "cthulhu.html"
    assert main(["report", str(small_run.folder), "--out", str(out)]) == 0
    assert f"{out} written" in capsys.readouterr().out
    assert out.read_text().startswith("<!doctype html>")
    assert [entry.name for entry in tmp_path.iterdir()] == ["cthulhu.html"]


def test_a_full_disk_leaves_nothing_half_written(
    small_run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    monkeypatch.setattr(report_command, "report_page", lambda run: "<!doctype html>")
    assert main(["report", str(small_run.folder), "--out", str(tmp_path / "it.html")]) == 2
    assert "it.html cannot be written: No space left on device" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_a_folder_without_a_run_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", str(tmp_path)]) == 2
    assert "holds no run" in capsys.readouterr().err
    assert main(["report", str(tmp_path / "nowhere")]) == 2
    assert "holds no run" in capsys.readouterr().err


def test_a_deck_with_which_nobody_can_win_has_a_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deck, out = tmp_path / "alone.cards", tmp_path / "run"
    deck.write_text('keeper "Alone"\n    "No Goal asks for it."\n')
    words = ["--seats", "2", "--bots", "random", "--games", "20", "--cores", "1", "--out"]
    assert main(["simulate", "--deck", str(deck), *words, str(out)]) == 0
    said = capsys.readouterr().out
    assert "Nobody won 20 of them (" in said
    assert f"changeling deck {deck}" in said
    assert main(["report", str(out)]) == 0
    page = (out / "report.html").read_text(encoding="utf-8")
    assert "Nobody won a game, so nothing can be said of the order of play." in page
    assert "No game was won by a Goal." in page
    assert main(["simulate", "--deck", "family", *words, str(tmp_path / "good")]) == 0
    assert "Nobody won" not in capsys.readouterr().out
