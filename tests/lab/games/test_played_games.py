"""Games of bots: the same rows compiled, interpreted and through views, and rows that tell what happened."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import changeling as cl
from changeling.bots.evaluation import prospect
from changeling.bots.goal_table import goal_table_for
from changeling.bots.weights import FOR_PROSPECT
from changeling.cards import codes as w
from changeling.decks.shelf import published
from changeling.engine.fields import SCRATCH
from changeling.engine.journal import ROW_CARD, ROW_SOURCE, ROW_TARGET, ROW_VERB
from changeling.engine.layout import Table
from changeling.engine.machine import journal as v
from changeling.engine.seen.places import cards_in
from changeling.engine.seen.questions.decision import Decision, Option
from changeling.engine.seen.view import View
from changeling.engine.sheet_cache import sheet_for
from changeling.errors import ChangelingError
from changeling.lab.games.compiled_games import CompiledGames, compiled_play, difference
from changeling.lab.games.game_rows import measure, moves_with
from changeling.lab.games.interpreted_games import KINDS, interpreted_rows
from changeling.lab.games.played_games import (
    CAP,
    OUTCOMES,
    PlayedGames,
    choosers_of,
    columns_of,
    play_games,
    played_again,
    replayed,
)
from changeling.lab.games.start_tables import names_of, setting_of
from changeling.lab.games.tally import Tally

COURT = pytest.param("changeling-court", marks=pytest.mark.soak)  # it takes a minute more to compile
DECKS = [*published(), "+".join(published()), COURT]
UNSEEN = sorted(map(str, Path(cl.__file__).parent.glob("lab/transfer/decks/*.cards")))  # they have rarer words
MIXED = ["greedy", "random", "greedy"]


def differences(one: PlayedGames, other: PlayedGames) -> list[str]:
    """The columns in which two sets of rows differ."""
    return [
        f"{table}.{name}"
        for table, mine, theirs in zip(one._fields, one, other, strict=True)
        for name in mine
        if mine[name].shape != theirs[name].shape or not (mine[name] == theirs[name]).all()
    ]


def questions(deck: str, seats: int, bots: list[str], seed: int) -> Iterator[tuple[cl.Game, int]]:
    """The game of a seed, played through views alone: at each question, with what the answers so far stand for."""
    game, moves = cl.Game(deck, seats=names_of(seats), seed=seed), 0
    choosers = choosers_of(game.seats, bots, seed)
    while not game.over:
        yield game, moves
        decision = game.decision
        option = choosers[decision.seat].choose(game.view(decision.seat), decision)
        moves = moves_with(moves, option.code)
        game.answer(option)
    yield game, moves


@pytest.mark.parametrize("deck", DECKS)
def test_compiled_and_interpreted_games_give_the_same_rows(deck: str) -> None:
    for seats in (2, 5):
        seeds = np.arange(seats, seats + 2, dtype=np.uint64)
        rows = interpreted_rows(setting_of(deck), ["greedy"] * seats, seeds, CAP)
        interpreted = columns_of(rows, seats, len(setting_of(deck).deck.cards))
        assert differences(play_games(deck, seats, "greedy", seeds), interpreted) == []


@pytest.mark.parametrize("deck", [*DECKS, *UNSEEN])
def test_to_look_at_a_game_changes_nothing_in_it(deck: str) -> None:
    setting = setting_of(deck)
    d, goals = setting.sheet, goal_table_for(setting.deck)
    tally: Any = Tally()
    fields = [field for field in Table.fields if field.role != SCRATCH]
    chance, looked = random.Random(1), 0
    for seats in (2, 5):
        game = cl.Game(setting.deck, seats=names_of(seats), seed=seats)
        while not game.over and game.table.decisions < 150:
            before = {field.name: game.table.in_use(field) for field in fields}
            measure(d, game.table, tally, goals, FOR_PROSPECT)
            assert {field.name: game.table.in_use(field) for field in fields} == before
            assert sum(tally.chances[:seats]) == pytest.approx(1)
            game.answer(chance.choice(game.decision.options))
            looked += 1
    assert looked


@pytest.mark.parametrize("deck", DECKS)
def test_every_choice_of_a_compiled_game_is_that_of_a_bot_that_sees_its_view(deck: str) -> None:
    played = play_games(deck, 3, MIXED, [20, 21])
    for place, seed in enumerate((20, 21)):
        *_, (game, moves) = questions(deck, 3, MIXED, seed)
        assert played.games["moves"][place] == moves
        assert played.games["winner"][place] == game.table.winner
        assert played.games["decisions"][place] == game.table.decisions
        assert played.games["turns"][place] == game.table.turns


def test_the_same_seeds_give_the_same_rows_in_parts_and_in_any_order() -> None:
    whole = play_games("fluxx-4", 4, "greedy", range(9))
    parts = [play_games("fluxx-4", 4, "greedy", part) for part in ([0, 1, 2, 3], [4], [5, 6, 7, 8])]
    together = PlayedGames(
        *({name: np.concatenate([each[place][name] for each in parts]) for name in whole[place]} for place in range(3))
    )
    assert differences(whole, together) == []
    turned = play_games("fluxx-4", 4, "greedy", range(8, -1, -1))
    assert (turned.games["moves"][::-1] == whole.games["moves"]).all()


@pytest.mark.parametrize(("deck", "bots"), [("cthulhu", ("greedy", "random", "greedy")), ("family", ("random",) * 2)])
def test_a_game_played_again_is_the_one_that_views_alone_lead_to(deck: str, bots: tuple[str, ...]) -> None:
    for seed in (3, 1 << 40):
        seen, again = (one(deck, len(bots), bots, seed) for one in (replayed, played_again))
        assert again.record() == seen.record()
        assert again.notation() == seen.notation()
    short = played_again(deck, len(bots), bots, 3, cap=4)
    assert (len(short.record().moves), short.over) == (4, False)


@pytest.mark.parametrize("deck", [*published(), COURT])
def test_what_is_counted_is_what_the_journal_says(deck: str) -> None:
    seed, seats = 5, 3
    played, game = play_games(deck, seats, "greedy", [seed]), replayed(deck, seats, "greedy", seed)
    drawn: Counter[tuple[int, int]] = Counter()
    plays: Counter[tuple[int, int]] = Counter()
    others: Counter[tuple[int, str]] = Counter()
    names = {v.V_DISCARDS: "discarded", v.V_USES: "used", v.V_CANCELS: "cancelled"}
    assert game.table.journal is not None
    for row in game.table.journal:
        verb, seat, card, source, target = row[ROW_VERB], row[1], row[ROW_CARD], row[ROW_SOURCE], row[ROW_TARGET]
        if verb in (v.V_DRAWS, v.V_LAYS_DOWN):
            drawn[card, seat] += 1
        elif verb == v.V_PLAYS:
            plays[card, seat] += 1
        elif verb in names:
            others[card, names[verb]] += 1
        elif verb == v.V_DIVERTS or (verb == v.V_TAKES and w.HAND <= source < w.DOWN <= source + target):
            others[card, "stolen"] += int(verb == v.V_DIVERTS or (source - target) % w.MAX_SEATS != 0)
        elif verb == v.V_WINS:
            assert played.games["won_by"][0] == card
    assert drawn
    assert plays
    cards = played.cards
    for place, card in enumerate(cards["card"].tolist()):
        assert cards["drawn"][place].tolist() == [drawn[card, seat] for seat in range(seats)]
        assert cards["played"][place].tolist() == [plays[card, seat] for seat in range(seats)]
        for name in ("discarded", "used", "cancelled", "stolen"):
            assert cards[name][place] == others[card, name], (game.deck.cards[card].title, name)
    assert {card for card, _ in (*drawn, *plays, *others)} <= set(cards["card"].tolist())


def test_turns_tell_how_the_seats_stand_and_what_lies_in_front_of_them() -> None:
    deck, seats, seed = "doctor-who", 3, 4
    played = play_games(deck, seats, "greedy", [seed])
    front: Counter[tuple[int, int]] = Counter()
    chances, seen = [], 0
    for game, _ in questions(deck, seats, ["greedy"] * seats, seed):
        t = game.table
        if game.over or t.turns == seen:
            continue
        seen = t.turns
        d, goals = sheet_for(game.deck), goal_table_for(game.deck)
        chances.append([prospect(d, goals, FOR_PROSPECT, t.copy(), seat) for seat in range(seats)])
        for seat in range(seats):
            front.update((card, seat) for card in cards_in(t, w.KEEPERS + seat))
            front.update((card, seat) for card in cards_in(t, w.CREEPERS + seat))
    assert np.allclose(played.turns["chance"], chances, rtol=1e-6)
    assert played.turns["turn"].tolist() == sorted(set(played.turns["turn"].tolist()))
    assert np.allclose(played.turns["chance"].sum(axis=1), 1)
    assert front
    for place, card in enumerate(played.cards["card"].tolist()):
        assert played.cards["front"][place].tolist() == [front[card, seat] for seat in range(seats)]


def test_whose_turn_was_first_and_who_has_what_at_the_end() -> None:
    played = play_games("family", 2, "greedy", range(12))
    assert set(played.games["first"].tolist()) == {0, 1}
    for place, seed in enumerate(range(12)):
        game = replayed("family", 2, "greedy", seed)
        assert played.games["first"][place] == cl.Game("family", seats=names_of(2), seed=seed).table.turn
        for card, seat, hand in zip(
            *(played.cards[name][played.cards["seed"] == seed] for name in ("card", "end_seat", "end_hand")),
            strict=True,
        ):
            zone = game.table.place[card]
            assert hand == (w.HAND <= zone < w.KEEPERS)
            assert seat == ((zone - w.HAND) % w.MAX_SEATS if w.HAND <= zone < w.ASIDE else -1)


def test_the_effect_of_a_play_is_what_it_changes_of_the_players_chance() -> None:
    """For plays that won their game at once: from the chance at that question to 1."""
    checked = 0
    for seed in range(8):
        cards, before, asked = play_games("fluxx-4", 2, "greedy", [seed]).cards, 0.0, -1
        assert (np.abs(cards["swing"]) <= cards["swings"]).all()
        assert (cards["swings"] <= cards["played"].sum(axis=1)).all()
        for game, _ in questions("fluxx-4", 2, ["greedy"] * 2, seed):
            if not game.over:
                d, goals, asked = sheet_for(game.deck), goal_table_for(game.deck), game.table.asked
                before = prospect(d, goals, FOR_PROSPECT, game.table.copy(), asked)
        sort, _, title = str(game.record().moves[-1]).partition(" ")
        found = [each.id for each in game.deck.cards if each.title == title and sort == "play"]
        place = cards["card"].tolist().index(found[0]) if found and game.table.winner == asked else None
        if place is not None and cards["swings"][place] == 1:
            assert cards["swing"][place] == pytest.approx(1 - before, rel=1e-5)
            checked += 1
    assert checked


def test_a_game_that_is_broken_off_has_no_winner() -> None:
    played = play_games("fluxx-4", 3, "random", range(4), cap=5)
    assert [OUTCOMES[outcome] for outcome in played.games["outcome"]] == ["too long"] * 4
    assert played.games["winner"].tolist() == [-1] * 4
    assert played.games["answers"].tolist() == [5] * 4


def test_without_records_the_games_are_the_same() -> None:
    seeds = np.arange(6, dtype=np.uint64)
    games = CompiledGames(setting_of("cthulhu"), 4)
    bare = games.play([KINDS["greedy"]] * 4, seeds, cap=CAP, records=False)
    full = games.play([KINDS["greedy"]] * 4, seeds, cap=CAP)
    assert (bare.games["moves"] == full.games["moves"]).all()
    assert len(bare.cards) == len(bare.turns) == 0


def test_a_build_whose_games_differ_is_found() -> None:
    play = compiled_play(lean=True)

    def wrong(*given: Any) -> int:
        done = play(*given)
        given[1][0]["moves"][1] += 1
        return done

    assert difference(play) == ""
    assert "games of greedy seats differ" in difference(wrong)


class LastOption:
    """A bot of one's own."""

    name = "last"

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View, decision: Decision) -> Option:
        return decision.options[(len(decision.options) - 1) * (self.seed % 7 > 0)]


