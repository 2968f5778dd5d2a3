"""Scenarios: from this table, do this, and this must hold. Strict: an unscripted question fails, and so does an
unasked step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from changeling.cards import words as w
from changeling.engine.layout import ALL_LOST
from changeling.engine.view import titles
from changeling.errors import ChangelingError, EngineFault, ScenarioError
from changeling.play.game import Game

KEYS = ("scenario", "proves", "cards", "deck", "seats", "table", "play", "people", "holiday", "seed")
SEATED = {"hand": w.HAND, "keepers": w.KEEPERS, "creepers": w.CREEPERS}
SHARED = {"rules": w.RULES, "goals": w.GOALS, "meta": w.METAS}
PILES = {"discard": w.DISCARD, "pile": w.PILE}
NUMBERS = {"draws": w.DRAWS, "plays": w.PLAYS, "hand_limit": w.HAND_LIMIT, "keeper_limit": w.KEEPER_LIMIT}


@dataclass(frozen=True, slots=True)
class Scenario:
    """One scenario of a file, not yet run."""

    title: str
    proves: tuple[str, ...]
    cards: tuple[str, ...]
    values: Mapping[str, Any]
    file: str

    @property
    def deck(self) -> str:
        """The deck's name."""
        deck = self.values.get("deck", "")
        return deck if isinstance(deck, str) else "+".join(map(str, deck))


class Failed(Exception):
    """The scenario does not hold; the message says where and how."""


def read_scenarios(path: Path, *, ours: bool = False) -> list[Scenario]:
    """The scenarios of a YAML file. Raises ScenarioError that names the file and what is wrong.

    `ours`: a file of this project, read many times faster by libyaml, which dies of text that is nested very deeply.
    """
    import yaml

    try:
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader) if ours else yaml.SafeLoader
        rows = yaml.load(path.read_text(encoding="utf-8"), loader)
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScenarioError(f"{path}: is not UTF-8 text") from error
    except yaml.YAMLError as error:
        raise ScenarioError(f"{path}: this is not YAML: {' '.join(str(error).split())}") from error
    except RecursionError as error:
        raise ScenarioError(f"{path}: nested too deeply") from error
    if not isinstance(rows, list):
        raise ScenarioError(f"{path}: a list of scenarios is needed, each beginning with '- scenario: TITLE'")
    return [_scenario(row, number, str(path)) for number, row in enumerate(rows, 1)]


def _scenario(row: object, number: int, file: str) -> Scenario:
    where = f"{file}: scenario {number}"
    if not isinstance(row, Mapping):
        raise ScenarioError(f"{where}: keys and values are needed, not {row!r}")
    for key in row:
        if key not in KEYS:
            raise ScenarioError(f"{where}: '{key}' is not a key of a scenario; the keys are {', '.join(KEYS)}")
    if not isinstance(row.get("scenario"), str):
        raise ScenarioError(f"{where}: 'scenario' should be its title")
    if not isinstance(row.get("play", []), list):
        raise ScenarioError(f"{where}: 'play' should be a list of steps")
    return Scenario(row["scenario"], _names(row, "proves", where), _names(row, "cards", where), row, file)


def _names(row: Mapping[str, Any], key: str, where: str) -> tuple[str, ...]:
    value = row.get(key) or []
    if not isinstance(value, list):
        raise ScenarioError(f"{where}: '{key}' should be a list")
    return tuple(map(str, value))


def run_scenario(scenario: Scenario) -> None:
    """Run a scenario. Raises Failed, with what was expected and what was found, when it does not hold."""
    values = {"table": {}, **{key: value for key, value in scenario.values.items() if value is not None}}
    try:
        game = Game.from_values(values, folder=Path(scenario.file).parent)
        for number, step in enumerate(scenario.values.get("play") or [], 1):
            _step(game, step, f"step {number}")
    except (ChangelingError, EngineFault) as error:
        raise Failed(str(error)) from error


def _step(game: Game, step: object, where: str) -> None:
    if not isinstance(step, Mapping) or len(step) != 1:
        raise Failed(f"{where}: 'SEAT: ANSWER' or 'expect: ...' is needed, not {step!r}")
    ((who, what),) = step.items()
    if who == "expect":
        if not isinstance(what, Mapping):
            raise Failed(f"{where}: expect: keys and values are needed, not {what!r}")
        wrong = list(_unmet(game, what))
        if wrong:
            raise Failed(f"{where}: " + "; ".join(wrong))
        return
    answer = {True: "yes", False: "no"}.get(what, str(what)) if isinstance(what, bool) else str(what)
    while True:
        if game.over:
            raise Failed(f"{where}: '{who}: {answer}', but the game is over ({_winner(game)})")
        decision = game.decision
        option = decision.find(answer) if decision.seat == who else None
        if option is not None:
            game.answer(option)
            return
        if len(decision.options) != 1:
            raise Failed(f"{where}: '{who}: {answer}' does not fit. {decision}")
        game.answer(0)


