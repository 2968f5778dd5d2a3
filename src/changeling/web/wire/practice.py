"""Lessons and puzzles over HTTP: what is asked for and what is given, one type each. Nothing of it is kept."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from changeling.web.wire.http_bodies import Kind
from changeling.web.wire.values import NO_NULL, EventInfo, GoalStanding, Own, Public, Question

MOST_ANSWERS = 60  # of one lesson's step or puzzle
PracticeKind = Literal["lesson", "puzzle"]
PuzzleKind = Literal["win", "only"]  # win this turn; find the only answer that keeps the win
PracticeVerdict = Literal["on", "done", "missed"]
PracticeHelp = Literal["none", "hint", "second hint", "answer"]
PracticeName = Annotated[str, Meta(max_length=60, pattern=NO_NULL)]


class Practise(Struct, frozen=True, forbid_unknown_fields=True):
    """Play a step of a lesson, or a puzzle, up to these answers, each by the code of its option; all of it is played
    anew for every request. `why`: explain a number or a player's standing there."""

    kind: PracticeKind
    name: PracticeName
    step: Annotated[int, Meta(ge=0, le=99)] = 0
    answers: Annotated[list[Annotated[int, Meta(ge=0, le=100_000)]], Meta(max_length=MOST_ANSWERS)] = []
    help: PracticeHelp = "none"
    why: Annotated[str, Meta(max_length=200, pattern=NO_NULL)] = ""


class LessonInfo(Struct, frozen=True):
    """A lesson, and how many steps it has."""

    name: str
    title: str
    about: str
    steps: int


class PuzzleInfo(Struct, frozen=True):
    """A puzzle: its grade, the title of its deck, and how many answers its shortest way has."""

    id: str
    title: str
    grade: int
    deck: str
    length: int
    kind: PuzzleKind


class PracticeList(Struct, frozen=True):
    """All lessons and puzzles, and the puzzle of the day: the same for everybody, by the day in Greenwich."""

    lessons: list[LessonInfo]
    puzzles: list[PuzzleInfo]
    day: str
    today: str


class Practice(Struct, frozen=True, kw_only=True):
    """A step or a puzzle after some answers, as the learner sees it.

    `says` is what there is to learn, `task` what to do. `verdict` judges the last answer: where it has missed, `answer`
    says so, `reason` says why not, and `keep` is how many of the answers to go on with. `events` is what the last
    answer led to. `next` is the code of an answer that leads on, where that was asked for.
    """

    title: str
    says: str
    task: str
    steps: int
    grade: int
    deck: str
    me: str
    public: Public
    own: Own
    standings: list[GoalStanding]
    question: Question | None
    events: list[EventInfo]
    verdict: PracticeVerdict
    answer: str = ""
    reason: str = ""
    because: list[str] = []
    keep: int = 0
    hint: str = ""
    next: int | None = None


class HowToLine(Struct, frozen=True):
    """A line of *How to play*: what it says, the clauses that it rests on, and names of cards that it is about."""

    text: str
    clauses: list[str]
    cards: list[str]


class HowToKind(Struct, frozen=True):
    """A kind of card: how many there are, what is done with them, and the title of one to look at."""

    kind: Kind
    count: int
    text: str
    clauses: list[str]
    card: str


class HowTo(Struct, frozen=True):
    """How a deck is played, on one page; `deck` is where its cards are: /api/decks/ID."""

    deck: str
    title: str
    cards: int
    begin: list[HowToLine]
    turn: list[HowToLine]
    win: list[HowToLine]
    kinds: list[HowToKind]
    more: list[HowToLine]
