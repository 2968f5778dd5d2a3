"""The reference page of the card language, made from the vocabulary and from the cards on the shelf."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator

from changeling.cards import codes as w
from changeling.cards import vocabulary as v
from changeling.cards.compiler.answers import MAX_ASK, MAX_WORD
from changeling.cards.language import source as bounds
from changeling.cards.language import syntax
from changeling.cards.language.cards_file import MAX_PROBLEMS
from changeling.cards.language.recipe import MAX_COPIES
from changeling.cards.language.syntax import tokens
from changeling.decks.shelf import editions, load_deck
from changeling.engine.layout import MAX_BACKS, MAX_LIFTED, MAX_MEMORIES, MAX_TOKENED

_HEAD = """# The card language

This page is made from the source by `make docs`. In the terminal: `changeling words`, `changeling card NAME`,
`changeling check FILE...` (what it tells is [here](../how-to/check.md)), `changeling fmt FILE...`.

A `.cards` file is text: cards one after another, each a header line and an indented body. Bodies use a part of Python's
syntax. They are read and checked and compiled, and never executed as Python.

```cards
marks food

keeper "Bread" food
    "A fresh loaf, still warm."

rule "Poor Bonus"
    "If nobody else owns as few Keepers as you, draw 1 more on your turn."
    draws += 1 if least(keepers)

action "Draw 3, Play 2 of them"
    "Leave your hand aside. Draw 3 cards, play 2 of them, discard the rest."
    for _ in upto(2):
        draw_to(3, aside)
        play(choose(aside))
    discard(aside)

goal "Snack"
    "Have a food, and more cards in hand than anybody else."
    wins = keepers(you, food) and most(hand)
```
"""

_LAWS = """## Laws

- A digit is a printed numeral and is live: `3` means 3 and whatever Inflation adds, read again each time. The words
  {numbers} never grow.
- An impossible instruction is skipped (TURN-8). Acting on nothing does nothing.
- One instruction is one indivisible event, and what one section does is one change: sections that fire by themselves,
  then wins, then limits are looked at when it is done, never between its instructions. A card that it plays is a play
  of its own: the table is looked at before that card is chosen, when it is laid down and when it is done.
- What the player of an Action or a Surprise chooses before anything happens is told to everybody; then others may
  answer.
- A question is asked when it is reached. With nothing to choose from, or nobody to ask, nothing is asked.
- `aside` belongs to the card that put cards there. What is left in it when the card is done is discarded; what is still
  promised is handed over.
- A formula (`draws += 1 if least(keepers)`) is no event. It is read again whenever what it looks at has changed, and
  without an `else` says nothing while its condition does not hold.
- A card whose program is in the middle of its work cannot be played again before that is done.
- A card that runs on without asking anybody is stopped, with the stack of its instructions.
"""

_GRAMMAR = """## Grammar

```text
file       = {{ marks | counter | card }}
marks      = "marks" MARK ...
counter    = "counter" NAME [ N ]
card       = KIND '"' NAME '"' [ "in" SLOT ] [ MARK ... ] [ "rank" N ] [ "x" N ] [ "house" ] NEWLINE body
KIND       = {kinds}
body       = {{ text | formula | instruction | section }}, indented alike
text       = '"' words for people '"'
formula    = STATIC SIGN VALUE [ "if" CONDITION [ "else" VALUE ] ]  |  VERDICT "=" VALUE
SIGN       = "=" | "+=" | "-=" | "*=" | "<=" | ">="
section    = HEAD ":" NEWLINE instructions, indented
instruction = EFFECT "(" ... ")"  |  NAME "=" VALUE  |  "if" ... "elif" ... "else"
            | "for" NAME "in" ( "upto" "(" NUMBER ")" | SEATS ) ":"  |  "while" CONDITION ":"  |  "break"
```

- `in SLOT`, for rules: those of one slot replace each other. A rule without a slot has that of its own name. Slots that
  every deck knows: {slots}.
- `MARK`: a word of one's own, declared in a `marks` line, for filters and `has`. Two have a meaning in every deck,
  on Keepers and Creepers: each `doom` adds one to the Doom count of the player it lies in front of, each `anti_doom`
  takes one off. They need not be declared, and a card may say them several times. Nor need the marks of other files
  that a deck is mixed from be declared again, to ask for them.
