"""The usual form: the same every time, and never another meaning."""

import random
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.cards.writing import deck_of
from tests.effort import EFFORT

import changeling
from changeling.cards.compiler.compile import Text, assemble
from changeling.cards.deck import Deck
from changeling.cards.language.format import format_cards
from changeling.decks.shelf import basic_text, edition_texts, editions
from changeling.errors import CardsError

SHELF = Path(changeling.__file__).parent / "editions"
FILES = [pytest.param(path, id=str(path.relative_to(SHELF))) for path in sorted(SHELF.rglob("*.cards"))]


def usual(text: str) -> str:
    """The usual form, which must be its own."""
    made = format_cards(text, "my.cards")
    assert format_cards(made, "my.cards") == made
    return made


def meaning(deck: Deck) -> tuple[object, ...]:
    """All of a deck but where it was written."""
    faces = [(c.title, c.kind, c.slot, c.marks, c.text, c.house, c.reading, c.needs, c.forbids) for c in deck.cards]
    return (
        deck.digest,
        deck.code,
        deck.statics,
        deck.whens,
        deck.starts,
        deck.finishes,
        deck.frees,
        deck.on_goals,
        faces,
    )


@pytest.mark.parametrize("path", FILES)
def test_what_is_shipped_is_in_the_usual_form(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert format_cards(text, path.name, programs=path.name == "basic.cards") == text


def test_headers() -> None:
    assert usual('keeper    "Milk"') == 'keeper "Milk"\n'
    assert usual('marks  a   b# why\nrule "R"  house x3   b a in   draw  #c') == (
        'marks a b  # why\n\nrule "R" in draw b a x3 house  #c\n'
    )
    assert usual('keeper "Milk" x1') == 'keeper "Milk"\n'


def test_statements() -> None:
    assert usual(
        "action 'A'".replace("'", '"') + "\n n=half( count(rules( ) ) )\n if n>= 2 and not hand( you ):draw( n )\n"
    ) == ('action "A"\n    n = half(count(rules()))\n    if n >= 2 and not hand(you):\n        draw(n)\n')
    assert usual('goal "G"\n  wins=has( \'Milk\',"It\'s" )') == 'goal "G"\n    wins = has("Milk", "It\'s")\n'
    assert usual('rule "R"\n  draws+=1 if(holiday)') == 'rule "R"\n    draws += 1 if (holiday)\n'
    assert usual('action "A"\n draw( 1 );draw(2)\n while(yes):break') == (
        'action "A"\n    draw(1)\n    draw(2)\n    while (yes):\n        break\n'
    )
    assert usual('action "A"\n discard(choose( hand( you ) -this,by = you ))') == (
        'action "A"\n    discard(choose(hand(you) - this, by=you))\n'
    )


def test_sections() -> None:
    assert usual('rule "R"\n  start   if not hand( you ) :#c\n\n     draw(3)\n  free :\n     draw(1)\n') == (
        'rule "R"\n    start if not hand(you):  #c\n        draw(3)\n    free:\n        draw(1)\n'
    )


def test_blank_lines() -> None:
    first = '\n\n# top\n\n\nmarks a\n# one\nkeeper "A"\n\n\n    "Text."\n'
    assert usual(first + '# two\n# three\nkeeper "B"\nkeeper "C"\n\n\n\n# end\n\n\n') == (
        '# top\n\nmarks a\n\n# one\nkeeper "A"\n    "Text."\n\n# two\n# three\nkeeper "B"\n\nkeeper "C"\n\n# end\n'
    )


def test_comments_stay_where_they_are() -> None:
    text = (
        'action "A"   # header\n'
        '  "Text."# text\n'
        "  # before\n"
        "  if yes:   # test\n"
        "       # inside, above\n"
        "       draw(1)#  odd   blanks \n"
        "       # inside, below\n"
        "  # outside\n"
        "# at the left\n"
        "  draw(2)\n"
        "  # last\n"
    )
    assert usual(text) == (
        'action "A"  # header\n'
        '    "Text."  # text\n'
        "    # before\n"
        "    if yes:  # test\n"
        "        # inside, above\n"
        "        draw(1)  #  odd   blanks\n"
        "        # inside, below\n"
        "    # outside\n"
        "# at the left\n"
        "    draw(2)\n"
        "    # last\n"
    )


def test_several_rows_become_one_where_they_fit() -> None:
    assert (
        usual('goal "G"\n    wins = has(\n        "A",\n        "B",\n    )\n')
        == 'goal "G"\n    wins = has("A", "B")\n'
    )


def test_several_rows_stay_where_a_comment_is_in_the_way() -> None:
    text = 'goal "G"\n  wins = has("A", # one\n   "B",\n     # two\n   "C"\n   ) # three\n'
    assert usual(text) == (
        'goal "G"\n    wins = has("A",  # one\n        "B",\n        # two\n        "C"\n    )  # three\n'
    )


def test_several_rows_stay_where_one_would_be_too_long() -> None:
    names = [f'"{letter * 30}"' for letter in "ABCDE"]
    text = f'goal "G"\n    wins = has(\n        {names[0]}, {names[1]},\n        {", ".join(names[2:])}\n    )\n'
    assert usual(text) == text


def test_odd_but_legal() -> None:
    assert usual("") == ""
    assert usual("\r\n \r\n") == ""
    assert usual("# only") == "# only\n"
    assert usual('\ufeffkeeper "Milk"') == 'keeper "Milk"\n'
    assert usual('keeper "Cafe\u0301"') == 'keeper "Café"\n'
    assert usual('goal "G"\n    wins = has("A" \\\n        )\n') == 'goal "G"\n    wins = has("A")\n'
    assert usual('goal "G"\n    wins = has(r"A", \'6"\', """B""")\n') == 'goal "G"\n    wins = has("A", \'6"\', "B")\n'


def test_what_would_become_too_large_is_left_alone() -> None:
    dense = 'goal "G"\n    wins = ' + "+".join(["1"] * 22) + ' ==  1 or has("' + '","'.join(["A" * 50] * 6) + '")\n'
    assert len(dense.splitlines()[1]) < 400 < len(usual(dense).splitlines()[1]) + 30
    lines = 'action "A"\n' + "    draw(1);draw(1)\n" * 100
    assert format_cards(lines, "my.cards") == lines


@pytest.mark.parametrize(
    "text", ["zzz", 'action "A"\n    draw(3\n', 'action "A"\n    "a" "b"\n', 'rule "R"\n    when yes:\n']
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    with pytest.raises(CardsError):
        format_cards(text, "my.cards")


def mangled(text: str, chance: random.Random) -> str:
    """The same cards written by somebody careless."""
    rows = []
    for row in text.split("\n"):
        code = row.split("#")[0].rstrip()
        comment = row[len(row.split("#")[0]) :]
        indent = len(code) - len(code.lstrip())
        bare = code.strip()
        if bare and not bare.startswith('"') and '"' not in bare:
            bare = re.sub(
                r"(\(|\)|,|==|>=|\+|:)",
                lambda at: chance.choice(["", " ", "  "]) + at[1] + chance.choice(["", " "]),
                bare,
            )
            bare = re.sub(r"\s*\+\s*=", "+=", bare)
        code = " " * (indent // 4 * 3) + bare
        blanks = "\n" * chance.choice([0, 0, 0, 1, 3]) if not indent else ""
        rows.append(blanks + code + (" " * chance.randrange(4) if bare else "") + comment + " " * chance.randrange(3))
    return "\n".join(rows)


@pytest.mark.parametrize("edition", editions())
@given(seed=st.integers(0, 10_000))
@settings(max_examples=2 * EFFORT, deadline=None)
def test_the_form_never_changes_what_an_edition_does(edition: str, seed: int) -> None:
    chance = random.Random(seed)
    texts = edition_texts(edition)
    careless = [Text(text.file, mangled(text.text, chance), edition) for text in texts]
    formed = [Text(text.file, format_cards(text.text, text.file), edition) for text in careless]
    decks = [assemble([basic_text(), *some], name=edition) for some in (texts, careless, formed)]
    assert meaning(decks[0]) == meaning(decks[1]) == meaning(decks[2])
    for text, careful in zip(formed, texts, strict=True):
        assert format_cards(text.text, text.file) == text.text
        assert [row for row in text.text.split("\n") if row] == [row for row in careful.text.split("\n") if row]


def test_a_section_in_the_middle_of_a_statement_is_not_lost() -> None:
    text = 'rule "R"\n    draw(\n    when yes:\n        draw(1)\n    3)\n'
    assert meaning(deck_of(text)) == meaning(deck_of(format_cards(text, "my.cards")))
