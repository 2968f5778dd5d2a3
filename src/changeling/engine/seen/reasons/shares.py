"""How a number in force comes about: which card says it, and what others add to it.

The machine's own functions are run card by card, in the machine's order, and what each does to the number is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.deck import Deck
from changeling.engine.layout import FORMULA_VALUE, FORMULA_WIDTH, Table
from changeling.engine.machine.rules.bounds import bound_by, concerns
from changeling.engine.machine.rules.formulas import (
    FIXED,
    VARYING,
    fold_beyond,
    fold_card,
    fold_own,
    raised,
    turn_only,
    varies,
)
from changeling.engine.machine.rules.lasting import player_of
from changeling.engine.machine.rules.rules_in_force import mark_all_changed, survey_rules, without_rules
from changeling.engine.machine.values.operands import read
from changeling.engine.seen.places import cards_in
from changeling.engine.sheet_layout import Sheet


@dataclass(frozen=True, slots=True)
class Share:
    """What a card in play does to a number: it sets it, or adds to it (less than 0: takes from it), or bounds it."""

    card: int
    adds: bool
    value: int
    printed: bool  # it is a printed numeral, and so grows with Inflation
    bound: int = 0  # TIMES, AT_LEAST or AT_MOST: the number becomes `value` by that


@dataclass(frozen=True, slots=True)
class Step:
    """The formulas of one card being applied: those of some modes, and of some sorts (FIXED, VARYING)."""

    card: int
    modes: tuple[int, ...]
    sorts: tuple[int, ...]
    apply: Callable[[], None]


def shares_of(deck: Deck, d: Sheet, t: Table, seat: int, static: int) -> tuple[int, list[Share]]:
    """A number in force for a seat, and what it is made of. What is kept only for the player whose turn it is, is told
    as if it were this seat's turn."""
    t = t.copy()
    if turn_only(static):
        t.turn = seat
    mark_all_changed(t)
    survey_rules(d, t)
    without_rules(t, t.seats)
    found: dict[int, list[Share]] = {static: [], w.BASICS: []}
    for step in _steps(d, t, seat):
        if step is None:
            _add_basics(t, found, static)
            continue
        said = {one: _said(deck, d, t, step, one, seat) for one in found}
        before = {one: t.force[seat * w.N_STATICS + one] for one in found}
        step.apply()
        for one, formulas in said.items():
            found[one] = _after(found[one], step, formulas, before[one], t.force[seat * w.N_STATICS + one])
    return t.force[seat * w.N_STATICS + static], found[static]


def _steps(d: Sheet, t: Table, seat: int) -> Iterator[Step | None]:
    """The formulas in play in the order of `rules_in_force.refresh`; None where the Basic Rules grow by `basics`."""
    yield _folding(d, t, d.basic, w.SETS, FIXED)
    sorts = (FIXED, VARYING) if t.entangled else (FIXED,)
    lasting = list(zip(t.lasting_card[: t.lastings], t.lasting_seat[: t.lastings], strict=True))
    for zone in (w.METAS, w.RULES):
        lying = [card for card in cards_in(t, zone) if card not in dict(lasting)]  # what lasts is its player's, below
        for mode in (w.SETS, w.ADDS):
            yield from (_folding(d, t, card, mode, sort) for sort in sorts for card in lying)
        if zone == w.METAS:
            yield None
    if not t.entangled:
        for mode in (w.SETS, w.ADDS):
            yield from (_folding(d, t, card, mode, VARYING) for card in cards_in(t, w.RULES))
    for zone in (w.KEEPERS, w.CREEPERS):
        for card in cards_in(t, zone + seat):
            yield Step(card, (w.SETS, w.ADDS), (FIXED, VARYING), partial(fold_own, d, t, card, seat))
    for card, owner in lasting:
        if owner == seat:
            yield Step(card, (w.SETS, w.ADDS), (FIXED, VARYING), partial(fold_own, d, t, card, seat))
    if d.wide_statics:
        for owner in range(t.seats):
            lying = [*cards_in(t, w.KEEPERS + owner), *cards_in(t, w.CREEPERS + owner)]
            for card in lying + [card for card, whose in lasting if whose == owner]:
                modes = beyond(owner, seat)
                yield Step(card, modes, (FIXED, VARYING), partial(fold_beyond, d, t, card, owner, seat))
    if d.goal_statics:
        for card in cards_in(t, w.GOALS):
            yield Step(card, beyond(w.NONE, seat), (FIXED, VARYING), partial(fold_beyond, d, t, card, w.NONE, seat))
    if d.bounds:
        yield from _bounding(d, t, seat)


