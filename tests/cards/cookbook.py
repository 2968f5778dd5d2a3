"""The cards of the pages of the cookbook, for tests."""

from __future__ import annotations

import re
from pathlib import Path


def cards_on(page: Path, folder: Path) -> list[str]:
    """The cards of a page, one of each, each block of them in a file."""
    files = []
    for number, text in enumerate(re.findall(r"```cards[^\n]*\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)):
        files.append(str(folder / f"{number}.cards"))
        Path(files[-1]).write_text(re.sub(r" x\d+$", "", text, flags=re.MULTILINE), encoding="utf-8")
    return files
