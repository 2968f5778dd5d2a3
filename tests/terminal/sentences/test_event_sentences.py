"""Events in sentences, as one person at the screen is told them."""

from __future__ import annotations

from typing import Any

import pytest
from tests.random_play import laid, position

import changeling as cl
from changeling.engine.machine.journal import MOVES
from changeling.engine.seen.events import redact
from changeling.terminal.sentences.event_sentences import _TELLERS, SILENT, Narrator
from changeling.terminal.sentences.voice import Voice


def told(game: cl.Game, seat: str) -> list[str]:
    """Everything that happened, as a seat is told it."""
    return [sentence.text for sentence in Narrator(game.deck).sentences(seat, game.events_for(seat))]


def test_a_card_is_taken_from_whoever_has_it() -> None:
    game = position(hand={"Ann": ["Steal Something"]}, keepers={"Bob": ["Milk"]})
    game.answer("play Steal Something")
    game.answer("Milk")
    assert "You take Milk from Bob with Steal Something." in told(game, "Ann")
    assert "Ann takes Milk from you with Steal Something." in told(game, "Bob")


def test_plays_that_are_spent_are_told() -> None:
    game = laid(
        'action "Nap"\n    spend_plays(two)\nrule "Many"\n    plays = 5\n', hand={"Ann": ["Nap"]}, rules=["Many"]
    )
    game.answer("play Nap")
    assert "You spend 2 plays (Nap)." in told(game, "Ann")
    assert "Ann spends 2 plays (Nap)." in told(game, "Bob")


def test_a_card_that_goes_into_a_hand_is_told_so() -> None:
    cards = """
action "Zap"
    to_hand(choose(keepers(others)), by=you)
action "Packing"
    to_hand(choose(keepers(you)), by=choose(others))
keeper "Milk"
keeper "Bread"
"""
    game = laid(cards, hand={"Ann": ["Zap"]}, keepers={"Bob": ["Milk"]})
    game.answer("play Zap")
    assert game.decision.ask == "Choose another player's Keeper to take into the hand."
    game.answer("Milk")
    assert "You take Milk from Bob into the hand with Zap." in told(game, "Ann")
    assert "Ann takes Milk from you into the hand with Zap." in told(game, "Bob")
    game = laid(cards, hand={"Ann": ["Packing"]}, keepers={"Ann": ["Milk", "Bread"]})
    for answer in ("play Packing", "Bob", "Milk"):
        game.answer(answer)
    assert "Ann puts Milk into your hand (Packing)." in told(game, "Bob")


@pytest.mark.parametrize(
    ("table", "seat", "text"),
    [
        ({"discard": ["The Necronomicon"]}, "Bob", "Ann takes The Necronomicon from the discard pile"),
        ({"hand": {"Bob": ["The Necronomicon"]}}, "Bob", "Ann takes The Necronomicon from your hand"),
        ({"hand": {"Bob": ["The Necronomicon"]}}, "Cy", "Ann takes The Necronomicon from Bob's hand"),
    ],
)
def test_a_card_is_taken_from_a_place(table: dict[str, Any], seat: str, text: str) -> None:
    hand = {"Ann": ["Grand Theft Biblio"], **table.pop("hand", {})}
    game = position("cthulhu", hand=hand, **table)
    game.answer("play Grand Theft Biblio")
    assert any(row.startswith(text) for row in told(game, seat)), told(game, seat)


def test_everybody_is_told_which_action_is_copied() -> None:
    game = position("doctor-who", hand={"Ann": ["Psychic Paper"], "Bob": ["Fez", "Jackpot!", "Steal Something"]})
    game.answer("play Psychic Paper")
    game.answer("Bob")
    assert game.decision.deed == "copy"
    assert game.decision.ask == "Choose an Action from Bob's hand to carry out."
    game.answer("Jackpot!")
    assert "You carry out Jackpot! (Psychic Paper)." in told(game, "Ann")
    for seat in ("Bob", "Cy"):
        assert "Ann carries out Jackpot! (Psychic Paper)." in told(game, seat)


