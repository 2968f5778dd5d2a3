"""A deck as the machine reads it."""

from __future__ import annotations

from changeling.cards import codes as w
from changeling.cards.deck import OPERANDS, Deck, Hook, Static
from changeling.engine.layout import ANY_CARD, ANY_CREEPER, CARD_BITS, Sheet
from changeling.engine.machine.formulas import FIXED, VARYING, fold_bit
from changeling.engine.machine.operands import disguised
from changeling.errors import DeckError


def sheet_of(deck: Deck) -> Sheet:
    """Lay a deck out as integers. Raises DeckError when it holds more than the machine has room for."""
    d = Sheet()
    d.cards = len(deck.cards)
    kinds = {kind: number for number, kind in enumerate(w.KINDS)}
    slots = {slot: number for number, slot in enumerate(deck.slots)}
    marks = {mark: number for number, mark in enumerate(deck.marks)}
    names = {name: number for number, name in enumerate(deck.names)}
    suiting = _suiting(deck)
    d.kind = [kinds[card.kind] for card in deck.cards]
    d.slot = [slots.get(card.slot, w.NONE) for card in deck.cards]
    d.marks = [sum(1 << marks[mark] for mark in set(card.marks)) for card in deck.cards]
    d.name = [names[card.name] for card in deck.cards]
    d.first = [w.NONE] * len(names)
    d.twin = [w.NONE] * d.cards
    for number in reversed(range(d.cards)):
        d.twin[number] = d.first[d.name[number]]
        d.first[d.name[number]] = number
    d.stand_in = [w.NONE] * len(names)
    d.stand_next = [w.NONE] * d.cards
    for card in deck.cards[::-1]:
        if card.counts_as:
            d.stand_next[card.id] = d.stand_in[names[card.counts_as]]
            d.stand_in[names[card.counts_as]] = card.id
    d.rank = [card.rank for card in deck.cards]
    d.doom = [card.marks.count("doom") - card.marks.count("anti_doom") for card in deck.cards]
    d.alias = [names[card.counts_as] if card.counts_as else w.NONE for card in deck.cards]
    d.aliases = int(any(card.counts_as for card in deck.cards))
    d.ends, d.names_of = list(deck.ends), list(deck.named)
    d.excuses_all = [int(flag) for flag in deck.excuses_all]
    d.reacts, d.react_at = [], []
    for answers in deck.reacts:
        d.react_at.append(len(d.reacts) if answers else w.NONE)
        if answers:
            d.reacts += [len(answers), *(number for answer in answers for number in answer)]
            for trigger, _ in answers:
                d.answerable |= 1 << trigger
    if any(card.kind == "surprise" for card in deck.cards):
        d.answerable |= 1 << w.SURPRISE
    for card in deck.cards:
        if card.kind in ("keeper", "creeper") and deck.statics[card.id]:
            d.board_statics = 1
            shifts = any(_widened(formula.reads) | w.SEES_RULES != w.SEES_RULES for formula in deck.statics[card.id])
            d.board_mask |= ANY_CARD if shifts else _bit(card.id)
    d.basic = next((card.id for card in deck.cards if card.kind == "basic"), w.NONE)
    if d.basic == w.NONE:
        raise DeckError(f"the deck '{deck.name}' has no Basic Rules")
    d.play, d.wins, d.reads = list(deck.play), list(deck.wins), list(deck.reads)
    d.reads = [_widened(reads) for reads in d.reads]
    d.own = [int(wins != w.NONE and _looks_in_front(deck, wins)) for wins in d.wins]
    d.wins_by = [_asks_for(deck, wins) for wins in d.wins]
    d.wins_mask = [
        ANY_CARD if reads == w.SEES_ALL else _stir(deck, wins, suiting) | ANY_CREEPER
        for reads, wins in zip(d.reads, d.wins, strict=True)
    ]
    d.excuses = list(deck.excuses)
    d.statics, d.statics_at = [], []
    for formulas in deck.statics:
        d.statics_at.append(len(d.statics) if formulas else w.NONE)
        if formulas:
            d.statics.append(len(formulas))
            for formula in formulas:
                shared = int(_same_for_all(deck, formula.expression))
                value, stir = _operand(deck, formula.expression), _stir(deck, formula.expression, suiting)
                d.statics += [formula.static, formula.mode, value, _widened(formula.reads), shared, stir]
    d.folds = [_folds(formulas) for formulas in deck.statics]
    d.whens, d.when_card, d.when_test, d.when_program = _hooks(deck.whens)
    d.when_reads = [hook.reads for hook in deck.whens]
    always = w.SEES_BOARD | w.SEES_RULES | w.SEES_GOALS
    d.wide = [place for place, hook in enumerate(deck.whens) if hook.reads | always != always]
    d.wides = len(d.wide)
    for place in d.wide:
        d.wide_mask |= _bit(deck.whens[place].card)
    d.when_own = [
        int(_looks_in_front(deck, hook.condition) and deck.cards[hook.card].kind in ("keeper", "creeper"))
        for hook in deck.whens
    ]
    d.when_mask = [
        _stir(deck, hook.condition, suiting) | _bit(hook.card)
        if deck.cards[hook.card].kind in ("keeper", "creeper")
        else ANY_CARD
        for hook in deck.whens
    ]
    d.on_goals, d.goal_card, _, d.goal_hook = _hooks(deck.on_goals)
    d.on_ungoals, d.ungoal_card, d.ungoal_test, d.ungoal_hook = _hooks(deck.on_ungoals)
    d.starts, d.start_card, d.start_test, d.start_program_of = _hooks(deck.starts)
    d.finishes, d.finish_card, d.finish_test, d.finish_program = _hooks(deck.finishes)
    d.frees, d.free_card, d.free_test, d.free_program = _hooks(deck.frees)
    d.free_once = [int(hook.once) for hook in deck.frees]
    d.entry = [program.entry for program in deck.programs]
    d.turn_program = deck.program("turn")
    d.resolve_program = deck.program("resolve")
    d.goal_program = deck.program("goal")
    d.comply_program = deck.program("comply")
    d.goals_program = deck.program("goals")
    d.react_program = deck.program("react")
    d.theft_program = deck.program("theft")
    d.doom_program = deck.program("doom")
    d.filters, d.lists, d.code = list(deck.filters), list(deck.lists), _code(deck)
    _fits(d, deck)
    return d


