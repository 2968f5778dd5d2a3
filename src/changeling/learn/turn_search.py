"""Whether whoever has the turn can win before it ends, whatever the others do and whatever cards lie unseen: the search
itself, inside what is compiled.

It goes through every answer of the seat and, where others are asked, through everything that they could answer: in a
Surprise window also with every Surprise that they might hold. Where lots are drawn, every way in which they can fall
has to win. A way that hangs on an unseen card is none (`unknowns`). What is counted as the length of a way are the
seat's own answers to questions with more than one option.

Rows of `tables`: the table that is searched from, then one for each question on the way, then a world in which somebody
holds an unseen Surprise. What was found out about a table is remembered by its key.
"""

from __future__ import annotations

from typing import Final

from changeling.bots.lookahead import Sheets, Tables, Words, copy_table
from changeling.cards.codes import A_PLAY, NONE, SORT, SURPRISE_WINDOW
from changeling.engine.layout import FRAME, GOING, Table
from changeling.engine.machine.chance import tell_lots, was_told, ways_told
from changeling.engine.machine.checks.together import has_won
from changeling.engine.machine.choices.replies import trigger_of
from changeling.engine.machine.hidden.unseen import is_hidden
from changeling.engine.machine.loop import answer
from changeling.engine.sheet_layout import Sheet
from changeling.learn.seek import PLIES, SLOTS, STRANGE_WORDS, WORLD_ROW, Keyed, Seek, Seeks
from changeling.learn.unknowns import card_of, first_unseen, follow_unknown, hold_instead, is_strange, might_answer

LOST: Final = 1_000  # answers: no win can be forced
TOO_LARGE: Final = 2_000  # there are more positions than may be looked at
MOST_LOTS: Final = 120  # ways in which lots can fall after an answer: one of 120 things, or five in any order
_OPEN: Final = -1  # a table whose value has to be searched for
_NO_ANSWER: Final = -1

# What the next answer to a question led to.
CHILD: Final = 0
UNKNOWN: Final = 1  # to something that cannot be known
NO_MORE: Final = 2  # there was none
SAME: Final = 3  # to where it led before, for lots cannot fall in so many ways


def key_of(d: Sheet, tables: Tables, memory: Words, keyed: Keyed, seek: Seek, row: int) -> int:
    """A number for what tells the table in a row apart. (Compiled, `seek.packed_key` takes its place.)"""
    found: int = keyed(d, tables[row], seek, row)
    return found


def begin_search(seek: Seek, t: Table) -> None:
    """Turn to another table, and forget what was found about those before."""
    for place in range(seek.used):
        seek.key[seek.used_at[place]] = 0
    for word in range(STRANGE_WORDS):
        seek.strange[word] = 0
    seek.used = 0
    seek.nodes = 0
    seek.seat = t.turn
    seek.turns = t.turns


def search_turn(sheets: Sheets, tables: Tables, memory: Words, keyed: Keyed, seeks: Seeks, left: int) -> int:
    """With how few answers a win can be forced from the table in the first row, if with at most `left`; else LOST, or
    TOO_LARGE.

    A table that comes round again on its own way counts as lost there: no shortest way goes in a circle.
    """
    seek, row = seeks[0], 0
    found = open_row(sheets[0], tables, memory, keyed, seek, row, left)
    if found != _OPEN:
        return found
    while True:
        done, found = True, LOST
        led = next_answer(sheets[0], tables, memory, seek, row)
        if led == CHILD:
            found = open_row(sheets[0], tables, memory, keyed, seek, row + 1, left_after(seek, tables[row], row))
            if found == TOO_LARGE:
                return TOO_LARGE
            if found == _OPEN:
                row += 1
                continue
        if led != NO_MORE:
            done = take_value(seek, tables[row].asked == seek.seat, row, found)
        while done:
            found = close_row(seek, tables[row], row)
            if row == 0:
                return found
            row -= 1
            done = take_value(seek, tables[row].asked == seek.seat, row, found)


