"""One source, two machines: interpreted and compiled must agree at every decision, bit for bit."""

import random
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from tests.cards.cookbook import cards_on
from tests.cards.endless import STOPPED, STUCK
from tests.cards.legal import Author
from tests.cards.writing import deck_of, problems_of
from tests.effort import EFFORT, part, tries

import changeling
from changeling import Person
from changeling.cards.codes import A_PLAY, SORT
from changeling.engine.layout import FAULT, GOING, POSTPONED, Table
from changeling.engine.layout import STUCK as IS_STUCK
from changeling.engine.machine.board.census import census
from changeling.engine.machine.loop import answer, begin_game
from changeling.engine.machine.playout import checked_playout
from changeling.engine.native.build import Compiled
from changeling.engine.native.entry_points import plan_of
from changeling.engine.native.records import TABLE, fetch, records, sheet_record, store, to_record
from changeling.engine.setup import Occasion, laid_out
from changeling.engine.sheet_cache import sheet_for
from changeling.engine.sheet_layout import Sheet
from changeling.lab.games.start_tables import Setting, setting_of
from changeling.play.compiled.native_cache import compiled, compiled_for

SEATS = (2, 3, 4, 5, 6)
GAMES = 2 * EFFORT  # by deck and number of seats
HOW_TO = Path(__file__).parents[3] / "docs" / "how-to"
CAP = 400  # decisions of a game that are compared
START, PLAYED, SCRATCH = 0, 1, 2

# Who the players are decides what some cards do, so some games know of it.
PEOPLE = (
    Person(birthday=True, age=7),
    Person(age=41, parent=True),
    Person(age=70, parent=True, grandparent=True),
    Person(age=7),
    Person(),
    Person(age=0),
)


@pytest.fixture(scope="session")
def machine() -> Compiled:
    return compiled()


def machine_of(deck: str) -> Compiled:
    """The machine that games of a deck are played by: for most editions the lean one."""
    return compiled_for(changeling.load_deck(deck))


@dataclass
class Pair:
    """The same game on both machines."""

    machine: Compiled
    d: Sheet
    sheets: NDArray[Any]
    tables: NDArray[Any]
    words: NDArray[np.int64]
    t: Table

    def begin(self, seed: int, first: int = -1) -> None:
        begin_game(self.d, self.t, seed, first)
        self.machine.begin(self.sheets, self.tables, PLAYED, seed, first)

    def answer(self, index: int) -> None:
        answer(self.d, self.t, index)
        self.machine.answer(self.sheets, self.tables, PLAYED, index)

    def check(self, where: str) -> None:
        """Every field is the same; what the lists do not reach is as it was laid out."""
        to_record(self.t, self.tables[SCRATCH])
        if np.array_equal(self.words[SCRATCH], self.words[PLAYED]):
            return
        wrong = [
            f"{name}: interpreted {mine.tolist()}, compiled {theirs.tolist()}"
            for name in (field.name for field in Table.fields)
            if not np.array_equal(mine := self.tables[SCRATCH][name], theirs := self.tables[PLAYED][name])
        ]
        pytest.fail(f"{where}: " + ("\n".join(wrong) or "the bytes between the fields"))


def pair(machine: Compiled, d: Sheet, start: Table) -> Pair:
    tables, words = records(3)
    for row in (START, PLAYED, SCRATCH):
        store(start, tables, row)
    return Pair(machine, d, sheet_record(d), tables, words, start.copy())


def agree(machine: Compiled, d: Sheet, start: Table, seed: int, where: str, cap: int = CAP) -> int:
    """Play one game on both machines, answers by a generator of the test's own; gives the decisions compared."""
    both, chance = pair(machine, d, start), random.Random(seed)
    both.begin(seed)
    both.check(where)
    made = 0
    while both.t.outcome == GOING and made < cap:
        both.answer(chance.randrange(both.t.options))
        made += 1
        both.check(f"{where}, answer {made}")
    return made


