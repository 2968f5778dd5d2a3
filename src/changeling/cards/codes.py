"""The integers that the compiler and the machine agree on: kinds, zones, numbers in force, answers, questions.

Plain module constants, because the machine's source has to stay inside what is compiled. Where a name
is the constant's own, it is made from it (`constants`). The instructions are rows of `cards.vocabulary`. Nothing here
names a card.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, get_args

NONE: Final = -1
ALL: Final = 1000  # "play all", and "no limit": more than any table holds; of plays in force, ALL + n is "all but n"


def constants(module: Mapping[str, object], first: str, last: str) -> tuple[str, ...]:
    """The names of a module's constants from `first` to `last`; they must count up from zero."""
    found = [name for name, value in module.items() if isinstance(value, int)]
    found = found[found.index(first) : found.index(last) + 1]
    assert [module[name] for name in found] == list(range(len(found))), found
    return tuple(found)


def _names(first: str, last: str) -> tuple[str, ...]:
    """The constants above from `first` to `last`, in small letters."""
    return tuple(name.lower() for name in constants(globals(), first, last))


# --- kinds of card; a filter holds a set of them as bits --------------------------------------------------------------
BASIC: Final = 0
META: Final = 1
RULE: Final = 2
GOAL: Final = 3
UNGOAL: Final = 4
KEEPER: Final = 5
CREEPER: Final = 6
ACTION: Final = 7
SURPRISE: Final = 8
KINDS: Final = _names("BASIC", "SURPRISE")
# What people call the kinds of card.
KIND_WORDS: Final = {
    "basic": "Basic Rules",
    "meta": "Meta Rule",
    "rule": "New Rule",
    "goal": "Goal",
    "ungoal": "Ungoal",
    "keeper": "Keeper",
    "creeper": "Creeper",
    "action": "Action",
    "surprise": "Surprise",
}

# --- what a Surprise can answer: the kinds of card, and these ---------------------------------------------------------
THEFT: Final = 9
TURN: Final = 10
DOOM: Final = 11
TRIGGERS: Final = _names("BASIC", "DOOM")

# --- who: the seats that a set is taken from --------------------------------------------------------------------------
YOU_ONLY: Final = 0
OTHERS: Final = 1
EVERYONE: Final = 2  # you first, then clockwise
ONE_SEAT: Final = 3  # the seat on the value stack
FROM_LEFT: Final = 4  # the others clockwise, then you
NOBODY: Final = 5  # a zone of the table, not of a seat

# --- where: zones of the table; those of a seat follow, MAX_SEATS of each ---------------------------------------------
MAX_SEATS: Final = 6
PILE: Final = 0
DISCARD: Final = 1
RULES: Final = 2
GOALS: Final = 3
METAS: Final = 4
OUT: Final = 5
BEING_PLAYED: Final = 6
CENTRE: Final = 7  # the Basic Rules, which never leave it
SEALED: Final = 8  # face down under another card, which `host` names
HAND: Final = 9
KEEPERS: Final = HAND + MAX_SEATS
CREEPERS: Final = KEEPERS + MAX_SEATS
DOWN: Final = CREEPERS + MAX_SEATS  # face down in front of a player, to be played at the start of the next turn
ASIDE: Final = DOWN + MAX_SEATS  # ASIDE + k: the k-th open set of cards put aside; in programs: this frame's
# what facts call these zones: an event says where a card came from and went to
Zone = Literal[
    "draw pile",
    "discard pile",
    "rules",
    "goals",
    "meta rules",
    "out of the game",
    "being played",
    "centre",
    "sealed",
    "set aside",
    "hand",
    "keepers",
    "creepers",
    "face-down cards",
]
DOOM_COUNT: Final = -2  # in place of a zone, where players are ranked: the Doom of each
COUNTER: Final = -10  # likewise, less the number of a counter: what each player has of it

# --- counters: numbers that players have, by a name of the deck's own, and tokens on cards ----------------------------
MAX_COUNTERS: Final = 8  # of a deck
MAX_COUNT: Final = 999  # the most that anybody has of one, and the most tokens on a card

# --- parts of the table, as bits: what has changed, and what an expression reads --------------------------------------
PART_NOTHING: Final = 0
PART_BOARD: Final = 1
PART_HANDS: Final = 2
PART_GOALS: Final = 4
PART_RULES: Final = 8
PART_PILES: Final = 16
PART_TURN: Final = 32
PART_ALL: Final = 63
PART_FORCE: Final = 64  # the numbers in force were read again
PART_GAINS: Final = 128  # somebody whose turn it is not has got a card
PART_EVENTS: Final = 256  # something has happened that a section of the deck waits for

