"""Puzzles at one screen: find the win, with undo, why not, two hints and the solution."""

from __future__ import annotations

import argparse
import contextlib
import shlex
import sys
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path

from changeling.decks.shelf import load_deck
from changeling.engine.seen.questions.decision import Option
from changeling.errors import ChangelingError, NotCompiled
from changeling.learn.finder import Found, find
from changeling.learn.grading import said
from changeling.learn.lesson import YOU
from changeling.learn.moment import NoPuzzle, puzzle_from
from changeling.learn.progress import Progress, load, place, save
from changeling.learn.puzzle import GRADES, Puzzle, of_the_day, puzzles_in, shipped, wrong_with
from changeling.learn.search_room import SearchRoom, compiled_room, is_compiled
from changeling.learn.solving import (
    LONGER_SAID,
    RIGHT,
    WON_BY_LUCK,
    Solving,
    Verdict,
    stopped_said,
    unseen_said,
    way_said,
)
from changeling.play.game import replay
from changeling.record.record import Record
from changeling.terminal.practice import Place, ask, told, untimed
from changeling.terminal.screen import Left, Screen
from changeling.terminal.sentences.event_sentences import Narrator
from changeling.terminal.start import number, screen_for
from changeling.terminal.table_text import plural

_WORTH_COMPILING = 300  # games, where the search is not compiled yet
_TOLD_EVERY = 25  # moments of a game that were searched for a puzzle


class _Again(Exception):
    """The last answer is to be taken back."""


class _Shown(Exception):
    """The solution is to be shown."""


@dataclass(slots=True)
class Solver:
    """Somebody at a screen with a puzzle; what is solved is kept in a file."""

    screen: Screen
    file: Path
    progress: Progress
    day: date | None = None
    path: str = ""  # the file that the puzzle is from, where it is none of those that come with the program
    hinted: int = 0

    def run(self, puzzle: Puzzle) -> int:
        """Play a puzzle until it is solved, shown or left; gives the exit status."""
        solving = Solving(puzzle)
        narrator = Narrator(solving.game.deck)
        self._welcome(solving)
        try:
            while solving.decision is not None:
                self._answer(solving, narrator)
        except _Shown:
            self._show(solving, narrator)
            return 0
        except Left as left:
            again = shlex.quote(self.path) if self.path else puzzle.id
            self.screen.say(f"Goodbye. The same puzzle again: changeling puzzle {again}")
            return 130 if left.broken_off else 0
        self._solved(puzzle, solving)
        return 0

    def _welcome(self, solving: Solving) -> None:
        puzzle = solving.puzzle
        today = "The puzzle of the day. " if self.day else ""
        self.screen.say(f"{today}{puzzle.title}, grade {puzzle.grade} of {len(GRADES)} ({puzzle.id}).")
        self.screen.say(f"{solving.game.deck.title}. {solving.task}")
        self.screen.table(untimed(solving.game.view(YOU)), frozenset())
        self._say_if(unseen_said(solving.unseen_surprises()))
        self.screen.say("Besides your answer you can type hint, undo, solution, card NAME, why; `help` lists all.")

    def _answer(self, solving: Solving, narrator: Narrator) -> None:
        decision = solving.decision
        assert decision is not None
        more = {
            "hint": ("what to begin or to go on with; a second one says more", lambda: self._hint(solving)),
            "undo": ("take your last answer back", _again),
            "solution": ("show a shortest way", _show_it),
        }
        try:
            option = ask(Place(solving.game, self.screen), untimed(solving.game.view(YOU)), decision, more)
        except _Again:
            self.hinted = 0
            self.screen.say("Taken back." if solving.take_back() else "There is nothing of yours to take back.")
            return
        verdict = solving.answer(option)
        if verdict in RIGHT:
            self.hinted = 0
            self.screen.story(narrator.sentences(YOU, solving.news()))
            if verdict == "longer":
                self.screen.say(LONGER_SAID)
        else:
            self._not_that(solving, option, verdict, narrator)

    def _not_that(self, solving: Solving, option: Option, verdict: Verdict, narrator: Narrator) -> None:
        found = solving.why_not(option, verdict)
        self.screen.story(narrator.sentences(YOU, found.events))
        won = found.says == WON_BY_LUCK
        self.screen.say(f"Not for certain. {found.says}" if won else f"Not that. {found.says}")
        self.screen.say(f"Why: {told(found.reason, YOU)}")
        self.screen.say("It is taken back.")

    def _hint(self, solving: Solving) -> None:
        self.screen.say(solving.hints()[min(self.hinted, 1)])
        self.hinted += 1

    def _show(self, solving: Solving, narrator: Narrator) -> None:
        whence, given, deck = " from where you were" if solving.begun else "", 0, solving.game.deck
        puzzle = solving.puzzle
        if puzzle.kind == "only":  # which asks for no more than the first answer
            solving = Solving(replace(puzzle, kind="win"))
        while (option := solving.next_answer()) is not None:
            self.screen.say(f"> {said(deck, option.text)}")
            solving.play(option)
            given += 1
            self.screen.story(narrator.sentences(YOU, solving.news()))
        self.screen.say(f"This is one shortest way{whence} ({plural(given, 'answer')}).")
        self._say_if("" if whence else stopped_said(puzzle, deck))
        self.screen.say("Another puzzle: changeling puzzle --next")

    def _say_if(self, text: str) -> None:
        if text:
            self.screen.say(text)

    def _solved(self, puzzle: Puzzle, solving: Solving) -> None:
        self.progress = self.progress.with_puzzle(puzzle.id, day=self.day)
        save(self.progress, self.file)
        row = f" {plural(self.progress.streak, 'day')} in a row." if self.day else ""
        ways = "There is one shortest way" if puzzle.ways == 1 else f"There are {puzzle.ways} shortest ways"
        deck = solving.game.deck
        only = puzzle.kind == "only"
        self.screen.say(f"Solved. {way_said(puzzle, deck) if only else f'{ways}, of {puzzle.answers_said}.'}{row}")
        self._say_if("" if only else stopped_said(puzzle, deck))
        self.screen.say("Another puzzle: changeling puzzle --next")