@pytest.mark.parametrize(("deck", "seats"), part(list(product([*changeling.editions(), "fluxx-4+family"], SEATS)), 2))
def test_both_machines_agree_at_every_decision(deck: str, seats: int) -> None:
    machine, setting = machine_of(deck), setting_of(deck)
    start, seeds = setting.start(seats), range(GAMES * seats, GAMES * (seats + 1))
    compared = sum(agree(machine, setting.sheet, start, seed, f"{deck}, {seats} seats, seed {seed}") for seed in seeds)
    assert compared > GAMES * 10


def test_both_machines_agree_about_what_happens_out_of_turn(machine: Compiled, tmp_path: Path) -> None:
    d = sheet_for(changeling.load_deck(written(tmp_path, OUT_OF_TURN)))
    put_off = 0
    for seed in range(6):
        both, chance = pair(machine, d, laid_out(d, 2 + seed % 5)), random.Random(seed)
        both.begin(seed)
        for made in range(CAP):
            if both.t.outcome != GOING:
                break
            both.answer(chance.randrange(both.t.options))
            both.check(f"out of turn, seed {seed}, answer {made}")
            put_off += any(entry >= POSTPONED for entry in both.t.extra_seat)
        assert both.t.outcome != FAULT
    assert put_off > 0


@pytest.mark.parametrize("page", sorted(HOW_TO.glob("cookbook-*.md")), ids=lambda page: page.stem)
def test_both_machines_agree_about_the_cards_of_the_cookbook(machine: Compiled, tmp_path: Path, page: Path) -> None:
    deck = changeling.load_deck(["fluxx-4", *cards_on(page, tmp_path)])
    d = sheet_for(deck)
    for seed in tries(3):
        agree(machine, d, laid_out(d, 2 + 2 * seed % 5), seed, f"{page.stem}, seed {seed}")


def test_both_machines_agree_about_cards_of_all_areas_in_one_deck(machine: Compiled, tmp_path: Path) -> None:
    files: list[str] = []
    for page in sorted(HOW_TO.glob("cookbook-*.md")):
        (tmp_path / page.stem).mkdir()
        files += cards_on(page, tmp_path / page.stem)
    d = sheet_for(changeling.load_deck(["fluxx-4", *files]))
    for seed in tries(5):
        agree(machine, d, laid_out(d, 2 + seed % 5), seed, f"all areas, seed {seed}")


def test_both_machines_agree_about_random_cards() -> None:
    for seed in tries(10):
        text = Author(seed).deck()
        if not problems_of(text):
            deck = deck_of(text)
            d = sheet_for(deck)
            agree(compiled_for(deck), d, laid_out(d, 2 + seed % 5), seed, f"random cards {seed}")


def metas_of(deck: str) -> Iterator[tuple[str, ...]]:
    titles = [card.title for card in changeling.load_deck(deck).cards if card.kind == "meta"]
    yield from ((title,) for title in titles)
    if len(titles) > 1:
        yield tuple(titles)


@pytest.mark.parametrize(("deck", "meta"), [(deck, meta) for deck in changeling.editions() for meta in metas_of(deck)])
def test_both_machines_agree_under_meta_rules(machine: Compiled, deck: str, meta: tuple[str, ...]) -> None:
    setting = setting_of(deck, meta)
    for seed in tries(3):
        agree(machine, setting.sheet, setting.start(2 + seed % 5), seed, f"{deck} with {meta}, seed {seed}")


@pytest.mark.parametrize("deck", changeling.editions())
def test_both_machines_agree_about_people_and_holidays(machine: Compiled, deck: str) -> None:
    setting = setting_of(deck)
    for seed in tries(5):
        seats = 2 + seed % 5
        start = laid_out(setting.sheet, seats, out=setting.out, occasion=Occasion(PEOPLE[:seats], seed % 2 == 0))
        agree(machine, setting.sheet, start, seed, f"{deck} with people, seed {seed}")


@pytest.mark.parametrize("seed", [0, 1, 2**31, 2**32, 2**62, 2**63 - 1])
def test_both_machines_agree_on_any_seed_and_beginner(machine: Compiled, seed: int) -> None:
    setting = setting_of("fluxx-4")
    for first in (-1, 0, 2):
        both = pair(machine, setting.sheet, setting.start(3))
        both.begin(seed, first)
        both.check(f"seed {seed}, first {first}")


