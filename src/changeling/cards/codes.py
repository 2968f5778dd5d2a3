"""The integers that the compiler and the machine agree on: kinds, zones, statics, answer words, instructions.

Plain module constants, because the machine's source has to stay inside what Numba compiles. Nothing here names a card.
"""

from __future__ import annotations

from typing import Final, Literal, get_args

NONE: Final = -1
ALL: Final = 1000  # "play all", and "no limit": more than any table holds

# --- kinds of card; a filter holds a set of them as bits
# ---------------------------------------------------------------
BASIC: Final = 0
META: Final = 1
RULE: Final = 2
GOAL: Final = 3
UNGOAL: Final = 4
KEEPER: Final = 5
CREEPER: Final = 6
ACTION: Final = 7
SURPRISE: Final = 8
KINDS: Final = ("basic", "meta", "rule", "goal", "ungoal", "keeper", "creeper", "action", "surprise")

# --- who: the seats that a set is taken from
# -----------------------------------------------------------------------------
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

# --- what changed, as bits: what a formula or a Goal has to be read again for -----------------------------------------
SEES_BOARD: Final = 1
SEES_HANDS: Final = 2
SEES_GOALS: Final = 4
SEES_RULES: Final = 8
SEES_PILES: Final = 16
SEES_TURN: Final = 32
SEES_ALL: Final = 63
SEES_FORCE: Final = 64  # the numbers in force were read again
SEES_GAINS: Final = 128  # somebody whose turn it is not has got a card

# --- numbers in force, read from the cards in play
# ---------------------------------------------------------------------
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
N_STATICS: Final = 13
STATICS: Final = (
    "draws",
    "plays",
    "optional_plays",
    "hand_limit",
    "keeper_limit",
    "goals_allowed",
    "harmless",
    "requires",
    "first_play_random",
    "basics",
    "inflation",
    "claims",
    "ungoals_apart",
)
SETS: Final = 0  # `draws = 3`
ADDS: Final = 1  # `draws += 1`

# --- what is given of the world when a game is made
# ----------------------------------------------------------------------
BIRTHDAY: Final = 0
AGE: Final = 1
PARENT: Final = 2
GRANDPARENT: Final = 3
N_FACTS: Final = 4
NO_AGE: Final = 999

# --- answers: an option is a sort and a value ------------------------------------------------------------------------
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
ANSWER_WORDS: Final = ("done", "draw", "left", "right", "yes", "no")

# --- what a question is about: the verb of its sentence
# ------------------------------------------------------------------
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
)
WINDOW: Final = 15  # the prompt of a Surprise window: who is asked is nobody else's business

# --- what a Surprise can answer: the kinds of card, and these ---------------------------------------------------------
THEFT: Final = 9
TURN: Final = 10
DOOM: Final = 11
TRIGGERS: Final = (*KINDS, "theft", "turn", "doom")
DOOM_COUNT: Final = -2  # where a zone is ranked by: the Doom of each player