_IMPERSONAL = {
    *range(w.E_NUM, w.E_LIVE + 1),
    *range(w.E_AND, w.E_UNLESS + 1),
    *(w.E_RETURN, w.E_ANYONE, w.E_HOLIDAY, w.E_RESHUFFLES, w.E_IN_PLAY, w.E_LARGEST),
}


_IN_FRONT = {*range(w.E_NUM, w.E_LIVE + 1), *range(w.E_YOU, w.E_HAS + 1), *range(w.E_AND, w.E_UNLESS + 1), w.E_STATIC}


_BY_NAME = {
    *range(w.E_NUM, w.E_LIVE + 1),
    *range(w.E_YOU, w.E_ANYONE + 1),
    *range(w.E_AND, w.E_UNLESS + 1),
    *(w.E_STATIC, w.E_FACT, w.E_HOLIDAY, w.E_RESHUFFLES, w.E_YOUR_TURN, w.E_ACTING),
}


def _stir(deck: Deck, pc: int, suiting: dict[int, int]) -> int:
    """The cards that an expression asks for, as in `stirred`; all, where it looks at the board in any other way."""
    code = _instructions(deck, pc) if pc != w.NONE else []
    if any(op not in _BY_NAME for op, *_ in code):
        return ANY_CARD
    found = 0
    for op, at, *_ in code:
        if op in (w.E_HAS, w.E_ANYONE):
            for item in deck.lists[at + 1 : at + 1 + deck.lists[at]]:
                found |= suiting.get(item, 0)
    return found