def _unmet(game: Game, expect: Mapping[str, Any]) -> Iterator[str]:
    """What is expected and does not hold."""
    for key, wanted in expect.items():
        if key in SEATED:
            yield from _seated(game, key, wanted)
        elif key in SHARED:
            found = list(titles(game.deck, game.table, SHARED[key]))
            if sorted(_list(wanted)) != sorted(found):
                yield f"{key}: expected {wanted}, found {found}"
        elif key in ("attached", "sealed"):
            pairs = dict(getattr(game.view(game.turn), key))
            if not isinstance(wanted, Mapping) or {str(k): str(v) for k, v in wanted.items()} != pairs:
                yield f"{key}: expected {wanted}, found {pairs}"
        elif key in PILES:
            yield from _pile(game, key, wanted)
        elif key in ("options", "offers", "offers_not"):
            yield from _options(game, key, _list(wanted))
        elif key == "why":
            yield from _why(game, str(wanted))
        elif key == "doom":
            yield from _doom(game, wanted)
        else:
            known = _simple(game)
            if key not in known:
                names = ", ".join(
                    (
                        *SEATED,
                        *SHARED,
                        *PILES,
                        *known,
                        "attached",
                        "sealed",
                        "options",
                        "offers",
                        "offers_not",
                        "doom",
                        "why",
                    )
                )
                yield f"'{key}' cannot be expected; these can: {names}"
            elif str(wanted) != known[key]:
                yield f"{key}: expected {wanted}, found {known[key]}"


def _simple(game: Game) -> dict[str, str]:
    """The expectations that are one word each."""
    t = game.table
    known = {
        "turn": game.turn,
        "asked": "nobody" if game.over else game.decision.seat,
        "drawn": str(t.drawn),
        "played": str(t.played),
        "winner": _winner(game),
    }
    for key, static in NUMBERS.items():
        value = t.force[t.turn * w.N_STATICS + static]
        known[key] = str(value) if value < w.ALL else "all" if key in ("plays", "draws") else "none"
    return known


def _winner(game: Game) -> str:
    if game.winner:
        return game.winner
    return "all-lose" if game.table.outcome == ALL_LOST else "nobody"


def _list(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else [] if value is None else [str(value)]


def _seated(game: Game, key: str, wanted: object) -> Iterator[str]:
    if not isinstance(wanted, Mapping):
        yield f"{key}: cards or a number by seat are needed, not {wanted!r}"
        return
    for name, cards in wanted.items():
        if name not in game.seats:
            yield f"{key}: '{name}' is not a seat"
            continue
        found = list(titles(game.deck, game.table, SEATED[key] + game.seats.index(name)))
        if isinstance(cards, int) and not isinstance(cards, bool):
            if len(found) != cards:
                yield f"{key} of {name}: expected {cards}, found {len(found)}: {found}"
        elif sorted(_list(cards)) != sorted(found):
            yield f"{key} of {name}: expected {cards}, found {found}"


def _pile(game: Game, key: str, wanted: object) -> Iterator[str]:
    found = list(titles(game.deck, game.table, PILES[key]))
    if isinstance(wanted, int) and not isinstance(wanted, bool):
        if len(found) != wanted:
            yield f"{key}: expected {wanted}, found {len(found)}: {found[:8]}"
    elif _list(wanted) != found[: len(_list(wanted))] or (not _list(wanted) and found):
        yield f"{key}: expected {wanted} on top, found {found[:8]}"


def _options(game: Game, key: str, wanted: list[str]) -> Iterator[str]:
    if game.over:
        yield f"{key}: the game is over, nothing is offered"
        return
    decision = game.decision
    found = {answer: decision.find(answer) for answer in wanted}
    if key == "offers_not":
        yield from (f"offers_not: {answer} is offered" for answer, option in found.items() if option is not None)
        return
    yield from (f"{key}: {answer} is not offered. {decision}" for answer, option in found.items() if option is None)
    extra = [option.text for option in decision.options if option not in found.values()]
    if key == "options" and extra:
        yield f"options: also offered: {', '.join(extra)}"


def _doom(game: Game, wanted: object) -> Iterator[str]:
    if not isinstance(wanted, Mapping):
        yield f"doom: a number by seat, and `table`, are needed, not {wanted!r}"
        return
    counts = {seat.name: seat.doom for seat in game.view(game.turn).seats}
    counts["table"] = sum(counts.values())
    for name, number in wanted.items():
        if counts.get(name) != number:
            yield f"doom: {name}: expected {number}, found {counts.get(name, 'no such seat')}"


def _why(game: Game, wanted: str) -> Iterator[str]:
    moved = [event for event in game.events if event.moved]
    if not moved:
        yield "why: nothing has moved yet"
    elif not moved[-1].cites(wanted):
        yield f"why: expected {wanted}, found: {moved[-1]}"