# --- what can happen that a section can be about: `on discarded`, `instead of stolen` ---------------------------------
PLAYED: Final = 0
DRAWN: Final = 1
DISCARDED: Final = 2
GONE: Final = 3
ARRIVED: Final = 4
STOLEN: Final = 5
RESHUFFLED: Final = 6
TURN_BEGINS: Final = 7
WON: Final = 8
SHED: Final = 9
ROBBED: Final = 10
ROLLED: Final = 11
EVENTS: Final = (
    *("played", "drawn", "discarded", "gone", "arrived", "stolen", "reshuffled", "turn", "won", "shed"),
    *("robbed", "rolled"),
)
MOST_ROLLED: Final = 999  # that a section about a die is told: as much as a printed numeral is at most
WITHOUT_CARD: Final = (RESHUFFLED, TURN_BEGINS, ROLLED)  # events that no card is the subject of
REPLACED: Final = (PLAYED, DISCARDED, STOLEN, WON, SHED)  # events that `instead of` can replace
ONLY_REPLACED: Final = (WON, SHED)  # and that `on` cannot be about
INSTEAD: Final = 16  # added to an event: the section runs instead of it
ANY_GOAL: Final = 1000  # in place of a card: any Goal in play; no card has so high a number
THIS_CARD: Final = -1  # in place of a filter: the card itself
EVENT_NAMES: Final = ("it", "actor", "owner", "cause")  # variables of such a section, in its first registers
NUMBER_ROLLED: Final = "rolled"  # of a section about a die, in place of the last: the number

# --- what a card in play can say of other cards -----------------------------------------------------------------------
SAFE_FROM_THEFT: Final = 0
SAFE_FROM_DISCARD: Final = 1
CANNOT_PLAY: Final = 2
DISABLED: Final = 3
MUST_PLAY: Final = 4
EXCUSED: Final = 5
UNCOUNTED: Final = 6
SHARED: Final = 7
ITSELF: Final = 8  # added to CANNOT_PLAY or MUST_PLAY where a card says it of itself alone, wherever it is
GOALS_NEEDED: Final = ITSELF  # beside them, as nothing is safe by what it says of itself: a number of Goals
PERMITS: Final = 2 * ITSELF  # how many of these there can be

# --- for whom a formula of a Keeper or Creeper is in force: added to its mode, times SCOPE ----------------------------
SCOPE: Final = 2
OF_OWNER: Final = 0
OF_OTHERS: Final = 1
OF_EVERYONE: Final = 2
SCOPES: Final = 8  # the modes of formulas that set or add, for all of these; what bounds a number is added to them

# --- whom a card keeps from winning, and how long an Action lasts -----------------------------------------------------
AS_USUAL: Final = 0  # a Creeper its owner, any other card nobody
STOPS_OTHERS: Final = 1
STOPS_EVERYONE: Final = 2
STOPS_NOBODY: Final = 3
A_TURN: Final = 1  # until the turn ends
A_ROUND: Final = 2  # until the next turn of its player begins

# --- numbers in force, read from the cards in play --------------------------------------------------------------------
DRAWS: Final = 0
PLAYS: Final = 1
OPTIONAL_PLAYS: Final = 2
HAND_LIMIT: Final = 3
KEEPER_LIMIT: Final = 4
GOALS_ALLOWED: Final = 5
HARMLESS: Final = 6
REQUIRES: Final = 7
FIRST_PLAY_RANDOM: Final = 8
BASICS: Final = 9
INFLATION: Final = 10
CLAIMS: Final = 11
UNGOALS_APART: Final = 12
LAST_PLAY_RANDOM: Final = 13
OPEN_HAND: Final = 14
REVERSED: Final = 15
N_STATICS: Final = 16
STATICS: Final = _names("DRAWS", "REVERSED")
UNSAID: Final = -32_000  # in place of a number: a formula with `if` and no `else` says nothing now
ALL_BUT: Final = -31_000  # likewise, less n: `plays = all - n`; no number that is counted is so small
SETS: Final = 0  # `draws = 3`
ADDS: Final = 1  # `draws += 1`
# What is done with a number when all cards have set it and added to it, in this order: added to a mode, times SCOPES.
TIMES: Final = 1  # `draws *= 2`
AT_LEAST: Final = 2  # `draws >= 2`
AT_MOST: Final = 3  # `draws <= 2`

