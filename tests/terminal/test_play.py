"""Whole games through the terminal, in a pipe: every command, every error, saving and going on."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from tests.cards.endless import GOAL, STOPPED, STUCK

import changeling as cl
from changeling.cli import main
from changeling.terminal.new_game import Seating, resume
from changeling.terminal.plain import PlainScreen
from changeling.terminal.session import Session


class Typist(io.StringIO):
    """Types numbers by chance until the game is over; sooner where lines are given."""

    def __init__(self, seed: int, lines: int = 100_000) -> None:
        super().__init__()
        self._random = Random(seed)
        self._lines = lines

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self._lines -= 1
        return f"{self._random.randint(1, 5)}\n" if self._lines >= 0 else ""


def run(typed: str | io.StringIO, *args: str) -> tuple[int, str, str]:
    """Run `changeling play` in a pipe; gives the exit status, the output and the errors."""
    out, err = io.StringIO(), io.StringIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stdin", io.StringIO(typed) if isinstance(typed, str) else typed)
        patch.setattr(sys, "stdout", out)
        patch.setattr(sys, "stderr", err)
        status = main(["play", *(args if "--people" in args else [*args, "--people", ""])])
    return status, out.getvalue(), err.getvalue()


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


# --- whole games ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("deck", ["fluxx-4", "family"])
@pytest.mark.parametrize("seed", range(4))
def test_a_whole_game_against_bots(deck: str, seed: int) -> None:
    status, out, err = run(Typist(seed), "--deck", deck, "--seed", str(seed), "--seats", str(2 + seed))
    assert (status, err) == (0, "")
    assert re.search(r"\n(You have|\w+ has) won by .+: .+\nIn front of \w+: .+\.", out)
    assert "\x1b" not in out
    assert not set("╭│╰─▶✓") & set(out)


def test_in_a_real_pipe(tmp_path: Path) -> None:
    command = [
        sys.executable,
        "-m",
        "changeling.cli",
        "play",
        "--deck",
        "family",
        "--seats",
        "2",
        "--seed",
        "3",
        "--people",
        "",
    ]
    typed = "".join(f"{number}\n" for number in [1, 2, 1, 1] * 200)
    done = subprocess.run(command, input=typed, capture_output=True, text=True, cwd=tmp_path, timeout=120, check=False)
    assert done.returncode == 0
    assert done.stderr == ""
    assert " won by " in done.stdout
    assert list(tmp_path.iterdir()) == []


def test_the_same_seed_and_answers_give_the_same_output() -> None:
    assert run(Typist(1), "--seed", "11") == run(Typist(1), "--seed", "11")


def test_only_humans() -> None:
    status, out, _ = run(Typist(2), "--seats", "2", "--humans", "Ann, Bob", "--seed", "2")
    assert status == 0
    assert "(bot)" not in out


# --- what is shown ----------------------------------------------------------------------------------------------------
def test_the_table_at_a_glance() -> None:
    _, out, _ = run("", "--seed", "7", "--first", "You")
    assert out.startswith("Fluxx 4.0. At the table: You, Ada (bot), Basil (bot) and Cleo (bot).")
    for part in (
        "You begin.",
        "Turn 1. Your turn, 1 drawn and 0 played so far.",
        "Each turn: draw 1, play 1. Hand limit: none. Keeper limit: none.",
        "Rules in force: only the Basic Rules.",
        "There is no Goal yet.",
        "You have 4 cards in hand, Keepers: none.",
        "Ada (bot) has 3 cards in hand, Keepers: none",
        "In your hand: ",
        "Draw pile: ",
        "Play a card.\n1. play ",
    ):
        assert part in out


def test_goals_and_keepers_are_told_with_who_has_what(tmp_path: Path) -> None:
    text = "deck: fluxx-4\nseats: [Ann, Bob]\ntable:\n  turn: Ann\n  drawn: 3\n  hand: {Ann: [Milk, Toast, Draw 2]}\n"
    text += "  keepers: {Bob: [Cookies]}\n  goals: [Milk and Cookies]\n  rules: [Draw 3, Hand Limit 2]\n"
    file = tmp_path / "saved.json"
    file.write_text(cl.Game.from_notation(text).record().to_json(), encoding="utf-8")
    _, out, _ = run("", "--resume", str(file))
    assert "Now: Milk is in your hand; Bob has Cookies." in out
    assert "Each turn: draw 3, play 1. Hand limit: 2." in out
    assert "Wanted for Milk and Cookies in play." in out
    assert "Rules in force: Draw 3 and Hand Limit 2." in out


def test_our_own_cards_are_marked() -> None:
    _, out, _ = run("card bicycle\ncard tree\n", "--deck", "family", "--first", "You")
    assert "The Bicycle, Keeper. Two wheels, one bell, no brakes to speak of. (house)" in out
    assert "The Tree, Keeper. Tall, leafy, and made for climbing.\n" in out


def test_the_screen_is_passed_between_humans() -> None:
    """Between two passings of the screen one human is asked, and what the other draws has no name."""
    for seed in range(4):
        _, out, _ = run(Typist(seed), "--humans", "Ann,Bob", "--seats", "3", "--seed", str(seed))
        parts = re.split(r"Pass the screen to (Ann|Bob)\. \1, press Enter\. ?", out)
        assert len(parts) > 4
        assert "In your hand" not in parts[0]
        for who, part in zip(parts[1::2], parts[2::2], strict=True):
            other = {"Ann": "Bob", "Bob": "Ann"}[who]
            assert set(re.findall(r"^(Ann|Bob)> ", part, re.MULTILINE)) <= {who}
            assert not re.search(rf"^{other} draws (?!a card|\d+ cards)", part, re.MULTILINE)


@pytest.mark.parametrize("deck", ["fluxx-4", "family"])
def test_nothing_hidden_is_ever_printed(deck: str) -> None:
    """What a human is shown, and every answer to a command, is equal at tables that the human cannot tell apart."""
    shown = 0
    for seed in range(3):
        game = cl.Game(deck, seats=["Ann", "Bob", "Cy"], seed=seed)
        player = Random(seed)
        for number in range(100):
            if game.over:
                break
            seat = game.decision.seat
            if seat != "Cy" and number % 4 == 0 and len(game.decision.options) > 1:
                assert shows(game.imagine(seat, seed=number)) == shows(game.imagine(seat, seed=1000 + number))
                shown += 1
            game.answer(player.choice(game.decision.options))
    assert shown > 8


def shows(game: cl.Game) -> str:
    """Everything that the human who is asked can find out."""
    questions = ["", "table", "rules", "log 99999", "discard", "why", "why Ann", "why Bob", "why Cy", "why draws"]
    titles = [card.title for card in game.deck.cards[1 + len(game.events) % 4 :: 4]]
    questions += [f"why play {title}" for title in titles] + [f"why {title}" for title in titles]
    out = io.StringIO()
    Session(Seating(game, ("Ann", "Bob"), "random"), PlainScreen(io.StringIO("\n".join(questions) + "\n"), out)).run()
    return out.getvalue()


def test_nobody_sees_what_the_engine_hides() -> None:
    """At the first question of each, the other human's cards are nowhere in what is shown."""
    _, out, _ = run("\n1\n\n", "--humans", "Ann,Bob", "--seats", "2", "--first", "Ann", "--seed", "2")
    game = cl.Game("fluxx-4", seats=["Ann", "Bob"], first="Ann", seed=2)
    first = out.split("Pass the screen to Bob")[0]
    for title in game.view("Bob").hand:
        assert f"{title}" not in first
    game.answer(0)
    second = out.split("Pass the screen to Bob")[1]
    for title in game.view("Ann").hand:
        assert title not in second


