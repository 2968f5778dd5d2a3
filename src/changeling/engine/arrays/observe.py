"""What a seat may see, as bytes for a network: `features` says what each of them means.

As everywhere in the machine the same source runs interpreted and compiled. An observation is a row of `table` and one
of `cards`. Only what the seat's view shows goes into it: a hidden card counts by its zone alone.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from changeling.cards.codes import (
    A_SEAT,
    A_WORD,
    ALL,
    CREEPERS,
    DISCARD,
    DOWN,
    DRAWS,
    GOALS,
    HAND,
    KEEPERS,
    MAX_COUNTERS,
    MAX_SEATS,
    N_STATICS,
    NONE,
    OWN_WORD,
    PILE,
    PLAYS,
    RULES,
    SORT,
)
from changeling.engine.arrays.answer_space import action_of
from changeling.engine.arrays.features import (
    FACT_NEEDS,
    FACT_WHERE,
    HIDDEN,
    MOST,
    MOST_NEEDS,
    OF_CARD,
    OF_TABLE,
    starts,
)
from changeling.engine.layout import F_ASIDE, F_CARD, F_SEAT, FRAME, GOING, ZONES, Table
from changeling.engine.machine.board.counts import doom_of
from changeling.engine.machine.rules.formulas import turn_only
from changeling.engine.machine.turn.turn_order import backwards
from changeling.engine.sheet_layout import Sheet

Facts = Sequence[int]
TableBytes = NDArray[np.uint8]  # games, bytes of the table
CardBytes = NDArray[np.uint8]  # games, cards, bytes of a card

_OF_TABLE, _OF_CARD = starts(OF_TABLE), starts(OF_CARD)
T_SEATS = _OF_TABLE["seats"]
T_TURN = _OF_TABLE["turn"]
T_FORCE = _OF_TABLE["force"]
T_UNLIMITED = _OF_TABLE["unlimited"]
T_TURN_DRAWS = _OF_TABLE["turn_draws"]
T_TURN_PLAYS = _OF_TABLE["turn_plays"]
T_DRAWN = _OF_TABLE["drawn"]
T_PLAYED = _OF_TABLE["played"]
T_INFLATION = _OF_TABLE["inflation"]
T_PILE = _OF_TABLE["pile"]
T_DISCARDS = _OF_TABLE["discards"]
T_RULES = _OF_TABLE["rules"]
T_GOALS = _OF_TABLE["goals"]
T_HAND = _OF_TABLE["hand"]
T_KEEPERS = _OF_TABLE["keepers"]
T_CREEPERS = _OF_TABLE["creepers"]
T_ASIDE = _OF_TABLE["aside"]
T_DOWN = _OF_TABLE["down"]
T_DOOM = _OF_TABLE["doom"]
T_ANTI_DOOM = _OF_TABLE["anti_doom"]
T_BACKWARDS = _OF_TABLE["backwards"]
T_MISSES = _OF_TABLE["misses"]
T_OUT = _OF_TABLE["out"]
T_COUNTERS = _OF_TABLE["counters"]
T_PROMPT = _OF_TABLE["prompt"]
T_OPTIONAL = _OF_TABLE["optional"]
T_OPTIONS = _OF_TABLE["options"]
T_SEAT_OPTION = _OF_TABLE["seat_option"]
C_WHERE = _OF_CARD["where"]
C_OPTION = _OF_CARD["option"]
C_ASKING = _OF_CARD["asking"]
C_COVERED = _OF_CARD["covered"]
C_FASTENED = _OF_CARD["fastened"]
C_TOKENS = _OF_CARD["tokens"]
C_REMEMBERS = _OF_CARD["remembers"]
C_REMEMBERED = _OF_CARD["remembered"]
C_USED = _OF_CARD["used"]
C_WANTED = _OF_CARD["wanted"]
C_WANTED_IN_HAND = _OF_CARD["wanted_in_hand"]
C_COMPLETES = _OF_CARD["completes"]
C_COMPLETES_IN_HAND = _OF_CARD["completes_in_hand"]
C_COMPLETES_OTHER = _OF_CARD["completes_other"]
C_MINE = _OF_CARD["mine"]
C_HELD = _OF_CARD["held"]
C_THEIRS = _OF_CARD["theirs"]
C_MET = _OF_CARD["met"]
C_MET_OTHER = _OF_CARD["met_other"]
DIGIT = 5  # bits for the count of one seat, in a number that holds the counts of all


def observe(d: Sheet, t: Table, f: Facts, seat: int, table: TableBytes, cards: CardBytes, row: int) -> None:
    """Write what a seat sees into a row that is blank."""
    see_table(d, t, seat, table, row)
    see_places(d, t, f, seat, table, cards, row)
    see_goals(t, f, seat, GOALS, cards, row)
    see_goals(t, f, seat, HAND + seat, cards, row)
    for base in range(0, t.frames * FRAME, FRAME):
        if t.stack[base + F_SEAT] == seat and t.stack[base + F_ASIDE] != NONE:
            see_goals(t, f, seat, t.stack[base + F_ASIDE], cards, row)
    if t.asked == seat and t.outcome == GOING:
        see_question(t, seat, table, cards, row)


def byte(number: int) -> int:
    """A number as far as a byte can say it."""
    if number < 0:
        return 0
    return number if number < MOST else MOST


def away(t: Table, seat: int, other: int) -> int:
    """How far to the left of a seat another is."""
    return other - seat if other >= seat else other - seat + t.seats


def see_table(d: Sheet, t: Table, seat: int, table: TableBytes, row: int) -> None:
    """The numbers of the table and of each player."""
    table[row, T_SEATS + t.seats - 2] = 1
    table[row, T_TURN + away(t, seat, t.turn)] = 1
    for static in range(N_STATICS):
        number = t.force[(t.turn if turn_only(static) else seat) * N_STATICS + static]
        if number >= ALL:
            table[row, T_UNLIMITED + static] = 1
            table[row, T_FORCE + static] = byte(number - ALL)  # how many of all are kept
        else:
            table[row, T_FORCE + static] = byte(number)
    table[row, T_TURN_DRAWS] = byte(t.force[t.turn * N_STATICS + DRAWS])
    table[row, T_TURN_PLAYS] = byte(t.force[t.turn * N_STATICS + PLAYS])
    table[row, T_DRAWN] = byte(t.drawn)
    table[row, T_PLAYED] = byte(t.played)
    table[row, T_INFLATION] = byte(t.inflation)
    table[row, T_PILE] = byte(t.size[PILE])
    table[row, T_DISCARDS] = byte(t.size[DISCARD])
    table[row, T_RULES] = byte(t.size[RULES])
    table[row, T_GOALS] = byte(t.size[GOALS])
    table[row, T_BACKWARDS] = 1 if backwards(t) else 0
    for far in range(t.seats):
        other = seat + far if seat + far < t.seats else seat + far - t.seats
        table[row, T_HAND + far] = byte(t.size[HAND + other])
        table[row, T_KEEPERS + far] = byte(t.size[KEEPERS + other])
        table[row, T_CREEPERS + far] = byte(t.size[CREEPERS + other])
        table[row, T_DOWN + far] = byte(t.size[DOWN + other])
        table[row, T_MISSES + far] = byte(t.misses[other])
    for frame in range(t.frames):
        zone = t.stack[frame * FRAME + F_ASIDE]
        if zone != NONE:
            place = T_ASIDE + away(t, seat, t.stack[frame * FRAME + F_SEAT])
            table[row, place] = byte(int(table[row, place]) + t.size[zone])


def see_places(d: Sheet, t: Table, f: Facts, seat: int, table: TableBytes, cards: CardBytes, row: int) -> None:
    """Where each card is as far as the seat knows, the Doom of each player, what lies on what and what was used."""
    look = FACT_WHERE + seat * ZONES
    for card in range(f[0]):
        where = f[look + t.place[card]]
        if where >= HIDDEN and (t.known[card] >> seat) & 1 == 0:
            where = 0
        cards[row, card, C_WHERE + where] = 1
    if f[2] != 0:
        see_doom(d, t, seat, table, row)
    if d.counters > 0 or t.upkeep != 0:
        see_players(d, t, seat, table, cards, row)
    if t.attached != 0:
        for card in range(f[0]):
            host = t.host[card]
            if host != NONE:
                cards[row, card, C_FASTENED] = 1
                cards[row, host, C_COVERED] += 1
    for hook in range(d.frees):
        if t.used[hook] != 0:
            card = d.free_card[hook]
            cards[row, card, C_USED] = byte(int(cards[row, card, C_USED]) + t.used[hook])


def see_players(d: Sheet, t: Table, seat: int, table: TableBytes, cards: CardBytes, row: int) -> None:
    """Who is out of the game, what players have of counters, the tokens on cards and what cards remember."""
    for other in range(t.seats):
        far = away(t, seat, other)
        table[row, T_OUT + far] = t.out >> other & 1
        for counter in range(d.counters):
            table[row, T_COUNTERS + counter * MAX_SEATS + far] = byte(t.counters[other * MAX_COUNTERS + counter])
    for place in range(t.tokened):
        cards[row, t.token_card[place], C_TOKENS] = byte(t.token_count[place])
    for place in range(t.memories):
        if t.memory_seat[place] != 0:
            cards[row, t.memory_card[place], C_REMEMBERS] = 1 + away(t, seat, t.memory_seat[place] - 1)
        if t.memory_of[place] != 0:
            cards[row, t.memory_of[place] - 1, C_REMEMBERED] += 1


def see_doom(d: Sheet, t: Table, seat: int, table: TableBytes, row: int) -> None:
    """Doom less Anti-Doom in front of each player."""
    for other in range(t.seats):
        doom = doom_of(d, t, other)
        table[row, T_DOOM + away(t, seat, other)] = byte(doom)
        table[row, T_ANTI_DOOM + away(t, seat, other)] = byte(-doom)


def having(t: Table, f: Facts, need: int) -> int:
    """Who has in front of them a card that will do for a need: a bit for each seat; and in hand: higher bits."""
    who = 0
    for place in range(need + 1, need + 1 + f[need]):
        zone = t.place[f[place]]
        if HAND <= zone < DOWN:
            if zone < KEEPERS:
                who |= 1 << (MAX_SEATS + zone - HAND)
            else:
                who |= 1 << ((zone - HAND) % MAX_SEATS)
    return who


def see_goals(t: Table, f: Facts, seat: int, zone: int, cards: CardBytes, row: int) -> None:
    """How far everybody is with each Goal of a zone, and which cards these Goals want."""
    goal = t.head[zone]
    while goal != NONE:
        if f[FACT_NEEDS + goal] != NONE:
            fronts = see_needs(t, f, seat, goal, zone == GOALS, cards, row)
            needs = f[f[FACT_NEEDS + goal]]
            most = 0
            for other in range(t.seats):
                count = (fronts >> (DIGIT * other)) & MOST_NEEDS
                if other == seat:
                    cards[row, goal, C_MINE] = count
                    cards[row, goal, C_MET] = 1 if count == needs else 0
                    if count == needs - 1:
                        see_lack(t, f, goal, other, C_COMPLETES if zone == GOALS else C_COMPLETES_IN_HAND, cards, row)
                else:
                    most = max(most, count)
                    if zone == GOALS and count == needs - 1:
                        see_lack(t, f, goal, other, C_COMPLETES_OTHER, cards, row)
            cards[row, goal, C_THEIRS] = most
            cards[row, goal, C_MET_OTHER] = 1 if most == needs else 0
        goal = t.next[goal]


def see_needs(t: Table, f: Facts, seat: int, goal: int, in_play: bool, cards: CardBytes, row: int) -> int:
    """Count what a Goal needs as wanted, and what of it the seat holds; gives how much each player has in front, a
    digit for each."""
    wanted = C_WANTED if in_play else C_WANTED_IN_HAND
    need = f[FACT_NEEDS + goal] + 1
    held, fronts = 0, 0
    for _ in range(f[need - 1]):
        add_to_each(f, need, wanted, cards, row)
        who = having(t, f, need)
        held += (who >> (MAX_SEATS + seat)) & 1
        other = 0
        while who & 63 != 0:
            fronts += (who & 1) << (DIGIT * other)
            who = (who & 63) >> 1
            other += 1
        need += 1 + f[need]
    cards[row, goal, C_HELD] = held
    return fronts


def see_lack(t: Table, f: Facts, goal: int, who: int, field: int, cards: CardBytes, row: int) -> None:
    """Count in a field of the cards that will do for the one need of a Goal that a player lacks."""
    need = f[FACT_NEEDS + goal] + 1
    for _ in range(f[need - 1]):
        if (having(t, f, need) >> who) & 1 == 0:
            add_to_each(f, need, field, cards, row)
            return
        need += 1 + f[need]


def add_to_each(f: Facts, need: int, field: int, cards: CardBytes, row: int) -> None:
    """Count one more in a field of each card that will do for a need."""
    for place in range(need + 1, need + 1 + f[need]):
        cards[row, f[place], field] += 1


def see_question(t: Table, seat: int, table: TableBytes, cards: CardBytes, row: int) -> None:
    """What the seat is asked, and what it may answer."""
    table[row, T_PROMPT + t.prompt // 2] = 1
    table[row, T_OPTIONAL] = t.prompt % 2
    table[row, T_OPTIONS] = byte(t.options)
    cause = t.stack[(t.frames - 1) * FRAME + F_CARD]
    if cause >= 0:
        cards[row, cause, C_ASKING] = 1
    for place in range(t.options):
        code = t.option[place]
        sort = code // SORT
        if sort < A_SEAT:
            cards[row, code % SORT, C_OPTION + sort] = 1
        elif sort == A_SEAT or (sort == A_WORD and code % SORT < OWN_WORD):
            # players, then words: in the order of the answer space; of other answers the mask tells
            table[row, T_SEAT_OPTION + action_of(code, 0, seat, t.seats)] = 1