- `counter NAME N`: a number that every player has and that lies open; all begin with N, or with 0. `gain` and `lose`
  change it, `NAME(SEATS)` reads it (of several players, their sum), and `most`, `least`, `leads` and `largest` compare
  players by it: `wins = score(you) >= 10 and most(score)`.
- `xN`: so many copies. `house`: the whole card is our own stand-in; `reading = "..."` says so of a part.
- Numbers are whole. They are added, subtracted and multiplied (`+ - *`), `n % 5` is what dividing by 5 leaves over,
  `half`, `min` and `max` are words. They are compared with `== != < <= > >=`; conditions are joined with `and`, `or`,
  `not`.
- Sets can be added (`hand(you) + keepers(you)`), and a card or the cards of another set left out of one
  (`creepers(you) - this`, `keepers(others) - keepers(friend)`); a card is in a set once. A filter is a kind, a mark, a
  slot, or a card's name in quotes; those of one sort are alternatives.
  `choose(p for p in others if hand(p))` chooses among those that pass a test. In
  a test there can be one more set with a test of its own: `(c for c in keepers(you) if (e for e in keepers(others) if
  rank(e) == rank(c)))`.
- A set or a card is true where a condition is needed when it is not empty.
- Words that every deck knows as answers: {answers}. `pick` also takes words of the card's own, of up to {word}
  characters.
- `ask="..."` in a question puts it in the card's own words, up to {ask} characters: `agree(ask="Was that a song?")`.
- `#` begins a comment.
"""

_BOUNDS = """## Bounds

A stranger's file is read with bounds on everything; beyond them it is refused with an error that says so.

