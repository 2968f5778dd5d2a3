"""What stands between the word of a section about an event and its colon: `on discarded keeper if actor == you:`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.language.slips import near, short

ANY_CARD = "card"  # in place of a filter: any card
_EVENT = re.compile(r"(?P<of>of\b\s*)?(?P<event>[a-z_]*)\s*")
_REST = re.compile(r"(?P<filter>(?:\"[^\"]*\"|[^\"])*?)\s*(?:\bif\b\s*(?P<test>.*))?$")
_ANSWERED = re.compile(r"(?P<trigger>[a-z_]+)\s*(?:,(?P<filter>(?:\"[^\"]*\"|[^\"])*?))?\s*(?:\bif\b\s*(?P<test>.*))?$")
_OF_THE_GOALS = ("goals", "ungoal")


class BadHeading(Exception):
    """What stands between a section's word and its colon is wrong."""


@dataclass(frozen=True, slots=True)
class EventHeading:
    """A heading that is read: the event, and where its filter and its condition stand in the text."""

    event: int
    instead: bool
    filter: str
    filter_at: int
    test: str
    test_at: int


@dataclass(frozen=True, slots=True)
class ReactHeading:
    """What a Surprise answers, which cards of that sort, and where its condition stands in the text."""

    trigger: str
    filter: str
    test: str
    test_at: int


def react_heading(words: str) -> ReactHeading:
    """Read the heading of `react`. Raises BadHeading."""
    triggers = v.Sections.react.answers
    found = _ANSWERED.match(words)
    trigger = found["trigger"] if found is not None else ""
    if found is None or trigger not in triggers:
        meant = "".join(f"; did you mean {one}?" for one in near(trigger or words, triggers))
        if trigger == "surprise":
            meant = "; any Surprise can answer a Surprise, which is then cancelled"
        raise BadHeading(f"'react' is followed by one of {', '.join(triggers)}, not '{short(words)}'{meant}")
    about, test = (found["filter"] or "").strip(), found["test"]
    if about and trigger in ("turn", "doom"):
        raise BadHeading(f"'{trigger}' is about no card: behind it comes a colon, or: if CONDITION")
    if (found["filter"] is not None and not about) or (test is not None and not test.strip()):
        raise BadHeading(f"after 'react {trigger}' comes a colon, a comma and a filter, or: if CONDITION")
    return ReactHeading(trigger, about, test or "", found.start("test") if test is not None else len(words))


_EVENTS_MEANT = {
    "taken": "stolen",
    "take": "stolen",
    "robbed": "stolen",
    "lost": "gone",
    "left": "gone",
    "leaves": "gone",
    "removed": "gone",
    "entered": "arrived",
    "enters": "arrived",
    "received": "arrived",
    "trashed": "discarded",
    "destroyed": "discarded",
    "shuffled": "reshuffled",
    "shuffle": "reshuffled",
    "dice": "rolled",
    "roll": "rolled",
    "die": "rolled",
    "limit": "shed",
    "win": "won",
    "wins": "won",
}


def event_heading(section: str, words: str) -> EventHeading:
    """Read the heading of `on` or `instead`. Raises BadHeading."""
    instead = section == "instead"
    after = [event for event in range(len(w.EVENTS)) if event not in w.ONLY_REPLACED]
    allowed = [w.EVENTS[event] for event in (w.REPLACED if instead else after)]
    found = _EVENT.match(words)
    assert found is not None
    event = found["event"]
    if event not in allowed or bool(found["of"]) != instead:
        meant = "".join(f"; did you mean {one}?" for one in near(event, [*allowed, *_OF_THE_GOALS]))
        if event in _EVENTS_MEANT and _EVENTS_MEANT[event] in allowed:
            meant = f"; did you mean {_EVENTS_MEANT[event]}?"
        if re.search(r"turn.*end|end.*turn", event):
            meant = "; the end of a turn has a section of its own, finish, and its beginning for all players on turn"
        said = "instead of" if instead else "on"
        more = "" if instead else ", goals, ungoal"
        raise BadHeading(f"'{said}' is followed by one of {', '.join(allowed)}{more}, not '{short(words)}'{meant}")
    rest = _REST.match(words, found.end())
    if rest is None or (rest["test"] is not None and not rest["test"].strip()):
        raise BadHeading(f"after '{section}' and its event comes a colon, a filter, or: if CONDITION")
    number = w.EVENTS.index(event)
    if number in w.WITHOUT_CARD and rest["filter"].strip():
        raise BadHeading(f"'{event}' is about no card: behind it comes a colon, or: if CONDITION")
    test_at = rest.start("test") if rest["test"] is not None else len(words)
    return EventHeading(number, instead, rest["filter"].strip(), rest.start("filter"), rest["test"] or "", test_at)
