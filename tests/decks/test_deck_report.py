"""The tools of people who make decks: the report, the command `changeling deck`, and the file to begin with."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import changeling as cl
from changeling.cli import main
from changeling.decks.deck_report import new_deck, report
from changeling.decks.oddities import HEADINGS, kinds_in, oddities
from changeling.decks.shelf import check_file, format_file, load_deck
from changeling.proofs.conformance import census

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial" / "first-card.md"
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', flags=re.MULTILINE | re.DOTALL)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def tea(copies: int) -> str:
    """A Keeper, so many times."""
    return f'keeper "Tea" x{copies}\n    "K."\n'


def test_the_report_counts_by_kind() -> None:
    found = report("family")
    assert {kind.kind: kind.cards for kind in found.kinds} == {"rule": 12, "goal": 17, "keeper": 12, "action": 14}
    assert sum(kind.house for kind in found.kinds) == sum(card.house for card in load_deck("family").cards)
    assert str(found).startswith("Family Fluxx: 55 cards\n  New Rules    12, 2 house\n")
    assert str(found).endswith("nothing is odd")
    assert [kind.kind for kind in kinds_in(load_deck("cthulhu"))][:3] == ["meta", "rule", "goal"]


def test_the_command_mixes_what_it_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "fluxx-4", "family"]) == 0
    out = capsys.readouterr().out
    assert "155 cards (100 from fluxx-4, 55 from family)" in out
    assert HEADINGS["twice"] in out
    assert main(["deck", "fluxx-4+family", "--json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert (values["cards"], values["playable"], values["problems"]) == (155, True, [])
    assert {"kind": "twice", "card": "Draw 2", "text": "from fluxx-4, family", "severity": "odd"} in values["oddities"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (tea(40), "wrong: Nobody can win\n  there is no Goal in the deck"),
        ('take "nothing"\n', "my.cards:1:6: 'nothing' is not an edition"),
        (tea(99) * 6, "has 595 cards; a table holds at most 512"),
    ],
)
def test_errors_are_told_and_exit_with_1(text: str, says: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("my.cards").write_text(text, encoding="utf-8")
    assert main(["deck", "my.cards"]) == 1
    assert says in capsys.readouterr().out
    assert main(["deck", "my.cards", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["playable"] is False


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nowhere"], "'nowhere' is not a deck"),
        (["family", "--seats", "9"], "2 to 6 players can play, not 9"),
        (["fluxx-4", "--meta", "Nothing"], "'Nothing' is not a Meta Rule of fluxx-4; it has: Rules Escalation"),
        (["new"], "name the one file to begin"),
        (["new", "my.txt"], "its file ends in .cards"),
        (["new", "nowhere/my.cards"], "cannot be written"),
    ],
)
def test_what_is_asked_wrongly_exits_with_2(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["deck", *arguments]) == 2
    assert says in capsys.readouterr().err


# --- the deck to begin with -------------------------------------------------------------------------------------------
def test_a_new_deck_is_right_in_every_way(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["deck", "new", "my.cards"]) == 0
    assert "my.cards written" in capsys.readouterr().out
    assert check_file("my.cards") == []
    assert not format_file("my.cards", write=False)
    deck = load_deck("my.cards")
    own = [card for card in deck.cards if card.edition == "my"]
    assert {card.kind for card in own} == {"keeper", "creeper", "goal", "ungoal", "rule", "action", "surprise", "meta"}
    assert {oddity.kind for oddity in oddities(deck)} == {"meta"}
    assert "FILE" not in Path("my.cards").read_text("utf-8")


def test_a_new_deck_overwrites_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    Path("my.cards").write_text("mine", encoding="utf-8")
    assert main(["deck", "new", "my.cards"]) == 2
    assert "my.cards is there already" in capsys.readouterr().err
    assert Path("my.cards").read_text("utf-8") == "mine"


@pytest.mark.parametrize("seed", range(3))
def test_a_new_deck_plays(seed: int) -> None:
    new_deck("my.cards")
    game = cl.Game("my.cards", seats=["Ann", "Bob", "Cy"], seed=seed, meta=["Big Appetite"])
    own = {card.title for card in game.deck.cards if card.edition == "my"}
    for step in range(600):
        if game.over:
            break
        assert census(game.deck, game.table) == []
        options = game.decision.options
        game.answer(options[(step * 7 + seed) % len(options)])
    assert len({event.card for event in game.events if event.what == "plays"} & own) > 5


# --- the tutorial -----------------------------------------------------------------------------------------------------
def test_the_tutorial_runs_from_top_to_bottom() -> None:
    changeling = [sys.executable, "-c", "import sys; from changeling.cli import main; sys.exit(main())"]
    for language, title, text in BLOCK.findall(TUTORIAL.read_text(encoding="utf-8")):
        if title:
            Path(title).write_text(text, encoding="utf-8")
        commands = [[sys.executable, "-W", "error", "-c", textwrap.dedent(text)]] if language == "python" else []
        for line in text.splitlines() if language == "console" else ():
            assert line.startswith("$ changeling "), line
            commands.append([*changeling, *shlex.split(line)[2:]])
        for command in commands:
            done = subprocess.run(command, input="quit\n", capture_output=True, text=True, check=False, timeout=600)
            assert done.returncode == 0, f"{command[3:]}\n{done.stdout}{done.stderr}"
    assert Path("lunch.yaml").is_file()
