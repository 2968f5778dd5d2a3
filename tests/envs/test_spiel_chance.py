"""Small decks whose chance is enumerated: probabilities, information states, and that solvers find what is true."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from tests.envs.tiny_model import value_for_who_begins

import changeling as cl
from changeling.cards.codes import PILE
from changeling.engine.layout import Table
from changeling.engine.seen.places import cards_in
from changeling.envs import spiel_game
from changeling.envs.spiel_chance import Enumerated, content, lay_pile

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: it has no wheel for this platform")
gambit = pytest.importorskip("open_spiel.python.algorithms.gambit")
policies = pytest.importorskip("open_spiel.python.policy")
score = pytest.importorskip("open_spiel.python.algorithms.expected_game_score")
MOST = 5  # then it matters who begins; broken off later, the tiny deck is worth nothing to either


@cache
def tiny(most: int = MOST) -> Any:
    return spiel_game("tiny", most=most, chance="enumerated")


@cache
def tabular(most: int = MOST) -> Any:
    """The same tree inside OpenSpiel, where its solvers in C++ walk it."""
    return pyspiel.load_efg_game(gambit.export_gambit(tiny(most)))


def game_of(tmp_path: Path, text: str, **options: Any) -> Any:
    deck = tmp_path / "own.cards"
    deck.write_text(text, encoding="utf-8")
    return spiel_game(str(deck), chance="enumerated", **options)


def kept(name: str, number: int) -> str:
    return "\n".join(f'keeper "{name} {place}"\n    "One of several."\n' for place in range(number))


PEEK = 'action "Peek"\n    "Look at the top card of the draw pile."\n    look(top(1))\n'
FEW = kept("Stone", 3) + 'meta "One"\n    "Everybody is dealt 1 card."\n    deals = 1\n'


def play(state: Any, said: str) -> Any:
    """The state after an answer by its text."""
    return state.child(next(one for one in state.legal_actions() if state.action_to_string(one) == said))


def first_with(state: Any, *said: str) -> Any:
    """The first deal after which a player may say all this."""
    for outcome, _ in state.chance_outcomes():
        dealt = state.child(outcome)
        if set(said) <= {dealt.action_to_string(one) for one in dealt.legal_actions()}:
            return dealt
    raise AssertionError(said)


# --- solving ----------------------------------------------------------------------------------------------------------
def solved(most: int) -> float:
    """What the tiny deck is worth for who begins, by CFR."""
    solver = pyspiel.CFRPlusSolver(tabular(most))
    for _ in range(200):
        solver.evaluate_and_update_policy()
    found = solver.average_policy()
    assert pyspiel.exploitability(tabular(most), found) < 1e-4
    begins = [number for number, deal in enumerate(tiny(most).root.results) if deal.table.turn == 0]
    root = tabular(most).new_initial_state()
    weight = dict(root.chance_outcomes())
    assert sum(weight[number] for number in begins) == pytest.approx(0.5)
    assert score.policy_value(root, [found, found]) == pytest.approx([0, 0], abs=1e-3), "who begins is chance"
    worth = [weight[one] * score.policy_value(root.child(one), [found, found])[0] for one in begins]
    return float(sum(worth) / 0.5)


def test_cfr_finds_the_value_of_the_tiny_deck() -> None:
    """The value comes from a program of its own that knows the four cards, and from linear programming."""
    pytest.importorskip("scipy")
    assert value_for_who_begins(MOST) == pytest.approx(1 / 6)
    assert solved(MOST) == pytest.approx(1 / 6, abs=1e-3)


@pytest.mark.soak
@pytest.mark.parametrize("most", [4, 6, 7, 8])
def test_and_so_it_does_in_longer_games(most: int) -> None:
    pytest.importorskip("scipy")
    assert solved(most) == pytest.approx(value_for_who_begins(most), abs=1e-3)


def test_the_solvers_in_python_walk_the_game_itself() -> None:
    cfr = pytest.importorskip("open_spiel.python.algorithms.cfr")
    exploitability = pytest.importorskip("open_spiel.python.algorithms.exploitability")
    uniform = policies.UniformRandomPolicy(tiny())
    before = exploitability.exploitability(tiny(), uniform)
    assert before == pytest.approx(pyspiel.exploitability(tabular(), pyspiel.UniformRandomPolicy(tabular())))
    solver = cfr.CFRSolver(tiny())
    for _ in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.exploitability(tiny(), solver.average_policy()) < before / 10


def test_the_random_simulation_test_passes() -> None:
    pyspiel.random_sim_test(tiny(), num_sims=5, serialize=True, verbose=False)
    assert tiny().get_type().utility == pyspiel.GameType.Utility.ZERO_SUM
    again = pyspiel.load_game("python_changeling(deck=tiny,most=5,chance=enumerated)")
    assert again.new_initial_state().chance_outcomes() == tiny().new_initial_state().chance_outcomes()


# --- chance -----------------------------------------------------------------------------------------------------------
def test_a_deal_decides_the_cards_that_were_drawn_and_no_others() -> None:
    """Two begin; of four cards two are dealt and one is drawn: who has which is all that is decided."""
    outcomes = tiny().new_initial_state().chance_outcomes()
    assert len(outcomes) == 2 * len(list(permutations(range(4), 3)))
    assert {chance for _, chance in outcomes} == {1 / 48}


def test_cards_are_drawn_one_by_one_each_as_likely(tmp_path: Path) -> None:
    game = game_of(tmp_path, kept("Pebble", 3) + FEW, meta=["One"])
    state = game.new_initial_state().child(0)
    waiting = state.child(state.legal_actions()[0])
    assert waiting.is_chance_node()
    assert [chance for _, chance in waiting.chance_outcomes()] == [1 / 3] * 3, "three of six are left in the pile"


def test_dice_and_random_cards_are_as_likely_as_they_are(tmp_path: Path) -> None:
    text = FEW + (
        'action "Cast"\n    "Roll a die; with a six discard a card by chance, else draw for a coin."\n'
        "    if roll(six) == six:\n        discard(random(hand(you)))\n    else:\n        draw(roll(two))\n"
    )
    game = game_of(tmp_path, text, meta=["One"])
    dealt = first_with(game.new_initial_state(), "play Cast")
    waiting = play(dealt, "play Cast")
    chances = [Fraction(chance).limit_denominator(1000) for _, chance in waiting.chance_outcomes()]
    assert sum(chances) == 1
    assert Counter(chances) == {Fraction(1, 6): 1, Fraction(1, 12): 10}, "everybody sees how the dice fall"


def test_a_look_at_the_pile_decides_its_order(tmp_path: Path) -> None:
    game = game_of(tmp_path, kept("Pebble", 2) + FEW + PEEK, meta=["One"])
    dealt = first_with(game.new_initial_state(), "play Peek")
    player = dealt.current_player()
    waiting = play(dealt, "play Peek")
    seen: Counter[str] = Counter()
    for outcome, chance in waiting.chance_outcomes():
        after = waiting.child(outcome)
        seen[after.information_state_string(player)] += round(60 * chance)
    assert list(seen.values()) == [20] * 3, "each card is on top in a third of the cases"


def test_shuffling_the_discards_is_enumerated(tmp_path: Path) -> None:
    """When the draw pile is empty the discards become it; each of them is as likely to come up."""
    drops = "\n".join(f'action "Drop {place}"\n    "Drop all."\n    discard(hand(you))\n' for place in range(5))
    text = drops + 'meta "One"\n    "Everybody is dealt 1 card."\n    deals = 1\n'
    state = game_of(tmp_path, text, meta=["One"], most=4).new_initial_state().child(7)
    while state.moment.table.reshuffles == 0:
        before, state = state, state.child(state.legal_actions()[0])
    assert before.is_chance_node()
    assert [chance for _, chance in before.chance_outcomes()] == pytest.approx([1 / 5] * 5)
    assert len({str(before.child(outcome)) for outcome in range(5)}) == 5


ODD = """
meta "One"
    "Everybody is dealt 1 card."
    deals = 1

