"""Instructions, questions, loops: what they become, and what is said when they are wrong."""

import pytest
from tests.cards.writing import HERE, action, deck_of, expect, problems_of, program_of

from changeling.cards.codes import REGISTERS

VARIABLES = REGISTERS - 1


def operations(*lines: str) -> list[str]:
    return [row.split()[1] for row in program_of(*lines)]


def test_a_question_becomes_a_statement_of_its_own() -> None:
    assert program_of("take(choose(keepers(others)))") == [
        "  0 CHOOSE           r0 [clear add_zone(keepers, others)] [you] take",
        "  1 TAKE             [r0]",
        "  2 END",
    ]


def test_who_is_asked() -> None:
    asked = program_of("c = maybe(hand(you), by=left_of(you))", "discard(c)")[0]
    assert "[you left_of]" in asked
    assert asked.endswith("or done")


def test_upto_reads_its_number_again_each_round() -> None:
    assert operations("for _ in upto(2):", "    draw(1)") == ["SET", "UNLESS", "SET", "DRAW", "GOTO", "END"]
    assert "[r0 2' lt]" in program_of("for _ in upto(2):", "    draw(1)")[1]


def test_loops_over_players() -> None:
    assert operations("for p in from_left:", "    discard(hand(p))") == ["SET", "FOR_SEATS", "DISCARD", "GOTO", "END"]


def test_while_and_break() -> None:
    found = operations("while hand(you):", "    if holiday:", "        break", "    discard(choose(hand(you)))")
    assert found == ["UNLESS", "UNLESS", "GOTO", "CHOOSE", "DISCARD", "GOTO", "END"]


def test_questions_of_a_condition_are_asked_only_when_reached() -> None:
    assert operations("if hand(you) and agree():", "    draw(1)") == ["UNLESS", "CHOOSE", "UNLESS", "DRAW", "END"]
    assert operations("if holiday or agree():", "    draw(1)") == ["UNLESS", "GOTO", "CHOOSE", "UNLESS", "DRAW", "END"]


def test_else_and_elif() -> None:
    lines = ("if holiday:", "    draw(1)", "elif parent(you):", "    draw(2)", "else:", "    draw(3)")
    assert operations(*lines) == ["UNLESS", "DRAW", "GOTO", "UNLESS", "DRAW", "GOTO", "DRAW", "END"]


def test_no_promise_outlives_its_program() -> None:
    assert operations("promise(choose(hand(you)), left_of(you))")[-2:] == ["DELIVER", "END"]
    assert operations("promise(choose(hand(you)), left_of(you))", "deliver()").count("DELIVER") == 1


def test_a_loop_gives_its_registers_back() -> None:
    many = [line for _ in range(VARIABLES) for line in ("while hand(you):", "    discard(choose(hand(you)))")]
    assert operations(*many).count("CHOOSE") == VARIABLES


def test_every_instruction_knows_its_line() -> None:
    deck = deck_of(action("draw(1)", "# between", "draw(2)"))
    card = deck.card("Test")
    assert card is not None
    entry = deck.programs[deck.play[card.id]].entry
    assert [deck.lines[entry + n] for n in (1, 2)] == [("my.cards", 2, "draw(1)"), ("my.cards", 4, "draw(2)")]


