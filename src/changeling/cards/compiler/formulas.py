"""Compiling what a card says with `=` and `+=`: numbers in force, what wins or ends a game, and what the card is."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import TypeGuard

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.assembly import CompiledCard
from changeling.cards.compiler.expressions.words import Expressions
from changeling.cards.compiler.pool import Pool
from changeling.cards.deck import Static
from changeling.cards.language.recipe import name_of
from changeling.cards.language.source import a
from changeling.cards.language.syntax import MAX_NUMBER, AtLeast, AtMost, Wrong

_IN_FRONT = ("keeper", "creeper")
_STATICS_OF = {"rule", "meta", "basic", "keeper", "creeper", "goal", "ungoal"}
_GOALS = ("goal", "ungoal")
_IN_PLAY = {"rule", "meta", "keeper", "creeper", "goal", "ungoal"}
_SCOPES = {"others": w.OF_OTHERS, "everyone": w.OF_EVERYONE}
_STOPS = {"others": w.STOPS_OTHERS, "everyone": w.STOPS_EVERYONE, "nobody": w.STOPS_NOBODY}
_BOUNDS: dict[type[ast.operator], int] = {ast.Mult: w.TIMES, AtLeast: w.AT_LEAST, AtMost: w.AT_MOST}
_UNBOUNDED = (v.Statics.inflation.name, v.Statics.basics.name, v.Statics.claims.name)
_LASTS = {"turn": w.A_TURN, "round": w.A_ROUND}

Formula = ast.Assign | ast.AugAssign


def is_formula(node: ast.stmt) -> TypeGuard[Formula]:
    """Whether a line of a body is a formula, and no instruction."""
    return isinstance(node, Formula) and _target(node) in (v.Statics.words | v.Permits.words | v.Verdicts.words)


def says_how_long(node: ast.stmt) -> bool:
    """Whether a line says how long an Action lasts: what else it may say depends on that."""
    return isinstance(node, Formula) and _target(node) == v.Verdicts.lasts.name


def _target(node: Formula) -> str:
    """The word that a formula is about: `draws`, also in `others.draws`; `inflation`, also in `inflation[2]`."""
    match _set_by(node):
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=whose), attr=name) if whose in _SCOPES and name in v.Statics.words:
            return name
        case ast.Subscript(value=ast.Name(id=v.Statics.inflation.name)):
            return v.Statics.inflation.name
    return ""


def _set_by(node: Formula) -> ast.expr:
    return node.targets[0] if isinstance(node, ast.Assign) else node.target


class Formulas:
    """Compiles the formulas of one file's cards; each is put into what its card becomes.

    A verdict has a method here, `verdict_` and its name; statics are compiled alike.
    """

    def __init__(self, pool: Pool, marks: tuple[str, ...]) -> None:
        self.pool = pool
        self.marks = marks

    def put(self, node: Formula, made: CompiledCard) -> None:
        """Compile a formula. Raises Wrong."""
        if isinstance(node, ast.AugAssign) and not isinstance(node.op, ast.Add | ast.Mult | AtMost | AtLeast):
            raise Wrong(node, "a formula sets a number with =, changes it with += -= *= or bounds it with <= or >=")
        self._once(node, made)
        usual = self._permit if _target(node) in v.Permits.words else self._static
        put: Callable[[Formula, CompiledCard], None] = getattr(self, f"verdict_{_target(node)}", usual)
        put(node, made)

    def _once(self, node: Formula, made: CompiledCard) -> None:
        """Refuse a second verdict: the first would be lost."""
        name = _target(node)
        if name not in v.Verdicts.words:
            return
        if name in made.said:
            joined = "; join what both say with and, or" if v.Verdicts.words[name].returns == v.CONDITION else ""
            raise Wrong(node, f"'{name}' stands on line {made.said[name]} already; a card says it once{joined}")
        made.said[name] = node.lineno

    def verdict_reading(self, node: Formula, made: CompiledCard) -> None:
        """Which part of the card is our own reading."""
        text = _quoted(node.value)
        if text is None or isinstance(node, ast.AugAssign):
            raise Wrong(node, 'write it like: reading = "which part is ours"')
        made.reading = text

    def verdict_leaves_out(self, node: Formula, made: CompiledCard) -> None:
        """The kind of card that a Meta Rule leaves out."""
        if made.source.kind != "meta" or not isinstance(node.value, ast.Name) or node.value.id not in w.KINDS:
            raise Wrong(node, "only a Meta Rule leaves out a kind of card: leaves_out = creeper")
        made.leaves_out = w.KINDS.index(node.value.id)

    def verdict_deals(self, node: Formula, made: CompiledCard) -> None:
        """How many cards are dealt at the start."""
        said = node.value
        number = v.NUMBER_WORDS.get(said.id) if isinstance(said, ast.Name) else getattr(said, "value", None)
        if made.source.kind != "meta" or isinstance(node, ast.AugAssign):
            raise Wrong(node, "only a Meta Rule is there before the deal: deals = 5")
        if type(number) is not int or not 0 <= number <= w.MOST_DEALT:
            raise Wrong(node, f"here a number from 0 to {w.MOST_DEALT} is needed: deals = 5")
        made.deals = number

    def verdict_counts_for(self, node: Formula, made: CompiledCard) -> None:
        """How many cards a Keeper or Creeper counts for."""
        said, made.count_test = self._under_condition(node.value, "for one card otherwise")
        number = v.NUMBER_WORDS.get(said.id) if isinstance(said, ast.Name) else getattr(said, "value", None)
        if made.source.kind not in _IN_FRONT or isinstance(node, ast.AugAssign):
            raise Wrong(
                node, f"{a(made.source.kind)} counts for itself alone; a keeper or a creeper says: counts_for = 2"
            )
        if type(number) is not int or not 2 <= number <= w.MOST_COUNTED:
            raise Wrong(node, f"here a number from 2 to {w.MOST_COUNTED} is needed: counts_for = 2")
        made.counts_for = number

    def verdict_counts_as(self, node: Formula, made: CompiledCard) -> None:
        """The cards that a Keeper or Creeper also counts as: names, and kinds for any card of that kind."""
        said, made.like_test = self._under_condition(node.value, "as nothing else otherwise")
        joined = isinstance(said, ast.BoolOp) and isinstance(said.op, ast.Or)
        parts = said.values if isinstance(said, ast.BoolOp) and joined else [said]
        if made.source.kind not in _IN_FRONT or isinstance(node, ast.AugAssign):
            raise Wrong(node, f"{a(made.source.kind)} cannot count as another card; a keeper or a creeper can")
        for part in parts:
            if isinstance(part, ast.Call):
                made.like_sets.append(self._like_set(part))
                continue
            text = _quoted(part)
            kind = part.id if isinstance(part, ast.Name) and part.id in _IN_FRONT else ""
            if text is None and not kind:
                raise Wrong(part, 'a card counts as another by its name, or as any of a kind: counts_as = "Milk"')
            if text is not None and name_of(text) == made.source.name:
                raise Wrong(part, "this is the card's own name; counts_as names another card")
            like = kind or name_of(text or "")
            if like in made.likes:
                raise Wrong(part, "this is said already; each name stands once")
            made.likes += (like,)
            if not kind:
                self.pool.name(like)

    def _under_condition(self, node: ast.expr, otherwise: str) -> tuple[ast.expr, int]:
        """What a card counts as or for, without the condition under which it does; and that condition, or NONE."""
        match node:
            case ast.IfExp(body=said, test=test, orelse=ast.Constant(value=None)):
                return said, self._expressions().value(test, v.CONDITION)
            case ast.IfExp(orelse=other):
                raise Wrong(other, f"a card counts {otherwise}; leave out the else")
        return node, w.NONE

    def _like_set(self, node: ast.Call) -> tuple[int, int]:
        """The Keepers in play that a card counts as: whose, and a filter; or of nobody, the card that it remembers."""
        match node:
            case ast.Call(func=ast.Name(id=v.Queries.remembered_card.name), args=[ast.Name(id="this")], keywords=[]):
                return w.NOBODY, 0
        found = self._expressions().set_of(node)
        if found is None or found.drops or [part.zone for part in found.parts] != [w.KEEPERS]:
            raise Wrong(
                node,
                "a card can count as keepers(others), keepers(everyone) or remembered_card(this): "
                f"{v.Verdicts.counts_as.example}",
            )
        part = found.parts[0]
        if part.seats not in (w.OTHERS, w.EVERYONE):
            raise Wrong(node.args[0], f"whose? others or everyone: {v.Verdicts.counts_as.example}")
        return part.seats, part.filter

    def verdict_lends(self, node: Formula, made: CompiledCard) -> None:
        """What a card in play lends to cards in front of players: a mark, or the name of a card that they count as."""
        if (made.source.kind not in ("rule", "meta", *_IN_FRONT) and not made.lasts) or isinstance(node, ast.AugAssign):
            raise Wrong(
                node,
                f"{a(made.source.kind)} cannot lend anything; a rule, a keeper, a creeper or an Action that lasts can",
            )
        lent, made.lend_test = self._under_condition(node.value, "as what is printed on it otherwise")
        match lent:
            case ast.GeneratorExp(elt=elt, generators=[ast.comprehension(iter=ast.Call() as cards, ifs=[])]):
                found = self._expressions().set_of(cards)
            case _:
                numbers = "for numbers that are higher, rank + 1 in place of the mark"
                raise Wrong(lent, f"write it like: {v.Verdicts.lends.signature}; {numbers}")
        zones = (w.KEEPERS, w.CREEPERS)
        if found is None or len(found.parts) != 1 or found.drops or found.parts[0].zone not in zones:
            raise Wrong(cards, f"lends is about keepers(...) or creepers(...): {v.Verdicts.lends.signature}")
        part = found.parts[0]
        if part.seats == w.ONE_SEAT:
            raise Wrong(cards.args[0], "lends is for you, others or everyone")
        made.lends.append((self._lent(elt), part.zone, part.seats, part.filter))

    def _lent(self, node: ast.expr) -> int:
        """What is lent: the number of a name, or of a mark below zero."""
        text = _quoted(node)
        if text is not None:
            return self.pool.name(name_of(text))
        if isinstance(node, ast.Name) and node.id in self.marks:
            return -1 - self.pool.mark(node.id)
        match node:
            case ast.BinOp(left=ast.Name(id=v.Queries.rank.name), op=ast.Add() | ast.Sub() as sign, right=by):
                return self._rank_lent(by, -1 if isinstance(sign, ast.Sub) else 1)
        raise Wrong(node, "here a mark of this file is needed, a card's name in quotes, or rank + 1")

    @staticmethod
    def _rank_lent(node: ast.expr, sign: int) -> int:
        """How much higher or lower ranks are: what is printed grows with Inflation."""
        number = v.NUMBER_WORDS.get(node.id) if isinstance(node, ast.Name) else getattr(node, "value", None)
        if type(number) is not int or not 0 <= number <= w.MOST_LENT:
            raise Wrong(node, f"here a number from 0 to {w.MOST_LENT} is needed: rank + 1")
        return w.RANK_LENT - 2 * (sign * number + w.MOST_LENT) - isinstance(node, ast.Constant)

    def verdict_goals_needed(self, node: Formula, made: CompiledCard) -> None:
        """How many Goals have to be met at once."""
        _set_with_equals(node)
        if made.source.kind not in ("rule", "meta", *_IN_FRONT) and not made.lasts:
            raise Wrong(
                node,
                f"{a(made.source.kind)} cannot say '{v.Verdicts.goals_needed.name}'; a rule, a keeper, a creeper or an"
                " Action that lasts can",
            )
        expressions = self._expressions()
        expressions.formula = node.value
        made.permits.append((w.GOALS_NEEDED, expressions.value(node.value, v.NUMBER)))

    def verdict_back_of(self, node: Formula, made: CompiledCard) -> None:
        """The card that this one is the back of."""
        text = _quoted(node.value)
        if text is None or isinstance(node, ast.AugAssign) or made.source.kind in ("basic", "meta", "program"):
            raise Wrong(node, 'the back of a two-sided card names its front: back_of = "Caterpillar"')
        if made.source.kind in ("action", "surprise"):
            raise Wrong(node, f"{a(made.source.kind)} does not stay in play, so nothing can turn it over")
        if name_of(text) == made.source.name:
            raise Wrong(node.value, "this is the card's own name; back_of names its front")
        made.back_of = name_of(text)

    def verdict_excuses_all(self, node: Formula, made: CompiledCard) -> None:
        """A Goal that no Creeper blocks."""
        if made.source.kind != "goal" or not (isinstance(node.value, ast.Name) and node.value.id == "yes"):
            raise Wrong(node, "a Goal that no Creeper blocks says: excuses_all = yes")
        made.excuses_all = True

    def verdict_ends(self, node: Formula, made: CompiledCard) -> None:
        """What an Ungoal ends the game by."""
        _set_with_equals(node)
        if made.source.kind != "ungoal":
            raise Wrong(node, "only an ungoal says when all lose, with: ends = CONDITION")
        expressions = self._expressions()
        made.ends = expressions.value(node.value, v.CONDITION)
        made.reads = expressions.findings.reads
        made.needs = tuple(dict.fromkeys(expressions.findings.mentions))
        made.named = self._names(list(made.needs))

    def verdict_wins(self, node: Formula, made: CompiledCard) -> None:
        """What a Goal is won by."""
        _set_with_equals(node)
        if made.source.kind not in ("goal", "keeper", "creeper"):
            raise Wrong(node, "only a goal, or a keeper or creeper for its owner, says what wins: wins = CONDITION")
        expressions = self._expressions()
        made.wins = expressions.value(node.value, v.CONDITION)
        found = expressions.findings
        made.reads |= found.reads
        made.excuses = self._names(found.excuses)
        made.asks = tuple(dict.fromkeys(name for name in found.mentions if name not in found.forbids))
        made.needs, made.forbids = tuple(dict.fromkeys(found.needs)), tuple(dict.fromkeys(found.forbids))

    def verdict_wins_with(self, node: Formula, made: CompiledCard) -> None:
        """Who wins together with whoever wins by a card."""
        if made.source.kind not in ("goal", *_IN_FRONT) or isinstance(node, ast.AugAssign):
            word = v.Verdicts.wins_with
            raise Wrong(node, f"a goal, or a keeper or creeper with 'wins', says who wins with you: {word.example}")
        expressions = self._expressions()
        made.wins_with = expressions.seat_test(node.value, v.Verdicts.wins_with)
        made.reads |= expressions.findings.reads

    def _static(self, node: Formula, made: CompiledCard) -> None:
        """A number or a condition that is in force while the card is in play."""
        name = _target(node)
        if made.source.kind not in _STATICS_OF and not made.lasts:
            lasting = (
                f", or {a(made.source.kind)} that stays on the table: lasts = turn"
                if made.source.kind in ("action", "surprise")
                else ""
            )
            raise Wrong(node, f"{a(made.source.kind)} cannot set '{name}'; a rule can{lasting}")
        word = v.Statics.words[name]
        if word is v.Statics.requires and made.source.kind in _GOALS:
            raise Wrong(node, f"{a(made.source.kind)} says what it asks for itself, after 'wins =' or 'ends ='")
        if word.of and made.source.kind not in word.of:
            raise Wrong(node, f"{a(made.source.kind)} cannot set '{name}'; {_either(word.of)} can")
        if word.returns == v.CONDITION:
            _set_with_equals(node)
        if isinstance(_set_by(node), ast.Subscript):
            self._numeral(node, made)
            return
        expressions = self._expressions()
        expressions.formula = node.value
        if word is v.Statics.plays and isinstance(node, ast.Assign):
            expressions.alls = frozenset(_alls(node.value))
        expression = expressions.value(node.value, word.returns)
        if word is v.Statics.inflation and (expressions.findings.reads or _takes_away(node.value)):
            raise Wrong(node.value, "numerals grow by a plain number, in words: inflation = one")
        if name == "requires":
            made.excuses = self._names(expressions.findings.excuses)
        mode = w.ADDS if isinstance(node, ast.AugAssign) else w.SETS
        if isinstance(node, ast.AugAssign) and type(node.op) in _BOUNDS:
            if name in _UNBOUNDED or made.source.kind == "basic":
                raise Wrong(node, f"'{name}' has no bounds; it is set with = or added to with +=")
            mode = w.SCOPES * _BOUNDS[type(node.op)]
        mode += w.SCOPE * self._scope(node, made)
        made.statics.append(Static(word.arg, mode, expression, expressions.findings.reads))

    @staticmethod
    def _scope(node: Formula, made: CompiledCard) -> int:
        """For whom a formula is in force: `others.draws`, `everyone.draws`."""
        target = _set_by(node)
        if not isinstance(target, ast.Attribute):
            return w.OF_EVERYONE if made.source.kind in _GOALS else w.OF_OWNER
        assert isinstance(target.value, ast.Name)
        if made.source.kind in ("rule", "meta", "basic", *_GOALS):
            whose, kind = target.value.id, made.source.kind if made.source.kind in _GOALS else "rule"
            raise Wrong(node, f"{a(kind)} is for every player already; write {target.attr} without '{whose}.'")
        return _SCOPES[target.value.id]

    def _numeral(self, node: Formula, made: CompiledCard) -> None:
        """What one printed numeral grows by: `inflation[2] = one`."""
        target = _set_by(node)
        by = node.value.id if isinstance(node.value, ast.Name) else ""
        match target:
            case ast.Subscript(slice=ast.Constant(value=int(numeral))) if by in v.NUMBER_WORDS:
                if isinstance(node, ast.AugAssign) or not 0 <= numeral <= MAX_NUMBER:
                    raise Wrong(node, f"one numeral from 0 to {MAX_NUMBER} grows so: inflation[2] = one")
                made.numerals.append((numeral, v.NUMBER_WORDS[by]))
            case _:
                raise Wrong(node, "one numeral grows by a plain number, in words: inflation[2] = one")

    def _permit(self, node: Formula, made: CompiledCard) -> None:
        """What a card in play says of other cards."""
        word = v.Permits.words[_target(node)]
        _set_with_equals(node)
        itself = word in (v.Permits.cannot_play, v.Permits.must_play) and _of_itself(node.value)
        if made.source.kind not in _IN_PLAY and not made.lasts and not itself:
            longer = "; one that stays on the table says so: lasts = round" if made.source.kind != "basic" else ""
            raise Wrong(node, f"{a(made.source.kind)} cannot say '{word.name}': it is not in play{longer}")
        made.permits.append((word.arg + w.ITSELF * itself, self._expressions().member_test(node.value, word)))

    def verdict_stops(self, node: Formula, made: CompiledCard) -> None:
        """Whom a card keeps from winning."""
        whom = node.value.id if isinstance(node.value, ast.Name) else ""
        if made.source.kind not in ("keeper", "creeper") or whom not in _STOPS or isinstance(node, ast.AugAssign):
            raise Wrong(node, "a Keeper or Creeper says whom it keeps from winning: stops = everyone, others or nobody")
        made.stops = _STOPS[whom]

    def verdict_lasts(self, node: Formula, made: CompiledCard) -> None:
        """How long an Action stays on the table."""
        long = node.value.id if isinstance(node.value, ast.Name) else ""
        if made.source.kind not in ("action", "surprise") or long not in _LASTS or isinstance(node, ast.AugAssign):
            raise Wrong(node, "an Action or a Surprise says how long it stays on the table: lasts = turn, or round")
        made.lasts = _LASTS[long]

    def _expressions(self) -> Expressions:
        return Expressions(self.pool, inner=False, marks=self.marks, ask=None)

    def _names(self, names: list[str]) -> int:
        """A list of cards' names, where there are any."""
        return self.pool.list_of(tuple(self.pool.name(name) for name in dict.fromkeys(names))) if names else w.NONE