def test_cards_that_are_dealt_face_down_are_counted() -> None:
    game = position("cthulhu", ("Ann", "Bob"), hand={"Ann": ["Dreams and Omens"]}, pile=["The Cat", "The Farm"])
    for answer in ("play Dreams and Omens", "The Cat", "The Farm"):
        game.answer(answer)
    assert "Dreams and Omens deals face down: Ann gets a card; you get a card." in told(game, "Bob")


def test_the_name_of_a_seat_may_look_like_a_place() -> None:
    seats = ("Ann", "O'Hara's hand", "Cy's keepers")
    game = position(seats=seats, hand={"Ann": ["Steal Something"]}, keepers={"O'Hara's hand": ["Milk"]})
    game.answer("play Steal Something")
    game.answer("Milk")
    assert "You take Milk from O'Hara's hand with Steal Something." in told(game, "Ann")
    assert "Ann takes Milk from you with Steal Something." in told(game, "O'Hara's hand")


NEW_CARDS = """
marks red
keeper "Milk" x30
    "One."
action "Do"
    "Does it."
    {0}
"""


@pytest.mark.parametrize(
    ("line", "ann", "bob"),
    [
        ("reveal(hand(you))", "You show Milk to everybody (Do).", "Ann shows Milk to everybody (Do)."),
        (
            "reveal(top(one))",
            "Everybody sees Milk in the draw pile (Do).",
            "Everybody sees Milk in the draw pile (Do).",
        ),
        ("remove(hand(you))", "Milk leaves the game (Do).", "Milk leaves the game (Do)."),
        (
            'to_pile(hand(you), "top")',
            "You put Milk on top of the draw pile (Do).",
            "Ann puts a card on top of the draw pile (Do).",
        ),
        (
            'to_pile(top(2), "bottom")',
            "You put 2 cards back at the bottom of the draw pile (Do).",
            "Ann puts 2 cards back at the bottom of the draw pile (Do).",
        ),
        (
            "to_pile(hand(you), one)",
            "You put Milk into the draw pile, under its top card (Do).",
            "Ann puts a card into the draw pile, under its top card (Do).",
        ),
        (
            "to_pile(hand(you), one + one)",
            "You put Milk into the draw pile, under its top 2 cards (Do).",
            "Ann puts a card into the draw pile, under its top 2 cards (Do).",
        ),
        (
            'to_pile(hand(you), "random")',
            "You put Milk somewhere into the draw pile (Do).",
            "Ann puts a card somewhere into the draw pile (Do).",
        ),
        ("draw(roll(one))", "You roll a die with 1 side (Do): 1.", "Ann rolls a die with 1 side (Do): 1."),
        ("skip_turn(left_of(you))", "Bob will miss the next turn (Do).", "You will miss the next turn (Do)."),
        ("skip_turn(left_of(you))", "Bob misses a turn.", "You miss a turn."),
        ("go_next(left_of(you))", "Bob will have the next turn (Do).", "You will have the next turn (Do)."),
        (
            "turn_round()",
            "Turns now pass the other way round the table (Do).",
            "Turns now pass the other way round the table (Do).",
        ),
    ],
)
def test_piles_dice_and_turns_are_told(line: str, ann: str, bob: str) -> None:
    game = laid(NEW_CARDS.replace("{0}", line), hand={"Ann": ["Do", "Milk"]})
    game.answer("play Do")
    assert ann in told(game, "Ann"), told(game, "Ann")
    assert bob in told(game, "Bob"), told(game, "Bob")


def test_a_coin_shows_heads_or_tails() -> None:
    game = laid(NEW_CARDS.replace("{0}", "draw(coin())"), hand={"Ann": ["Do", "Milk"]})
    game.answer("play Do")
    assert {"You flip a coin (Do): heads.", "You flip a coin (Do): tails."} & {*told(game, "Ann")}