def _suiting(deck: Deck) -> dict[int, int]:
    """By item that a list can hold, a name or a mark: the cards that suit it, as in `stirred`."""
    names = {name: number for number, name in enumerate(deck.names)}
    marks = {mark: -1 - number for number, mark in enumerate(deck.marks)}
    found: dict[int, int] = {}
    for card in deck.cards:
        for item in (names[card.name], names.get(card.counts_as), *(marks[mark] for mark in card.marks)):
            if item is not None:
                found[item] = found.get(item, 0) | _bit(card.id)
    return found


def _bit(card: int) -> int:
    return 1 << card % CARD_BITS


def _same_for_all(deck: Deck, pc: int) -> bool:
    """Whether an expression has the same value for every seat: nothing in it asks who is looking."""
    return all(op in _IMPERSONAL for op, *_ in _instructions(deck, pc))


def _looks_in_front(deck: Deck, pc: int) -> bool:
    """Whether an expression looks at nothing on the board but what lies in front of its player."""
    return all(op in _IN_FRONT for op, *_ in _instructions(deck, pc))


def _asks_for(deck: Deck, pc: int) -> int:
    """The list of cards that a Goal asks for, where that is all it says; else NONE."""
    code = _instructions(deck, pc) if pc != w.NONE else []
    return code[0][1] if len(code) == 1 and code[0][0] == w.E_HAS else w.NONE


def _instructions(deck: Deck, pc: int) -> list[tuple[int, ...]]:
    """The instructions of an expression."""
    code = []
    while deck.code[pc * w.WIDTH] != w.E_RETURN:
        code.append(deck.code[pc * w.WIDTH : (pc + 1) * w.WIDTH])
        pc += 1
    return code


def _code(deck: Deck) -> list[int]:
    """The code, with expressions of a single word put into the instructions that use them."""
    code = list(deck.code)
    for program in deck.programs:
        for pc in range(program.entry, program.entry + program.length):
            _, kinds = OPERANDS.get(w.STATEMENTS[code[pc * w.WIDTH]], (0, ""))
            for place, kind in enumerate(kinds, pc * w.WIDTH + 1):
                words = _instructions(deck, code[place]) if kind == "e" and code[place] >= 0 else []
                plain = disguised(words)
                if plain != w.NONE:
                    code[place] = plain
    return code


def _operand(deck: Deck, pc: int) -> int:
    """An expression as an operand: where a word says it all, that word."""
    plain = disguised(_instructions(deck, pc))
    return pc if plain == w.NONE else plain


def _widened(reads: int) -> int:
    """What looks at the numbers in force is read again whenever anything has changed."""
    return w.SEES_ALL if reads & w.SEES_FORCE else reads


def _folds(formulas: tuple[Static, ...]) -> int:
    """The sorts of formulas that a card has, as bits."""
    found = 0
    for formula in formulas:
        shifts = _widened(formula.reads) | w.SEES_RULES != w.SEES_RULES
        found |= fold_bit(formula.mode, VARYING if shifts else FIXED)
    return found


def _hooks(hooks: tuple[Hook, ...]) -> tuple[int, list[int], list[int], list[int]]:
    return (
        len(hooks),
        [hook.card for hook in hooks],
        [hook.condition for hook in hooks],
        [hook.program for hook in hooks],
    )


def _fits(d: Sheet, deck: Deck) -> None:
    for field in d.fields:
        needed = len(getattr(d, field.name)) if field.length else 0
        if needed > field.length:
            raise DeckError(
                f"the deck '{deck.name}' needs {needed} of '{field.name}'; the machine has room for {field.length}"
            )
    if len(deck.marks) > 30:
        raise DeckError(f"the deck '{deck.name}' has {len(deck.marks)} marks; the machine has room for 30")
