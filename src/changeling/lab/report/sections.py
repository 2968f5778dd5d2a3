"""What stands in each section of a report: the sentences, pictures and tables made of the measures."""

from __future__ import annotations

import base64
import shlex
from html import escape
from typing import Any

import polars as pl

from changeling.decks.oddities import oddities
from changeling.decks.shelf import editions
from changeling.lab.report import pictures, words
from changeling.lab.report.measures import PARTS, SAMPLE, Measures, verdict
from changeling.lab.report.page import Section, prose, table
from changeling.lab.report.records import game_again, record_file
from changeling.lab.report.strange import Pick, longest, strangest
from changeling.lab.report.words import percent, signed
from changeling.lab.runs.manifest import Manifest, code_digest
from changeling.lab.runs.run import Run

_SHOWN = 20  # cards in a picture
_ENDS = ("from", "to")
_CARD_HEAD = (
    *("card", "kind", "drawn", "played", "won by who played", *_ENDS, "won by who had it", *_ENDS),
    *("swing", *_ENDS, "stolen", "cancelled", "turns in front"),
)


def length(m: Measures) -> Section:
    """How long games are and how they end."""
    outcomes = table(("ended", "games", "share"), ((n, f"{c:,}", percent(c / m.games)) for n, c in m.outcomes.items()))
    quantiles = [(f"{part} % are over by turn", _quantile(m.lengths, part / 100)) for part in (5, 25, 50, 75, 95, 99)]
    return Section(
        "How long games last",
        [words.length_said(m)],
        [("Turns in a game", pictures.histogram(m.lengths, "turns", "turns"))],
        [("Numbers", table(("turns", ""), quantiles) + outcomes)],
    )


def _quantile(lengths: pl.DataFrame, part: float) -> int:
    reached = lengths.filter(pl.col("games").cum_sum() >= part * int(lengths["games"].sum()))
    return int(reached["turns"][0])


def seats(m: Measures) -> Section:
    """Whether the order of play matters."""
    number = m.seats.height
    rows = m.seats.rows(named=True)
    if not sum(row["won"] for row in rows):
        return Section("The order of play", [words.seats_said(m)])
    named = [(words.place_name(row["place"], number), row) for row in rows]
    shown = [_dot(name, row, 1 / number) for name, row in named]
    numbers = table(
        ("place", "won", "share", "from", "to"),
        ((name, f"{row['won']:,}", *_interval(row)) for name, row in named),
    )
    picture = pictures.dots(shown, "share of games won", even=1 / number)
    return Section(
        "The order of play", [words.seats_said(m)], [("Games won by place", picture)], [("Numbers", numbers)]
    )


def _dot(label: str, row: dict[str, Any], even: float, prefix: str = "") -> dict[str, object]:
    share, low, high = row[f"{prefix}share"], row[f"{prefix}low"], row[f"{prefix}high"]
    return {"label": label, "value": share, "low": low, "high": high, "verdict": verdict(share, low, high, even)}


def _interval(row: dict[str, Any], prefix: str = "") -> tuple[str, str, str]:
    return tuple(percent(row[f"{prefix}{end}"]) for end in ("share", "low", "high"))  # type: ignore[return-value]


def goals(m: Measures) -> Section:
    """Which Goals win."""
    rows = [row for row in m.goals.rows(named=True) if row["share"] is not None]
    if not rows:
        return Section("Winning Goals", ["No game was won by a Goal."])
    even = 1 / int(m.goals["cards"].sum())
    said = words.goals_said(m) or ["No Goal wins surely more than two and a half times its even share."]
    said += words.won_otherwise(m)
    numbers = table(
        ("Goal", "copies", "won", "share", "from", "to", "even", "times even"),
        (
            (row["name"], row["cards"], f"{row['won']:,}", *_interval(row), percent(row["even"]), f"{row['times']:.2f}")
            for row in rows
        ),
    )
    picture = pictures.dots([_dot(row["name"], row, row["even"]) for row in rows], "share of games won", even=even)
    return Section(
        "Winning Goals", said, [("Games won by Goal; the dashed line is even", picture)], [("Numbers", numbers)]
    )


def cards(m: Measures, seats: int) -> Section:
    """What each card does for who plays it or has it."""
    rows = [row for row in m.cards.rows(named=True) if row["kind"] not in ("basic", "meta") and row["games"]]
    said = words.cards_said(m, "played") + words.cards_said(m, "held")
    figures = []
    for what, caption in (("played", "Games won by who played the card"), ("held", "Games won by who had the card")):
        if shown := extremes(rows, f"{what}_", f"{what}_share", f"{what}_even"):
            dots = [_dot(row["name"], row, row[f"{what}_even"], f"{what}_") for row in shown]
            figures.append((caption, pictures.dots(dots, "share of games won", even=1 / seats)))
    if shown := extremes(rows, "swing_", "swing_mean", None):
        dots = [_swing(row) for row in shown]
        caption = "How a play changes the player's chance to win"
        figures.append((caption, pictures.dots(dots, "change of chances", even=0.0, signed=True)))
    numbers = table(_CARD_HEAD, (_card_row(row) for row in sorted(rows, key=lambda row: str(row["name"]))))
    note = "These are who won, not why: a card that good players keep for the end looks strong."
    return Section(
        "Every card",
        [*(said or ["No card surely helps or harms who plays or has it."]), note],
        figures,
        [("All cards", numbers)],
    )


