"""Simulates every edition and a mix, and writes a report on each; what is worth keeping goes into docs.

python docs/reports.py --games 100000 [--folder build/reports] [--on ray]

The runs and the full pages stay in the folder, where a run that is there is gone on with. Into docs go `reports.md`,
with what each report says in short, and a picture of each edition's Goals.
"""

import argparse
import re
import sys
from pathlib import Path

from changeling.decks.shelf import editions
from changeling.lab import report_command
from changeling.lab.report import pictures
from changeling.lab.report.measures import Measures, measure, verdict
from changeling.lab.report_command import in_short, report_page
from changeling.lab.runs.manifest import plan_run
from changeling.lab.runs.run import Run
from changeling.lab.simulation import play_run

DOCS = Path(__file__).parent
MIX = "fluxx-4+cthulhu"
_HEAD = """# What the games say

Four greedy bots played {games:,} games of each edition and of a mix; `make reports` plays them again and makes the full
page of each, with every card, in `build/reports`. How to do that for a deck of your own, and what is measured:
[simulate games](how-to/simulate.md). The bots are no people: a card may be worth more or less among those who bluff.
"""


def goals_picture(m: Measures) -> str:
    """The picture of the Goals, on white, as it stands in the docs."""
    rows: list[dict[str, object]] = []
    for row in m.goals.rows(named=True):
        if row["share"] is not None:
            found = verdict(row["share"], row["low"], row["high"], row["even"])
            rows.append(
                {"label": row["name"], "value": row["share"], "low": row["low"], "high": row["high"], "verdict": found}
            )
    drawn = pictures.dots(rows, "share of games won", even=1 / int(m.goals["cards"].sum()))
    return re.sub(r"(<svg [^>]*>)", r'\1<rect width="100%" height="100%" fill="white"/>', drawn, count=1) + "\n"


def section(run: Run, name: str) -> str:
    """What the docs keep of a report: what it says in short; its picture is written beside."""
    m = measure(run)
    picture = DOCS / "images" / "reports" / f"{name}-goals.svg"
    picture.parent.mkdir(parents=True, exist_ok=True)
    picture.write_text(goals_picture(m), encoding="utf-8")
    title = run.manifest.deck.title
    said = "\n".join(f"- {each}" for each in in_short(m))
    caption = f"{title}: share of games won by each Goal; the dashed line is even"
    return f"## {title}\n\n{said}\n\n![{caption}](images/reports/{picture.name})\n"


def main() -> int:
    """Play, report, and bring docs/reports.md up to date."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--folder", default="build/reports")
    parser.add_argument("--on", default=None)
    args = parser.parse_args()
    parts = [_HEAD.format(games=args.games)]
    for deck in (*editions(), MIX):
        name = deck.replace("+", "-")
        folder = Path(args.folder) / name
        wanted = plan_run(deck, seats=4, bots="greedy", games=args.games, seed=1)
        run = play_run(folder, wanted, resume=True, on=args.on)
        (folder / report_command.NAME).write_text(report_page(run), encoding="utf-8")
        parts.append(section(run, name))
        print(f"{folder / report_command.NAME} written", flush=True)
    (DOCS / "reports.md").write_text("\n".join(parts), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
