"""What is made from decks is kept for some of them, never for all that anybody brings."""

from __future__ import annotations

import threading

import changeling as cl
from changeling.bots import goal_table
from changeling.cards.recent import DECKS, Recent
from changeling.engine import sheet_cache
from changeling.engine.seen.questions import sites


def test_a_value_is_made_once_and_the_one_not_asked_for_longest_is_forgotten() -> None:
    made: list[str] = []

    def make(digest: str) -> str:
        made.append(digest)
        return f"of {digest}"

    recent: Recent[str] = Recent(2)
    for digest in "abaca":
        assert recent.of(digest, lambda digest=digest: make(digest)) == f"of {digest}"  # type: ignore[misc]
    assert made == ["a", "b", "c"]
    recent.of("b", lambda: make("b"))
    assert made == ["a", "b", "c", "b"]
    assert len(recent) == 2


def test_any_number_of_decks_leaves_a_bounded_number_behind() -> None:
    recent: Recent[int] = Recent()
    for number in range(10 * DECKS):
        recent.of(str(number), lambda: 0)
    assert len(recent) == DECKS


def test_threads_that_ask_at_the_same_time_get_the_same_value() -> None:
    recent: Recent[object] = Recent(3)
    together, found = threading.Barrier(8), list[object]()

    def ask() -> None:
        def make() -> object:
            together.wait(20)  # all of them are making it now
            return object()

        found.append(recent.of("deck", make))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 8
    assert len(set(map(id, found))) == 1


def test_what_the_engine_and_the_bots_keep_of_decks_has_an_end() -> None:
    for number in range(3):
        deck = cl.load_deck("family") if not number else own(number)
        assert sheet_cache.sheet_for(deck) is sheet_cache.sheet_for(deck)
        assert goal_table.goal_table_for(deck) is goal_table.goal_table_for(deck)
    kept = (sheet_cache._made, goal_table._made, sites._read)
    assert all(type(one) is Recent for one in kept)
    assert all(0 <= len(one) <= DECKS for one in kept)


def own(number: int) -> cl.Deck:
    from changeling.decks.shelf import own_deck

    return own_deck(f'take "family"\n\nkeeper "Tea {number}"\n    "Warm."\n')