def test_whoever_leaves_out_the_draw_is_told() -> None:
    cards = 'rule "Fast"\n    "No draw."\n    start:\n        skip_draw()\nkeeper "Milk" x30\n    "One."\n'
    game = laid(cards, hand={"Ann": ["Milk"]}, rules=["Fast"], drawn=0)
    assert "You leave out the draw (Fast)." in told(game, "Ann")


def test_every_kind_of_event_is_told_or_silent_on_purpose() -> None:
    assert sorted([*_TELLERS, *SILENT]) == sorted(MOVES)


# --- who did it, to whom, and with what -------------------------------------------------------------------------------
CARDS = """
action "Take"
    "Take one."
    take(choose(keepers(others)))
action "Everybody Out"
    "Each other player discards a card."
    for p in others:
        discard(choose(hand(p), by=p))
action "Out (yours)"
    "You choose a card of another hand."
    discard(choose(hand(others)))
action "Away"
    "Discard what lies there."
    discard(choose(keepers(everyone) + rules()))
action "Send"
    "Any Keeper goes to any player."
    give(choose(keepers(everyone)), choose(everyone))
action "Swap"
    "Swap."
    swap(first(keepers(left_of(you))), first(keepers(right_of(you))))
action "Mix"
    "Deal anew."
    redeal(keepers(everyone) + creepers(everyone))
action "Peek"
    "Look at a hand."
    look(hand(left_of(you)))
action "Back"
    "Into its owner's hand."
    to_hand(choose(keepers(everyone)))
action "Fetch"
    "Out of the discard pile."
    to_hand(choose(discard_pile()))
action "Stir"
    "Shuffle."
    shuffle_discards()
action "Shake"
    "Shuffle."
    shuffle_pile()
action "Stop"
    "The turn is over."
    end_turn()
action "Fasten"
    "Fasten, and take."
    attach(first(creepers(left_of(you))), first(keepers(left_of(you))))
    take(first(keepers(left_of(you))))
action "Loosen"
    "Loosen."
    attach(first(creepers(you)), first(keepers(you)))
    detach(first(creepers(you)))
action "Bury"
    "Seal and uncover."
    seal(first(creepers(you)), first(keepers(you)))
    unseal(first(keepers(you)))
action "Drop"
    "Fasten and discard."
    attach(first(creepers(you)), first(keepers(you)))
    discard(first(keepers(you)))
surprise "No!"
    "Cancel an Action, a theft, or take a Keeper."
    react action:
        cancel()
    react theft:
        cancel()
    react keeper:
        divert()
rule "Rule"
    "Says nothing."
    draws = 1
keeper "Milk" x2
    "White."
keeper "Bread"
    "Brown."
creeper "Burr"
    "Sticks."
keeper "Filling" x9
    "Dull."
"""
BOARD: dict[str, Any] = {"keepers": {"Ann": ["Bread"], "Bob": ["Milk #2"]}, "discard": ["Filling #9"]}


def acted(*answers: str, me: str = "Ann", **table: Any) -> str:
    """What a seat is told after Ann has played the card that she holds and all questions are answered."""
    game = laid(CARDS, **(BOARD | {"hand": {"Ann": [answers[0]], "Bob": ["Filling"]}} | table))
    game.answer(f"play {answers[0]}")
    for answer in answers[1:]:
        game.answer(answer)
    rows = told(game, me)
    turn = next((place for place, row in enumerate(rows) if row in ("Bob's turn.", "Your turn.")), len(rows))
    return " / ".join(rows[1:turn])


