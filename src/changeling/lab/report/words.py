"""What a report says in plain words, each sentence only where the games are enough for it."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from changeling.lab.report.measures import Measures, verdict

LIMIT = 2.5  # times its even share from which a Goal wins too often
_ORDINALS = (
    "who begins",
    "who plays second",
    "who plays third",
    "who plays fourth",
    "who plays fifth",
    "who plays last",
)


def percent(value: float | None) -> str:
    """A share for people: whole numbers, one decimal below 10 %, two below 1 %."""
    if value is None:
        return "-"
    digits = 0 if abs(value) >= 0.0995 else 1 if abs(value) >= 0.00995 else 2
    return f"{value * 100:.{digits}f} %"


def beside(share: float, even: float) -> str:
    """A share and what would be even, exact enough to tell them apart: `38 %, even would be 25 %`."""
    texts = percent(share), percent(even)
    if abs(share - even) < 0.03:
        texts = f"{share * 100:.1f} %", f"{even * 100:.1f} %"
    return f"{texts[0]}, even would be {texts[1]}"


def signed(value: float | None) -> str:
    """A change of a share, with its sign."""
    return "-" if value is None else f"{'+' if value > 0 else '-' if value < 0 else ''}{percent(abs(value))}"


def place_name(place: int, seats: int) -> str:
    """A place in the order of play."""
    return "who plays last" if place == seats - 1 and seats > 2 else _ORDINALS[place]


def length_said(m: Measures) -> str:
    """How long the games are."""
    a = m.averages
    text = (
        f"Half of the games take {a['quarter']:.0f} to {a['three_quarters']:.0f} turns; the middle is "
        f"{a['median']:.0f}, the longest {a['longest']:,.0f}. A game asks {a['decisions']:.0f} questions on average."
    )
    odd = [f"{percent(count / m.games)} {_OUTCOMES[name]}" for name, count in m.outcomes.items() if name in _OUTCOMES]
    return text + (f" Of all games, {' and '.join(odd)}." if odd else "")


_OUTCOMES = {
    "too long": "were broken off because they did not end",
    "stuck": "ended because nothing could happen any more",
    "fault": "ended by a fault in a card's program",
    "all lost": "were lost by everybody",
}


def seats_said(m: Measures) -> str:
    """Whether the order of play matters."""
    seats = m.seats.height
    even = 1 / seats
    if not m.seats["won"].sum():
        return "Nobody won a game, so nothing can be said of the order of play."
    unlike = [row for row in m.seats.rows(named=True) if _verdict(row, even) != "even"]
    if not unlike:
        widest = max((row["high"] - row["low"]) / 2 for row in m.seats.rows(named=True))
        return f"No place at the table is surely better than another; each share is known to within {percent(widest)}."
    row = max(unlike, key=lambda each: abs(each["share"] - even))
    more = "more" if row["share"] > even else "less"
    who = place_name(row["place"], seats).capitalize()
    return f"{who} wins {more} often than it should: {beside(row['share'], even)}."


def goals_said(m: Measures) -> list[str]:
    """Goals that win far too often, and those that hardly ever do."""
    found = [
        f"{row['name']} wins more often than it should: {beside(row['share'], row['even'])} "
        f"({row['times']:.1f} times as often)."
        for row in m.goals.rows(named=True)
        if row["share"] is not None and row["low"] > row["even"] and row["times"] >= LIMIT
    ]
    never = [row["name"] for row in m.goals.rows(named=True) if not row["won"] and row["high"] < row["even"]]
    if never:
        found.append(f"{_listed(never)} never won in {m.games:,} games.")
    return found


def won_otherwise(m: Measures) -> list[str]:
    """How many games were won by something that is no Goal, which the shares of Goals leave out, and by what."""
    otherwise = m.outcomes.get("won", 0) - int(m.goals["won"].sum())
    if otherwise <= 0:
        return []
    games = "1 game was" if otherwise == 1 else f"{otherwise:,} games were"
    by = _listed([f"{name} {won:,}" for name, won in m.otherwise.rows()])
    by = f" ({by})" if by else ""
    return [f"{games} won otherwise, by what a card says and not by a Goal{by}; the shares are of the others."]


def cards_said(m: Measures, what: str, limit: int = 4) -> list[str]:
    """The cards whose players (`played`) or owners (`held`) surely won more or less than even, the clearest first."""
    doing = {"played": "plays", "held": "has"}[what]
    rows = [
        (abs(row[f"{what}_share"] - row[f"{what}_even"]), row["name"], row[f"{what}_share"], row[f"{what}_even"])
        for row in m.cards.rows(named=True)
        if _sure(row, what)
    ]
    return [_wins(f"Who {doing} {name}", share, even) for _, name, share, even in sorted(rows, reverse=True)[:limit]]


def _sure(row: Mapping[str, Any], what: str) -> bool:
    """Whether those who `played` or `held` a card surely won more or less than even."""
    ends = (row[f"{what}_{end}"] for end in ("share", "low", "high", "even"))
    return verdict(*ends) != "even"


def _wins(who: str, share: float, even: float) -> str:
    return f"{who} wins {'more' if share > even else 'less'} often: {beside(share, even)}."


def own_said(m: Measures, own: Set[str]) -> list[str]:
    """What is sure about the designer's own cards, and of which nothing is."""
    goals = [row for row in m.goals.rows(named=True) if row["name"] in own and _verdict(row, row["even"]) != "even"]
    found = [_wins(str(row["name"]), row["share"], row["even"]) for row in goals]
    told = {row["name"] for row in goals}
    for row in m.cards.rows(named=True):
        doing, what = ("has", "held") if row["kind"] in ("keeper", "creeper") else ("plays", "played")
        if row["name"] in own and _sure(row, what):
            found.append(_wins(f"Who {doing} {row['name']}", row[f"{what}_share"], row[f"{what}_even"]))
            told.add(row["name"])
    rest = [name for name in m.cards["name"] if name in own - told]
    if rest:
        found.append(f"Nothing is sure in {m.games:,} games about {_listed(rest)}.")
    return found


def drama_said(m: Measures) -> str:
    """How exciting the games are."""
    total = int(m.behind["games"].sum())
    if not total:
        return "Nobody won a game, so there is no drama to measure."
    late = int(m.behind.filter(m.behind["part"] >= 9)["games"].sum()) / total
    return (
        f"The lead changes {m.averages['lead_changes']:.1f} times in a game. In {percent(late)} of the games somebody "
        "else than the later winner was still in the lead in the last fifth."
    )


def dead_said(m: Measures) -> list[str]:
    """Cards with which nothing happens."""
    found = []
    usual = m.cards.filter(~m.cards["kind"].is_in(["basic", "meta"]))
    undrawn = [row["name"] for row in usual.rows(named=True) if not row["drawn"] and not row["front"]]
    if undrawn:
        found.append(f"{_listed(undrawn)}: never drawn in {m.games:,} games.")
    held = usual.filter(~usual["kind"].is_in(["creeper"]))
    unplayed = [row["name"] for row in held.rows(named=True) if row["drawn"] and row["played"] * 100 < row["drawn"]]
    if unplayed:
        found.append(f"{_listed(unplayed)}: drawn, but played less than once in a hundred times.")
    return found


def _verdict(row: Mapping[str, Any], even: float) -> str:
    return verdict(row["share"], row["low"], row["high"], even)


def _listed(names: list[str], most: int = 12) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more
