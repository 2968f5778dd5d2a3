"""Questions in words: what is chosen, of whom and for what, and what each way out does, whatever a card says."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from tests.cards.writing import deck_of
from tests.engine.seen.questions.card_questions import FILE, Written, page, questions_of
from tests.random_play import NAMES, laid, position, random_games

import changeling as cl
from changeling.cards.deck import Deck

BARE = re.compile(
    r"(Choose|Pick|Do it|Say yes|Choose (a|an|one|what|which|who|another|some)( (card|player|Keeper|Creeper|one))?)"
    r"( for \w+)?(, or done)?[.?!]"
)
GENERIC = ("", "done", "nothing more", "choose none")
MIXES = (("fluxx-4", "cthulhu"), ("doctor-who", "dice-camera-action", "family"))


def deck(edition: str) -> Deck:
    return cl.Game(edition, seats=NAMES[:3], seed=1).deck


def written(*body: str) -> list[Written]:
    """The questions of an Action of these lines."""
    lines = "".join(f"    {line}\n" for line in body)
    others = 'keeper "Milk"\n    "A glass of it."\nrule "Calm"\n    "Play one."\n    plays = 1\n'
    made = deck_of(f'{others}action "Zap"\n    "It zaps."\n{lines}')
    return [one for one in questions_of(made) if one.card == "Zap"]


def asks(*body: str) -> list[str]:
    return [one.ask for one in written(*body)]


def meanings(*body: str) -> dict[str, str]:
    return dict(written(*body)[0].meanings)


# --- every card of the editions ---------------------------------------------------------------------------------------
def test_every_question_of_every_card_is_as_it_was_read() -> None:
    assert FILE.read_text(encoding="utf-8") == page(), "meant so? python -m tests.engine.seen.questions.card_questions"


@pytest.mark.parametrize("edition", cl.editions())
def test_no_question_of_a_card_is_bare(edition: str) -> None:
    found = [one for one in questions_of(deck(edition)) if one.card != "Basic Rules"]
    assert found
    for one in found:
        assert not BARE.fullmatch(one.ask), one
        assert one.ask[0].isupper(), one
        assert one.ask[-1] in ".?!", one
        assert "{" not in one.ask, one
        assert "  " not in one.ask, one
        for word, meaning in one.meanings:
            assert meaning not in GENERIC, (one, word)


@pytest.mark.parametrize("edition", cl.editions())
def test_two_questions_of_one_program_differ(edition: str) -> None:
    """Those in branches of which only one runs may be alike, and so may those of two players; a round of a loop that
    has only one is none."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for one in questions_of(deck(edition)):
        if one.turn == 1 and one.card not in ("Basic Rules", "Today's Special!"):
            found.setdefault((one.card, one.section, one.seat), []).append(one.ask)
    for where, sentences in found.items():
        assert max(Counter(sentences).values()) == 1, (where, sentences)


@pytest.mark.parametrize("edition", [*cl.editions(), *MIXES], ids=str)
def test_no_question_of_a_game_is_bare(edition: str | tuple[str, ...]) -> None:
    asked = set()
    for game in random_games(edition if isinstance(edition, str) else list(edition), 4, 3, 200):
        ask = game.decision
        asked.add(ask.ask)
        assert not BARE.fullmatch(ask.ask), ask
        assert "Basic Rules" not in ask.ask, ask
        for option in ask.options:
            bare = option.meaning in GENERIC and option.sort == "word"
            assert not bare or ask.ask.startswith("In secret: "), ask  # what comes of it depends on the others
    assert len(asked) > 20


# --- what an answer is for --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("body", "ask"),
    [
        (["take(choose(keepers(others)))"], "Choose another player's Keeper to take."),
        (["give(choose(keepers(you)), left_of(you))"], "Choose one of your Keepers to give to Bob."),
        (["promise(choose(hand(you)), you)"], "Choose a card from your hand to give to yourself."),
        (
            ["swap(choose(keepers(you)), random(keepers(others)))"],
            "Choose one of your Keepers to swap for another player's random Keeper.",
        ),
        (["discard(choose(rules() + goals()))"], "Choose a New Rule or a Goal in play to discard."),
        (["play(choose(discard_pile(action, rule)))"], "Choose a New Rule or an Action from the discard pile to play."),
        (["discard(choose(hand(everyone, goal)))"], "Choose a Goal from any hand to discard."),
        (["to_hand(choose(keepers(you)))"], "Choose one of your Keepers to put into a hand."),
        (["unseal(choose(keepers(you)))"], "Choose one of your Keepers to uncover what lies under."),
        (["detach(choose(creepers(you)))"], "Choose one of your Creepers to take off what it is on."),
        (
            ["attach(choose(creepers(you)), random(keepers(you)))"],
            "Choose one of your Creepers to attach to a random one of your Keepers.",
        ),
        (['take(choose(anywhere("Milk", "Bread")))'], "Choose Milk or Bread (wherever it is) to take."),
        (['discard(choose(keepers(you, "Milk")))'], "Choose your Milk to discard."),
        (["discard(choose(under(this)))"], "Choose one of the cards under Zap to discard."),
        (["c = choose(creepers(you))", "detach(c)", "discard(c)"], "Choose one of your Creepers to discard."),
    ],
)
def test_a_card_is_chosen_from_somewhere_and_for_something(body: list[str], ask: str) -> None:
    assert asks(*body)[0] == ask


