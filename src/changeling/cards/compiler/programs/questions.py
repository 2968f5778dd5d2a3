"""Compiling questions. Each becomes a statement of its own, so that a frame is the whole continuation."""

from __future__ import annotations

import ast

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.answers import own_text, refuse_word
from changeling.cards.compiler.expressions.set_parts import STASH
from changeling.cards.compiler.expressions.sets import no_keywords
from changeling.cards.compiler.programs.code import ProgramCode
from changeling.cards.compiler.refusals import fail, many, needed_by


def _picked(node: ast.Call) -> tuple[str, ...]:
    """The words that pick() lets somebody answer."""
    words = tuple(arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str))
    if len(words) != len(node.args) or len(words) < 2:
        fail(node, 'pick() takes two or more words in quotes: pick("left", "right")')
    if len(set(words)) < len(words):
        fail(node, "pick() takes each word once")
    return words


class QuestionCode(ProgramCode):
    """Compiles questions into statements."""

    def _numbers(self, node: ast.Call, word: v.Word) -> int:
        """The numbers that a question offers, as a selection."""
        if len(node.args) != 2:
            fail(node, f"{word.name}() takes the lowest and the highest number: {word.example}")
        for arg in node.args:
            if isinstance(arg, ast.Constant) and isinstance(arg.value, int) and arg.value > w.MOST_CHOSEN:
                fail(arg, f"numbers to choose go from 0 to {w.MOST_CHOSEN}, not {arg.value}")

        def select() -> None:
            self.expressions.emit(v.Terms.clear)
            for arg in node.args:
                with needed_by(word, arg):
                    self.expressions.push(arg, v.NUMBER)
            self.expressions.emit(v.Terms.add_numbers)

        return self.expressions.collect(select)

    def _ask(self, node: ast.Call, word: v.Word) -> tuple[int, str]:
        """Emit the question as a statement; gives the register of its answer and the answer's type."""
        if word is v.Queries.meets:
            return self._meets(node, word)
        prompt = self.prompt
        asked = self.expressions.value(self._by(node), v.SEAT)
        self.text = own_text(node)
        if word is v.Questions.pick_number:
            return self._choice(node, self._numbers(node, word), asked, w.question(word.prompt)), v.NUMBER
        if word is v.Questions.agree:
            if node.args:
                fail(node, "agree() takes nothing but by= and ask=")
            return self._choice(node, self._words(("yes", "no"), node), asked, w.question(word.prompt)), v.WORD
        if word.instruction is v.Queries.roll:
            return self._roll(node, word, asked)
        if word is v.Questions.pick:
            return self._choice(node, self._words(_picked(node), node), asked, w.question(word.prompt)), v.WORD
        if len(node.args) != 1:
            fail(node, f"{word.name}() takes one set, not {len(node.args)}")
        names = word.instruction is v.Questions.choose and self.expressions.names_any(
            self.expressions.set_of(node.args[0])
        )
        self.expressions.naming = names
        selection, kind = self.expressions.selection(node.args[0])
        self.expressions.naming = False
        one = v.CARD if kind == v.CARDS else v.SEAT
        if word.via is None and word is not v.Questions.choose:  # picked without a question
            register = self._fresh(node)
            self._emit(word, register, selection)
            return register, one
        self._show_pile(node.args[0], selection, asked)
        about = v.Sets.any_card.prompt if names else self._shared_prompt(node.args[0]) or prompt
        return self._choice(node, selection, asked, w.question(about, optional=word is v.Questions.maybe)), one

    def _roll(self, node: ast.Call, word: v.Word, by: int) -> tuple[int, str]:
        """Emit a die that is rolled, or a coin that is flipped."""
        if len(node.args) != len(word.params):
            fail(node, f"{word.name}() takes {many(len(word.params))}, not {len(node.args)}: {word.signature}")
        if node.args:
            with needed_by(word, node.args[0]):
                sides = self.expressions.value(node.args[0], v.NUMBER)
        else:
            sides = self.expressions.collect(lambda: self.expressions.emit(v.Terms.num, w.COIN))
        register = self._fresh(node)
        self._emit(v.Queries.roll, register, sides, by)
        return register, word.returns

    def _meets(self, node: ast.Call, word: v.Word) -> tuple[int, str]:
        """Emit whether a player has what a Goal asks for: one that is named, or any in play."""
        no_keywords(node)
        if len(node.args) not in (1, 2):
            fail(node, f"{word.name}() takes a player, and maybe a Goal, not {many(len(node.args))}: {word.signature}")
        with needed_by(word, node.args[0]):
            who = self.expressions.value(node.args[0], v.SEAT)
        if len(node.args) == 1:
            goal = self.expressions.collect(lambda: self.expressions.emit(v.Terms.num, w.ANY_GOAL))
        else:
            with needed_by(word, node.args[1]):
                goal = self.expressions.value(node.args[1], v.CARD)
        register = self._fresh(node)
        self._emit(word, register, who, goal)
        return register, word.returns

    def _ask_for_several(self, node: ast.Call, word: v.Word) -> int:
        """Emit a question for several cards, one after another; gives the register that they are kept for. Those that
        are picked by chance are picked at once, without a question."""
        if word is v.Queries.random:
            return self._several_by_chance(node, word)
        prompt = self.prompt
        asked = self.expressions.value(self._by(node), v.SEAT)
        with needed_by(word, node.args[1]):
            limit = self.expressions.value(node.args[1], v.NUMBER)
        selection, _ = self.expressions.selection(node.args[0])
        self._show_pile(node.args[0], selection, asked)
        register = self._fresh(node)
        self._emit(v.Control.begin_picks, register, limit)
        optional = word is v.Questions.maybe
        self._emit(v.Control.pick_more, register, selection, asked, w.question(prompt, optional=optional))
        return register

    def _several_by_chance(self, node: ast.Call, word: v.Word) -> int:
        """Emit that several cards are picked by chance; gives the register that they are kept for."""
        no_keywords(node)
        with needed_by(word, node.args[1]):
            number = self.expressions.value(node.args[1], v.NUMBER)
        selection, _ = self.expressions.selection(node.args[0])
        register = self._fresh(node)
        self._emit(v.Queries.random_several, register, number, selection)
        return register

    def _show_pile(self, node: ast.expr, selection: int, asked: int) -> None:
        """Whoever chooses from the draw pile, or from a stash, has to see it."""
        found = self.expressions.set_of(node)
        if found is not None and any(part.in_pile or part.zone == STASH for part in found.parts):
            self._emit(v.Effects.look_by, selection, asked)

    def _shared_prompt(self, node: ast.expr) -> str:
        """What a question of the shared programs is about, where the set that is chosen from says it."""
        if not self.inner or not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return ""
        return v.Sets.words[node.func.id].prompt if node.func.id in v.Sets.words else ""

    def _by(self, node: ast.Call) -> ast.expr:
        for keyword in node.keywords:
            if keyword.arg not in ("by", "ask"):
                fail(node, f"'{keyword.arg}=' cannot stand here; by=SEAT says who is asked, ask=\"...\" the question")
            if keyword.arg == "by":
                return keyword.value
        return ast.Name(id="you", ctx=ast.Load(), lineno=node.lineno, col_offset=node.col_offset)

    def _choice(self, node: ast.Call, selection: int, asked: int, prompt: int) -> int:
        register = self._fresh(node)
        if self.secretly:
            prompt = w.IN_SECRET + w.is_optional(prompt)
        self._emit(v.Questions.choose, register, selection, asked, prompt)
        self.text = ""
        return register

    def _words(self, words: tuple[str, ...], node: ast.AST) -> int:
        for word in words:
            refuse_word(word, node)
        numbers = [self.pool.word(word) for word in words]
        if len(self.pool.words) > w.MAX_OWN_WORDS:
            fail(node, f"the cards of a deck offer at most {w.MAX_OWN_WORDS} words of their own; this is one more")

        def select() -> None:
            self.expressions.emit(v.Terms.clear)
            for number in numbers:
                self.expressions.emit(v.Terms.add_word, number)

        return self.expressions.collect(select)
