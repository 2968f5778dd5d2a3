"""Headers, texts for people, sections: what stands where, and what is said when it does not."""

import pytest
from tests.cards.writing import expect, problems_of

from changeling.cards.language import source
from changeling.cards.language.cards_file import MAX_PROBLEMS, Source
from changeling.cards.language.source import a, read


def card(text: str) -> Source:
    found = read(text, "my.cards")
    assert not found.problems, found.problems
    return found.cards[-1]


def test_a_header_says_all_about_a_card() -> None:
    found = card('marks food drink\nrule "Odd  Name!" in draw drink food x3 house  # why\n')
    assert (found.kind, found.name, found.slot) == ("rule", "Odd Name!", "draw"), "blanks are one blank"
    assert (found.marks, found.copies, found.house) == (("drink", "food"), 3, True)


def test_texts_are_joined_and_comments_skipped() -> None:
    found = card('keeper "Milk"  # cold\n    "One."\n    # between\n    "Two."  # behind\n')
    assert found.text == "One. Two."


def test_sections_and_bare_lines() -> None:
    found = card('rule "R"\n    draws = 1\n    start if not hand(you):  # c\n        draw(3)\n    plays = 2\n')
    assert [row for _, row in found.main.lines] == ["draws = 1", "plays = 2"]
    assert [(part.kind, part.condition, part.lines) for part in found.sections] == [
        ("start", "if not hand(you)", [(4, "draw(3)")])
    ]


def test_any_indentation_will_do() -> None:
    found = card('creeper "C"\n  when yes:\n     discard(this)\n')
    assert found.sections[0].lines == [(3, "discard(this)")]


def test_names_are_normalised() -> None:
    assert card('keeper "Cafe\u0301"').name == "Café"


@pytest.mark.parametrize("text", ["", "\n\n", "# only\n   # comments\n", "\r\n"])
def test_nothing_is_no_problem(text: str) -> None:
    assert problems_of(text) == []


def test_lines_may_end_as_windows_has_them() -> None:
    assert card('keeper "Milk"\r\n    "Cold."\r\n').text == "Cold."


@pytest.mark.parametrize(
    ("marked", "says"),
    [
        ('▸keper "Milk"', "did you mean keeper?"),
        ('▸zzz "Milk"', "the kinds are basic, meta, rule"),
        ('▸program "turn"', "'program' is not a kind of card"),
        ("keeper ▸Milk", 'a name stands between double quotes; write: keeper "Milk"'),
        ("keeper ▸'Milk'", 'a name stands between double quotes; write: keeper "Milk"'),
        ('▸Keeper "Milk"', 'small ones; write: keeper "Milk"'),
        ('keeper "▸"', "1 to 60 characters"),
        ('keeper "▸ Milk"', "no blank at either end"),
        ('keeper "▸Milk #2"', "no #"),
        (f'keeper "▸{"M" * 61}"', "1 to 60 characters"),
        ('keeper "Milk" ▸in draw', "only a rule has a slot, not a keeper"),
        ('action "Milk" ▸in draw', "only a rule has a slot, not an action"),
        ('rule "Milk" ▸in', "'in' needs a slot, a small word without quotes such as: in draw"),
        ('rule "Milk" ▸in 3', "'in' needs a slot"),
        ('keeper "Milk" ▸food', "declare it first: marks food (declared: none yet)"),
        ('marks drink\nkeeper "Milk" drink ▸food', "(declared: drink)"),
        ('keeper "Milk" ▸x0', "1 to 99 copies"),
        ('keeper "Milk" ▸x100', "1 to 99 copies"),
        ('keeper "Milk" ▸"Bread"', "cannot stand here"),
        ("▸marks", "such as: marks food"),
        ("marks ▸Food", "cannot be a mark"),
        ("marks a b ▸b-c", "cannot be a mark"),
        ("marks food ▸creeper", "a word of the language"),
        ("marks ▸x2", "a word of the language"),
        ("▸    draw(3)", 'a card begins with a line like: keeper "Milk"'),
        ('rule "R"\n    draws = 1\n  ▸plays = 2', "indented by 2; the first line of this card is indented by 4"),
        ('keeper "Milk"\n    ▸"It is "cold"."', 'stands alone on its line between "double quotes"'),
        ('keeper "Milk"\n    ▸"a" "b"', "stands alone"),
        ('keeper "Milk"\n    ▸"a\\n"', "without"),
        ('creeper "C"\n    ▸when yes:', "'when' has nothing to do"),
        ('creeper "C"\n    when yes▸', "a colon is missing: when yes:"),
        ('creeper "C"\n    when yes:▸ discard(this)', "on lines of their own, indented below it"),
        ('rule "R"\n    free▸', "a colon is missing: free:"),
        ('keeper "Milk"▸\t', "a tab; indent with four spaces"),
        ('keeper "Milk"\n▸\tdraw(3)', "a tab"),
        ('keeper "Mi▸\u202elk"', "U+202E"),
        ('keeper "Mi▸\u0000lk"', "U+0000"),
        ('keeper "Mi▸\ud800lk"', "U+D800"),
        ('keeper "Mi▸\u2028lk"', "U+2028"),
        ("# ▸\u2066 hidden in a comment", "U+2066"),
        ('▸\ufeffkeeper "Milk"', "U+FEFF"),
        ("▸\xa0draw(3)", "begins with the blank U+00A0"),
    ],
)
def test_what_is_wrong_is_said_at_its_place(marked: str, says: str) -> None:
    expect(marked, says)


def test_a_line_that_is_too_long() -> None:
    expect("#" * source.MAX_LINE + "▸#", "at most 400 are read")


def test_brackets_nested_too_deep() -> None:
    expect('action "A"\n    draw(' + "(" * 15 + "▸(3" + ")" * 17, "brackets nested more than 16 deep")


def test_many_problems_are_reported_together_and_then_no_more() -> None:
    found = read('keeper "Milk" nothing\n' * 200, "my.cards").problems
    assert len(found) == MAX_PROBLEMS + 1
    assert found[-1].message == "more problems follow; these first"


def test_too_many_cards() -> None:
    found = read("".join(f'keeper "K{n}"\n' for n in range(600)), "my.cards")
    assert [(p.line, p.message) for p in found.problems] == [(513, "the file has 600 cards; at most 512 are read")]
    assert len(found.cards) == source.MAX_CARDS


def test_too_many_lines_and_sections() -> None:
    lines = read('action "A"\n' + "    draw(1)\n" * 122, "my.cards").problems
    assert [p.line for p in lines] == [122, 123]
    sections = read('creeper "C"\n' + "    when yes:\n        discard(this)\n" * 25, "my.cards").problems
    assert [(p.line, p.column) for p in sections] == [(50, 5)]


def test_a_text_that_is_too_long_and_too_many_marks() -> None:
    expect('keeper "K"\n' + '    "' + "a" * 300 + '"\n' + '    ▸"' + "b" * 300 + '"\n', "at most 600 characters")
    expect("marks " + " ".join(f"m{n}" for n in range(30)) + "\n▸marks food\n", "more than 30 marks in one file")


def test_a_file_that_is_too_large() -> None:
    found = read("#" * 10_000_000, "my.cards").problems
    assert [p.message for p in found] == ["the file has 10,000,000 characters; at most 1,000,000 are read"]


def test_articles() -> None:
    assert (a("rule"), a("action"), a("ungoal")) == ("a rule", "an action", "an ungoal")