creeper "Moth"
    "It flies to any light."

keeper "Lamp"
    "It burns."

action "Peek"
    "Look at the top card, and put a card of your hand below the pile."
    look(top(1))
    to_pile(random(hand(you)), "bottom")

action "Stir"
    "Shuffle the draw pile and roll a die; with less than three draw from below."
    shuffle_pile()
    if roll(six) < three:
        draw_from("bottom", one)

action "Lose"
    "Discard a card by chance, and put the discards anywhere into the pile."
    discard(random(hand(you)))
    to_pile(discard_pile, "random")

goal "Glow"
    "Have the Lamp."
    wins = has("Lamp")
"""


def open_content(table: Table) -> Any:
    """What a table is but for the order of a pile that nobody knows, and the generator."""
    other = table.copy()
    if not other.pile_known:
        lay_pile(other, sorted(cards_in(other, PILE)))
    return content(other)


def test_whatever_happens_in_a_game_was_enumerated() -> None:
    deck = cl.Deck.from_text(ODD)
    chances, luck, several = Enumerated(deck, 2, ("One",)), random.Random(2), 0
    deals = {open_content(one.table) for one in chances.deal()}
    for seed in range(12):
        game = cl.Game(deck, seats=["Ann", "Bob"], seed=seed, meta=["One"])
        assert open_content(game.table) in deals
        for _ in range(3):
            if game.over:
                break
            given = luck.randrange(len(game.decision.options))
            results = chances.after(game.table, given)
            several += len(results) > 1
            assert sum(one.chance for one in results) == pytest.approx(1)
            game.answer(given)
            assert open_content(game.table) in {open_content(one.table) for one in results}
    assert several > 20


# --- information states -----------------------------------------------------------------------------------------------
def test_information_states_are_those_of_perfect_recall() -> None:
    """Whoever is in an information state has had the same ones before and answered them alike; and the tensor tells
    apart what the string does."""
    known: dict[tuple[int, str], Any] = {}
    tensors: dict[tuple[float, ...], str] = {}
    shared = 0

    def walk(state: Any, past: tuple[Any, Any]) -> None:
        nonlocal shared
        if state.is_terminal():
            return
        player = state.current_player()
        if player >= 0:
            now = state.information_state_string()
            assert len(now) < 4000
            shared += (player, now) in known
            assert known.setdefault((player, now), (past[player], state.legal_actions())) == (
                past[player],
                state.legal_actions(),
            )
            if (player, now) not in seen:
                seen.add((player, now))
                assert tensors.setdefault(tuple(state.information_state_tensor()), now) == now
        for action in state.legal_actions():
            after = list(past)
            if player >= 0:
                after[player] = (*past[player], (now, action))
            walk(state.child(action), (after[0], after[1]))

    seen: set[tuple[int, str]] = set()
    root = tiny().new_initial_state()
    walk(root, ((), ()))
    assert shared > 100


def test_information_states_have_one_length() -> None:
    """However long a game is, what was before the last answer takes one line, and the tensor one size."""
    state = spiel_game("family").new_initial_state()
    chance, lengths, sizes = random.Random(1), [], set()
    for _ in range(150):
        if state.is_terminal():
            break
        if not state.is_chance_node():
            lines = state.information_state_string().splitlines()
            lengths.append(sum(line.startswith("before: ") for line in lines))
            sizes.add(len(state.information_state_tensor()))
        state.apply_action(chance.choice(state.legal_actions()))
    assert max(lengths) == 1
    assert len(sizes) == 1


# --- errors -----------------------------------------------------------------------------------------------------------
def test_large_decks_and_wrong_words_are_refused() -> None:
    with pytest.raises(cl.ChangelingError, match=r"chance: family has 55 cards; .* for at most 12"):
        spiel_game("family", chance="enumerated")
    with pytest.raises(cl.ChangelingError, match="chance: seeded or enumerated are known, not 'dice'"):
        spiel_game("tiny", chance="dice")
    with pytest.raises(cl.DeckError, match="'Nap' is not a Meta Rule"):
        spiel_game("tiny", meta=["Nap"])
    with pytest.raises(cl.ChangelingError, match="more than 50,000 ways lead on from one answer"):
        Enumerated(cl.Deck.from_text(kept("Stone", 11) + PEEK), 2).deal()
    state = tiny().new_initial_state()
    with pytest.raises(cl.AnswerError, match="48 is not an outcome of chance; they are numbered 0 to 47"):
        state.apply_action(48)