# --- commands ---------------------------------------------------------------------------------------------------------
def test_every_command() -> None:
    typed = "help\ntable\nrules\ncard draw 3\ndiscard\nwhy\nwhy draws\nwhy hand limit\nwhy Ada\n"
    typed += "why play toast\nlog 3\nlog\n"
    status, out, err = run(typed + "1\ndiscard\n", "--seed", "7", "--first", "You")
    assert (status, err) == (0, "")
    for part in (
        "quit           leave; you can save and resume",
        "Basic Rules: Each turn: draw 1 card and play 1 card.",
        "The discard pile is empty.",
        "> why\nYou cannot win yet: there is no Goal in play. [GOAL-2]",
        "> why draws\nYou draw 1 card each turn: Basic Rules says 1.",
        "You may hold any number of cards: no card in play says otherwise.",
        "> why Ada\nAda cannot win yet",
        "Toast is not in your hand. You are asked: Play a card.",
        "> log 3\n",
    ):
        assert part in out
    assert out.count("Turn 1. Your turn") == 2


def test_why_with_a_goal_in_play(tmp_path: Path) -> None:
    text = "deck: fluxx-4\nseats: [Ann, Bob]\ntable:\n  turn: Ann\n  drawn: 1\n  hand: {Ann: [Toast, Time]}\n"
    text += "  keepers: {Ann: [Milk], Bob: [Cookies]}\n  goals: [Milk and Cookies]\n"
    file = tmp_path / "saved.json"
    file.write_text(cl.Game.from_notation(text).record().to_json(), encoding="utf-8")
    _, out, _ = run("why\nwhy bob\n", "--resume", str(file))
    assert "You do not win yet. Milk and Cookies: Cookies is missing. [Milk and Cookies]" in out
    assert "Bob does not win yet. Milk and Cookies: Milk is missing." in out


