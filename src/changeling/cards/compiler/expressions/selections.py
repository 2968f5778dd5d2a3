"""Compiling what a set is used for: a selection to choose from, a count, a test whether a card is one of it."""

from __future__ import annotations

import ast

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.expressions.set_parts import (
    ACTOR,
    ANY,
    ANYWHERE,
    CAUSE,
    END,
    ITEM,
    OUTER_ITEM,
    PICKED,
    STASH,
    UNDER,
    SetOf,
    SetPart,
)
from changeling.cards.compiler.expressions.sets import Sets
from changeling.cards.language.source import a
from changeling.cards.language.syntax import Wrong


class Selections(Sets):
    """Compiles sets into what is made of them: a selection, a count, a test of whether a card is one of them."""

    def selection(self, node: ast.expr, want: tuple[str, ...] = (v.CARDS, v.SEATS)) -> tuple[int, str]:
        """Compile a set into the selection that a question or an effect works on; gives also card or seat."""
        found = self.set_of(node)
        if self.names_any(found) and not self.naming:
            raise Wrong(node, f"any_card() is there to name a card: {v.Sets.any_card.example}")
        if found is None or found.type not in want:
            kind = a(found.type) if found else self._type_in_words(node)
            raise Wrong(node, f"here {' or '.join(map(a, want))} is needed, not {kind}")
        return self.collect(lambda: self._select([found])), found.type

    def selections(self, nodes: list[ast.expr]) -> int:
        """Several sets and single cards as one selection."""
        sets = []
        for node in nodes:
            found = self.set_of(node)
            if found is None:
                found = SetOf(v.CARDS, [SetPart(w.NONE, w.NOBODY, node=node)])
            if self.names_any(found):
                raise Wrong(node, f"any_card() is there to name a card: {v.Sets.any_card.example}")
            if found.type != v.CARDS:
                raise Wrong(node, f"here a card or a set of cards is needed, not {a(found.type)}")
            sets.append(found)
        return self.collect(lambda: self._select(sets))

    def member_test(self, node: ast.expr, word: v.Word) -> int:
        """Compile a set, or one card, into a test of whether what a permission is asked about is one of it."""

        def emit() -> None:
            if word not in (
                v.Permits.excused,
                v.Permits.uncounted,
                v.Permits.shared,
            ):  # nobody does anything as it is looked at who wins
                self.variables |= {"cause": (CAUSE, v.CARD), "actor": (ACTOR, v.SEAT)}
            chosen, test = node, None
            if isinstance(node, ast.IfExp) and isinstance(node.orelse, ast.Constant) and node.orelse.value is None:
                chosen, test = node.body, node.test
            found = self.set_of(chosen) or SetOf(v.CARDS, [SetPart(w.NONE, w.NOBODY, node=chosen)])
            if found.type != v.CARDS:
                raise Wrong(chosen, f"'{word.name}' needs cards: {word.example}")
            self._member(found)
            if test is not None:
                skip = self.emit(v.Terms.and_)
                self.push(test, v.CONDITION)
                self.aim(skip)

        return self.collect(emit)

    def seat_test(self, node: ast.expr, word: v.Word) -> int:
        """Compile players, or one, into a test of whether the player that it is asked about is among them."""

        def emit() -> None:
            chosen, test = node, None
            if isinstance(node, ast.IfExp) and isinstance(node.orelse, ast.Constant) and node.orelse.value is None:
                chosen, test = node.body, node.test
            self._seat_holds(chosen, word)
            if test is not None:
                skip = self.emit(v.Terms.and_)
                self.push(test, v.CONDITION)
                self.aim(skip)

        return self.collect(emit)

    def _seat_holds(self, node: ast.expr, word: v.Word) -> None:
        """Emit whether the player that is looked at is one of these."""
        found = self.set_of(node)
        if found is None and self._type_of(node) == v.SEAT:
            self.emit(v.Terms.item)
            self.push(node, v.SEAT)
            self.emit(v.Terms.eq)
            return
        if found is None or found.type != v.SEATS:
            kind = a(found.type) if found else self._type_in_words(node)
            raise Wrong(node, f"'{word.name}' needs players, not {kind}: {word.example}")
        if found.parts[0].seats == w.OTHERS:
            self.emit(v.Terms.item)
            self.emit(v.Terms.you)
            self.emit(v.Terms.ne)
        else:
            self.emit(v.Terms.num, 1)
        if found.test is not None:
            kept, asked = dict(self.variables), self.ask
            self.variables[found.variable], self.ask = (ITEM, v.SEAT), None
            skip = self.emit(v.Terms.and_)
            self.push(found.test, v.CONDITION)
            self.aim(skip)
            self.variables, self.ask = kept, asked

    def _select(self, sets: list[SetOf]) -> None:
        self.emit(v.Terms.clear)
        for found in sets:
            for part in found.parts:
                if part.zone == w.NONE and part.node is not None:
                    self.push(part.node, v.CARD)
                    self.emit(v.Terms.add_card)
                elif found.type == v.SEATS and part.zone == PICKED:
                    self.emit(v.Terms.add_picked_seats, part.filter)
                elif found.type == v.SEATS:
                    self.emit(v.Terms.add_seats, part.seats)
                elif part.zone == ANYWHERE:
                    self.emit(v.Terms.add_names, part.filter)
                elif part.zone == UNDER and part.node is not None:
                    self.push(part.node, v.CARD)
                    self.emit(v.Terms.add_under)
                elif part.zone == END and part.node is not None:
                    self.push(part.node, v.NUMBER)
                    self.emit(v.Terms.add_end, part.filter)
                elif part.zone == PICKED:
                    self.emit(v.Terms.add_picked, part.filter)
                elif part.zone == ANY:
                    self.emit(v.Terms.add_any, part.filter)
                elif part.zone == STASH:
                    self._seat_of(part)
                    self.emit(v.Terms.add_stash, part.seats, part.filter)
                else:
                    self._seat_of(part)
                    self.emit(v.Terms.add_zone, part.zone, part.seats, part.filter)
            for drop in found.drops:
                self.push(drop, v.CARD)
                self.emit(v.Terms.drop_card)
            if found.test is not None:
                self._test(found)

    def _test(self, found: SetOf) -> None:
        """Keep what passes: the machine walks the selection one by one."""
        assert found.test is not None
        kept = dict(self.variables)
        self.variables[found.variable] = (ITEM, v.SEAT if found.type == v.SEATS else v.CARD)
        self.emit(v.Terms.each)
        top = len(self.out)
        leave = self.emit(v.Terms.next)
        ask, self.ask = self.ask, None
        try:
            self.push(found.test, v.CONDITION)
        finally:
            self.variables, self.ask = kept, ask
        self.emit(v.Terms.keep, top - len(self.out))
        self.aim(leave)

    def _size(self, found: SetOf, node: ast.expr) -> None:
        """Emit how many there are in a set."""
        for place, part in enumerate(found.parts):
            self._part_size(found, part, node)
            if place:
                self.emit(v.Terms.add)

    def _part_size(self, found: SetOf, part: SetPart, node: ast.expr) -> None:
        walked = found.test is not None or bool(found.drops)
        if part.zone == UNDER and part.node is not None and not walked:
            self.push(part.node, v.CARD)
            self.emit(v.Terms.under)
        elif part.zone == PICKED and not walked:
            self.emit(v.Terms.picked, part.filter)
        elif part.zone == STASH and not walked:
            self._seat_of(part)
            self.emit(v.Terms.stash_size, part.seats, part.filter)
        elif part.zone in (ANYWHERE, UNDER, END, PICKED, ANY, STASH) or (part.zone == w.NONE and found.type == v.CARDS):
            raise Wrong(
                node,
                "a set with a single card in it, with cards from anywhere or from an end of the draw pile "
                "can be chosen from, not counted",
            )
        else:
            self._seat_of(part)
            if walked:
                self._walk(found, part)
            else:
                self.emit(v.Queries.count, part.zone, part.seats, part.filter)

    def _walk(self, found: SetOf, part: SetPart) -> None:
        """Count what passes: the machine goes from card to card, or from seat to seat. In the test of another set it
        comes back to that one."""
        registers = [register for register, _ in self.variables.values()]
        if OUTER_ITEM in registers:
            raise Wrong(found.test or found.drops[0], "a test can have another test in it, and that one no third")
        inner = ITEM in registers
        kept, asked = dict(self.variables), self.ask
        self.emit(v.Terms.inner_walk if inner else v.Terms.walk, part.zone, part.seats, part.filter)
        top = len(self.out)
        leave = self.emit(v.Terms.step)
        try:
            self.ask = None
            self.variables = {name: (OUTER_ITEM if at == ITEM else at, kind) for name, (at, kind) in kept.items()}
            outside = dict(self.variables)
            self.variables[found.variable or " "] = (ITEM, v.SEAT if found.type == v.SEATS else v.CARD)
            if found.test is not None:
                self.push(found.test, v.CONDITION)
            else:
                self.emit(v.Terms.num, 1)
            self.variables = outside
            self._leave_out(found)
        finally:
            self.variables, self.ask = kept, asked
        self.emit(v.Terms.tally, top - len(self.out))
        self.aim(leave)
        if inner:
            self.emit(v.Terms.inner_end)

    def _leave_out(self, found: SetOf) -> None:
        """Emit that what a walk has come to is none of the cards that are left out."""
        for drop in found.drops:
            skip = self.emit(v.Terms.and_)
            self.emit(v.Terms.item)
            self.push(drop, v.CARD)
            self.emit(v.Terms.ne)
            self.aim(skip)

    def _member(self, found: SetOf, card: ast.expr | None = None) -> None:
        """Emit whether a card is one of a set; without a card, what a comprehension or a permission looks at."""
        kept, asked = dict(self.variables), self.ask
        self.ask = None
        if card is None:
            self.variables[found.variable or " "] = (ITEM, v.CARD)
        jumps = []
        for place, part in enumerate(found.parts):
            self._part_holds(part, card)
            if place + 1 < len(found.parts):
                jumps.append(self.emit(v.Terms.or_))
        for jump in jumps:
            self.aim(jump)
        skips = []
        for drop in found.drops:
            skips.append(self.emit(v.Terms.and_))
            self._push_member(card)
            self.push(drop, v.CARD)
            self.emit(v.Terms.ne)
        if found.test is not None:
            skips.append(self.emit(v.Terms.and_))
            self.push(found.test, v.CONDITION)
        for skip in skips:
            self.aim(skip)
        self.variables, self.ask = kept, asked

    def _part_holds(self, part: SetPart, card: ast.expr | None) -> None:
        """Emit whether a card is in one part of a set."""
        if part.zone in (ANYWHERE, UNDER, STASH, w.ASIDE):
            at = part.node or card or ast.Pass(lineno=1, col_offset=0)
            raise Wrong(at, "whether a card is there can be asked of hands, piles, rules, Goals and what lies in front")
        self._push_member(card)
        if part.zone == w.NONE and part.node is not None:
            self.push(part.node, v.CARD)
            self.emit(v.Terms.eq)
        else:
            self._seat_of(part)
            self.emit(v.Terms.among, part.zone, part.seats, part.filter)

    def _push_member(self, card: ast.expr | None) -> None:
        if card is None:
            self.emit(v.Terms.item)
        else:
            self.push(card, v.CARD)

    def _seat_of(self, part: SetPart) -> None:
        if part.seats == w.ONE_SEAT and part.node is not None:
            self.push(part.node, v.SEAT)
