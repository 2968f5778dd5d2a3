"""The commands for people who write cards: check, fmt, card, words."""

from pathlib import Path

import pytest

from changeling.cli import main
from changeling.decks.shelf import editions

GOOD = 'keeper "Milk"\n    "Cold."\n'


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ran(capsys: pytest.CaptureFixture[str], *args: str) -> tuple[int, str, str]:
    status = main(args)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_check_a_good_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.cards").write_text(GOOD, encoding="utf-8")
    assert ran(capsys, "check", "a.cards") == (0, "no problems\n", "")


def test_check_names_every_problem_of_every_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.cards").write_text('keper "Milk"\naction "A"\n    drwa(3)\n', encoding="utf-8")
    (folder / "b.cards").write_text('goal "G"\n', encoding="utf-8")
    status, out, _ = ran(capsys, "check", "a.cards", "b.cards")
    assert status == 1
    rows = out.splitlines()
    assert rows[0].startswith("a.cards:1:1: 'keper' is not a kind of card; did you mean keeper?")
    assert rows[1:3] == ['    keper "Milk"', "    ^"]
    assert rows[3:6] == ["a.cards:3:5: 'drwa' is not a word here; did you mean draw?", "        drwa(3)", "        ^"]
    assert rows[6].startswith('b.cards:1:1: the goal "G" needs a line')
    assert rows[-1] == "3 errors"


def test_check_what_is_no_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert ran(capsys, "check", "none.cards") == (2, "", "changeling: there is no file none.cards here\n")
    (folder / "bad.cards").write_bytes(b"keeper \xff")
    status, _, err = ran(capsys, "check", "bad.cards")
    assert (status, err) == (2, "changeling: bad.cards is not UTF-8 text: byte 7 cannot be read\n")
    (folder / "big.cards").write_bytes(b"#" * 10_000_000)
    status, _, err = ran(capsys, "check", "big.cards")
    assert (status, err) == (2, "changeling: big.cards has 10,000,000 bytes; at most 1,000,000 characters are read\n")


def test_check_a_byte_order_mark_and_windows_lines(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.cards").write_bytes(b"\xef\xbb\xbf" + GOOD.replace("\n", "\r\n").encode())
    assert ran(capsys, "check", "a.cards")[0] == 0


def test_fmt_rewrites_once(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = folder / "a.cards"
    path.write_bytes(b'\xef\xbb\xbfkeeper   "Milk"\r\n  "Cold."  \r\n\r\n\r\n')
    assert ran(capsys, "fmt", "--check", "a.cards") == (1, "a.cards is not in the usual form\n", "")
    assert ran(capsys, "fmt", "a.cards") == (0, "a.cards rewritten\n", "")
    assert path.read_bytes() == GOOD.encode()
    assert ran(capsys, "fmt", "a.cards") == (0, "", "")
    assert ran(capsys, "fmt", "--check", "a.cards") == (0, "", "")


def test_fmt_leaves_a_file_with_problems_alone(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad, good = folder / "bad.cards", folder / "good.cards"
    bad.write_text('action   "A"\n  drwa( 3 )\n', encoding="utf-8")
    good.write_text('keeper   "Milk"\n  "Cold."\n', encoding="utf-8")
    status, out, _ = ran(capsys, "fmt", "bad.cards", "good.cards")
    assert status == 1
    assert out == "bad.cards:2:3: 'drwa' is not a word here; did you mean draw?\ngood.cards rewritten\n"
    assert bad.read_text(encoding="utf-8") == 'action   "A"\n  drwa( 3 )\n'
    assert good.read_text(encoding="utf-8") == GOOD


def test_card_shows_text_source_and_program(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ran(capsys, "card", "Draw 3, Play 2 of them", "--deck", "fluxx-4")
    assert status == 0
    assert "Draw 3 cards, play 2 of them, discard the rest." in out
    assert "    for _ in upto(2):\n        draw_to(3, aside)\n" in out
    assert "DRAW_TO          [3']" in out


def test_card_in_all_editions_and_in_a_file(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "a.cards").write_text(
        'marks food\nkeeper "Milk" food x2 house\n    "Cold."\n    reading = "Ours."\n', encoding="utf-8"
    )
    status, out, _ = ran(capsys, "card", "milk #2", "--deck", "a.cards")
    assert status == 0
    assert out.startswith("Milk #2 (keeper, food, house card; ")
    assert "Our reading: Ours." in out
    assert ran(capsys, "card", "draw 2")[1].count("\nDraw 2 (") + 1 >= 2


def test_card_shows_what_holds_and_what_wins(capsys: pytest.CaptureFixture[str]) -> None:
    assert "in force: adds" in ran(capsys, "card", "Poor Bonus", "--deck", "fluxx-4")[1]
    assert "wins: " in ran(capsys, "card", "5 Keepers", "--deck", "fluxx-4")[1]


def test_a_card_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    status, _, err = ran(capsys, "card", "Darw 2", "--deck", "fluxx-4")
    assert status == 2
    assert "there is no card 'Darw 2' in fluxx-4; did you mean Draw 2" in err
    status, _, err = ran(capsys, "card", "Draw 2", "--deck", "fluxx-99")
    assert (status, f"editions are {', '.join(editions())}" in err) == (2, True)


def test_words(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ran(capsys, "words")
    assert status == 0
    for expected in ("Questions\n---------\n", "choose(SET, by=SEAT)", "swap_hands(SEAT, SEAT)", "when CONDITION:"):
        assert expected in out
    assert "over_hand_limit" not in out


def test_one_word(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ran(capsys, "words", "swap")
    assert (status, out.splitlines()[0]) == (0, "Effects")
    rows = out.splitlines()
    assert [row.split("(")[0] for row in rows if "(" in row] == ["swap", "swap_hands"]
    assert rows[3:5] == ["", "Also about 'swap'"]


def test_a_word_that_is_none(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = ran(capsys, "words", "shuffel_pile")
    assert (status, out) == (2, "")
    assert err.startswith("changeling: 'shuffel_pile' is not a word of the language, and is said of none; did you mean")
    assert "shuffle_pile" in err


def test_words_are_found_by_what_people_call_them(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ran(capsys, "words", "steal")
    assert (status, out.splitlines()[2].split("(")[0]) == (0, "take")
    assert "discard_pile" in ran(capsys, "words", "discard", "pile")[1].splitlines()[2]
