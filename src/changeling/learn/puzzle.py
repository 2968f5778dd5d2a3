"""Puzzles as data: a position, what is proved of it, and how it is presented. A file of them has a line each.

The first line of a file says how the puzzles were found. A position is what a scenario's `deck`, `seats` and `table`
say; the seat that has the turn and has to win in it is called You.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, Literal
from unicodedata import category

from changeling.cards.deck import Deck
from changeling.engine.seen.questions.decision import Option, option_of
from changeling.errors import ChangelingError, EngineFault, ScenarioError
from changeling.learn.lesson import YOU
from changeling.learn.turn_search import cost
from changeling.learn.win_search import LONGER, LOST, MOST_NODES, Proof, TooLarge, WinSearch, start_of
from changeling.play.driver import goes_without_saying
from changeling.play.game import Game

FOLDER: Final = Path(__file__).with_name("puzzles")
GRADES: Final = (1, 2, 3, 4, 5)
PuzzleKind = Literal["win", "only"]  # win before the turn ends; find the one answer after which that is still certain
TASKS: Final[dict[PuzzleKind, str]] = {
    "win": "Win before your turn ends, whatever lies unseen and whatever the others do.",
    "only": "Exactly one first answer keeps a certain win this turn, whatever lies unseen and whatever the others do. "
    "Find it.",
}
SHORTEST: Final = 2  # questions at which some answer loses; where one answer decides all, there is no puzzle
_LONGEST: Final = 64_000  # characters of a line
_MOST: Final = 200  # answers of others and forced ones in a row


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position in which You can win before the turn ends, and what was proved of it.

    `line` is a shortest way where the others let everything pass, each answer as the text of its option; `ways` is how
    many ways there are as short, `length` how many choices it takes at most, whatever the others do, and `greedy`
    whether the greedy bot finds a way. `refuted` are first answers that win only if nobody answers, each with the names
    of Surprises that would stop it. Of the kind `only` it is solved by the first answer of the way, for every other one
    loses it.
    """

    id: str
    title: str
    grade: int
    deck: tuple[str, ...]
    seats: tuple[str, ...]
    table: Mapping[str, Any]
    line: tuple[str, ...]
    length: int
    ways: int
    nodes: int
    greedy: bool
    kind: PuzzleKind = "win"
    refuted: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def answers(self) -> int:
        """How many answers a player gives, where the others answer as well as they can."""
        return max(len(self.line), self.length)

    @property
    def answers_said(self) -> str:
        """How many answers that is, in words: fewer are enough where it is more only by what others might answer."""
        return answers_said(len(self.line), self.length)

    def game(self) -> Game:
        """The position as a game. Raises what is wrong with it, such as a card that its deck has no longer."""
        return Game.from_values({"deck": list(self.deck), "seats": list(self.seats), "table": self.table})

    def __str__(self) -> str:
        return json.dumps(asdict(self), ensure_ascii=False, separators=(",", ":"))


def answers_said(given: int, most: int) -> str:
    """How many answers a way takes: so many where the others let everything pass, and at most so many choices."""
    count = max(given, most)
    return f"{'at most ' if most > given else ''}{count} {'answer' if count == 1 else 'answers'}"