# --- expressions: postfix, never suspend, change nothing but the selection
# -----------------------------------------------
E_RETURN: Final = 0
E_NUM: Final = 1
E_LIVE: Final = 2  # a printed numeral: grows with `inflation`, read again each time
E_REG: Final = 3
E_YOU: Final = 4
E_THIS: Final = 5
E_HAS: Final = 6
E_ANYONE: Final = 7
E_COUNT: Final = 8
E_AND: Final = 9
E_OR: Final = 10
E_NOT: Final = 11
E_EQ: Final = 12
E_NE: Final = 13
E_LT: Final = 14
E_LE: Final = 15
E_GT: Final = 16
E_GE: Final = 17
E_ADD: Final = 18
E_SUB: Final = 19
E_MUL: Final = 20
E_HALF: Final = 21
E_SOME: Final = 22
E_JUMP: Final = 23
E_UNLESS: Final = 24
E_LEADS: Final = 25
E_MOST: Final = 26
E_LEAST: Final = 27
E_STATIC: Final = 28
E_FACT: Final = 29
E_HOLIDAY: Final = 30
E_YOUNGEST: Final = 31
E_LEFT_OF: Final = 32
E_RIGHT_OF: Final = 33
E_OWNER: Final = 34
E_PLAYS_LEFT: Final = 35
E_RESHUFFLES: Final = 36
E_YOUR_TURN: Final = 37
E_ACTING: Final = 38
E_CLEAR: Final = 39
E_ADD_ZONE: Final = 40
E_ADD_SEATS: Final = 41
E_ADD_CARD: Final = 42
E_DROP_CARD: Final = 43
E_ADD_WORD: Final = 44
E_EACH: Final = 45
E_NEXT: Final = 46
E_KEEP: Final = 47
E_DOOM: Final = 48
E_LARGEST: Final = 49
E_NAMED: Final = 50
E_LOOSE: Final = 51
E_IN_PLAY: Final = 52
E_IS_A: Final = 53
E_CONSECUTIVE: Final = 54
E_HIGHEST: Final = 55
E_PLAYER: Final = 56
E_PLAYED: Final = 57
E_ADD_NAMES: Final = 58
E_ADD_UNDER: Final = 59
E_UNDER: Final = 60
E_HOST: Final = 61
E_ITEM: Final = 62  # what a comprehension is looking at
E_WALK: Final = 63
E_STEP: Final = 64
E_TALLY: Final = 65
EXPRESSIONS: Final = (
    "return num live reg you this has anyone count and or not eq ne lt le gt ge add sub mul half some jump unless "
    "leads most "
    "least static fact holiday youngest left_of right_of owner plays_left reshuffles your_turn acting clear add_zone "
    "add_seats "
    "add_card drop_card add_word each next keep doom largest named loose in_play is_a consecutive highest player "
    "played add_names "
    "add_under under host item walk step tally"
).split()

# --- statements: what acts, and what asks -----------------------------------------------------------------------------
S_END: Final = 0
S_SET: Final = 1
S_GOTO: Final = 2
S_UNLESS: Final = 3
S_CHOOSE: Final = 4
S_RANDOM: Final = 5
S_FOR_SEATS: Final = 6
S_DRAW: Final = 7
S_DRAW_TO: Final = 8
S_PLAY: Final = 9
S_DISCARD: Final = 10
S_TAKE: Final = 11
S_GIVE: Final = 12
S_SWAP: Final = 13
S_SWAP_HANDS: Final = 14
S_PASS_HANDS: Final = 15
S_REDEAL: Final = 16
S_PROMISE: Final = 17
S_DELIVER: Final = 18
S_TAKE_IN: Final = 19
S_SHUFFLE_DISCARDS: Final = 20
S_EXTRA_TURN: Final = 21
S_END_TURN: Final = 22
S_BEGIN: Final = 23
S_PREPARE: Final = 24
S_DRAW_REQUIRED: Final = 25
S_ACT: Final = 26
S_FINISH: Final = 27
S_NEXT_TURN: Final = 28
S_LAY_DOWN: Final = 29
S_SETTLE: Final = 30
S_PLACE_GOAL: Final = 31
S_FIRST: Final = 32
S_ATTACH: Final = 33
S_DETACH: Final = 34
S_SEAL: Final = 35
S_UNSEAL: Final = 36
S_DEAL_DOWN: Final = 37
S_TO_HAND: Final = 38
S_LOOK: Final = 39
S_SHUFFLE_PILE: Final = 40
S_COPY: Final = 41
S_CANCEL: Final = 42
S_DIVERT: Final = 43
S_WIN: Final = 44
S_WINDOW: Final = 45
S_ANSWER: Final = 46
S_SEIZE: Final = 47
S_JUDGE: Final = 48
S_OPEN: Final = 49
S_TRIM: Final = 50
STATEMENTS: Final = (
    "end set goto unless choose random for_seats draw draw_to play discard take give swap swap_hands pass_hands "
    "redeal promise "
    "deliver take_in shuffle_discards extra_turn end_turn begin prepare draw_required act finish "
    "next_turn "
    "lay_down settle place_goal first attach detach seal unseal deal_down to_hand look shuffle_pile copy cancel "
    "divert win window "
    "answer seize judge open trim"
).split()

WIDTH: Final = 5  # integers an instruction
REGISTERS: Final = 12  # variables of one program
