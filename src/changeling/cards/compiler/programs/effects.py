"""Compiling effects: the words that change the table, and those among them that have a form of their own."""

from __future__ import annotations

import ast
from collections.abc import Callable

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.answers import picked_in, says
from changeling.cards.compiler.expressions.set_parts import SetOf
from changeling.cards.compiler.programs.questions import QuestionCode
from changeling.cards.compiler.refusals import by_itself, fail, many, needed_by, no_word, only_answering, rather
from changeling.cards.language.slips import short
from changeling.cards.language.syntax import Wrong

FORMULAS = v.Statics.words | v.Permits.words | v.Verdicts.words  # what is said with =
A_NAME = w.A_PLAY  # in place of the sort of secret answers: cards that are only named
_SORTS = {v.CARD: w.A_CARD, v.SEAT: w.A_SEAT, v.NUMBER: w.A_NUMBER, v.WORD: w.A_WORD}
PLACES = {"top": w.TOP, "bottom": w.BOTTOM, "random": w.SOMEWHERE, "discards": w.DISCARDS}


def _in_full(word: v.Word, args: list[ast.expr]) -> bool:
    """An answer may say in full what it means anyway: `divert(played, you)`, `cancel(played)`."""
    full = {v.Effects.divert: (v.Queries.played.name, v.Sets.you.name), v.Effects.cancel: (v.Queries.played.name,)}
    names = tuple(arg.id if isinstance(arg, ast.Name) else "" for arg in args)
    return len(names) > 0 and names == full.get(word, ())[: len(names)]


