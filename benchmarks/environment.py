"""The peers' own environment, `.venv-bench`: made when it is not there, made up to date when the pins have changed."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".venv-bench"
PINS = ROOT / "benchmarks" / "requirements.txt"


def ready() -> Path:
    """The environment's Python, with everything installed that can be installed here."""
    python = FOLDER / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
    stamp = FOLDER / "pins.txt"
    pins = PINS.read_text(encoding="utf-8")
    if python.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == pins:
        return python
    print("Installing the peers into .venv-bench; this happens once and takes a few minutes.", file=sys.stderr)
    subprocess.run([sys.executable, "-m", "venv", "--clear", str(FOLDER)], check=True)
    if not _installed(python, ["-r", str(PINS)]):
        # One package that does not exist for this system must not cost us all the others.
        for pin in pins_in(pins.splitlines()):
            if not _installed(python, [pin]):
                print(f"Cannot be installed here: {pin}", file=sys.stderr)
    stamp.write_text(pins, encoding="utf-8")
    return python


def pins_in(lines: Iterable[str]) -> list[str]:
    """The pinned packages of a requirements file, without comments and empty lines."""
    bare = (line.partition("#")[0].strip() for line in lines)
    return [pin for pin in bare if pin]


def _installed(python: Path, what: list[str]) -> bool:
    quiet = ["--quiet", "--disable-pip-version-check"]
    return subprocess.run([str(python), "-m", "pip", "install", *quiet, *what], check=False).returncode == 0
