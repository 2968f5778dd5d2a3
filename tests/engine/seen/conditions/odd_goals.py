"""Goals that nobody would print, for tests of what can be said about any of them."""

from __future__ import annotations

from typing import Final

CONDITIONS: Final = {
    "Nested": 'has("Milk") and (has("Bread") or (has("Love", "Peace") and not has("War")))',
    "Two of Three": 'has("Milk", "Bread") or has("Milk", "Love") or has("Bread", "Love")',
    "Sum of Three": 'has("Milk") + has("Bread") + has("Love") >= two',
    "Sum Too Large": 'has("Milk") + has("Bread") > 1',
    "Not Both": 'not (has("Milk") and has("Bread"))',
    "Neither": 'not (has("Milk") or anyone_has("War"))',
    "Not Not": 'not not has("Milk")',
    "Twice": 'has("Milk", "Milk")',
    "Foods": "has(food, food)",
    "Stand-in": 'has("Milk", "Bread", food)',
    "Any Food": "keepers(you, food)",
    "No Food": 'has("Love") and not keepers(you, food)',
    "Exactly Two": "count(keepers(you)) == two",
    "At Most": "count(keepers(you)) <= 1 and has(food)",
    "Not Few": "not (count(keepers(you)) < 3)",
    "Mirrored": "3 <= count(keepers(you))",
    "Mixed Sum": 'count(keepers(you, food)) + count(keepers(you, "Love")) >= three',
    "Against All": "count(keepers(you)) > count(keepers(others))",
    "Hands": "count(hand(you)) >= 4 and leads(hand)",
    "Most": "most(keepers)",
    "Not Most": "not most(keepers, food)",
    "Least": "least(creepers) and has(food)",
    "Doomed": "doom(you) >= 2 and most(doom)",
    "Half": "count(keepers(you)) * 2 >= half(count(keepers(everyone))) + one",
    "Largest": "largest(keepers, food) >= 2",
    "Somebody": 'anyone_has("War", food)',
    "Nobody": 'not anyone_has("War", food)',
    "In Play": 'in_play("Draw 2", "Play 2")',
    "Row": "consecutive(keepers(you, ranked))",
    "Highest": 'is_a(highest(keepers(everyone, ranked)), "Three")',
    "Owner": "owner(highest(keepers(everyone, ranked))) == you",
    "Walk": "count(p for p in others if count(keepers(p)) >= two) >= one",
    "Loose Ones": "count(c for c in keepers(you) if loose(c)) >= 2",
    "Left": 'count(keepers(left_of(you), "Love")) >= one',
    "If": 'has("Milk") if your_turn else has("Bread")',
    "Birthday": "birthday(you) or youngest(you) or (holiday and has(food))",
    "Old": "age(you) > 40",
    "Limits": "hand_limit(you) <= 2 or goals_allowed(you) > one",
    "Hidden": 'hand(you, food) or has("Love")',
    "Hidden Most": 'most(hand, food) and has("Milk")',
    "Reshuffled": "reshuffles >= 1 or plays_left > 5",
    "Never": "no",
    "Always": "yes",
    "Number": "doom(you)",
}
# Seven times seven ways: more than anybody wants to read.
_ONE, _OTHER = (" or ".join(f'has("{name}")' for name in names) for names in ("ABCDEFG", "HIJKLMN"))
MANY: Final = f"({_ONE}) and ({_OTHER})"

KEEPERS: Final = """marks food ranked doom
keeper "Milk" food
    "Milk."
keeper "Bread" food
    "Bread."
keeper "Cream" food
    "Counts as Milk."
    counts_as = "Milk"
keeper "Love"
    "Love."
keeper "Peace"
    "Peace."
keeper "One" ranked rank 1
    "One."
keeper "Two" ranked rank 2
    "Two."
keeper "Three" ranked rank 3
    "Three."
keeper "Sprig" doom
    "Has Doom, and lets you draw more."
    draws += 1
creeper "War" doom
    "War."
creeper "Taxes"
    "Taxes."
rule "Draw 2" in draw
    "Draw 2."
    draws = 2
rule "Play 2" in play
    "Play 2."
    plays = 2
rule "Hand Limit 2" in hand_limit
    "At most 2."
    hand_limit = 2
rule "Inflation"
    "Numerals grow."
    inflation = one
rule "Calm"
    "Creepers do no harm to who has Peace."
    harmless = has("Peace")
rule "Sometimes Calm"
    "Creepers do no harm to who has Love."
    harmless = yes if has("Love")
rule "Potato"
    "A winner needs Love, or Taxes."
    requires = has("Love") or has("Taxes")
rule "Poor Bonus"
    "Whoever has fewest Keepers draws 1 more."
    draws += 1 if least(keepers)
"""


def deck_text() -> str:
    """The deck: a Goal for each of the conditions, and cards enough to meet most."""
    goals = "".join(
        f'goal "{name}"\n    "Meet {name}."\n    wins = {condition}\n'
        for name, condition in {**CONDITIONS, "Too Many Ways": MANY}.items()
    )
    return KEEPERS + goals
