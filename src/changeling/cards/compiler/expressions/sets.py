"""Reading sets: zones with filters, what is added and left out, comprehensions."""

from __future__ import annotations

import ast

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.expressions.emitter import Emitter
from changeling.cards.compiler.expressions.filters import filter_of, items_of
from changeling.cards.compiler.expressions.set_parts import ANY, ANYWHERE, END, PICKED, STASH, UNDER, SetOf, SetPart
from changeling.cards.compiler.refusals import text_instead
from changeling.cards.language.recipe import name_of
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong


class Sets(Emitter):
    """Reads sets: which one an expression describes, if it describes one."""

    def set_of(self, node: ast.expr) -> SetOf | None:
        """The set that an expression describes, or nothing when it is not a set."""
        match node:
            case ast.Name(id="aside"):
                return SetOf(v.CARDS, [SetPart(w.ASIDE, w.NOBODY)])
            case ast.Name(id=name) if (
                name in v.Sets.words and v.Sets.words[name].returns == v.SEATS and name not in self.variables
            ):
                return SetOf(v.SEATS, [SetPart(w.NONE, v.Sets.words[name].arg)])
            case ast.Name(id=name) if self.variables.get(name, (0, ""))[1] in (v.CARDS, v.SEATS):
                register, kind = self.variables[name]
                return SetOf(kind, [SetPart(PICKED, w.NOBODY, register)])
            case ast.Call(func=ast.Name(id="choose" | "maybe" | "random"), args=[chosen, _]):
                register, found = self._choose_several(node), self.set_of(chosen)
                return SetOf(v.CARDS if found is None else found.type, [SetPart(PICKED, w.NOBODY, register)])
            case ast.Call(func=ast.Name(id="top" | "bottom" as name)):
                return self._pile_end(node, v.Sets.words[name])
            case ast.Name(id=name) if self._is_zone(name) and name not in self.variables:
                return self._zone(
                    ast.Call(func=node, args=[], keywords=[], lineno=node.lineno, col_offset=node.col_offset)
                )
            case ast.Call(func=ast.Name(id="anywhere")):
                items, _ = self._items(node)
                self.findings.reads |= v.Sets.anywhere.reads
                if any(item < 0 for item in items):
                    raise Wrong(node, 'anywhere() takes names of cards in quotes: anywhere("Milk")')
                return SetOf(v.CARDS, [SetPart(ANYWHERE, w.NOBODY, self.pool.list_of(tuple(items)))])
            case ast.Call(func=ast.Name(id="any_card")) | ast.Name(id="any_card"):
                args = node.args if isinstance(node, ast.Call) else []
                return SetOf(v.CARDS, [SetPart(ANY, w.NOBODY, self._filter(list(args)))])
            case ast.Call(func=ast.Name(id="under")):
                if len(node.args) != 1:
                    raise Wrong(node, "under() takes one card")
                self.findings.reads |= v.Sets.under.reads
                return SetOf(v.CARDS, [SetPart(UNDER, w.NOBODY, node=node.args[0])])
            case ast.Call(func=ast.Name(id=name)) if name in v.Sets.words:
                return self._zone(node)
            case ast.BinOp(op=ast.Add()):
                left, right = self.set_of(node.left), self._set_or_card(node.right)
                if (
                    left is not None
                    and right is not None
                    and left.type == right.type == v.CARDS
                    and not (left.test or right.test)
                ):
                    return SetOf(v.CARDS, left.parts + right.parts, left.drops + right.drops)
            case ast.BinOp(op=ast.Sub()):
                left = self.set_of(node.left)
                if left is not None and left.type == v.CARDS:
                    less = self.set_of(node.right) if left.test is None else None
                    if less is not None and less.type == v.CARDS:
                        return self._less(left, node)
                    left.drops.append(node.right)
                    return left
            case ast.GeneratorExp():
                return self._comprehension(node)
        return None

    def _comprehension(self, node: ast.GeneratorExp) -> SetOf | None:
        """A set of those that pass a test; without a test, of all."""
        match node:
            case ast.GeneratorExp(
                elt=ast.Name(id=item), generators=[ast.comprehension(target=ast.Name(id=target), ifs=[]) as each]
            ) if item == target:
                return self.set_of(each.iter)
            case ast.GeneratorExp(
                elt=ast.Name(id=item), generators=[ast.comprehension(target=ast.Name(id=target), ifs=[test]) as each]
            ):
                inner = self.set_of(each.iter)
                if item == target and inner is not None and inner.test is None:
                    inner.variable, inner.test = target, test
                    return inner
                at = each.iter if item == target else node.elt
                raise Wrong(at, "write it like: choose(p for p in others if hand(p))")
        return None

    def _less(self, left: SetOf, node: ast.BinOp) -> SetOf:
        """A set without the cards of another."""
        left.variable = " less"
        item = ast.copy_location(ast.Name(id=left.variable, ctx=ast.Load()), node.right)
        inside = ast.copy_location(ast.Compare(left=item, ops=[ast.In()], comparators=[node.right]), node.right)
        left.test = ast.copy_location(ast.UnaryOp(op=ast.Not(), operand=inside), node.right)
        return left

    def _choose_several(self, node: ast.Call) -> int:
        """The register that the cards of a question for several are kept for; it is asked once."""
        assert isinstance(node.func, ast.Name)
        if self.ask is None or self.several is None:
            where = "it cannot stand in a formula or a condition that holds continuously"
            what = "picks anew each time" if node.func.id == v.Queries.random.name else "is a question"
            raise Wrong(node, f"{node.func.id}() {what}: {where}")
        if self.ask == self._would_ask:
            return self._chosen.get(node, 0)
        if node not in self._chosen:
            self._chosen[node] = self.several(node, (v.Questions.words | v.Queries.words)[node.func.id])
        return self._chosen[node]

    def _pile_end(self, node: ast.Call, word: v.Word) -> SetOf:
        """The cards at one end of the draw pile."""
        no_keywords(node)
        if len(node.args) != 1:
            raise Wrong(node, f"{word.name}() takes one number: {word.example}")
        self._secret(node)
        self.findings.reads |= word.reads
        return SetOf(v.CARDS, [SetPart(END, w.NOBODY, word.arg, node.args[0])])

    def _secret(self, node: ast.Call) -> None:
        """Refuse what lies in the draw pile where it would show by itself what nobody may know."""
        if self.ask is None:
            only = "only how many there are can stand in a formula or a condition that holds continuously"
            raise Wrong(node, f"nobody knows what lies in the draw pile: {only}, count(draw_pile)")

    @staticmethod
    def names_any(found: SetOf | None) -> bool:
        """Whether a set has cards of any place in it, which may only be named."""
        return found is not None and any(part.zone == ANY for part in found.parts)

    @staticmethod
    def _is_zone(name: str) -> bool:
        """Whether a word names a zone of the table, which needs no brackets when it has no filter."""
        word = v.Sets.words.get(name)
        return word is not None and word.returns == v.CARDS and not word.params and word.via is None

    def _set_or_card(self, node: ast.expr) -> SetOf | None:
        found = self.set_of(node)
        if found is None and (
            isinstance(node, ast.Name) and (node.id == "this" or self.variables.get(node.id, (0, ""))[1] == v.CARD)
        ):
            return SetOf(v.CARDS, [SetPart(w.NONE, w.NOBODY, node=node)])
        return found

    def _zone(self, node: ast.Call) -> SetOf:
        assert isinstance(node.func, ast.Name)
        word = v.Sets.words[node.func.id]
        no_keywords(node)
        args = list(node.args)
        part = SetPart(STASH if word is v.Sets.stashed else word.arg, w.NOBODY)
        if word.params:
            if not args:
                raise Wrong(node, f"whose? {word.signature}, for example {word.name}(you)")
            part.seats, part.node = self._seats(args.pop(0), word)
        elif word.returns != v.CARDS or word.arg == w.ASIDE:
            raise Wrong(node, f"write {word.name} without brackets")
        part.filter = self._filter(args)
        if part.zone == w.PILE and part.filter:
            self._secret(node)
        self.findings.reads |= word.reads
        if word.arg == w.CREEPERS:
            self._excuse(args)
        return SetOf(v.CARDS, [part])

    def _excuse(self, args: list[ast.expr]) -> None:
        """Creepers that a condition calls for by their name do not keep anybody from winning by it (CREEP-3)."""
        names = [arg.value for arg in args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if self.positive:
            self.findings.excuses += [name for name in map(name_of, names) if name in self.pool.creepers]

    def _seats(self, node: ast.expr, word: v.Word) -> tuple[int, ast.expr | None]:
        if (
            isinstance(node, ast.Name)
            and node.id in v.SEAT_GROUPS.values()
            and node.id in v.Sets.words
            and node.id not in self.variables
        ):
            return v.Sets.words[node.id].arg, None
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            raise Wrong(node, text_instead(node.value, v.SEAT).replace("here", "whose?", 1))
        self._no_side(node)
        if self._type_of(node) == v.SEAT:
            return w.ONE_SEAT, node
        found = self._types[node]
        if isinstance(found, Wrong):
            raise found
        if isinstance(node, ast.GeneratorExp):
            some = f"for p in others:, below it an if, below that a line with {word.name}(p)"
            raise Wrong(
                node, f"players that pass a test are gone through one by one: {some}; or choose(p for p in ...)"
            )
        raise Wrong(
            node, f"whose? {word.name}() needs a seat or seats: you, others, everyone, or a variable; not {a(found)}"
        )

    def _no_side(self, node: ast.expr) -> None:
        """Refuse `left` and `right` where a player is meant."""
        if isinstance(node, ast.Name) and node.id in ("left", "right") and node.id not in self.variables:
            raise Wrong(node, f"'{node.id}' is no player; the one on that side is {node.id}_of(you)")

    def _filter(self, args: list[ast.expr]) -> int:
        return filter_of(args, self.pool, self.marks)

    def _items(self, node: ast.Call) -> tuple[list[int], list[str]]:
        return items_of(node, self.pool, self.marks)

    def _type_of(self, node: ast.expr) -> str:
        """The type of an expression, found by compiling it aside; kept, so that nested ones are compiled only once."""
        if node not in self._types:
            kept, self.out, asked = self.out, [], self.ask
            self.ask = None if asked is None else self._would_ask
            try:
                self._types[node] = self._push(node)
            except Wrong as wrong:
                self._types[node] = wrong
            finally:
                self.out, self.ask = kept, asked
        found = self._types[node]
        return "" if isinstance(found, Wrong) else found

    def kind_of(self, node: ast.expr) -> str:
        """The type of an expression; empty where it is none."""
        return self._type_of(node)

    def _would_ask(self, node: ast.Call, word: v.Word) -> tuple[int, str]:
        """What a question would give, without asking it."""
        if v.CARDS not in word.params:
            return 0, word.returns if word.group == "query" or word.returns == v.NUMBER else v.WORD
        found = self.set_of(node.args[0]) if len(node.args) == 1 else None
        if found is None:
            raise Wrong(node, f"{word.name}() needs a set")
        return 0, v.SEAT if found.type == v.SEATS else v.CARD

    def _type_in_words(self, node: ast.expr) -> str:
        """What an expression is, with its article. Raises what is wrong with it when it is nothing at all."""
        kind = self._type_of(node)
        found = self._types[node]
        if isinstance(found, Wrong):
            raise found
        return a(kind)


def no_keywords(node: ast.Call) -> None:
    """Refuse `by=` and the like where they mean nothing."""
    if node.keywords:
        raise Wrong(node, f"'{node.keywords[0].arg}=' cannot stand here")
