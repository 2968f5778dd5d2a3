"""Decks with cards that would never end, by what is endless in them."""

STONES = 'keeper "Stone" x20\n'
GOAL = 'goal "Other"\n    wins = no\n'  # a deck without any is refused at tables

# By name: the cards. In a game of each of them something is stopped, and the game goes on.
STOPPED = {
    "a loop": STONES + 'action "Round" x40\n    while yes:\n        pass\n',
    "a loop that nobody can prove": STONES
    + 'action "Round" x40\n    while count(everyone) > zero:\n        draw(zero)\n',
    "an endless draw": STONES + 'action "Round" x40\n    while yes:\n        draw(1)\n',
    "a loop at the start of a turn": STONES
    + 'rule "Round" x40\n    start:\n        while yes:\n            discard(aside)\n',
    "a section that makes itself true": STONES
    + 'creeper "Round" x3\n    when yes:\n        give(this, left_of(you))\naction "A" x40\n    draw(1)\n',
    "two sections that trigger one another": STONES
    + 'creeper "Round" x2\n    when count(creepers(you)) > zero:\n        give(this, left_of(you))\n'
    + 'creeper "Round about" x2\n    when count(creepers(you)) > one:\n        give(this, right_of(you))\n',
    "a card that is played from the discard pile for ever": STONES
    + 'action "Round" x40\n    while yes:\n        play(first(discard_pile))\n',
    "a loop that goes through the whole pile": STONES
    + 'action "Round" x90\n    while yes:\n        to_pile(draw_pile, "random")\n',
    "a recursion by copy": STONES + 'action "Round" x40\n    copy(first(hand(you, action)))\n',
    "a recursion that branches": STONES + 'action "Round" x40\n' + "    copy(first(hand(you, action)))\n" * 2,
    "a recursion that sets cards aside": STONES
    + 'action "Round" x40\n    draw_to(1, aside)\n'
    + "    copy(first(hand(you, action)))\n" * 2,
    "what lies face down deals more face down": 'action "Round" x60\n    draw_to(1, aside)\n'
    "    promise(first(aside), you)\n    deal_down()\n",
    "a loop that asks": STONES + 'action "Round" x40\n    while yes:\n        someone = choose(everyone)\n',
    "a loop that asks with one option": STONES
    + 'action "Round" x40\n    while yes:\n        card = choose(aside + this)\n',
}

# By name: the cards, and the cards that are named when the game is stuck.
STUCK = {
    "nothing may be kept or played": (STONES + 'rule "Still" x20\n    plays = 0\n    hand_limit = 0\n', "Still"),
    "every hand is discarded at once": (
        STONES + 'rule "Still" x20\n    plays = 0\n    start:\n        discard(hand(you))\n',
        "Still",
    ),
    "more circles than can be stopped": (
        STONES + "".join(f'rule "Round {n}" x2\n    start:\n        while yes:\n            pass\n' for n in range(30)),
        "Round",
    ),
}