# --- what is given of the world when a game is made -------------------------------------------------------------------
BIRTHDAY: Final = 0
AGE: Final = 1
PARENT: Final = 2
GRANDPARENT: Final = 3
N_FACTS: Final = 4
NO_AGE: Final = 999
# of the day and hour, the same for all players
HOUR: Final = 0
WEEKDAY: Final = 1
DAY: Final = 2
MONTH: Final = 3
MINUTE: Final = 4
N_DATES: Final = 5

# --- places that an instruction names in quotes -----------------------------------------------------------------------
TOP: Final = 0  # of the draw pile: so many cards lie above it
BOTTOM: Final = 30_000
SOMEWHERE: Final = 31_000  # by chance; no number of a card is so high
DISCARDS: Final = 1
MOST_DEALT: Final = 20  # cards to everybody at the start
COIN: Final = 31_000  # in place of how many sides a die has; no number of a card is so high

# --- answers: an option is a sort and a value -------------------------------------------------------------------------
SORT: Final = 1024
A_CARD: Final = 0
A_PLAY: Final = 1
A_USE: Final = 2
A_SEAT: Final = 3
A_NUMBER: Final = 4
A_WORD: Final = 5
Sort = Literal["card", "play", "use", "seat", "number", "word"]
SORTS: Final[tuple[Sort, ...]] = get_args(Sort)
DONE: Final = 0
DRAW: Final = 1
LEFT: Final = 2
RIGHT: Final = 3
YES: Final = 4
NO: Final = 5
ANSWER_WORDS: Final = _names("DONE", "NO")
MOST_CHOSEN: Final = 50  # numbers that can be chosen go from 0 to this
OWN_WORD: Final = 57  # the first word of a deck's own; before it stand the words above and the numbers to be chosen
MAX_OWN_WORDS: Final = 120  # of a deck
assert len(ANSWER_WORDS) + MOST_CHOSEN + 1 == OWN_WORD
WORD_DONE: Final = A_WORD * SORT + DONE
WORD_DRAW: Final = A_WORD * SORT + DRAW
# What the answer `done` does: nothing of what is offered is chosen; the turn ends; the first card is picked by chance;
# no Surprise is played. Empty where it cannot be answered, or is a word of the card's own.
Done = Literal["", "choose none", "end the turn", "play blind", "let pass"]

# --- what a question is about: the verb of its sentence ---------------------------------------------------------------
PROMPTS: Final = (
    "choose",
    "play",
    "discard",
    "take",
    "give",
    "swap",
    "promise",
    "pick",
    "agree",
    "act",
    "before the draw",
    "discard to the hand limit",
    "discard to the Keeper limit",
    "replace a goal",
    "keep to the goals allowed",
    "answer with a Surprise",
    "attach",
    "seal",
    "number",
    "name a card",
    "choose in secret",
)


def question(about: str, *, optional: bool = False) -> int:
    """What `prompt` of a table holds for a question about this; an optional one may be answered with `done`."""
    return PROMPTS.index(about) * 2 + optional


def about(prompt: int) -> str:
    """What a question is about, given what `prompt` of a table holds."""
    return PROMPTS[prompt // 2]


def is_optional(prompt: int) -> bool:
    """Whether a question may be answered with `done`, given what `prompt` of a table holds."""
    return prompt % 2 == 1


TO_NAME: Final = question("name a card")  # of the deck, wherever it is: told to all, and no secret is told by it
IN_SECRET: Final = question("choose in secret")  # nobody else learns the answer before all are revealed
SURPRISE_WINDOW: Final = question("answer with a Surprise")  # who is asked is nobody else's business

# --- programs ---------------------------------------------------------------------------------------------------------
WIDTH: Final = 5  # integers an instruction
REGISTERS: Final = 12  # variables of one program
MAX_PICKS: Final = 64  # cards that are chosen together, or gone through one by one, in all programs under way
PICKED_SEAT: Final = 1000  # added to a seat among them; no card has so high a number
RANK_LENT: Final = (
    -1000
)  # in place of a mark that is lent, less (n + MOST_LENT) * 2, and one more for a printed n: n more rank
MOST_LENT: Final = 999
MOST_RANK: Final = 9999
MOST_COUNTED: Final = 9  # cards that one card can count for
MOST_SUM: Final = 119  # that some cards can be asked to add up to
MAX_OPERANDS: Final = 6  # cards whose ranks are reckoned with in one makes()
ADDING: Final = 1  # the ways in which numbers are taken together, as bits
SUBTRACTING: Final = 2
MULTIPLYING: Final = 4
DIVIDING: Final = 8
WAYS: Final = {"+": ADDING, "-": SUBTRACTING, "*": MULTIPLYING, "/": DIVIDING}
MAX_ITEMS: Final = 8  # that one has() asks for and for which cards have to be searched: those of a list with a mark
