"""Writing cards in tests: texts in, decks or problems out."""

from changeling.cards.compiler.compile import Text, assemble, check, look_over
from changeling.cards.deck import Deck
from changeling.decks.shelf import basic_text
from changeling.errors import Problem

HERE = "▸"  # in a marked text: the place that the problem must name


def deck_of(text: str, name: str = "test") -> Deck:
    """The deck of the Basic Rules and these cards."""
    return assemble([basic_text(), Text("my.cards", text, "my")], name=name)


def problems_of(text: str) -> list[Problem]:
    """Everything that is wrong with these cards."""
    return check([basic_text(), Text("my.cards", text, "my")])


def expect(marked: str, *says: str) -> None:
    """The marked text has exactly one problem, at the mark, and it says all of this."""
    before, _, after = marked.partition(HERE)
    found = problems_of(before + after)
    line = before.count("\n") + 1
    column = len(before.rpartition("\n")[2]) + 1
    assert [(p.file, p.line, p.column) for p in found] == [("my.cards", line, column)], found
    for words in says:
        assert words in found[0].message, found[0]


def action(*lines: str) -> str:
    """An Action of these lines."""
    return 'action "Test"\n' + "".join(f"    {line}\n" for line in lines)


def rule(*lines: str) -> str:
    """A New Rule of these lines."""
    return 'rule "Test"\n' + "".join(f"    {line}\n" for line in lines)


def program_of(*lines: str) -> list[str]:
    """The listing of what a New Rule of these lines does when played: as of an Action, but without its window."""
    deck = deck_of(rule("play:", *(f"    {line}" for line in lines)))
    card = deck.card("Test")
    assert card is not None
    return deck.listing(deck.play[card.id])


def formula_of(line: str) -> str:
    """The postfix of a New Rule's only formula."""
    deck = deck_of(rule(line))
    card = deck.card("Test")
    assert card is not None
    (static,) = deck.statics[card.id]
    return deck.expression(static.expression)


def looked_over(text: str, elsewhere: dict[str, list[str]] | None = None) -> list[Problem]:
    """All that a check tells of these cards, errors and warnings."""
    return look_over([basic_text(), Text("my.cards", text, "my")], ["my.cards"], elsewhere or {})


def expect_told(marked: str, severity: str, *says: str) -> None:
    """A check of the marked text tells exactly one thing, at the mark and so grave, and it says all of this."""
    before, _, after = marked.partition(HERE)
    found = looked_over(before + after)
    line = before.count("\n") + 1
    column = len(before.rpartition("\n")[2]) + 1
    assert [(p.line, p.column, p.severity) for p in found] == [(line, column, severity)], found
    for words in says:
        assert words in found[0].message, found[0]
