"""What a scenario expects of a table: which of it does not hold, in words.

A list may be one name without brackets, and nothing stands for an empty one. A name without a number is the first copy
of a card, or any other where the first is not meant; `CARD #1` is the first.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from changeling.cards import codes as w
from changeling.engine.layout import ALL_LOST
from changeling.engine.seen.places import titles
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.play.game import Game
from changeling.proofs.names import bare, is_copy, not_a_card
from changeling.proofs.reasons import why_not

SEATED = {"hand": w.HAND, "keepers": w.KEEPERS, "creepers": w.CREEPERS}
SHARED = {"rules": w.RULES, "goals": w.GOALS, "meta": w.METAS}
PILES = {"discard": w.DISCARD, "pile": w.PILE}
NUMBERS = {"draws": w.DRAWS, "plays": w.PLAYS, "hand_limit": w.HAND_LIMIT, "keeper_limit": w.KEEPER_LIMIT}
PAIRS = ("attached", "sealed")
OFFERS = ("options", "offers", "offers_not")
_MORE = ("doom", "counters", "tokens", "remembered", "out", "chosen", "said", "winners", "why")


def answer_text(value: object) -> str:
    """An answer or a name as text; YAML takes a bare yes or no for true and false."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def listed(value: object) -> list[str]:
    """Names as a list, where one may stand alone."""
    if value is None:
        return []
    return [answer_text(item) for item in value] if isinstance(value, list | tuple) else [answer_text(value)]


def outcome(game: Game) -> str:
    """Who has won: a seat, `nobody` or `all-lose`."""
    if game.winner:
        return game.winner
    return "all-lose" if game.table.outcome == ALL_LOST else "nobody"


def find_option(decision: Decision, answer: str, given: Container[Option] = ()) -> Option | None:
    """The option that an answer means, and that is not among those given; the first copy of a card before another."""
    exact = _meant(decision, answer.removesuffix(" #1"))
    if exact is None and answer.lower() in ("yes", "no"):
        exact = _meant(decision, answer.lower())
    if exact is not None and exact not in given:
        return exact
    copies = (option for option in decision.options if is_copy(option.value) and option not in given)
    plain = (replace(one, text=bare(one.text), value=bare(one.value)) for one in copies)
    found = _meant(replace(decision, options=tuple(plain)), answer)
    return decision.options[found.index] if found else None


def _meant(decision: Decision, answer: str) -> Option | None:
    """As `Decision.find`; but what is given up or handed over is not played, whatever else it may be."""
    option = decision.find(answer)
    if option is not None and option.sort == "card" and option.text != answer and decision.about != "choose":
        return None
    return option


def unmet(game: Game, expect: Mapping[str, Any]) -> Iterator[str]:
    """What is expected and does not hold; of cards, also which names no card has."""
    for key, wanted in expect.items():
        found = list(_unmet(game, key, wanted))
        yield from found
        if found or key == "offers_not":
            yield from _strange(game, key, wanted)


def _strange(game: Game, key: object, wanted: object) -> Iterator[str]:
    """The names in an expectation that are those of no card."""
    rows = list(wanted.values()) if isinstance(wanted, Mapping) and key in SEATED else [wanted]
    if key in PAIRS and isinstance(wanted, Mapping):
        rows = [list(wanted), list(wanted.values())]
    if key in SEATED or key in SHARED or key in PILES or key in PAIRS or key in OFFERS:
        for name in [name for row in rows if not _number(row) for name in listed(row)]:
            yield from (f"{key}: {line}" for line in not_a_card(game.deck, name, only_played=key in OFFERS))
    if key in ("turn", "asked", "winner") and wanted not in (*game.seats, "nobody", "all-lose"):
        yield f"{key}: '{wanted}' is not a seat; the seats are {', '.join(game.seats)}"


def _unmet(game: Game, key: Any, wanted: Any) -> Iterator[str]:
    """What of one expectation does not hold."""
    if key in SEATED:
        yield from _seated(game, key, wanted)
    elif key in SHARED:
        yield from _cards(key, wanted, list(titles(game.deck, game.table, SHARED[key])))
    elif key in PAIRS:
        yield from _pairs(game, key, wanted)
    elif key in PILES:
        yield from _pile(game, key, wanted)
    elif key in OFFERS:
        yield from _options(game, key, listed(wanted))
    elif key == "why":
        yield from why_not(game.events, answer_text(wanted))
    elif key == "doom":
        yield from _doom(game, wanted)
    elif key == "counters":
        yield from _counters(game, wanted)
    elif key in ("out", "chosen"):
        yield from _cards(key, wanted, _players(game, key))
    elif key == "tokens":
        yield from _tokens(game, wanted)
    elif key == "remembered":
        yield from _remembered(game, wanted)
    elif key == "winners":
        if list(game.winners) != listed(wanted):
            yield f"winners: expected {wanted}, found {', '.join(game.winners) or 'nobody'}"
    elif key == "said":
        yield from _said(game, listed(wanted))
    else:
        yield from _word(game, key, wanted)


