"""A table as a seat imagines it: what it sees lies where it is, what it does not see is there as cards without a face.

The table is one of the machine's own, so that the machine itself can say what a play leads to. Cards that the seat
cannot see fill the hands and piles that they may be in: they are `faceless`, and nothing may depend on which is where.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.layout import BEFORE_DRAW, F_PC, FRAME, PLAYING, Sheet, Table
from changeling.engine.machine.chance import sow
from changeling.engine.machine.checks import keeper_of
from changeling.engine.machine.expressions import evaluate
from changeling.engine.machine.frames import push
from changeling.engine.machine.rules_in_force import mark_all_changed, refresh
from changeling.engine.machine.zones import link, move, on_table
from changeling.engine.seen.view import View
from changeling.engine.setup import bare, turn_position
from changeling.engine.sheet import sheet_of


@dataclass(frozen=True, slots=True)
class Facts:
    """What is printed on the cards of a deck, in the form that thinking needs."""

    deck: Deck
    sheet: Sheet
    ids: dict[str, int]
    needs: tuple[tuple[tuple[int, ...], ...], ...]  # by card: for each thing a Goal asks for, the cards that will do
    goals: tuple[int, ...]
    wanted: tuple[int, ...]  # by card: how many Goals of the deck ask for it


@dataclass(slots=True)
class Board:
    """An imagined table. `faceless` are the cards whose place is only made up."""

    facts: Facts
    table: Table
    me: int
    faceless: frozenset[int]


_known: dict[str, Facts] = {}


def facts_of(deck: Deck) -> Facts:
    """The facts of a deck, worked out once."""
    if deck.digest not in _known:
        named: dict[str, list[int]] = {}
        for card in deck.cards:
            named.setdefault(card.name, []).append(card.id)
        needs = tuple(tuple(tuple(named.get(name, ())) for name in card.needs) for card in deck.cards)
        goals = tuple(card.id for card in deck.cards if card.kind == "goal")
        wanted = [0] * len(deck.cards)
        for goal in goals:
            for cards in needs[goal]:
                for card_id in cards:
                    wanted[card_id] += 1
        ids = {card.title: card.id for card in deck.cards}
        _known[deck.digest] = Facts(deck, sheet_of(deck), ids, needs, goals, tuple(wanted))
    return _known[deck.digest]


def board_of(view: View) -> Board:
    """The table that a view shows, at a moment when the player whose turn it is may act."""
    facts = facts_of(view.deck)
    names = [seat.name for seat in view.seats]
    me = names.index(view.seat)
    t = bare(facts.sheet, len(names), (), holiday=False)
    sow(t, 0)
    rest = _lay_out(facts, view, t, me)
    t.turn = t.regular = names.index(view.turn)
    t.turns, t.drawn, t.played = view.turns, view.drawn, view.played
    t.phase = PLAYING if view.drawn else BEFORE_DRAW
    push(facts.sheet, t, facts.sheet.turn_program, t.turn, w.NONE, 0)
    t.stack[F_PC] = turn_position(facts.sheet, before_draw=not view.drawn)
    mark_all_changed(t)
    refresh(facts.sheet, t)
    _settle_hooks(facts.sheet, t)
    return Board(facts, t, me, rest)


def _lay_out(facts: Facts, view: View, t: Table, me: int) -> frozenset[int]:
    """Lay the cards out; gives those whose place is made up."""
    unseen = set(range(facts.sheet.cards))

    def lay(titles: Iterable[str], zone: int) -> None:
        for title in titles:
            card = facts.ids[title]
            if card in unseen:
                unseen.discard(card)
                link(t, card, zone)

    for seat, seen in enumerate(view.seats):
        lay(seen.keepers, w.KEEPERS + seat)
        lay(seen.creepers, w.CREEPERS + seat)
        lay(seen.known, w.HAND + seat)
    lay(view.hand, w.HAND + me)
    lay(view.rules, w.RULES)
    lay(view.goals, w.GOALS)
    lay(view.meta, w.METAS)
    lay(reversed(view.discard), w.DISCARD)
    lay(view.playing, w.BEING_PLAYED)
    lay(view.aside, w.OUT)
    kinds = facts.sheet.kind
    lay((card.title for card in facts.deck.cards if kinds[card.id] == w.BASIC), w.CENTRE)
    lay((card.title for card in facts.deck.cards if kinds[card.id] == w.META), w.OUT)
    hidden = sorted(unseen, key=lambda card: (kinds[card] == w.CREEPER, card))
    queue = iter(hidden)
    for seat, seen in enumerate(view.seats):
        for _ in range(seen.hand - t.size[w.HAND + seat]):
            link(t, next(queue), w.HAND + seat)
    for card in queue:
        link(t, card, w.PILE)
    return frozenset(hidden)


def _settle_hooks(d: Sheet, t: Table) -> None:
    """What is so already has had its effect: no `when` begins anew because the table is looked at."""
    t.goals_changed = 0
    for hook in range(d.whens):
        card = d.when_card[hook]
        if on_table(t, card):
            seat = keeper_of(t, card)
            if evaluate(d, t, d.when_test[hook], seat, card, w.NONE) != 0:
                t.fired[hook] = seat + 1


def put(t: Table, card: int, zone: int) -> None:
    """Move a card on an imagined table."""
    move(t, card, zone)


def top(t: Table) -> int:
    """Where the innermost frame begins."""
    return (t.frames - 1) * FRAME
