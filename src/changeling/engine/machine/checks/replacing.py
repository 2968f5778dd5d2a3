"""What happens after all, where a section said that something else happens instead: the word `as_usual`."""

from __future__ import annotations

from changeling.cards.codes import DISCARD, DISCARDED, INSTEAD, NONE, PLAYED, SHED, STOLEN, WON
from changeling.engine.layout import CANCELLED, F_CARD, F_HOOK, F_WINDOW, FRAME, GOING, NOT_YET, Table
from changeling.engine.machine.board.attachments import in_front, moved_by
from changeling.engine.machine.checks.winning import end_game
from changeling.engine.machine.effects.discarding import discard_after_all
from changeling.engine.machine.effects.taking import take_away
from changeling.engine.machine.journal import RULE_12, TURN_8
from changeling.engine.machine.rules.sections import R_ACTOR, R_IT, R_OWNER, replaced
from changeling.engine.machine.zones import seat_of
from changeling.engine.sheet_layout import Sheet


def as_usual(d: Sheet, t: Table, base: int) -> None:
    """The event that a section replaces happens after all, unless another section replaces it or it cannot any more."""
    hook = t.stack[base + F_HOOK]
    event, card = d.when_event[hook] - INSTEAD, t.stack[base + R_IT]
    actor, owner = t.stack[base + R_ACTOR], t.stack[base + R_OWNER]
    if event < 0 or card == NONE or replaced(d, t, event, card, actor, hook):
        return
    if event == DISCARDED or event == SHED:
        if t.place[card] != DISCARD and seat_of(t, card) == owner:
            clause = RULE_12 if event == SHED else TURN_8
            discard_after_all(d, t, actor, card, clause)
    elif event == STOLEN:
        root = moved_by(t, card)
        if in_front(t, root) and seat_of(t, root) == owner:
            take_away(d, t, actor, card)
    elif event == PLAYED:
        let_play(t, base, card)
    elif event == WON and t.outcome == GOING:
        end_game(d, t, actor, card)


def let_play(t: Table, base: int, card: int) -> None:
    """The play of a card goes on, which the innermost frame below this one that is about the card had put off."""
    below = base - FRAME
    while below >= 0 and (t.stack[below + F_CARD] != card or t.stack[below + F_WINDOW] != CANCELLED):
        below -= FRAME
    if below >= 0:
        t.stack[below + F_WINDOW] = NOT_YET
