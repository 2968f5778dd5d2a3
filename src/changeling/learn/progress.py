"""What somebody has learned and solved, kept in a small file on this device."""

from __future__ import annotations

import contextlib
import json
import os
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

_MOST: Final = 1_000_000  # bytes of a file that is read


@dataclass(frozen=True, slots=True)
class Progress:
    """Lessons by name with the steps done, puzzles solved, and the days in a row on which the puzzle of the day was."""

    lessons: Mapping[str, int] = field(default_factory=dict)
    solved: tuple[str, ...] = ()
    streak: int = 0
    last_day: str = ""

    def learned(self, lesson: str, steps: int) -> Progress:
        """With that many steps of a lesson done; never fewer than before."""
        return replace(self, lessons={**self.lessons, lesson: max(steps, self.lessons.get(lesson, 0))})

    def with_puzzle(self, name: str, *, day: date | None = None) -> Progress:
        """With a puzzle solved; `day` where it is the puzzle of that day."""
        solved = self.solved if name in self.solved else (*self.solved, name)
        if day is None or self.last_day >= day.isoformat():  # a clock that was put back breaks no row
            return replace(self, solved=solved)
        kept = self.last_day == (day - timedelta(days=1)).isoformat()
        return replace(self, solved=solved, streak=self.streak + 1 if kept else 1, last_day=day.isoformat())


def place() -> Path:
    """The file on this device: under XDG_STATE_HOME, or where the system keeps such things."""
    try:
        if sys.platform == "win32":
            root = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
        else:
            root = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    except RuntimeError:  # a user without a home, for whom nothing is kept
        root = Path(os.devnull)
    return root / "changeling" / "learning.json"


def load(path: Path) -> Progress:
    """What is kept in a file; nothing where there is none, or none of ours."""
    try:
        if path.stat().st_size > _MOST:
            return Progress()
        values: Any = json.loads(path.read_text(encoding="utf-8"))
        return _progress(values)
    except (OSError, ValueError, TypeError, AttributeError, KeyError, RecursionError):
        return Progress()


def _progress(values: Any) -> Progress:
    lessons = {str(name): int(steps) for name, steps in values["lessons"].items()}
    solved = tuple(str(name) for name in values["solved"])
    return Progress(lessons, solved, int(values["streak"]), str(values["last_day"]))


def save(progress: Progress, path: Path) -> bool:
    """Write what is kept, whole or not at all; says whether it could be. A device that keeps nothing is no error."""
    beside = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        beside.write_text(json.dumps(asdict(progress), indent=1) + "\n", encoding="utf-8")
        beside.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
        return False
    return True
