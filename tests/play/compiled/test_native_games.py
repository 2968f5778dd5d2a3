"""A game goes over to the compiled machine once that is there, and nobody can tell."""

from __future__ import annotations

import os
import pickle
import random
import sys
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from tests.random_play import NAMES, advance

import changeling as cl
from changeling.engine.seen.late import is_late
from changeling.errors import NotCompiled
from changeling.play.compiled import native_games, native_table
from changeling.play.compiled.compiling import Target
from changeling.play.compiled.game_table import GameTable, TableInMemory
from changeling.play.compiled.native_games import COMPILED_FROM, EVERY, LOADED_FROM, MACHINE, Readiness, native_play
from changeling.play.compiled.table_memory import LateTable, TableMemory
from changeling.proofs.conformance import differences

Told = tuple[Any, ...]


@pytest.fixture
def on_both(monkeypatch: pytest.MonkeyPatch) -> Callable[..., tuple[cl.Game, cl.Game]]:
    """Makes a game twice: interpreted, and on the compiled machine."""

    def games(deck: str = "fluxx-4", seats: int = 3, seed: int = 1, **given: Any) -> tuple[cl.Game, cl.Game]:
        interpreted = cl.Game(deck, seats=NAMES[:seats], seed=seed, **given)
        monkeypatch.setenv(MACHINE, "compiled")
        compiled = cl.Game(deck, seats=NAMES[:seats], seed=seed, **given)
        monkeypatch.setenv(MACHINE, "interpreted")
        assert is_native(compiled)
        assert not is_native(interpreted)
        return interpreted, compiled

    return games


def is_native(game: cl.Game) -> bool:
    return isinstance(game.table, TableInMemory)


def told(game: cl.Game) -> Told:
    views = [repr(game.view(seat)) for seat in game.seats]
    asked = None if game.over else game.decision
    return game.notation(), game.events, game.record(), game.seats, views, asked, game.winner, game.turn, game.over


def play_on(games: tuple[cl.Game, cl.Game], chance: random.Random, answers: int) -> None:
    for _ in range(answers):
        if games[0].over:
            return
        index = chance.randrange(len(games[0].decision.options))
        for game in games:
            game.answer(index)


@pytest.mark.parametrize(("deck", "seats"), [("fluxx-4", 2), ("cthulhu", 4), ("doctor-who", 6)])
def test_both_machines_tell_the_same_of_a_game(on_both: Callable[..., Any], deck: str, seats: int) -> None:
    games, chance = on_both(deck, seats, seats), random.Random(seats)
    while True:
        assert told(games[0]) == told(games[1])
        if games[0].over or len(games[0].record().moves) > 60:
            break
        play_on(games, chance, 3)
    assert games[0].ending == games[1].ending
    assert games[0].why("plays") == games[1].why("plays")


def test_what_is_dealt_follows_from_the_same_facts(on_both: Callable[..., Any]) -> None:
    people = {"Ann": cl.Person(age=70, grandparent=True)}
    for given in ({"people": people}, {"first": "Cy", "polite": True}, {"holiday": True, "moment": "2026-10-31T20:15"}):
        one, other = on_both("family", 3, 1 << 63, **given)
        advance(one, 1, most=20)
        advance(other, 1, most=20)
        assert told(one) == told(other)


def test_questions_that_somebody_has_say_the_same_later(on_both: Callable[..., Any]) -> None:
    games, chance, held = on_both(seed=7), random.Random(7), list[tuple[cl.Decision, cl.Decision]]()
    while not games[0].over and len(held) < 90:
        held.append((games[0].decision, games[1].decision))
        play_on(games, chance, 1)
    assert len({one.about for one, _ in held}) > 2
    assert all(is_late(other) for _, other in held[1:-1])
    assert [one for one, _ in held] == [other for _, other in held]


def test_moves_are_taken_back(on_both: Callable[..., Any]) -> None:
    games = on_both(seed=4)
    play_on(games, random.Random(4), 40)
    view = games[1].view(games[1].decision.seat)
    before = view.imagine(3).place
    for moves in (1, 2, 30):
        for game in games:
            game.undo(moves)
        assert told(games[0]) == told(games[1])
    assert view.imagine(3).place == before, "whoever still looks sees what was there"
    play_on(games, random.Random(5), 10)
    assert told(games[0]) == told(games[1])


def test_copies_and_games_from_elsewhere_go_their_own_way(on_both: Callable[..., Any]) -> None:
    one, other = on_both(seed=6)
    play_on((one, other), random.Random(6), 20)
    copy, kept = other.copy(), pickle.loads(pickle.dumps(other))
    assert is_native(copy)
    assert not is_native(kept)
    stood = told(other)
    for game in (copy, kept):
        assert told(game) == stood
        advance(game, 7, most=25)
    assert told(other) == stood
    assert copy.events == kept.events != other.events
    assert told(one.imagine("Ann", seed=5)) == told(other.imagine("Ann", seed=5))


