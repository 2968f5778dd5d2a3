"""A deck as the machine reads it: integers by card, by program, by instruction."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from unicodedata import normalize

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck, Hook
from changeling.engine.expression_facts import (
    all_look,
    asks_for,
    card_bit,
    cards_asked_for,
    cards_suiting,
    folds,
    formula_shifts,
    is_about_you,
    numbers_of,
    scopes,
    widened,
)
from changeling.engine.layout import ANY_CARD, ANY_CREEPER
from changeling.engine.machine.board.likeness import LOOKED_UP
from changeling.engine.packing import operand, packed_code
from changeling.engine.sheet_layout import Sheet
from changeling.engine.weight import has_to_be_weighed
from changeling.errors import DeckError

_ARTICLES = ("the", "a", "an")
_LAID_IN_FRONT = ("keeper", "creeper")
_LAID_AS_GOALS = ("goal", "ungoal")
_EVERYBODYS = ("rule", "meta", "goal", "ungoal")


def sheet_of(deck: Deck) -> Sheet:
    """Lay a deck out as integers. Raises DeckError when it holds more than the machine has room for."""
    d = Sheet()
    _lay_cards(d, deck)
    _lay_names(d, deck)
    _lay_likeness(d, deck)
    _lay_answers(d, deck)
    _lay_players(d, deck)
    suiting = cards_suiting(deck)
    _lay_goals(d, deck, suiting)
    _lay_formulas(d, deck, suiting)
    _lay_whens(d, deck, suiting)
    _lay_hooks(d, deck)
    _lay_events(d, deck)
    _lay_permits(d, deck)
    _lay_programs(d, deck)
    _check_room(d, deck)
    return d


# --- the parts of a sheet ---------------------------------------------------------------------------------------------
def _lay_cards(d: Sheet, deck: Deck) -> None:
    """What each card is."""
    slots, marks = numbers_of(deck.slots), numbers_of(deck.marks)
    d.cards = len(deck.cards)
    d.kind = [w.KINDS.index(card.kind) for card in deck.cards]
    d.slot = [slots.get(card.slot, w.NONE) for card in deck.cards]
    d.marks = [sum(1 << marks[mark] for mark in set(card.marks)) for card in deck.cards]
    d.rank = [card.rank for card in deck.cards]
    d.initial = [_initial(card.name) for card in deck.cards]
    d.letters = [sum(sign.isalnum() for sign in card.name) for card in deck.cards]
    d.many_marks, d.many_at = [], []
    for card in deck.cards:
        several = {marks[mark]: card.marks.count(mark) for mark in card.marks if card.marks.count(mark) > 1}
        d.many_at.append(len(d.many_marks) if several else w.NONE)
        d.many_marks += [len(several), *(number for pair in several.items() for number in pair)] if several else []
    d.doom = [card.marks.count("doom") - card.marks.count("anti_doom") for card in deck.cards]
    d.basic = next((card.id for card in deck.cards if card.kind == "basic"), w.NONE)
    if d.basic == w.NONE:
        raise DeckError(f"the deck '{deck.name}' has no Basic Rules")


def _initial(name: str) -> int:
    """The first letter of a name, from 1 for A to 26 for Z, without an article and accents; 0 for any other sign."""
    words = re.findall(r"\w+", normalize("NFKD", name.casefold()))
    first = next((word for word in words if word not in _ARTICLES), words[0] if words else "")
    return ord(first[0]) - ord("a") + 1 if first and "a" <= first[0] <= "z" else 0


def _lay_names(d: Sheet, deck: Deck) -> None:
    """The cards of each name, and those that count as it, as lists that lead from card to card."""
    names = numbers_of(deck.names)
    d.name = [names[card.name] for card in deck.cards]
    d.first, d.twin = [w.NONE] * len(names), [w.NONE] * d.cards
    d.stand_in, d.stand_next = [w.NONE] * len(names), [w.NONE] * d.cards
    for card in deck.cards[::-1]:
        d.twin[card.id], d.first[d.name[card.id]] = d.first[d.name[card.id]], card.id
        if card.counts_as:
            d.stand_next[card.id], d.stand_in[names[card.counts_as]] = d.stand_in[names[card.counts_as]], card.id
    d.alias = [names[card.counts_as] if card.counts_as else w.NONE for card in deck.cards]
    d.aliases = int(any(card.counts_as for card in deck.cards))


def _lay_likeness(d: Sheet, deck: Deck) -> None:
    """What cards count as in ways that have to be looked up: several names, kinds, what other cards lend."""
    names = numbers_of(deck.names)
    d.likes, d.likes_at = [], []
    for card in deck.cards:
        d.likes_at.append(w.NONE if card.counts_as or not card.likes else len(d.likes))
        if d.likes_at[-1] != w.NONE:
            kinds = (-1 - w.KINDS.index(kind) for kind in card.likes if kind in w.KINDS)
            d.likes += [len(card.likes), *(names[name] for name in card.likes if name not in w.KINDS), *kinds]
    _lay_conditions_of_likeness(d, deck)
    d.lends = len(deck.lends)
    columns = zip(*deck.lends, strict=True) if deck.lends else [()] * 5
    d.lend_card, d.lend_item, d.lend_zone, d.lend_who, d.lend_filter = map(list, columns)
    d.lent_marks = sum({1 << (-1 - item) for item in d.lend_item if w.RANK_LENT < item < 0})
    d.lent_ranks = int(any(item <= w.RANK_LENT for item in d.lend_item))
    if d.likes or d.like_sets or any(item >= 0 for item in d.lend_item):
        d.aliases = LOOKED_UP


def _lay_conditions_of_likeness(d: Sheet, deck: Deck) -> None:
    """Which cards count as Keepers in play, and which as others only under a condition."""
    d.like_sets = len(deck.like_sets)
    columns = zip(*deck.like_sets, strict=True) if deck.like_sets else [()] * 3
    d.like_set_card, d.like_set_who, d.like_set_filter = map(list, columns)
    tests = deck.like_tests + deck.count_tests + deck.lend_tests
    d.like_tests = len(tests)
    d.like_test_card = [card for card, _ in tests]
    d.like_test = [test for _, test in tests]
    counting, lending = len(deck.like_tests), len(deck.like_tests) + len(deck.count_tests)
    d.like_row = _rows(d.like_test_card[:counting], 0, range(d.cards))
    d.count_row = _rows(d.like_test_card[counting:lending], counting, range(d.cards))
    d.lend_row = _rows(d.like_test_card[lending:], lending, [card for card, *_ in deck.lends])


def _rows(tested: Sequence[int], first: int, cards: Iterable[int]) -> list[int]:
    """For each of some cards, its place among the tested ones, counted from `first`; or NONE."""
    found = {card: first + place for place, card in enumerate(tested)}
    return [found.get(card, w.NONE) for card in cards]


def _lay_answers(d: Sheet, deck: Deck) -> None:
    """What each Surprise answers, and by which program."""
    d.reacts, d.react_at = [], []
    for answers in deck.reacts:
        d.react_at.append(len(d.reacts) if answers else w.NONE)
        if answers:
            d.reacts += [len(answers), *(number for answer in answers for number in answer)]
            for trigger, _ in answers:
                d.answerable |= 1 << trigger
    d.react_tests = len(deck.react_tests)
    columns = zip(*deck.react_tests, strict=True) if deck.react_tests else [()] * 3
    d.react_program_of, d.react_filter, d.react_test = map(list, columns)
    d.guarding = [int(bool(deck.reacts[card.id]) and card.kind != "surprise") for card in deck.cards]
    d.guard = [card.id for card in deck.cards if d.guarding[card.id]]
    d.guards = len(d.guard)
    if any(card.kind == "surprise" for card in deck.cards):
        d.answerable |= 1 << w.SURPRISE


def _lay_players(d: Sheet, deck: Deck) -> None:
    """Counters, two-sided cards, how many cards are dealt, and whether anything is chosen in secret."""
    d.counters = len(deck.counters)
    d.counter_start = [start for _, start in deck.counters]
    d.other_side = [w.NONE] * d.cards
    d.back = [back for _, back in deck.backs]
    d.backs = len(d.back)
    for front, back in deck.backs:
        d.other_side[front], d.other_side[back] = back, front
    d.deals = len(deck.deals)
    d.deal_card = [card for card, _ in deck.deals]
    d.deal_number = [number for _, number in deck.deals]
    d.secrets = int(any(deck.code[pc * w.WIDTH] == v.Effects.secret.statement for pc in _in_programs(deck)))


def _lay_goals(d: Sheet, deck: Deck, suiting: dict[int, int]) -> None:
    """What Goals and Ungoals ask for, and what has to change before they are looked at again."""
    d.wins, d.ends = list(deck.wins), list(deck.ends)
    d.names_of, d.excuses = list(deck.named), list(deck.excuses)
    d.excuses_all = [int(flag) for flag in deck.excuses_all]
    together = dict(deck.wins_with)
    d.wins_with = [together.get(card, w.NONE) for card in range(d.cards)]
    d.shares = int(bool(together))
    d.reads = [widened(deck, reads) for reads in deck.reads]
    d.own = [int(wins != w.NONE and all_look(deck, wins, v.IN_FRONT)) for wins in d.wins]
    d.wins_by = [asks_for(deck, wins) for wins in d.wins]
    d.wins_mask = [
        ANY_CARD if reads == w.PART_ALL else cards_asked_for(deck, wins, suiting) | ANY_CREEPER
        for reads, wins in zip(d.reads, d.wins, strict=True)
    ]


def _lay_formulas(d: Sheet, deck: Deck, suiting: dict[int, int]) -> None:
    """The formulas of each card."""
    d.statics, d.statics_at = [], []
    for formulas in deck.statics:
        d.statics_at.append(len(d.statics) if formulas else w.NONE)
        if formulas:
            d.statics.append(len(formulas))
            for formula in formulas:
                shared = int(all_look(deck, formula.expression, v.SHARED))
                value, mask = operand(deck, formula.expression), cards_asked_for(deck, formula.expression, suiting)
                d.statics += [formula.static, formula.mode, value, widened(deck, formula.reads), shared, mask]
    lasting = {card for card, _ in deck.lasts}
    d.folds = [0 if card in lasting else folds(deck, formulas) for card, formulas in enumerate(deck.statics)]
    d.bounds = int(any(formula.mode >= w.SCOPES for formulas in deck.statics for formula in formulas))
    d.opens = int(any(formula.static == w.OPEN_HAND for formulas in deck.statics for formula in formulas))
    d.scopes = [0] * d.cards
    for card in deck.cards:
        in_front = card.kind in _LAID_IN_FRONT or card.id in lasting or card.kind in _LAID_AS_GOALS
        d.scopes[card.id] = scopes(deck, deck.statics[card.id], in_front=in_front)
        d.board_scopes |= d.scopes[card.id]
        if card.kind in _LAID_AS_GOALS and deck.statics[card.id]:
            d.goal_statics = 1
            d.folds[card.id] = 0
        if in_front and deck.statics[card.id]:
            d.board_statics = 1
            for formula in deck.statics[card.id]:
                d.wide_statics |= int(formula.mode % w.SCOPES // w.SCOPE != w.OF_OWNER)
            shifts = any(formula_shifts(deck, formula) for formula in deck.statics[card.id])
            d.board_mask |= ANY_CARD if shifts else card_bit(card.id)


def _lay_whens(d: Sheet, deck: Deck, suiting: dict[int, int]) -> None:
    """The `when` sections, and what has to change before they are looked at again."""
    d.whens, d.when_card, d.when_test, d.when_program = _hooks(deck.whens)
    d.when_reads = [
        hook.reads | (w.PART_RULES if deck.lends and hook.reads & w.PART_BOARD else 0) for hook in deck.whens
    ]
    always = w.PART_BOARD | w.PART_RULES | w.PART_GOALS
    d.wide = [place for place, hook in enumerate(deck.whens) if hook.reads | always != always]
    d.wides = len(d.wide)
    d.hand_when = [place for place, hook in enumerate(deck.whens) if hook.reads & w.PART_HANDS]
    d.hand_whens = len(d.hand_when)
    for place in d.wide:
        d.wide_mask |= card_bit(deck.whens[place].card)
    in_front = [deck.cards[hook.card].kind in _LAID_IN_FRONT for hook in deck.whens]
    d.when_each = [
        int(deck.cards[hook.card].kind in _EVERYBODYS and is_about_you(deck, hook.condition)) for hook in deck.whens
    ]
    d.when_own = [
        int(own and all_look(deck, hook.condition, v.IN_FRONT)) for own, hook in zip(in_front, deck.whens, strict=True)
    ]
    d.when_mask = [
        cards_asked_for(deck, hook.condition, suiting) | card_bit(hook.card) if own else ANY_CARD
        for own, hook in zip(in_front, deck.whens, strict=True)
    ]


def _lay_hooks(d: Sheet, deck: Deck) -> None:
    """The other sections that the machine looks at."""
    d.on_goals, d.goal_card, _, d.goal_hook = _hooks(deck.on_goals)
    d.on_ungoals, d.ungoal_card, d.ungoal_test, d.ungoal_hook = _hooks(deck.on_ungoals)
    d.starts, d.start_card, d.start_test, d.start_program_of = _hooks(deck.starts)
    d.finishes, d.finish_card, d.finish_test, d.finish_program = _hooks(deck.finishes)
    d.frees, d.free_card, d.free_test, d.free_program = _hooks(deck.frees)
    d.free_once = [int(hook.once) for hook in deck.frees]
    d.free_anytime = [int(hook.anytime) for hook in deck.frees]
    d.anytime = [place for place, hook in enumerate(deck.frees) if hook.anytime]
    d.anytimes = len(d.anytime)


def _lay_events(d: Sheet, deck: Deck) -> None:
    """The sections about events: they are kept behind the `when` sections, and depend on nothing of the table."""
    d.when_event = [w.NONE] * d.whens + [hook.event for hook in deck.events]
    d.when_filter = [0] * d.whens + [hook.filter for hook in deck.events]
    d.when_card += [hook.card for hook in deck.events]
    d.when_program += [hook.program for hook in deck.events]
    d.when_test += [hook.condition for hook in deck.events]
    for row in (d.when_reads, d.when_own, d.when_each, d.when_mask):
        row += [0 for _ in deck.events]
    d.whens += len(deck.events)
    for hook in deck.events:
        if hook.event >= w.INSTEAD:
            d.insteads |= 1 << hook.event - w.INSTEAD
        else:
            d.watched |= 1 << hook.event
    if d.answerable >> w.CREEPER & 1:
        d.watched |= 1 << w.DRAWN


def _lay_permits(d: Sheet, deck: Deck) -> None:
    """What cards say of other cards, whom they keep from winning, how long they last, and which numerals grow."""
    permits = sorted(deck.permits, key=lambda row: row.sort)  # of one sort in the order of the cards
    d.permits = len(permits)
    d.permit_card = [row.card for row in permits]
    d.permit_sort = [row.sort for row in permits]
    d.permit_test = [row.test for row in permits]
    d.permit_from = [bisect_left(d.permit_sort, sort) for sort in range(w.PERMITS + 1)]
    d.permitted = sum(1 << sort for sort in set(d.permit_sort))
    stops, lasts = dict(deck.stops), dict(deck.lasts)
    d.stops = [stops.get(card, w.AS_USUAL) for card in range(d.cards)]
    d.stoppers = int(bool(stops))
    d.lasts = [lasts.get(card, 0) for card in range(d.cards)]
    multiples = dict(deck.counts_for)
    d.counts_for = [multiples.get(card, 1) for card in range(d.cards)]
    d.multiples = int(bool(multiples))
    d.numerals = len(deck.numerals)
    d.numeral_card = [card for card, _, _ in deck.numerals]
    d.numeral_of = [numeral for _, numeral, _ in deck.numerals]
    d.numeral_by = [by for _, _, by in deck.numerals]
    for card in deck.cards:
        if card.kind != "goal" and deck.wins[card.id] != w.NONE:
            d.own_goals = 1
            d.own_reads |= d.reads[card.id]
    if d.permitted >> w.DISABLED & 1 or d.like_tests | d.like_sets != 0:
        _read_all_again(d)


def _read_all_again(d: Sheet) -> None:
    """Where cards can be disabled and come back, or count as others for a while, nothing that was read before can be
    relied on."""
    d.when_reads = [reads and w.PART_ALL for reads in d.when_reads]
    d.when_mask = [ANY_CARD for _ in d.when_mask]
    d.when_own = [0 for _ in d.when_own]
    d.wide = [hook for hook in range(d.whens) if d.when_reads[hook]]
    d.wides = len(d.wide)
    d.wide_mask = ANY_CARD if d.wide else 0
    d.reads = [w.PART_ALL for _ in d.reads]
    d.wins_mask = [ANY_CARD for _ in d.wins_mask]
    d.own = [0 for _ in d.own]


def _lay_asks(d: Sheet, deck: Deck) -> None:
    """By Goal: the list of the cards that it asks for, where some card wants to know; and whether one wants to know
    which card was played last."""
    d.asks = [w.NONE] * d.cards
    asked = {deck.code[pc * w.WIDTH] for pc in _in_expressions(deck)}
    d.recalls = int(v.Queries.last_played.term in asked)
    if v.Queries.asked_for.term not in asked:
        return
    names, known = numbers_of(deck.names), dict[tuple[str, ...], int]()
    for card in deck.cards:
        asks = deck.asks[card.id] if card.kind == "goal" else ()
        if asks and asks not in known:
            known[asks] = len(d.lists)
            d.lists += [len(asks), *(names[name] for name in asks)]
        d.asks[card.id] = known.get(asks, w.NONE)


def _lay_programs(d: Sheet, deck: Deck) -> None:
    """The programs: where each begins, which ones every game runs, and the code."""
    d.play = list(deck.play)
    d.entry = [program.entry for program in deck.programs]
    for name in ("turn", "resolve", "goal", "comply", "goals", "react", "theft", "doom"):
        setattr(d, f"{name}_program", deck.program(name))
    d.filters, d.lists, d.code = list(deck.filters), list(deck.lists), packed_code(deck)
    d.resolve_window = d.entry[d.resolve_program]
    while deck.code[d.resolve_window * w.WIDTH] != v.Effects.window.statement:
        d.resolve_window += 1
    d.weighed = int(has_to_be_weighed(deck))
    _lay_asks(d, deck)


def _check_room(d: Sheet, deck: Deck) -> None:
    for field in d.fields:
        needed = len(getattr(d, field.name)) if field.length else 0
        if needed > field.length:
            raise DeckError(
                f"the deck '{deck.name}' needs {needed} of '{field.name}'; the machine has room for {field.length}"
            )
    if sum(card.counts_as != "" for card in deck.cards) > w.MAX_ITEMS < _longest_list(deck):
        raise DeckError(
            f"the deck '{deck.name}' has a has() of more than {w.MAX_ITEMS} cards, "
            f"and more than {w.MAX_ITEMS} cards that count as another: too many to search"
        )
    if d.aliases == LOOKED_UP and _longest_list(deck) > w.MAX_ITEMS:
        raise DeckError(
            f"the deck '{deck.name}' has a has() of more than {w.MAX_ITEMS} cards, "
            "and cards that count as several others: too many to search"
        )
    if len(deck.marks) > 30:
        raise DeckError(f"the deck '{deck.name}' has {len(deck.marks)} marks; the machine has room for 30")


def _longest_list(deck: Deck) -> int:
    """How many things the longest has() of a deck asks for."""
    terms = (pc for pc in _in_expressions(deck) if deck.code[pc * w.WIDTH] == v.Queries.has.term)
    lists = (deck.code[pc * w.WIDTH + 1] for pc in terms)
    return max((deck.lists[at] for at in lists), default=0)


def _in_programs(deck: Deck) -> set[int]:
    """The places in a deck's code that are instructions of programs."""
    return {pc for program in deck.programs for pc in range(program.entry, program.entry + program.length)}


def _in_expressions(deck: Deck) -> list[int]:
    """The places in a deck's code that are terms of expressions: all others."""
    programs = _in_programs(deck)
    return [pc for pc in range(len(deck.code) // w.WIDTH) if pc not in programs]


def _hooks(hooks: tuple[Hook, ...]) -> tuple[int, list[int], list[int], list[int]]:
    return (
        len(hooks),
        [hook.card for hook in hooks],
        [hook.condition for hook in hooks],
        [hook.program for hook in hooks],
    )