@pytest.mark.parametrize(
    ("marked", "says"),
    [
        ("▸drwa(3)", "'drwa' is not a word here; did you mean draw?"),
        ("▸draw", "brackets are missing: draw(n, by=SEAT)"),
        ("▸3", "instructions, = , if"),
        ("▸hand(you)", "hand() does nothing by itself; use what it gives"),
        ("▸choose(hand(you))", "choose() does nothing by itself"),
        ("▸count(hand(you))", "count() does nothing by itself"),
        ("▸you.draw(3)", "no word has a dot; write: draw(3, by=you)"),
        ("▸begin()", "'begin' is not a word here"),
        ("▸settle()", "is not a word here"),
        ("▸draw()", "draw() takes one thing, not 0: draw(n"),
        ("▸draw(1, 2)", "draw() takes one thing, not 2"),
        ("▸give(this)", "give() takes 2 things, not 1: give(CARD or SET, SEAT)"),
        ("draw(▸you)", "draw() needs a number, not a seat"),
        ("draw(▸hands)", "did you mean hand?"),
        ("give(this, ▸others)", "give() needs a seat, not a set of seats"),
        ("▸discard()", "discard() needs something: discard(CARD or SET, ...)"),
        ("discard(▸others)", "here a card or a set of cards is needed, not a set of seats"),
        ("discard(▸3)", "discard() needs a card or a set of cards, not a number"),
        ("draw_to(3, ▸you)", "draw_to() needs the word aside here: draw_to(n, aside)"),
        ("▸draw(3, to=you)", "'to=' cannot stand here"),
        ("▸hand = choose(hand(you))", "'hand' is a word of the language and cannot be a variable here"),
        ("▸draws = 3", "an action cannot set 'draws'; a rule can"),
        ("▸three = 3", "'three' is a word of the language"),
        ("▸rule = maybe(rules())", "'rule' is a word of the language"),
        ("for ▸you in others:\n        draw(1)", "'you' is a word of the language"),
        ("▸n += 1", "write: n = n + ..."),
        ("▸a, b = 1, 2", "one name gets a value on a line"),
        ("▸a = b = 1", "one name gets a value on a line"),
        ("x = 3\n    ▸x = you", "'x' is a number and cannot become a seat"),
        ("p = you\n    for ▸p in upto(2):\n        draw(1)", "'p' is a seat and cannot become a number"),
        ("▸break", "break stands only in a loop"),
        ("if yes:\n        ▸break", "break stands only in a loop"),
        ("▸continue", "a round cannot be left out"),
        ("▸return", "a card ends where its lines do"),
        ("▸import os", "no functions can be made or fetched"),
        ("▸def f():\n        draw(1)", "no functions can be made or fetched"),
        ("▸while yes:\n        draw(1)\n    else:\n        draw(1)", "this cannot be said"),
        ("for p in ▸you:\n        draw(1)", "a loop goes over upto(n), others, everyone, from_left or a set of cards"),
        ("for p in ▸upto():\n        draw(1)", "a loop goes over"),
        ("for _ in upto(▸you):\n        draw(1)", "here a number is needed, not a seat"),
        ("discard(▸choose())", "choose() takes one set, not 0"),
        ("discard(choose(▸3))", "a set of cards or a set of seats is needed, not a number"),
        ("discard(▸choose(hand(you), of=you))", "'of=' cannot stand here; by=SEAT says who is asked"),
        ("discard(choose(hand(you), by=▸3))", "here a seat is needed, not a number"),
        ('pass_hands(▸pick("left"))', 'pick() takes two or more words in quotes: pick("left", "right")'),
        ('pass_hands(▸pick("left", "left"))', "pick() takes each word once"),
        ('pass_hands(▸pick("left", "up"))', "pass_hands() takes left or right, not 'up'"),
        ('pass_hands(▸"yes")', "pass_hands() takes left or right, not 'yes'"),
        ('pass_hands(▸pick("left", "no"))', "pass_hands() takes left or right, not 'no'"),
        ('way = pick("yes", "left")\n    pass_hands(▸way)', "pass_hands() takes left or right, not 'yes'"),
        ('pass_hands("left" if pick("left", "up") == ▸"down" else "right")', "those are left, right, yes, no, up"),
        ('if ▸pick("done", "draw") == "left":\n        draw(1)', "'done' means something else in every question"),
        ("pass_hands(▸pick(3, 4))", "pick() takes two or more words"),
        ("if ▸agree(3):\n        draw(1)", "agree() takes nothing but by="),
        ("draw▸(3", "the bracket ( that opens here is never closed"),
        ("▸)", "the bracket ) closes nothing that was opened"),
        ("if yes:\n    ▸draw(3)", "what belongs to 'if' stands below it, indented by four more spaces"),
        ("draw(1)\n      ▸draw(2)", "indented deeper than the line above it"),
        ('discard(hand(you, ▸"Milk))', "a quote is missing: what begins here is not closed"),
        ("when a thing▸", "colon is missing"),
        ("draw(1) ▸draw(2)", "those look like: draw(3)"),
        ("if yes:\n        if yes:\n            draw(▸zzzz)", "'zzzz' is not a word here"),
        ("if yes:\n        draw(\n      ▸zzzz)", "'zzzz' is not a word here"),
    ],
)
def test_what_is_wrong_in_a_program(marked: str, says: str) -> None:
    expect(action(marked), says)


def test_too_many_variables() -> None:
    lines = [f"v{n} = {n}" for n in range(VARIABLES)]
    assert problems_of(action(*lines)) == []
    expect(action(*lines, "▸w = 3"), f"too many variables and questions in one program; at most {VARIABLES}")


def test_all_problems_of_a_program_in_one_run() -> None:
    found = problems_of(action("drwa(1)", "draw(you)", "if zzz:", "    draw(1)", "discard(3)"))
    assert [p.line for p in found] == [2, 3, 4, 6]


def test_too_many_blocks() -> None:
    deep = ["    " * n + "if yes:" for n in range(13)]
    expect(action(*deep, "    " * 13 + "▸draw(1)"), "more than 12 blocks inside one another")


def test_a_long_elif_is_no_nesting() -> None:
    lines = ["if holiday:", "    draw(1)"] + ["elif holiday:", "    draw(1)"] * 50
    assert problems_of(action(*lines)) == []


@pytest.mark.parametrize(
    "line",
    [
        "__import__('os').system('true')",
        "open('x')",
        "exec('1')",
        "eval('1')",
        "print(3)",
        "draw(__import__('os'))",
        "x = open",
    ],
)
def test_nothing_is_ever_executed(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise AssertionError("deck text was executed")

    monkeypatch.setattr("os.system", fail)
    assert problems_of(action(line))


@pytest.mark.parametrize("word", ["highest", "consecutive"])
def test_ranks_are_those_of_cards_of_players(word: str) -> None:
    for zone in ("aside", "rules()", "discard_pile()"):
        expect(f'action "Test"\n    "T."\n    if {HERE}{word}({zone}):\n        draw(1)\n', "the cards of players")
