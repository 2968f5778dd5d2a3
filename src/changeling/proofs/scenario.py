"""Scenarios: from this table, do this, and this must hold. Strict: an unscripted question fails, and so does an
unasked step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from changeling.engine.seen.questions.decision import WINDOW
from changeling.errors import ChangelingError, EngineFault, NotationError, ScenarioError
from changeling.play.game import Game
from changeling.proofs.expectations import answer_text, find_option, listed, outcome, unmet
from changeling.record.plain_yaml import plain_yaml

KEYS = ("scenario", "proves", "cards", "deck", "seats", "table", "play", "people", "holiday", "moment", "seed")


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file, not yet run."""

    title: str
    proves: tuple[str, ...]
    cards: tuple[str, ...]
    values: Mapping[str, Any]
    file: str
    wrong: str = ""  # what keeps it from being run

    @property
    def deck(self) -> str:
        """The deck's name."""
        deck = self.values.get("deck", "")
        return deck if isinstance(deck, str) else "+".join(map(str, deck))


class Failed(Exception):
    """The scenario does not hold; the message says where and how."""


def need_yaml() -> None:
    """Raise ScenarioError that says what to install, where scenarios cannot be read at all."""
    try:
        import yaml  # noqa: F401  # it is only tried
    except ImportError as error:
        raise ScenarioError("reading scenarios needs PyYAML: pip install 'changeling[play]'") from error


def read_scenarios(path: Path, *, ours: bool = False) -> list[Scenario]:
    """The scenarios of a YAML file. Raises ScenarioError that names the file and what is wrong with it; what is wrong
    with one scenario fails that one only, when it is run.

    `ours`: a file of this project, read many times faster by libyaml, which dies of text that is nested very deeply.
    """
    need_yaml()
    import yaml

    if path.is_dir():
        raise ScenarioError(f"{path}: no file of this folder ends in .yaml or .yml")
    try:
        text = path.read_text(encoding="utf-8-sig")
        rows = yaml.load(text, getattr(yaml, "CSafeLoader", yaml.SafeLoader)) if ours else plain_yaml(text)
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScenarioError(f"{path}: is not UTF-8 text") from error
    except yaml.YAMLError as error:
        raise ScenarioError(f"{path}: this is not YAML: {' '.join(str(error).split())}") from error
    except NotationError as error:
        raise ScenarioError(f"{path}: {error}") from error
    if not isinstance(rows, list):
        raise ScenarioError(f"{path}: a list of scenarios is needed, each beginning with '- scenario: TITLE'")
    return [_scenario(row, number, str(path)) for number, row in enumerate(rows, 1)]


def _scenario(row: object, number: int, file: str) -> Scenario:
    title = f"scenario {number}"
    if not isinstance(row, Mapping):
        return Scenario(title, (), (), {}, file, f"keys and values are needed, not {row!r}")
    if isinstance(row.get("scenario"), str):
        title = row["scenario"]
    proves, cards = (tuple(listed(row.get(key))) for key in ("proves", "cards"))
    return Scenario(title, proves, cards, row, file, next(_wrong(row), ""))


def _wrong(row: Mapping[str, Any]) -> Iterator[str]:
    """What is wrong with the form of a scenario."""
    for key in row:
        if key not in KEYS:
            yield f"'{key}' is not a key of a scenario; the keys are {', '.join(KEYS)}"
    if not isinstance(row.get("scenario"), str):
        yield "'scenario' should be its title"
    if not isinstance(row.get("play") or [], list):
        yield "'play' should be a list of steps"
    for key in ("proves", "cards"):
        if isinstance(row.get(key), Mapping):
            yield f"'{key}' should be a list"


def run_scenario(scenario: Scenario) -> None:
    """Run a scenario. Raises Failed, with what was expected and what was found, when it does not hold."""
    if scenario.wrong:
        raise Failed(scenario.wrong)
    values = {"table": {}, **_given(scenario.values)}
    if isinstance(values["table"], Mapping):
        values["table"] = _given(values["table"])
    try:
        game = Game.from_values(values, folder=Path(scenario.file).parent)
        play_steps(game, scenario.values.get("play") or [])
    except (ChangelingError, EngineFault) as error:
        raise Failed(str(error)) from error


def _given(values: Mapping[str, Any]) -> dict[str, Any]:
    """The keys that have something behind them."""
    return {key: value for key, value in values.items() if value is not None}


def play_steps(game: Game, steps: Sequence[object]) -> None:
    """Carry out steps of a scenario. Raises Failed, with the number of the step that does not fit or hold."""
    for number, step in enumerate(steps, 1):
        _step(game, step, f"step {number}")


def _step(game: Game, step: object, where: str) -> None:
    if not isinstance(step, Mapping) or len(step) != 1:
        raise Failed(f"{where}: 'SEAT: ANSWER' or 'expect: ...' is needed, not {step!r}")
    ((who, what),) = step.items()
    if who == "expect":
        if not isinstance(what, Mapping):
            raise Failed(f"{where}: expect: keys and values are needed, not {what!r}")
        _expect(game, what, where)
        return
    answer = answer_text(what)
    while True:
        if game.over:
            raise Failed(f"{where}: '{who}: {answer}', but the game is over ({outcome(game)})")
        decision = game.decision
        option = find_option(decision, answer) if decision.seat == str(who) else None
        if option is not None:
            game.answer(option)
            return
        if len(decision.options) != 1 and not _only_uses(game):
            raise Failed(f"{where}: '{who}: {answer}' does not fit. {decision}")
        game.answer(decision.options[-1])


def _expect(game: Game, expected: Mapping[str, Any], where: str) -> None:
    """Check a table as it stands. What could be used off turn and is not written down is not used: where the table does
    not fit, it is looked at again after such an offer has passed."""
    wrong = list(unmet(game, expected))
    while wrong and _only_uses(game):
        ahead = game.copy()
        while _only_uses(ahead):
            ahead.answer(ahead.decision.options[-1])
        if list(unmet(ahead, expected)):
            break
        game.answer(game.decision.options[-1])
        wrong = list(unmet(game, expected))
    if wrong:
        raise Failed(f"{where}: " + "; ".join(wrong))


def _only_uses(game: Game) -> bool:
    """Whether somebody whose turn it is not is offered a free action, and nothing else (C-R115)."""
    return not game.over and game.decision.about == WINDOW and game.decision.options[0].sort == "use"