def open_row(d: Sheet, tables: Tables, memory: Words, keyed: Keyed, seek: Seek, row: int, left: int) -> int:
    """The value of the table in a row where it is known without a search; else that is begun. May give TOO_LARGE."""
    t = tables[row]
    if t.outcome != GOING or t.turns != seek.turns:
        return 0 if won_in_turn(t, seek) else LOST
    at = slot_of(seek, key_of(d, tables, memory, keyed, seek, row))
    known, within = seek.value[at], seek.within[at]
    if known < LOST or within >= left or row == PLIES:
        return known if known <= left else LOST
    seek.nodes += 1
    if seek.nodes > seek.most:
        return TOO_LARGE
    seek.within[at] = left
    mine = t.asked == seek.seat
    if mine and left < cost(t):
        return LOST
    begin_answers(seek, row)
    seek.best[row] = LOST if mine else _NO_ANSWER
    seek.left[row] = left
    seek.at[row] = at
    return _OPEN


def begin_answers(seek: Seek, row: int) -> None:
    """Have the answers to the question of a row tried from the first one on."""
    seek.index[row] = 0
    seek.card[row] = 0
    seek.lot[row] = 0
    seek.lots[row] = 0
    seek.worst[row] = LOST


def won_in_turn(t: Table, seek: Seek) -> bool:
    """Whether the seat has won, and in the turn that is searched: a win as the next one begins is none."""
    return t.turns == seek.turns and has_won(t, seek.seat)


def close_row(seek: Seek, t: Table, row: int) -> int:
    """All answers to a question were tried, or enough: what its table is worth."""
    found = seek.best[row]
    if t.asked == seek.seat:
        found = found + cost(t) if found < LOST else LOST
    elif found == _NO_ANSWER:
        found = LOST
    seek.value[seek.at[row]] = found
    return found


def take_value(seek: Seek, mine: bool, row: int, found: int) -> bool:
    """Note what an answer led to; gives whether no other has to be tried."""
    if not mine:
        seek.best[row] = max(seek.best[row], found)
        return seek.best[row] >= LOST
    seek.worst[row] = max(seek.worst[row], found)
    if seek.worst[row] >= LOST:
        seek.lots[row] = 0  # however else lots fall, they can fall so
    if seek.lot[row] < seek.lots[row]:
        return False
    take_answer(seek, row)
    return seek.best[row] == 0


def take_answer(seek: Seek, row: int) -> None:
    """Note what the seat's own answer that was tried last is worth, however lots fall."""
    seek.best[row] = min(seek.best[row], seek.worst[row])


def left_after(seek: Seek, t: Table, row: int) -> int:
    """How many own answers a way may have after an answer to the question of a row, to be better than those before."""
    if t.asked != seek.seat:
        return seek.left[row]
    return min(seek.left[row] - cost(t), seek.best[row] - 1)


def slot_of(seek: Seek, key: int) -> int:
    """The slot of a key; a fresh one says that the table was not searched."""
    at = key & (SLOTS - 1)
    while seek.key[at] != key and seek.key[at] != 0:
        at = (at + 1) & (SLOTS - 1)
    if seek.key[at] == 0:
        seek.key[at] = key
        seek.within[at] = -1
        seek.value[at] = LOST
        seek.used_at[seek.used] = at
        seek.used += 1
    return at


def cost(t: Table) -> int:
    """What an answer to the pending question counts towards the length of a way."""
    return 1 if t.options > 1 else 0


# --- what can be answered ---------------------------------------------------------------------------------------------
def next_answer(d: Sheet, tables: Tables, memory: Words, seek: Seek, row: int) -> int:
    """Try the next answer to the question of a row, or the one before with lots that fall in another way: CHILD where
    it leads to the table that is then in the row behind, UNKNOWN, or NO_MORE. The Surprises that another seat might
    hold come first."""
    mine = tables[row].asked == seek.seat
    window = not mine and tables[row].prompt == SURPRISE_WINDOW
    while True:
        if seek.lot[row] >= seek.lots[row]:
            if mine:
                take_answer(seek, row)
            if not turn_to_answer(d, tables, memory, seek, row, window):
                return NO_MORE
        led = try_answer(d, tables, memory, seek, row, window)
        if led == CHILD or (led == UNKNOWN and not mine):
            return led
        if led == UNKNOWN:
            seek.worst[row] = LOST