def extremes(rows: list[dict[str, Any]], prefix: str, value: str, even: str | None) -> list[dict[str, Any]]:
    """The rows that are surely farthest from even, the highest first. Those of which nothing is sure fill what room is
    left: a card that was played three times may be far from even by luck."""
    some = [row for row in rows if row[value] is not None]

    def surely_off(row: dict[str, Any]) -> tuple[float, float]:
        middle = row[even] if even else 0.0
        return max(row[f"{prefix}low"] - middle, middle - row[f"{prefix}high"]), abs(row[value] - middle)

    far = sorted(some, key=surely_off, reverse=True)[:_SHOWN]
    return sorted(far, key=lambda row: -row[value])


def _swing(row: dict[str, Any]) -> dict[str, object]:
    mean, low, high = (row[f"swing_{end}"] for end in ("mean", "low", "high"))
    return {"label": row["name"], "value": mean, "low": low, "high": high, "verdict": verdict(mean, low, high, 0.0)}


def _card_row(row: dict[str, Any]) -> tuple[object, ...]:
    return (
        row["name"] + (f" (x{row['copies']})" if row["copies"] > 1 else ""),
        row["kind"],
        f"{row['drawn']:,}",
        f"{row['played']:,}",
        *_interval(row, "played_"),
        *_interval(row, "held_"),
        *(signed(row[f"swing_{end}"]) for end in ("mean", "low", "high")),
        f"{row['stolen']:,}",
        f"{row['cancelled']:,}",
        f"{row['front']:,}",
    )


def own(run: Run, m: Measures) -> Section | None:
    """The cards of one's own among those of editions, where a deck has both."""
    official = m.cards["edition"].is_in(list(editions())) | m.cards["kind"].is_in(["basic", "meta"])
    mine = m.cards.filter(~official)
    if not mine.height or mine.height == m.cards.filter(~m.cards["kind"].is_in(["basic", "meta"])).height:
        return None
    seats = run.manifest.seats
    section = Section("Your own cards", words.own_said(m, set(mine["name"])))
    for what, kinds, caption in (
        ("held", ("keeper", "creeper"), "Games won by who had the card"),
        ("played", ("goal", "ungoal", "rule", "action", "surprise"), "Games won by who played the card"),
    ):
        rows = [row for row in mine.rows(named=True) if row["kind"] in kinds and row[f"{what}_share"] is not None]
        rows.sort(key=lambda row: -row[f"{what}_share"])
        if rows:
            dots = [_dot(row["name"], row, row[f"{what}_even"], f"{what}_") for row in rows]
            section.figures.append((caption, pictures.dots(dots, "share of games won", even=1 / seats)))
    section.tables.append(("Numbers", table(_CARD_HEAD, (_card_row(row) for row in mine.rows(named=True)))))
    return section


def creepers(m: Measures, seats: int) -> Section | None:
    """Creepers and Ungoals, where the deck has any."""
    rows = [row for row in m.cards.rows(named=True) if row["kind"] == "creeper"]
    if not rows and not m.ungoals.height:
        return None
    section = Section("Creepers and Ungoals")
    if rows:
        rows.sort(key=lambda row: -row["front"])
        worst = rows[0]
        if worst["front"]:
            section.said.append(
                f"{worst['name']} is in front of somebody longest: {worst['front'] / m.games:.1f} turns in a game."
            )
        held = [_dot(row["name"], row, row["held_even"], "held_") for row in rows if row["held_share"] is not None]
        if held:
            picture = pictures.dots(held, "share of games won", even=1 / seats)
            section.figures.append(("Games won by who had the Creeper at some time", picture))
        head = ("Creeper", "turns in front, in a game", "won by who had it", "from", "to")
        numbers = ((row["name"], f"{row['front'] / m.games:.2f}", *_interval(row, "held_")) for row in rows)
        section.tables.append(("Creepers in numbers", table(head, numbers)))
    if m.ungoals.height:
        lost = m.outcomes.get("all lost", 0) / m.games
        section.said.append(f"All players lose {percent(lost)} of the games.")
        section.figures.append(
            ("Games ended by Ungoal", pictures.bars(m.ungoals, "name", "share", "share of all games"))
        )
        rest = m.ungoals.rows(named=True)
        numbers = ((row["name"], f"{row['ended']:,}", *_interval(row)) for row in rest)
        section.tables.append(("Ungoals in numbers", table(("Ungoal", "games", "share", "from", "to"), numbers)))
    return section


