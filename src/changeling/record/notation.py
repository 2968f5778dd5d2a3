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
from changeling.engine.layout import Sheet, Table
from changeling.engine.machine.chance import sow
from changeling.engine.machine.frames import push
from changeling.engine.machine.journal import journal_for
from changeling.engine.machine.loop import ask_again, run
from changeling.engine.machine.rules_in_force import mark_all_changed, refresh
from changeling.engine.seen.view import cards_in, titles
from changeling.engine.setup import Person, bare, turn_position
from changeling.errors import NotationError
from changeling.record.lay_table import Laying

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
    "machine",
)
_SCALARS = (
    "draws_done",
    "idle",
    "judged",
    "polite",
    "regular",
    "turns",
    "phase",
    "declined",
    "dirty",
    "deferred",
    "changed_boards",
    "moved_cards",
    "relevant",
    "recheck_all",
    "deferring",
    "goals_changed",
    "answer",
    "decisions",
    "outcome",
    "winner",
    "fault",
)
_FORMER_NAMES = {
    "draws_done": "due",
    "deferred": "later",
    "changed_boards": "touched",
    "moved_cards": "stirred",
    "relevant": "alert",
    "recheck_all": "tied",
    "deferring": "hush",
}


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
            for card in range(len(deck.cards))
            if t.host[card] != w.NONE and (t.place[card] == w.SEALED) == sealed
        }
        if pairs:
            out[key] = pairs
    down = {names[seat]: list(titles(deck, t, w.DOWN + seat)) for seat in seats if t.size[w.DOWN + seat]}
    if down:
        out["face_down"] = down
    if t.reshuffles:
        out["reshuffles"] = t.reshuffles
    out["rest"] = "out"
    out["machine"] = _machine(deck, t)
    return out


def _machine(deck: Deck, t: Table) -> dict[str, Any]:
    title = [card.title for card in deck.cards]
    values: dict[str, Any] = {"digest": deck.digest, "rng": list(t.rng)}
    values |= {name: getattr(t, name) for name in _SCALARS}
    values["stack"] = [t.stack[base : base + at.FRAME] for base in range(0, t.frames * at.FRAME, at.FRAME)]
    values["playing"] = list(titles(deck, t, w.BEING_PLAYED))
    values["asides"] = [list(titles(deck, t, w.ASIDE + place)) for place in range(t.asides)]
    values["extras"] = [[t.extra_seat[place], t.extra_card[place]] for place in range(t.extras)]
    values["string"] = [[t.streak_seat[place], t.streak_name[place]] for place in range(t.streak_size)]
    values["blind"] = title[t.blind] if t.blind >= 0 else ""
    hidden = [card for zone in _secret_zones(t) for card in cards_in(t, zone)]
    values["known"] = {title[card]: t.known[card] for card in hidden if t.known[card]}
    values["promised"] = {title[card]: t.promised[card] for card in range(len(title)) if t.promised[card] != w.NONE}
    values["used"] = t.used[: len(deck.frees)]
    values["fired"] = t.fired[: len(deck.whens)]
    values["heard"] = t.goal_fired[: len(deck.on_goals)]
    return values


def _secret_zones(t: Table) -> list[int]:
    return [
        w.PILE,
        *(zone + seat for seat in range(t.seats) for zone in (w.HAND, w.DOWN)),
        *(w.ASIDE + place for place in range(t.asides)),
    ]


def dump(values: Mapping[str, Any], indent: str = "") -> str:
    """Plain values as YAML: a line for each key, everything below it on that line."""
    return "".join(f"{indent}{key}: {json.dumps(value, ensure_ascii=False)}\n" for key, value in values.items())


def read(
    deck: Deck,
    d: Sheet,
    values: Mapping[str, Any],
    names: Sequence[str],
    *,
    people: Sequence[Person] = (),
    holiday: bool = False,
    seed: int = 0,
    journal: bool = True,
) -> Table:
    """A table from plain values, run to its question. Raises NotationError that says what is wrong with them."""
    laying = Laying(deck, names)
    for key in values:
        if key not in KEYS:
            raise NotationError(f"'{key}' is not a key of a table; the keys are {', '.join(KEYS)}")
    t = bare(d, len(names), people, holiday=holiday)
    sow(t, seed)
    if journal:
        t.journal = journal_for(d)
    laying.lay(d, t, values)
    t.turn = t.regular = laying.seat(values.get("turn", names[0]), "turn")
    t.played = _number(values, "played", 0)
    t.reshuffles = _number(values, "reshuffles", 0, most=999_999)
    laying.fasten(t, values)
    if "machine" in values:
        t.drawn = _number(values, "drawn", 0)
        try:
            _restore(deck, t, values["machine"], laying)
            _resume(d, t)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, NotationError):
                raise
            raise NotationError(f"machine: cannot be read ({type(error).__name__}: {error})") from error
        return t
    push(d, t, d.turn_program, t.turn, w.NONE, 0)
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
    value = values.get(key, default)
    if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
        raise NotationError(f"{key}: a number from 0 to {most} is needed, not {value!r}")
    return value


def _resume(d: Sheet, t: Table) -> None:
    """Have the numbers in force read again, and put the pending question."""
    unseen = (t.dirty, t.changed_boards, t.moved_cards, t.relevant, t.recheck_all)
    mark_all_changed(t)
    refresh(d, t)
    t.dirty, t.changed_boards, t.moved_cards, t.relevant, t.recheck_all = unseen
    if t.outcome == at.GOING:
        ask_again(d, t)


def _restore(deck: Deck, t: Table, machine: Mapping[str, Any], laying: Laying) -> None:
    """Bring back what only the machine knows."""
    if machine.get("digest") != deck.digest:
        raise NotationError(
            f"machine: written with another version of the deck {deck.name} ({machine.get('digest')}, this is "
            f"{deck.digest})"
        )
    try:
        t.rng = [int(word) for word in machine["rng"]]
        for name in _SCALARS:
            setattr(t, name, int(machine[name] if name in machine else machine[_FORMER_NAMES[name]]))
        frames = machine["stack"]
        t.frames = len(frames)
        for place, frame in enumerate(frames):
            t.stack[place * at.FRAME : (place + 1) * at.FRAME] = [int(value) for value in frame]
        t.asides = len(machine["asides"])
        t.extras = len(machine["extras"])
        for place, (seat, card) in enumerate(machine["extras"]):
            t.extra_seat[place], t.extra_card[place] = int(seat), int(card)
        t.streak_size = len(machine["string"])
        for place, (seat, name) in enumerate(machine["string"]):
            t.streak_seat[place], t.streak_name[place] = int(seat), int(name)
        t.blind = laying.card(machine["blind"], "blind") if machine["blind"] else w.NONE
        for title, seats in machine["known"].items():
            t.known[laying.card(title, "known")] = int(seats)
        for title, seat in machine["promised"].items():
            t.promised[laying.card(title, "promised")] = int(seat)
        t.used[: len(machine["used"])] = [int(value) for value in machine["used"]]
        t.fired[: len(machine["fired"])] = [int(value) for value in machine["fired"]]
        t.goal_fired[: len(machine["heard"])] = [int(value) for value in machine["heard"]]
    except (KeyError, TypeError, ValueError) as error:
        raise NotationError(f"machine: cannot be read ({error})") from error
