"""What cards ask of the deck that they are in: names and marks, and whether a condition could ever hold.

Read from the cards' text, not from their programs. Only what is certainly missing is reported.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.headings import event_heading, react_heading
from changeling.cards.deck import Card
from changeling.cards.language.cards_file import Part
from changeling.cards.language.source import read
from changeling.cards.language.syntax import body_of, condition_of

_ZONES = {name: word.of for name, word in v.Sets.words.items() if word.of}
_RANKINGS = tuple(name for name, word in v.Queries.words.items() if word.more)
_MOVES = tuple(name for name, word in v.Effects.words.items() if word.moves)
_ANSWERED = (
    *(name for group in (v.Questions, v.Effects) for name, word in group.words.items() if word.words),
    v.Queries.votes.name,
)
_RANK = v.Queries.rank.name  # no mark is called so: as a filter, what has a number
_ADDING = ("total", "adds_up", "product", "pairs", "same_rank", "makes", "consecutive")
_TEST = re.compile(r"(?:goals|ungoal)?\s*(?:if\b)?")


@dataclass(frozen=True, slots=True)
class Reading:
    """A card's text as trees: its formulas by name, all it says, and what a Surprise answers."""

    formulas: dict[str, ast.expr]
    trees: tuple[ast.AST, ...]
    triggers: tuple[str, ...]


@lru_cache(maxsize=2048)
def reading_of(source: str) -> Reading:
    """The trees of a card that compiles, given its source."""
    card = read(source, "").cards[0]
    formulas: dict[str, ast.expr] = {}
    trees: list[ast.AST] = []
    for node in body_of(card.main):
        trees.append(node)
        if isinstance(node, ast.Assign) and _sets(node):
            formulas[_sets(node)] = node.value
    triggers = tuple(react_heading(part.condition).trigger for part in card.sections if part.kind == "react")
    for part in card.sections:
        test = _test_of(part)
        trees += [condition_of(test, part.line)] if test else []
        trees += body_of(part)
    return Reading(formulas, tuple(trees), triggers)


def _test_of(part: Part) -> str:
    """The condition of a section, without the event that stands before it and what that is about."""
    if part.kind == "react":
        return react_heading(part.condition).test.strip()
    if part.kind in ("on", "instead") and not part.condition.startswith(("goals", "ungoal")):
        return event_heading(part.kind, part.condition).test.strip()
    return _TEST.sub("", part.condition, count=1).strip()


def mentions(card: Card, marks: Iterable[str]) -> tuple[set[str], set[str]]:
    """The names of cards and the marks that a card speaks of, where the deck knows these marks."""
    names, found = {*card.likes} - {*w.KINDS}, set()
    for name, args in _calls(reading_of(card.source).trees):
        if name not in _ANSWERED:
            names |= {arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)}
            found |= {arg.id for arg in args if isinstance(arg, ast.Name)} & set(marks)
    return names - {*w.WAYS}, found


def needs_creepers(card: Card) -> bool:
    """Whether of all cards a card speaks of the Creepers in front of players alone."""
    return {name for name, _ in _calls(reading_of(card.source).trees) if name in (*_ZONES, "anywhere")} == {"creepers"}


def does(card: Card) -> str:
    """All that a card says to the machine, whatever its words for people and its layout; equal for equal cards."""
    trees = [tree for tree in reading_of(card.source).trees if not _is_remark(tree)]
    sections = [(part.kind, part.condition) for part in read(card.source, "").cards[0].sections]
    return repr((card.kind, card.slot, card.marks, card.rank, sections, [ast.dump(tree) for tree in trees]))


def has_power(card: Card) -> bool:
    """Whether a card does anything at all, besides counting as another."""
    return not all(_is_remark(tree) or _sets(tree) == "counts_as" for tree in reading_of(card.source).trees)


def _is_remark(tree: ast.AST) -> bool:
    return _sets(tree) == "reading"


def _sets(tree: ast.AST) -> str:
    """The word that a formula sets."""
    target = tree.targets[0] if isinstance(tree, ast.Assign) else None
    return target.id if isinstance(target, ast.Name) else ""