def test_what_cannot_be_understood_is_explained_and_nothing_is_lost() -> None:
    typed = "\nxyzzy\n99\nplay\ncard\ncard Mlik\nwhy nonsense\nlog many\nundo\n\x00\n"
    status, out, err = run(typed, "--seed", "7", "--first", "You")
    assert (status, err) == (0, "")
    for part in (
        "Sorry: type the number of an option or its first letters; `help` lists the commands",
        "Sorry: 'xyzzy' is not an option; you can answer 1 play ",
        "Sorry: there is no number 99; you can answer 1 play ",
        "Sorry: 'play' could be 1 play ",
        "Sorry: which card?",
        "Sorry: there is no card 'Mlik' in this deck; did you mean Milk?",
        "Sorry: there is no card 'nonsense' in this deck",
        "Sorry: log: a number of sentences is needed, not 'many'",
        "Sorry: undo: there is nothing of yours to take back",
    ):
        assert part in out
    assert out.count("Turn 1.") == 1


def test_undo_goes_back_to_ones_own_last_decision() -> None:
    _, out, _ = run("1\nundo\nsave one.json\n", "--seed", "7", "--first", "You")
    assert "> undo\nTaken back.\n" in out
    assert json.loads(Path("one.json").read_text(encoding="utf-8"))["moves"] == []
    before, after = re.findall(r"Turn 1\. Your turn.*?\n\n.*?\n> ", out, re.DOTALL)[:2]
    assert before == after
    straight = run("1\n2\n1\nsave a.json\n", "--seed", "7", "--first", "You")
    detour = run("1\n2\nundo\n2\n1\nsave b.json\n", "--seed", "7", "--first", "You")
    assert (straight[0], detour[0]) == (0, 0)
    assert Path("a.json").read_text(encoding="utf-8") == Path("b.json").read_text(encoding="utf-8")


def test_undo_is_not_for_several_humans() -> None:
    _, out, _ = run("\n1\n\nundo\n", "--seed", "7", "--humans", "Ann,Bob", "--seats", "2")
    assert "Sorry: undo: only where one human plays against bots" in out


# --- saving, leaving, going on ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("deck", ["fluxx-4", "family"])
def test_a_resumed_game_is_the_same_table_and_goes_on_the_same(deck: str) -> None:
    args = ("--deck", deck, "--seed", "22", "--seats", "3")
    run("1\n2\n1\nsave half.json\n1\n1\n1\nsave straight.json\n", *args)
    run("1\n1\n1\nsave later.json\n", "--resume", "half.json")
    straight, later = resume(Path("straight.json")), resume(Path("later.json"))
    assert straight.game.notation() == later.game.notation()
    assert straight.game.record() == later.game.record()
    assert (later.humans, later.bot) == (("You",), "greedy")


def test_resuming_shows_the_table_and_what_happened_last() -> None:
    _, first, _ = run("1\nsave\nquit\n", "--seed", "7")
    assert "Saved. To go on: changeling play --resume changeling-7.json" in first
    assert first.endswith("Goodbye. To go on: changeling play --resume changeling-7.json\n")
    status, out, _ = run("quit\n", "--resume", "changeling-7.json")
    assert status == 0
    assert "The game goes on after " in out
    asked = first[first[: first.index("> save")].rindex("\nPlay a card") : first.index("> save")]
    assert asked in out[out.index("\nTurn ") :]
    assert out.endswith("Goodbye. To go on: changeling play --resume changeling-7.json\n")


def test_quitting_offers_to_save() -> None:
    status, out, _ = run("quit\n/no/such/folder/x.json\nmine.json\n", "--seed", "7")
    assert status == 0
    assert "Save the game? Enter: to changeling-7.json." in out
    assert "Sorry: /no/such/folder/x.json cannot be written: No such file or directory" in out
    assert "Saved. To go on: changeling play --resume mine.json" in out
    assert Path("mine.json").exists()
    assert run("quit\nn\n", "--seed", "7")[1].endswith("n\nGoodbye.\n")
    assert run("quit\n\n", "--seed", "9")[0] == 0
    assert Path("changeling-9.json").exists()


def test_the_end_of_the_input_is_a_clean_end() -> None:
    status, out, err = run("1\n", "--seed", "7")
    assert (status, err) == (0, "")
    assert "Save the game?" in out
    assert out.endswith("Goodbye. The game was not saved.\n")