def drama(m: Measures, seats: int) -> Section:
    """Who leads when."""
    section = Section("Drama", [words.drama_said(m)])
    section.figures.append(
        (
            "How often the lead changes",
            pictures.histogram(m.lead_changes, "lead_changes", "changes of the lead in a game"),
        )
    )
    if m.behind.height:
        late = m.behind.with_columns(share=pl.col("games") / pl.col("games").sum()).rows(named=True)
        labels = [{"label": _part(row["part"]), "share": row["share"]} for row in late]
        picture = pictures.bars(pl.DataFrame(labels), "label", "share", "games")
        section.figures.append(("Up to which part of the game the later winner was behind", picture))
        section.tables.append(
            ("Numbers", table(("behind until", "games"), ((_part(r["part"]), percent(r["share"])) for r in late)))
        )
    if m.chances.height:
        section.figures.append(
            ("The later winner's chance along the game", pictures.band(m.chances, "chance", even=1 / seats))
        )
    section.said.append(
        "Who leads is what the bots' evaluation says with all cards open, as each player's own turn begins; the last "
        f"picture shows the mean and the middle four fifths of the first {min(SAMPLE, m.games):,} games."
    )
    return section


def _part(part: int) -> str:
    wide = 100 // PARTS
    return "never behind" if part == 0 else f"{(part - 1) * wide} to {part * wide} %"


def dead(run: Run, m: Measures) -> Section:
    """Cards with which nothing happens, and Goals that cannot be met."""
    section = Section("Dead cards and impossible Goals", words.dead_said(m))
    for oddity in oddities(run.deck, seats=run.manifest.seats, meta=run.manifest.meta):
        if oddity.kind in ("unmeetable", "unwanted", "absent"):
            section.said.append(f"{oddity.card}: {oddity.text}.")
    if not section.said:
        section.said.append("Every card is drawn and played, and every Goal can be met.")
    return section


def watch(run: Run) -> Section:
    """Games worth watching, as records in the page."""
    parts = []
    same = run.manifest.code == code_digest()
    for title, picks in (("The longest", longest(run)), ("The strangest", strangest(run))):
        items = "".join(_pick(run, pick, again=same) for pick in picks)
        parts.append(f"<h3>{title}</h3><ol>{items}</ol>")
    said = (
        "Save a game and open it at a web table with “Open a replay file” (changeling serve), or go on with it in "
        "Python: changeling.replay(changeling.Record.from_json(text))."
    )
    if not same:
        said = (
            f"These games were played by another version (changeling {run.manifest.version}, source "
            f"{run.manifest.code}; this is {code_digest()}), with which they can be seen again: a report that it makes "
            "has them as files."
        )
    return Section("Games to watch", [said], more="\n".join(parts))


def _pick(run: Run, pick: Pick, *, again: bool) -> str:
    """An item of a list of games; with the game's record, where it can be played again."""
    if not again:
        return f"<li>seed {pick.seed}: {prose(pick.why)}</li>"
    game = game_again(run.manifest, pick.seed)
    content = base64.b64encode(record_file(run.manifest, game).encode()).decode()
    name = f"{run.manifest.deck.name.replace('/', '-')}-{pick.seed}.json"
    link = (
        f'<a download="{escape(name, quote=True)}" href="data:application/json;base64,{content}">seed {pick.seed}</a>'
    )
    return f"<li>{link}: {prose(pick.why)}</li>"


def measured(run: Run, m: Measures) -> Section:
    """What was measured and how sure it is."""
    manifest = run.manifest
    last = manifest.seed + manifest.games - 1
    rows = [
        ("deck", f"{manifest.deck.name} ({manifest.deck.title}), digest {manifest.deck.digest}"),
        ("games", f"{m.games:,} of {manifest.games:,}"),
        ("seats and bots", f"{manifest.seats}: {', '.join(manifest.bots)}"),
        ("Meta Rules", ", ".join(manifest.meta) or "none"),
        ("seeds", f"{manifest.seed} to {last}"),
        ("version", f"changeling {manifest.version}, source {manifest.code}"),
    ]
    words_of = "".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in rows)
    again = command(manifest)
    said = (
        "Bots played, not people: they see what a player sees, do not bluff and do not bargain. "
        "Intervals hold with 95 % for all rows of a picture together (Bonferroni's correction; Wilson's interval for "
        "shares). A row is coloured only where its interval leaves out what would be even."
    )
    return Section("What was measured", [said], more=f"<dl>{words_of}</dl><p>Again: <code>{escape(again)}</code></p>")


def command(manifest: Manifest) -> str:
    """What to type to play the same games again."""
    bots = manifest.bots[0] if len(set(manifest.bots)) == 1 else ",".join(manifest.bots)
    words = ["--deck", manifest.deck.name, "--seats", str(manifest.seats), "--bots", bots]
    words += ["--games", str(manifest.games), "--seed", str(manifest.seed)]
    for name in manifest.meta:
        words += ["--meta", name]
    return shlex.join(["changeling", "simulate", *words, "--out", "FOLDER"])