def moves(card: Card, creeper: Card) -> bool:
    """Whether a card could move that Creeper: one of those it asks for, or itself."""
    for name, args in _calls(reading_of(card.source).trees):
        if name == "creepers" and passes(creeper, args[1:]):
            return True
        if name == "anywhere" and passes(creeper, args):
            return True
        own = any(isinstance(arg, ast.Name) and arg.id == "this" for arg in args)
        if card.id == creeper.id and name in _MOVES and own:
            return True
    return False


def says(card: Card, word: str) -> bool:
    """Whether a card uses that word as an instruction or a question."""
    return any(name == word for name, _ in _calls(reading_of(card.source).trees))


def _calls(trees: Iterable[ast.AST]) -> Iterator[tuple[str, list[ast.expr]]]:
    for tree in trees:
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                yield node.func.id, node.args


def passes(card: Card, filters: list[ast.expr]) -> bool:
    """Whether a card passes the filters of a set; alternatives of one sort are or-ed, sorts are and-ed."""
    sorts: dict[str, bool] = {}
    for arg in filters:
        if isinstance(arg, ast.Constant):
            sort, hit = "name", arg.value == card.name
        elif not isinstance(arg, ast.Name):
            continue
        elif arg.id in w.KINDS:
            sort, hit = "kind", arg.id == card.kind
        elif arg.id == _RANK:
            sort, hit = "rank", card.rank >= 0
        elif arg.id in v.SLOTS or arg.id == card.slot:
            sort, hit = "slot", arg.id == card.slot
        else:
            sort, hit = "mark", arg.id in card.marks
        sorts[sort] = sorts.get(sort, False) or hit
    return all(sorts.values())


def wanted(node: ast.expr) -> Iterator[list[ast.expr]]:
    """What a winning condition asks for in front of a player: filters, each of which some card must pass."""
    match node:
        case ast.BoolOp():
            for value in node.values:
                yield from wanted(value)
        case ast.Compare(ops=[ast.Gt() | ast.GtE() | ast.Eq()]):
            yield from wanted(node.left)
        case ast.BinOp():
            yield from wanted(node.left)
            yield from wanted(node.right)
        case ast.Call(func=ast.Name(id="has")):
            yield from ([arg] for arg in node.args)
        case ast.Call(func=ast.Name(id=name), args=[zone, *what]) if name in _ADDING:
            counted = what[:1] if name in ("total", "adds_up") else [ast.Name(_RANK, ast.Load())]
            yield [*_filters(zone), *counted]
        case ast.GeneratorExp(generators=[ast.comprehension(iter=zone, ifs=tests)]):
            yield from wanted(zone)
            if any(name == _RANK for name, _ in _calls(tests)):
                yield [*_filters(zone), ast.Name(_RANK, ast.Load())]
        case ast.Call(func=ast.Name(id=name)) if name in ("keepers", *_RANKINGS) and len(node.args) > 1:
            yield node.args[1:]
        case ast.Call(func=ast.Name(id="count")):
            for arg in node.args:
                yield from wanted(arg)


def _filters(zone: ast.expr) -> list[ast.expr]:
    """The filters of a set of cards in front of players."""
    return zone.args[1:] if isinstance(zone, ast.Call) else []