def test_other_bots_play_too() -> None:
    bots = [f"{__name__}:LastOption", "random"]
    played = play_games("family", 2, bots, [1])
    *_, (game, moves) = questions("family", 2, bots, 1)
    assert played.games["moves"][0] == moves
    assert played.games["turns"][0] == game.table.turns


def test_no_games_give_no_rows() -> None:
    played = play_games("fluxx-4", 4, "greedy", [])
    assert all(len(column) == 0 for table in played for column in table.values())


def test_seeds_of_any_size_play() -> None:
    seeds = [0, (1 << 63) + 5, (1 << 64) - 1]
    assert play_games("family", 2, "greedy", np.array(seeds, np.uint64)).games["seed"].tolist() == seeds


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"seats": 7}, "seats: 2 to 6 can play, not 7"),
        ({"bots": ["greedy"]}, "bots: one for all seats, or 2, are needed, not 1"),
        ({"bots": "clever"}, "'clever' is not a bot"),
        ({"seeds": [-1]}, "seeds: whole numbers from 0"),
        ({"seeds": [0.5]}, "seeds: whole numbers from 0"),
        ({"cap": 0}, "cap: a number from 1 to 30,000"),
        ({"deck": "no-such-deck"}, "no-such-deck"),
    ],
)
def test_what_cannot_be_played_is_refused(given: dict[str, object], message: str) -> None:
    values = {"deck": "family", "seats": 2, "bots": "greedy", "seeds": [1]} | given
    with pytest.raises(ChangelingError, match=message):
        play_games(**values)  # type: ignore[arg-type]