def _word(game: Game, key: object, wanted: object) -> Iterator[str]:
    """The expectations that are one word each."""
    t = game.table
    known = {
        "turn": game.turn,
        "asked": "nobody" if game.over else game.decision.seat,
        "drawn": str(t.drawn),
        "played": str(t.played),
        "winner": outcome(game),
    }
    for name, static in NUMBERS.items():
        value = t.force[t.turn * w.N_STATICS + static]
        known[name] = str(value) if value < w.ALL else "all" if name in ("plays", "draws") else "none"
        known[name] += f" but {value - w.ALL}" if value > w.ALL else ""
    if key not in known:
        names = ", ".join((*SEATED, *SHARED, *PILES, *known, *PAIRS, *OFFERS, *_MORE))
        yield f"'{key}' cannot be expected; these can: {names}"
    elif ("none" if wanted is None else answer_text(wanted)) != known[str(key)]:
        yield f"{key}: expected {wanted}, found {known[str(key)]}"


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _same(wanted: str, found: str) -> bool:
    """Whether a name means that card."""
    return wanted.removesuffix(" #1") == found or wanted == bare(found)


def _alike(wanted: Sequence[str], found: Sequence[str]) -> bool:
    """Whether the names mean just these cards, in any order."""
    left = list(found)
    for name in sorted(wanted, key=lambda name: name.removesuffix(" #1") not in found):
        exact = [card for card in left if name.removesuffix(" #1") == card]
        fitting = exact or [card for card in left if _same(name, card)]
        if not fitting:
            return False
        left.remove(fitting[0])
    return not left


def _cards(what: str, wanted: object, found: list[str]) -> Iterator[str]:
    """These cards in any order, or that many."""
    if _number(wanted):
        if len(found) != wanted:
            yield f"{what}: expected {wanted}, found {len(found)}: {found}"
    elif not _alike(listed(wanted), found):
        yield f"{what}: expected {wanted}, found {found}"


def _seated(game: Game, key: str, wanted: object) -> Iterator[str]:
    if not isinstance(wanted, Mapping):
        yield f"{key}: cards or a number by seat are needed, not {wanted!r}"
        return
    for name, cards in wanted.items():
        if name not in game.seats:
            yield f"{key}: '{name}' is not a seat; the seats are {', '.join(game.seats)}"
            continue
        found = list(titles(game.deck, game.table, SEATED[key] + game.seats.index(name)))
        yield from _cards(f"{key} of {name}", cards, found)


def _pairs(game: Game, key: str, wanted: object) -> Iterator[str]:
    found = dict(getattr(game.view(game.turn), key))
    pairs = {str(card): str(host) for card, host in wanted.items()} if isinstance(wanted, Mapping) else {}
    if (wanted and not isinstance(wanted, Mapping)) or len(pairs) != len(found):
        yield f"{key}: expected {wanted}, found {found}"
        return
    for card, host in pairs.items():
        if not any(_same(card, one) and _same(host, other) for one, other in found.items()):
            yield f"{key}: expected {wanted}, found {found}"
            return


def _pile(game: Game, key: str, wanted: object) -> Iterator[str]:
    found = list(titles(game.deck, game.table, PILES[key]))
    if _number(wanted):
        if len(found) != wanted:
            yield f"{key}: expected {wanted}, found {len(found)}: {found[:8]}"
        return
    names = listed(wanted)
    if len(names) > len(found) or (found and not names) or not all(map(_same, names, found)):
        yield f"{key}: expected {wanted} on top, found {found[:8]}"


def _options(game: Game, key: str, wanted: list[str]) -> Iterator[str]:
    if game.over:
        if wanted and key != "offers_not":
            yield f"{key}: the game is over, nothing is offered"
        return
    decision = game.decision
    if key == "offers_not":
        yield from (f"offers_not: {text} is offered" for text in wanted if _meant(decision, text.removesuffix(" #1")))
        return
    found: list[Option] = []
    for text in wanted:
        option = find_option(decision, text, found)
        if option is None:
            yield f"{key}: {text} is not offered. {decision}"
        else:
            found.append(option)
    extra = [option.text for option in decision.options if option not in found]
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


def _counters(game: Game, wanted: object) -> Iterator[str]:
    """What players have of counters; only what is named is looked at."""
    if not isinstance(wanted, Mapping) or not all(isinstance(row, Mapping) for row in wanted.values()):
        yield f"counters: numbers by player and counter are needed, not {wanted!r}"
        return
    found = {seat.name: dict(seat.counters) for seat in game.view(game.turn).seats}
    for name, row in wanted.items():
        for counter, number in row.items():
            if found.get(name, {}).get(counter) != number:
                yield f"counters: {name}: expected {counter} {number}, found {found.get(name, 'no such seat')}"


def _remembered(game: Game, wanted: object) -> Iterator[str]:
    """What cards remember, all of it: by card the player or the card, or both as a list."""
    found: dict[str, list[str]] = {}
    for title, what in game.view(game.turn).remembered:
        found.setdefault(title, []).append(what)
    rows = wanted if isinstance(wanted, dict) else {}
    if found != {title: list(what) if isinstance(what, list) else [what] for title, what in rows.items()}:
        yield f"remembered: expected {wanted}, found {found}"


def _tokens(game: Game, wanted: object) -> Iterator[str]:
    """The tokens on cards, all of them."""
    found = dict(game.view(game.turn).tokens)
    if found != ({} if wanted is None else wanted):
        yield f"tokens: expected {wanted}, found {found}"


def _players(game: Game, key: str) -> list[str]:
    """Who is out of the game, or has chosen in secret."""
    view = game.view(game.turn)
    return list(view.chosen) if key == "chosen" else [seat.name for seat in view.seats if seat.out]


def _said(game: Game, wanted: list[str]) -> Iterator[str]:
    """The last answers that everybody heard or saw: `Ann: rock`."""
    told = [f"{e.seat}: {e.card or e.answer}" for e in game.events if e.what in ("answers", "discloses")]
    if told[len(told) - len(wanted) :] != wanted:
        yield f"said: expected {wanted}, found {told[-len(wanted) :]}"
