"""Cards into decks: formulas, sections, copies, digests, and what is said when a card is wrong."""

import pytest
from tests.cards.writing import action, deck_of, expect, problems_of, rule

from changeling.cards import codes as w
from changeling.cards.compiler.compile import Text, assemble, check
from changeling.cards.language.cards_file import MAX_PROBLEMS
from changeling.decks.shelf import basic_text
from changeling.errors import CardsError, DeckError


def test_copies_have_titles_of_their_own() -> None:
    deck = deck_of('keeper "Milk" x3\n')
    assert [card.title for card in deck.cards[1:]] == ["Milk", "Milk #2", "Milk #3"]


def test_a_card_carries_its_faces() -> None:
    milk = 'keeper "Milk" food house\n    "Cold."\n    reading = "Whose milk?"'
    deck = deck_of(f'marks food\n# about\n{milk}\n\n# next\nkeeper "Tea"\n')
    card = deck.card("Milk")
    assert card is not None
    assert (card.text, card.reading, card.house, card.marks) == ("Cold.", "Whose milk?", True, ("food",))
    assert (card.file, card.line, card.edition) == ("my.cards", 3, "my")
    assert card.source == milk


def test_a_rule_without_a_slot_has_that_of_its_name() -> None:
    deck = deck_of('rule "One"\nrule "Two" in draw\n')
    assert [card.slot for card in deck.cards[1:]] == ["One", "draw"]


def test_formulas_set_and_add() -> None:
    deck = deck_of(rule("draws = 3", "plays += 1 if hand(you)"))
    first, second = deck.statics[1]
    assert (first.static, first.mode, second.static, second.mode) == (w.DRAWS, w.SETS, w.PLAYS, w.ADDS)


def test_what_a_formula_looks_at() -> None:
    def reads(line: str) -> int:
        return deck_of(rule(line)).statics[1][0].reads

    assert reads("draws = one") == 0
    assert reads("draws = 1") == w.PART_RULES
    assert reads('harmless = has("Milk")') == w.PART_BOARD
    assert reads("harmless = most(hand)") == w.PART_HANDS
    assert reads("harmless = goals() or discard_pile(action)") == w.PART_GOALS | w.PART_PILES


def test_sections_become_hooks() -> None:
    deck = deck_of(
        rule(
            "start if hand(you):",
            "    draw(1)",
            "finish:",
            "    draw(1)",
            "free:",
            "    draw(1)",
            "once:",
            "    draw(1)",
        )
        + 'creeper "C"\n    when has("Milk"):\n        discard(this)\n    on goals:\n        give(this, left_of(you))\n'
    )
    assert [len(hooks) for hooks in (deck.starts, deck.finishes, deck.frees, deck.whens, deck.on_goals)] == [
        1,
        1,
        2,
        1,
        1,
    ]
    assert [hook.once for hook in deck.frees] == [False, True]
    assert (deck.starts[0].condition >= 0, deck.finishes[0].condition) == (True, w.NONE)


def test_a_rule_may_do_something_when_played() -> None:
    assert deck_of(rule("draws = 1", "draw(3)")).play[1] >= 0
    assert deck_of(rule("play:", "    draw(3)")).play[1] >= 0


def test_the_digest_is_of_what_the_cards_do() -> None:
    one = deck_of(action("draw(3)")).digest
    assert one == deck_of("# words\n\n" + action("draw( 3 )  # more", "# and more")).digest
    assert one != deck_of(action("draw(2)")).digest
    assert one != deck_of(action("draw(three)")).digest


