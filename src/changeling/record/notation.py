"""A table as text and back, in the form of the scenarios' `table`.

What a person needs stands under plain names. `machine` holds the rest (the stack, chance, who knows what), so that a
game in
the middle of anything comes back exactly; without it the text is a position at the beginning of somebody's plays.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from changeling.cards import words as w
from changeling.cards.deck import Deck
from changeling.engine import layout as at
from changeling.engine.chance import sow
from changeling.engine.force import look_afresh, refresh
from changeling.engine.frames import push
from changeling.engine.journal import journal_for
from changeling.engine.layout import Sheet, Table
from changeling.engine.machine import ask_again, run
from changeling.engine.setup import Person, bare, turn_position
from changeling.engine.view import cards_in, titles
from changeling.engine.zones import link, shuffle
from changeling.errors import NotationError

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
    "due",
    "idle",
    "judged",
    "polite",
    "regular",
    "turns",
    "phase",
    "declined",
    "dirty",
    "later",
    "touched",
    "alert",
    "tied",
    "hush",
    "goals_changed",
    "answer",
    "decisions",
    "outcome",
    "winner",
    "fault",
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
    values["playing"] = list(titles(deck, t, w.PLAYING))
    values["asides"] = [list(titles(deck, t, w.ASIDE + place)) for place in range(t.asides)]
    values["extras"] = [[t.extra_seat[place], t.extra_card[place]] for place in range(t.extras)]
    values["string"] = [[t.string_seat[place], t.string[place]] for place in range(t.strung)]
    values["blind"] = title[t.blind] if t.blind >= 0 else ""
    hidden = [card for zone in _secret_zones(t) for card in cards_in(t, zone)]
    values["known"] = {title[card]: t.known[card] for card in hidden if t.known[card]}
    values["promised"] = {title[card]: t.promised[card] for card in range(len(title)) if t.promised[card] != w.NONE}
    values["used"] = t.used[: len(deck.frees)]
    values["fired"] = t.fired[: len(deck.whens)]
    values["heard"] = t.heard[: len(deck.on_goals)]
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
    reader = _Reader(deck, names)
    for key in values:
        if key not in KEYS:
            raise NotationError(f"'{key}' is not a key of a table; the keys are {', '.join(KEYS)}")
    t = bare(d, len(names), people, holiday=holiday)
    sow(t, seed)
    if journal:
        t.journal = journal_for(d)
    reader.lay(d, t, values)
    t.turn = t.regular = reader.seat(values.get("turn", names[0]), "turn")
    t.played = reader.number(values, "played", 0)
    t.reshuffles = reader.number(values, "reshuffles", 0, most=999_999)
    reader.fasten(t, values)
    if "machine" in values:
        t.drawn = reader.number(values, "drawn", 0)
        try:
            _restore(deck, t, values["machine"], reader)
            _resume(d, t)
        except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
            if isinstance(error, NotationError):
                raise
            raise NotationError(f"machine: cannot be read ({type(error).__name__}: {error})") from error
        return t
    push(d, t, d.turn_program, t.turn, w.NONE, 0)
    look_afresh(t)
    refresh(d, t)
    t.drawn = reader.number(values, "drawn", t.force[t.turn * w.N_STATICS + w.DRAWS])
    t.due = t.drawn
    before = values.get("drawn") == 0 and t.played == 0
    t.phase = at.BEFORE_DRAW if before else at.PLAYING
    t.goals_changed = 0
    t.stack[at.F_PC] = turn_position(d, before_draw=before)
    run(d, t)
    return t


def _resume(d: Sheet, t: Table) -> None:
    """Have the numbers in force read again, and put the pending question."""
    unseen = (t.dirty, t.touched, t.alert, t.tied)
    look_afresh(t)
    refresh(d, t)
    t.dirty, t.touched, t.alert, t.tied = unseen
    if t.outcome == at.GOING:
        ask_again(d, t)


class _Reader:
    """Finds cards and seats by their names and says what is wrong with what it cannot find."""

    def __init__(self, deck: Deck, names: Sequence[str]) -> None:
        self.deck = deck
        self.names = list(names)
        self.ids = {card.title: card.id for card in deck.cards}
        self.taken: dict[int, str] = {}

    def seat(self, name: object, where: str) -> int:
        if name not in self.names:
            raise NotationError(f"{where}: '{name}' is not a seat; the seats are {', '.join(self.names)}")
        return self.names.index(str(name))

    def card(self, title: object, where: str) -> int:
        wanted = str(title)
        wanted = wanted.removesuffix(" #1")
        if wanted not in self.ids:
            raise NotationError(f"{where}: '{title}' is not a card of {self.deck.name}")
        return self.ids[wanted]

    def take(self, titles: object, where: str, kinds: tuple[str, ...] = ()) -> list[int]:
        """Cards that are named at one place of the text; a card can be named once, and has to be of a kind that lies
        there."""
        if titles is None:
            return []
        if not isinstance(titles, list | tuple):
            raise NotationError(f"{where}: a list of cards is needed, not {titles!r}")
        found = []
        for title in titles:
            card = self.card(title, where)
            if card in self.taken:
                card = self._copy(card, str(title), where)
            kind = self.deck.cards[card].kind
            if kinds and kind not in kinds:
                raise NotationError(f"{where}: '{title}' is a {kind}; here lie {' and '.join(kinds)}")
            self.taken[card] = where
            found.append(card)
        return found

    def _copy(self, card: int, title: str, where: str) -> int:
        """The next copy of a card that is already placed, where the deck has several and the text does not say
        which."""
        name = self.deck.cards[card].name
        if title == name:
            for other in self.deck.cards:
                if other.name == name and other.id not in self.taken:
                    return other.id
        raise NotationError(f"{where}: '{title}' is already in {self.taken[card]}")

    @staticmethod
    def number(values: Mapping[str, Any], key: str, default: int, *, most: int = 999) -> int:
        value = values.get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value <= most:
            raise NotationError(f"{key}: a number from 0 to {most} is needed, not {value!r}")
        return value

    def lay(self, d: Sheet, t: Table, values: Mapping[str, Any]) -> None:
        """Put every card of the deck into its zone."""
        machine = values.get("machine") or {}
        if not isinstance(machine, Mapping) or not isinstance(machine.get("asides", []), list):
            raise NotationError("machine: cannot be read (keys and values are needed, with a list of asides)")
        held = tuple(kind for kind in w.KINDS if kind not in ("creeper", "meta", "basic"))
        for key, zone, kinds in (
            ("hand", w.HAND, held),
            ("keepers", w.KEEPERS, ("keeper",)),
            ("creepers", w.CREEPERS, ("creeper",)),
        ):
            rows = values.get(key) or {}
            if not isinstance(rows, Mapping):
                raise NotationError(
                    f"{key}: cards by seat are needed, such as {{{self.names[0]}: [...]}}, not {rows!r}"
                )
            for name, row in rows.items():
                seat = self.seat(name, key)
                for card in self.take(row, f"{key} of {name}", kinds):
                    link(t, card, zone + seat)
                    t.known[card] = 1 << seat if zone == w.HAND else 63
        for name, row in self._mapping(values, "face_down").items():
            for card in self.take(row, f"face_down of {name}", held):
                link(t, card, w.DOWN + self.seat(name, "face_down"))
        for title in self._mapping(values, "sealed"):
            for card in self.take([title], "sealed", ("creeper", "keeper")):
                link(t, card, w.SEALED)
                t.known[card] = 63
        for key, zone, kinds in (
            ("rules", w.RULES, ("rule",)),
            ("goals", w.GOALS, ("goal", "ungoal")),
            ("meta", w.METAS, ("meta",)),
        ):
            for card in self.take(values.get(key), key, kinds):
                link(t, card, zone)
                t.known[card] = 63
        for card in reversed(self.take(values.get("discard"), "discard")):
            link(t, card, w.DISCARD)
            t.known[card] = 63
        pile = self.take(values.get("pile"), "pile")
        for card in self.take(machine.get("playing"), "playing"):
            link(t, card, w.PLAYING)
            t.known[card] = 63
        for place, row in enumerate(machine.get("asides") or ()):
            for card in self.take(row, "asides"):
                link(t, card, w.ASIDE + place)
        self._rest(d, t, values, pile)

    def _mapping(self, values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        rows = values.get(key) or {}
        if not isinstance(rows, Mapping):
            raise NotationError(f"{key}: names and values are needed, not {rows!r}")
        return rows

    def fasten(self, t: Table, values: Mapping[str, Any]) -> None:
        """Put Creepers onto the Keepers that they are attached to, and sealed cards under theirs."""
        for key in ("attached", "sealed"):
            for title, host in self._mapping(values, key).items():
                card, keeper = self.card(title, key), self.card(host, key)
                same = t.place[card] - w.CREEPERS == t.place[keeper] - w.KEEPERS
                on_table = w.KEEPERS <= t.place[keeper] < w.CREEPERS
                if not on_table or (key == "attached" and not same):
                    raise NotationError(f"{key}: {title}: {host} has to be a Keeper in front of the same player")
                t.host[card] = keeper
                t.attached += 1

    def _rest(self, d: Sheet, t: Table, values: Mapping[str, Any], pile: Iterable[int]) -> None:
        rest = values.get("rest", "pile")
        if rest not in ("pile", "out"):
            raise NotationError(f"rest: 'pile' or 'out' is needed, not {rest!r}")
        gone = {self.deck.leaves_out[card] for card, where in self.taken.items() if where == "meta"} - {w.NONE}
        for card in range(d.cards):
            if card in self.taken:
                continue
            if d.kind[card] == w.BASIC:
                zone = w.CENTRE
            else:
                zone = w.PILE if rest == "pile" and d.kind[card] != w.META and d.kind[card] not in gone else w.OUT
            link(t, card, zone)
            t.known[card] = 0 if zone == w.PILE else 63
        shuffle(t, w.PILE)
        under = cards_in(t, w.PILE)
        t.head[w.PILE] = t.tail[w.PILE] = w.NONE
        t.size[w.PILE] = 0
        for card in [*pile, *under]:
            link(t, card, w.PILE)
            t.known[card] = 0


def _restore(deck: Deck, t: Table, machine: Mapping[str, Any], reader: _Reader) -> None:
    """Bring back what only the machine knows."""
    if machine.get("digest") != deck.digest:
        raise NotationError(
            f"machine: written with another version of the deck {deck.name} ({machine.get('digest')}, this is "
            f"{deck.digest})"
        )
    try:
        t.rng = [int(word) for word in machine["rng"]]
        for name in _SCALARS:
            setattr(t, name, int(machine[name]))
        frames = machine["stack"]
        t.frames = len(frames)
        for place, frame in enumerate(frames):
            t.stack[place * at.FRAME : (place + 1) * at.FRAME] = [int(value) for value in frame]
        t.asides = len(machine["asides"])
        t.extras = len(machine["extras"])
        for place, (seat, card) in enumerate(machine["extras"]):
            t.extra_seat[place], t.extra_card[place] = int(seat), int(card)
        t.strung = len(machine["string"])
        for place, (seat, name) in enumerate(machine["string"]):
            t.string_seat[place], t.string[place] = int(seat), int(name)
        t.blind = reader.card(machine["blind"], "blind") if machine["blind"] else w.NONE
        for title, seats in machine["known"].items():
            t.known[reader.card(title, "known")] = int(seats)
        for title, seat in machine["promised"].items():
            t.promised[reader.card(title, "promised")] = int(seat)
        t.used[: len(machine["used"])] = [int(value) for value in machine["used"]]
        t.fired[: len(machine["fired"])] = [int(value) for value in machine["fired"]]
        t.heard[: len(machine["heard"])] = [int(value) for value in machine["heard"]]
    except (KeyError, TypeError, ValueError) as error:
        raise NotationError(f"machine: cannot be read ({error})") from error