@pytest.mark.parametrize(
    ("body", "ask"),
    [
        (["give(this, choose(others))"], "Choose another player to give Zap to."),
        (["swap_hands(choose(others), you)"], "Choose another player to swap your hand with."),
        (["draw(2, by=choose(everyone))"], "Choose a player to draw 2 cards."),
        (["v = choose(others)", "look(hand(v))"], "Choose whose hand to look at."),
        (["v = choose(others)", "take(choose(keepers(v)))"], "Choose whose Keepers to take one from."),
        (
            ["v = choose(others)", "discard(random(hand(v, action)))"],
            "Choose whose hand to discard a random Action from.",
        ),
        (
            ["v = choose(others)", "discard(keepers(v), creepers(v))"],
            "Choose another player, to discard their Keepers and their Creepers.",
        ),
        (
            ["v = choose(others)", "discard(choose(hand(v), by=v))"],
            "Choose another player, to discard a card from their hand (they choose).",
        ),
        (
            ["v = choose(others)", "play(random(hand(v)), by=v)"],
            "Choose another player to play a random card from their hand.",
        ),
        (
            ["v = choose(others)", "for p in (q for q in everyone if not keepers(q)):", "    give(keepers(v), p)"],
            "Choose another player for Zap.",  # not: to give their Keepers to that player
        ),
    ],
)
def test_a_player_is_chosen_for_something(body: list[str], ask: str) -> None:
    assert asks(*body)[0] == ask


@pytest.mark.parametrize(
    "body",
    [
        ["c = choose(hand(you))", "if is_a(c, keeper):", "    play(c)", "else:", "    discard(c)"],
        ["c = choose(hand(you))", "draw(1)"],
        ["give(this, owner(choose(hand(you))))"],
    ],
)
def test_what_depends_on_the_answer_or_is_done_with_it_in_no_plain_way_names_the_card(body: list[str]) -> None:
    assert asks(*body)[0] == "Choose a card from your hand for Zap."


def test_whoever_is_asked_is_spoken_to_and_the_player_is_named() -> None:
    (one,) = written("take(choose(keepers(others), by=left_of(you)))")
    assert (one.seat, one.ask) == ("Bob", "Choose a Keeper of a player other than Ann for Ann to take.")
    assert asks("for p in others:", "    take(choose(keepers(p), by=p))") == [
        "Choose one of your Keepers for Ann to take."
    ]


def test_a_second_question_says_what_is_different() -> None:
    once, twice = asks("c = choose(hand(you))", "discard(c, choose(hand(you) - c))")
    assert (once, twice) == (
        "Choose a card from your hand to discard.",
        "Choose another card from your hand to discard.",
    )
    maybe = asks("if keepers(you):", "    discard(choose(hand(you)))", "discard(choose(hand(you)))")
    assert maybe[1] == "Choose a card from your hand (a choice of its own) to discard."
    rounds = asks("for _ in upto(2):", "    discard(choose(hand(you)))")
    assert rounds == [
        "Choose a card from your hand to discard (1 of 2).",
        "Choose a card from your hand to discard (2 of 2).",
    ]


# --- yes, no, left, right ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("body", "ask"),
    [
        (["if agree():", "    draw(2)"], "Draw 2 cards?"),
        (["if agree():", "    draw(2)", "else:", "    discard(hand(you))"], "Draw 2 cards? If not: discard your hand."),
        (["if not agree():", "    discard(this)"], "Say yes, or discard Zap?"),
        (
            ["x = agree()", "if x:", "    for p in others:", "        discard(random(hand(p)))"],
            "Discard a random card from each other player's hand?",
        ),
        (
            ["if agree():", "    for _ in upto(2):", "        discard(choose(hand(you)))"],
            "Discard a card from your hand 2 times?",
        ),
        (["while agree():", "    draw(1)"], "Draw 1 card?"),
        (["if agree() and hand(you):", "    draw(1)"], "Draw 1 card, as far as it applies?"),
        (
            ["if agree():", "    if keepers(you):", "        draw(1)", "    else:", "        draw(2)"],
            "Either draw 1 card or draw 2 cards?",
        ),
        (
            ['if pick("left", "right") == "left":', "    draw(1)", "else:", "    discard(hand(you))"],
            "Choose: left to draw 1 card or right to discard your hand.",
        ),
        (['pass_hands(pick("left", "right"))'], "Choose which way to pass all hands."),
    ],
)
def test_yes_and_no_and_sides_say_what_would_be_done(body: list[str], ask: str) -> None:
    assert asks(*body)[0] == ask


