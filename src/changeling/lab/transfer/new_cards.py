"""Decks that nobody has seen, made from the card language by chance: what Changeling-Transfer tests unknown cards with.

A seed gives a deck: Keepers with invented names and marks, Goals over them, New Rules, Actions put together from two or
three instructions, Creepers, and in some decks Surprises or a counter. The decks of the benchmark lie in `decks`, as
they were made; `python -m changeling.lab.transfer.new_cards` writes them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from typing import Final

SEEDS: Final = (101, 102, 103, 104, 105, 106)  # one for each deck of the benchmark
DECKS: Final = Path(__file__).parent / "decks"
_KEEPERS, _GOALS, _RULES, _ACTIONS, _CREEPERS, _SURPRISES = 18, 16, 14, 14, 3, 4
_STARTS: Final = "Bar Cor Dal Fen Gor Hal Jun Kel Lor Mar Nor Pel Quil Ran Sel Tor Ul Ver Wen Yar".split()
_ENDS: Final = "a bin dor el fin gan hold ion ket lan mer nix oth pan ris sel tun vik wick yn".split()
_MARKS: Final = "amber bronze coral dusky ember frost golden hollow ivory jade".split()

# What an instruction does, and how it is said to people. An Action is two or three of them.
_INSTRUCTIONS: Final = (
    ("draw(2)", "Draw 2 cards."),
    ("draw(3)", "Draw 3 cards."),
    ("discard(choose(hand(you)))", "Discard a card from your hand."),
    ("discard(choose(keepers(everyone)))", "Discard any Keeper in play."),
    ("take(choose(keepers(others)))", "Take a Keeper from another player."),
    ("discard(choose(rules()))", "Discard a New Rule of your choice."),
    ("discard(maybe(creepers(you)))", "You may discard a Creeper of yours."),
    ("swap_hands(you, choose(others))", "Swap hands with another player."),
    ('pass_hands(pick("left", "right"))', "All pass their hands left or right, as you choose."),
    ("play(random(hand(choose(p for p in others if hand(p)))))", "Play a card at random from the hand of another."),
    ("play(choose(discard_pile(action, rule) - this))", "Play an Action or New Rule from the discard pile."),
    ("to_hand(choose(discard_pile(keeper)))", "Take a Keeper from the discard pile into your hand."),
    ("discard(goals())", "Discard all Goals in play."),
    ("discard(creepers(everyone))", "Discard all Creepers in play."),
    ("redeal(keepers(everyone))", "Shuffle all Keepers in play and deal them out."),
    ("extra_turn()", "Take another turn after this one."),
    ("shuffle_discards()", "Shuffle the discards into the draw pile."),
)
_ENDING: Final = frozenset({"extra_turn()", "shuffle_discards()"})  # better said last

_BONUSES: Final = (
    ("least(keepers)", "If you alone have the fewest Keepers"),
    ("most(keepers)", "If you alone have the most Keepers"),
    ("least(hand)", "If you alone hold the fewest cards"),
    ("not keepers(you)", "With no Keeper"),
    ("creepers(you)", "With a Creeper"),
)
_USES: Final = (
    ("if hand(you):", "discard(choose(hand(you)))\ndraw(1)", "discard a card from your hand to draw 1"),
    ("if keepers(you):", "discard(choose(keepers(you)))\ndraw(2)", "discard one of your Keepers to draw 2"),
    (
        "if keepers(you) and keepers(others):",
        "mine = choose(keepers(you))\ntheirs = choose(keepers(others))\nswap(mine, theirs)",
        "swap one of your Keepers for another player's",
    ),
    ("if hand(you):", "give(choose(hand(you)), choose(others))\ndraw(1)", "give a card of your hand away to draw 1"),
)


class _Making:
    """A deck while it is made."""

    def __init__(self, seed: int) -> None:
        self.random, self.lines = Random(seed), [f"# Made from the card language by chance, seed {seed}."]
        self.marks = self.random.sample(_MARKS, 3)
        self.counts = seed % 3 == 0  # whether there is a counter
        self.surprises = seed % 2 == 0
        self.names: set[str] = set()
        self.keepers: list[str] = []

    def name(self) -> str:
        """A name that no other card has."""
        while True:
            made = self.random.choice(_STARTS) + self.random.choice(_ENDS)
            if made not in self.names:
                self.names.add(made)
                return made

    def card(self, heading: str, text: str, body: Sequence[str] = ()) -> None:
        """Write a card down."""
        self.lines += ["", heading, f'    "{text}"', *(f"    {line}" for line in body)]

    def some(self, count: int, makers: Sequence[Callable[[], None]]) -> None:
        """Each maker once as far as they go, then any of them."""
        order = list(makers)
        self.random.shuffle(order)
        for place in range(count):
            (order[place] if place < len(order) else self.random.choice(order))()

    # --- Keepers and Creepers -----------------------------------------------------------------------------------------
    def keeper(self) -> None:
        """A Keeper, with a mark or not, and now and then with a power."""
        name = self.name()
        self.keepers.append(name)
        mark = f" {self.random.choice(self.marks)}" if self.random.random() < 0.7 else ""
        if self.random.random() < 0.25:
            condition, does, said = self.random.choice(_USES)
            body = [f"once {condition}", *(f"    {line}" for line in does.split("\n"))]
            self.card(f'keeper "{name}"{mark}', f"Once on your turn you may {said}.", body)
        else:
            self.card(f'keeper "{name}"{mark}', "Goals may ask for it.")

    def creeper(self) -> None:
        """A Creeper that goes away, or moves, when its owner has a certain Keeper."""
        enemy = self.random.choice(self.keepers)
        if self.random.random() < 0.5:
            text, does = f"Blocks you. With {enemy} beside it, discard it.", "discard(this)"
        else:
            text, does = f"Blocks you. With {enemy} beside it, give it to another player.", "give(this, choose(others))"
        self.card(f'creeper "{self.name()}"', text, [f'when has("{enemy}"):', f"    {does}"])

    # --- Goals --------------------------------------------------------------------------------------------------------
    def goal_pair(self) -> None:
        """Two Keepers by name."""
        one, two = self.random.sample(self.keepers, 2)
        self.card(f'goal "{self.name()}"', f"Have {one} and {two}.", [f'wins = has("{one}", "{two}")'])

    def goal_either(self) -> None:
        """A Keeper, and one of two others."""
        one, two, three = self.random.sample(self.keepers, 3)
        wins = f'wins = has("{one}", "{two}") or has("{one}", "{three}")'
        self.card(f'goal "{self.name()}"', f"Have {one}, and {two} or {three}.", [wins])

    def goal_mark(self) -> None:
        """A Keeper by name and one by mark."""
        one, mark = self.random.choice(self.keepers), self.random.choice(self.marks)
        self.card(
            f'goal "{self.name()}"', f"Have {one} and something {mark} besides.", [f'wins = has("{one}", {mark})']
        )

    def goal_marks(self) -> None:
        """Several Keepers of a mark."""
        mark, many = self.random.choice(self.marks), self.random.choice(("two", "three"))
        wins = f"wins = count(keepers(you, {mark})) >= {many}"
        self.card(f'goal "{self.name()}"', f"Have {many} Keepers that are {mark}.", [wins])

    def goal_without(self) -> None:
        """A Keeper while nobody has another, and the most Keepers."""
        one, two = self.random.sample(self.keepers, 2)
        wins = f'wins = has("{one}") and not anyone_has("{two}") and most(keepers)'
        self.card(f'goal "{self.name()}"', f"Have {one} and the most Keepers, while nobody has {two}.", [wins])

    def goal_count(self) -> None:
        """Many Keepers, or many cards in hand."""
        if self.random.random() < 0.5:
            wins, text = "wins = count(keepers(you)) >= 5 and most(keepers)", "Have 5 Keepers or more, and the most."
        else:
            wins, text = "wins = count(hand(you)) >= 8 and most(hand)", "Hold 8 cards or more, and the most."
        self.card(f'goal "{self.name()}"', text, [wins])

    def goal_score(self) -> None:
        """Enough of the counter, where the deck has one."""
        if not self.counts:
            self.goal_pair()
            return
        self.card(
            f'goal "{self.name()}"', "Have 4 points or more, and the most.", ["wins = score(you) >= 4 and most(score)"]
        )

    # --- New Rules ----------------------------------------------------------------------------------------------------
    def rule_number(self) -> None:
        """How many cards are drawn or played, or a limit."""
        static, slot, said, numbers = self.random.choice(
            (
                ("draws", "draw", "Everybody draws {} cards a turn.", (2, 3, 4)),
                ("plays", "play", "Everybody plays {} cards a turn.", (2, 3)),
                ("hand_limit", "hand_limit", "Outside your own turn, hold at most {} cards.", (1, 2, 4)),
                ("keeper_limit", "keeper_limit", "Outside your own turn, have at most {} Keepers.", (3, 4)),
            )
        )
        number = self.random.choice(numbers)
        self.card(f'rule "{self.name()}" in {slot}', said.format(number), [f"{static} = {number}"])

    def rule_bonus(self) -> None:
        """More draws or plays for who is in a certain position."""
        static, said = self.random.choice((("draws", "draw 1 more"), ("plays", "play 1 more")))
        if self.random.random() < 0.4:
            mark = self.random.choice(self.marks)
            condition, when = f"has({mark})", f"With something {mark} before you"
        else:
            condition, when = self.random.choice(_BONUSES)
        self.card(f'rule "{self.name()}"', f"{when}, {said} on your turn.", [f"{static} += 1 if {condition}"])

    def rule_use(self) -> None:
        """A free action for everybody."""
        condition, does, said = self.random.choice(_USES)
        body = [f"once {condition}", *(f"    {line}" for line in does.split("\n"))]
        self.card(f'rule "{self.name()}"', f"Once on your turn you may {said}.", body)

    # --- Actions and Surprises ----------------------------------------------------------------------------------------
    def action(self) -> None:
        """One to three instructions, one after another."""
        chosen = self.random.sample(_INSTRUCTIONS, self.random.choice((1, 2, 2, 3)))
        chosen.sort(key=lambda one: one[0] in _ENDING)
        if self.counts and self.random.random() < 0.5:
            chosen.append(("gain(1, score)", "Gain 1 point."))
        self.card(f'action "{self.name()}"', " ".join(said for _, said in chosen), [does for does, _ in chosen])

    def surprise(self) -> None:
        """Something for one's own turn, and an answer to what others play."""
        does, said = self.random.choice(_INSTRUCTIONS[:7])
        kind = self.random.choice(("action", "rule", "goal"))
        title = {"action": "an Action", "rule": "a New Rule", "goal": "a Goal"}[kind]
        body = ["your_turn:", f"    {does}", f"react {kind}:", "    cancel()"]
        self.card(f'surprise "{self.name()}"', f"Your turn: {said} Another plays {title}: it has no effect.", body)


def deck_text(seed: int) -> str:
    """The deck of a seed, as the text of a `.cards` file."""
    making = _Making(seed)
    making.lines.append(f"marks {' '.join(making.marks)}")
    if making.counts:
        making.lines.append("counter score")
    for _ in range(_KEEPERS):
        making.keeper()
    goals = (making.goal_pair, making.goal_either, making.goal_mark, making.goal_marks)
    making.some(_GOALS, (*goals, making.goal_without, making.goal_count, making.goal_score))
    making.some(_RULES, (making.rule_number, making.rule_number, making.rule_bonus, making.rule_use))
    making.some(_ACTIONS, (making.action,))
    making.some(_CREEPERS, (making.creeper,))
    making.some(_SURPRISES if making.surprises else 0, (making.surprise,))
    return "\n".join(making.lines) + "\n"


def file_of(seed: int) -> Path:
    """Where the deck of a seed lies, of those of the benchmark."""
    return DECKS / f"new-{seed}.cards"


def write_all() -> None:
    """Write the decks of the benchmark."""
    for seed in SEEDS:
        file_of(seed).write_text(deck_text(seed), encoding="utf-8")


if __name__ == "__main__":
    write_all()
