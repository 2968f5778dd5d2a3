"""What a table is to the machine: flat integers and nothing else.

`Table`, like `Sheet` in `engine.sheet_layout`, holds plain lists, for the interpreted machine: no warm-up, and a
debugger works. The compiled one works on the same fields as NumPy records (`engine.native.records`): copying a table is
copying memory there, and a batch is an array of records. A field is declared here, on one line, and nowhere else
(`engine.fields` says what follows from it).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from changeling.cards import codes as w
from changeling.engine.fields import DERIVED, SCRATCH, STATE, Flat, many, one

if TYPE_CHECKING:
    from changeling.engine.journal import Journal

# How much there is room for.
MAX_CARDS: Final = 512
MAX_FRAMES: Final = 320
FIRST_FRAMES: Final = 8  # that an interpreted table has room for from the beginning
MAX_ASIDES: Final = 200
ZONES: Final = w.ASIDE + MAX_ASIDES
MAX_OPTIONS: Final = MAX_CARDS + 16
MAX_HOOKS: Final = 128  # sections of one sort in a deck: `when`, `start`, free actions, ...
DUE_BITS: Final = 15
DUE_WORDS: Final = -(-MAX_HOOKS // DUE_BITS)
QUEUE: Final = 16  # extra turns that can wait
MAX_VARYING: Final = 32  # formulas whose values are remembered; where there are more, all are read again every time
MAX_HAPPENINGS: Final = 32  # events of one change that sections are told of
MAX_NUMERALS: Final = 16  # formulas of a deck that make one numeral grow
MAX_RECENT: Final = 4  # cards played last that are kept in mind: one can be cancelled while others are played
MAX_LASTING: Final = 8  # Actions that last, at one time
VALUES: Final = 34  # on the value stack of an expression; more than syntax.MAX_DEPTH lets one need
MAX_TOKENED: Final = 24  # cards that can have tokens on them at a time
MAX_MEMORIES: Final = 16  # cards that can remember something at a time
MAX_LIFTED: Final = 64  # cards that count for no Goal, or for everybody's, at a time
MAX_LIKE_TESTS: Final = 30  # cards of a deck that count as others only under a condition: bits of `like_holds`
MAX_BACKS: Final = 128  # two-sided cards of a deck
POSTPONED: Final = w.MAX_SEATS  # added to a seat in `extra_seat`: only after its next regular turn (W-D7)

# A frame: a program in the middle of its work.
F_PROGRAM: Final = 0
F_PC: Final = 1  # its next instruction
F_SEAT: Final = 2  # for whom it runs
F_CARD: Final = 3  # whose program it is, or NONE
F_ASIDE: Final = 4  # its zone of cards set aside, or NONE
F_OUTER: Final = 5  # what `deferring` was before this frame, and is again when it is done (frames.py)
F_WINDOW: Final = 6  # what became of its Surprise window: NOT_YET, CLOSED, ...
F_DRAWN_TO: Final = 7  # how many cards `draw_to` has drawn aside
F_SHED: Final = F_DRAWN_TO  # while limits are complied with: 1 + the card for which something else happens instead
F_HOOK: Final = 8  # the next `start`, `finish` or `on ungoal` section to look at, while these run
F_SEATS_PASSED: Final = 9  # in a Surprise window: how many seats were asked, or had nothing to answer with
F_ASKED: Final = 10  # in a Surprise window: the seat that was asked last
F_CLAIM: Final = 11  # in the program of an Ungoal: the seat that claims the win by its answer, or NONE
F_REGISTER: Final = 12  # the program's variables
FRAME: Final = F_REGISTER + w.REGISTERS  # a multiple of 4, so that compiled code copies frames as 64-bit words

# The Surprise window of a frame.
NOT_YET: Final = 0  # it has not been open, or still is
CLOSED: Final = 1
CANCELLED: Final = 2  # an answer cancelled what the frame does
ANSWERED: Final = 3  # a Surprise was played in it
USED: Final = 5  # it is still open, and a free action was used in it
NAMING: Final = 4  # after that: what the program looked at and what its player named is gone through again

# When what a program changes is checked (`frames.push`).
AT_ONCE: Final = 0  # between its instructions
WHEN_DONE: Final = 1  # when it is done: what one card does is one change (C-R66, K-F02)
AS_BEFORE: Final = 2  # like what it is a part of

# Phases of a turn.
BEFORE_DRAW: Final = 0
PLAYING: Final = 1
ENDING: Final = 2

# How a game stands.
GOING: Final = 0
WON: Final = 1
ALL_LOST: Final = 2
FAULT: Final = 3
STUCK: Final = 4  # it goes on by itself, or not at all; `fault` says why

# How much may happen by itself (endless.py).
BUDGET: Final = 5_000  # instructions after an answer, until it is looked for what goes round in circles
STRETCH: Final = 500  # instructions in which it is looked for, as often as it takes to be sure
MOST_STRETCHES: Final = 10
TOUCHES: Final = 16  # cards that are looked at, in the time that an instruction takes otherwise: so many count as one
COUNTED_FROM: Final = 32 * TOUCHES  # what is less than this is not worth counting before there is more of it
SHORT: Final = 12  # terms of an expression that are not worth counting
MOST_CHARGED: Final = 1_000  # instructions that one counts as, at most
MOST_STOPPED: Final = 8  # times that something is stopped without anybody having had a choice in between
MOST_ANSWERS: Final = 1_000  # in one turn
MOST_QUIET_TURNS: Final = 1_000  # turns in a row in which nobody had a choice
MOST_DECISIONS: Final = 100_000  # in one game
# Bits of `fired` and `goal_fired`, above those that say for whom a section ran.
SUSPECT: Final = 32  # it began while it was looked for what goes round in circles
AT_REST: Final = 64  # it went round in circles, and does not begin until the next turn
FLAGS: Final = SUSPECT | AT_REST
FIRED_FOR: Final = 128  # shifted by the seat: where it is for each player, it ran for that one
# Bits of `resting`: what else is at rest until the next turn.
SECTIONS_REST: Final = 1  # some `when` or `on goals` section
GOALS_REST: Final = 2  # discarding Goals beyond those allowed
LIMITS_REST: Final = 4  # complying with limits out of turn

# What can be wrong with a program, and why a game can be stuck.
NO_FAULT: Final = 0
NOTHING_TO_DO: Final = 1
STACK_FULL: Final = 2
ASIDES_FULL: Final = 3
BAD_INSTRUCTION: Final = 4
ENDLESS_TURN: Final = 5
IN_CIRCLES: Final = 6
NO_CHOICE: Final = 7
TOO_LONG: Final = 8
FAULTS: Final = (
    "no fault",
    "nobody can do anything any more",
    f"more than {MAX_FRAMES} programs are waiting for one another",
    f"more than {MAX_ASIDES} sets of cards are put aside at once",
    "an instruction that the machine does not know",
    f"more than {MOST_ANSWERS:,} answers were given in one turn",
    "cards go round in circles, however often they are stopped",
    "turn after turn goes by in which nobody has a choice",
    f"after {MOST_DECISIONS:,} answers nobody has won",
)

# The columns of a formula in `statics`.
FORMULA_STATIC: Final = 0  # the number it is about
FORMULA_MODE: Final = 1  # SETS or ADDS
FORMULA_VALUE: Final = 2  # the expression
FORMULA_READS: Final = 3  # bits: what it depends on
FORMULA_SHARED: Final = 4  # 1: the same for every seat
FORMULA_MASK: Final = 5  # bits of the cards it depends on
FORMULA_WIDTH: Final = 6

# Bits of cards, as in `moved_cards`: card % CARD_BITS, and one more that stands for every Creeper.
CARD_BITS: Final = 29
ANY_CREEPER: Final = 1 << CARD_BITS
ANY_CARD: Final = 2 * ANY_CREEPER - 1


# Bits of `upkeep`: what is looked after before every instruction (upkeep.py).
TOKENS_LIE: Final = 1  # some card has tokens on it
PLAYERS_OUT: Final = 2  # somebody is out of the game
BACKS_UP: Final = 4  # some two-sided card lies with its back up
REMEMBERED: Final = 8  # some card remembers a player or a card


class Table(Flat):
    """A game in the middle of whatever it is doing.

    Bits of what changed are those of `codes.PART_*`; bits of seats are 1 << seat; bits of cards are those of
    `zones.card_mask`. NONE stands for no seat and for no card.
    """

    # --- seats and the turn
    seats = one(STATE, "how many players there are")
    turn = one(STATE, "whose turn it is")
    regular = one(STATE, "who had the last turn that was not an extra one")
    turns = one(STATE, "turns begun so far, this one included")
    phase = one(STATE, "of the turn: BEFORE_DRAW, PLAYING or ENDING")
    drawn = one(STATE, "cards drawn by the draw rule this turn")
    draws_done = one(STATE, "how much of the draw rule was carried out this turn, also where the piles ran out")
    played = one(STATE, "plays made this turn")
    blind = one(STATE, "the card picked by chance for the first play of the turn, or NONE")
    declined = one(STATE, "1: no free action is wanted before that first play")
    idle = one(STATE, "turns in a row in which nobody was asked and nothing was drawn")
    quiet = one(STATE, "turns begun since somebody was asked who had more than one option")
    answers = one(STATE, "answers given this turn, but for Surprise windows that were let pass")
    reshuffles = one(STATE, "how often the discard pile became the draw pile")
    polite = one(STATE, "1: everybody is asked in every Surprise window, so that being asked says nothing")
    holiday = one(STATE, "1: the game is played on a holiday")
    dates = many(STATE, w.N_DATES, "hour, weekday, day, month and minute when the game was made; NONE where not given")
    facts = many(STATE, w.MAX_SEATS * w.N_FACTS, "by seat and fact: what is known of the players, such as their age")
    used = many(STATE, MAX_HOOKS, "by free action: how often it was used this turn")
    starts_due = many(
        STATE, DUE_WORDS, "bits of `start` sections, DUE_BITS to a number: those that applied as the turn began"
    )

    # --- extra turns (extra_turns.py)
    extras = one(STATE, "extra turns that wait")
    extra_seat = many(STATE, QUEUE, "whose, in order; plus POSTPONED while it has to wait for a regular turn")
    extra_card = many(STATE, QUEUE, "the card that gave each")
    streak_size = one(STATE, "cards that gave an extra turn in the unbroken run of turns of one player")
    streak_name = many(STATE, QUEUE, "the name of each of those cards")
    streak_seat = many(STATE, QUEUE, "the seat that each gave a turn to")

    # --- the order of turns (turn_order.py)
    turned_round = one(STATE, "1: turns pass against the clock")
    next_up = one(STATE, "1 + the seat that has the next regular turn, where a card says so; else 0")
    misses = many(STATE, w.MAX_SEATS, "by seat: how many of its next turns it misses")

    # --- where the cards are: each zone is a list threaded through its cards (zones.py)
    place = many(STATE, MAX_CARDS, "by card: the zone it is in")
    next = many(STATE, MAX_CARDS, "by card: the one behind it in its zone, or NONE")
    prev = many(DERIVED, MAX_CARDS, "by card: the one before it in its zone, or NONE")
    head = many(DERIVED, ZONES, "by zone: its first card, or NONE")
    tail = many(DERIVED, ZONES, "by zone: its last card, or NONE")
    size = many(DERIVED, ZONES, "by zone: how many cards it holds")
    known = many(STATE, MAX_CARDS, "by card: bits of the seats that know which card it is")
    pile_known = one(STATE, "1: somebody may know where in the draw pile a card of it lies")
    promised = many(STATE, MAX_CARDS, "by card: the seat it is to be handed to, or NONE")
    promises = one(DERIVED, "cards that are promised to somebody")
    host = many(STATE, MAX_CARDS, "by card: the card it is attached to or lies under, or NONE")
    attached = one(DERIVED, "cards that have a host")

    # --- counters, tokens on cards, and players who are out of the game (players_out.py, counters.py)
    out = one(STATE, "bits of the seats that are out of the game")
    counters = many(STATE, w.MAX_SEATS * w.MAX_COUNTERS, "by seat and counter: what the player has of it")
    tokened = one(STATE, "how many cards have tokens on them")
    token_card = many(STATE, MAX_TOKENED, "those cards", filled="tokened")
    token_count = many(STATE, MAX_TOKENED, "for each: how many", filled="tokened")
    memories = one(STATE, "how many cards remember something (memory.py)")
    memory_card = many(STATE, MAX_MEMORIES, "those cards", filled="memories")
    memory_seat = many(STATE, MAX_MEMORIES, "for each: 1 + the player that it remembers, or 0", filled="memories")
    memory_of = many(STATE, MAX_MEMORIES, "for each: 1 + the card that it remembers, or 0", filled="memories")
    upkeep = one(DERIVED, "bits: what has to be looked after; 0 in decks that have nothing of the sort")

    # --- what changed since the table was last checked (checks.py)
    dirty = one(STATE, "bits: what has changed")
    changed_boards = one(STATE, "bits of seats: those in front of whom a card came or left")
    moved_cards = one(STATE, "bits of cards: those that came in front of somebody or left, several cards to a bit")
    relevant = one(STATE, "bits: changes from which anything can follow; others are dropped unchecked")
    recheck_all = one(STATE, "1: the next search for a winner looks at every seat, also where no board changed")
    deferring = one(STATE, "1: what one card does is not complete, so nothing is checked yet (frames.py)")
    deferred = one(STATE, "bits: what has changed meanwhile, to be checked when it is")
    goals_changed = one(STATE, "1: the Goals in play have changed since `on goals` sections ran")
    goal_fired = many(STATE, MAX_HOOKS, "by `on goals` section: 1 once it ran for this change of the Goals; bits")
    fired = many(STATE, MAX_HOOKS, "by `when` section: 1 + the seat it ran for while its condition stays true; bits")
    judged = one(STATE, "bits by place among the Goals: the Ungoals that are met and are being judged, or were")

    # --- what has happened and sections wait for (happenings.py), and Actions that last (lasting.py)
    watched = one(DERIVED, "bits by event: what some section of the deck waits for")
    happenings = one(STATE, "events that wait to be answered by sections")
    happened = many(STATE, MAX_HAPPENINGS, "each of them, packed (happenings.py)", kind="i4")
    event_hook = one(STATE, "1 + the next section to look at for the first of them; 0: it was not begun")
    averted = one(STATE, "1 + the seat that did not win because of `instead of won`, until the next play; else 0")
    recent = many(STATE, MAX_RECENT, "1 + the cards played last, the latest first, where some card asks for it; else 0")
    lastings = one(STATE, "Actions that last")
    lasting_card = many(STATE, MAX_LASTING, "which cards")
    lasting_seat = many(STATE, MAX_LASTING, "by which player each was played")

    # --- the numbers in force (rules_in_force.py, formulas.py)
    force = many(DERIVED, w.MAX_SEATS * w.N_STATICS, "by seat and number: draws, plays, limits, ... as they are now")
    fixed = many(DERIVED, w.MAX_SEATS * w.N_STATICS, "the part of `force` that only a change of the rules changes")
    inflation = one(DERIVED, "what is added to every printed numeral")
    like_holds = one(DERIVED, "bits: of the cards that count as others under a condition, those of which it holds")
    limited = one(DERIVED, "1: a Hand Limit or Keeper Limit is in force for somebody")
    rules_changed = one(DERIVED, "1: `fixed` has to be worked out again")
    formulas_read = one(DERIVED, "bits: what the formulas in play depend on")
    rules_read = one(DERIVED, "the same, of the rules alone")
    entangled = one(DERIVED, "1: formulas depend on each other or on their order: all are read again on any change")
    varying = one(DERIVED, "formulas of the rules in play that depend on more than the rules")
    varying_at = many(DERIVED, MAX_VARYING, "for each: its row in the sheet's `statics`")
    varying_card = many(DERIVED, MAX_VARYING, "for each: its card")
    varying_value = many(DERIVED, MAX_VARYING * w.MAX_SEATS, "for each: its last value for each seat, or for the turn")

    # --- the question and how the game stands
    asked = one(DERIVED, "the seat that is asked, or NONE")
    prompt = one(DERIVED, "what it is asked: twice its number in codes.PROMPTS, plus 1 where `done` is an answer")
    options = one(DERIVED, "how many options there are; while programs run: the size of the selection")
    answer = one(STATE, "the option just given as the answer, until the instruction that asked takes it; or NONE")
    decisions = one(STATE, "answers given so far, but for Surprise windows that were let pass")
    outcome = one(STATE, "GOING, WON, ALL_LOST, STUCK or FAULT")
    winner = one(STATE, "the seat that won, or NONE; of several the one that has the turn, or the next clockwise")
    co_winners = one(STATE, "bits of the seats that have won together with `winner`")
    fault = one(STATE, "what is wrong with a program, where the outcome is FAULT; why, where it is STUCK")
    rng = many(STATE, 4, "the state of the random generator (chance.py)", kind="i8")

    # --- what goes round in circles (endless.py); a Surprise window that is let pass sets none of this back
    steps = one(STATE, "instructions since the last answer, to notice a program that loops")
    stopped = one(STATE, "what was stopped since somebody had a choice: programs and sections that went round")
    resting = one(STATE, "bits: what is at rest until the next turn")
    floor = one(STATE, "the fewest frames that were on the stack in this stretch; 0: nothing is looked for")
    floor_steps = one(STATE, "instructions that the innermost of those frames carried out in this stretch")
    floor_before = one(STATE, "`floor` of the stretch before, below zero where its frame carried out nothing")
    watched_turn = one(STATE, "the number of the turn in which this stretch began")

    # --- room to work in
    item = one(SCRATCH, "the card or seat that a comprehension looks at")
    player = one(SCRATCH, "1 + the seat that would play the card looked at, as if out of the hand; 0: nobody plays it")
    walk_zone = one(SCRATCH, "a walk through cards or seats (selection.py): its zone, or NONE for seats")
    walk_who = one(SCRATCH, "of a walk: the group of seats")
    walk_filter = one(SCRATCH, "of a walk: the filter that cards have to pass")
    walk_seat = one(SCRATCH, "of a walk: its one seat")
    walk_place = one(SCRATCH, "of a walk: the place in the group of seats")
    walk_card = one(SCRATCH, "of a walk: the next card")
    outer_item = one(SCRATCH, "of a test that has another in it: the card or seat that it looks at")
    outer_zone = one(SCRATCH, "likewise `walk_zone`, while the inner one is read")
    outer_who = one(SCRATCH, "likewise `walk_who`")
    outer_filter = one(SCRATCH, "likewise `walk_filter`")
    outer_seat = one(SCRATCH, "likewise `walk_seat`")
    outer_place = one(SCRATCH, "likewise `walk_place`")
    outer_card = one(SCRATCH, "likewise `walk_card`")
    scan = one(SCRATCH, "a filtered selection: how many of its options were looked at")
    kept = one(SCRATCH, "a filtered selection: how many of its options were kept")
    touched = one(SCRATCH, "cards and terms that were gone through and not counted as instructions yet (loop.py)")
    value = many(SCRATCH, VALUES, "the value stack of expressions", kind="i4")
    lifts = one(SCRATCH, "how many cards lie elsewhere or nowhere while a Goal is looked at (uncounted.py)")
    lifted = many(SCRATCH, MAX_LIFTED, "those cards, in the order in which they were taken out of their zones")
    lifted_from = many(SCRATCH, MAX_LIFTED, "for each: the zone that it was in")
    lifted_prev = many(SCRATCH, MAX_LIFTED, "for each: the card before it there, or NONE")
    lifted_next = many(SCRATCH, MAX_LIFTED, "for each: the card behind it there, or NONE")
    tried = many(SCRATCH, w.MAX_ITEMS, "by item of a list: which card in front of a seat is tried for it (having.py)")

    picks = one(STATE, "cards that were chosen together, or are gone through one by one (picks.py)")
    pick = many(STATE, w.MAX_PICKS, "for each: the card, and the frame and register it is for", kind="i4")
    option = many(DERIVED, MAX_OPTIONS, "the options, or the selection", filled="options")
    frames = one(STATE, "programs on the stack")
    asides = one(STATE, "zones of cards set aside that are open")
    # The stack comes last of what is copied: compiled code copies a table only as far as its stack is in use. Behind it
    # stands room to work in that few decks need.
    stack = many(
        STATE,
        MAX_FRAMES * FRAME,
        "the frames, the innermost last; what is not in use is 0",
        filled="frames",
        each=FRAME,
    )
    made_low = many(
        SCRATCH, 1 << w.MAX_OPERANDS, "by set of cards: bits of numbers they make (arithmetic.py)", kind="i8"
    )
    made_high = many(SCRATCH, 1 << w.MAX_OPERANDS, "likewise, of the higher ones", kind="i8")

    __slots__ = ("journal",)
    journal: Journal | None  # what happened, for events; no part of the game

    def __init__(self) -> None:
        super().__init__()
        self.stack = [0] * (FIRST_FRAMES * FRAME)  # which grows with the programs on it (frames.py)
        self.journal = None

    def copy(self) -> Table:
        """Another table in the same state; the journal stays behind."""
        other = super().copy()
        other.journal = None
        return other
