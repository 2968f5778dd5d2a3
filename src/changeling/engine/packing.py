"""Short expressions, packed into the instructions that use them (see `machine.values.operands`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.engine.expression_facts import instructions_of
from changeling.engine.machine.values import operands as packing


# --- code -------------------------------------------------------------------------------------------------------------
def packed_code(deck: Deck) -> list[int]:
    """The code, with short expressions packed into the instructions that use them."""
    code = list(deck.code)
    for program in deck.programs:
        for pc in range(program.entry, program.entry + program.length):
            kinds = v.STATEMENTS[code[pc * w.WIDTH]].kinds
            for place, kind in enumerate(kinds, pc * w.WIDTH + 1):
                if kind in v.EXPRESSIONS_IN_PROGRAMS and code[place] >= 0:
                    code[place] = operand(deck, code[place])
    return code


def operand(deck: Deck, pc: int) -> int:
    """An expression as an operand: packed, where it has a short form."""
    short = packed(instructions_of(deck, pc))
    return pc if short == w.NONE else short


_SHORT_FORMS = {
    v.Terms.num.term: packing.NUMBER,
    v.Terms.reg.term: packing.VARIABLE,
    v.Terms.you.term: packing.YOU,
    v.Queries.this.term: packing.THIS,
    v.Terms.live.term: packing.NUMERAL,
    v.Queries.acting.term: packing.ACTING,
}


def packed(instructions: Iterable[Sequence[int]]) -> int:
    """The negative integer that stands for a short expression, or NONE where there is none."""
    form = number = w.NONE
    match [(v.TERMS[op], a, b, c) for op, a, b, c, *_ in instructions]:
        case [(v.Queries.count, zone, w.YOU_ONLY, 0)] if zone >= 0:
            form, number = packing.COUNT, zone
        case [(word, a, _, _)] if word.term in _SHORT_FORMS:
            form, number = _SHORT_FORMS[word.term], a
        case [(v.Terms.you, *_), (v.Terms.static, static, *_)]:
            form, number = packing.STATIC, static
        case [(v.Terms.clear, *_), (v.Terms.reg, register, *_), (v.Terms.add_card, *_)]:
            form, number = packing.ONE_CARD, register
    return w.NONE if form == w.NONE else w.NONE - 1 - (form + (number + 1 << packing.PACKED_BITS))
