"""What is said of trees that mean nothing in a card: what was given, and what would be right."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NoReturn

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.language.slips import INSTEAD, if_first, near, short
from changeling.cards.language.source import a
from changeling.cards.language.syntax import MAX_NUMBER, Wrong
from changeling.cards.synonyms import SYNONYMS

_LISTED = "the words are listed by: changeling words"
_USES = {  # by what a word gives: an instruction that uses it
    v.CONDITION: "if {}:",
    v.NUMBER: "draw({})",
    v.WORD: "pass_hands({})",
    v.CARD: "discard({})",
    v.SEAT: "draw(1, by={})",
    v.NOTHING: "discard({})",
}
_EITHER = (("CARD or SET", "card", "card or a set of cards"), ("SEAT or CARD", "seat", "seat or a card"))
_SEATS = "a seat is you, left_of(you), choose(others) or a variable"


def _written(node: ast.expr) -> str:
    """A tree as a card has it: names stand between double quotes."""
    text = ast.unparse(node)
    return text if '"' in text else text.replace("'", '"')


def unknown_word(name: str, variables: Iterable[str], *, inner: bool, marks: Container[str] = ()) -> str:
    """What is said of a name that is no word, with the word that may have been meant."""
    groups = (v.Sets, v.Queries, v.Questions, v.Effects, v.Flow)
    rows = {word.name: word for group in groups for word in group.words.values()}
    if name in rows and rows[name].inner and not inner:
        return f"'{name}' is not a word here: it is one of the shared programs, which only basic.cards may use"
    said = f"'{short(name)}' is not a word here"
    if name in rows and rows[name].params:
        return f"'{name}' needs brackets: {rows[name].signature}"
    if name in v.Statics.words or name in v.Verdicts.words or name in v.Permits.words:
        word = v.Statics.words.get(name) or v.Permits.words.get(name) or v.Verdicts.words[name]
        double = f"; to double it write: {name} *= two" if name in ("draws", "plays") else ""
        return f"'{name}' is set by a formula ({word.signature}); no other word can read it{double}"
    if name in w.EVENT_NAMES:
        return f"{said}: it is known only in a section about an event, such as: on discarded:"
    if name in v.Sections.words:
        return f"{said}: it begins a section, {v.Sections.words[name].signature}"
    if name in marks:
        return f"'{name}' is a mark: it stands in the brackets of a set, or of has, as in: keepers(others, {name})"
    if name in INSTEAD:
        return f"{said}; {INSTEAD[name]}"
    called = [word for word, others in SYNONYMS.items() if name.casefold() in others]
    for meant_by in sorted(called, key=lambda word: word not in rows):  # what can stand here before what cannot
        return f"{said}; did you mean {meant_by}?"
    allowed = [word for word, row in rows.items() if inner or not row.inner]
    meant = near(name, [*variables, *v.NUMBER_WORDS, *allowed])
    return f"{said}; did you mean {meant[0]}?" if meant else f"{said}; {_LISTED}"


def text_instead(text: str, want: str) -> str:
    """What is said of a text in quotes where something else is needed."""
    said = f"here {a(want)} is needed, not '{short(text)}' in quotes"
    if want == v.SEAT:
        return f"{said}: cards know no player by name; {_SEATS}"
    if want == v.CARD:
        return f'{said}; a card by its name is one of: anywhere("{short(text)}")'
    if want == v.NUMBER:
        return f"{said}; numbers stand without quotes"
    return f'{said}; has("{short(text)}") asks whether that card lies in front of you'


def not_a_value(node: ast.expr) -> str:
    """What is said of an expression that is none of the language."""
    match node:
        case ast.UnaryOp(op=ast.USub()):
            return f"numbers below zero cannot be said; numbers go from 0 to {MAX_NUMBER}"
        case ast.UnaryOp(op=ast.UAdd()):
            return "a + before a number says nothing; what adds to a number is written the other way round: draws += 1"
        case ast.Constant(value=float()):
            return "numbers are whole; half(n) is half of one, rounded up"
        case ast.Constant(value=None):
            return "'None' is not a word here; where there is no card, write the word: nothing"
        case ast.Tuple() | ast.List() | ast.Set():
            return "several things cannot stand here; join conditions with and, or, and sets with +"
        case ast.JoinedStr():
            return 'a name is written out, in plain quotes: "Milk"'
        case ast.Attribute():
            return f"no word has a dot; who does it is said with by=, as in: draw(3, by=you); {_LISTED}"
        case ast.Subscript():
            return "no word has square brackets; choose(SET), random(SET) and first(SET) give one of a set"
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp():
            return "write it like: choose(p for p in others if hand(p))"
        case ast.NamedExpr():
            return "a name gets its value on a line of its own: n = count(hand(you))"
        case ast.Lambda():
            return f"no functions can be made in a card; {_LISTED}"
    return f"this cannot be said in a card; {_LISTED}"


def not_an_instruction(node: ast.stmt) -> str:
    """What is said of a statement that is none of the language."""
    match node:
        case ast.AugAssign(target=ast.Name(id=name)) if name in v.Statics.words:
            return f"'{name}' is a formula: it stands in the card's body itself, not in a section or a block"
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add()) if f"{name}s" in v.Statics.words:
            return f"'{name}' is no formula; did you mean: {name}s += ..."
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub() as op):
            sign, word = ("+", "gain") if isinstance(op, ast.Add) else ("-", "lose")
            counter = f"or, of a counter: {word}(1, {name})"
            return f"only formulas such as draws += 1 have this; write: {name} = {name} {sign} ..., {counter}"
        case ast.AnnAssign(target=ast.Name(id=name), annotation=ast.Call(func=ast.Name(id=does))) if (
            does in v.Effects.words
        ):
            return f"'{short(name)}' opens no section or block; sections are {', '.join(v.Sections.words)}"
        case ast.AnnAssign(target=ast.Name(id=name)):
            return f"write = in place of the colon: {name} = ..."
        case ast.Expr(value=ast.Name(id=name)) if name in v.Effects.words:
            return f"brackets are missing: {v.Effects.words[name].signature}"
        case ast.Expr(value=ast.Name(id=name)):
            return f"'{short(name)}' alone does nothing; an instruction is a word with brackets, such as: draw(3)"
        case ast.Expr(value=ast.Constant(value=str(text))):
            return f'words for people stand between double quotes, right below the card\'s first line: "{short(text)}"'
        case ast.Expr(value=ast.BinOp(op=ast.FloorDiv() | ast.Div() | ast.Sub())):
            return "this does nothing by itself; a remark begins with #"
        case ast.Expr(value=ast.IfExp(test=test, body=body)):
            return if_first(_written(body), _written(test))
        case ast.Expr(value=ast.Compare(left=ast.Name(id=name), ops=[ast.Eq()], comparators=[value])):
            return f"== compares; one = gives a value: {short(f'{name} = {_written(value)}', 70)}"
        case ast.Expr(value=ast.Compare(left=ast.Name(id=name), ops=[ast.LtE() | ast.GtE()])) if _is_number(name):
            return f"'{name}' is a formula: it stands in the card's body itself, not in a section or a block"
        case ast.Expr(value=ast.Compare(left=ast.Name(id=name), ops=[ast.Lt() | ast.Gt()])) if _is_number(name):
            return f"a comparison does nothing by itself; a bound has one of <= and >=: {name} <= 2"
        case ast.Expr(value=ast.Compare()):
            return "a comparison does nothing by itself; write: if CONDITION:, or = to give a name a value"
        case ast.Assign(targets=[ast.Tuple() | ast.List()]) | ast.Assign(targets=[_, _, *_]):
            return "one name gets a value on a line: n = count(hand(you))"
        case ast.Return():
            return "a card ends where its lines do; put what follows into an else, or end the turn with end_turn()"
        case ast.Continue():
            return "a round cannot be left out; put the rest of it into an if"
        case ast.FunctionDef() | ast.ClassDef() | ast.Import() | ast.ImportFrom():
            return f"no functions can be made or fetched in a card; {_LISTED}"
    return "this cannot be said in a card; instructions, = , if, for, while and break can"


def _is_number(name: str) -> bool:
    return name in v.Statics.words and v.Statics.words[name].returns == v.NUMBER


def _nearly_formula(node: ast.stmt) -> str:
    """What is said of a formula with another sign than it has: `wins == has("A")`, `others.draws - 1`."""
    match node:
        case ast.Expr(value=ast.Compare(left=left, ops=[ast.Eq()], comparators=[right])) if _sets(left):
            return f"== compares; a formula has one =: {short(f'{_written(left)} = {_written(right)}', 70)}"
        case ast.Expr(value=ast.BinOp(left=left, op=ast.Add() | ast.Sub() as op, right=right)) if _sets(left):
            sign = "+=" if isinstance(op, ast.Add) else "-="
            return f"an = is missing: {short(f'{_written(left)} {sign} {_written(right)}', 70)}"
    return ""


def _sets(node: ast.expr) -> bool:
    """Whether a formula sets what is written so, for its own player or, behind a dot, for others."""
    name = node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
    return name in v.Statics.words or (name in (*v.Permits.words, *v.Verdicts.words) and isinstance(node, ast.Name))


def not_for_kind(kind: str, node: ast.stmt) -> str:
    """What is said of a line that is no formula, in a card whose kind has no instructions of its own."""
    opens = isinstance(node, ast.AnnAssign) and isinstance(node.annotation, ast.Call) and not _sets(node.target)
    if opens or (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
        return not_an_instruction(node)
    meant_so = _nearly_formula(node)
    if meant_so:
        return meant_so
    says = {"goal": "wins", "ungoal": "ends"}.get(kind, "")
    target, says_only = _target(node), ("goal", "ungoal", "surprise")
    meant = near(target, (*v.Statics.words, *v.Permits.words, *v.Verdicts.words)) if target else []
    if target and (meant or target in (*v.Statics.words, *v.Permits.words, *v.Verdicts.words)):
        return f"'{short(target)}' is no formula in this form; did you mean: {(meant or [target])[0]} = ..."
    if target and isinstance(node, ast.Assign | ast.AugAssign) and kind not in says_only:
        known = ", ".join((*v.Statics.words, *v.Permits.words))
        return f"'{short(target)}' is no formula; those are {known}; a name of your own gets its value in a section"
    if says:
        only = "an action, a rule or a surprise does something"
        return f"{a(kind)} has no instructions; it says when it is met, with: {says} = CONDITION; {only}"
    sections = [word.signature for word in v.Sections.words.values() if kind in word.of]
    if sections:
        return f"{a(kind)} has no instructions of its own; put them in a section: {'  '.join(sections)}"
    return f"{a(kind)} has no instructions; it has formulas, such as: draws = 1"


def _target(node: ast.stmt) -> str:
    match node:
        case ast.Assign(targets=[ast.Name(id=name), *_]) | ast.AugAssign(target=ast.Name(id=name)):
            return name
        case ast.AnnAssign(target=ast.Name(id=name)):
            return name
        case ast.Expr(value=ast.Call(func=ast.Name(id=name))) if name in v.Verdicts.words:
            return name
    return ""


def not_a_loop(node: ast.expr) -> str:
    """What is said of what a `for` goes over, when it is nothing that one can."""
    said = "a loop goes over upto(n), others, everyone, from_left or a set of cards"
    match node:
        case ast.Call(func=ast.Name(id="range"), args=[*_, last]):
            return f"{said}; write: upto({short(ast.unparse(last))})"
        case ast.Constant(value=int(number)):
            return f"{said}; write: upto({number})" if number <= MAX_NUMBER else said
        case ast.Name(id="upto") | ast.Call(func=ast.Name(id="upto")):
            return f"{said}; upto takes one number: upto(3)"
        case ast.Call(func=ast.Name(id=name)) | ast.Name(id=name) if name in v.Sets.words:
            word = v.Sets.words[name]
            if word.returns == v.SEATS:
                return f"{said}; write {name} without brackets"
    return said


def not_an_item(node: ast.expr, word: str, marks: Sequence[str]) -> str:
    """What is said of something that has() and others of its like cannot ask for."""
    match node:
        case _ if word == "has" and (_whose := _seat(node)):
            return f'has is always about you; what others have is a set: keepers({_whose}, "Milk")'
        case ast.Name(id=name):
            meant = near(name, marks)
            hint = f"did you mean {meant[0]}? " if meant else ""
            known = f" (declared: {', '.join(marks)})" if marks else " (none is declared)"
            quoted = f'a card is named in quotes: {word}("{short(name)}"), a mark is declared: marks {short(name)}'
            return f"'{short(name)}' is not a mark{known}; {hint}{quoted}"
        case ast.BoolOp(op=op):
            joined = "or" if isinstance(op, ast.Or) else "and"
            either = f'{word}("A") or {word}("B") is one of them'
            return f'no {joined} inside the brackets: {word}("A", "B") is both cards, {either}'
        case ast.List() | ast.Tuple() | ast.Set():
            return f'cards stand side by side, without further brackets: {word}("A", "B")'
        case ast.JoinedStr() | ast.BinOp():
            return f'a name is written out, in plain quotes: {word}("Milk")'
    return f'here a card is named in quotes, or a mark: {word}("Milk", investigator)'


def _seat(node: ast.expr) -> str:
    """How a player or several are written, where that is what stands here; else empty."""
    name = node.id if isinstance(node, ast.Name) else getattr(getattr(node, "func", None), "id", "")
    word = v.Sets.words.get(name) or v.Queries.words.get(name)
    return short(_written(node)) if word is not None and word.returns in (v.SEAT, v.SEATS) else ""


def not_compared(node: ast.Compare) -> str:
    """What is said of a comparison that is not of two values with a sign of ours."""
    if len(node.ops) > 1:
        return "compare two things at a time and join them: 1 < n and n < 5"
    if isinstance(node.ops[0], ast.In | ast.NotIn):
        return 'whether a card is there is asked so: has("Milk"), keepers(you, "Milk"), is_a(it, "Milk"), it in SET'
    return "compare two things with one of == != < <= > >="


def not_an_answer(word: str, own: Sequence[str] = ()) -> str:
    """What is said of a text in quotes that nobody can answer; `own` are the words that questions of the card offer."""
    meant = "".join(f"; did you mean '{one}'?" for one in near(word, own)[:1])
    answers = ", ".join([*v.ANSWERS, *own])
    return f"'{short(word)}' is not a word that a question here is answered with; those are {answers}{meant}"


def not_by_name(kind: str, name: str) -> str:
    """What is said where a card or a player is compared with a name in quotes."""
    if kind == v.SEAT:
        return f"cards know no player by name, so not '{short(name)}'; compare with you, left_of(you) or another seat"
    return f'a card cannot be compared with a name; what a card is, asks: is_a(CARD, "{short(name)}")'


def by_itself(word: v.Word) -> str:
    """What is said of a word that gives something, where an instruction should stand."""
    said = word.signature.replace(", by=SEAT", "").replace("by=SEAT", "")
    example = _USES.get(word.returns, _USES[v.NOTHING]).format(said)
    if word.params == (v.CARDS,) or word.group == "set":
        example = "discard(choose(hand(you)))"
    return f"{word.name}() does nothing by itself; use what it gives, as in: {example}"


def no_word(call: ast.Call) -> str:
    """What is said of an instruction that begins with no word: `you.draw(2)`."""
    match call.func:
        case ast.Attribute(value=who, attr=name) if name in v.Effects.words:
            word, given = v.Effects.words[name], [_written(arg) for arg in call.args]
            said = ", ".join([*given, f"by={_written(who)}"] if word.by else given)
            return f"no word has a dot; write: {short(f'{name}({said})', 70)}"
    return "an instruction is a word with brackets, such as: draw(3)"


def only_answering(word: v.Word) -> str:
    """What is said of a word about what a Surprise answers, where there is nothing of the sort."""
    if word.answering == ("instead of",):
        return f"'{word.name}' is about what a section replaces; it stands only in a section: instead of EVENT"
    kinds = " or ".join(word.answering) if len(word.answering) < 3 else f"KIND (one of {', '.join(word.answering)})"
    return f"'{word.name}' is about what a Surprise answers; it stands only in a section: react {kinds}"


@contextmanager
def needed_by(word: v.Word, arg: ast.expr) -> Iterator[None]:
    """Have a complaint about the type of an argument say which word needs it."""
    try:
        yield
    except Wrong as wrong:
        if wrong.node is arg and wrong.message.startswith("here a"):
            said = wrong.message.removeprefix("here a").replace(" is needed", "", 1)
            for form, one, either in _EITHER:
                said = said.replace(f" {one},", f" {either},", 1) if f"({form}" in word.signature else said
            wrong.message = f"{word.name}() needs a{said}{rather(word, arg, said)}"
        raise


def rather(word: v.Word, arg: ast.expr, said: str) -> str:
    """What somebody may have meant who gave a word something that it does not take."""
    if said.endswith("not a seat") and "by=SEAT" in word.signature:
        return f"; who does it is said with by={short(ast.unparse(arg))}"
    if word is v.Effects.swap and "not a set of cards" in said:
        return "; whole sets change owners with trade(SET, SEAT, SEAT)"
    return ""


def many(count: int) -> str:
    """How many things a word takes, in words."""
    return "nothing" if count == 0 else "one thing" if count == 1 else f"{count} things"


def fail(node: ast.AST, message: str) -> NoReturn:
    """Say that the text is wrong at this place."""
    raise Wrong(node, message)
