"""Laying a table out as a text says: every card of the deck into its zone, found by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.cards.language.slips import near
from changeling.engine.layout import MAX_ASIDES, MAX_MEMORIES, MAX_TOKENED, Table
from changeling.engine.machine.board.attachments import holds_cards, in_front, root_of
from changeling.engine.machine.checks.upkeep import find_upkeep
from changeling.engine.machine.zones import EVERYBODY, link, on_table, seat_of, shuffle, unlink
from changeling.engine.seen.places import cards_in
from changeling.engine.sheet_layout import Sheet
from changeling.errors import ChangelingError, NotationError
from changeling.whole import whole

_MOVES = tuple(kind for kind in w.KINDS if kind not in ("meta", "basic"))  # kinds that do not stay where they lie
_HELD = tuple(kind for kind in _MOVES if kind != "creeper")  # kinds that can be in a hand


class Laying:
    """Finds cards and seats by their names, lays cards down, and says what is wrong with what it cannot find."""

    def __init__(self, deck: Deck, names: Sequence[str]) -> None:
        self.deck = deck
        self.names = list(names)
        self.ids = {card.title: card.id for card in deck.cards}
        self.taken: dict[int, str] = {}

    def seat(self, name: object, where: str) -> int:
        """The place of a seat that is named somewhere in the text."""
        if name not in self.names:
            raise NotationError(f"{where}: '{name}' is not a seat; the seats are {', '.join(self.names)}")
        return self.names.index(str(name))

    def card(self, title: object, where: str) -> int:
        """The card of that title; the first of several copies where it does not say which."""
        wanted = str(title).removesuffix(" #1")
        if wanted not in self.ids:
            meant = "".join(f"; did you mean {one}?" for one in near(wanted, self.ids))
            raise NotationError(f"{where}: '{wanted[:80]}' is not a card of {self.deck.name}{meant}")
        return self.ids[wanted]

    def take(self, titles: object, where: str, kinds: tuple[str, ...] = ()) -> list[int]:
        """Cards that are named at one place of the text. A card can be named once, and must be of one of the kinds."""
        if titles is None:
            return []
        if isinstance(titles, str):  # a single card needs no brackets
            titles = [titles]
        if not isinstance(titles, list | tuple):
            raise NotationError(f"{where}: a list of cards is needed, not {titles!r}")
        found = []
        for title in titles:
            card = self.card(title, where)
            if card in self.taken:
                card = self._copy(card, str(title), where)
            kind = self.deck.cards[card].kind
            if kinds and kind not in kinds:
                raise NotationError(f"{where}: '{title}' is a {kind}; {_places(kind, kinds)}")
            self.taken[card] = where
            found.append(card)
        return found

    def _copy(self, card: int, title: str, where: str) -> int:
        """Another copy of a card that is already placed, where the text does not say which one it means."""
        name = self.deck.cards[card].name
        if title == name:
            for other in self.deck.cards:
                if other.name == name and other.id not in self.taken:
                    return other.id
        raise NotationError(f"{where}: '{title}' is already in {self.taken[card]}")

    def lay(self, d: Sheet, t: Table, values: Mapping[str, Any]) -> None:
        """Put every card of the deck into its zone."""
        machine = values.get("machine") or {}
        if not isinstance(machine, Mapping) or not isinstance(machine.get("asides", []), list):
            raise NotationError("machine: cannot be read (keys and values are needed, with a list of asides)")
        self._seats_cards(t, values)
        for title in self._mapping(values, "sealed"):
            self._open(t, self.take([title], "sealed", _MOVES), w.SEALED)
        for key, zone, kinds in (
            ("rules", w.RULES, ("rule",)),
            ("goals", w.GOALS, ("goal", "ungoal")),
            ("meta", w.METAS, ("meta", "action", "surprise") if machine else ("meta",)),  # also Actions that last
        ):
            self._open(t, self.take(values.get(key), key, kinds), zone)
        self._open(t, reversed(self.take(values.get("discard"), "discard", _MOVES)), w.DISCARD)
        pile = self.take(values.get("pile"), "pile", _MOVES)
        self._open(t, self.take(machine.get("playing"), "playing", _MOVES), w.BEING_PLAYED)
        if len(machine.get("asides") or ()) > MAX_ASIDES:
            raise NotationError(f"machine: asides: at most {MAX_ASIDES} sets of cards can be put aside")
        for place, row in enumerate(machine.get("asides") or ()):
            for card in self.take(row, "asides", _MOVES):
                link(t, card, w.ASIDE + place)
        self._rest(d, t, values, pile)

    def _seats_cards(self, t: Table, values: Mapping[str, Any]) -> None:
        """What players hold, and what lies in front of them."""
        for key, zone, kinds in (
            ("hand", w.HAND, _HELD),
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
                    t.known[card] = 1 << seat if zone == w.HAND else EVERYBODY
        for title, keeper in self._mapping(values, "attached").items():
            place = t.place[self.card(keeper, "attached")]
            if self.card(title, "attached") not in self.taken and w.KEEPERS <= place < w.CREEPERS:
                # named only there: it lies in front of the owner of its Keeper
                self._open(t, self.take(title, "attached", ("creeper",)), place - w.KEEPERS + w.CREEPERS)
        for name, row in self._mapping(values, "face_down").items():
            for card in self.take(row, f"face_down of {name}", _HELD):
                link(t, card, w.DOWN + self.seat(name, "face_down"))

    @staticmethod
    def _open(t: Table, cards: Iterable[int], zone: int) -> None:
        """Lay cards where everybody sees them."""
        for card in cards:
            link(t, card, zone)
            t.known[card] = EVERYBODY

    def _mapping(self, values: Mapping[str, Any], key: str) -> Mapping[str, Any]:
        rows = values.get(key) or {}
        if not isinstance(rows, Mapping):
            raise NotationError(f"{key}: names and values are needed, not {rows!r}")
        return rows

    def count(self, d: Sheet, t: Table, values: Mapping[str, Any]) -> None:
        """What players have of counters, the tokens on cards, and who is out of the game."""
        names = [name for name, _ in self.deck.counters]
        for player, row in self._mapping(values, "counters").items():
            seat = self.seat(player, "counters")
            if not isinstance(row, Mapping):
                raise NotationError(f"counters of {player}: names and numbers are needed, not {row!r}")
            for name, count in row.items():
                if name not in names:
                    known = ", ".join(names) or "none"
                    raise NotationError(f"counters: '{name}' is not a counter of {self.deck.name} (it has {known})")
                t.counters[seat * w.MAX_COUNTERS + names.index(name)] = _count(count, f"counters of {player}", 0)
        for title, count in self._mapping(values, "tokens").items():
            card = self.card(title, "tokens")
            if not on_table(t, card) or card in t.token_card[: t.tokened] or t.tokened == MAX_TOKENED:
                raise NotationError(f"tokens: '{title}' has to be in play, once, with {MAX_TOKENED} such cards at most")
            t.token_card[t.tokened], t.token_count[t.tokened] = card, _count(count, "tokens", 1)
            t.tokened += 1
        for title, row in self._mapping(values, "remembered").items():
            self._remember(t, title, row)
        self._leave(t, values.get("out") or [])
        t.upkeep = find_upkeep(d, t)

    def _remember(self, t: Table, title: str, row: object) -> None:
        """What a card remembers: the name of a player, the title of a card, or both in a list."""
        player, other = row if isinstance(row, list | tuple) and len(row) == 2 else (row, "")
        if not other and player not in self.names:
            player, other = "", player
        card = self.card(title, "remembered")
        if card in t.memory_card[: t.memories] or t.memories == MAX_MEMORIES:
            raise NotationError(f"remembered: '{title}' stands there once, with {MAX_MEMORIES} such cards at most")
        if not player and not other:
            raise NotationError(f"remembered: '{title}' remembers a player or a card, or it does not stand there")
        t.memory_seat[t.memories] = 1 + self.seat(player, "remembered") if player else 0
        t.memory_of[t.memories] = 1 + self.card(other, "remembered") if other else 0
        t.memory_card[t.memories] = card
        t.memories += 1

    def _leave(self, t: Table, out: object) -> None:
        """Put players out of the game."""
        if not isinstance(out, list | tuple):
            raise NotationError(f"out: a list of players is needed, not {out!r}")
        for player in out:
            t.out |= 1 << self.seat(player, "out")

    def fasten(self, t: Table, values: Mapping[str, Any]) -> None:
        """Put cards onto those that they are attached to, and sealed ones under theirs."""
        for key in ("attached", "sealed"):
            for title, host in self._mapping(values, key).items():
                card, other = self.card(title, key), self.card(host, key)
                same = in_front(t, card) and seat_of(t, card) == seat_of(t, other)
                where = "lie in front of the same player" if key == "attached" else "be in play"
                if not (same if key == "attached" else holds_cards(t, other)):
                    raise NotationError(f"{key}: {title}: {host} has to {where}")
                if root_of(t, other) == card:
                    raise NotationError(f"{key}: {title}: {host} is itself attached to it")
                if t.host[card] != w.NONE:
                    raise NotationError(f"{key}: {title} is already on or under a card")
                t.host[card] = other
                t.attached += 1

    def _sides(self, d: Sheet, t: Table) -> None:
        """Of a two-sided card one side takes part: the one that the text names, else the front."""
        for back in d.back[: d.backs]:
            front = d.other_side[back]
            if back in self.taken and front in self.taken:
                titles = [self.deck.cards[side].title for side in (front, back)]
                raise NotationError(f"'{titles[0]}' and '{titles[1]}' are two sides of one card; only one can be up")
            gone = front if back in self.taken else back
            if t.place[gone] != w.OUT:
                unlink(t, gone)
                link(t, gone, w.OUT)
                t.known[gone] = EVERYBODY

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
            t.known[card] = 0 if zone == w.PILE else EVERYBODY
        self._sides(d, t)
        shuffle(t, w.PILE)
        under = cards_in(t, w.PILE)
        t.head[w.PILE] = t.tail[w.PILE] = w.NONE
        t.size[w.PILE] = 0
        for card in [*pile, *under]:
            link(t, card, w.PILE)
            t.known[card] = 0


def _count(value: object, where: str, least: int) -> int:
    try:
        return whole(where, value, least, w.MAX_COUNT)
    except ChangelingError as error:
        raise NotationError(str(error)) from error


def _places(kind: str, kinds: tuple[str, ...]) -> str:
    """What can be named where a card of another kind was."""
    if kind == "creeper" and kinds == _HELD:
        return "a Creeper is in no hand (W-F5), so name it under creepers"
    return f"here lie {', '.join(kinds)}"
