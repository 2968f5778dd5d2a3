"""The commands for people who write cards: check, fmt, card, words."""

import time
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


def test_check_looks_at_all_that_is_named_as_one_deck(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    goal = 'goal "G"\n    "Have Milk and Bread."\n    wins = has("Milk", "Bread")\n'
    (folder / "a.cards").write_text(GOOD, encoding="utf-8")
    (folder / "b.cards").write_text(goal, encoding="utf-8")
    status, out, _ = ran(capsys, "check", "b.cards")
    assert (status, out.splitlines()[-1]) == (0, "2 warnings"), "both are in an edition"
    assert "b.cards:3:16: warning: no card of this deck is called 'Milk'; it is in fluxx-4" in out
    status, out, _ = ran(capsys, "check", "a.cards", "b.cards")
    assert (status, out.splitlines()[-1]) == (0, "1 warning")
    assert ran(capsys, "check", "--strict", "a.cards", "b.cards")[0] == 1
    assert ran(capsys, "check", "fluxx-4", "b.cards")[:2] == (0, "no problems\n")


def test_check_points_at_the_place(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wide = 'goal "G"\n    "G."\n    wins = has("\u6f22\u5b57", "Mlik")\n'
    (folder / "a.cards").write_text(GOOD + wide + 'keeper "\u6f22\u5b57"\n    "K."\n', encoding="utf-8")
    status, out, _ = ran(capsys, "check", "a.cards")
    assert status == 1
    rows = out.splitlines()
    assert rows[0] == "a.cards:5:22: no card of this deck is called 'Mlik'; did you mean Milk?"
    assert rows[1] == '        wins = has("\u6f22\u5b57", "Mlik")'
    assert rows[2] == " " * (4 + 21 + 2) + "^", "each of those letters is two columns wide"
    assert rows[3] == "1 error"


HOSTILE = {
    "a name of 100 KB": ('keeper "' + "M" * 100_000 + '"\n', "the line has 100,009 characters; at most 400 are read"),
    "a text of 100 KB": ('keeper "K"\n    "' + "M" * 100_000 + '"\n', "at most 400 are read"),
    "10,000 cards": (
        "".join(f'keeper "K{n}"\n    "K."\n' for n in range(10_000)),
        "the file has 10000 cards; at most 512 are read",
    ),
    "1,000 brackets": ('rule "R"\n    draws = ' + "(" * 180 + "1" + ")" * 180 + "\n", "nested more than 16 deep"),
    "1,000 brackets over rows": (
        'rule "R"\n    draws = ' + ("half(" * 15 + "\n        ") * 70 + "1" + ")" * 1050 + "\n",
        "at most 400 are read",
    ),
    "1,000 nots": ('rule "R"\n    harmless = (' + "\n        not" * 1_000 + " yes)\n", "more than 120 lines"),
    "100 nots": ('rule "R"\n    harmless = (' + "\n        not" * 100 + " yes)\n", "nested more than 24 deep"),
    "1,000 blocks": (
        'action "A"\n' + "".join(f"{' ' * (4 + n)}if yes:\n" for n in range(1_000)) + " " * 1_004 + "draw(1)\n",
        "more than 120 lines in one part of a card",
    ),
    "100 blocks": (
        'action "A"\n' + "".join(f"{' ' * (4 + n)}if yes:\n" for n in range(99)) + " " * 104 + "draw(1)\n",
        "more than 12 blocks inside one another",
    ),
    "a huge number": ('rule "R"\n    draws = ' + "9" * 380 + "\n", "is too large; numbers go from 0 to 999"),
    "a huge number, hexadecimal": ('rule "R"\n    draws = 0x' + "f" * 370 + "\n", "is too large"),
    "a huge number of copies": ('keeper "K" x99999\n    "K."\n', "x99999: 1 to 99 copies"),
    "a huge rank": ('keeper "K" rank 99999\n    "K."\n', "'rank' needs a number from 0 to 9999"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_check_says_which_limit_a_text_is_beyond(name: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text, says = HOSTILE[name]
    (folder / "a.cards").write_text(text, encoding="utf-8")
    began = time.thread_time()
    status, out, _ = ran(capsys, "check", "a.cards")
    assert time.thread_time() - began < 10
    assert status == 1
    assert says in out
    assert max(map(len, out.splitlines())) < 400


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
    for expected in ("Questions\n---------\n", "choose(SET, n, by=SEAT)", "swap_hands(SEAT, SEAT)", "when CONDITION:"):
        assert expected in out
    assert "over_hand_limit" not in out


def test_one_word(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = ran(capsys, "words", "swap")
    assert (status, out.splitlines()[0]) == (0, "Effects")
    rows = out.partition("Cards of the cookbook")[0].splitlines()
    assert [row.split("(")[0] for row in rows if "(" in row] == ["swap", "swap_hands", "swap_piles", "trade"]
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