def name_of(deck: Sequence[str], table: Mapping[str, Any]) -> str:
    """The name of a puzzle, which follows from its position: a link to it stays good wherever it is kept."""
    text = json.dumps([list(deck), table], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def search_for(game: Game, *, most: int = MOST_NODES, kind: bool = False) -> WinSearch:
    """A search of the turn that a game is in, for whoever has it."""
    return WinSearch(game.deck, game.table.turn, game.table.turns, most=most, kind=kind)


def proof_of(game: Game, *, most: int = MOST_NODES) -> Proof | None:
    """The proof that whoever has the turn can win in it; nothing where nobody could know a way. Raises TooLarge."""
    return search_for(game, most=most).prove(start_of(game.table))


def choices_on(game: Game, proof: Proof) -> int:
    """At how many questions of a proved way some answer does not keep the win; enough of them for a puzzle where there
    is too much to try to tell, for then some answer surely does not."""
    try:
        return search_for(game).choices(start_of(game.table), proof.line)
    except TooLarge:
        return SHORTEST


def good_answers(game: Game) -> int:
    """After how many of the first answers it is still certain that whoever has the turn wins in it, with ways longer
    than those of puzzles counted. Raises TooLarge."""
    search, root = search_for(game), start_of(game.table)
    return sum(search.worth(outcomes, LONGER) < LOST for _, outcomes in search.answers(root))


def texts_of(deck: Deck, seats: Sequence[str], codes: Sequence[int]) -> tuple[str, ...]:
    """Answers as the texts of their options."""
    return tuple(option_of(deck, seats, 0, code).text for code in codes)


def wrong_with(puzzle: Puzzle) -> str:
    """What is wrong with a puzzle, proved again from its position; nothing where it holds."""
    try:
        game = puzzle.game()
        proof = proof_of(game)
        found = 0 if proof is None else choices_on(game, proof)
        good = good_answers(game) if puzzle.kind == "only" else 1
    except (ChangelingError, EngineFault) as error:
        return f"{puzzle.id}: {error}"
    except TooLarge:
        return f"{puzzle.id}: there are too many positions to prove it"
    if proof is None:
        return f"{puzzle.id}: there is no way to win that could be known of"
    if (proof.length, proof.ways) != (puzzle.length, puzzle.ways):
        proved = f"{proof.ways} ways of {proof.length} answers"
        return f"{puzzle.id}: {proved}, not {puzzle.ways} of {puzzle.length}"
    if found < SHORTEST:
        return f"{puzzle.id}: at {found} of its questions some answer loses; a puzzle has {SHORTEST} of those at least"
    if good != 1:
        return f"{puzzle.id}: {good} first answers keep the win, not one alone"
    return "" if YOU in winners_by(game, puzzle.line) else f"{puzzle.id}: its line does not win"


def winners_by(game: Game, line: Sequence[str]) -> tuple[str, ...]:
    """Who wins by a line, where the others let everything pass; nobody where it does not win before the turn ends."""
    turns = game.table.turns
    played_out(game, line)
    return game.winners if game.table.turns == turns else ()


def played_out(game: Game, line: Sequence[str]) -> tuple[Game, list[int]]:
    """The game itself with a line played in it as far as that goes, where the others let everything pass, and how many
    options there were at each of its answers."""
    turns, options = game.table.turns, list[int]()
    for text in line:
        settle(game, turns, until=text)
        if game.over or (option := _exactly(game.decision.options, text)) is None:
            return game, options
        options.append(len(game.decision.options))
        game.answer(option)
    settle(game, turns)
    return game, options


def settle(game: Game, turns: int, *, until: str = "") -> None:
    """Have everything answered that You have no choice in, as long as the turn of that number lasts; others let pass
    what they may. It ends before an answer of the text `until`, too."""
    for _ in range(_MOST):
        if game.over or game.table.turns != turns:
            return
        decision = game.decision
        forced = len(decision.options) == 1 and goes_without_saying(decision)
        if decision.seat == YOU and (not forced or decision.options[0].text == until):
            return
        game.answer(decision.options[-1])


def _exactly(options: Sequence[Option], text: str) -> Option | None:
    return next((option for option in options if option.text == text), None)


def refuted_answers(game: Game) -> dict[str, tuple[str, ...]]:
    """The first answers that would win as soon as a certain way does, but only if nobody answers with a Surprise, and
    the names of Surprises that would stop each. Where there is too much to try to tell, the rest is left out."""
    search, kindly, root = search_for(game), search_for(game, kind=True), start_of(game.table)
    found = dict[str, tuple[str, ...]]()
    with contextlib.suppress(TooLarge):
        left = search.value(root) - cost(root.table)
        for index, outcomes in search.answers(root):
            if kindly.worth(outcomes, left) < LOST <= search.worth(outcomes) and search.worth(outcomes, LONGER) >= LOST:
                child = next(child for child in outcomes if search.value(child, LONGER) >= LOST)
                names = dict.fromkeys(game.deck.cards[card].name for card in search.refuted_by(child, kindly))
                if names:
                    found[game.decision.options[index].text] = tuple(names)
    return found


# --- files ------------------------------------------------------------------------------------------------------------
def read_puzzles(path: Path) -> tuple[dict[str, Any], list[Puzzle]]:
    """How the puzzles of a file were found, and the puzzles. Raises ScenarioError that names the file and the line."""
    try:
        rows = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScenarioError(f"{path}: is not UTF-8 text") from error
    if not rows:
        raise ScenarioError(f"{path}: is empty; the first line says how the puzzles were found")
    head, *puzzles = [_row(row, f"{path}:{number}") for number, row in enumerate(rows, 1)]
    return head, [_puzzle(row, f"{path}:{number}") for number, row in enumerate(puzzles, 2)]


def puzzles_in(path: Path) -> list[Puzzle]:
    """The puzzles of a file of them, or the one of a file that holds one alone. Raises ScenarioError."""
    try:
        text = path.read_text(encoding="utf-8") if path.stat().st_size <= _LONGEST else ""
        alone = json.loads(text)
    except (OSError, ValueError, RecursionError):
        return read_puzzles(path)[1]
    return [_puzzle(alone, str(path))] if isinstance(alone, dict) and "table" in alone else read_puzzles(path)[1]


def _row(text: str, where: str) -> dict[str, Any]:
    try:
        if len(text) > _LONGEST:
            raise ValueError("too long")
        row = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ScenarioError(f"{where}: this is not a puzzle in JSON: {error}") from error
    if not isinstance(row, dict):
        raise ScenarioError(f"{where}: keys and values are needed")
    return row


def _puzzle(row: dict[str, Any], where: str) -> Puzzle:
    if not _is_plain(row):
        raise ScenarioError(f"{where}: this is not a puzzle: there are control characters in it")
    try:
        lists = {key: tuple(map(str, row[key])) for key in ("deck", "seats", "line")}
        refuted = {str(key): tuple(map(str, value)) for key, value in row.get("refuted", {}).items()}
        puzzle = Puzzle(**{**row, **lists, "refuted": refuted})
        fits = (
            puzzle.grade in GRADES and puzzle.kind in TASKS and isinstance(puzzle.table, dict) and YOU in puzzle.seats
        )
        named = all(isinstance(text, str) and text.strip() for text in (row["id"], row["title"]))
    except (TypeError, KeyError, AttributeError) as error:
        raise ScenarioError(f"{where}: this is not a puzzle: {error}") from error
    if not fits:
        raise ScenarioError(f"{where}: this is not a puzzle: its kind, grade, table or seats are wrong")
    if not named:
        raise ScenarioError(f"{where}: this is not a puzzle: an id and a title are needed, both as text")
    if any(type(number) is not int for number in (puzzle.grade, puzzle.length, puzzle.ways, puzzle.nodes)):
        raise ScenarioError(f"{where}: this is not a puzzle: grade, length, ways and nodes have to be numbers")
    return puzzle


def _is_plain(value: object) -> bool:
    """Whether no text in a value has characters that would steer a terminal or hide what is written."""
    if isinstance(value, str):
        return not any(category(letter).startswith("C") for letter in value)
    if isinstance(value, Mapping):
        return all(_is_plain(part) for row in value.items() for part in row)
    return not isinstance(value, list) or all(map(_is_plain, value))


def write_puzzles(path: Path, head: Mapping[str, Any], puzzles: Sequence[Puzzle]) -> None:
    """Write a file of puzzles, whole or not at all. Raises ChangelingError where it cannot be written."""
    beside = path.with_name(f"{path.name}.new")
    try:
        beside.write_text("\n".join([json.dumps(dict(head)), *map(str, puzzles)]) + "\n", encoding="utf-8")
        beside.replace(path)
    except OSError as error:
        raise ChangelingError(f"{path} cannot be written: {error.strerror}") from error


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, Puzzle]:
    """The puzzles that come with the program, by name, in the order of their grades."""
    found = [puzzle for file in sorted(FOLDER.glob("*.jsonl")) for puzzle in read_puzzles(file)[1]]
    return {puzzle.id: puzzle for puzzle in sorted(found, key=lambda one: (one.grade, one.id))}


def of_the_day(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody: easier ones at the beginning of a week."""
    grade = GRADES[min(day.weekday(), len(GRADES) - 1)]
    choice = [puzzle for puzzle in shipped().values() if puzzle.grade == grade] or list(shipped().values())
    if not choice:
        raise ChangelingError("there are no puzzles in this installation")
    return min(choice, key=lambda puzzle: hashlib.sha256(f"{day.isoformat()}/{puzzle.id}".encode()).digest())