def test_a_difference_would_be_seen(machine: Compiled) -> None:
    setting = setting_of("family")
    both = pair(machine, setting.sheet, setting.start(2))
    both.begin(1)
    both.check("before")
    for name, length in ((field.name, field.length) for field in Table.fields):
        before = both.tables[PLAYED].copy()
        if length:
            both.tables[PLAYED][name][length - 1] ^= 1
        else:
            both.tables[PLAYED][name] ^= 1
        with pytest.raises(pytest.fail.Exception, match=name):
            both.check("after")
        both.tables[PLAYED] = before


def test_whole_games_inside_the_compiled_machine_end_as_interpreted(machine: Compiled) -> None:
    setting = setting_of("fluxx-4")
    both = pair(machine, setting.sheet, setting.start(4))
    for seed in range(20):
        t = setting.start(4)
        begin_game(setting.sheet, t, seed, -1)
        made = checked_playout(setting.sheet, t, seed, CAP)
        for checked in (False, True):
            plan = plan_of(start=START, seed=seed, cap=CAP, census=checked)
            assert machine.play(both.sheets, both.tables, both.words, plan, PLAYED) == made
            store(setting.start(4), both.tables, SCRATCH)
            both.t = t
            both.check(f"census {census}, seed {seed}")
            assert plan[0]["outcomes"].nonzero()[0].tolist() == [t.outcome]


def in_the_middle(setting: Setting, seats: int, decisions: int) -> Table:
    t, chance = setting.start(seats), random.Random(decisions)
    begin_game(setting.sheet, t, decisions, -1)
    while t.outcome == GOING and t.decisions < decisions:
        answer(setting.sheet, t, chance.randrange(t.options))
    return t


@pytest.mark.parametrize("decisions", [0, 1, 7, 40])
def test_a_table_stored_and_fetched_is_the_same(decisions: int) -> None:
    setting = setting_of("fluxx-4")
    t = in_the_middle(setting, 4, decisions)
    tables, words = records(2)
    store(t, tables, 0)
    found = fetch(tables, 0)
    for name, length in ((field.name, field.length) for field in Table.fields):
        mine, theirs = getattr(t, name), getattr(found, name)
        if not length:
            assert theirs == mine, name
        else:
            assert theirs[: len(mine)] == mine, name
            assert not any(theirs[len(mine) :]), name
    store(found, tables, 1)
    assert np.array_equal(words[0], words[1])


@pytest.mark.parametrize("boundscheck", [False, True])
def test_compiled_copies_are_whole_and_independent(boundscheck: bool) -> None:
    machine, setting = compiled(boundscheck=boundscheck), setting_of("fluxx-4")
    sheets = sheet_record(setting.sheet)
    tables, words = records(3)
    chance = random.Random(5)
    for decisions in (30, 3, 18, 0, 55):  # a deep stack, then shallow ones: nothing of the deep one may stay
        store(in_the_middle(setting, 4, decisions), tables, 0)
        machine.copy(tables, words, 0, 1)
        assert np.array_equal(words[0], words[1])
        before = words[0].copy()
        for _ in range(25):
            if tables[1]["outcome"] == GOING:
                machine.answer(sheets, tables, 1, chance.randrange(int(tables[1]["options"])))
        assert not np.array_equal(words[0], words[1])
        assert np.array_equal(words[0], before)
        assert not words[2].any()


def test_interpreted_copies_are_independent() -> None:
    setting = setting_of("fluxx-4")
    t = in_the_middle(setting, 4, 12)
    other, (tables, words) = t.copy(), records(2)
    store(t, tables, 0)
    for _ in range(25):
        if other.outcome == GOING:
            answer(setting.sheet, other, 0)
    store(t, tables, 1)
    assert np.array_equal(words[0], words[1])
    assert other.decisions != t.decisions


