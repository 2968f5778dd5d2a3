"""Random cards that are legal, however foolish: for finding out what the machine does with them."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import TypeVar

from changeling.cards import vocabulary as v

T = TypeVar("T")

KEEPERS = ("Milk", "Bread", "Peace", "Money")
CREEPERS = ("War", "Taxes")
SOURCES = ('"bottom"', '"discards"')
PLACES = ('"top"', '"bottom"', '"random"', "one", "2")
NAMES = ('"Milk"', '"Bread"', '"War"', '"K1"', '"C2"', '"R0"', '"A3"', '"Basic Rules"', '"M"')
TRIGGERS = ("keeper", "action", "rule", "goal", "ungoal", "theft", "turn", "doom")
EVENTS = ("played", "drawn", "discarded", "gone", "arrived", "stolen")
REPLACED = ("discarded", "stolen", "played", "shed")
PERMITS = ("safe_from_theft", "safe_from_discard", "cannot_play", "must_play", "disabled", "excused")
FILTERS = ("action", "rule", "keeper", "creeper", "goal", "food", "draw", "hand_limit", '"Milk"', '"War"')


class Author:
    """Writes cards by chance. What it writes passes the checker, or nearly always; it need not make sense."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.variables: dict[str, str] = {}
        self.questions = 0
        self.reacting = ""  # what the Surprise being written answers
        self.replacing = False  # whether a section is being written that says what happens instead of something

    def deck(self, cards: int = 10) -> str:
        """A file of cards."""
        rows = ["marks food sweet", "counter score", "counter lives 3", ""]
        rows += [f'keeper "{name}" food x2' for name in KEEPERS] + [f'creeper "{name}"' for name in CREEPERS]
        rows += ['keeper "Egg"', 'creeper "Snake"\n    back_of = "Egg"']
        rows += [
            self.one_of(
                self.action,
                self.action,
                self.vote,
                self.truce,
                self.rule,
                self.creeper,
                self.keeper,
                self.surprise,
                self.goal,
                self.ungoal,
            )(number)
            for number in range(cards)
        ]
        return "\n".join(rows) + "\n"

    def one_of(self, *ways: T) -> T:
        """One of several ways to go on."""
        return self.chance.choice(ways)

    def fresh(self) -> None:
        """Begin another program."""
        self.variables, self.questions = {}, 0

    # --- cards --------------------------------------------------------------------------------------------------------
    def action(self, number: int) -> str:
        """An Action."""
        self.fresh()
        return f'action "A{number}" x2\n' + self.block(1, 3)

    def vote(self, number: int) -> str:
        """An Action for which everybody chooses in secret."""
        self.fresh()
        self.questions = 3  # secrets take the room of others
        question, answer = self.one_of(
            ('pick("rock", "paper", by=p)', '"rock"'),
            ("pick_number(0, 3, by=p)", "one"),
            ("choose(everyone, by=p)", "you"),
            ("agree(by=p)", '"yes"'),
        )
        rows = ["    for p in everyone:", f"        secret({question})", "    reveal_choices()"]
        rows += [f"    if votes({answer}) > {self.one_of('one', 'zero')} or choice(you) == {answer}:"]
        return f'action "V{number}" x2\n' + "\n".join(rows) + "\n" + self.block(2, 1)

    def truce(self, number: int) -> str:
        """An Action that lasts."""
        self.fresh()
        lasts = f"    lasts = {self.one_of('turn', 'round')}\n"
        return f'action "T{number}" x2\n{lasts}{self.permit()}' + self.block(1, 1)

    def permit(self) -> str:
        """What a card says of others."""
        return f"    {self.one_of(*PERMITS)} = {self.permitted()}{self.one_of('', f' if {self.test(1)}')}\n"

    def permitted(self) -> str:
        """The cards that a permission is about."""
        seats = self.one_of("you", "others", "everyone")
        remembered = self.one_of("remembered_card(this)", "hand(remembered_player(this))")
        return self.one_of(
            "this", remembered, f"keepers({seats})", f"hand({seats}, action)", f"creepers({seats})", "rules()"
        )

    def rule(self, number: int) -> str:
        """A New Rule with formulas and sections."""
        slot = self.one_of("", " in draw", " in hand_limit")
        rows = [f'rule "R{number}"{slot}']
        for _ in range(self.chance.randrange(1, 3)):
            name = self.one_of("draws", "plays", "optional_plays", "hand_limit", "keeper_limit", "goals_allowed")
            rows.append(
                f"    {name} {self.one_of('=', '+=')} {self.formula(2)}{self.one_of('', f' if {self.test(1)}')}"
            )
        rows.append(f"    {self.one_of('harmless', 'requires', 'first_play_random')} = {self.test(2)}")
        if self.chance.random() < 0.2:
            rows.append(f"    inflation {self.one_of('=', '+=')} {self.one_of('one', 'two', 'zero')}")
        says = self.one_of(
            "", "", self.permit(), "    open_hand = yes\n", "    lends = (sweet for k in keepers(everyone))\n"
        )
        return "\n".join(rows) + "\n" + says + self.section()

    def creeper(self, number: int) -> str:
        """A Creeper with a section."""
        stops = self.one_of("", f"    stops = {self.one_of('everyone', 'others', 'nobody')}\n")
        return f'creeper "C{number}"\n{stops}' + self.section()

    def keeper(self, number: int) -> str:
        """A Keeper with a section, and perhaps a number in force."""
        says = self.one_of(
            "",
            "",
            f"    draws += {self.formula(1)}\n",
            '    counts_as = "Bread"\n',
            '    counts_as = "Milk" or "Peace"\n',
            '    counts_as = "Milk" or "Peace"\n    counts_for = 2\n',
            "    counts_for = three\n",
            self.permit(),
        )
        return f'keeper "K{number}" {self.one_of("food", "")}\n{says}' + self.section()

    def surprise(self, number: int) -> str:
        """A Surprise with an answer."""
        self.fresh()
        mine = "    your_turn:\n" + self.block(2, 1)
        self.fresh()
        self.reacting = self.one_of(*TRIGGERS)
        answer = f"    react {self.reacting}:\n" + self.block(2, 1)
        self.reacting = ""
        return f'surprise "S{number}"\n' + mine + answer

    def ungoal(self, number: int) -> str:
        """An Ungoal that is seldom met."""
        return f'ungoal "U{number}"\n    ends = anyone_has("Milk", "Milk", "War", "Taxes") and {self.test(1)}\n'

    def goal(self, number: int) -> str:
        """A Goal that is not met at once."""
        return f'goal "G{number}"\n    wins = {self.needs()} and {self.test(2)}\n'

    def needs(self) -> str:
        """What a Goal asks for."""
        return self.one_of(
            'has("Milk", "Bread", "Peace", "Money")',
            'has("Milk", "Milk", "Bread", "Bread")',
            'has("Bread", food, food)',
        )

    def section(self) -> str:
        """A section with its program."""
        self.fresh()
        if self.chance.random() < 0.3:
            return self.event_section()
        test = self.test(2)
        head = self.one_of(
            "start:",
            f"start if {test}:",
            f"finish if {test}:",
            f"when {test}:",
            "on goals:",
            f"free if {test}:",
            "once:",
        )
        self.fresh()
        return f"    {head}\n" + self.block(2, 2)

    def event_section(self) -> str:
        """A section about an event."""
        filtered = self.one_of("", " keeper", " action", " food")
        self.replacing = self.chance.random() < 0.4
        event = self.one_of(*REPLACED) if self.replacing else self.one_of(*EVENTS)
        head = f"{'instead of' if self.replacing else 'on'} {event}"
        filtered = filtered or (" keeper" if self.replacing and event in ("played", "shed") else "")
        self.variables = {"it": "card", "actor": "seat", "owner": "seat"}
        made = f"    {head}{filtered}:\n" + self.block(2, 1)
        self.replacing = False
        return made

    # --- statements ---------------------------------------------------------------------------------------------------
    def block(self, level: int, depth: int) -> str:
        """Some statements."""
        return "".join(self.statement(level, depth) for _ in range(self.chance.randrange(1, 4)))

    def statement(self, level: int, depth: int) -> str:
        """One statement, with what is inside it."""
        pad = "    " * level
        if depth and self.chance.random() < 0.3:
            seats = self.one_of("others", "everyone", "from_left")
            head = self.one_of(
                f"if {self.test(2)}:",
                f"for _ in upto({self.one_of(1, 2, 3, 'two')}):",
                f"for p in {seats}:",
                f"while {self.test(1)}:",
            )
            known = dict(self.variables)
            if head.startswith("for p"):
                self.variables["p"] = "seat"
            made = pad + head + "\n" + self.block(level + 1, depth - 1)
            if head.startswith("while"):
                made += pad + "    break\n"
            self.variables = known | ({"p": "seat"} if head.startswith("for p") else {})
            return made
        if self.chance.random() < 0.2 and len(self.variables) < 3:
            name, kind = self.one_of(("c", "card"), ("s", "seat"), ("n", "number"))
            value = {"card": self.card, "seat": self.seat, "number": self.number}[kind](2)
            self.variables[name] = kind
            return f"{pad}{name} = {value}\n"
        return f"{pad}{self.effect()}\n"

    def effect(self) -> str:
        """One instruction."""
        ways: list[Callable[[], str]] = [
            lambda: f"draw({self.number(2)})",
            lambda: f"draw_to({self.number(1)}, aside)",
            lambda: f"play({self.card(2)})",
            lambda: f"discard({self.card(2)})",
            lambda: f"discard({self.cards(2)}, {self.card(1)})",
            lambda: f"take({self.card(2)})",
            lambda: f"give({self.card(1)}, {self.seat(1)})",
            lambda: f"swap({self.card(1)}, {self.card(1)})",
            lambda: f"swap_hands({self.seat(1)}, {self.seat(1)})",
            lambda: f"pass_hands({self.word()})",
            lambda: f"redeal({self.cards(1)})",
            lambda: f"promise({self.card(1)}, {self.seat(1)})",
            lambda: "deliver()",
            lambda: "take_in()",
            lambda: "shuffle_discards()",
            lambda: "extra_turn()",
            lambda: "end_turn()",
            lambda: f"attach({self.card(1)}, {self.card(1)})",
            lambda: f"attach({self.random_card()}, {self.random_card()})",
            lambda: f"detach({self.card(1)})",
            lambda: f"seal({self.card(1)}, {self.card(1)})",
            lambda: f"seal({self.random_card()}, {self.random_card()})",
            lambda: f"unseal({self.card(1)})",
            lambda: "deal_down()",
            lambda: f"to_hand({self.card(1)})",
            lambda: f"look({self.cards(1)})",
            lambda: "shuffle_pile()",
            lambda: f"copy({self.card(1)})",
            lambda: f"use({self.card(1)})",
            lambda: f"seal({self.card(1)}, first({self.one_of('rules', 'goals')}))",
            lambda: f"draw({self.number(1)}, by={self.seat(1)})",
            lambda: f"play({self.card(1)}, by={self.seat(0)})",
            lambda: f"to_pile({self.cards(1)}, {self.one_of(*PLACES)})",
            lambda: f"draw_from({self.one_of(*SOURCES)}, {self.number(1)}, by={self.seat(0)})",
            lambda: f"reveal({self.cards(1)})",
            lambda: f"remove({self.card(1)})",
            lambda: f"pass_on({self.cards(1)}, {self.word()})",
            lambda: f"trade({self.cards(1)}, {self.seat(1)}, {self.seat(0)})",
            lambda: f"take({self.cards(1)}, by={self.seat(0)})",
            lambda: f"give({self.cards(1)}, {self.seat(1)})",
            lambda: f"to_hand({self.cards(1)})",
            lambda: f"look({self.cards(1)}, by={self.seat(0)})",
            lambda: f"discard({self.several()})",
            lambda: f"skip_turn({self.seat(1)})",
            lambda: f"go_next({self.seat(1)})",
            lambda: "turn_round()",
            lambda: "skip_draw()",
            lambda: "draw(roll(six))",
            lambda: "draw(one if coin() else two)",
            lambda: f"gain({self.number(0)}, {self.one_of('score', 'lives')}, by={self.seat(0)})",
            lambda: f"lose({self.number(0)}, {self.one_of('score', 'lives')}, by={self.seat(0)})",
            lambda: f"add_tokens({self.card(1)}, {self.number(0)})",
            lambda: f"take_tokens({self.card(1)}, {self.number(0)})",
            lambda: f"flip({self.card(1)})",
            lambda: f"remember({self.card(1)})",
            lambda: f"remember({self.seat(1)})",
            lambda: 'flip(random(keepers(everyone, "Egg") + creepers(everyone, "Snake")))',
            lambda: f"draw({'pick_number(zero, two)' if self.asks(1) else 'one'})",
            lambda: f"discard(random(c for c in hand(you) if alike(c, {self.card(0)})))",
        ]
        if self.chance.random() < 0.05:
            ways = [lambda: f"eliminate({self.seat(0)})"]
        if self.replacing:
            ways += [lambda: "as_usual()"] * 5
        if self.reacting in v.CARDS_ANSWERED:
            ways += [lambda: "cancel()"] * 3
        if self.reacting == "keeper":
            ways += [lambda: "divert()"] * 3
        return self.chance.choice(ways)()

    def several(self) -> str:
        """Several cards that are chosen together; without room for a question, a set."""
        if not self.asks(1):
            return self.cards(1)
        word, by = self.one_of("choose", "maybe", "random"), self.one_of("", f", by={self.seat(0)}")
        return f"{word}({self.cards(1)}, {self.number(0)}{by if word != 'random' else ''})"

    def random_card(self) -> str:
        """A card in front of you, without a question to anybody."""
        return f"random({self.one_of('keepers(you)', 'creepers(you)', 'keepers(you) + creepers(you)')})"

    # --- expressions --------------------------------------------------------------------------------------------------
    def known(self, kind: str) -> list[str]:
        """The variables of a type."""
        return [name for name, known in self.variables.items() if known == kind]

    def asks(self, depth: int) -> bool:
        """Whether a question may be asked here; a program has room for a few."""
        self.questions += 1
        return depth > 0 and self.questions <= 3

    def word(self) -> str:
        """A word to be answered."""
        return 'pick("left", "right")' if self.asks(1) else '"left"'

    def formula(self, depth: int) -> str:
        """A number without questions or variables."""
        if not depth:
            return str(
                self.one_of(0, 1, 2, 3, 7, "one", "two", "zero", "count(hand(you))", "plays_left", "age(you)", "999")
            )

        def part() -> str:
            return self.formula(depth - 1)

        return self.one_of(
            f"{part()} + {part()}", f"({part()} - {part()})", f"({part()}) * ({part()})", f"half({part()})", part()
        )

    def number(self, depth: int) -> str:
        """A number in a program."""
        known = self.known("number")
        if known and self.chance.random() < 0.3:
            return self.one_of(*known)
        return self.one_of(
            str(self.one_of(1, 2, 3)), self.formula(1), f"count({self.plain(1)})", f"hand_limit({self.seat(0)})"
        )

    def seat(self, depth: int) -> str:
        """A seat."""
        if depth and self.chance.random() < 0.4 and self.asks(depth):
            return self.one_of(
                "choose(others)", "random(everyone)", "choose(q for q in others if hand(q))", "maybe(everyone)"
            )
        if self.reacting and self.chance.random() < 0.3:
            return "player"
        return self.one_of("you", "left_of(you)", "right_of(you)", "owner(this)", *self.known("seat"))

    def plain(self, depth: int) -> str:
        """A set that can be counted."""
        seats = self.one_of("you", "others", "everyone", "from_left", "left_of(you)", *self.known("seat"))
        kind = self.one_of("", "", f", {self.one_of(*FILTERS)}", f", {self.one_of(*FILTERS)}, {self.one_of(*FILTERS)}")
        one = self.one_of(
            f"hand({seats}{kind})",
            f"keepers({seats}{kind})",
            f"creepers({seats})",
            f"rules({kind[2:]})",
            "goals()",
            "discard_pile()",
            f"face_down({seats})",
        )
        return f"{one} + {self.plain(depth - 1)}" if depth and self.chance.random() < 0.4 else one

    def cards(self, depth: int) -> str:
        """A set of cards in a program."""
        return self.one_of(
            self.plain(depth),
            f"{self.plain(depth)} - this",
            "aside",
            f"{self.plain(0)} + this",
            f"anywhere({self.one_of(*NAMES)}, {self.one_of(*NAMES)})",
            "under(this)",
            "keepers(everyone) + creepers(everyone)",
            "draw_pile(keeper)",
            "top(2)",
            "bottom(one)",
        )

    def card(self, depth: int) -> str:
        """A card."""
        if depth and self.chance.random() < 0.8 and self.asks(depth):
            by = self.one_of("", "", f", by={self.seat(0)}")
            return self.one_of(
                f"choose({self.cards(1)}{by})", f"maybe({self.cards(1)}{by})", f"random({self.cards(1)})"
            )
        if self.reacting in v.CARDS_ANSWERED and self.chance.random() < 0.4:
            return "played"
        return self.one_of("this", "host(this)", *self.known("card"))

    def test(self, depth: int) -> str:
        """A condition without questions or variables."""
        if not depth:
            return self.one_of(
                "hand(you)",
                "score(you) > lives(you)",
                "tokens(this) >= 2",
                "is_a(top_discard, action)",
                "(k for k in keepers(you) if (m for m in keepers(others) if alike(k, m)))",
                "count(q for q in others if (k for k in keepers(q) - this if loose(k))) > one",
                "in_game(left_of(you))",
                "asked_for(this)",
                "total(keepers(you), sweet) > one",
                'makes(keepers(you), "+*", 3)',
                "keepers(others)",
                "holiday",
                "yes",
                "no",
                "plays_left",
                "your_turn",
                "aside",
                'has("Milk")',
                "most(hand)",
                'anyone_has("War")',
                "leads(keepers)",
                "harmless(you)",
                "least(creepers)",
                "count(rules) > 2",
                "owner(this) == you",
                "loose(this)",
                "under(this)",
                "hand_limit(owner(this)) > 3",
                "youngest(left_of(owner(this)))",
                'in_play("R0", "Milk")',
                "named(owner(this)) > 1",
                "consecutive(keepers(everyone))",
                "is_a(highest(keepers(you)), food)",
                'has("Milk", "Milk")',
                "has(food, food, food)",
            )

        def part() -> str:
            return self.test(depth - 1)

        return self.one_of(
            f"not {part()}",
            f"({part()} and {part()})",
            f"({part()} or {part()})",
            f"{self.formula(1)} >= {self.formula(1)}",
            part(),
        )
