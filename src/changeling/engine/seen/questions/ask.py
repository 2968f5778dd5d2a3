"""The sentence of a question, and what each answer that is a word does.

What a card's text asks is told by its program (`choices`). The questions of the turn itself, of limits and of Surprise
windows are here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple

from changeling.cards import codes as w
from changeling.cards.deck import Deck
from changeling.engine.layout import F_CARD, F_PC, F_PROGRAM, F_REGISTER, F_SEAT, FRAME, Table
from changeling.engine.machine.turn.turns import must_play, plays_blind
from changeling.engine.seen.questions.choices import Choice
from changeling.engine.seen.questions.nouns import closed
from changeling.engine.seen.questions.phrases import Phrases
from changeling.engine.seen.questions.sites import is_site, site_at
from changeling.engine.seen.questions.symbols import ANY
from changeling.engine.sheet_cache import sheet_for

LIMITS: Final = {
    "discard to the hand limit": (w.HAND_LIMIT, w.HAND, "Hand Limit", "a card from your hand", "hold"),
    "discard to the Keeper limit": (w.KEEPER_LIMIT, w.KEEPERS, "Keeper Limit", "one of your Keepers", "have"),
}
_MEANINGS: Final = {"end the turn": "end the turn", "play blind": "have your first card picked at random"}
_WINDOW: Final = w.about(w.SURPRISE_WINDOW)
_UNSAID: Final[Mapping[str, str]] = MappingProxyType({})


class Asked(NamedTuple):
    """What a question says. `meanings` has what an answer does, by word, where a card asks; `deed` the instruction that
    the answer goes into; `receiver` and `card` what that instruction is about besides, as numbers."""

    ask: str
    meanings: Mapping[str, str] = _UNSAID
    deed: str = ""
    receiver: int = w.NONE
    card: int = w.NONE


def plain_meanings(about: str, done: str) -> Mapping[str, str] | None:
    """What answers that are words do, where the turn itself, a limit or a Surprise window asks; nothing where a card
    does, and it has to be read for that."""
    if about == "act":
        return {"done": _MEANINGS.get(done, "")}
    if about == "before the draw":
        return {"draw": "go on with the draw"}
    if about == _WINDOW:
        return {"done": "let it pass"}
    return _UNSAID if about in LIMITS or about == "replace a goal" else None


def asked_of(deck: Deck, t: Table, names: Sequence[str], because: str, done: str) -> Asked:
    """The pending question in words. `because` and `done` are those of its Decision."""
    about = w.about(t.prompt)
    base = (t.frames - 1) * FRAME
    if about == "act":
        return Asked(_act(deck, t, done))
    if about == "before the draw":
        return Asked("Use a free action first, or draw.")
    if about in LIMITS:
        return Asked(_limit(t, about), deed="discard")
    if about == "replace a goal":
        return Asked(closed(f"Choose a Goal to discard, to make room for {because}"), deed="discard")
    if about == _WINDOW:
        return Asked(_window(deck, t, names, base))
    place = t.stack[base + F_PC]
    assert is_site(deck, place), about
    return _choice(deck, Phrases(deck, t, names, base, t.asked), place, because)


def _choice(deck: Deck, phrases: Phrases, place: int, because: str) -> Asked:
    """A question of a program."""
    site = site_at(deck, place)
    choice = Choice(site, phrases, because)
    ask = deck.questions.get(place) or choice.sentence()
    if w.about(phrases.t.prompt) == "keep to the goals allowed":
        ask = f"Too many Goals are in play: {ask[:1].lower()}{ask[1:]}"
    if phrases.t.prompt - w.is_optional(phrases.t.prompt) == w.IN_SECRET:
        return Asked(f"In secret: {ask}")  # what an answer does depends on those of others
    meanings = {deck.word(word): choice.meaning(word) for word in site.ways}
    if site.purpose is None:
        return Asked(ask, meanings)
    receiver = w.NONE if site.receiver is None else phrases.seat_number(site.receiver)
    card = w.NONE if site.card is None else phrases.card_number(site.card)
    return Asked(ask, meanings, site.purpose.word.name, receiver, card)


def _act(deck: Deck, t: Table, done: str) -> str:
    """What may be done next in the turn."""
    sorts = {w.SORTS[option // w.SORT] for option in t.option[: t.options]}
    free = "use a free action"
    if "play" not in sorts:
        ends = _MEANINGS.get(done, "")
        return f"{free.capitalize()}, or {ends}." if "use" in sorts else "End the turn."
    if plays_blind(sheet_for(deck), t):
        return closed(f"Play the card that was picked at random: {deck.spoken[t.option[0] % w.SORT]}")
    plays = t.force[t.turn * w.N_STATICS + w.PLAYS]
    which = f" ({t.played + 1} of {plays})" if 1 < plays < w.ALL and must_play(sheet_for(deck), t) else ""
    told = f"Play a card{which}" + (f" or {free}" if "use" in sorts else "")
    return f"{told}, or {_MEANINGS[done]}." if done else f"{told}."


def _limit(t: Table, about: str) -> str:
    """Why something has to be discarded."""
    static, zone, name, one, have = LIMITS[about]
    limit, held = t.force[t.asked * w.N_STATICS + static], t.size[zone + t.asked]
    return f"Choose {one} to discard: the {name} is {limit}, you {have} {held}."


def _window(deck: Deck, t: Table, names: Sequence[str], base: int) -> str:
    """What a Surprise would answer."""
    d = sheet_for(deck)
    program, card, seat = (t.stack[base + field] for field in (F_PROGRAM, F_CARD, F_SEAT))
    title = deck.spoken[card] if card >= 0 else ""
    who = names[seat]
    if program == d.theft_program:
        what = f"{who} is taking {title} from you"
    elif program == d.doom_program:
        what = f"The Ungoal {title} is met"
    elif program == d.turn_program:
        what = f"{who}'s turn is about to end"
    else:
        named = named_in(deck, t, names, base)
        verb = "turns up" if w.CREEPERS <= t.place[card] < w.DOWN else "plays"  # a Creeper is not played (CREEP-1)
        what = f"{who} {verb} {title}" + (f", naming {_listed(named)}" if named else "")
    sorts = {w.SORTS[option // w.SORT] for option in t.option[: t.options]}
    uses = _listed([deck.spoken[o % w.SORT] for o in t.option[: t.options] if o // w.SORT == w.A_USE], "or")
    if "play" in sorts:
        return f"{what}: answer with a Surprise{', use ' + uses if uses else ''}, or let it pass."
    if uses:
        return f"{what}: use {uses} now, or let it pass."
    return f"{what}: you have no Surprise that answers it."


def named_in(deck: Deck, t: Table, names: Sequence[str], base: int) -> list[str]:
    """What the player of the card in the frame at `base` has named so far, as the seat that is asked may know it."""
    program = deck.programs[t.stack[base + F_PROGRAM]]
    if t.stack[base + F_PROGRAM] == sheet_for(deck).goal_program:
        return _card_named(deck, t, t.stack[base + F_REGISTER])
    found = []
    for place in range(program.entry, t.stack[base + F_PC]):
        if not is_site(deck, place):
            continue
        value, options = t.stack[base + F_REGISTER + deck.code[place * w.WIDTH + 1]], site_at(deck, place).options
        if value == w.NONE:
            continue
        if options.words:
            found.append(deck.word(value))
        elif options.numbers:
            found.append(str(value))
        elif any(part.zone == ANY for part in options.parts):
            found.append(deck.cards[value].name)
        elif options.seats != w.NONE:
            found.append(names[value])
        else:
            found += _card_named(deck, t, value)
    return found


def _card_named(deck: Deck, t: Table, card: int) -> list[str]:
    """A card by its name, or as a card where the seat that is asked does not know it; nothing for none."""
    if card == w.NONE:
        return []
    return [deck.spoken[card] if t.known[card] >> t.asked & 1 else "a card"]


def _listed(names: Sequence[str], last: str = "and") -> str:
    """Names as a list in a sentence."""
    return ", ".join(names[:-1]) + f" {last} " + names[-1] if len(names) > 1 else "".join(names)
