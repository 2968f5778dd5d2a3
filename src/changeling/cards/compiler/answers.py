"""What a card's own words may be: answers in quotes, the text of a question, and which of them a program says."""

from __future__ import annotations

import ast

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.language.slips import short
from changeling.cards.language.syntax import Wrong

MAX_WORD = 30  # characters of a word that a question is answered with
MAX_ASK = 120  # characters of a question


def picked_in(body: list[ast.stmt]) -> tuple[str, ...]:
    """The words of its own that a program lets somebody answer."""
    found: dict[str, None] = {}
    for node in _calls(body, v.Questions.pick):
        for arg in node.args:
            if isinstance(arg, ast.Constant) and isinstance(arg.value, str) and arg.value not in w.ANSWER_WORDS:
                found[arg.value] = None
    return tuple(found)


def says(body: list[ast.stmt], word: v.Word) -> ast.Call | None:
    """Where a program says a word for the first time, if it does."""
    return next(iter(_calls(body, word)), None)


def _calls(body: list[ast.stmt], word: v.Word) -> list[ast.Call]:
    nodes = (node for statement in body for node in ast.walk(statement))
    return [n for n in nodes if isinstance(n, ast.Call) and isinstance(n.func, ast.Name) and n.func.id == word.name]


def refuse_word(text: str, node: ast.AST) -> None:
    """Refuse a text that nobody can be offered as an answer. Raises Wrong."""
    if text in v.ANSWERS:
        return
    if text in w.ANSWER_WORDS:
        raise Wrong(node, f"'{text}' means something else in every question; choose another word")
    if not 1 <= len(text) <= MAX_WORD or not text.isprintable() or text != " ".join(text.split()):
        said = f"'{short(text)}' cannot be an answer"
        raise Wrong(node, f"{said}; 1 to {MAX_WORD} characters that can be shown, with single blanks between words")


def own_text(node: ast.Call) -> str:
    """What a question asks in the card's own words: `agree(ask="Was that a song?")`. Raises Wrong."""
    given = next((keyword.value for keyword in node.keywords if keyword.arg == "ask"), None)
    if given is None:
        return ""
    if not isinstance(given, ast.Constant) or not isinstance(given.value, str):
        raise Wrong(given, 'ask= takes the question in quotes: agree(ask="Was that a song?")')
    text = given.value
    if not 1 <= len(text) <= MAX_ASK or not text.isprintable() or text != " ".join(text.split()):
        said = f"a question has 1 to {MAX_ASK} characters that can be shown, with single blanks between words"
        raise Wrong(given, f"{said}: '{short(text)}'")
    return text


ASKING = tuple(v.Questions.words) + tuple(
    name for name, word in v.Queries.words.items() if word.instruction.statement >= 0
)