def test_somebody_joins(on_both: Callable[..., Any]) -> None:
    games = on_both(seed=8)
    play_on(games, random.Random(8), 10)
    for game in games:
        game.join("Dee", cl.Person(age=9))
    play_on(games, random.Random(9), 20)
    assert told(games[0]) == told(games[1])
    for game in games:
        game.undo(25)
    assert told(games[0]) == told(games[1])


def test_more_may_happen_than_there_is_room_for(on_both: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    games = on_both(seed=3)
    monkeypatch.setattr(native_table, "ROOM", 2)
    copy = games[1].copy()
    assert is_native(copy)
    play_on((games[0], copy), random.Random(3), 45)
    assert told(games[0]) == told(copy)
    assert not is_native(copy)
    monkeypatch.setenv(MACHINE, "compiled")
    dealt = cl.Game("fluxx-4", seats=NAMES[:3], seed=3)
    assert not is_native(dealt)
    assert told(dealt) == told(games[1])


def test_a_table_that_somebody_changes_is_changed(on_both: Callable[..., Any]) -> None:
    games = on_both(seed=2)
    tables = [game.table for game in games]
    for game, table in zip(games, tables, strict=True):
        table.turns = 77
        table.known[:] = [63] * len(table.known)
        game.answer(0)
        assert game.table is table
    assert tables[0].decisions == tables[1].decisions == 1
    assert games[1].table.turns == games[0].table.turns >= 77
    assert games[1].table.known == games[0].table.known
    assert games[1].table.copy().known == games[0].table.known
    assert games[1].table.journal == games[0].table.journal == games[0].journal
    with pytest.raises(AttributeError, match="a table has no 'cloth'"):
        _ = games[1].table.cloth


def test_what_is_changed_by_hand_is_seen_at_once(on_both: Callable[..., Any]) -> None:
    for game in on_both(seed=2):
        assert game.view("Ann").seats[0].misses == 0
        table = game.table
        table.misses[0] = 3
        table.turns = 41
        assert (game.view("Ann").seats[0].misses, game.view("Ann").turns) == (3, 41)
        table.misses[0] = 2
        assert game.copy().view("Ann").seats[0].misses == game.branch().view("Ann").seats[0].misses == 2
        assert game.view("Ann").seats[0].misses == 2


def test_a_table_as_it_stood_is_like_any_other(on_both: Callable[..., Any]) -> None:
    games = on_both("changeling-court", seed=2)
    play_on(games, random.Random(2), 30)
    stood = games[0].table.copy()
    late, looked_at = games[1].table.copy(), games[1].standing
    copies = [late, late.copy(), looked_at.copy(), pickle.loads(pickle.dumps(games[1].table.copy()))]
    play_on(games, random.Random(3), 10)
    assert [differences(one, stood) for one in copies] == [[]] * 4
    assert not isinstance(copies[-1], LateTable)
    late.turns += 1
    late.known[0] ^= 1
    assert differences(late.copy(), late) == []
    assert differences(late, stood) != []
    with pytest.raises(AttributeError, match="a table has no 'cloth'"):
        _ = looked_at.cloth


def test_a_game_goes_over_in_the_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = (cl.Game("fluxx-4", seats=NAMES[:3], seed=5) for _ in range(2))
    table = other.table
    monkeypatch.setenv(MACHINE, "compiled")
    play = native_play(one.deck)
    monkeypatch.setenv(MACHINE, "interpreted")
    for number in range(3 * EVERY):
        if number == EVERY + 3:
            monkeypatch.setattr("changeling.play.machines.native_play", lambda deck, *, answers=0: play)
        index = number % len(other.decision.options)
        other.answer(index)
        one._course.give(index, interpreted=True)
    assert is_native(other)
    assert not is_native(one)
    assert other.table is table
    assert told(one) == told(other)


# --- when ----------------------------------------------------------------------------------------------------------
class Tried(Readiness):
    """Loads nothing and compiles nothing."""

    loaded = 0

    def load(self) -> None:
        type(self).loaded += 1


def test_it_is_loaded_once_it_is_worth_while_and_compiled_later(monkeypatch: pytest.MonkeyPatch) -> None:
    there, begun = [False], set[bool | None]()
    monkeypatch.setattr(Target, "is_kept", property(lambda target: there[0]))
    monkeypatch.setattr(Target, "begin", lambda target: begun.add(target.lean))
    monkeypatch.setattr("changeling.play.compiled.native_games.threading.Thread", _AtOnce)
    ready = Tried(lean=True)
    ready.count(LOADED_FROM)
    assert (Tried.loaded, len(begun)) == (0, 0)
    for _ in range(0, 2 * COMPILED_FROM, EVERY):
        ready.count(EVERY)
    assert (Tried.loaded, len(begun)) == (0, 1)
    there[0] = True
    for _ in range(0, 2 * LOADED_FROM, EVERY):
        ready.count(EVERY)
    assert (Tried.loaded, len(begun)) == (1, 1)
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    ready = Tried(lean=True)
    ready.count(2 * COMPILED_FROM)
    assert (Tried.loaded, len(begun)) == (1, 1), "without llvmlite there is nothing to load"


class _AtOnce:
    """A thread that does its work before it is waited for."""

    def __init__(self, *, target: Callable[[], None], **_: Any) -> None:
        self._target = target

    def start(self) -> None:
        self._target()


def test_where_compiled_code_cannot_be_had_games_stay_interpreted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "changeling.play.compiled.native_table", None)
    monkeypatch.setattr(Target, "is_kept", property(lambda target: True))
    monkeypatch.setattr("changeling.play.compiled.native_games.threading.Thread", _AtOnce)
    ready = Readiness(lean=True)
    with pytest.raises(NotCompiled, match="compiled play needs llvmlite"):
        ready.load()
    ready.count(LOADED_FROM)
    assert ready.play is None


