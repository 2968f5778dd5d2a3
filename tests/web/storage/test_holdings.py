"""How much of the store each address takes up, without its address being kept."""

from __future__ import annotations

import asyncio

from changeling.web.storage.documents import GameDocument, TableDocument
from changeling.web.storage.holdings import Holdings, holdings_of, owner_of, put_owner, secret_of, table_owner
from changeling.web.storage.store import Store, put_game, put_replay, put_table
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


def test_the_secret_is_drawn_once_for_a_store_and_addresses_are_not_kept(store: Store) -> None:
    async def main() -> None:
        secrets = await asyncio.gather(*(secret_of(store) for _ in range(5)))
        assert len(set(secrets)) == 1
        assert len(secrets[0]) == 32
        owner = owner_of(secrets[0], "192.0.2.1")
        assert owner == owner_of(secrets[0], "192.0.2.1") != owner_of(secrets[0], "192.0.2.2")
        assert owner != owner_of("another", "192.0.2.1")

    asyncio.run(main())