@pytest.mark.parametrize(
    ("answers", "text"),
    [
        (["Take", "Milk #2"], "You take Milk from Bob with Take."),
        (["Everybody Out", "Filling"], "Bob discards Filling (Everybody Out)."),
        (["Out (yours)", "Filling"], "You discard Filling from Bob's hand, by Out (yours)."),
        (["Away", "Milk #2"], "You discard Milk from in front of Bob (Away)."),
        (["Away", "Bread"], "You discard Bread (Away)."),
        (["Send", "Milk #2", "Ann"], "You take Milk from Bob with Send."),
        (["Send", "Milk #2", "Cy"], "You move Milk from Bob to Cy with Send."),
        (["Send", "Bread", "Cy"], "You give Bread to Cy (Send)."),
        (["Send", "Bread", "Ann"], "You keep Bread (Send)."),
        (["Peek"], "You look at Filling in Bob's hand (Peek)."),
        (["Back", "Milk #2"], "Milk goes into Bob's hand (Back)."),
        (["Back", "Bread"], "You take Bread back into the hand (Back)."),
        (["Fetch", "Filling #9"], "You take Filling from the discard pile into the hand (Fetch)."),
        (["Stir"], "The discard pile is shuffled into the draw pile (Stir)."),
        (["Shake"], "The draw pile is shuffled (Shake)."),
        (["Stop"], "Your turn ends at once (Stop)."),
    ],
)
def test_what_a_card_does_is_told_as_it_happens(answers: list[str], text: str) -> None:
    assert acted(*answers) == text


def test_a_rule_that_is_discarded_by_a_card() -> None:
    assert acted("Away", "Rule", rules=["Rule"]) == "You discard Rule (Away)."


def test_a_swap_between_two_others_names_both_owners() -> None:
    keepers = {"Bob": ["Milk"], "Cy": ["Bread"]}
    assert acted("Swap", keepers=keepers) == "You swap Milk from Bob for Bread from Cy with Swap."
    assert acted("Swap", keepers=keepers, me="Cy") == "Ann swaps Milk from Bob for Bread from you with Swap."


def test_everybody_is_told_what_the_others_get() -> None:
    row = acted("Mix", keepers={"Ann": ["Bread"], "Bob": ["Milk"]}, me="Bob")
    assert row in (
        "Mix deals anew: Ann gets Bread; you get Milk.",
        "Mix deals anew: Ann gets Milk; you get Bread.",
    )


@pytest.mark.parametrize(
    ("me", "held", "copied"),
    [
        ("Ann", "You would play Nothing, but Guard has a say.", "Bob carries out Nothing (Guard)."),
        ("Bob", "Ann would play Nothing, but Guard has a say.", "You carry out Nothing (Guard)."),
    ],
)
def test_a_play_that_another_card_has_a_say_in_is_told(me: str, held: str, copied: str) -> None:
    cards = CARDS + 'keeper "Guard"\n    "G."\n    instead of played action if actor != you:\n        copy(it)\n'
    cards += 'action "Nothing"\n    "N."\n    draw(zero)\n'
    game = laid(cards, **(BOARD | {"hand": {"Ann": ["Nothing"]}, "keepers": {"Bob": ["Guard"]}}))
    game.answer("play Nothing")
    rows = told(game, me)
    assert rows[rows.index(held) + 1] == copied


def test_an_action_that_lay_under_a_rule_comes_into_a_hand() -> None:
    cards = CARDS + 'action "Lift"\n    "L."\n    unseal(first(rules))\n'
    table: dict[str, Any] = {"hand": {"Ann": ["Lift"]}, "rules": ["Rule"], "sealed": {"Bury": "Rule"}}
    game = laid(cards, **(BOARD | table))
    game.answer("play Lift")
    assert "Bury comes out from under Rule and goes into your hand (Lift)." in told(game, "Ann")
    assert "Bury comes out from under Rule and goes into Ann's hand (Lift)." in told(game, "Bob")


WORN: dict[str, Any] = {"keepers": {"Ann": ["Bread"]}, "creepers": {"Ann": ["Burr"]}}


def test_what_lies_on_or_under_another_card_is_told_with_that_card() -> None:
    fasten = acted("Fasten", keepers={"Bob": ["Milk"]}, creepers={"Bob": ["Burr"]})
    assert fasten == (
        "Burr is now attached to Milk (Fasten). / You take Milk from Bob with Fasten. / Burr goes along with Milk."
    )
    assert acted("Loosen", **WORN) == "Burr is now attached to Bread (Loosen). / Burr comes off Bread (Loosen)."
    assert acted("Bury", **WORN) == (
        "You seal Burr under Bread (Bury). / Burr comes out from under Bread and lies in front of you (Bury)."
    )
    assert acted("Drop", **WORN) == (
        "Burr is now attached to Bread (Drop). / Burr is discarded with Bread. / You discard Bread (Drop)."
    )


