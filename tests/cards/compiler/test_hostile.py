"""Text from strangers: an error or a deck, soon, whatever it says. Never a hang, a crash or another exception."""

import time
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.cards.writing import action, deck_of, problems_of, rule
from tests.effort import EFFORT

from changeling.cards.language.format import format_cards
from changeling.errors import CardsError, ChangelingError

SOON = 5.0  # seconds of work on a slow machine; nearly all are done in a tenth of one


def survive(text: str) -> bool:
    """Whether the text makes a deck. That is known soon, and what makes a deck can be formatted."""
    began = time.thread_time()
    try:
        deck_of(text)
        good = True
    except ChangelingError:
        good = False
    if good or len(text) < 100_000:
        try:
            format_cards(text, "my.cards")
        except CardsError:
            assert not good
    assert time.thread_time() - began < SOON
    return good


def nested(opening: str, inner: str, closing: str, times: int) -> str:
    return opening * times + inner + closing * times


def over_rows(text: str) -> str:
    """The text in brackets, a few words a row, so that no row is long."""
    words = text.split(" ")
    return "(\n" + "\n".join("        " + " ".join(words[n : n + 40]) for n in range(0, len(words), 40)) + ")"


HOSTILE = {
    "huge number": rule("draws = " + "9" * 380),
    "huge number, hexadecimal": rule("draws = 0x" + "f" * 370),
    "huge float": rule("draws = 1e" + "9" * 300),
    "huge power": rule("draws = 9**9**9**9"),
    "huge shift": rule("draws = 1 << 999"),
    "huge text": rule("draws = 'a' * 999999999"),
    "brackets": rule("draws = " + nested("(", "1", ")", 150)),
    "brackets over rows": rule("draws = " + "".join("(" * 15 + "\n        " for _ in range(100))),
    "calls": rule("draws = " + nested("half(", "1", ")", 16)),
    "calls in sets": rule("draws = " + nested("count(hand(you if ", "yes", " else you))", 8)),
    "calls in sets over rows": rule(
        "draws = " + nested("count(hand(you if\n        ", "yes", " else you))\n        ", 60)
    ),
    "sets in sets": action("discard(" + nested("hand(you if ", "yes", " else you)", 16) + ")"),
    "sets in sets over rows": action(
        "discard(" + nested("hand(you if\n        ", "yes", " else you)\n        ", 40) + ")"
    ),
    "sums in sets": action("discard(" + nested("hand(you if count(rules + ", "rules", ") else you)", 7) + ")"),
    "tests in tests": action("discard(" + nested("choose(p for p in others if ", "yes", ")", 8) + ")"),
    "questions in questions": action("discard(" + nested("choose(hand(owner(", "this", ")))", 5) + ")"),
    "nots": rule("harmless = " + "not " * 90 + "yes"),
    "nots over rows": rule("harmless = " + over_rows("not " * 4000 + "yes")),
    "minuses": rule("draws = " + "-" * 380 + "1"),
    "minuses over rows": rule("draws = " + over_rows("- " * 4000 + "1")),
    "sum over rows": rule("draws = " + over_rows("1" + " + 1" * 3000)),
    "ands over rows": rule("harmless = " + over_rows("yes" + " and yes" * 3000)),
    "comparisons": rule("harmless = " + "1 <" * 120 + " 1"),
    "elses": rule("draws = " + "1 if yes else " * 27 + "1"),
    "elses over rows": rule("draws = " + over_rows("1 if yes else " * 1000 + "1")),
    "lambdas": rule("draws = " + "lambda:" * 50 + "1"),
    "attributes": rule("draws = you" + ".x" * 150),
    "subscripts": rule("draws = " + nested("you[", "1", "]", 16)),
    "lists": rule("draws = " + nested("[", "1", "]", 100)),
    "strings": rule("draws = " + '"a" ' * 90),
    "f-strings": rule("draws = f'" + '{f"{1}"}' * 30 + "'"),
    "ifs": action(*["    " * n + "if yes:" for n in range(80)], "    " * 80 + "draw(1)"),
    "ifs with one blank": 'action "A"\n'
    + "".join(" " * (n + 1) + "if yes:\n" for n in range(119))
    + " " * 120
    + "draw(1)\n",
    "loops": action(*["    " * n + "for _ in upto(99):" for n in range(12)], "    " * 12 + "draw(1)"),
    "elifs": action("if yes:", "    draw(1)", *(line for _ in range(58) for line in ("elif yes:", "    draw(1)"))),
    "one-line blocks": action("if yes: " + "draw(1);" * 40),
    "text never closed": action('discard(hand(you, "' + "a" * 200),
    "triple quotes never closed": action('discard(hand(you, """', *["a"] * 100),
    "bracket never closed": action("discard(", *["hand(you),"] * 100),
    "backslashes": action(*["\\"] * 100),
    "semicolons": action(";" * 300),
    "colons": action(":" * 300),
    "decorators": action(*["@x"] * 50, "def f(): pass"),
    "walrus": rule("draws = (n := 3)"),
    "star": action("draw(*hand)", "draw(**hand)"),
    "await": action("await draw(3)"),
    "match": action("match 3:", "    case 3:", "        draw(1)"),
    "type hints": action("n: 3 = 3"),
    "long name": f'keeper "{"M" * 380}"\n',
    "long line": "keeper " + '"' * 1_000,
    "very long line": "x" * 900_000,
    "no end of line in ten million": "x" * 10_000_000,
    "hundred thousand lines": "\n" * 100_000 + 'keeper "K"\n',
    "hundred thousand comments": "# c\n" * 100_000,
    "hundred thousand wrong lines": "x\n" * 100_000,
    "hundred thousand lines of one card": 'action "A"\n' + " draw(1)\n" * 100_000,
    "hundred thousand texts of one card": 'keeper "A"\n' + ' "abc"\n' * 100_000,
    "blank lines in a card": 'action "A"\n    draw(1)\n' + "\n" * 300_000 + "    draw(2)\n",
    "forty thousand cards": "".join(f'keeper "K{n}"\n' for n in range(40_000)),
    "cards far down": "\n" * 500_000 + "".join(f'action "A{n}"\n    draw(1)\n' for n in range(500)),
    "many copies": "".join(f'keeper "K{n}" x99\n' for n in range(500)),
    "sections without end": 'creeper "C"\n' + " when yes:\n  draw(1)\n" * 40_000,
    "wrong words by the thousand": "".join(f'action "A{n}"\n' + "    dicsard_plie(3)\n" * 100 for n in range(300)),
    "marks without end": "marks " + " ".join(f"m{n}" for n in range(60)) + "\n" + 'keeper "K" m1 m2\n',
    "marks lines without end": "".join(f"marks m{n}\n" for n in range(60_000)) + 'keeper "K" m59999\n',
    "names without end": "".join(
        f'goal "G{n}"\n    wins = has("{"a" * 20}{n}", "b{n}", "c{n}", "d{n}")\n' for n in range(500)
    ),
    "same card again": 'keeper "Milk"\n' * 300,
    "only tabs": "\t" * 300,
    "byte order marks": "\ufeff" * 3 + 'keeper "K"\n',
    "direction overrides": 'keeper "\u202eKliM\u202c"\n',
    "isolates in code": action("draw(\u20663\u2069)"),
    "zero widths": action("dr\u200baw(3)"),
    "NULs": "\0" * 1000,
    "NUL in code": action("draw(\x003)"),
    "escapes": action("\x1b[2Jdraw(3)"),
    "surrogates": action("draw(3) # \ud83d"),
    "private use": 'keeper "\ue000"\n',
    "unassigned": 'keeper "\U000e0fff"\n',
    "lookalike word": action("d\u0433\u0430w(3)"),
    "full width word": action("\uff44\uff52\uff41\uff57(3)"),
    "full width digits": action("draw(\uff13)"),
    "other digits": action("draw(٣)"),
    "superscript": action("draw(3²)"),
    "combining": 'keeper "' + "Z" + "\u0301" * 59 + '"\n',
    "combining too many": 'keeper "' + "Z" + "\u0301" * 300 + '"\n',
    "combining in a word": action("dra\u0301w(3)"),
    "curly quotes": action("discard(hand(you, “Milk”))"),
    "no-break spaces": action("draw(\xa03)"),
    "wide blanks": "\u3000draw(3)\n",
    "old Mac lines": 'keeper "A"\rkeeper "B"\r',
    "form feeds": 'action "A"\n    \x0cdraw(3)\n',
    "vertical tabs": 'action "A"\n    draw(3)\x0b\n',
    "next lines": 'keeper "A"\x85keeper "B"\n',
    "empty": "",
    "blank": " ",
    "quote": '"',
    "hash": "#",
    "colon": ":",
}


