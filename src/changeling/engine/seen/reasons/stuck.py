"""Why a game is stuck: what it would go on doing for ever, and the cards that make it so."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.journal import ROW_CARD, ROW_CAUSE, ROW_VERB
from changeling.engine.layout import FAULTS, IN_CIRCLES, MOST_STOPPED, TOO_LONG, Table
from changeling.engine.machine.journal import V_IS_STOPPED
from changeling.engine.machine.zones import on_table

_NUMBERS = (w.DRAWS, w.PLAYS, w.OPTIONAL_PLAYS, w.HAND_LIMIT, w.KEEPER_LIMIT, w.FIRST_PLAY_RANDOM)
_LATELY = 60  # rows of the journal: what goes on by itself has left its causes there
_NAMED = 6


def why_stuck(deck: Deck, t: Table, journal: Sequence[tuple[int, ...]]) -> tuple[str, tuple[str, ...]]:
    """Why a game that is stuck is, and the cards that are named for it."""
    cards = list(dict.fromkeys(_cards(deck, t, journal)))
    names = list(dict.fromkeys(deck.spoken[card] for card in cards))
    named = ", ".join(names[:_NAMED]) + (" and others" if len(names) > _NAMED else "")
    return f"{FAULTS[t.fault]}{f' ({named})' if named else ''}", tuple(deck.titles[card] for card in cards)


def _cards(deck: Deck, t: Table, journal: Sequence[tuple[int, ...]]) -> Iterator[int]:
    """The cards that are to blame, some of them more than once."""
    if t.fault == TOO_LONG:
        return
    if t.fault == IN_CIRCLES:
        stopped = [row[ROW_CARD] for row in journal if row[ROW_VERB] == V_IS_STOPPED and row[ROW_CARD] >= 0]
        yield from stopped[-MOST_STOPPED:]
        return
    for card in deck.cards:
        about = any(static.static in _NUMBERS for static in deck.statics[card.id])
        if about and card.kind != "basic" and on_table(t, card.id):
            yield card.id
    sections = (deck.whens, deck.on_goals, deck.starts, deck.finishes)
    by_itself = {hook.card for hooks in sections for hook in hooks} | {hook.card for hook in deck.events}
    causes = [row[ROW_CAUSE] for row in journal[-_LATELY:]]
    yield from (card for card in causes if card in by_itself and on_table(t, card))
