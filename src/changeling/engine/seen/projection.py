"""What is shown of a table: to everybody, and to one seat besides.

The one list of it: `View` and the web are both made from here, field by field. What is not named here is not seen.
These are steps on the way to what people get, made with every look at a table; frozen, they would take a third longer.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.cards.recent import Recent
from changeling.engine.journal import ROW_CARD, ROW_SEEN, ROW_SOURCE, ROW_TARGET, ROW_VERB
from changeling.engine.layout import GOING, Table
from changeling.engine.machine.board.counts import doom_of
from changeling.engine.machine.journal import (
    V_ANSWERS,
    V_COPIES,
    V_COUNTS,
    V_DISCLOSES,
    V_FLIPS,
    V_REMEMBERS,
    V_REVEALS,
)
from changeling.engine.machine.turn.turn_order import backwards
from changeling.engine.machine.zones import EVERYBODY, on_table
from changeling.engine.seen.places import asides_of, cards_in, titles
from changeling.engine.seen.questions.decision import in_window
from changeling.engine.seen.secrets import chosen_in_secret
from changeling.engine.seen.winners import winners_of
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet


@dataclass(slots=True)
class PublicSeat:
    """What everybody sees of a seat: titles of what lies open, numbers of what does not. A limit of None is none."""

    name: str
    hand: int
    keepers: tuple[str, ...]
    creepers: tuple[str, ...]
    aside: int
    face_down: int
    doom: int
    misses: int  # how many of its next turns it misses
    hand_limit: int | None
    keeper_limit: int | None
    counters: tuple[tuple[str, int], ...] = ()  # what the player has of each counter of the deck
    out: bool = False  # the player is out of the game


@dataclass(slots=True)
class PublicTable:
    """What everybody sees. Titles of cards throughout; piles top first, rules and Goals oldest first.

    `draws`, `plays` and `optional_plays` are those of whose turn it is; cards.codes.ALL means all, and of all cards to
    play `kept` need not, and cannot, be played. `asked` is who is asked, and empty in a Surprise window: `window` says
    that one is open, whether or not anybody holds a Surprise.
    """

    turn: str
    turns: int
    drawn: int
    played: int
    draws: int
    plays: int
    optional_plays: int
    goals_allowed: int
    inflation: int
    backwards: bool  # the turn passes against the clock
    seats: tuple[PublicSeat, ...]
    rules: tuple[str, ...]
    goals: tuple[str, ...]
    meta: tuple[str, ...]
    discard: tuple[str, ...]
    pile: int
    playing: tuple[str, ...]
    used: tuple[tuple[str, int], ...]  # the cards in play whose free actions were used this turn, and how often
    attached: tuple[tuple[str, str], ...]  # Creeper and the Keeper that it is attached to
    sealed: tuple[tuple[str, str], ...]  # what lies face down, and under which card; everybody saw it go there
    asked: str
    window: bool
    over: bool
    winner: str | None
    kept: int = 0
    tokens: tuple[tuple[str, int], ...] = ()  # the cards that have tokens on them, and how many
    chosen: tuple[str, ...] = ()  # who has chosen in secret what is not shown yet
    remembered: tuple[tuple[str, str], ...] = ()  # the cards that remember something, each with a player or a card
    winners: tuple[str, ...] = ()  # all who have won together, `winner` first


@dataclass(slots=True)
class OwnCards:
    """What only one seat sees: its hand, what it has set aside, by seat the cards of other hands that it knows (under
    its own name those that lie face down in front of it), and the cards of the draw pile that it knows, each with how
    many lie above it."""

    seat: str
    hand: tuple[str, ...]
    aside: tuple[str, ...]
    known: dict[str, tuple[str, ...]]
    pile_known: tuple[tuple[int, str], ...] = ()


def public_table(deck: Deck, t: Table, names: Sequence[str]) -> PublicTable:
    """What everybody sees of a table."""
    row, d, force = t.turn * w.N_STATICS, sheet_for(deck), t.force
    window, plays, asked, winner = in_window(t), force[row + w.PLAYS], t.asked, t.winner
    doomed = _doomed.of(deck.digest, lambda: any(d.doom))
    attached, sealed = _hosted(deck, t)
    return PublicTable(
        turn=names[t.turn],
        turns=t.turns,
        drawn=t.drawn,
        played=t.played,
        draws=force[row + w.DRAWS],
        plays=min(plays, w.ALL),
        optional_plays=force[row + w.OPTIONAL_PLAYS],
        goals_allowed=force[row + w.GOALS_ALLOWED],
        inflation=t.inflation,
        backwards=backwards(t),
        seats=tuple([_public_seat(deck, d, t, names[seat], seat, doomed=doomed) for seat in range(t.seats)]),
        rules=titles(deck, t, w.RULES),
        goals=titles(deck, t, w.GOALS),
        meta=titles(deck, t, w.METAS),
        discard=titles(deck, t, w.DISCARD),
        pile=t.size[w.PILE],
        playing=titles(deck, t, w.BEING_PLAYED),
        used=_used(deck, t) if any(t.used[: len(deck.frees)]) else (),
        attached=attached,
        sealed=sealed,
        asked=names[asked] if asked != w.NONE and not window else "",
        window=window,
        over=t.outcome != GOING,
        winner=names[winner] if winner != w.NONE else None,
        kept=max(plays - w.ALL, 0),
        tokens=_tokens(deck, t) if t.tokened else (),
        chosen=tuple([names[seat] for seat in chosen_in_secret(d, t)]),
        remembered=tuple(_remembered(deck, t, names)) if t.memories else (),
        winners=winners_of(t, names),
    )


_doomed: Recent[bool] = Recent()  # by deck: whether some card bears Doom


def _used(deck: Deck, t: Table) -> tuple[tuple[str, int], ...]:
    """The cards in play whose free actions were used this turn, and how often."""
    return tuple(
        (deck.titles[hook.card], t.used[place])
        for place, hook in enumerate(deck.frees)
        if t.used[place] and on_table(t, hook.card)
    )


def _tokens(deck: Deck, t: Table) -> tuple[tuple[str, int], ...]:
    """The cards that have tokens on them, and how many."""
    return tuple((deck.titles[t.token_card[place]], t.token_count[place]) for place in range(t.tokened))


def _remembered(deck: Deck, t: Table, names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """What cards remember: each with a player, a card, or one after the other."""
    for place in range(t.memories):
        title = deck.cards[t.memory_card[place]].title
        if t.memory_seat[place]:
            yield title, names[t.memory_seat[place] - 1]
        if t.memory_of[place]:
            yield title, deck.cards[t.memory_of[place] - 1].title


def _public_seat(deck: Deck, d: Sheet, t: Table, name: str, seat: int, *, doomed: bool) -> PublicSeat:
    """What everybody sees of a seat; `doomed`: some card of the deck bears Doom."""
    row, size, force = seat * w.N_STATICS, t.size, t.force
    return PublicSeat(
        name,
        size[w.HAND + seat],
        titles(deck, t, w.KEEPERS + seat),
        titles(deck, t, w.CREEPERS + seat),
        len(asides_of(t, seat)) if t.asides else 0,
        size[w.DOWN + seat],
        doom_of(d, t, seat) if doomed else 0,
        t.misses[seat],
        finite(force[row + w.HAND_LIMIT]),
        finite(force[row + w.KEEPER_LIMIT]),
        _counters(deck, t, seat) if deck.counters else (),
        t.out >> seat & 1 == 1,
    )


def _counters(deck: Deck, t: Table, seat: int) -> tuple[tuple[str, int], ...]:
    """What a player has of each counter of the deck."""
    row = seat * w.MAX_COUNTERS
    return tuple((name, t.counters[row + place]) for place, (name, _) in enumerate(deck.counters))


def own_cards(deck: Deck, t: Table, names: Sequence[str], seat: int) -> OwnCards:
    """What only one seat sees."""
    return own_of(deck, t, names, seat, hands_of(t))


Hands = list[tuple[list[int], int]]  # by seat: the cards of its hand, and bits of the seats that know some of them


def hands_of(t: Table) -> Hands:
    """What all hold, for `own_of`: gone through once for all who are shown what is theirs."""
    found: Hands = []
    known, following = t.known, t.next
    for zone in range(w.HAND, w.HAND + t.seats):
        cards, knowing = [], 0
        card = t.head[zone]
        while card != w.NONE:
            cards.append(card)
            knowing |= known[card]
            card = following[card]
        found.append((cards, knowing))
    return found


def own_of(deck: Deck, t: Table, names: Sequence[str], seat: int, hands: Hands) -> OwnCards:
    """What only one seat sees of a table with those hands."""
    title, bit, bits = deck.titles, 1 << seat, t.known
    known = {}
    for other, (cards, knowing) in enumerate(hands):
        if knowing & bit and other != seat:
            known[names[other]] = tuple(sorted([title[card] for card in cards if bits[card] & bit]))
    if t.head[w.DOWN + seat] != w.NONE:
        down = sorted([title[card] for card in cards_in(t, w.DOWN + seat) if bits[card] & bit])
        if down:
            known[names[seat]] = tuple(down)
    aside = tuple([title[card] for card in asides_of(t, seat)]) if t.asides else ()
    pile = cards_in(t, w.PILE) if t.pile_known else ()
    seen = tuple([(place, title[card]) for place, card in enumerate(pile) if bits[card] & bit])
    return OwnCards(names[seat], tuple([title[card] for card in hands[seat][0]]), aside, known, seen)


def only_hands(t: Table, hands: Hands) -> int:
    """Bits of the seats that see nothing for themselves but the hand that they hold; none where that is not plain."""
    if t.asides or t.pile_known:
        return 0
    found, down = (1 << t.seats) - 1, t.head
    for seat, (_, knowing) in enumerate(hands):
        found &= ~(knowing & ~(1 << seat))
        if down[w.DOWN + seat] != w.NONE:
            found &= ~(1 << seat)
    return found


def seen_from_outside(row: tuple[int, ...], seats: int) -> bool:
    """Whether somebody at no seat has seen which card a row of the journal is about.

    What every player happens to know is not open for that: at a table of two, both know a card that one gave the other.
    A seat that nobody has knows open cards only; where all are taken, the card has to come from or go to an open place.
    """
    if row[ROW_CARD] < 0:
        return True
    if row[ROW_SEEN] != EVERYBODY:
        return False
    if row[ROW_VERB] in (V_COPIES, V_REVEALS, V_ANSWERS, V_DISCLOSES, V_COUNTS, V_FLIPS, V_REMEMBERS):
        return True  # it was shown to all who are there
    return seats < w.MAX_SEATS or any(_lies_open(row[end]) for end in (ROW_SOURCE, ROW_TARGET))


def _lies_open(zone: int) -> bool:
    return w.KEEPERS <= zone < w.DOWN or (w.PILE < zone < w.HAND)


Pairs = tuple[tuple[str, str], ...]


def _hosted(deck: Deck, t: Table) -> tuple[Pairs, Pairs]:
    """The cards that lie on another, and those that lie face down under one, each with that other card."""
    if t.attached == 0:
        return (), ()
    attached: list[tuple[str, str]] = []
    sealed: list[tuple[str, str]] = []
    names = deck.titles
    for card, host in enumerate(t.host[: len(names)]):
        if host != w.NONE:
            (sealed if t.place[card] == w.SEALED else attached).append((names[card], names[host]))
    return tuple(attached), tuple(sealed)


def finite(number: int) -> int | None:
    """A number in force, or None where it stands for all or for no limit."""
    return None if number >= w.ALL else number
