"""Lessons as text: a few positions, each with a sentence or two, something to do, and the ways people usually miss it.

A lesson is one YAML file; its name gives its place in the row. A step of it has the keys of a scenario's position
(`deck`, `seats`, `table`, ...) and besides:

    says    a sentence or two on what is to be learned
    task    what to do
    play    the intended way: steps as in a scenario
    also    further ways that are as good, a list of such lists
    aim     what then holds: the keys of a scenario's `expect`
    well    what is said once it holds
    why     what `why` is asked when somebody goes astray; else why the player does not win yet
    slips   the usual wrong ways: each with `play`, `says`, `why`, and `because`: what the answer to that rests on
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from changeling.errors import NotationError, ScenarioError
from changeling.play.game import Game
from changeling.proofs.expectations import listed
from changeling.record.plain_yaml import plain_yaml

YOU: Final = "You"  # whoever learns sits in the seat of this name
FOLDER: Final = Path(__file__).with_name("lessons")
_LESSON: Final = ("lesson", "about", "steps")
_POSITION: Final = ("deck", "seats", "table", "people", "holiday", "moment", "seed")
_TEXTS: Final = ("says", "task", "well")
_STEP: Final = (*_POSITION, *_TEXTS, "play", "also", "aim", "why", "slips")
_SLIP: Final = ("play", "says", "why", "because")


@dataclass(frozen=True, slots=True)
class Slip:
    """A usual wrong way, and what is answered to it."""

    way: tuple[object, ...]
    says: str
    why: str
    because: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One position of a lesson with something to do."""

    says: str
    task: str
    well: str
    why: str
    position: Mapping[str, Any]
    ways: tuple[tuple[object, ...], ...]  # the intended way first
    aim: Mapping[str, Any]
    slips: tuple[Slip, ...]
    folder: Path

    def game(self) -> Game:
        """The position as a game. Raises NotationError and others that say what is wrong with it."""
        return Game.from_values(self.position, folder=self.folder)


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson: its name is that of its file, without the number."""

    name: str
    title: str
    about: str
    steps: tuple[Step, ...]

    def broken(self, number: int, error: Exception) -> ScenarioError:
        """That a step cannot be played, of which lesson it is, and why."""
        return ScenarioError(f"lesson {self.title}, step {number}: {error}")


def lessons(folder: Path = FOLDER) -> tuple[Lesson, ...]:
    """The lessons of a folder, in the order of their files' names."""
    return tuple(read_lesson(file) for file in sorted(folder.glob("*.yaml")))


def read_lesson(path: Path) -> Lesson:
    """The lesson of a file. Raises ScenarioError that names the file and what is wrong with its form."""
    try:
        values = plain_yaml(path.read_text(encoding="utf-8-sig"))
        return _lesson(values, path)
    except OSError as error:
        raise ScenarioError(f"{path}: cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise ScenarioError(f"{path}: is not UTF-8 text") from error
    except NotationError as error:
        raise ScenarioError(f"{path}: {error}") from error


def _lesson(values: object, path: Path) -> Lesson:
    row = _mapping(values, "a lesson", _LESSON)
    steps = _list(row.get("steps"), "steps")
    if not steps:
        raise NotationError("steps: a lesson needs one at least")
    name = path.stem.lstrip("0123456789").lstrip("-") or path.stem
    read = tuple(_step(step, f"step {number}", path.parent) for number, step in enumerate(steps, 1))
    return Lesson(name, _text(row, "lesson", "a lesson"), _text(row, "about", "a lesson"), read)


def _step(values: object, where: str, folder: Path) -> Step:
    row = _mapping(values, where, _STEP)
    position = {key: row[key] for key in _POSITION if row.get(key) is not None}
    if YOU not in listed(row.get("seats")):
        raise NotationError(f"{where}: seats: one of them has to be '{YOU}'")
    ways = [_list(row.get("play"), f"{where}: play")]
    ways += [_list(way, f"{where}: also") for way in _list(row.get("also"), f"{where}: also")]
    if not all(ways):
        raise NotationError(f"{where}: play: the intended way is missing")
    if not row.get("aim"):
        raise NotationError(f"{where}: aim: what should hold is missing")
    slips = _list(row.get("slips"), f"{where}: slips")
    return Step(
        says=_text(row, "says", where),
        task=_text(row, "task", where),
        well=_text(row, "well", where),
        why=str(row.get("why") or YOU),
        position=position,
        ways=tuple(map(tuple, ways)),
        aim=_mapping(row["aim"], f"{where}: aim"),
        slips=tuple(_slip(slip, f"{where}: slip {number}") for number, slip in enumerate(slips, 1)),
        folder=folder,
    )


def _slip(values: object, where: str) -> Slip:
    row = _mapping(values, where, _SLIP)
    way = tuple(_list(row.get("play"), f"{where}: play"))
    if not way:
        raise NotationError(f"{where}: play: the wrong way is missing")
    return Slip(way, _text(row, "says", where), str(row.get("why") or YOU), tuple(listed(row.get("because"))))


def _mapping(values: object, where: str, keys: Sequence[str] = ()) -> Mapping[str, Any]:
    if not isinstance(values, Mapping):
        raise NotationError(f"{where}: keys and values are needed, not {values!r}")
    unknown = [key for key in values if keys and key not in keys]
    if unknown:
        raise NotationError(f"{where}: '{unknown[0]}' is not a key here; the keys are {', '.join(keys)}")
    return values


def _list(value: object, where: str) -> list[object]:
    if value is None:
        return []
    if not isinstance(value, list):
        raise NotationError(f"{where}: a list is needed, not {value!r}")
    return value


def _text(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key)
    if not isinstance(value, str) or not value.strip():
        raise NotationError(f"{where}: {key}: a sentence is needed, not {value!r}")
    return " ".join(value.split())