| what | at most |
|---|---|
| characters in a file | {file:,} |
| characters in a line | {line} |
| cards in a file, and in a deck with all copies | {cards} |
| characters in a name | {name} |
| characters in a card's text | {text} |
| marks in a file | {marks} |
| copies of a card | {copies} |
| a card's rank | {rank} |
| sections of a card | {sections} |
| lines in one part of a card | {body} |
| variables and questions in one program | {variables} |
| the same, where choices are secret | {secret_variables} |
| counters that the cards of a deck use | {counters} |
| what anybody has of a counter, and tokens on a card | {count} |
| cards with tokens on them at a time | {tokened} |
| cards that remember something at a time | {memories} |
| cards that count for no Goal (`uncounted`) or for everybody's (`shared`) at a time | {lifted} |
| cards and players chosen together, or gone through one by one, at a time | {picks} |
| two-sided cards in a deck | {backs} |
| words of their own that the cards of a deck offer | {words} |
| numbers to choose | 0 to {chosen} |
| brackets inside one another | {brackets} |
| nesting of an expression | {depth} |
| blocks inside one another | {blocks} |
| what one `has` asks for, with a mark among it | {items} |
| a printed numeral | {number} |
| problems that are told before the rest is left | {problems} |
"""

_TELLING = 16  # characters; a shorter line tells little


def language_page() -> str:
    """The whole page."""
    numbers = ", ".join(f"`{name}`" for name in v.NUMBER_WORDS)
    parts = [
        _HEAD,
        _LAWS.format(numbers=numbers),
        _GRAMMAR.format(
            kinds=" | ".join(f'"{kind}"' for kind in w.KINDS),
            slots=", ".join(f"`{slot}`" for slot in v.SLOTS),
            answers=", ".join(f"`{word}`" for word in v.ANSWERS),
            word=MAX_WORD,
            ask=MAX_ASK,
        ),
    ]
    examples = _examples()
    for group in v.GROUPS:
        shown = [_entry(word, examples) for word in group.words.values() if not word.inner]
        parts.append("\n".join([f"## {group.title}", "", group.about, "", *shown]))
        if group is v.Sections:
            parts.append(_sections_by_kind())
    parts.append(
        _BOUNDS.format(
            file=bounds.MAX_FILE,
            line=bounds.MAX_LINE,
            cards=bounds.MAX_CARDS,
            name=bounds.MAX_NAME,
            text=bounds.MAX_TEXT,
            marks=bounds.MAX_MARKS,
            sections=bounds.MAX_SECTIONS,
            body=bounds.MAX_BODY,
            variables=w.REGISTERS - 1,
            secret_variables=w.REGISTERS - w.MAX_SEATS,
            counters=w.MAX_COUNTERS,
            count=w.MAX_COUNT,
            tokened=MAX_TOKENED,
            memories=MAX_MEMORIES,
            lifted=MAX_LIFTED,
            picks=w.MAX_PICKS,
            backs=MAX_BACKS,
            words=w.MAX_OWN_WORDS,
            chosen=w.MOST_CHOSEN,
            depth=syntax.MAX_DEPTH,
            copies=MAX_COPIES,
            rank=bounds.MAX_RANK,
            brackets=bounds.MAX_BRACKETS,
            number=syntax.MAX_NUMBER,
            problems=MAX_PROBLEMS,
            blocks=syntax.MAX_BLOCKS,
            items=w.MAX_ITEMS,
        )
    )
    return "\n".join(parts)


def _sections_by_kind() -> str:
    """A table: which kinds of card may have which sections, and whether they have instructions of their own."""
    words = list(v.Sections.words.values())
    rows = ["### Which cards may have them", "", "| kind | sections | bare instructions |", "|---|---|---|"]
    for kind in w.KINDS[1:]:
        allowed = ", ".join(f"`{word.name}`" for word in words if kind in word.of) or "none"
        rows.append(f"| `{kind}` | {allowed} | {'yes' if kind in v.Sections.play.of else 'no'} |")
    lasting = [word for word in words if "keeper" in word.of and word is not v.Sections.start]
    more = ", ".join(f"`{word.name}`" for word in lasting)
    for kind in ("action", "surprise"):
        own = ", ".join(f"`{word.name}`" for word in words if kind in word.of and word not in lasting)
        rows.append(f"| `{kind}` with `lasts` | {own}, {more} | {'yes' if kind in v.Sections.play.of else 'no'} |")
    return "\n".join([*rows, ""])


def _entry(word: v.Word, examples: dict[tuple[str, str], str]) -> str:
    """One word: how it is written, what it means, what it gives, and where it is used."""
    gives = "" if word.returns == v.NOTHING or word.group in ("static", "verdict") else f" Gives a {word.returns}."
    rows = [f"### `{word.name}`", "", f"`{word.signature}`  ", f"{word.doc}{gives}"]
    example = examples.get((word.group, word.name))
    if example:
        rows += ["", f"Example: {example}"]
    return "\n".join([*rows, ""])


def _examples() -> dict[tuple[str, str], str]:
    """By group and word: a short line of a card on the shelf that uses it, and whose it is."""
    words = [word for group in v.GROUPS for word in group.words.values()]
    found = {(word.group, word.name): f"`{word.example}`" for word in words if word.example}
    for edition in sorted(editions(), key=lambda name: (name != "fluxx-4", name), reverse=True):
        deck = load_deck(edition)
        here: dict[tuple[str, str], tuple[tuple[bool, int], str]] = {}
        for card in deck.cards:
            for line in card.source.split("\n")[1:]:
                length = len(line.strip())
                rank = (length < _TELLING, length)
                for key in _uses(line):
                    if key not in here or rank < here[key][0]:
                        here[key] = (rank, f"`{line.strip()}` ({card.name}, {deck.title})")
        found |= {key: text for key, (_, text) in here.items()}
    return found


def _uses(row: str) -> Iterator[tuple[str, str]]:
    """The words of the language that a row of a body uses, each with the group in which it does."""
    bare = row.strip()
    if bare.startswith(('"', "#")) or not bare:
        return
    first = re.match(r"\w*", bare)
    head = first[0] if first else ""
    names = [token.string for token in tokens(bare) if token.type == tokenize.NAME]
    if row.startswith("    ") and row[4] != " ":
        if re.match(r"\w+ *\+?=[^=]", bare):
            yield ("static", head)
            yield ("verdict", head)
        elif bare.endswith(":"):
            yield ("section", head)
    if head in v.Flow.words or head in ("elif", "else"):
        yield ("loop", "if" if head in ("elif", "else") else head)
    for name in names:
        if name in ("upto", "break"):
            yield ("loop", name)
        elif name == head and bare.startswith(f"{name}("):
            yield ("effect", name)
        elif f"{name}(" in bare or not bare.startswith(name):
            yield from ((group, name) for group in ("question", "set", "query"))
