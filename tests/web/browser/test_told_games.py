"""Whole games of every edition and of mixes, read by both faces: no sentence of a game is broken.

Every game is played once, and told in the terminal's words and by the built page's own module, in a browser.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import msgspec
import pytest
from playwright.sync_api import Browser, Route
from tests.random_play import NAMES
from tests.sentences import faults

import changeling as cl
from changeling.decks.shelf import published
from changeling.play.seated_bot import SeatedBot
from changeling.terminal.plain import option_text, table_rows
from changeling.terminal.sentences.event_sentences import Narrator
from changeling.terminal.sentences.question_sentences import question_line
from changeling.web.gallery.decks import cards_of
from changeling.web.table.game.render import events_of

PAGE = Path(__file__).parents[3] / "src" / "changeling" / "web" / "page"
ORIGIN = "http://page.test"
EDITIONS = tuple(cl.editions())
EVERYTHING = "+".join(published())
PAIRS = tuple("+".join(pair) for pair in combinations(EDITIONS, 2))
GAMES, MANY = 4, 1000
GREEDY = 4  # every so many games is one of greedy bots
ANSWERS = 110  # of one game
LOOKS = 40  # answers between two looks at the table

TELL = """(text) => {
    const { events, me } = JSON.parse(text);
    return telling.tell(events, me, cards).map((one) => ({ ...one, text: telling.plain(one.parts) }));
}"""

Tell = Callable[[cl.Game, int], list[dict[str, object]]]


@pytest.fixture
def page_tells(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Tell]:
    """The page's own words for what happened, as one seat is told it."""
    deck = cl.load_deck(request.node.callspec.params["deck"])
    page = browser.new_page()
    page.route("**/*", serve)
    page.goto(ORIGIN)
    module = next(PAGE.glob("assets/telling-*.js"), None)
    assert module is not None, "the page was built without its words as a module: run `make page`"
    infos = cards_of(deck)[1].decode()
    page.evaluate(
        """async ([module, infos]) => {
            window.telling = await import(module);
            window.cards = new Map(JSON.parse(infos).cards.map((card) => [card.title, card]));
        }""",
        [f"/assets/{module.name}", infos],
    )

    def tell(game: cl.Game, seat: int) -> list[dict[str, object]]:
        given = {"events": events_of(game, 0, seat), "me": game.seats[seat]}
        found: list[dict[str, object]] = page.evaluate(TELL, msgspec.json.encode(given).decode())
        return found

    yield tell
    page.close()


def serve(route: Route) -> None:
    """A page of nothing, and the files of the built page."""
    path = route.request.url.removeprefix(ORIGIN).strip("/")
    if path:
        route.fulfill(body=(PAGE / path).read_bytes(), content_type="text/javascript")
    else:
        route.fulfill(body="<!doctype html>", content_type="text/html")


def played(deck: cl.Deck, number: int) -> Iterator[cl.Game]:
    """A game, at some of its questions and at its end."""
    game = cl.Game(deck, seats=NAMES[: 2 + number % 5], seed=number)
    bot, chance = SeatedBot("greedy", number), Random(number)
    for answer in range(ANSWERS):
        if game.over:
            break
        if answer % LOOKS == number % LOOKS:
            yield game
        decision = game.decision
        greedy = number % GREEDY == 0
        game.answer(bot.choose(game.view(decision.seat), decision) if greedy else chance.choice(decision.options))
    yield game


def read_table(game: cl.Game) -> Iterator[tuple[str, bool]]:
    """The table and the question as the terminal shows them; with whether each is a whole sentence."""
    if game.over:
        return
    decision = game.decision
    view = game.view(decision.seat)
    yield from ((row, True) for row in table_rows(view, frozenset(game.seats[1:])))
    yield question_line(view, decision), True
    yield from ((option_text(view, option), False) for option in decision.options)


def read_events(game: cl.Game, seat: str) -> Iterator[tuple[str, bool]]:
    """What happened as the terminal tells it to a seat."""
    yield from ((sentence.text, True) for sentence in Narrator(game.deck).sentences(seat, game.events_for(seat)))


def read(deck: str, games: int, page_tells: Tell) -> None:
    """Play games of a deck and read all that both faces say of them."""
    made = cl.load_deck(deck)
    wrong: dict[str, str] = {}
    known: set[tuple[str, bool]] = set()
    told = 0

    def check(text: str, whole: bool, where: str) -> None:
        if (text, whole) not in known:
            known.add((text, whole))
            wrong.update({f"{fault}: {text}": where for fault in faults(text, whole=whole)})

    for number in range(games):
        for game in played(made, number):
            for text, whole in read_table(game):
                check(text, whole, f"terminal, game {number}")
        seat = number % len(game.seats)
        for text, whole in read_events(game, game.seats[seat]):
            check(text, whole, f"terminal, game {number}, to {game.seats[seat]}")
        for sentence in page_tells(game, seat):
            told += 1
            check(str(sentence["text"]), not sentence["heading"], f"page, game {number}, to {game.seats[seat]}")
            assert sentence["seat"] in (*game.seats, ""), sentence
    assert told > 20 * games, "the games were told"
    assert not wrong, json.dumps(dict(list(wrong.items())[:20]), indent=1, ensure_ascii=False)


@pytest.mark.parametrize("deck", [*EDITIONS, EVERYTHING])
def test_no_sentence_of_a_game_is_broken(deck: str, page_tells: Tell) -> None:
    read(deck, GAMES, page_tells)


@pytest.mark.soak
@pytest.mark.parametrize("deck", [*EDITIONS, *PAIRS, EVERYTHING])
def test_no_sentence_of_many_games_is_broken(deck: str, page_tells: Tell) -> None:
    read(deck, MANY, page_tells)
