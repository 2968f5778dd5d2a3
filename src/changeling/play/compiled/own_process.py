"""Another process of the same program: the same Python, which finds the same packages."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import changeling


def command(program: str) -> list[str] | None:
    """What runs a text in another process; nothing where this one is a program that was made of Python, and would only
    begin once more. Nothing is taken from the folder that it is run in."""
    if not sys.executable or getattr(sys, "frozen", False):
        return None
    return [sys.executable, "-P", "-c", program]


def environment() -> dict[str, str]:
    """The environment, in which packages are found where this process found them."""
    own, folders = str(Path(changeling.__file__).parents[1]), [*filter(None, sys.path)]
    if own not in folders:
        folders.insert(0, own)
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}
