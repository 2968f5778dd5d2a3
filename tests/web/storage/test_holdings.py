"""How much of the store each address takes up, without its address being kept."""

from __future__ import annotations

import asyncio

from changeling.web.storage.documents import GameDocument, Row, TableDocument
from changeling.web.storage.holdings import (
    ANSWER,
    Holdings,
    holdings_of,
    owner_of,
    put_owner,
    secret_of,
    table_owner,
)
from changeling.web.storage.kept_games import put_picture
from changeling.web.storage.store import (
    LINES,
    Statement,
    Store,
    drop_lines,
    put_game,
    put_line,
    put_replay,
    put_row,
    put_table,
)
from changeling.web.wire.values import DeckChoice


def test_what_an_owner_has_is_counted_in_bytes_with_the_games_of_its_tables(store: Store) -> None:
    async def main() -> None:
        assert await holdings_of(store, "me") == Holdings()
        text = "keeper 'Tëa ☕'" * 50
        for name in ("one", "two", "theirs"):
            await store.write([put_table(TableDocument(name, 1.0, DeckChoice([], text), [], ""))])
            await store.write([put_owner("table", name, "them" if name == "theirs" else "me")])
        empty = await holdings_of(store, "me")
        assert (empty.tables, empty.replays) == (2, 0)
        assert 2 * len(text.encode()) < empty.bytes < 2 * len(text.encode()) + 2000
        game = GameDocument("game", "one", 1.0, DeckChoice([], text), "{}")
        await store.write([put_game(game, digest="d", seed=1, seats=["Ann"])])
        await store.write([put_replay("brought", text=text), put_owner("replay", "brought", "me")])
        full = await holdings_of(store, "me")
        assert (full.tables, full.replays) == (2, 1)
        assert full.bytes > empty.bytes + 2 * len(text.encode())
        assert 0 < full.oldest == full.oldest_table <= full.oldest_replay
        assert (await holdings_of(store, "them")).tables == 1
        assert await table_owner(store, "theirs") == "them"
        assert await table_owner(store, "nobody's") is None

    asyncio.run(main())


def test_all_that_is_kept_for_a_table_counts(store: Store) -> None:
    async def grown(statement: Statement) -> int:
        before = (await holdings_of(store, "me")).bytes
        await store.write([statement])
        return (await holdings_of(store, "me")).bytes - before

    def game(name: str, cards: str) -> Statement:
        document = GameDocument(name, "one", 1.0, DeckChoice(["family"]), "{}")
        return put_game(document, digest="d", seed=1, seats=["Ann"], cards=cards)

    def cards(name: str, listing: str) -> Statement:
        return "INSERT INTO decks (id, digest, name, title, texts, listing) VALUES (?, '', '', '', 'ä', ?)", (
            name,
            listing,
        )

    async def main() -> None:
        await store.write([put_table(TableDocument("one", 1.0, DeckChoice(["family"]), [], ""))])
        await store.write([put_owner("table", "one", "me"), cards("deck", "x" * 5000), cards("other", "y" * 5000)])
        first = await grown(game("first", "deck"))
        second = await grown(game("other", "deck"))
        assert first == second + 5002, "a deck counts once for all games of an owner that are played with it"
        answers = [put_row("first", Row(number, "option", "Ann", "7")) for number in range(3)]
        assert [await grown(answer) for answer in answers] == [ANSWER] * 3
        assert await grown(put_picture("first", "z" * 700)) == 700
        assert await grown(put_line("one", 0, "Zoë", "wörd", 0.0)) == 9
        assert (await holdings_of(store, "them")).bytes == 0

    asyncio.run(main())


def test_a_chat_keeps_its_last_lines(store: Store) -> None:
    async def main() -> None:
        for number in range(LINES + 5):
            await store.write([put_line("one", number, "Ann", "x", 0.0), drop_lines("one", number)])
        await store.write([put_line("two", 0, "Ann", "x", 0.0), drop_lines("two", 0)])
        kept = [line[0] for line in await store.chat("one", 10 * LINES)]
        assert kept == list(range(5, LINES + 5))
        assert len(await store.chat("two", 10)) == 1

    asyncio.run(main())


def test_the_secret_is_drawn_once_for_a_store_and_addresses_are_not_kept(store: Store) -> None:
    async def main() -> None:
        secrets = await asyncio.gather(*(secret_of(store) for _ in range(5)))
        assert len(set(secrets)) == 1
        assert len(secrets[0]) == 32
        owner = owner_of(secrets[0], "192.0.2.1")
        assert owner == owner_of(secrets[0], "192.0.2.1") != owner_of(secrets[0], "192.0.2.2")
        assert owner != owner_of("another", "192.0.2.1")

    asyncio.run(main())
