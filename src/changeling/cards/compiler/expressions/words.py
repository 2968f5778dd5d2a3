"""Compiling words that have a form of their own: what they take is not just values, as their rows could say."""

from __future__ import annotations

import ast

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.answers import ASKING
from changeling.cards.compiler.expressions.filters import brief
from changeling.cards.compiler.expressions.set_parts import SetPart
from changeling.cards.compiler.expressions.values import Values
from changeling.cards.compiler.refusals import many, needed_by
from changeling.cards.language.syntax import Wrong


class Expressions(Values):
    """Compiles expressions. `ask` makes a question a statement of its own; without it questions are errors.

    A word whose arguments are values is compiled from its row alone. One with a syntax of its own has a method here,
    `word_` and its name.
    """

    def value(self, node: ast.expr, want: str) -> int:
        """Compile an expression of a wanted type; gives its number in the pool."""
        return self.collect(lambda: self.push(node, want))

    def word_count(self, node: ast.Call) -> str:
        """How many there are in a set."""
        if len(node.args) != 1:
            raise Wrong(node, f"count() takes one set, not {len(node.args)}")
        found = self.set_of(node.args[0])
        if found is None:
            raise Wrong(node.args[0], f"count() needs a set, not {self._type_in_words(node.args[0])}")
        self._size(found, node)
        return v.NUMBER

    def word_has(self, node: ast.Call) -> str:
        """Cards in front of you. Where marks are among them the machine searches for a card for each, of so many."""
        items, names = self._items(node)
        if len(items) > w.MAX_ITEMS and len(names) < len(items):
            raise Wrong(node, f"with a mark among them, has() takes at most {w.MAX_ITEMS} things, not {len(items)}")
        self.findings.mentions += names
        if self.positive:
            self.findings.needs += names
            self.findings.excuses += names
        else:
            self.findings.forbids += names
        self.emit(v.Queries.has, self.pool.list_of(tuple(items)))
        return v.CONDITION

    def word_anyone_has(self, node: ast.Call) -> str:
        """Cards in front of anybody."""
        items, names = self._items(node)
        self.findings.mentions += names
        self._excuse(node.args)
        if not self.positive:
            self.findings.forbids += names
        self.emit(v.Queries.anyone_has, self.pool.list_of(tuple(items)))
        return v.CONDITION

    def _ranking(self, node: ast.Call) -> str:
        """How you stand among the players, or the most that anybody has: of cards that pass a filter, or of Doom."""
        word = _query(node)
        zones = {zone.name: zone for zone in (v.Sets.hand, v.Sets.keepers, v.Sets.creepers, v.Queries.doom)}
        if node.args and isinstance(node.args[0], ast.Name) and node.args[0].id in self.pool.declared:
            return self._ranked_by_counter(node, word, node.args[0].id)
        if not node.args or not isinstance(node.args[0], ast.Name) or node.args[0].id not in zones:
            raise Wrong(node, f"{word.name}() ranks players by one of {', '.join([*zones, *self.pool.declared])}")
        zone = zones[node.args[0].id]
        self.findings.reads |= zone.reads
        if word.more:
            self._excuse(node.args[1:])
        self.emit(word, zone.arg, self._filter(list(node.args[1:])))
        return word.returns

    word_most = word_least = word_leads = word_largest = _ranking

    def _ranked_by_counter(self, node: ast.Call, word: v.Word, name: str) -> str:
        """How players stand by what they have of a counter."""
        if len(node.args) > 1:
            raise Wrong(node.args[1], f"a counter has no cards to filter; write: {word.name}({name})")
        self.findings.reads |= v.Terms.counter.reads
        self.emit(word, w.COUNTER - self.counter_number(name, node), 0)
        return word.returns

    def _limit(self, node: ast.Call) -> str:
        """A limit in force. Where there is none it is more than any number in comparisons and formulas, and 0 for an
        instruction: no card draws the whole pile because nobody set a limit."""
        word = _query(node)
        self._arguments(node, word)
        self.emit(word.instruction, word.arg)
        if self.comparing or self.ask is None:
            return word.returns
        if any(isinstance(one, ast.Call) and _called(one) in ASKING for one in ast.walk(node)):
            raise Wrong(node.args[0], f"ask on a line of its own first: p = choose(others); then {word.name}(p)")
        self.emit(v.Terms.num, w.ALL)
        self.emit(v.Terms.lt)
        none = self.emit(v.Terms.unless)
        self._arguments(node, word)
        self.emit(word.instruction, word.arg)
        end = self.emit(v.Terms.jump)
        self.aim(none)
        self.emit(v.Terms.num, 0)
        self.aim(end)
        return word.returns

    word_hand_limit = word_keeper_limit = _limit

    def _ballot(self, node: ast.Call) -> v.Word:
        """The row of a word about what was chosen in secret. Raises Wrong where nothing was."""
        word = _query(node)
        if self.ballot == w.NONE or not self.ballot_kind:
            raise Wrong(node, f"{word.name}() is about what secret() has asked; it stands behind that: {word.example}")
        if len(node.args) != 1:
            raise Wrong(node, f"{word.name}() takes one thing, not {len(node.args)}: {word.signature}")
        return word

    def word_choice(self, node: ast.Call) -> str:
        """What a player has chosen in secret."""
        word = self._ballot(node)
        with needed_by(word, node.args[0]):
            self.push(node.args[0], v.SEAT)
        self.emit(word, self.ballot)
        self._side_up(self.ballot_kind)
        return self.ballot_kind

    def word_votes(self, node: ast.Call) -> str:
        """How many players have chosen this in secret."""
        word = self._ballot(node)
        with needed_by(word, node.args[0]):
            self.push(node.args[0], self.ballot_kind)
        self.emit(word, self.ballot)
        return word.returns

    def word_doom(self, node: ast.Call) -> str:
        """The Doom of some players."""
        if len(node.args) != 1:
            raise Wrong(node, "whose? doom(SEATS), for example doom(everyone)")
        who, seat = self._seats(node.args[0], v.Queries.doom)
        if seat is not None:
            self.push(seat, v.SEAT)
        self.emit(v.Queries.doom, who)
        return v.NUMBER

    def word_in_play(self, node: ast.Call) -> str:
        """Cards face up anywhere on the table."""
        items, names = self._items(node)
        if any(item < 0 for item in items):
            raise Wrong(node, 'in_play() takes names of cards in quotes: in_play("Milk")')
        self.findings.mentions += names
        self._excuse(node.args)
        self.emit(v.Queries.in_play, self.pool.list_of(tuple(items)))
        return v.CONDITION

    def word_is_a(self, node: ast.Call) -> str:
        """What a card is."""
        if len(node.args) < 2:
            raise Wrong(node, f"is_a() takes a card and what it may be: {v.Queries.words['is_a'].signature}")
        self.push(node.args[0], v.CARD)
        self._excuse(node.args[1:])
        self.emit(v.Queries.is_a, self._filter(list(node.args[1:])))
        return v.CONDITION

    def _ranked(self, node: ast.Call) -> str:
        """Words about the ranks of cards in one kind of zone."""
        word = _query(node)
        found = self.set_of(node.args[0]) if len(node.args) == 1 else None
        if found is None or found.test or found.drops or len(found.parts) != 1 or found.parts[0].seats == w.NOBODY:
            raise Wrong(node, f"{word.name}() looks at the cards of players: {word.signature}")
        part = found.parts[0]
        self._seat_of(part)
        self.emit(word, part.zone, part.seats, part.filter)
        return word.returns

    word_consecutive = word_highest = word_lowest = _ranked
    word_product = word_pairs = word_same_rank = _ranked

    def _summed(self, node: ast.Call, takes: int) -> SetPart:
        """The cards whose marks or ranks are added up: those of one word."""
        word = _query(node)
        if len(node.args) != takes:
            raise Wrong(node, f"{word.name}() takes {many(takes)}, not {len(node.args)}: {word.signature}")
        found = self.set_of(node.args[0])
        if found is None or found.type != v.CARDS or found.test or found.drops or len(found.parts) != 1:
            raise Wrong(node.args[0], f"{word.name}() looks at the cards of one word, without a test: {word.signature}")
        if not 0 <= found.parts[0].zone < w.ASIDE:
            raise Wrong(node.args[0], f"{word.name}() looks at the cards of one place: {word.signature}")
        return found.parts[0]

    def word_total(self, node: ast.Call) -> str:
        """How often a mark stands on some cards, or the sum of their ranks."""
        part = self._summed(node, 2)
        self._seat_of(part)
        mark = self._mark_or_rank(node.args[1], v.Queries.total)
        self.emit(v.Queries.total, part.zone, part.seats, part.filter, mark)
        return v.NUMBER

    def word_adds_up(self, node: ast.Call) -> str:
        """Whether some of the cards of one player add up to a number."""
        part, word = self._summed(node, 3), v.Queries.adds_up
        self._push_player_and_number(node, part, word, "add up to")
        self.emit(word, part.zone, part.filter, self._mark_or_rank(node.args[1], word))
        return v.CONDITION

    def word_makes(self, node: ast.Call) -> str:
        """Whether the ranks of some of the cards of one player make a number."""
        part, word = self._summed(node, 3), v.Queries.makes
        signs = node.args[1].value if isinstance(node.args[1], ast.Constant) else None
        if not isinstance(signs, str) or not signs or len(set(signs)) < len(signs) or not set(signs) <= set(w.WAYS):
            raise Wrong(
                node.args[1], f"{word.name}() needs some of the signs + - * / in quotes, each once: {word.example}"
            )
        self._push_player_and_number(node, part, word, "make")
        self.emit(word, part.zone, part.filter, sum(w.WAYS[sign] for sign in signs))
        return v.CONDITION

    def _push_player_and_number(self, node: ast.Call, part: SetPart, word: v.Word, can: str) -> None:
        """Push the one player whose cards are looked at, and the number that they have to come to; `can` says what
        cards do to come to it."""
        number = node.args[2]
        if part.seats not in (w.YOU_ONLY, w.ONE_SEAT):
            raise Wrong(node.args[0], f"{word.name}() looks at the cards of one player: {word.signature}")
        if isinstance(number, ast.Constant) and isinstance(number.value, int) and number.value > w.MOST_SUM:
            raise Wrong(number, f"{brief(number.value)} is too large; cards can {can} {w.MOST_SUM} at most here")
        if part.seats == w.YOU_ONLY:
            self.emit(v.Sets.you.instruction)
        self._seat_of(part)
        self.push(number, v.NUMBER)

    def _mark_or_rank(self, node: ast.expr, word: v.Word) -> int:
        if isinstance(node, ast.Name) and node.id == v.Queries.rank.name:
            return w.NONE
        if isinstance(node, ast.Name) and node.id in self.marks:
            return self.pool.mark(node.id)
        raise Wrong(node, f"{word.name}() needs a mark of this file, or the word rank: {word.signature}")


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _query(node: ast.Call) -> v.Word:
    """The row of the word that is called."""
    assert isinstance(node.func, ast.Name)
    return v.Queries.words[node.func.id]
