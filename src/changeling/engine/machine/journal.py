"""What happened, as integers: the verbs and clauses of a game's journal, and `note`, which writes into it.

`journal_rows` makes rows of what is noted, and `engine.journal` keeps them. Compiled, `note` does nothing in whole
games (`native.entry_points`), and writes rows into the table's own memory where a `Game` is played (`native.noting`).
"""

from __future__ import annotations

from typing import Final

from changeling.cards.codes import constants
from changeling.engine.layout import Table

# --- what can happen; an event calls it by the name of its constant ---------------------------------------------------
V_DRAWS: Final = 0
V_LAYS_DOWN: Final = 1
V_PLAYS: Final = 2
V_SETTLES: Final = 3
V_DISCARDS: Final = 4
V_TAKES: Final = 5
V_GIVES: Final = 6
V_SWAPS: Final = 7
V_IS_DEALT: Final = 8
V_PASSES: Final = 9
V_SHUFFLES: Final = 10
V_BEGINS_A_TURN: Final = 11
V_USES: Final = 12
V_WINS: Final = 13
V_GAINS_A_TURN: Final = 14
V_ENDS_THE_TURN: Final = 15
V_SETS_ASIDE: Final = 16
V_TAKES_IN: Final = 17
V_JOINS: Final = 18
V_PICKS_BY_CHANCE: Final = 19
V_ATTACHES: Final = 20
V_DETACHES: Final = 21
V_SEALS: Final = 22
V_UNCOVERS: Final = 23
V_CANCELS: Final = 24
V_LOOKS_AT: Final = 25
V_DIVERTS: Final = 26
V_IS_STOPPED: Final = 27  # its `source` is no zone but the instruction it was at
V_NAMES: Final = 28  # what a card being played is about; its `target` is no zone but a seat, or NONE
V_CLAIMS: Final = 29
V_COPIES: Final = 30
V_REVEALS: Final = 31
V_REMOVES: Final = 32
V_PUTS_BACK: Final = 33
V_ROLLS: Final = 34  # its `source` is no zone but the number, its `target` how many sides; 0 sides: a coin
V_MISSES_A_TURN: Final = 35
V_WILL_MISS_A_TURN: Final = 36
V_GOES_NEXT: Final = 37
V_TURNS_ROUND: Final = 38
V_LEAVES_OUT_THE_DRAW: Final = 39
V_ANSWERS: Final = 40  # its `source` is no zone but the answer, where that is no card
V_DISCLOSES: Final = 41  # likewise
V_COUNTS: Final = 42  # its `source` is a counter, or NONE for tokens, its `target` what has changed (counters.told)
V_FLIPS: Final = 43  # its `source` is the side that was up
V_LEAVES: Final = 44
V_IS_HELD_UP: Final = (
    45  # something else may happen instead; its `source` is no zone but the event, its `target` the card that says so
)
V_SPENDS: Final = 46  # its `source` is no zone but how many plays of the turn
V_REMEMBERS: Final = (
    47  # what a card remembers: its `source` is no zone but a seat or NONE, its `target` a card or NONE
)
V_WINS_TOO: Final = 48
V_SWAPS_THE_PILES: Final = 49
V_STASHES: Final = 50
CHOICE: Final = -1  # a seat has chosen a card: no event, but it says who acts in what follows
MOVES: Final = tuple(
    name.removeprefix("V_").lower().replace("_", " ") for name in constants(globals(), "V_DRAWS", "V_STASHES")
)

# --- the clauses of the rulebook that an event can cite ---------------------------------------------------------------
TURN_1: Final = 0
TURN_2: Final = 1
TURN_3: Final = 2
TURN_4: Final = 3
TURN_6: Final = 4
TURN_8: Final = 5
RULE_3: Final = 6
RULE_5: Final = 7
RULE_6: Final = 8
RULE_11: Final = 9
RULE_12: Final = 10
RULE_18: Final = 11
GOAL_1: Final = 12
GOAL_3: Final = 13
KEEP_1: Final = 14
ACT_1: Final = 15
ACT_2: Final = 16
ACT_3: Final = 17
CREEP_1: Final = 18
PILE_1: Final = 19
SETUP_2: Final = 20
SETUP_4: Final = 21
SETUP_7: Final = 22
TURN_5: Final = 23
SURP_1: Final = 24
SURP_2: Final = 25
CREEP_5: Final = 26
CREEP_6: Final = 27
UNGOAL_1: Final = 28
UNGOAL_2: Final = 29
CLAUSES: Final = tuple(name.replace("_", "-") for name in constants(globals(), "TURN_1", "UNGOAL_2"))


def note(t: Table, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
    """Write down one thing that happened: who, what, from where to where, by which clause. The journal adds why."""
    if t.journal is not None:
        t.journal.write(t, verb, seat, card, source, target, clause)