def _again() -> None:
    raise _Again


def _show_it() -> None:
    raise _Shown


def puzzle(args: argparse.Namespace) -> int:
    """Run `changeling puzzle`; gives the exit status."""
    if args.make is not None:
        return _make(args)
    for name, value in (("--at", args.at), ("--out", args.out)):
        if value is not None:
            raise ChangelingError(f"{name} goes with --make FILE, which makes a puzzle of a saved game")
    file = place()
    progress = load(file)
    if args.list:
        for one in _some(args):
            print(
                f"{one.id}  grade {one.grade}  {'solved  ' if one.id in progress.solved else '        '}{_about(one)}"
            )
        return 0
    by_choice = args.next or args.grade or args.deck
    day = None if args.puzzle or by_choice else datetime.now(UTC).date()  # as at the page: the same for everybody
    wanted = _named(args.puzzle, progress) if args.puzzle else of_the_day(day) if day else _next(args, progress)
    screen = screen_for(wanted.game().deck, plain=args.plain, source=sys.stdin, out=sys.stdout)
    path = args.puzzle if args.puzzle and args.puzzle.casefold() not in shipped() else ""
    return Solver(screen, file, progress, day, path).run(wanted)


def _about(one: Puzzle) -> str:
    task = "the only play" if one.kind == "only" else one.answers_said
    return f"{one.title} ({'+'.join(one.deck)}, {task})"


def _named(name: str, progress: Progress) -> Puzzle:
    found = shipped().get(name.casefold())
    if found is None and Path(name).is_file():
        return _in_file(Path(name), progress)
    if found is None:
        raise ChangelingError(
            f"there is no puzzle and no file '{name}'; changeling puzzle --list names all {len(shipped())}"
        )
    return found


