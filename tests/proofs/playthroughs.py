"""One small game of each edition, and of a mix, written out in full: a change of behaviour shows as a diff.

A file shows facts and no prose but the question's sentence: who was asked what and with which options, what was
answered, every event that followed with all its fields, and the table at the start of each turn and at the end.

`python -m tests.proofs.playthroughs` writes the files again. Read the diff before you commit it.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from tests.random_play import NAMES

import changeling as cl

FOLDER = Path(__file__).parents[1] / "playthroughs"
LONGEST = 200  # answers; a game that goes on beyond them is a mistake in the choice of its seed


@dataclass(frozen=True, slots=True)
class Playthrough:
    """How a game is set up. The seed shuffles the deck and chooses the answers."""

    name: str
    deck: tuple[str, ...]
    seats: int
    seed: int
    meta: tuple[str, ...] = ()
    people: Mapping[str, cl.Person] = field(default_factory=dict)

    @property
    def file(self) -> Path:
        """Where the game is written down."""
        return FOLDER / f"{self.name}.txt"

    def game(self) -> cl.Game:
        """The game before its first answer."""
        return cl.Game(self.deck, seats=NAMES[: self.seats], seed=self.seed, meta=self.meta, people=self.people)


def choose(chance: random.Random, ask: cl.Decision) -> cl.Option:
    """An answer that keeps a game moving, whatever bots may think of it: usually a card is played and an offer is
    taken up; one answer in six is any option at all."""
    wanted = [option for option in ask.options if option.sort == "play"]
    wanted = wanted or [option for option in ask.options if option.text not in ("done", "no")]
    if not wanted or chance.randrange(6) == 0:
        wanted = list(ask.options)
    return wanted[chance.randrange(len(wanted))]


def written(playthrough: Playthrough) -> str:
    """The whole game as text."""
    return "\n".join(_lines(playthrough)) + "\n"


def _lines(playthrough: Playthrough) -> Iterator[str]:
    game = playthrough.game()
    chance = random.Random(playthrough.seed)
    yield f"deck: {' + '.join(playthrough.deck)}"
    yield f"seats: {', '.join(game.seats)}"
    yield f"seed: {playthrough.seed}"
    if playthrough.meta:
        yield f"meta rules: {', '.join(playthrough.meta)}"
    for name, person in playthrough.people.items():
        facts = (f"{fact.name} {getattr(person, fact.name)}" for fact in fields(person) if getattr(person, fact.name))
        yield f"person: {name}, {', '.join(facts)}"
    yield ""
    told, turns = 0, -1
    for _ in range(LONGEST):
        yield from (_event(event) for event in game.events[told:])
        told = len(game.events)
        if game.over:
            break
        if game.view(game.turn).turns != turns:
            turns = game.view(game.turn).turns
            yield ""
            yield from _table(game)
        ask = game.decision
        answer = choose(chance, ask)
        yield ""
        yield f"{ask.id}. {ask.seat}: {ask.ask}  [{ask.about}; {ask.because}]"
        yield f"    {' | '.join(option.text for option in ask.options)}"
        yield f"  > {answer.text}"
        game.answer(answer)
    yield ""
    yield from _table(game)
    yield ""
    yield f"over: {game.over}; winner: {game.winner}"


def _event(event: cl.Event) -> str:
    way = f": {event.source or '-'} -> {event.target}" if event.target else ""
    why = ", ".join(part for part in (event.because, event.clause) if part)
    seen = f"; seen by {', '.join(event.seen_by)}" if event.card else ""
    return f"    {event.seat} {event.what}{f' {event.card}' if event.card else ''}{way}  [{why}{seen}]"


def _table(game: cl.Game) -> Iterator[str]:
    """What lies where, and the numbers in force. What only one seat may see is there as well."""
    seen = game.view(game.turn)
    yield f"== turn {seen.turns}, {seen.turn}: drawn {seen.drawn} of {seen.draws}, " + (
        f"played {seen.played} of {seen.plays} (+{seen.optional_plays} optional), "
        f"Goals allowed {seen.goals_allowed}, Inflation {seen.inflation}"
    )
    for name, cards in (
        ("rules", seen.rules),
        ("goals", seen.goals),
        ("meta", seen.meta),
        ("being played", seen.playing),
        ("discard", seen.discard),
    ):
        if cards:
            yield f"   {name}: {' | '.join(cards)}"
    yield f"   draw pile: {seen.pile} cards"
    for what, pairs in (("attached", seen.attached), ("sealed", seen.sealed)):
        if pairs:
            yield f"   {what}: {' | '.join(f'{card} on {host}' for card, host in pairs)}"
    if seen.used:
        yield f"   free actions used: {' | '.join(f'{card} x{times}' for card, times in seen.used)}"
    for name in game.seats:
        yield from _seat(game.view(name))


def _seat(view: cl.View) -> Iterator[str]:
    own = view.look(view.seat)
    yield f"   {view.seat}: hand limit {view.hand_limit}, Keeper limit {view.keeper_limit}, Doom {own.doom}"
    for name, cards in (
        ("hand", view.hand),
        ("keepers", own.keepers),
        ("creepers", own.creepers),
        ("set aside", view.aside),
    ):
        if cards:
            yield f"      {name}: {' | '.join(cards)}"
    for other in view.seats:
        if other.known:
            where = "what lies face down" if other is own else f"{other.name}'s hand"
            yield f"      knows of {where}: {' | '.join(other.known)}"
    if own.face_down:
        yield f"      face down: {own.face_down}"


def main() -> None:
    """Write every playthrough again."""
    FOLDER.mkdir(exist_ok=True)
    for playthrough in PLAYTHROUGHS:
        playthrough.file.write_text(written(playthrough), encoding="utf-8")
    print(f"{len(PLAYTHROUGHS)} games written to {FOLDER.name}/", file=sys.stderr)


FAMILY = {"Ann": cl.Person(age=9), "Bob": cl.Person(age=40, parent=True), "Cy": cl.Person(age=70, grandparent=True)}
EDITIONS = ("fluxx-4", "family", "cthulhu", "doctor-who", "dice-camera-action")
PLAYTHROUGHS = (
    Playthrough("fluxx-4", ("fluxx-4",), 3, 230),
    Playthrough("family", ("family",), 3, 104, people=FAMILY),
    Playthrough("cthulhu", ("cthulhu",), 4, 376),
    Playthrough("doctor-who", ("doctor-who",), 3, 353),
    Playthrough("dice-camera-action", ("dice-camera-action",), 2, 273),
    Playthrough("changeling-court", ("changeling-court",), 3, 8),
    Playthrough("mix", EDITIONS, 4, 39, people=FAMILY),
)

if __name__ == "__main__":
    main()