def test_games_stay_interpreted_where_that_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Readiness, "count", lambda self, answers: pytest.fail("nothing is to be compiled"))
    game = cl.Game("fluxx-4", seats=NAMES[:2], seed=1)
    advance(game, 1, most=2 * EVERY)
    assert type(game.table) is GameTable


def read_events(game: cl.Game, found: list[Sequence[cl.Event]]) -> None:
    found.append(game.events)


def test_what_happened_is_told_once_however_many_threads_read(on_both: Callable[..., Any]) -> None:
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for seed in range(12):
            games = on_both("fluxx-4", 4, seed)
            play_on(games, random.Random(seed), 40)
            found: list[Sequence[cl.Event]] = []
            readers = [threading.Thread(target=read_events, args=(games[1], found)) for _ in range(4)]
            for reader in readers:
                reader.start()
            for reader in readers:
                reader.join()
            assert [*found, games[1].events] == [games[0].events] * 5
    finally:
        sys.setswitchinterval(interval)


@pytest.mark.skipif(not hasattr(os, "register_at_fork"), reason="nothing is forked here")
def test_a_fork_waits_for_what_is_being_loaded() -> None:
    begun, done = threading.Event(), threading.Event()

    def load() -> None:
        with native_games._loading:
            begun.set()
            time.sleep(0.2)
            done.set()

    loader = threading.Thread(target=load)
    loader.start()
    begun.wait()
    child = os.fork()
    if child == 0:
        os._exit(0 if done.is_set() else 1)
    loader.join()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("deck", ["fluxx-4", "cthulhu"])
def test_what_a_view_is_made_of_is_read_at_once(
    on_both: Callable[..., tuple[cl.Game, cl.Game]], monkeypatch: pytest.MonkeyPatch, deck: str
) -> None:
    read, read_one = list[str](), TableMemory.read
    games = on_both(deck, 4, 5)

    def counted(memory: TableMemory, name: str, whole: bool) -> Any:
        read.append(name)
        return read_one(memory, name, whole)

    chance = random.Random(5)
    for _ in range(60):
        if games[0].over:
            break
        _ = [game.decision for game in games]
        with monkeypatch.context() as watched:
            watched.setattr(TableMemory, "read", counted)
            views = [game.view(game.decision.seat) for game in games]
        assert repr(views[0]) == repr(views[1])
        play_on(games, chance, 1)
    rare = {"place", "stack", "host", "touched", "token_card", "token_count", "memory_card", "memory_seat", "memory_of"}
    assert set(read) <= rare  # where a card lies on another, is set aside, remembers something, or bears Doom


def test_views_of_a_compiled_game_show_later_what_they_would_have_shown_at_once(
    on_both: Callable[..., tuple[cl.Game, cl.Game]],
) -> None:
    games, chance = on_both(seats=4, seed=9), random.Random(9)
    held = list[tuple[cl.View, cl.View]]()
    for number in range(60):
        if games[0].over:
            break
        views = [[game.view(seat) for seat in game.seats] for game in games]
        if number % 3 == 0:  # one that is read at once does not change what the others show
            assert views[1][number % 4].pile >= 0
        held += zip(*views, strict=True)
        play_on(games, chance, 1)
    for interpreted, compiled in held:
        assert compiled == interpreted
    games[1].undo(5)
    game = games[1]
    before = [game.view(seat) for seat in game.seats]
    game.table.turns += 40
    assert [view.turns + 40 for view in before] == [game.view(seat).turns for seat in game.seats]
