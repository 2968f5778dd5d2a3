"""What the expressions of a deck look at, found once, when its sheet is made."""

from __future__ import annotations

from collections.abc import Sequence

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck, Static
from changeling.engine.layout import ANY_CARD, CARD_BITS
from changeling.engine.machine.rules.formulas import FIXED, VARYING, fold_bit, scope_bit


def numbers_of(names: Sequence[str]) -> dict[str, int]:
    """Each name with its number: its place in the list."""
    return {name: number for number, name in enumerate(names)}


# --- what an expression looks at --------------------------------------------------------------------------------------
def cards_asked_for(deck: Deck, pc: int, suiting: dict[int, int]) -> int:
    """The cards that an expression asks for, as in `moved_cards`; all, where it looks at the board in any other way."""
    if pc == w.NONE:
        return 0
    if deck.lends or not all_look(deck, pc, v.BY_NAME):
        return ANY_CARD
    found = 0
    for op, *operands in instructions_of(deck, pc):
        for kind, at in zip(v.TERMS[op].kinds, operands, strict=False):
            if kind == v.LIST:
                for item in deck.lists[at + 1 : at + 1 + deck.lists[at]]:
                    found |= suiting.get(item, 0)
    return found


def cards_suiting(deck: Deck) -> dict[int, int]:
    """By item that a list can hold, a name or a mark: the cards that suit it, as in `moved_cards`."""
    names, marks = numbers_of(deck.names), numbers_of(deck.marks)
    found: dict[int, int] = {}
    for card in deck.cards:
        likes = [names[name] for name in card.likes if name in names]
        likes += [names[other.name] for other in deck.cards if other.kind in card.likes]
        for item in dict.fromkeys((names[card.name], *likes, *(-1 - marks[mark] for mark in card.marks))):
            if item is not None:
                found[item] = found.get(item, 0) | card_bit(card.id)
    return found


def card_bit(card: int) -> int:
    """The bit of a card in `moved_cards`, which it may share with others."""
    return 1 << card % CARD_BITS


def all_look(deck: Deck, pc: int, how: int) -> bool:
    """Whether all that an expression is made of looks only so at the table: SHARED, IN_FRONT or BY_NAME."""
    if how == v.IN_FRONT and deck.lends:  # what others have can change what one's own cards are
        return False
    return all(v.TERMS[op].looks & how for op, *_ in instructions_of(deck, pc))


_OF_ONE = (v.Terms.you, v.Queries.has, v.Queries.most, v.Queries.least, v.Queries.leads, v.Queries.your_turn)


def is_about_you(deck: Deck, pc: int) -> bool:
    """Whether a condition is about the player that it is read for, and not the same for all."""
    for op, *operands in instructions_of(deck, pc):
        word = v.TERMS[op]
        whom = [operand for kind, operand in zip(word.kinds, operands, strict=False) if kind == v.WHO]
        if word in _OF_ONE or any(seats in (w.YOU_ONLY, w.OTHERS) for seats in whom):
            return True
    return False


def asks_for(deck: Deck, pc: int) -> int:
    """The list of cards that a Goal asks for, where that is all it says; else NONE."""
    code = instructions_of(deck, pc) if pc != w.NONE else []
    return code[0][1] if len(code) == 1 and code[0][0] == v.Queries.has.term else w.NONE


def instructions_of(deck: Deck, pc: int) -> list[tuple[int, ...]]:
    """The instructions of an expression."""
    code = []
    while deck.code[pc * w.WIDTH] != v.Terms.return_.term:
        code.append(deck.code[pc * w.WIDTH : (pc + 1) * w.WIDTH])
        pc += 1
    return code


def widened(deck: Deck, reads: int) -> int:
    """What looks at the numbers in force is read again whenever anything has changed; what looks at the board, where
    cards lend others something, when the rules have changed too."""
    if reads & w.PART_FORCE:
        return w.PART_ALL
    return reads | w.PART_RULES if deck.lends and reads & w.PART_BOARD else reads


def formula_shifts(deck: Deck, formula: Static) -> bool:
    """Whether a formula looks at something besides the rules."""
    return widened(deck, formula.reads) | w.PART_RULES != w.PART_RULES


def scopes(deck: Deck, formulas: tuple[Static, ...], *, in_front: bool) -> int:
    """Which numbers a card bounds; and where it lies in front of a player or lasts, what its formulas read and for whom
    they are in force: as bits."""
    found = 0
    for formula in formulas:
        if in_front or formula.mode >= w.SCOPES:
            found |= scope_bit(formula.mode) | widened(deck, formula.reads)
    return found


def folds(deck: Deck, formulas: tuple[Static, ...]) -> int:
    """The sorts of formulas that a card has, as bits."""
    found = 0
    for formula in formulas:
        if formula.mode < w.SCOPES:
            found |= fold_bit(formula.mode, VARYING if formula_shifts(deck, formula) else FIXED)
    return found
