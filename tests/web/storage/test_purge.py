"""What is too old goes, with all that belongs to it; what is in use, or has a replay, stays. On both databases."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from changeling.web.settings import Ages
from changeling.web.storage.documents import GameDocument, Row, TableDocument
from changeling.web.storage.holdings import owner_of, put_owner
from changeling.web.storage.purge import DAY, Purge, touch
from changeling.web.storage.store import Statement, Store, put_game, put_line, put_replay, put_row, put_table
from changeling.web.wire.values import DeckChoice, Phase

NOW = 2_000_000_000.0
AGES = Ages(lobbies=10, tables=20, games=30, replays=40)


def table(name: str, phase: Phase, days: float) -> list[Statement]:
    """A table that was changed so many days ago, with a game if it has one, and all that can belong to it."""
    game = "" if phase == "lobby" else f"{name}-game"
    document = TableDocument(name, 1.0, DeckChoice(["family"]), [], "", phase=phase, game=game)
    made = [put_table(document), aged("tables", "changed", name, days), put_line(name, 0, "Ann", "hi", ago(days))]
    made.append(put_owner("table", name, owner_of("secret", "192.0.2.1")))
    if game:
        begun = GameDocument(game, name, 0.0, DeckChoice(), "{}")
        made += [put_game(begun, digest="d", seed=1, seats=["Ann"]), put_row(game, Row(0, "option", "Ann", "1"))]
        made.append(("UPDATE answers SET made = ? WHERE game = ?", (ago(days), game)))
    return made


def ago(days: float) -> float:
    return NOW - days * DAY


def aged(rows: str, column: str, name: str, days: float) -> Statement:
    return f"UPDATE {rows} SET {column} = ? WHERE id = ?", (ago(days), name)


def replay(name: str, days: float, **given: str) -> list[Statement]:
    return [put_replay(name, **given), aged("replays", "made", name, days)]


async def ids(store: Store, rows: str, column: str = "id") -> set[str]:
    return {str(row[0]) for row in await store.read(f"SELECT {column} FROM {rows}")}


def purged(store: Store, statements: list[Statement], **given: Any) -> str:
    """What a purge says of a store that holds this."""

    async def main() -> str:
        await store.write(statements)
        return str(await Purge(store, **{"ages": AGES, "now": NOW, **given}).run())

    return asyncio.run(main())


def test_each_sort_has_its_age(store: Store) -> None:
    kept = {"new lobby": ("lobby", 9), "new game": ("playing", 29), "new over": ("over", 19)}
    old = {"old lobby": ("lobby", 11), "old game": ("playing", 31), "old over": ("over", 21)}
    every: dict[str, tuple[Any, int]] = {**kept, **old}
    statements = [one for name, (phase, days) in every.items() for one in table(name, phase, days)]
    said = purged(store, [*statements, *replay("new", 39, text="{}"), *replay("old", 41, text="{}")])
    assert said == "1 table that was never begun, 1 finished table, 1 game left in the middle, 1 replay"

    async def look() -> None:
        assert await ids(store, "tables") == set(kept)
        assert await ids(store, "games") == await ids(store, "answers", "game") == {"new game-game", "new over-game"}
        assert await ids(store, "chat", "table_id") == await ids(store, "owners") == set(kept)
        assert await ids(store, "replays") == {"new"}

    asyncio.run(look())


def test_zero_days_keep_for_ever_and_a_dry_run_removes_nothing(store: Store) -> None:
    statements = [one for number in range(45) for one in table(f"t{number}", "over", 5000 + number % 3)]
    statements += [one for number in range(45) for one in replay(f"r{number}", 5000, text="{}")]
    assert purged(store, statements, ages=Ages(0, 0, 0, 0)) == "nothing"
    assert purged(store, [], dry=True) == "45 finished tables, 45 replays"
    assert len(asyncio.run(ids(store, "tables"))) == 45
    assert purged(store, []) == "45 finished tables, 45 replays"
    for rows in ("tables", "games", "replays", "owners"):
        assert asyncio.run(ids(store, rows)) == set()


@pytest.mark.parametrize(
    "use",
    [
        lambda: touch(["old"], NOW),
        lambda: [("UPDATE answers SET made = ?", (ago(1),))],
        lambda: [("UPDATE chat SET made = ?", (ago(1),))],
    ],
    ids=["opened", "played", "talked"],
)
def test_a_table_that_is_used_is_not_old(store: Store, use: Callable[[], list[Statement]]) -> None:
    assert purged(store, [*table("old", "playing", 500), *use()]) == "nothing"
    assert asyncio.run(ids(store, "answers", "game")) == {"old-game"}


def test_a_table_that_somebody_has_open_is_spared(store: Store) -> None:
    both = [*table("open", "over", 500), *table("shut", "over", 500)]
    assert purged(store, both, spare=lambda name: name == "open") == "1 finished table"
    assert asyncio.run(ids(store, "tables")) == {"open"}


def test_a_table_that_is_opened_while_it_is_looked_at_stays_whole(store: Store) -> None:
    async def main() -> None:
        await store.write(table("old", "over", 500))
        purge = Purge(store, AGES, now=NOW)
        await store.write(touch(["old"], NOW))  # after it was found to be old, before it is removed
        assert not await purge._remove_table("old", ago(500))
        assert (
            await ids(store, "tables") == await ids(store, "chat", "table_id") == await ids(store, "owners") == {"old"}
        )
        assert await ids(store, "games") == await ids(store, "answers", "game") == {"old-game"}

    asyncio.run(main())


def test_a_game_is_kept_for_its_replay_and_goes_with_it(store: Store) -> None:
    game = {"game": "old-game"}
    assert purged(store, [*table("old", "over", 25), *replay("shared", 25, **game)]) == "1 finished table"
    found = asyncio.run(store.game("old-game"))
    assert found is not None
    assert len(found[1]) == 1
    assert purged(store, [], now=NOW + 20 * DAY) == "1 replay"
    assert asyncio.run(ids(store, "games")) == asyncio.run(ids(store, "answers", "game")) == set()


def test_a_replay_that_goes_leaves_the_game_that_its_table_shows(store: Store) -> None:
    assert purged(store, [*table("now", "over", 1), *replay("shared", 50, game="now-game")]) == "1 replay"
    assert asyncio.run(ids(store, "games")) == {"now-game"}
    again = TableDocument("now", 1.0, DeckChoice(["family"]), [], "", phase="lobby")
    more = [put_table(again), aged("tables", "changed", "now", 1), *replay("second", 50, game="now-game")]
    assert purged(store, more) == "1 replay"
    assert asyncio.run(ids(store, "games")) == set()


def test_what_cannot_be_read_is_left_alone(store: Store) -> None:
    broken = [*table("odd", "over", 500), ("UPDATE tables SET document = '{' WHERE id = 'odd'", ())]
    assert purged(store, [*broken, *replay("shared", 500, game="odd-game")]) == "1 replay"
    assert asyncio.run(ids(store, "tables")) == {"odd"}
    assert asyncio.run(ids(store, "games")) == {"odd-game"}


def test_to_open_a_table_is_written_once_an_hour(store: Store) -> None:
    async def main() -> None:
        await store.write(table("one", "lobby", 0))
        for later, expected in ((1800.0, NOW), (3601.0, NOW + 3601.0), (3700.0, NOW + 3601.0)):
            await store.write(touch(["one", "none"], NOW + later))
            assert (await store.read("SELECT changed FROM tables")) == [(expected,)]

    asyncio.run(main())
