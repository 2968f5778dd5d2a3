"""What happened, as integers: the verbs and clauses of a game's journal, and `note`, which writes into it.

The compiled machine keeps no journal: there `note` does nothing. The journal itself is `engine.journal`.
"""

from __future__ import annotations

from typing import Final

from changeling.cards.codes import NONE
from changeling.engine.layout import F_CARD, FRAME, Table

MOVES: Final = (
    "draws",
    "lays down",
    "plays",
    "settles",
    "discards",
    "takes",
    "gives",
    "swaps",
    "is dealt",
    "passes",
    "shuffles",
    "begins a turn",
    "uses",
    "wins",
    "gains a turn",
    "ends the turn",
    "sets aside",
    "takes in",
    "joins",
    "picks by chance",
    "attaches",
    "detaches",
    "seals",
    "uncovers",
    "cancels",
    "looks at",
    "diverts",
)
(
    V_DRAW,
    V_CREEPER,
    V_PLAY,
    V_SETTLE,
    V_DISCARD,
    V_TAKE,
    V_GIVE,
    V_SWAP,
    V_DEAL,
    V_PASS,
    V_SHUFFLE,
    V_TURN,
    V_USE,
    V_WIN,
    V_EXTRA,
    V_END_TURN,
    V_ASIDE,
    V_TAKE_IN,
    V_JOIN,
    V_PICK,
    V_ATTACH,
    V_DETACH,
    V_SEAL,
    V_UNSEAL,
    V_CANCEL,
    V_LOOK,
    V_DIVERT,
) = range(len(MOVES))

CLAUSES: Final = (
    "TURN-1",
    "TURN-2",
    "TURN-3",
    "TURN-4",
    "TURN-6",
    "TURN-8",
    "RULE-3",
    "RULE-5",
    "RULE-6",
    "RULE-11",
    "RULE-12",
    "RULE-18",
    "GOAL-1",
    "GOAL-3",
    "KEEP-1",
    "ACT-1",
    "ACT-2",
    "ACT-3",
    "CREEP-1",
    "PILE-1",
    "SETUP-2",
    "SETUP-4",
    "SETUP-7",
    "TURN-5",
    "SURP-1",
    "SURP-2",
    "CREEP-5",
    "CREEP-6",
    "UNGOAL-1",
    "UNGOAL-2",
)
(
    TURN_1,
    TURN_2,
    TURN_3,
    TURN_4,
    TURN_6,
    TURN_8,
    RULE_3,
    RULE_5,
    RULE_6,
    RULE_11,
    RULE_12,
    RULE_18,
    GOAL_1,
    GOAL_3,
    KEEP_1,
    ACT_1,
    ACT_2,
    ACT_3,
    CREEP_1,
    PILE_1,
    SETUP_2,
    SETUP_4,
    SETUP_7,
    TURN_5,
    SURP_1,
    SURP_2,
    CREEP_5,
    CREEP_6,
    UNGOAL_1,
    UNGOAL_2,
) = range(len(CLAUSES))


def note(t: Table, verb: int, seat: int, card: int, source: int, target: int, clause: int) -> None:
    """Write down one thing that happened: who, what, from where to where, by which clause, because of which card."""
    if t.journal is None:
        return
    cause = t.stack[(t.frames - 1) * FRAME + F_CARD] if t.frames else NONE
    if clause == RULE_12:
        cause = t.journal.limiting(t, source)
    seen = t.known[card] if card >= 0 else 0
    t.journal.append((verb, seat, card, source, target, clause, cause, seen, t.decisions))
