"""The usual spacing of a statement, and one that it keeps when it is there already."""

from __future__ import annotations

import pytest

from changeling.cards.language.token_layout import behind, lines_of, spaced


@pytest.mark.parametrize(
    ("text", "usual"),
    [
        ("draw( 3 )", "draw(3)"),
        ("draw (3)", "draw(3)"),
        ("x=3", "x = 3"),
        ("draws+=1", "draws += 1"),
        ("choose( hand( you ) ,by = owner( this ))", "choose(hand(you), by=owner(this))"),
        ("a+b*c", "a + b * c"),
        ("not  ( a and b )", "not (a and b)"),
        ("1 if( yes )else 2", "1 if (yes) else 2"),
        ("has('Milk')", 'has("Milk")'),
        ("""has('say "so"')""", """has('say "so"')"""),
        ("p for p in others if hand(p)", "p for p in others if hand(p)"),
    ],
)
def test_one_form_for_each_statement(text: str, usual: str) -> None:
    assert spaced(text) == usual
    assert spaced(usual) == usual


def test_statements_get_a_line_of_their_own() -> None:
    found = [(line.depth, [token.string for token in line.tokens]) for line in lines_of("if a: draw(1); break\n")]
    assert found == [
        (0, ["if", "a", ":"]),
        (1, ["draw", "(", "1", ")"]),
        (1, ["break"]),
    ]


def test_blocks_are_deeper() -> None:
    text = "while a:\n  if b:\n      draw(1)\n  discard(hand(you))\ndraw(2)\n"
    assert [line.depth for line in lines_of(text)] == [0, 1, 2, 1, 0]
    assert [line.rows for line in lines_of(text)] == [(1, 1), (2, 2), (3, 3), (4, 4), (5, 5)]


def test_a_comment_stands_two_spaces_behind() -> None:
    assert (behind("# why  "), behind("")) == ("  # why", "")