def _alls(node: ast.expr) -> Iterator[ast.expr]:
    """Where the word `all` stands in a formula that it can stand in: alone, less a number, or on a side of an `if`."""
    match node:
        case ast.Name(id="all"):
            yield node
        case ast.BinOp(left=ast.Name(id="all") as left, op=ast.Sub()):
            yield left
        case ast.IfExp():
            yield from _alls(node.body)
            yield from _alls(node.orelse)


def _takes_away(node: ast.expr) -> bool:
    """Whether something is subtracted in a formula: numerals grow and never shrink."""
    return any(isinstance(part, ast.Sub | ast.USub) for part in ast.walk(node))


def _of_itself(node: ast.expr) -> bool:
    """Whether a permission is about the card that says it, and no other."""
    said = node.body if isinstance(node, ast.IfExp) else node
    return isinstance(said, ast.Name) and said.id == "this"


def _either(kinds: tuple[str, ...]) -> str:
    """Some kinds of card, in words."""
    return " or ".join(a("Meta Rule" if kind == "meta" else kind) for kind in kinds)


def _set_with_equals(node: Formula) -> None:
    """Refuse to add to a condition."""
    if isinstance(node, ast.AugAssign):
        what = "a set" if _target(node) in v.Permits.words else "a condition"
        raise Wrong(node, f"only numbers are added to with +=; '{_target(node)}' is {what}: {_target(node)} = ...")


def _quoted(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