@pytest.mark.parametrize(
    ("answers", "me", "text"),
    [
        (
            ["Peek", "play No!"],
            "Bob",
            "You play the Surprise No! in answer to Ann's Peek. / You cancel Ann's Peek with No!",
        ),
        (
            ["Peek", "play No!"],
            "Ann",
            "Bob plays the Surprise No! in answer to your Peek. / Bob cancels your Peek with No!",
        ),
        (
            ["Take", "Milk #2", "done", "play No!"],
            "Cy",
            "Ann names Bob's Milk (Take). / Bob plays the Surprise No! in answer to Ann's Take. / "
            "Bob cancels Ann's taking of Milk with No!",
        ),
        (
            ["Milk", "play No!"],
            "Cy",
            "Bob plays the Surprise No! in answer to Ann's Milk. / Bob gets Milk instead of Ann with No!",
        ),
    ],
)
def test_a_surprise_is_told_as_what_it_does_here(answers: list[str], me: str, text: str) -> None:
    assert acted(*answers, me=me, hand={"Ann": [answers[0]], "Bob": ["No!"]}) == text


def test_whose_card_it_is_reads_well_with_an_article_too() -> None:
    game = position("cthulhu", hand={"Ann": ["The White Ship", "The Cat"], "Bob": ["The Stars Are Wrong"]})
    game.answer("play The White Ship")
    game.answer("play The Stars Are Wrong")
    assert told(game, "Cy")[1:3] == [
        "Bob plays the Surprise The Stars Are Wrong in answer to The White Ship from Ann.",
        "Bob cancels The White Ship from Ann with The Stars Are Wrong.",
    ]


def test_all_lose_by_an_ungoal() -> None:
    ungoal = 'ungoal "Doom"\n    "All lose."\n    ends = anyone_has("Milk")\n'
    game = laid(CARDS + ungoal, hand={"Ann": ["Milk"]}, goals=["Doom"])
    game.answer("play Milk")
    assert game.over
    assert told(game, "Ann")[-1] == "Everybody loses: the Ungoal Doom is met."


def test_a_player_who_joins_is_told_apart() -> None:
    game = laid(CARDS, ("Ann", "Bob"), hand={"Ann": ["Milk"]})
    game.join("Dee")
    assert told(game, "Ann") == ["Dee joins the game.", "Dee is dealt 3 cards."]
    assert told(game, "Dee")[0] == "You join the game."
    assert told(game, "Dee")[1].startswith("You are dealt ")


HAUNTED: dict[str, Any] = {"keepers": {"Bob": ["The Poet"]}, "attached": {"Insanity": "The Poet"}}


def test_whoever_chose_a_card_discards_it_and_what_it_lies_on_goes_along() -> None:
    game = position("cthulhu", hand={"Ann": ["FBI Raid"]}, **HAUNTED)
    for answer in ("play FBI Raid", "Insanity"):
        if not game.over and game.decision.find(answer):
            game.answer(answer)
    rows = told(game, "Cy")
    at = rows.index("Ann discards Insanity from in front of Bob (FBI Raid).")
    assert rows[at + 1] == "The Poet is discarded with Insanity."
    assert "Bob discards" not in " ".join(rows)
    assert "You discard" not in " ".join(told(game, "Bob"))


def test_the_card_that_was_chosen_is_given_and_what_it_lies_on_goes_along() -> None:
    keepers = {"Ann": ["The Necronomicon"], "Bob": ["The Poet"]}
    game = position("cthulhu", hand={"Ann": ["Draw 2"]}, keepers=keepers, attached={"Insanity": "The Poet"}, drawn=9)
    for answer in ("use The Necronomicon", "Insanity", "Cy"):
        if game.decision.find(answer):
            game.answer(answer)
    rows = told(game, "Cy")
    at = rows.index("Ann moves Insanity from Bob to you with The Necronomicon.")
    assert rows[at + 1] == "The Poet goes along with Insanity."


