"""Whether the cards of a deck can go through so many things, again and again, that it has to be counted (loop.py).

An instruction takes longer the more cards it goes through. Where nobody is asked in between, thousands of them can run,
so what they go through counts too. Most decks cannot do that: what repeats in them, by a loop or by itself, looks at
few cards at a time. In such a deck it is not counted, by either machine, and the lean one (engine.lean) is compiled
without counting.

What repeats is what stands in a loop, but for one over players; in a program that plays several cards; in a section
that begins by itself; and in what is read whenever something has changed: conditions, formulas, Goals, permissions.
What asks somebody does not go on by itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck, Program
from changeling.engine.expression_facts import instructions_of

FEW: Final = 32  # cards that can be compared with one another in no time
FEW_DRAWN: Final = 5  # cards that can be drawn by every other instruction
MOST_TERMS: Final = 6_000  # of all that is read whenever something has changed
_BY_ITSELF: Final = frozenset({"when", "on", "instead", "on goals", "on ungoal", "start", "finish"})
_PLAYING: Final = (v.Effects.play, v.Effects.copy, v.Effects.use)
_ASKING: Final = (v.Questions.choose, v.Control.pick_more)
# Effects that go through whole piles, compare all of a set with one another, or do something with all cards of a set
# that can be done with the same cards again.
_WIDE: Final = (
    v.Effects.redeal,
    v.Effects.shuffle_pile,
    v.Effects.shuffle_discards,
    v.Effects.swap_piles,
    v.Effects.to_pile,
    v.Control.for_cards,
    v.Control.for_players,
    v.Effects.look,
    v.Effects.look_by,
    v.Effects.reveal,
    v.Effects.take_all,
    v.Effects.give_all,
    v.Effects.into_hand,
    v.Effects.all_to_hand,
    v.Effects.pass_on,
    v.Effects.pass_hands,
    v.Effects.swap_hands,
    v.Effects.trade,
)
_DRAWING: Final = {v.Effects.draw: 0, v.Effects.draw_to: 0, v.Effects.draw_from: 1}  # which operand says how many
_PRINTED: Final = (v.Terms.num, v.Terms.live)
_WIDE_TERMS: Final = (
    v.Terms.add_any,
    v.Terms.add_end,
    v.Terms.add_names,
    v.Terms.inner_walk,
    v.Queries.makes,
)
_BY_RANK: Final = (v.Queries.consecutive, v.Queries.pairs, v.Queries.same_rank)
_PILES: Final = (w.PILE, w.DISCARD)
_ONE_PLAYERS: Final = (w.YOU_ONLY, w.ONE_SEAT, w.NOBODY)

Step = tuple[int, v.Word, tuple[int, ...]]  # the place of an instruction, its row, its operands


def has_to_be_weighed(deck: Deck) -> bool:
    """Whether what the cards of a deck go through has to be counted."""
    if any(_repeats(deck, program) and _is_wide(deck, program) for program in deck.programs):
        return True
    if any(_draws_many(deck, program) for program in deck.programs):
        return True
    standing = [instructions_of(deck, pc) for pc in _standing(deck) if pc >= 0]
    return sum(map(len, standing)) > MOST_TERMS or any(_goes_far(deck, code) for code in standing)


def _standing(deck: Deck) -> Iterator[int]:
    """The expressions that are read whenever something has changed."""
    for hook in (*deck.whens, *deck.starts, *deck.finishes, *deck.frees):
        yield hook.condition
    yield from (formula.expression for formulas in deck.statics for formula in formulas)
    yield from (*deck.wins, *deck.ends)
    yield from (test for _, test in deck.wins_with)
    yield from (permit.test for permit in deck.permits)
    yield from (event.condition for event in deck.events)


def _steps(deck: Deck, program: Program) -> Iterator[Step]:
    for pc in range(program.entry, program.entry + program.length):
        op, *operands = deck.code[pc * w.WIDTH : (pc + 1) * w.WIDTH]
        yield pc, v.STATEMENTS[op], tuple(operands)


def _repeats(deck: Deck, program: Program) -> bool:
    """Whether what a program does can happen again without an end: it loops, begins by itself, or plays several."""
    if program.kind in _BY_ITSELF:
        return True
    played = sum(word in _PLAYING for _, word, _ in _steps(deck, program))
    loops = (deck.code[first * w.WIDTH] for first, _ in _loops(deck, program))
    return played > 1 or any(op != v.Control.for_seats.statement for op in loops)


def _draws_many(deck: Deck, program: Program) -> bool:
    """Whether a program draws more than a few cards where that can happen again: in a loop, also over players, by
    itself, or because it plays a card, which may lead here again. Each card that is drawn is moved, and told of."""
    steps = list(_steps(deck, program))
    again = program.kind in _BY_ITSELF or any(word in _PLAYING for _, word, _ in steps)
    loops = list(_loops(deck, program))
    return any(
        not _is_few(deck, operands[_DRAWING[word]])
        for pc, word, operands in steps
        if word in _DRAWING and (again or any(first <= pc <= last for first, last in loops))
    )


def _loops(deck: Deck, program: Program) -> Iterator[tuple[int, int]]:
    """The first and the last instruction of each loop of a program."""
    for pc, word, operands in _steps(deck, program):
        for kind, to in zip(word.kinds, operands, strict=False):
            if kind == v.JUMP and to <= pc:
                yield to, pc


def _is_few(deck: Deck, number: int) -> bool:
    """Whether a number is printed, and small, also where all Inflation of the deck is in force."""
    code = instructions_of(deck, number)
    op, value, *_ = code[0]
    if len(code) > 1 or v.TERMS[op] not in _PRINTED:
        return False
    return value + (_inflation(deck) if v.TERMS[op] is v.Terms.live else 0) <= FEW_DRAWN


def _inflation(deck: Deck) -> int:
    """By how much printed numerals can grow, as far as that is printed itself; else by a lot."""
    most = 0
    for formula in (formula for formulas in deck.statics for formula in formulas):
        if formula.static == w.INFLATION:
            code = instructions_of(deck, formula.expression)
            plain = len(code) == 1 and v.TERMS[code[0][0]] is v.Terms.num
            most += code[0][1] if plain else FEW_DRAWN
    return most


def _is_wide(deck: Deck, program: Program) -> bool:
    """Whether an instruction of a program goes through many cards without asking about them."""
    for _, word, operands in _steps(deck, program):
        if word in _WIDE:
            return True
        if word in _ASKING:
            continue
        for kind, pc in zip(word.kinds, operands, strict=False):
            if kind in v.EXPRESSIONS_IN_PROGRAMS and pc >= 0 and _goes_far(deck, instructions_of(deck, pc)):
                return True
    return False


def _goes_far(deck: Deck, code: list[tuple[int, ...]]) -> bool:
    """Whether an expression goes through whole piles, through sets in tests of others, or compares many cards with one
    another."""
    gathered = 0
    for op, *operands in code:
        word = v.TERMS[op]
        given = dict(zip(word.kinds, operands, strict=False))
        plain = word is v.Queries.count and given.get(v.FILTER) == 0  # how many there are is known
        if word in _WIDE_TERMS or (given.get(v.ZONE) in _PILES and not plain):
            return True
        if word in _BY_RANK and sum(card.rank >= 0 for card in deck.cards) > FEW:
            return True
        if word is v.Terms.add_zone and not _is_small(deck, given):
            gathered += 1 if given[v.WHO] in _ONE_PLAYERS else 2  # a card is in a set once: each is compared with all
    return gathered > 1


def _is_small(deck: Deck, given: dict[str, int]) -> bool:
    """Whether few cards of the deck can ever be in such a set: those of a kind, and with one of the marks."""
    kind = {w.KEEPERS: "keeper", w.CREEPERS: "creeper"}.get(given[v.ZONE])
    bits = deck.filters[given[v.FILTER] * 4 + 1]
    marks = {mark for number, mark in enumerate(deck.marks) if bits >> number & 1}
    found = sum(
        (kind is None or card.kind == kind) and (not marks or not marks.isdisjoint(card.marks)) for card in deck.cards
    )
    return found <= FEW and not deck.lends