class Stock:
    """The cards that take part in a game, and what they could come to be on a table."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self.cards = tuple(cards)

    def lacks(self, node: ast.expr) -> tuple[str, ...]:
        """What a condition would need that is not there, in words; nothing where it could hold."""
        match node:
            case ast.BoolOp(op=ast.And()):
                return _merged(self.lacks(value) for value in node.values)
            case ast.BoolOp(op=ast.Or()):
                found = [self.lacks(value) for value in node.values]
                return _merged(found) if all(found) else ()
            case ast.Call(func=ast.Name(id="has" | "anyone_has")):
                return self._lacks_items(node.args)
            case ast.Call(func=ast.Name(id="in_play")):
                named = {arg.value for arg in node.args if isinstance(arg, ast.Constant)}
                return () if any(card.name in named for card in self.cards) else tuple(map(_said, node.args))
            case ast.Call(func=ast.Name(id="consecutive")):
                return self._lacks_ranks(node.args[0])
            case ast.Call(func=ast.Name(id=name)) if name in _ZONES:
                return self._lacks_number(node, 1)
            case ast.Compare(ops=[ast.Gt() | ast.GtE() | ast.Eq() as op], comparators=[number]):
                least = _number(number)
                return () if least is None else self._lacks_number(node.left, least + isinstance(op, ast.Gt))
        return ()

    def _lacks_items(self, items: list[ast.expr]) -> tuple[str, ...]:
        """What `has` asks for that is not there; each item needs a card of its own."""
        fitting = [{card.id for card in self.cards if self._serves(card, item)} for item in items]
        lacking = tuple(_said(item) for item, cards in zip(items, fitting, strict=True) if not cards)
        if lacking or _each_its_own(fitting):
            return lacking
        return ("cards of their own for " + " and ".join(map(_said, items)),)

    def _serves(self, card: Card, item: ast.expr) -> bool:
        if card.kind not in ("keeper", "creeper"):
            return False
        if passes(card, [item]) or (isinstance(item, ast.Constant) and item.value in card.likes):
            return True
        return isinstance(item, ast.Constant) and any(
            other.name == item.value and other.kind in card.likes for other in self.cards
        )

    def _lacks_number(self, node: ast.expr, least: int) -> tuple[str, ...]:
        most, what = self._most(node)
        if most is None or most >= least:
            return ()
        return (f"{least} {what} (there are {most})" if most else f"{least} {what}" if least > 1 else what,)

    def _most(self, node: ast.expr) -> tuple[int | None, str]:
        """The most that a number could come to, and what is counted, in words; None where that is not known."""
        match node:
            case ast.Call(func=ast.Name(id="count"), args=[inner]):
                return self._most(inner.generators[0].iter if isinstance(inner, ast.GeneratorExp) else inner)
            case ast.Call(func=ast.Name(id="doom")):
                icons = (card.marks.count("doom") for card in self.cards if card.kind in ("keeper", "creeper"))
                return sum(icons), "doom"
            case ast.Call(func=ast.Name(id="largest"), args=[ast.Name(id=name), *filters]) if name in _ZONES:
                return self._in_zone(name, filters)
            case ast.Call(func=ast.Name(id=name), args=args) if name in _ZONES:
                return self._in_zone(name, args[1:] if v.Sets.words[name].params else args)
        return None, ""

    def _in_zone(self, zone: str, filters: list[ast.expr]) -> tuple[int, str]:
        number = sum(card.kind in _ZONES[zone] and passes(card, filters) for card in self.cards)
        what = zone.replace("_", " ")
        return number, f"{what} of {' or '.join(map(_said, filters))}" if filters else what

    def _lacks_ranks(self, node: ast.expr) -> tuple[str, ...]:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _ZONES):
            return ()
        ranks = {
            c.rank for c in self.cards if c.rank >= 0 and c.kind in _ZONES[node.func.id] and passes(c, node.args[1:])
        }
        if any(rank + 1 in ranks for rank in ranks):
            return ()
        return (f"two {node.func.id} of neighbouring ranks",)


def _each_its_own(fitting: list[set[int]]) -> bool:
    """Whether each place can be filled by a card of its own."""
    filled: dict[int, int] = {}

    def fill(place: int, tried: set[int]) -> bool:
        for card in fitting[place] - tried:
            tried.add(card)
            if card not in filled or fill(filled[card], tried):
                filled[card] = place
                return True
        return False

    return all(fill(place, set()) for place in range(len(fitting)))


def _merged(found: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words for lacking in found for words in lacking))


def _number(node: ast.expr) -> int | None:
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        return node.value
    return v.NUMBER_WORDS.get(node.id) if isinstance(node, ast.Name) else None


def _said(item: ast.expr) -> str:
    if isinstance(item, ast.Constant):
        return str(item.value)
    return f"{item.id} cards" if isinstance(item, ast.Name) else "something"