@pytest.mark.parametrize(
    ("marked", "says"),
    [
        ('▸goal "G"\n', 'the goal "G" needs a line: wins = CONDITION'),
        ('goal "G"\n    wins = ▸zzz\n', "'zzz' is not a word here"),
        ('goal "G"\n    ▸wins += yes\n', "'wins' is a condition: wins = ..."),
        ('rule "K"\n    ▸wins = yes\n', "only a goal, or a keeper or creeper"),
        ('action "A"\n    ▸draws = 3\n', "an action cannot set 'draws'; a rule can"),
        ('keeper "K"\n    ▸draw(3)\n', "a keeper has no instructions of its own; put them in a section"),
        (
            'action "A"\n    ▸start:\n        draw(3)\n',
            "an action cannot have 'start'; it may have on, play; what is done as a turn begins stands on a rule",
        ),
        (
            'goal "G"\n    wins = yes\n    ▸play:\n        draw(3)\n',
            "a goal cannot have 'play'; it may have anytime, finish, free, instead, on",
        ),
        ('rule "R"\n    draw(3)\n    ▸play:\n        draw(3)\n', "what the card does when played is said twice"),
        ('rule "R"\n    play ▸now:\n        draw(3)\n', "after 'play' comes a colon"),
        ('rule "R"\n    start ▸when yes:\n        draw(3)\n', "after 'start' comes a colon, or: if CONDITION"),
        ('rule "R"\n    free ▸if:\n        draw(3)\n', "after 'free' comes a colon, or: if CONDITION"),
        ('rule "R"\n    when▸:\n        draw(3)\n', "'when' needs a condition, such as"),
        ('rule "R"\n    on ▸rules:\n        draw(3)\n', "'on' is followed by one of played, drawn"),
        ('rule "R"\n    when has("Milk") and ▸zzz:\n        draw(3)\n', "'zzz' is not a word here"),
        ('rule "R"\n  when   has("Café") and ▸zzz:\n        draw(3)\n', "'zzz' is not a word here"),
        ('rule "R"\n    free if  yes and ▸zzz:  # c\n        draw(3)\n', "'zzz' is not a word here"),
        ('rule "R"\n    once if yes ▸yes:\n        draw(3)\n', "this is no condition; those look like"),
        ('rule "R"\n    when x ▸= 3:\n        draw(3)\n', "to compare, write ==, as in: x == 3"),
        ('rule "R"\n    when ▸agree():\n        draw(3)\n', "cannot stand in a formula or a condition"),
        (
            'rule "R"\n    when yes:\n          draw(1)\n          if yes:\n             draw(▸zzz)\n',
            "'zzz' is not a word here",
        ),
        (
            'rule "R"\n    when yes:\n        draw(1)\n      ▸draw(2)\n',
            "indented by 6; the lines of this section are indented by 8",
        ),
        ('rule "R"\n    when yes; ▸no:\n        draw(1)\n', "here a condition is needed, not an instruction"),
        (
            'rule "R"\n    ▸draws /= 2\n',
            "a formula sets a number with =, changes it with += -= *= or bounds it with <= or >=",
        ),
        ('rule "R"\n    ▸draws == 1\n', "== compares; one = gives a value: draws = 1"),
        ('keeper "K"\n    ▸reading = 3\n', 'write it like: reading = "which part is ours"'),
        ('keeper "K"\n    ▸reading += "a"\n', "write it like"),
        ('rule "R"\n    ▸leaves_out = creeper\n', "only a Meta Rule leaves out a kind of card"),
        ('meta "M"\n    ▸leaves_out = dragons\n', "only a Meta Rule leaves out a kind of card"),
        ('rule "R"\n    draws = ▸"\\d"\n', "invalid escape sequence"),
    ],
)
def test_what_is_wrong_with_a_card(marked: str, says: str) -> None:
    expect(marked, says)


def test_all_problems_of_all_files_in_one_run() -> None:
    texts = [basic_text(), Text("a.cards", 'kepper "K"\n' + action("drwa(1)")), Text("b.cards", action("x", "y"))]
    with pytest.raises(CardsError) as caught:
        assemble(texts, name="test")
    places = [(p.file, p.line, p.column) for p in caught.value.problems]
    assert places == [("a.cards", 1, 1), ("a.cards", 3, 5), ("b.cards", 2, 5), ("b.cards", 3, 5)]
    assert str(caught.value).startswith("a.cards:1:1: 'kepper' is not a kind of card; did you mean keeper?")
    assert list(caught.value.problems) == check(texts)


def test_so_much_is_wrong_that_more_helps_nobody() -> None:
    found = problems_of("".join(f'action "A{n}"\n    zzz(3)\n' for n in range(400)))
    assert len(found) <= MAX_PROBLEMS + 2
    assert "more problems follow; these first" in [p.message for p in found]


def test_a_table_holds_only_so_many_cards() -> None:
    with pytest.raises(DeckError, match="the deck 'test' has 50689 cards; a table holds at most 512"):
        deck_of("".join(f'keeper "K{n}" x99\n' for n in range(512)))


@pytest.mark.parametrize("condition", ["keepers(you, sweet)", "has(sweet)"])
def test_a_mark_of_another_file_can_be_asked_for(condition: str) -> None:
    first = Text("one.cards", 'marks sweet\nkeeper "Pie" sweet\n', "one")
    second = Text("two.cards", f'goal "G"\n    wins = {condition}\n', "two")
    for order in ([first, second], [second, first]):
        assert [found for found in check([basic_text(), *order]) if found.severity == "error"] == []
    alone = [found.message for found in check([basic_text(), second])]
    assert any("'sweet' is not a" in message for message in alone)


def test_icons_of_doom_need_not_be_declared() -> None:
    deck = deck_of('creeper "Squid" doom doom\nkeeper "Lamp" anti_doom\ngoal "G"\n    wins = keepers(you, anti_doom)\n')
    marks = {card.name: card.marks for card in deck.cards if card.marks}
    assert marks == {"Squid": ("doom", "doom"), "Lamp": ("anti_doom",)}


@pytest.mark.parametrize("words", ["divert(played)", "divert(played, you)", "cancel(played)"])
def test_an_answer_may_say_in_full_what_it_means_anyway(words: str) -> None:
    plain = words.split("(")[0] + "()"
    decks = [deck_of(f'surprise "S"\n    react keeper:\n        {said}\n') for said in (words, plain)]
    assert decks[0].digest == decks[1].digest


@pytest.mark.parametrize("words", ["divert(you)", "divert(played, player)", "cancel(played, you)"])
def test_an_answer_says_nothing_else_in_its_brackets(words: str) -> None:
    found = problems_of(f'surprise "S"\n    react keeper:\n        {words}\n')
    assert any("takes nothing, not" in problem.message for problem in found)
