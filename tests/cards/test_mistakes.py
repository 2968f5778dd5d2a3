"""Mistakes that people make who know the language from its pages: what each is told, and at which place.

Every message says what was given and what would be right. The mark is the place of the caret.
"""

from __future__ import annotations

import pytest
from tests.cards.writing import expect, problems_of

MISTAKES = [
    (
        'surprise "Test"\n    your_turn:\n        draw(1)\n    react ▸turn, keeper:\n        draw(1)\n',
        "'turn' is about no card: behind it comes a colon, or: if CONDITION",
    ),
    (
        'surprise "Test"\n    your_turn:\n        draw(1)\n    react ▸keeper, zot:\n        draw(1)\n',
        "which cards? 'zot' is not a kind, a mark or a slot; a card is named in quotes",
    ),
    (
        'surprise "Test"\n    your_turn:\n        draw(1)\n    react ▸keeper if:\n        draw(1)\n',
        "after 'react keeper' comes a colon, a comma and a filter, or: if CONDITION",
    ),
    (
        'keeper "Test"\n    counts_as = "Milk" if your_turn else ▸"Bread"\n',
        "a card counts as nothing else otherwise; leave out the else",
    ),
    (
        'keeper "Test"\n    counts_as = ▸hand(others)\n',
        "a card can count as keepers(others), keepers(everyone) or remembered_card(this): counts_as = keepers(others)",
    ),
    (
        'keeper "Test"\n    counts_as = keepers(▸you)\n',
        "whose? others or everyone: counts_as = keepers(others) if your_turn",
    ),
    *[
        (
            f'rule "Test"\n    {formula}\n',
            "'all' stands only in: plays = all, or plays = all - 1; count(SET) says how many there are",
        )
        for formula in (
            "plays = ▸all + 1",
            "plays = half(▸all)",
            "plays = 3 - ▸all",
            "plays = ▸all - 1 - 1",
            "plays += ▸all",
            "draws = ▸all - 1",
        )
    ],
    (
        'rule "Test"\n    draws += 1 if has("Milk") else ▸draws += 2\n',
        'behind else comes the value alone; write: draws += 1 if has("Milk") else 2',
    ),
    (
        'action "Test"\n    n = 3 if hand(you) else ▸n = 2\n',
        "behind else comes the value alone; write: n = 3 if hand(you) else 2",
    ),
    (
        'action "Test"\n    ▸draw(2) if hand(you)  # or not\n',
        "a condition comes first: 'if hand(you):' on a line of its own, draw(2) below it, indented",
    ),
    (
        'action "Test"\n    give(choose(hand(you)), ▸left)\n',
        "'left' is no player; the one on that side is left_of(you)",
    ),
    (
        'action "Test"\n    discard(choose(hand(▸right)))\n',
        "'right' is no player; the one on that side is right_of(you)",
    ),
    (
        'action "Test"\n    x = ▸hand(you)\n    discard(x)\n    draw(count(x))\n',
        "a name cannot hold a set",
    ),
    (
        'action "Test"\n    ▸pick("yes")\n',
        'pick() does nothing by itself; use what it gives, as in: pass_hands(pick("left", "right"))',
    ),
    ('action "Test"\n    ▸agree()\n', "agree() does nothing by itself; use what it gives, as in: if agree():"),
    (
        'keeper "Test"\n    counts_as = ▸"Test"\n',
        "this is the card's own name; counts_as names another card",
    ),
    ('rule "Test"\n    draws = ▸all\n', "'all' stands only in: plays = all"),
    ('rule "Test"\n    plays += ▸all\n', "'all' stands only in: plays = all"),
    ('action "Test"\n    draw(▸all)\n', "'all' stands only in: plays = all"),
    ('goal "Test"\n    wins = is_a(▸first(hand(you)), keeper)\n', "first() picks one of a set when its line is"),
    ('goal "Test"\n    wins = is_a(▸choose(hand(you)), keeper)\n', "choose() is a question: it cannot stand in"),
    (
        'action "Test"\n    if count(hand(you)) ▸= 3:\n        draw(1)\n',
        "= gives a name a value; to compare, write ==, as in: if count(hand(you)) == 3:",
    ),
    (
        'goal "Test"\n    wins = count(hand(you)) ▸= 3\n',
        "= gives a name a value; to compare, write ==, as in: wins = count(hand(you)) == 3",
    ),
    (
        'goal "Test"\n    wins = has("Milk") and count(hand(you)) ▸= 3\n',
        ('= gives a name a value; to compare, write ==, as in: wins = has("Milk") and count(hand(you)) == 3'),
    ),
    (
        'action "Test"\n    while count(hand(you)) ▸= 3:\n        draw(1)\n',
        "= gives a name a value; to compare, write ==, as in: while count(hand(you)) == 3:",
    ),
    (
        'rule "Test"\n    free if count(hand(you)) ▸= 3:\n        draw(1)\n',
        "= gives a name a value; to compare, write ==, as in: count(hand(you)) == 3",
    ),
    (
        'rule "Test"\n    draws += 1 if count(hand(you)) ▸= 3\n',
        "= gives a name a value; to compare, write ==, as in: draws += 1 if count(hand(you)) == 3",
    ),
    ('goal "Test"\n    wins = has(▸“Milk”)\n', '“ is not a straight quote; write: wins = has("Milk")'),
    ('goal "Test"\n    wins = has(▸\u2018Milk\u2019)\n', '\u2018 is not a straight quote; write: wins = has("Milk")'),
    ('keeper ▸“Milk”\n    "Cold."\n', '“ is not a straight quote; write: keeper "Milk"'),
    ('keeper "Milk"\n    ▸“Cold.”\n', '“ is not a straight quote; write: "Cold."'),
    ("take ▸“fluxx-4”\n", '“ is not a straight quote; write: take "fluxx-4"'),
    ('goal "Test"\n    wins = has(▸„Milk“)\n', '„ is not a straight quote; write: wins = has("Milk")'),
    ('goal "Test"\n    wins = has(▸«Milk»)\n', '« is not a straight quote; write: wins = has("Milk")'),
    (
        '▸Keeper "Milk"\n    "Cold."\n',
        "'Keeper' has a capital letter; this word is written in small ones; write: keeper \"Milk\"",
    ),
    ('▸KEEPER "Milk"\n', "'KEEPER' has a capital letter; this word is written in small ones; write: keeper \"Milk\""),
    ("▸Marks food\n", "'Marks' is not a word here; did you mean: marks food"),
    ('▸Take "fluxx-4"\n', "'Take' has a capital letter; this word is written in small ones; write: take \"fluxx-4\""),
    (
        'rule "X" ▸In draw\n',
        ("'In' cannot stand here; small letters are needed: in; allowed are: in SLOT, marks, rank N, xN, house"),
    ),
    (
        'keeper "X" ▸House\n',
        ("'House' cannot stand here; small letters are needed: house; allowed are: in SLOT, marks, rank N, xN, house"),
    ),
    (
        'keeper "X" ▸X2\n',
        ("'X2' cannot stand here; copies are written x2; allowed are: in SLOT, marks, rank N, xN, house"),
    ),
    (
        'keeper "X" ▸x 2\n',
        (
            "'x' cannot stand here; copies are written without a blank: x2; allowed are: in SLOT, marks"
            ", rank N, xN, house"
        ),
    ),
    (
        'keeper "X" ▸2x\n',
        ("'2x' cannot stand here; copies are written x2; allowed are: in SLOT, marks, rank N, xN, house"),
    ),
    ('keeper ▸"Milk\n    "Cold."\n', 'the closing quote of the name is missing; write: keeper "Milk"'),
    ('keeper ▸Milk"\n', 'the opening quote of the name is missing; write: keeper "Milk"'),
    ("keeper ▸Milk\n", 'a name stands between double quotes; write: keeper "Milk"'),
    ("keeper ▸'Milk'\n", 'a name stands between double quotes; write: keeper "Milk"'),
    (
        'keeper "Milk"▸:\n    "Cold."\n',
        ("':' cannot stand here; no colon follows a card's name; allowed are: in SLOT, marks, rank N, xN, house"),
    ),
    ('goal "Test"\n    wins = has(▸"Milk)\n', 'a quote is missing: what begins here is not closed, "Milk)'),
    ('goal "Test"\n    wins = has(Milk▸")\n', "a quote is missing: the one that ends here was never opened"),
    (
        'goal "Test"\n    wins = has(▸Milk)\n',
        (
            "'Milk' is not a mark (none is declared); a card is named in quotes: has(\"Milk\"), a mark is"
            " declared: marks Milk"
        ),
    ),
    ('goal "Test"\n    wins = has(▸The Sun)\n', 'a card is named in quotes: "The Sun"'),
    ('keeper "Milk"\n    ▸"Cold.\n', 'the closing quote of the text is missing: "Cold."'),
    ('keeper "Milk"\n    ▸Cold and white.\n', 'words for people stand between double quotes: "Cold and white."'),
    (
        "keeper \"Milk\"\n    ▸'Cold.'\n",
        'words for people stand between double quotes, right below the card\'s first line: "Cold."',
    ),
    (
        'action "A"\n    draw(3) ▸"Draw 3."\n',
        "a card's text stands on a line of its own, right below the card's first line",
    ),
    (
        'action "Test"\n    discard(hand(▸"Bob"))\n',
        (
            "whose? a seat is needed, not 'Bob' in quotes: cards know no player by name; a seat is you,"
            " left_of(you), choose(others) or a variable"
        ),
    ),
    (
        'action "Test"\n    give(this, ▸"Bob")\n',
        (
            "give() needs a seat, not 'Bob' in quotes: cards know no player by name; a seat is you, lef"
            "t_of(you), choose(others) or a variable"
        ),
    ),
    (
        'action "Test"\n    draw(1, by=▸"Bob")\n',
        (
            "here a seat is needed, not 'Bob' in quotes: cards know no player by name; a seat is you, l"
            "eft_of(you), choose(others) or a variable"
        ),
    ),
    (
        'action "Test"\n    give(this, owner(▸"Milk"))\n',
        "owner() needs a card, not 'Milk' in quotes; a card by its name is one of: anywhere(\"Milk\")",
    ),
    (
        'action "Test"\n    ▸act()\n',
        "'act' is not a word here: it is one of the shared programs, which only basic.cards may use",
    ),
    (
        'action "Test"\n    ▸trim(you)\n',
        ("'trim' is not a word here: it is one of the shared programs, which only basic.cards may use"),
    ),
    (
        'action "Test"\n    if ▸acting:\n        draw(1)\n',
        ("'acting' is not a word here: it is one of the shared programs, which only basic.cards may use"),
    ),
    (
        'action "Test"\n    if ▸ungoals_apart(you):\n        draw(1)\n',
        ("'ungoals_apart' is not a word here: it is one of the shared programs, which only basic.cards may use"),
    ),
    (
        '▸program "turn"\n    draw(1)\n',
        (
            "'program' is not a kind of card; only basic.cards has programs; the kinds are basic, meta,"
            " rule, goal, ungoal, keeper, creeper, action, surprise"
        ),
    ),
    (
        'goal "Test"\n    wins = has("Milk")\n    ▸draw(3)\n',
        (
            "a goal has no instructions; it says when it is met, with: wins = CONDITION; an action, a r"
            "ule or a surprise does something"
        ),
    ),
    (
        'goal "Test"\n    ▸draw(3)\n',
        (
            "a goal has no instructions; it says when it is met, with: wins = CONDITION; an action, a r"
            "ule or a surprise does something"
        ),
    ),
    (
        'goal "Test"\n    ▸if has("Milk"):\n        win()\n',
        (
            "a goal has no instructions; it says when it is met, with: wins = CONDITION; an action, a r"
            "ule or a surprise does something"
        ),
    ),
    (
        'goal "Test"\n    ▸has("Milk")\n',
        (
            "a goal has no instructions; it says when it is met, with: wins = CONDITION; an action, a r"
            "ule or a surprise does something"
        ),
    ),
    (
        'keeper "K"\n    ▸draw(3)\n',
        (
            "a keeper has no instructions of its own; put them in a section: start [if CONDITION]:  fin"
            "ish [if CONDITION]:  when CONDITION:  on EVENT [if CONDITION]:  instead of EVENT [if CONDI"
            "TION]:  react KIND, filter... [if CONDITION]:  free [if CONDITION]:  anytime [if CONDITION]:"
            "  once [if CONDITION]:"
        ),
    ),
    (
        'surprise "K"\n    ▸cancel()\n',
        (
            "a surprise has no instructions of its own; put them in a section: on EVENT [if CONDITION]:"
            "  your_turn:  react KIND, filter... [if CONDITION]:"
        ),
    ),
    (
        'action "A"\n    draw(1)\n      ▸draw(2)\n',
        "indented deeper than the line above it, which does not end with a colon",
    ),
    ('action "A"\n    draw(1)\n  ▸draw(2)\n', "indented by 2; the first line of this card is indented by 4"),
    ('action "A"\n▸draw(1)\n', "'draw(1)' belongs to a card: indent it by four spaces below the card's first line"),
    (
        'action "A"\n▸"Text"\n',
        (
            'a kind is missing before the name, as in: keeper "Milk"; if this is a card\'s text, indent '
            "it by four spaces below the card's first line"
        ),
    ),
    (
        'action "Test"\n    if hand(you):\n    ▸draw(1)\n',
        "what belongs to 'if' stands below it, indented by four more spaces",
    ),
    ('action "Test"\n    if hand(you)▸\n        draw(1)\n', "a colon is missing: if hand(you):"),
    ('action "Test"\n    for p in others▸\n        draw(1)\n', "a colon is missing: for p in others:"),
    ('creeper "C"\n    when has("Milk")▸\n        discard(this)\n', 'a colon is missing: when has("Milk"):'),
    ('creeper "C"\n    start▸\n        discard(this)\n', "a colon is missing: start:"),
    ('action "Test"\n    if hand(you):\n        draw(1)\n    else▸\n        draw(2)\n', "a colon is missing: else:"),
    ('keeper "K" ▸tasty\n', "'tasty' is not a mark of this file; declare it first: marks tasty (declared: none yet)"),
    (
        'goal "Test"\n    wins = has(▸tasty)\n',
        (
            "'tasty' is not a mark (none is declared); a card is named in quotes: has(\"tasty\"), a mark "
            "is declared: marks tasty"
        ),
    ),
    (
        'goal "Test"\n    wins = keepers(you, ▸tasty)\n',
        "'tasty' is not a kind, a mark or a slot; a card is named in quotes",
    ),
    ('action "Test"\n    ▸drwa(3)\n', "'drwa' is not a word here; did you mean draw?"),
    ('action "Test"\n    ▸Draw(3)\n', "'Draw' is not a word here; did you mean draw?"),
    ('action "Test"\n    discard(choose(▸Hand(you)))\n', "'Hand' is not a word here; did you mean hand?"),
    ('action "Test"\n    ▸draw(3, 4)\n', "draw() takes one thing, not 2: draw(n, by=SEAT)"),
    ('action "Test"\n    ▸draw()\n', "draw() takes one thing, not 0: draw(n, by=SEAT)"),
    ('action "Test"\n    ▸give(this)\n', "give() takes 2 things, not 1: give(CARD or SET, SEAT)"),
    ('goal "Test"\n    wins = ▸has()\n', 'name at least one card: has("Milk")'),
    ('action "Test"\n    discard(▸choose())\n', "choose() takes one set, not 0"),
    (
        'action "Test"\n    discard(choose(hand(you), ▸keepers(you)))\n',
        "choose() needs a number, not a set of cards; count() says how many there are in it",
    ),
    ('action "Test"\n    give(this, ▸this)\n', "give() needs a seat, not a card"),
    (
        'action "Test"\n    give(this, ▸others)\n',
        ("give() needs a seat, not a set of seats; choose() gives one of it; for p in others: goes through all"),
    ),
    (
        'action "Test"\n    swap(▸keepers(you), keepers(others))\n',
        "swap() needs a card, not a set of cards; choose() gives one of it",
    ),
    ('action "Test"\n    play(▸hand(you))\n', "play() needs a card, not a set of cards; choose() gives one of it"),
    ('action "Test"\n    discard(▸3)\n', "discard() needs a card or a set of cards, not a number"),
    (
        'action "Test"\n    draw(▸hand(you))\n',
        "draw() needs a number, not a set of cards; count() says how many there are in it",
    ),
    (
        'action "Test"\n    for i in ▸range(3):\n        draw(1)\n',
        "a loop goes over upto(n), others, everyone, from_left or a set of cards; write: upto(3)",
    ),
    (
        'action "Test"\n    for i in ▸3:\n        draw(1)\n',
        "a loop goes over upto(n), others, everyone, from_left or a set of cards; write: upto(3)",
    ),
    (
        'action "Test"\n    for p in ▸you:\n        draw(1)\n',
        "a loop goes over upto(n), others, everyone, from_left or a set of cards",
    ),
    (
        'action "Test"\n    ▸repeat 3:\n        draw(1)\n',
        "'repeat' is not a word here; a loop is written: for _ in upto(3):",
    ),
    (
        'creeper "C"\n    ▸wehn has("Milk"):\n        discard(this)\n',
        "'wehn' opens no section or block; did you mean when?",
    ),
    (
        'creeper "C"\n    ▸When has("Milk"):\n        discard(this)\n',
        "'When' opens no section or block; did you mean when?",
    ),
    ('creeper "C"\n    ▸strat:\n        discard(this)\n', "'strat' opens no section or block; did you mean start?"),
    (
        'surprise "S"\n    react ▸kepeer:\n        cancel()\n',
        (
            "'react' is followed by one of keeper, creeper, action, rule, goal, ungoal, theft, turn, doom, not '"
            "kepeer'; did you mean keeper?"
        ),
    ),
    (
        'creeper "C"\n    on ▸goal:\n        discard(this)\n',
        "'on' is followed by one of played, drawn, discarded, gone, arrived, stolen, reshuffled, turn, robbed, rolled,",
    ),
    (
        'action "A"\n    ▸free:\n        draw(1)\n',
        "an action cannot have 'free'; it may have on, play; one that stays on the table says so: lasts = round",
    ),
    ('keeper "K"\n    ▸free:\n', "'free' has nothing to do; indent its instructions below it"),
    (
        'keeper "K"\n    free:▸ draw(1)\n',
        "after 'free ...:' the instructions stand on lines of their own, indented below it",
    ),
    ('action "Test"\n    ▸elif hand(you):\n        draw(1)\n', "'elif' stands below an 'if', indented like it"),
    (
        'action "Test"\n    if hand(you):\n        draw(1)\n    else ▸if hand(others):\n        draw(2)\n',
        "'else if' is one word: elif hand(others):",
    ),
    ('action "Test"\n    n = 1\n    ▸n += 1\n', "only formulas such as draws += 1 have this; write: n = n + ..."),
    ('rule "Test"\n    draws += ▸"2"\n', "here a number is needed, not '2' in quotes; numbers stand without quotes"),
    (
        'rule "Test"\n    ▸draws /= 2\n',
        "a formula sets a number with =, changes it with += -= *= or bounds it with <= or >=",
    ),
    (
        'action "Test"\n    discard(anywhere(▸"Mi" + "lk"))\n',
        'a name is written out, in plain quotes: anywhere("Milk")',
    ),
    ('action "Test"\n    discard(anywhere(▸f"Milk"))\n', 'a name is written out, in plain quotes: anywhere("Milk")'),
    (
        'action "Test"\n    f = ▸lambda: 3\n',
        "no functions can be made in a card; the words are listed by: changeling words",
    ),
    (
        'action "Test"\n    ▸print("x")\n',
        ("'print' is not a word here; what a card says to people is its text, in quotes below its first line"),
    ),
    ('action "Test"\n    draw(▸len(hand(you)))\n', "'len' is not a word here; count(SET) says how many"),
    ('action "Test"\n    draw(▸max(1))\n', "max() takes 2 things, not 1: max(n, n)"),
    (
        'action "Test"\n    take(keepers(others), ▸left_of(you))\n',
        "not a seat; who does it is said with by=left_of(you)",
    ),
    (
        'action "Test"\n    swap(▸keepers(you), keepers(others))\n',
        "whole sets change owners with trade(SET, SEAT, SEAT)",
    ),
    ('action "Test"\n    draw(1, by=▸choose(others, 2))\n', "for p in others: goes through all"),
    ('action "Test"\n    ▸meets(you)\n', "meets() does nothing by itself"),
    ('rule "Test"\n    draws += 1 if ▸meets(you)\n', "in a section write: if meets(you):"),
    ('action "Test"\n    if ▸meets():\n        draw(1)\n', "meets() takes a player, and maybe a Goal"),
    ('action "Test"\n    if meets(▸2):\n        draw(1)\n', "meets() needs a seat, not a number"),
    ('action "Test"\n    if meets(you, ▸others):\n        draw(1)\n', "meets() needs a card, not a set of seats"),
    ('rule "Test"\n    on ▸rolled six:\n        draw(1)\n', "'rolled' is about no card"),
    ('rule "Test"\n    on rolled:\n        discard(▸it)\n', "'it' is not a word here"),
    ('rule "Test"\n    instead ▸of rolled:\n        draw(1)\n', "'instead of' is followed by one of"),
    ('action "Test"\n    stash(▸others)\n', "here a card or a set of cards is needed"),
    ('action "Test"\n    discard(▸stashed())\n', "whose? stashed(SEATS, filter...)"),
    ('action "Test"\n    draw(▸initial)\n', "'initial' needs brackets: initial(CARD)"),
    ('action "Test"\n    ▸swap_piles(you)\n', "swap_piles() takes nothing"),
    ('rule "Test"\n    shared = keepers(everyone) if ▸actor == you\n', "'actor' is not a word here"),
    (
        'counter score\naction "Test"\n    ▸score(you) += 1\n',
        "what a player has of a counter changes so: gain(1, score)",
    ),
    ('counter score\naction "Test"\n    ▸score(p) -= 2\n', "changes so: lose(2, score, by=p)"),
    ('rule "Test"\n    draws =▸+ 1\n', "what adds to a number is written the other way round: draws += 1"),
    ('rule "Test"\n    ▸draw += 1\n', "'draw' is no formula; did you mean: draws += ..."),
    ('creeper "Test"\n    ▸frozen = keepers(you)\n', "'frozen' is no formula; those are draws, plays"),
    ('rule "Test"\n    on ▸turn_end:\n        draw(1)\n', "the end of a turn has a section of its own, finish"),
    (
        'action "Test"\n    draw(▸sum(1, 2))\n',
        "'sum' is not a word here; numbers are added with +, and count(SET) says how many",
    ),
    ('action "Test"\n    draw(▸range(3))\n', "'range' is not a word here; a loop is written: for _ in upto(3):"),
    ('action "Test"\n    draw(▸int("3"))\n', "'int' is not a word here; a number is written as it is: 3"),
    (
        'action "Test"\n    a = choose(hand(you))\n    if a == ▸"Milk":\n        draw(1)\n',
        'a card cannot be compared with a name; what a card is, asks: is_a(CARD, "Milk")',
    ),
    (
        'goal "Test"\n    wins = this == ▸"Milk"\n',
        'a card cannot be compared with a name; what a card is, asks: is_a(CARD, "Milk")',
    ),
    ('goal "Test"\n    wins = ▸hand(you) == 3\n', "a set cannot be compared; count() says how many there are in it"),
    (
        'goal "Test"\n    wins = ▸hand(you) > hand(others)\n',
        "a set cannot be compared; count() says how many there are in it",
    ),
    (
        '▸"Milk"\n    "Cold."\n',
        (
            'a kind is missing before the name, as in: keeper "Milk"; if this is a card\'s text, indent '
            "it by four spaces below the card's first line"
        ),
    ),
    ('▸Milk\n    "Cold."\n', "'Milk' does not begin a card; write a kind and a name, such as: keeper \"Milk\""),
    ('rule "R" ▸in\n    draws = 3\n', "'in' needs a slot, a small word without quotes such as: in draw"),
    (
        'rule "R" ▸in "draw"\n    draws = 3\n',
        "'in' needs a slot, a small word without quotes such as: in draw, not \"draw\"",
    ),
    ('action "R" ▸in draw\n    draw(1)\n', "only a rule has a slot, not an action"),
    ('rule "Test"\n    draws = ▸100000\n', "100000 is too large; numbers go from 0 to 999"),
    ('rule "Test"\n    draws = ▸-1\n', "numbers below zero cannot be said; numbers go from 0 to 999"),
    ('action "Test"\n    draw(▸-2)\n', "numbers below zero cannot be said; numbers go from 0 to 999"),
    ('action "Test"\n    draw(▸1.5)\n', "numbers are whole; half(n) is half of one, rounded up"),
    (
        'action "Test"\n    draw(▸3 / 2)\n',
        "numbers can be added, subtracted and multiplied; half(n) is half, rounded up",
    ),
    ("marks ▸käse\n", "'käse' cannot be a mark; write a small word such as: food"),
    ('action "Test"\n    ▸zähl = 3\n', "'zähl' is written in odd letters; write words in plain ones, a to z"),
    ('rule "Test"\n    harmless = ▸True\n', "'True' is not a word here; write yes or no: yes"),
    (
        'action "Test"\n    discard(▸None)\n',
        "'None' is not a word here; where there is no card, write the word: nothing",
    ),
    ('action "Test"\n    draw(▸"3")\n', "draw() needs a number, not '3' in quotes; numbers stand without quotes"),
    (
        'goal "Test"\n    wins = has(▸"Milk" and "Bread")\n',
        ('no and inside the brackets: has("A", "B") is both cards, has("A") or has("B") is one of them'),
    ),
    (
        'goal "Test"\n    wins = has(▸"Milk" or "Bread")\n',
        ('no or inside the brackets: has("A", "B") is both cards, has("A") or has("B") is one of them'),
    ),
    (
        'goal "Test"\n    wins = ▸has("Milk"), has("Bread")\n',
        "several things cannot stand here; join conditions with and, or, and sets with +",
    ),
    (
        'goal "Test"\n    wins = has(▸["Milk", "Bread"])\n',
        'cards stand side by side, without further brackets: has("A", "B")',
    ),
    (
        'goal "Test"\n    wins = ▸"Milk" in hand(you)\n',
        'whether a card is there is asked so: has("Milk"), keepers(you, "Milk"), is_a(it, "Milk"), it in SET',
    ),
    (
        'goal "Test"\n    wins = ▸1 < count(hand(you)) < 5\n',
        "compare two things at a time and join them: 1 < n and n < 5",
    ),
    ('goal "Test"\n    wins = has("A") ▸&& has("B")\n', "'&&' is not used here; write: and"),
    ('goal "Test"\n    wins = has("A") ▸|| has("B")\n', "'||' is not used here; write: or"),
    ('goal "Test"\n    wins = ▸!has("A")\n', "'!' is not used here; write: not"),
    ('goal "Test"\n    wins = count(hand(you)) ▸=> 3\n', "'=>' is not used here; write: >="),
    ('goal "Test"\n    wins = count(hand(you)) ▸=< 3\n', "'=<' is not used here; write: <="),
    ('goal "Test"\n    wins = count(hand(you)) ▸=== 3\n', "'===' is not used here; write: =="),
    ('goal "Test"\n    wins = count(hand(you)) ▸<> 3\n', "'<>' is not used here; write: !="),
    ('action "Test"\n    ▸draw(1) // draws\n', "this does nothing by itself; a remark begins with #"),
    ('action "Test"\n    ▸draw(1) -- draws\n', "this does nothing by itself; a remark begins with #"),
    ('action "Test"\n    ▸/* hello */\n', "'/*' cannot stand here; a remark begins with #"),
    ('action "Test"\n    ▸you.draw(3)\n', "no word has a dot; write: draw(3, by=you)"),
    (
        'action "Test"\n    discard(▸hand(you)[0])\n',
        "no word has square brackets; choose(SET), random(SET) and first(SET) give one of a set",
    ),
    (
        'action "Test"\n    ▸return\n',
        ("a card ends where its lines do; put what follows into an else, or end the turn with end_turn()"),
    ),
    (
        'action "Test"\n    ▸def f():\n        draw(1)\n',
        "no functions can be made or fetched in a card; the words are listed by: changeling words",
    ),
    (
        'action "Test"\n    ▸import os\n',
        "no functions can be made or fetched in a card; the words are listed by: changeling words",
    ),
    (
        'action "Test"\n    ▸wins = yes\n',
        "only a goal, or a keeper or creeper for its owner, says what wins: wins = CONDITION",
    ),
    ('▸goal "Test"\n    "Text."\n', 'the goal "Test" needs a line: wins = CONDITION'),
    (
        'goal "Test"\n    wins = yes\n    ▸wins = no\n',
        "'wins' stands on line 2 already; a card says it once; join what both say with and, or",
    ),
    ('goal "Test"\n    ▸wins: has("Milk")\n', "'wins' is no formula in this form; did you mean: wins = ..."),
    ('goal "Test"\n    ▸wins if has("Milk")\n', "an = is missing; write: wins = CONDITION"),
    ('goal "Test"\n    ▸win = has("Milk")\n', "'win' is no formula in this form; did you mean: wins = ..."),
    (
        'rule "Test"\n    ▸draw = 3\n',
        "'draw' is a word of the language and cannot be a variable here; did you mean: draws = ...",
    ),
    ('rule "Test"\n    draws▸ 3\n', "an = is missing: draws = 3"),
    ('action "Test"\n    draw▸ 3\n', "brackets are missing: draw(3)"),
    ('action "Test"\n    draw▸(3\n', "the bracket ( that opens here is never closed"),
    ('action "Test"\n    draw(3)▸)\n', "the bracket ) closes nothing that was opened"),
    ('rule "Test"\n    ▸hand_limit(3)\n', "'hand_limit' is set by a formula: hand_limit = n"),
    (
        'action "Test"\n    ▸choose(hand(you))\n',
        "choose() does nothing by itself; use what it gives, as in: discard(choose(hand(you)))",
    ),
    (
        'rule "Test"\n    draws = 1 if ▸agree()\n',
        "agree() is a question: it cannot stand in a formula or a condition that holds continuously",
    ),
    ('action "Test"\n    ▸x\n', "'x' alone does nothing; an instruction is a word with brackets, such as: draw(3)"),
    ('action "Test"\n    while ▸True:\n        draw(1)\n', "'True' is not a word here; write yes or no: yes"),
    ('action "Test"\n    discard(▸hand)\n', "whose, or which? hand(SEATS, filter...)"),
    ('action "Test"\n    discard(▸hand())\n', "whose? hand(SEATS, filter...), for example hand(you)"),
    (
        'action "Test"\n    discard(keepers(▸player))\n',
        (
            "'player' is about what a Surprise answers; it stands only in a section: react KIND (one of"
            " keeper, creeper, action, rule, goal, ungoal, theft, turn, doom)"
        ),
    ),
    ('action "Test"\n    discard(keepers(▸everyone()))\n', "write everyone without brackets"),
    ('action "Test"\n    ▸shuffle_pile\n', "brackets are missing: shuffle_pile()"),
    ('action "Test"\n    ▸swap_hands(others)\n', "swap_hands() takes 2 things, not 1: swap_hands(SEAT, SEAT)"),
    ('action "Test"\n    ▸pass_hands("left", "right")\n', "pass_hands() takes one thing, not 2: pass_hands(WORD)"),
    (
        'action "Test"\n    pass_hands(▸left)\n',
        "'left' is not a word here; a word that is answered stands in quotes: \"left\"",
    ),
    (
        'action "Test"\n    pass_hands(▸pick("up", "down"))\n',
        'pass_hands() takes left or right, not \'down\': pass_hands(pick("left", "right"))',
    ),
    ('action "Test"\n    ▸draw(n=3)\n', "'n=' cannot stand here: draw(n, by=SEAT)"),
    ('action "Test"\n    ▸draw_to(3)\n', "draw_to() takes 2 things, not 1: draw_to(n, aside)"),
    ('action "Test"\n    draw_to(3, ▸hand(you))\n', "draw_to() needs the word aside here: draw_to(n, aside)"),
    ('action "Test"\n    ▸draw(3, everyone)\n', "draw() takes one thing, not 2: draw(n, by=SEAT)"),
    (
        'action "Test"\n    draw(3, by=▸everyone)\n',
        ("here a seat is needed, not a set of seats; choose() gives one of it; for p in others: goes through all"),
    ),
    ('action "Test"\n    ▸draw(3, choose(others))\n', "draw() takes one thing, not 2: draw(n, by=SEAT)"),
    (
        'keeper "K"\n    counts_as = ▸Milk\n',
        'a card counts as another by its name, or as any of a kind: counts_as = "Milk"',
    ),
    ('keeper "K"\n    ▸counts_as("Milk")\n', "'counts_as' is no formula in this form; did you mean: counts_as = ..."),
    ('meta "M"\n    ▸leaves_out = creepers\n', "only a Meta Rule leaves out a kind of card: leaves_out = creeper"),
    ('keeper "K" ▸rank 10000\n', "'rank' needs a number from 0 to 9999, such as: rank 12"),
    ('keeper "K" ▸rank twelve\n', "'rank' needs a number from 0 to 9999, such as: rank 12"),
    (
        'keeper "K" ▸food\nmarks food\n',
        "'food' is not a mark of this file; declare it first: marks food (declared: none yet)",
    ),
    (
        'keeper "▸Milk #2"\n',
        "'Milk #2' cannot be a name: no # in it, which numbers the copies of a card, as in Milk #2",
    ),
    ('goal "Test"\n    ▸ends = yes\n', "only an ungoal says when all lose, with: ends = CONDITION"),
    (
        "goal \"Test\"\n    wins = has('A')\n    ▸requires = has('B')\n",
        "a goal says what it asks for itself, after 'wins =' or 'ends ='",
    ),
    (
        "goal \"Test\"\n    wins = has('A')\n    ▸inflation = one\n",
        "a goal cannot set 'inflation'; a rule or a Meta Rule can",
    ),
    ("goal \"Test\"\n    wins = has('A')\n    ▸others.draws = 3\n", "a goal is for every player already; write draws"),
    ("goal \"Test\"\n    wins = has('A')\n    ▸goals_needed = 2\n", "a goal cannot say 'goals_needed'; a rule"),
    ('rule "R"\n    lends = (▸rank * 2 for k in keepers(you))\n', "a card's name in quotes, or rank + 1"),
    ('rule "R"\n    lends = (rank + ▸1000 for k in keepers(you))\n', "here a number from 0 to 999 is needed: rank + 1"),
    (
        'action "Test"\n    ▸cancel()\n',
        (
            "'cancel' is about what a Surprise answers; it stands only in a section: react KIND (one of"
            " keeper, creeper, action, rule, goal, ungoal, theft)"
        ),
    ),
    (
        'action "Test"\n    discard(▸played)\n',
        (
            "'played' is about what a Surprise answers; it stands only in a section: react KIND (one of"
            " keeper, creeper, action, rule, goal, ungoal, theft)"
        ),
    ),
    (
        'action "Test"\n    give(this, ▸player)\n',
        (
            "'player' is about what a Surprise answers; it stands only in a section: react KIND (one of"
            " keeper, creeper, action, rule, goal, ungoal, theft, turn, doom)"
        ),
    ),
    (
        'surprise "S"\n    react action:\n        ▸divert()\n',
        "'divert' is about what a Surprise answers; it stands only in a section: react keeper",
    ),
    (
        'surprise "S"\n    your_turn:\n        ▸cancel()\n',
        (
            "'cancel' is about what a Surprise answers; it stands only in a section: react KIND (one of"
            " keeper, creeper, action, rule, goal, ungoal, theft)"
        ),
    ),
    ('action "Test"\n    ▸break\n', "break stands only in a loop"),
    (
        'action "Test"\n    for p in others:\n        ▸continue\n',
        "a round cannot be left out; put the rest of it into an if",
    ),
    (
        "take ▸fluxx-4\n",
        ('after \'take\' come names in quotes: take "fluxx-4", or: take "Milk", "Bread" from "fluxx-4" x2'),
    ),
    (
        'marks ▸"food"\n',
        ("'\"food\"' cannot be a mark; write a small word such as: food; marks stand without quotes and commas"),
    ),
    (
        'action "Test"\n    draw(▸draws)\n',
        "'draws' is set by a formula (draws = n, draws += n, draws <= n); no other word can read it",
    ),
    ('action "Test"\n    draw(▸hand_limit)\n', "'hand_limit' needs brackets: hand_limit(SEAT)"),
    ('action "Test"\n    if ▸harmless:\n        draw(1)\n', "'harmless' needs brackets: harmless(SEAT)"),
    (
        'action "Test"\n    for p in ▸everyone():\n        draw(1, by=p)\n',
        "a loop goes over upto(n), others, everyone, from_left or a set of cards; write everyone without brackets",
    ),
    (
        'action "Test"\n    ▸draw(1) if hand(you) else draw(2)\n',
        "a condition comes first: 'if hand(you):' on a line of its own, draw(1) below it, indented",
    ),
    ('goal "Test"\n    ▸wins += has("Milk")\n', "only numbers are added to with +=; 'wins' is a condition: wins = ..."),
    (
        'action "Test"\n    play(▸"Cup")\n',
        "play() needs a card, not 'Cup' in quotes; a card by its name is one of: anywhere(\"Cup\")",
    ),
    (
        'action "Test"\n    discard(▸"Cup")\n',
        (
            "discard() needs a card or a set of cards, not 'Cup' in quotes; a card by its name is one o"
            'f: anywhere("Cup")'
        ),
    ),
    (
        'action "Test"\n    n = ▸hand(you)\n',
        "a name cannot hold a set; write the set where it is needed, or choose() or count() it",
    ),
    (
        'goal "Test"\n    wins = has("A")\n    ▸wins = has("B")\n',
        "'wins' stands on line 2 already; a card says it once; join what both say with and, or",
    ),
    (
        'surprise "S"\n    react turn:\n        ▸cancel()\n',
        (
            "'cancel' is about what a Surprise answers; it stands only in a section: react KIND (one of"
            " keeper, creeper, action, rule, goal, ungoal, theft)"
        ),
    ),
    (
        'goal "G"\n    ▸wins == has("Milk", "Bread")\n',
        '== compares; a formula has one =: wins = has("Milk", "Bread")',
    ),
    ('keeper "K"\n    ▸others.plays - 1\n', "an = is missing: others.plays -= 1"),
    ('keeper "K"\n    ▸draws + 1\n', "an = is missing: draws += 1"),
    ('action "A"\n    ▸left_of(you).give("K")\n', 'no word has a dot; write: give("K")'),
    (
        'action "A"\n    if has(▸left_of(you), "Milk"):\n        draw(1)\n',
        'has is always about you; what others have is a set: keepers(left_of(you), "Milk")',
    ),
    (
        'action "A"\n    if has(▸you, "Milk"):\n        draw(1)\n',
        'has is always about you; what others have is a set: keepers(you, "Milk")',
    ),
    (
        'goal "G"\n    wins = count(keepers(you, ▸fruit)) >= 2\n',
        "'fruit' is not a kind, a mark or a slot; a card is named in quotes, a mark is declared: marks fruit",
    ),
    ('keeper "K"\n    on ▸taken:\n        draw(1)\n', "not 'taken'; did you mean stolen?"),
    (
        'surprise "S"\n    react ▸surprise:\n        cancel()\n',
        "not 'surprise'; any Surprise can answer a Surprise, which is then cancelled",
    ),
    (
        'action "A"\n    ▸draws += 1\n',
        "an action cannot set 'draws'; a rule can, or an action that stays on the table: lasts = turn",
    ),
    ('rule "R"\n    lends = ▸rank + 1\n', "for numbers that are higher, rank + 1 in place of the mark"),
    (
        "marks ▸food, drink\n",
        ("'food,' cannot be a mark; write a small word such as: food; marks stand without quotes and commas"),
    ),
]


@pytest.mark.parametrize(("marked", "message"), MISTAKES)
def test_a_mistake_is_told_with_what_would_be_right(marked: str, message: str) -> None:
    expect(marked, message)


LEGAL = [
    'keeper "Milk"\n    "It\u2019s cold."\n',
    'action "A"\r\n    draw(1)\r\n',
    'keeper "Käse"\n    "Yum."\n',
    'action "Test"\n    a = choose(hand(you))\n    b = choose(hand(you))\n    if a == b:\n        draw(1)\n',
    'action "Test"\n    draw(1); draw(2)\n',
    'action "Test"\n    discard(rules)\n',
    'action "A"\n   draw(1)\n',
    "",
    "# nothing\n",
    'marks food\nkeeper "K" food food\n',
    'rule "R" in darw\n    draws = 3\n',
]


@pytest.mark.parametrize("text", LEGAL)
def test_what_is_no_mistake_is_not_refused(text: str) -> None:
    assert problems_of(text) == []