def test_a_card_that_its_owner_did_not_choose_is_taken() -> None:
    game = position("dice-camera-action", hand={"Ann": ["Pickpocket"], "Bob": ["Draw 2"], "Cy": []})
    game.answer("play Pickpocket")
    assert "Ann takes Draw 2 from your hand with Pickpocket." in told(game, "Bob")
    assert "You take Draw 2 from Bob's hand with Pickpocket." in told(game, "Ann")


def test_a_card_that_its_owner_chose_is_given() -> None:
    cards = """
action "Levy"
    "Each other player gives you a card."
    for p in others:
        promise(choose(hand(p), by=p), you)
    deliver()
keeper "Milk"
    "White."
keeper "Bread"
    "Brown."
keeper "Filling" x9
    "Dull."
"""
    game = laid(cards, ("Ann", "Bob"), hand={"Ann": ["Levy"], "Bob": ["Milk", "Bread"]})
    game.answer("play Levy")
    game.answer("Milk")
    assert "You give Milk to Ann (Levy)." in told(game, "Bob")
    assert "Bob gives Milk to you (Levy)." in told(game, "Ann")


def test_who_names_a_card_that_is_hidden_is_told_which() -> None:
    game = position("cthulhu", hand={"Ann": ["Strange Aeons"], "Bob": ["Cosmic Instructions"], "Cy": ["Draw 2"]})
    game.answer("play Strange Aeons")
    game.answer("Cosmic Instructions")
    (named,) = (event for event in game.events if event.what == "names")
    assert named.card == "Cosmic Instructions"
    assert "Ann" in named.seen_by
    assert "Cy" not in named.seen_by


def test_why_more_is_drawn_is_told() -> None:
    table: dict[str, Any] = {"rules": ["The Flutes of Azathoth"], "pile": ["Draw 2", "Draw 4"], "drawn": 1}
    game = position("cthulhu", hand={"Ann": ["The Necronomicon", "Draw 3"], "Bob": []}, **table)
    game.answer("play The Necronomicon")
    assert "You draw Draw 2 and Draw 4 (The Flutes of Azathoth)." in told(game, "Ann")


def test_cards_that_are_not_seen_are_others_beside_those_that_are() -> None:
    cards = """
action "Peep"
    "Look at a hand, then show one."
    draw(2, by=left_of(you))
keeper "Milk"
    "White."
keeper "Filling" x9
    "Dull."
"""
    game = laid(cards, ("Ann", "Bob"), hand={"Ann": ["Peep"]}, pile=["Milk", "Filling"])
    game.answer("play Peep")
    (first, second) = (event for event in game.events if event.what == "draws" and event.because == "Peep")
    voice = Voice("Ann", game.deck.by_title(), set())
    assert voice.cards([first, redact(second, "Ann")]) == "Milk and 1 other card"
    assert voice.cards([redact(first, "Ann"), redact(second, "Ann")]) == "2 cards"


# --- what is chosen and said, and what then does not happen -----------------------------------------------------------
SAID = """
action "Auction"
    "The others bid for a Keeper of yours."
    sold = choose(keepers(you))
    best = zero
    for p in others:
        bid = pick_number(zero, one, by=p)
        best = best + bid
    draw(best)
rule "Court"
    "Once: choose a player, who may laugh."
    once:
        accused = choose(others)
        if agree(by=right_of(you)) and agree(by=accused):
            draw(1)
rule "Encore"
    "Nobody wins without another song."
    instead of won:
        if not agree(by=actor):
            as_usual()
rule "Glue"
    "Milk is not so easily discarded."
    instead of discarded "Milk":
        if agree():
            as_usual()
rule "Lock"
    "Keepers are not so easily taken."
    instead of stolen keeper:
        if agree(by=owner):
            as_usual()
action "Bin"
    "Discard a Keeper."
    discard(choose(keepers(everyone)))
action "Zot"
    "Put a Keeper of another player into your hand."
    promise(choose(keepers(others)), you)
goal "Breakfast"
    "Have Bread."
    wins = has("Bread")
goal "Stubborn"
    "Have Bread, and another song."
    wins = has("Bread")
    instead of won:
        if agree():
            as_usual()
keeper "Milk"
    "White."
keeper "Bread"
    "Brown."
keeper "Filling" x20
    "Dull."
"""


