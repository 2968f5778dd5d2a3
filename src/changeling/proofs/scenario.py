"""Scenarios: from this table, do this, and this must hold. Strict: an unscripted question fails, and so does an
unasked step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from changeling.engine.seen.questions.decision import WINDOW
from changeling.errors import ChangelingError, EngineFault, ScenarioError
from changeling.play.game import Game
from changeling.proofs.contradictions import contradiction
from changeling.proofs.expectations import answer_text, find_option, listed, outcome, unmet
from changeling.proofs.names import not_a_card, shown
from changeling.proofs.scenario_file import Row, rows_of
from changeling.proofs.scenario_form import known_ids, wrong_with


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file, not yet run."""

    title: str
    proves: tuple[str, ...]
    cards: tuple[str, ...]
    values: Mapping[str, Any]
    file: str
    wrong: str = ""  # what keeps it from being run
    line: int = 0  # where it begins in the file; 0 where that is not known
    lines: tuple[int, ...] = ()  # where its steps begin

    @property
    def deck(self) -> str:
        """The deck's name."""
        deck = self.values.get("deck", "")
        return deck if isinstance(deck, str) else "+".join(map(str, deck))

    @property
    def unknown(self) -> tuple[str, ...]:
        """What it says to prove that is in none of our lists of clauses and rulings."""
        return () if self.wrong else tuple(name for name in self.proves if name not in known_ids())


class Failed(Exception):
    """The scenario does not hold; the message says where and how."""


def need_yaml() -> None:
    """Raise ScenarioError that says what to install, where scenarios cannot be read at all."""
    try:
        import yaml  # noqa: F401  # it is only tried
    except ImportError as error:
        raise ScenarioError("reading scenarios needs PyYAML: pip install 'changeling[play]'") from error


def read_scenarios(path: Path) -> list[Scenario]:
    """The scenarios of a YAML file. Raises ScenarioError that names the file and what is wrong with it; what is wrong
    with one scenario fails that one only, when it is run."""
    need_yaml()
    if path.is_dir():
        raise ScenarioError(f"{path}: no file of this folder ends in .yaml or .yml")
    try:
        rows = rows_of(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScenarioError(f"{path}: is not UTF-8 text") from error
    except ScenarioError as error:
        raise ScenarioError(f"{path}: {error}") from error
    return [_scenario(row, number, str(path)) for number, row in enumerate(rows, 1)]


def _scenario(row: Row, number: int, file: str) -> Scenario:
    title = " ".join(row.title.split()) or f"scenario {number}"
    if row.wrong or not isinstance(row.value, Mapping):
        wrong = row.wrong or f"keys and values are needed, not {shown(row.value)}"
        return Scenario(title, (), (), {}, file, wrong, row.line)
    proves, cards = (tuple(listed(row.value.get(key))) for key in ("proves", "cards"))
    wrong = next(wrong_with(row.value), "")
    return Scenario(title, proves, cards, row.value, file, wrong, row.line, row.steps)


def run_scenario(scenario: Scenario) -> None:
    """Run a scenario. Raises Failed, with what was expected and what was found, when it does not hold."""
    where = f"line {scenario.line}: " if scenario.line else ""
    if scenario.wrong:
        raise Failed(where + scenario.wrong)
    values = {"table": {}, **_given(scenario.values)}
    if isinstance(values["table"], Mapping):
        values["table"] = _given(values["table"])
    try:
        game = Game.from_values(values, folder=Path(scenario.file).parent)
        if wrong := contradiction(game):
            raise Failed(f"{where}table: {wrong}")
        play_steps(game, scenario.values.get("play") or [], scenario.lines)
    except (ChangelingError, EngineFault) as error:
        raise Failed(f"{where}{error}") from error


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that have something behind them."""
    return {key: value for key, value in values.items() if value is not None}


def play_steps(game: Game, steps: Sequence[object], lines: Sequence[int] = ()) -> None:
    """Carry out steps of a scenario. Raises Failed, with the number of the step that does not fit or hold, and with its
    line, where `lines` tells those of all."""
    passed: set[str] = set()
    for number, step in enumerate(steps, 1):
        line = f" (line {lines[number - 1]})" if len(lines) == len(steps) else ""
        _step(game, step, f"step {number}{line}", passed)


def _step(game: Game, step: object, where: str, passed: set[str]) -> None:
    if not isinstance(step, Mapping) or len(step) != 1:
        raise Failed(f"{where}: 'SEAT: ANSWER' or 'expect: ...' is needed, not {shown(step)}")
    ((who, what),) = step.items()
    if who == "expect":
        if not isinstance(what, Mapping):
            raise Failed(f"{where}: expect: keys and values are needed, not {shown(what)}")
        _expect(game, what, where, passed)
        return
    if str(who) not in game.seats:
        raise Failed(f"{where}: '{who}' is not a seat; the seats are {', '.join(game.seats)}")
    if isinstance(what, list | Mapping | None):
        raise Failed(f"{where}: {who}: an answer is needed, such as 'play CARD', not {shown(what)}")
    _answer(game, str(who), answer_text(what), where, passed)


def _answer(game: Game, who: str, answer: str, where: str, passed: set[str]) -> None:
    """Give an answer, after those that were the only ones and are not written down. `passed`: who has let a window
    pass since anybody gave another answer."""
    taken: list[str] = []
    while True:
        given = f" (Answers that were the only ones were taken before: {', '.join(taken[-4:])}.)" if taken else ""
        if game.over:
            raise Failed(f"{where}: '{who}: {answer}', but the game is over ({outcome(game)}){given}")
        decision = game.decision
        option = find_option(decision, answer) if decision.seat == who else None
        if option is not None:
            if decision.about != WINDOW or option != decision.options[-1]:
                passed.clear()
            elif len(decision.options) > 1:
                passed.add(who)
            game.answer(option)
            return
        if len(decision.options) != 1 and not _lets_pass(game, passed):
            strange = "".join(f" {text}" for text in not_a_card(game.deck, answer, only_played=True))
            raise Failed(f"{where}: '{who}: {answer}' does not fit. {decision}{strange}{given}")
        game.answer(decision.options[-1])
        taken.append(f"'{decision.seat}: {decision.options[-1].text}'")


def _expect(game: Game, expected: Mapping[str, Any], where: str, passed: set[str]) -> None:
    """Check a table as it stands. What could be used off turn and is not written down is not used, and who has let a
    window pass is not asked again about the same: where the table does not fit, it is looked at again after that."""
    wrong = list(unmet(game, expected))
    while wrong and _lets_pass(game, passed):
        ahead = game.copy()
        while _lets_pass(ahead, passed):
            ahead.answer(ahead.decision.options[-1])
        if list(unmet(ahead, expected)):
            break
        game.answer(game.decision.options[-1])
        wrong = list(unmet(game, expected))
    if wrong:
        pending = "" if game.over or len(game.decision.options) > 1 else f" (not answered yet: {game.decision})"
        raise Failed(f"{where}: " + "; ".join(wrong) + pending)


def _lets_pass(game: Game, passed: set[str]) -> bool:
    """Whether somebody whose turn it is not is offered a free action and nothing else (C-R115), or is asked once more
    for a Surprise against what was let pass just now: a theft by a Surprise can be answered as either."""
    if game.over or game.decision.about != WINDOW:
        return False
    return game.decision.options[0].sort == "use" or game.decision.seat in passed