def _bounding(d: Sheet, t: Table, seat: int) -> Iterator[Step]:
    """The bounds in play that concern a seat, in the machine's order."""
    zones = (w.RULES, w.METAS, w.GOALS) if d.goal_statics else (w.RULES, w.METAS)
    lying = [(card, player_of(t, card)) for zone in zones for card in cards_in(t, zone)]
    for owner in range(t.seats):
        lying += [(card, owner) for zone in (w.KEEPERS, w.CREEPERS) for card in cards_in(t, zone + owner)]
    for bound in (w.TIMES, w.AT_LEAST, w.AT_MOST):
        for card, owner in lying:
            scopes = [scope for scope in (w.OF_OWNER, w.OF_OTHERS, w.OF_EVERYONE) if concerns(scope, owner, seat)]
            modes = tuple(w.SCOPES * bound + w.SCOPE * scope for scope in scopes)
            yield Step(card, modes, (FIXED, VARYING), partial(bound_by, d, t, card, owner, bound))


def beyond(owner: int, seat: int) -> tuple[int, ...]:
    """The modes of those formulas of a card in front of `owner` that are in force for others too, as they concern a
    seat."""
    scopes = (w.OF_EVERYONE,) if owner == seat else (w.OF_EVERYONE, w.OF_OTHERS)
    return tuple(w.SCOPE * scope + mode for scope in scopes for mode in (w.SETS, w.ADDS))


def _folding(d: Sheet, t: Table, card: int, mode: int, sort: int) -> Step:
    return Step(card, (mode,), (sort,), partial(fold_card, d, t, card, mode, sort, t.seats))


def _said(deck: Deck, d: Sheet, t: Table, step: Step, static: int, seat: int) -> list[tuple[int, bool]]:
    """What the formulas of a step say about a number: the mode, and whether a printed numeral is in it."""
    found = []
    for number, formula in enumerate(deck.statics[step.card]):
        place = d.statics_at[step.card] + 1 + FORMULA_WIDTH * number
        sort = VARYING if varies(d, place) else FIXED
        if formula.static != static or formula.mode not in step.modes or sort not in step.sorts:
            continue
        if read(d, t, d.statics[place + FORMULA_VALUE], seat, step.card, w.NONE) != w.UNSAID:
            found.append((formula.mode, _printed(deck, formula.expression)))
    return found


def _after(shares: list[Share], step: Step, said: list[tuple[int, bool]], before: int, after: int) -> list[Share]:
    """The shares after a step that was applied."""
    printed = any(printed for _, printed in said)
    bound = max((mode // w.SCOPES for mode, _ in said), default=0)
    if bound:
        return [*shares, Share(step.card, False, after, printed, bound)] if after != before else shares
    if any(mode % w.SCOPE == w.SETS for mode, _ in said):
        return [Share(step.card, False, after, printed)]
    by = before - after if before > w.ALL else after - before  # of all but some, fewer are kept
    return [*shares, Share(step.card, True, by, printed)] if said and after != before else shares


def _add_basics(t: Table, found: dict[int, list[Share]], static: int) -> None:
    """What the draw and play numbers of the Basic Rules grow by."""
    for seat in range(t.seats):
        for one in (w.DRAWS, w.PLAYS):
            at = seat * w.N_STATICS + one
            t.force[at] = raised(t.force[at], t.force[seat * w.N_STATICS + w.BASICS])
    if static in (w.DRAWS, w.PLAYS):
        found[static] += [replace(share, adds=True) for share in found[w.BASICS]]


def _printed(deck: Deck, pc: int) -> bool:
    """Whether a printed numeral stands in an expression."""
    while deck.code[pc * w.WIDTH] != v.Terms.return_.term:
        if deck.code[pc * w.WIDTH] in (v.Terms.live.term, v.Terms.numeral.term):
            return True
        pc += 1
    return False