def _in_file(path: Path, progress: Progress) -> Puzzle:
    """The first puzzle of a file that is not solved yet; those that do not hold are said, and left out."""
    good = []
    for one in puzzles_in(path):
        wrong = wrong_with(one)
        if wrong:
            print(f"left out: {wrong}", file=sys.stderr)
        elif one.id not in progress.solved:
            return one
        else:
            good.append(one)
    if not good:
        raise ChangelingError(f"{path}: there is no puzzle in it that holds")
    return good[0]


def _make(args: argparse.Namespace) -> int:
    """Make a puzzle of a moment of a saved game; gives the exit status."""
    try:
        record = Record.from_json(Path(args.make).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise ChangelingError(f"--make: {args.make} cannot be read: {error}") from error
    except ChangelingError as error:
        raise ChangelingError(f"--make: {args.make}: {error}") from error
    made = _last_puzzle(record) if args.at is None else puzzle_from(replay(record, moves=number("--at", args.at)))
    if args.out is None:
        print(made)
    else:
        try:
            Path(args.out).write_text(f"{made}\n", encoding="utf-8")
        except OSError as error:
            raise ChangelingError(f"--out: {args.out} cannot be written: {error.strerror}") from error
        print(f"{made.title}, grade {made.grade}, {made.answers_said}: changeling puzzle {args.out}")
    return 0


def _last_puzzle(record: Record) -> Puzzle:
    """The puzzle of the last moment of a game that makes one. Every moment is searched, which takes a while: how far it
    has come is said."""
    game, moments = replay(record), len(record.moves) + 1
    for looked in range(moments):
        if looked and looked % _TOLD_EVERY == 0:
            print(f"Looked at the last {looked} of {moments} moments; --at looks at one.", file=sys.stderr, flush=True)
        with contextlib.suppress(NoPuzzle):
            return puzzle_from(game)
        if looked + 1 < moments:
            game.undo()
    raise NoPuzzle("no moment of this game makes a puzzle: nobody could win a turn for sure, or one answer decided it")


def _chosen(args: argparse.Namespace) -> list[Puzzle]:
    """The puzzles of a grade, a deck, or all."""
    grade = None if args.grade is None else number("--grade", args.grade)
    found = [one for one in shipped().values() if grade in (None, one.grade)]
    return [one for one in found if args.deck in (None, "+".join(one.deck))]


def _some(args: argparse.Namespace) -> list[Puzzle]:
    """The puzzles that are asked for, one at least."""
    found = _chosen(args)
    if not found:
        decks = sorted({"+".join(one.deck) for one in shipped().values()})
        raise ChangelingError(
            f"there is no such puzzle; the grades are 1 to {len(GRADES)}, the decks {', '.join(decks)}"
        )
    return found


def _next(args: argparse.Namespace, progress: Progress) -> Puzzle:
    """The first puzzle of the kind that is not solved yet."""
    found = _some(args)
    return next((one for one in found if one.id not in progress.solved), found[0])


def find_puzzles(args: argparse.Namespace) -> int:
    """Run `changeling puzzles`; gives the exit status."""
    games = number("--games", args.games)
    start = Found(args.deck, number("--seats", args.seats), number("--seed", args.seed))

    def tell(found: Found, puzzles: int) -> None:
        left = f"{found.too_large} too large, {found.trivial} trivial, {found.alike} alike, {found.untold} untold"
        print(f"{found.games} games, {found.turns} turns: {puzzles} puzzles ({found.wins} wins; {left})", flush=True)

    out = Path(args.out)
    try:
        find(start, games, out, tell=tell, room=_room(args.deck, games))
    except KeyboardInterrupt:
        kept = (
            f"{out} has what was found; the same command goes on with it" if out.exists() else "nothing was found yet"
        )
        print(f"Stopped: {kept}.", file=sys.stderr)
        return 130
    return 0


def _room(name: str, games: int) -> SearchRoom | None:
    """What the finder searches with: compiled where that can be had, and pays; else nothing, and it is interpreted."""
    deck = load_deck(name)
    if games < _WORTH_COMPILING and not is_compiled(deck):
        return None
    try:
        return compiled_room(deck)
    except NotCompiled:
        return None