def test_each_word_says_what_it_does() -> None:
    assert meanings("if agree():", "    draw(2)", "else:", "    end_turn()") == {
        "yes": "draw 2 cards",
        "no": "end the turn",
    }
    assert meanings("if agree():", "    draw(2)", "draw(1)")["no"] == "go on without it"
    assert meanings("if agree():", "    end_turn()", "    draw(1)")["yes"] == "end the turn and draw 1 card"
    assert meanings('pass_hands(pick("left", "right"))')["right"] == "all hands go to the right, yours to Cy"


# --- done -------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("body", "done"),
    [
        (["discard(maybe(hand(you)))"], "discard nothing"),
        (["discard(maybe(hand(you)))", "draw(1)"], "discard nothing"),
        (["give(maybe(keepers(you)), left_of(you))"], "give nothing"),
        (["swap_hands(you, maybe(others))"], "choose nobody"),
        (["discard(this, maybe(keepers(you)))"], "only discard Zap"),
        (
            ["c = maybe(hand(you))", "if not c:", "    c = random(hand(you))", "discard(c)"],
            "discard a random card from your hand instead",
        ),
        (
            ["c = maybe(hand(you))", "if c:", "    discard(c)", "else:", "    draw(1)", "    end_turn()"],
            "draw 1 card and end the turn instead",
        ),
        (["c = maybe(hand(you))", "if c == nothing:", "    draw(1)", "discard(c)"], "draw 1 card instead"),
        (
            [
                "c = maybe(hand(you))",
                "if c:",
                "    discard(c)",
                "else:",
                "    if keepers(you):",
                "        draw(1)",
                "    else:",
                "        draw(2)",
            ],
            "either draw 1 card or draw 2 cards instead",
        ),
        (
            [
                "c = maybe(hand(you))",
                "if c:",
                "    discard(c)",
                "else:",
                "    for p in others:",
                "        if keepers(p):",
                "            draw(1, by=p)",
                "        else:",
                "            draw(2, by=p)",
            ],
            "either have each other player draw 1 card or have each other player draw 2 cards instead",
        ),
        (
            ["c = maybe(hand(you))", "if c:", "    discard(c)", "elif keepers(you):", "    draw(1)"],
            "draw 1 card, as far as it applies instead",
        ),
        (
            [
                "c = maybe(hand(you))",
                "if c:",
                "    discard(c)",
                "elif keepers(you):",
                "    if creepers(you):",
                "        draw(1)",
                "    else:",
                "        draw(2)",
                "else:",
                "    draw(3)",
            ],
            "do as Zap says instead",
        ),
        (
            [
                "c = maybe(hand(you))",
                "if c:",
                "    discard(c)",
                "else:",
                "    d = first(keepers(you))",
                "    if keepers(you):",
                "        d = first(keepers(others))",
                "    else:",
                "        draw(1)",
                "    discard(d)",
            ],
            "draw 1 card and discard a card, as far as it applies instead",
        ),
        (["for _ in upto(3):", "    discard(maybe(hand(you)))"], "discard none this time"),
        (
            ["for _ in upto(3):", "    c = maybe(hand(you))", "    if not c:", "        break", "    discard(c)"],
            "discard none",
        ),
    ],
)
def test_done_says_what_it_does(body: list[str], done: str) -> None:
    one = written(*body)[0]
    assert dict(one.meanings)["done"] == done
    assert one.ask.endswith(f", or {done}.")


def test_done_in_a_later_round_says_how_many_there_were() -> None:
    loop = ("for _ in upto(3):", "    c = maybe(hand(you))", "    if not c:", "        break", "    discard(c)")
    assert dict(written(*loop)[1].meanings)["done"] == "stop after 1"


@pytest.mark.parametrize(
    ("rule", "number"),
    [("", "draw 1 card"), ("inflation = one", "draw 2 cards"), ("inflation[1] = two", "draw 3 cards")],
)
def test_a_printed_numeral_is_told_as_it_is_now(rule: str, number: str) -> None:
    grows = f'rule "Grow"\n    "It grows."\n    {rule}\n' if rule else ""
    cards = f'keeper "Milk"\n    "It."\n{grows}action "Zap"\n    "It zaps."\n    if agree():\n        draw(1)\n'
    game = laid(cards, hand={"Ann": ["Zap", "Milk"]}, rules=["Grow"] if rule else [])
    game.answer("play Zap")
    assert game.decision.ask == f"{number.capitalize()}?"