def test_breaking_off_is_a_polite_end() -> None:
    class Broken(io.StringIO):
        lines = iter(["", "kept.json\n"])

        def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
            line = next(self.lines)
            if not line:
                raise KeyboardInterrupt
            return line

    status, out, _ = run(Broken(), "--seed", "7")
    assert status == 130
    assert "Saved. To go on: changeling play --resume kept.json" in out
    assert Path("kept.json").exists()


# --- what was asked for wrongly ---------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("args", "error"),
    [
        (["--seats", "1"], "--seats: 2 to 6 players can play, not 1"),
        (["--seats", "7"], "--seats: 2 to 6 players can play, not 7"),
        (["--seats", "four"], "--seats: a whole number is needed, not 'four'"),
        (["--seed", "-"], "--seed: a whole number is needed, not '-'"),
        (["--seed", "99999999999999999999"], "seed: a number from 0 to 2**64 - 1 is needed"),
        (["--deck", "poker"], "'poker' is not a deck"),
        (["--deck", "none.cards"], "there is no file none.cards"),
        (["--bot", "clever"], "--bot: 'clever' is not a bot; the bots are greedy, learned, random"),
        (
            ["--meta", "Total Chaos"],
            "'Total Chaos' is not a Meta Rule of fluxx-4; it has: Rules Escalation, No Creepers",
        ),
        (["--first", "Zoe"], "'Zoe' is not a seat; the seats are You, Ada, Basil, Cleo"),
        (["--humans", "Ann,Ann"], "'Ann' is there twice"),
        (["--humans", ","], "--humans: at least one name is needed"),
        (["--humans", "A,B,C", "--seats", "2"], "--humans: 3 names for 2 seats"),
        (["--humans", "A,B,C,D,E,F,G"], "--seats: 2 to 6 players can play, not 7"),
        (["--resume", "none.json"], "--resume: none.json cannot be read: No such file or directory"),
        (["--resume", "."], "--resume: . cannot be read"),
    ],
)
def test_what_was_asked_for_wrongly_is_said_in_a_line(args: list[str], error: str) -> None:
    status, out, err = run("", *args)
    assert (status, out) == (2, "")
    assert err.startswith("changeling: ")
    assert error in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "error"),
    [
        (b"", "not a record"),
        (b"{", "not a record"),
        (b"[]", "not a record of this program"),
        (b"\xff\xfe", "is not UTF-8 text"),
        (b'{"changeling": 1}', "not a whole record"),
        (b"[" * 100_000, "--resume"),
    ],
)
def test_a_broken_file_is_said_in_a_line(content: bytes, error: str) -> None:
    Path("broken.json").write_bytes(content)
    status, out, err = run("", "--resume", "broken.json")
    assert (status, out) == (2, "")
    assert error in err
    assert err.count("\n") == 1


def test_a_record_that_does_not_fit_is_said_in_a_line() -> None:
    run("1\nsave good.json\n", "--seed", "7")
    good = json.loads(Path("good.json").read_text(encoding="utf-8"))
    for change, error in (
        ({"moves": ["play Nonsense"]}, "move 1, 'play Nonsense', does not fit"),
        ({"digest": "0"}, "recorded with another version of fluxx-4"),
        ({"deck": ["poker"]}, "'poker' is not a deck"),
        ({"players": {"humans": ["Zoe"], "bot": "greedy"}}, "'Zoe' is not at this table"),
        ({"players": {"humans": ["You"], "bot": "clever"}}, "'clever' is not a bot"),
        ({"players": 7}, "--resume: bad.json"),
    ):
        Path("bad.json").write_text(json.dumps(good | change), encoding="utf-8")
        status, out, err = run("", "--resume", "bad.json")
        assert (status, out) == (2, "")
        assert error in err
        assert err.count("\n") == 1


# --- cards that never end ---------------------------------------------------------------------------------------------
def test_a_card_that_never_ends_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    (tmp_path / "own.cards").write_text(STOPPED["a loop"] + GOAL, encoding="utf-8")
    status, out, err = run("1\n" * 30 + "quit\nn\n", "--deck", "own.cards", "--seed", "1", "--seats", "2")
    assert (status, err) == (0, "")
    assert re.search(r"\nRound(?: #\d+)? goes round in circles \(line [34]\), and is stopped\.\n", out)


def test_a_game_that_is_stuck_says_by_which_cards(tmp_path: Path) -> None:
    (tmp_path / "own.cards").write_text(STUCK["nothing may be kept or played"][0] + GOAL, encoding="utf-8")
    status, out, err = run(Typist(1), "--deck", "own.cards", "--seed", "1", "--seats", "2")
    assert (status, err) == (0, "")
    last = out.rstrip().splitlines()[-1]
    assert last.startswith("The game is over, and nobody has won: turn after turn goes by in which nobody")
    assert "lost" not in last