class EffectCode(QuestionCode):
    """Compiles effects. One with a form of its own has a method here, `effect_` and its name."""

    def _effect(self, call: ast.Call) -> None:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        word = v.Effects.words.get(name)
        if word is None or (word.inner and not self.inner):
            if name in FORMULAS:
                signature = FORMULAS[name].signature
                fail(call, f"'{name}' is set by a formula: {signature}")
            if name in v.Questions.words or name in v.Queries.words or name in v.Sets.words:
                fail(call, by_itself(v.Questions.words.get(name) or v.Queries.words.get(name) or v.Sets.words[name]))
            fail(call, self.expressions.unknown(name) if name else no_word(call))
        if word.answering and self.expressions.trigger not in word.answering and not self.inner:
            fail(call, only_answering(word))
        special: Callable[[ast.Call, v.Word], None] | None = getattr(self, f"effect_{name}", None)
        if special is not None:
            special(call, word)
            return
        wide = v.Effects.words.get(word.wide)
        for keyword in call.keywords:
            if not (word.by or (wide is not None and wide.by)) or keyword.arg != "by":
                fail(call, f"'{keyword.arg}=' cannot stand here: {word.signature}")
        self.prompt = word.prompt or v.Questions.choose.prompt
        if wide is not None and (call.keywords or self._takes_set(word, call)):
            self._operands(wide, call, word)
        else:
            self._operands(word, call, word)

    def effect_to_hand(self, call: ast.Call, word: v.Word) -> None:
        """Cards go into the hands of their owners, or of the player who is named."""
        if call.keywords and call.keywords[0].arg == "by":
            self.prompt = v.Effects.into_hand.prompt
            self._operands(v.Effects.into_hand, call, word)
            return
        if call.keywords:
            fail(call, f"'{call.keywords[0].arg}=' cannot stand here: {word.signature}")
        self.prompt = v.Questions.choose.prompt
        self._operands(v.Effects.all_to_hand if self._takes_set(word, call) else word, call, word)

    def effect_win(self, call: ast.Call, word: v.Word) -> None:
        """A player wins, or several together."""
        for keyword in call.keywords:
            if keyword.arg != "by":
                fail(call, f"'{keyword.arg}=' cannot stand here: {word.signature}")
        winners = self.expressions.set_of(call.keywords[0].value) if call.keywords else None
        if winners is None:
            self._operands(v.Effects.win_for if call.keywords else word, call, word)
            return
        if call.args:
            fail(call, f"win() takes nothing but by=: {word.signature}")
        selection, _ = self.expressions.selection(call.keywords[0].value, (v.SEATS,))
        self._emit(v.Effects.win_all, selection)

    def effect_remember(self, call: ast.Call, word: v.Word) -> None:
        """A card remembers a player, or a card."""
        if call.keywords:
            fail(call, f"'{call.keywords[0].arg}=' cannot stand here: {word.signature}")
        card = len(call.args) == 1 and self.expressions.kind_of(call.args[0]) == v.CARD
        self.prompt = word.prompt
        self._operands(v.Effects.remember_card if card else word, call, word)

    def _takes_set(self, word: v.Word, call: ast.Call) -> bool:
        """Whether a set stands where a word takes a card."""
        if word.params[:1] != (v.CARD,) or not call.args:
            return False
        found = self.expressions.set_of(call.args[0])
        return found is not None and found.type == v.CARDS

    def _cards(self, args: list[ast.expr], said: v.Word) -> int:
        """Sets and single cards as the selection of an effect."""
        try:
            return self.expressions.selections(args)
        except Wrong as wrong:
            if wrong.node in args:
                needs = f"{said.name}() needs a card or a set of cards"
                wrong.message = wrong.message.replace("here a card is needed", needs, 1)
                wrong.message += rather(said, next(arg for arg in args if arg is wrong.node), wrong.message)
            raise

    def _operands(self, word: v.Word, call: ast.Call, said: v.Word) -> None:
        """Emit the instruction of an effect with what it is given; `said` is the word as the card writes it."""
        name = said.name
        if word.params == (v.CARDS,):
            if not call.args:
                fail(call, f"{name}() needs something: {said.signature}")
            by = [self.expressions.value(self._by(call), v.SEAT)] if word.by else []
            self._emit(word, self._cards(call.args, said), *by)
            return
        if len(call.args) != len(word.params) and not _in_full(word, call.args):
            fail(call, f"{name}() takes {many(len(word.params))}, not {len(call.args)}: {said.signature}")
        operands = []
        for arg, want in zip(call.args[: len(word.params)], word.params, strict=True):
            if want == v.CARDS:
                operands.append(self._cards([arg], said))
            elif want == v.PLACE:
                operands.append(self._place(arg, said))
            elif want != v.ASIDE:
                self._takes_words(arg, word)
                with needed_by(said, arg):
                    operands.append(self.expressions.value(arg, want))
            elif not (isinstance(arg, ast.Name) and arg.id == v.Sets.aside.name):
                fail(arg, f"{name}() needs the word aside here: {word.signature}")
        if word.by:
            operands.append(self.expressions.value(self._by(call), v.SEAT))
        self._emit(word, *operands)

    def _place(self, arg: ast.expr, word: v.Word) -> int:
        """A place that an instruction names in quotes; of a pile, also how many cards lie above it."""
        text = arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None
        if text in word.words:
            return self.expressions.collect(lambda: self.expressions.emit(v.Terms.num, PLACES[text]))
        named = " or ".join(f'"{one}"' for one in word.words)
        if text is not None or word is not v.Effects.to_pile:
            fail(arg, f"{word.name}() takes {named} here: {word.example}")
        with needed_by(word, arg):
            return self.expressions.value(arg, v.NUMBER)

    def _prepare(self, body: list[ast.stmt]) -> None:
        """Before anything of a body is compiled: the words that its questions offer, and room for secret choices."""
        self.expressions.own_words = picked_in(body)
        secret = says(body, v.Effects.secret)
        if secret is not None:
            if says(body, v.Effects.reveal_choices) is None:
                self.wrong(secret, "what is chosen in secret has to be shown some time: reveal_choices()")
            self.expressions.ballot = w.REGISTERS - w.MAX_SEATS
            self.line = (secret.lineno, "")
            self._emit(v.Control.forget_choices, self.expressions.ballot)

    def effect_secret(self, call: ast.Call, word: v.Word) -> None:
        """A question that is answered in secret; the answer is kept for the player who gives it."""
        held = self.used
        try:
            register, by = self._ask_in_secret(call, word)
        except Wrong:
            if self.sort == w.NONE:  # one problem is enough: what follows is read as if words were chosen
                self.sort, self.expressions.ballot_kind = w.A_WORD, v.WORD
            raise
        self._emit(word, register, self.expressions.ballot, by)
        self.used = held

    def _ask_in_secret(self, call: ast.Call, word: v.Word) -> tuple[int, int]:
        """Emit the question; gives the register of its answer, and who is asked."""
        asks = call.args[0] if len(call.args) == 1 and not call.keywords else None
        name = asks.func.id if isinstance(asks, ast.Call) and isinstance(asks.func, ast.Name) else ""
        if not isinstance(asks, ast.Call) or name not in v.Questions.words:
            fail(call, f"secret() takes a question, one of {', '.join(v.Questions.words)}: {word.example}")
        if any(says([ast.Expr(self._by(asks))], question) for question in v.Questions.words.values()):
            fail(asks, "ask on a line of its own first who is asked: foe = choose(others); then by=foe")
        self.secretly = True
        try:
            register, kind = self._ask(asks, v.Questions.words[name])
        finally:
            self.secretly = False
        sort = A_NAME if self.expressions.names_any(self._set_asked(asks)) else _SORTS[kind]
        if self.sort not in (w.NONE, sort):
            fail(asks, "all secret choices of one card are of one sort: words, numbers, players, or cards of one sort")
        self.sort, self.expressions.ballot_kind = sort, kind
        return register, self.expressions.value(self._by(asks), v.SEAT)

    def effect_reveal_choices(self, call: ast.Call, word: v.Word) -> None:
        """What was chosen in secret is shown."""
        if call.args or call.keywords:
            fail(call, "reveal_choices() takes nothing")
        if not self.expressions.ballot_kind:
            fail(call, f"reveal_choices() shows what secret() has asked before: {v.Effects.secret.example}")
        self._emit(word, self.expressions.ballot, self.sort)

    def _set_asked(self, asks: ast.Call) -> SetOf | None:
        return self.expressions.set_of(asks.args[0]) if len(asks.args) == 1 else None

    def _count(self, call: ast.Call, word: v.Word) -> None:
        """A counter of a player grows or shrinks."""
        for keyword in call.keywords:
            if keyword.arg != "by":
                fail(call, f"'{keyword.arg}=' cannot stand here: {word.signature}")
        if len(call.args) != 2:
            fail(call, f"{word.name}() takes a number and a counter, not {many(len(call.args))}: {word.signature}")
        amount, counter = call.args
        if not isinstance(counter, ast.Name):
            fail(counter, f"{word.name}() needs the name of a counter, without quotes: {word.example}")
        number = self.expressions.counter_number(counter.id, counter)
        with needed_by(word, amount):
            value = self.expressions.value(amount, v.NUMBER)
        self._emit(word, value, number, self.expressions.value(self._by(call), v.SEAT))

    effect_gain = effect_lose = _count

    def _words_of(self, node: ast.expr) -> set[str]:
        """The words that an expression may give."""
        match node:
            case ast.Constant(value=str(text)):
                return {text}
            case ast.Name(id=name):
                return self.answers.get(name, set())
            case ast.IfExp():
                return self._words_of(node.body) | self._words_of(node.orelse)
            case ast.Call(func=ast.Name(id=v.Questions.pick.name)):
                return set().union(*map(self._words_of, node.args))
        return set()

    def _takes_words(self, arg: ast.expr, word: v.Word) -> None:
        """Refuse a word that means nothing to an instruction."""
        for other in sorted(self._words_of(arg) - set(word.words)) if word.words else ():
            fail(arg, f"{word.name}() takes {' or '.join(word.words)}, not '{short(other)}': {word.example}")