def test_one_of_two_numbers_is_told_with_both() -> None:
    assert asks("if agree():", "    draw(three if keepers(you) else 2)") == ["Draw 3 or 2 cards?"]
    assert asks("if agree():", "    draw(three if keepers(you) else count(hand(left_of(you), action)))") == [
        "Draw cards?"
    ]


# --- what the seat may not know ---------------------------------------------------------------------------------------
def test_how_many_of_a_kind_others_hold_is_not_told() -> None:
    hidden = ("n = count(hand(others, action))", "for _ in upto(n):", "    discard(maybe(hand(you)))")
    assert asks(*hidden)[0] == "Choose a card from your hand to discard (choice 1), or discard none this time."
    openly = ("n = count(hand(others))", "for _ in upto(n):", "    discard(choose(hand(you)))")
    assert asks(*openly)[0] == "Choose a card from your hand to discard (1 of 3)."


def test_a_card_picked_by_chance_and_a_card_of_another_hand_are_not_named() -> None:
    zap = (
        'action "Zap"\n    "It zaps."\n    c = random(hand(you))\n    if agree(by=left_of(you)):\n        discard(c)\n'
    )
    game = laid(f'keeper "Milk"\n    "It."\nkeeper "Bread"\n    "It."\n{zap}', hand={"Ann": ["Zap", "Milk", "Bread"]})
    game.answer("play Zap")
    assert (game.decision.seat, game.decision.ask) == ("Bob", "Discard a random card from Ann's hand?")
    peek = (
        'action "Zap"\n    "It zaps."\n    c = choose(hand(you))\n    if agree(by=left_of(you)):\n        discard(c)\n'
    )
    game = laid(f'keeper "Milk"\n    "It."\nkeeper "Bread"\n    "It."\n{peek}', hand={"Ann": ["Zap", "Milk", "Bread"]})
    game.answer("play Zap")
    game.answer("Milk")
    assert (game.decision.seat, game.decision.ask) == ("Bob", "Discard a card?")


def test_a_seat_that_follows_from_a_hidden_card_is_not_named() -> None:
    zap = 'action "Zap"\n    "It zaps."\n    p = owner(first(anywhere("Milk")))\n    promise(choose(hand(you)), p)\n'
    game = laid(
        f'keeper "Milk"\n    "It."\nkeeper "Bread"\n    "It."\n{zap}', hand={"Ann": ["Zap", "Bread"], "Cy": ["Milk"]}
    )
    game.answer("play Zap")
    assert (game.decision.ask, game.decision.receiver) == ("Choose a card from your hand to give to that player.", "")


def test_who_and_what_a_card_remembers_are_called_by_their_names() -> None:
    heir = (
        "    on played action:\n        discard(choose(keepers(remembered_player(this)), by=remembered_player(this)))\n"
    )
    thief = "    on played action:\n        give(remembered_card(this), choose(others))\n"
    cards = "".join(f'keeper "{name}"\n    "It."\n' for name in ("Milk", "Bread"))
    zap = 'action "Zap"\n    "It zaps."\n    draw(1)\n'
    for said, who, ask in (
        (heir, "Cy", "Choose one of your Keepers to discard."),
        (thief, "Ann", "Choose another player to give Bread to."),
    ):
        game = laid(
            f'{cards}{zap}rule "Heir"\n    "So it is."\n{said}',
            hand={"Ann": ["Zap"]},
            keepers={"Cy": ["Milk", "Bread"]},
            rules=["Heir"],
            remembered={"Heir": ["Cy", "Bread"]},
        )
        game.answer("play Zap")
        assert (game.decision.seat, game.decision.ask) == (who, ask)


# --- questions of the turn --------------------------------------------------------------------------------------------
def test_a_window_says_what_would_be_answered() -> None:
    game = position("doctor-who", ("Ann", "Bob"), hand={"Ann": ["Fez"], "Bob": ["That's Mine!"]})
    game.answer("play Fez")
    assert game.decision.ask == "Ann plays Fez: answer with a Surprise, or let it pass."
    assert game.decision.options[-1].meaning == "let it pass"


def test_plays_are_counted_where_there_are_several() -> None:
    game = position(hand={"Ann": ["Milk", "Bread", "Time"]}, rules=["Play 3"], played=1)
    assert game.decision.ask == "Play a card (2 of 3)."
    assert position(hand={"Ann": ["Milk"]}, rules=["Play All"]).decision.ask == "Play a card."


def test_the_deed_is_a_word_of_the_language() -> None:
    game = position(hand={"Ann": ["Trade Hands", "Milk"]})
    assert game.decision.deed == ""
    game.answer("play Trade Hands")
    assert game.decision.deed == "swap_hands"