def test_a_table_is_whole_words() -> None:
    assert TABLE.itemsize % 8 == 0


def test_interpreted_play_does_not_import_llvmlite() -> None:
    program = (
        "import random, sys, changeling as cl\n"
        "game, chance = cl.Game('fluxx-4', seats=['Ann', 'Bob'], seed=3), random.Random(3)\n"
        "while not game.over and len(game.record().moves) < 200:\n"
        "    game.answer(chance.choice(game.decision.options))\n"
        "    game.view('Ann')\n"
        "import changeling.lab.speed.bench, changeling.lab.soak, changeling.cli\n"
        "assert 'llvmlite' not in sys.modules\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr


# --- decks of our own: a program that loops, and very deep nesting ---------------------------------------------------
# Turns given out of turn, automatic effects that become due together, and Ungoals that one of them plays.
OUT_OF_TURN = """
rule "Play 3" in play x3
    plays = 3

rule "Hand Limit 2" in hand_limit x2
    hand_limit = 2

rule "Out With Them" x3
    when hand(everyone, ungoal):
        for p in everyone:
            while hand(p, ungoal):
                play(choose(hand(p, ungoal), by=p), by=p)

keeper "Cheese" x6

keeper "Bell" x2

creeper "Mouse" x2
    when has("Cheese") and not has("Bell"):
        give(this, choose(others))

creeper "Stray"
    when count(hand(you)) <= one:
        give(this, choose(others))

creeper "Weathercock"
    on goals:
        receiver = choose(others)
        draw(one)
        give(this, receiver)

goal "Fondue"
    wins = count(keepers(you)) >= 5

ungoal "Winter" x3
    ends = count(keepers(everyone)) >= 7

ungoal "Drought" x2
    ends = count(keepers(everyone)) >= 8

action "Gift" x12
    victim = choose(p for p in others if hand(p))
    play(random(hand(victim)), by=victim)

action "Once More" x8
    extra_turn()

action "Encore" x4
    extra_turn()

surprise "Mine Is Next" x2
    your_turn:
        extra_turn()
    react turn:
        extra_turn()
"""

NESTS = """
keeper "Stone" x6

action "Draw 2 and Use 'em" x99
    for _ in upto(2):
        draw_to(2, aside)
        play(choose(aside))

action "Draw 2, Play 1 of them" x99
    draw_to(2, aside)
    play(choose(aside))
"""


def written(folder: Path, text: str) -> str:
    path = folder / "own.cards"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize("name", [*STOPPED, *STUCK])
def test_what_never_ends_is_stopped_by_both_machines_alike(machine: Compiled, tmp_path: Path, name: str) -> None:
    setting = setting_of(written(tmp_path, STOPPED.get(name) or STUCK[name][0]))
    stopped = 0
    for seed, politely in ((1, False), (2, True)):
        start = setting.start(2 + seed)
        start.polite = int(politely)
        both = pair(machine, setting.sheet, start)
        both.begin(seed)
        for made in range(1100 if name in STUCK or "asks" in name else 30):
            if both.t.outcome != GOING:
                break
            both.answer(0)
            stopped += both.t.stopped
            both.check(f"seed {seed}, answer {made}")
        assert both.t.outcome != FAULT
        stopped += both.t.outcome == IS_STUCK
    assert stopped > 0


def test_nesting_has_no_limit_that_a_game_reaches(machine: Compiled, tmp_path: Path) -> None:
    deck = changeling.load_deck(written(tmp_path, NESTS))
    d = sheet_for(deck)
    for seats in (2, 6):
        both = pair(machine, d, laid_out(d, seats))
        both.begin(seats)
        deepest = 0
        for _ in range(400):
            if both.t.outcome != GOING:
                break
            kinds = [deck.cards[code % SORT].kind for code in both.t.option[: both.t.options] if code // SORT <= A_PLAY]
            both.answer(kinds.index("action") if "action" in kinds else 0)
            both.check("nesting")
            deepest = max(deepest, both.t.frames)
        assert both.t.outcome == GOING
        assert both.t.fault == 0
        assert deepest > 60