def turn_to_answer(d: Sheet, tables: Tables, memory: Words, seek: Seek, row: int, window: bool) -> bool:
    """Turn to the next answer to the question of a row; says whether there is one. In a Surprise window of others
    `index` is 0 as long as it is a Surprise that somebody might hold."""
    seek.lot[row] = 0
    seek.lots[row] = 1
    seek.worst[row] = _NO_ANSWER
    if window and seek.index[row] == 0:
        if seek.kindly == 1:
            seek.index[row] = tables[row].options - 1
        elif next_surprise(d, tables, memory, seek, row):
            return True
    seek.index[row] += 1
    there: bool = seek.index[row] <= tables[row].options
    return there


def try_answer(d: Sheet, tables: Tables, memory: Words, seek: Seek, row: int, window: bool) -> int:
    """Try the answer that a row has been turned to, with lots that fall in the next way; gives where it led."""
    if window and seek.index[row] == 0:
        if seek.lot[row] > 0:
            hold_surprise(d, tables, memory, seek, row)
        held = find_option(tables[WORLD_ROW], A_PLAY * SORT + seek.card[row] - 1)
        return give_answer(d, tables, memory, seek, WORLD_ROW, row, held)
    index = seek.index[row] - 1
    card = card_of(tables[row].option[index])
    if card == NONE or not is_unknown(tables[row], seek, row, card):
        return give_answer(d, tables, memory, seek, row, row, index)
    seek.lots[row] = 0
    return SAME if window else UNKNOWN  # a Surprise in a hand is tried as one that might be there


def is_unknown(t: Table, seek: Seek, row: int, card: int) -> bool:
    """Whether the seat cannot know which card this is, or could not before it was drawn."""
    return is_strange(seek, row * STRANGE_WORDS, card) or is_hidden(t, card, seek.seat)


def next_surprise(d: Sheet, tables: Tables, memory: Words, seek: Seek, row: int) -> bool:
    """Make the next world in which the seat that is asked holds a Surprise that can answer; says whether there is one.
    `card` is one more than that Surprise then."""
    t = tables[row]
    if seek.card[row] < d.cards and first_unseen(t, t.asked, seek.seat) != NONE:
        base = (t.frames - 1) * FRAME
        trigger = trigger_of(d, t, base)
        for card in range(seek.card[row], d.cards):
            if might_answer(d, t, base, card, seek.seat, trigger):
                seek.card[row] = card + 1
                hold_surprise(d, tables, memory, seek, row)
                return True
    seek.card[row] = d.cards
    return False


def hold_surprise(d: Sheet, tables: Tables, memory: Words, seek: Seek, row: int) -> None:
    """Make the world in which the seat that is asked holds the Surprise that a row has come to."""
    other = first_unseen(tables[row], tables[row].asked, seek.seat)
    copy_table(tables, memory, row, WORLD_ROW)
    hold_instead(d, tables[WORLD_ROW], seek.card[row] - 1, other)


def find_option(t: Table, code: int) -> int:
    """The number of an option; NONE where it is not among them."""
    for place in range(t.options):
        if t.option[place] == code:
            return place
    return NONE


def give_answer(d: Sheet, tables: Tables, memory: Words, seek: Seek, source: int, row: int, index: int) -> int:
    """Give an answer to the table in the row `source`, which is that of `row` or a world of it, with lots that fall in
    the next way; the row behind `row` gets what it leads to. Gives CHILD, SAME, or UNKNOWN where that hangs on what the
    seat cannot know, or on too many lots. What is told about lots is not left in the table."""
    target, at, after = row + 1, row * STRANGE_WORDS, (row + 1) * STRANGE_WORDS
    if index == NONE:
        seek.lots[row] = 0
        return UNKNOWN
    copy_table(tables, memory, source, target)
    t = tables[target]
    tell_lots(t, seek.lot[row])
    answer(d, t, index)
    ways, same = ways_told(t), was_told(t)
    seek.lot[row] += 1
    seek.lots[row] = max(seek.lots[row], ways)
    for word in range(4):
        t.rng[word] = tables[source].rng[word]
    if same:
        return SAME
    for word in range(STRANGE_WORDS):
        seek.strange[after + word] = seek.strange[at + word]
    lost = (t.turns != seek.turns or t.outcome != GOING) and not won_in_turn(t, seek)
    known = ways <= MOST_LOTS and (lost or follow_unknown(d, tables[source], t, seek, after))
    if not known:
        seek.lots[row] = 0
    return CHILD if known or lost else UNKNOWN  # what is lost is so for sure, whatever decided it