# What is odd and yet legal. All the rest is refused.
LEGAL = {
    "calls",
    "calls in sets",
    "questions in questions",
    "elifs",
    "one-line blocks",
    "hundred thousand lines",
    "hundred thousand comments",
    "blank lines in a card",
    "cards far down",
    "names without end",
    "same card again",
    "combining",
    "empty",
    "blank",
    "hash",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text(name: str) -> None:
    assert survive(HOSTILE[name]) is (name in LEGAL)


def test_a_question_is_never_answered_with_a_python_object() -> None:
    for word in ("__class__", "__builtins__", "self", "os", "sys", "globals", "True", "None", "Ellipsis", "..."):
        assert problems_of(action(f"draw({word})")), word
        assert problems_of(action(f"discard({word})")), word


# --- random text ------------------------------------------------------------------------------------------------------
WORDS = """
keeper goal rule action creeper meta basic surprise ungoal marks in house x2 "Milk" " ( ) , : = += == + - *
. # ' [ ] { } \\ draw discard choose hand you others if else elif for while break not and or upto start: when free wins
draws plays 3 three 999 has count p _ lambda yield import class def @ := ;
"""
PIECES = st.sampled_from(
    [*WORDS.split(), "\n", "\n    ", "\n        ", "\t", "\0", "\u00e9", "\uff12", 'action "A"\n    ']
)


@given(st.lists(PIECES, max_size=60).map(" ".join))
@settings(max_examples=100 * EFFORT, deadline=None)
def test_random_pieces(text: str) -> None:
    survive(text)


@given(st.text(max_size=300))
@settings(max_examples=70 * EFFORT, deadline=None)
def test_random_characters(text: str) -> None:
    survive(text)


@given(st.text(alphabet=st.characters(blacklist_categories=("Cs", "Cc")), max_size=120), st.booleans())
@settings(max_examples=70 * EFFORT, deadline=None)
def test_random_bodies(text: str, formula: bool) -> None:
    survive(rule("draws = " + text) if formula else action(text))


CARDS = """
marks food

keeper "Bread" food
    "A loaf."

action "Use What You Take"
    victim = choose(p for p in others if hand(p))
    play(random(hand(victim)))

rule "Get On With It!"
    free if plays_left and hand(you):
        discard(hand(you))
        draw(3)
        end_turn()

goal "Snack"
    wins = has("Bread") and count(keepers(you, food)) >= 1
"""


def spoiled(text: str, cuts: list[tuple[int, str]]) -> Iterator[str]:
    for place, put in cuts:
        at = place % (len(text) + 1)
        yield text[:at] + put + text[at + 1 :]


@given(
    st.lists(
        st.tuples(
            st.integers(0, 10_000), st.sampled_from(["", " ", "(", ")", '"', "\n", ":", ",", "x", "3", "\t", "#"])
        ),
        max_size=6,
    )
)
@settings(max_examples=20 * EFFORT, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_real_cards_with_slips_of_the_pen(cuts: list[tuple[int, str]]) -> None:
    for changed in spoiled(CARDS, cuts):
        survive(changed)