def said(*answers: str, **table: Any) -> cl.Game:
    """A game of the cards above in which these answers were given."""
    game = laid(SAID, **table)
    for answer in answers:
        game.answer(answer)
    return game


def test_what_an_action_is_about_is_told_before_others_are_asked() -> None:
    game = said("play Auction", "Milk", "1", hand={"Ann": ["Auction"]}, keepers={"Ann": ["Milk", "Bread"]})
    rows = told(game, "Cy")
    assert rows.index("Ann names Milk (Auction).") + 1 == rows.index("Bob says: 1 (Auction).")
    assert not any("name Milk" in row for row in told(game, "Ann"))


def test_who_is_chosen_by_a_power_is_told_and_so_is_what_players_say() -> None:
    game = said("use Court", "Bob", "yes", hand={"Ann": ["Milk"]}, rules=["Court"])
    assert told(game, "Cy")[-2:] == ["Ann names Bob (Court).", "You say: yes (Court)."]
    game.answer("no")
    assert told(game, "Ann")[-1] == "Bob says: no (Court)."
    (named,) = (str(event) for event in game.events if event.what == "names")
    assert named == "Ann names Bob [Court, TURN-8]"


def test_a_choice_that_is_told_by_what_it_is_for_is_told_once() -> None:
    game = said("play Bin", "Bread", hand={"Ann": ["Bin"]}, keepers={"Bob": ["Milk", "Bread"]})
    assert not any(event.what == "names" for event in game.events)
    assert "Ann discards Bread from in front of you (Bin)." in told(game, "Bob")


@pytest.mark.parametrize(
    ("answers", "table", "rows"),
    [
        (
            ("play Bread", "yes"),
            {"hand": {"Ann": ["Bread"]}, "rules": ["Encore"], "goals": ["Breakfast"]},
            ["Ann would win with Breakfast, but Encore has a say.", "Ann says: yes (Encore)."],
        ),
        (
            ("play Bread", "no"),
            {"hand": {"Ann": ["Bread"]}, "goals": ["Stubborn"]},
            ["Ann would win with Stubborn, but it has a say itself.", "Ann says: no (Stubborn)."],
        ),
        (
            ("play Bin", "Milk", "no"),
            {"hand": {"Ann": ["Bin"]}, "keepers": {"Bob": ["Milk", "Bread"]}, "rules": ["Glue"]},
            ["Milk would be discarded, but Glue has a say.", "Ann says: no (Glue)."],
        ),
        (
            ("play Zot", "Milk", "yes"),
            {"hand": {"Ann": ["Zot"]}, "keepers": {"Bob": ["Milk", "Bread"]}, "rules": ["Lock"]},
            [
                "Ann would take Milk from you, but Lock has a say.",
                "You say: yes (Lock).",
                "Ann puts Milk from you aside (Lock).",
            ],
        ),
    ],
)
def test_what_is_held_up_is_told(answers: tuple[str, ...], table: dict[str, Any], rows: list[str]) -> None:
    game = said(*answers, **table)
    found = told(game, "Bob")
    at = found.index(rows[0])
    assert found[at : at + len(rows)] == rows, found


def test_where_a_card_is_from_that_is_kept_for_somebody_is_told() -> None:
    game = said("play Zot", "Milk", hand={"Ann": ["Zot"]}, keepers={"Bob": ["Milk", "Bread"]})
    rows = told(game, "Bob")
    assert rows.index("Ann puts Milk from you aside (Zot).") + 1 == rows.index("Ann keeps Milk (Zot).")
    assert "You put Milk from Bob aside (Zot)." in told(game, "Ann")
