"""A table as text and back, in the form of the scenarios' `table`.

What a person needs stands under plain names. `machine` holds the rest (the stack, chance, who knows what), so that a
game in the middle of anything comes back exactly; without it the text is a position at the beginning of somebody's
plays.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine import layout as at
from changeling.engine.journal import Journal
from changeling.engine.layout import AT_ONCE, Table
from changeling.engine.machine.board.seats import players_left
from changeling.engine.machine.chance import sow
from changeling.engine.machine.frames import push
from changeling.engine.machine.loop import ask_again, run
from changeling.engine.machine.rules.rules_in_force import mark_all_changed, refresh
from changeling.engine.machine.values.terms import MOST
from changeling.engine.seen.places import cards_in, titles
from changeling.engine.setup import ORDINARY, Occasion, bare, turn_position
from changeling.engine.sheet_layout import Sheet
from changeling.errors import ChangelingError, NotationError
from changeling.record.lay_table import Laying
from changeling.record.machine_check import check_question
from changeling.record.machine_part import read_machine, write_machine
from changeling.whole import whole

KEYS = (
    "turn",
    "drawn",
    "played",
    "hand",
    "keepers",
    "creepers",
    "attached",
    "rules",
    "goals",
    "meta",
    "pile",
    "discard",
    "rest",
    "sealed",
    "face_down",
    "reshuffles",
    "counters",
    "tokens",
    "remembered",
    "out",
    "machine",
)


def write(deck: Deck, t: Table, names: Sequence[str]) -> dict[str, Any]:
    """The table as plain values, everything in it, in the order in which a person would read it."""
    seats = range(t.seats)
    out: dict[str, Any] = {"turn": names[t.turn], "drawn": t.drawn, "played": t.played}
    for key, zone in (("hand", w.HAND), ("keepers", w.KEEPERS), ("creepers", w.CREEPERS)):
        rows = {names[seat]: list(titles(deck, t, zone + seat)) for seat in seats if t.size[zone + seat]}
        if rows:
            out[key] = rows
    for key, zone in (
        ("rules", w.RULES),
        ("goals", w.GOALS),
        ("meta", w.METAS),
        ("pile", w.PILE),
        ("discard", w.DISCARD),
    ):
        if t.size[zone] or key in ("rules", "goals", "pile", "discard"):
            out[key] = list(titles(deck, t, zone))
    for key, sealed in (("attached", False), ("sealed", True)):
        pairs = {
            deck.cards[card].title: deck.cards[t.host[card]].title
            for card in (cards_in(t, w.SEALED) if sealed else range(len(deck.cards)))  # in the order they lie in
            if t.host[card] != w.NONE and (t.place[card] == w.SEALED) == sealed
        }
        if pairs:
            out[key] = pairs
    down = {names[seat]: list(titles(deck, t, w.DOWN + seat)) for seat in seats if t.size[w.DOWN + seat]}
    if down:
        out["face_down"] = down
    if t.reshuffles:
        out["reshuffles"] = t.reshuffles
    out |= _players(deck, t, names)
    out["rest"] = "out"
    out["machine"] = write_machine(deck, t)
    return out


def _players(deck: Deck, t: Table, names: Sequence[str]) -> dict[str, Any]:
    """What players have of counters, the tokens on cards, and who is out of the game; only what there is."""
    found: dict[str, Any] = {}
    if deck.counters:
        found["counters"] = {
            names[seat]: {
                name: t.counters[seat * w.MAX_COUNTERS + place] for place, (name, _) in enumerate(deck.counters)
            }
            for seat in range(t.seats)
        }
    if t.tokened:
        pairs = zip(t.token_card[: t.tokened], t.token_count[: t.tokened], strict=True)
        found["tokens"] = {deck.cards[card].title: count for card, count in pairs}
    if t.memories:
        found["remembered"] = {
            deck.cards[t.memory_card[place]].title: [
                names[t.memory_seat[place] - 1] if t.memory_seat[place] else "",
                deck.cards[t.memory_of[place] - 1].title if t.memory_of[place] else "",
            ]
            for place in range(t.memories)
        }
    if t.out:
        found["out"] = [names[seat] for seat in range(t.seats) if t.out >> seat & 1]
    return found


def dump(values: Mapping[str, Any], indent: str = "") -> str:
    """Plain values as YAML: a line for each key, everything below it on that line."""
    return "".join(f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items())


def read(
    deck: Deck,
    d: Sheet,
    values: Mapping[str, Any],
    names: Sequence[str],
    *,
    occasion: Occasion = ORDINARY,
    seed: int = 0,
    journal: bool = True,
) -> Table:
    """A table from plain values, run to its question. Raises NotationError that says what is wrong with them."""
    laying = Laying(deck, names)
    for key in values:
        if key not in KEYS:
            raise NotationError(f"'{key}' is not a key of a table; the keys are {', '.join(KEYS)}")
    t = bare(d, len(names), occasion)
    sow(t, seed)
    if journal:
        t.journal = Journal(d)
    laying.lay(d, t, values)
    t.turn = t.regular = laying.seat(values.get("turn", names[0]), "turn")
    t.played = _number(values, "played", 0)
    t.reshuffles = _number(values, "reshuffles", 0, most=MOST)
    laying.fasten(t, values)
    laying.count(d, t, values)
    if "machine" in values:
        t.drawn = _number(values, "drawn", 0)
        try:
            read_machine(deck, d, t, values["machine"], laying)
            _resume(d, t)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, NotationError):
                raise
            raise NotationError(f"machine: cannot be read ({type(error).__name__}: {error})") from error
        return t
    if t.out >> t.turn & 1 or players_left(t) < 2:
        raise NotationError(f"out: {names[t.turn]}, whose turn it is, and one other player at least are in the game")
    push(d, t, d.turn_program, t.turn, w.NONE, AT_ONCE)
    mark_all_changed(t)
    refresh(d, t)
    t.drawn = _number(values, "drawn", t.force[t.turn * w.N_STATICS + w.DRAWS])
    t.draws_done = t.drawn
    t.goals_changed = 0
    if values.get("drawn") == 0 and t.played == 0:
        t.phase = at.BEFORE_DRAW  # the turn is at its very beginning, with what happens there still to come
    else:
        t.phase = at.PLAYING
        t.stack[at.F_PC] = turn_position(d, before_draw=False)
    run(d, t)
    return t


def _number(values: Mapping[str, Any], key: str, default: int, *, most: int = 999) -> int:
    try:
        return whole(key, values.get(key, default), 0, most)
    except ChangelingError as error:
        raise NotationError(str(error)) from error


def _resume(d: Sheet, t: Table) -> None:
    """Have the numbers in force read again, and put the pending question."""
    unseen = (t.dirty, t.changed_boards, t.moved_cards, t.relevant, t.recheck_all)
    mark_all_changed(t)
    refresh(d, t)
    t.dirty, t.changed_boards, t.moved_cards, t.relevant, t.recheck_all = unseen
    if t.outcome == at.GOING:
        ask_again(d, t)
        check_question(t)
