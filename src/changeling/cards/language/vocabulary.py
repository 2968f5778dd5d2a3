"""The words of the card language: one table that the checker, the reference page and the editor's help are made from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from changeling.cards import codes as w

NUMBER: Final = "number"
CONDITION: Final = "condition"
CARD: Final = "card"
CARDS: Final = "set of cards"
SEAT: Final = "seat"
SEATS: Final = "set of seats"
WORD: Final = "word"
NOTHING: Final = "nothing"


@dataclass(frozen=True, slots=True)
class Word:
    """One word: how it is written, what it takes and gives, what it means, and the instruction that it becomes."""

    name: str
    group: str
    signature: str
    doc: str
    params: tuple[str, ...] = ()
    returns: str = NOTHING
    op: int = w.NONE
    arg: int = 0
    inner: bool = False  # only the shared programs (the turn, resolving a card) may say it


def _words(group: str, *rows: Word) -> dict[str, Word]:
    return {row.name: row for row in rows}


# The table: one word a row, however long the row.
# fmt: off
QUESTIONS: Final = _words(
    "question",
    Word("choose", "question", "choose(SET, by=SEAT)", "Ask `by` (else you) for one of the set. With nothing in it nothing is asked.", (CARDS,)),
    Word("maybe", "question", "maybe(SET, by=SEAT)", "As choose, but `done` may be answered: nothing is chosen.", (CARDS,)),
    Word("pick", "question", 'pick("left", "right", by=SEAT)', "Ask for one of the words given: left, right, yes, no.", (WORD,), WORD),
    Word("agree", "question", "agree(by=SEAT)", "Ask yes or no; true when yes.", (), CONDITION),
)

EFFECTS: Final = _words(
    "effect",
    Word("draw", "effect", "draw(n, by=SEAT)", "You (or `by`) draw n cards into your hand, Creepers replaced (CREEP-1); the whole draw is one event.", (NUMBER,), op=w.S_DRAW),
    Word(
        "draw_to",
        "effect",
        "draw_to(n, aside)",
        "Draw until n cards have been drawn aside by this card, so that a numeral that grows draws the difference. One event.",
        (NUMBER, CARDS),
        op=w.S_DRAW_TO,
    ),
    Word("play", "effect", "play(CARD, by=SEAT)", "You (or `by`) play the card, wherever it is, as part of this play (ACT-2). It is resolved before the next instruction.", (CARD,), op=w.S_PLAY),
    Word("discard", "effect", "discard(CARD or SET, ...)", "All of these go to the discard pile together, as one event.", (CARDS,), op=w.S_DISCARD),
    Word("take", "effect", "take(CARD)", "The card comes in front of you from in front of another player, or from wherever it is.", (CARD,), op=w.S_TAKE),
    Word("give", "effect", "give(CARD, SEAT)", "The card moves in front of that player, who draws nothing for it (C-R109).", (CARD, SEAT), op=w.S_GIVE),
    Word("swap", "effect", "swap(CARD, CARD)", "Two cards in play change owners at once; nothing happens unless both are there.", (CARD, CARD), op=w.S_SWAP),
    Word("swap_hands", "effect", "swap_hands(SEAT, SEAT)", "Two whole hands change owners at once.", (SEAT, SEAT), op=w.S_SWAP_HANDS),
    Word("pass_hands", "effect", "pass_hands(WORD)", "Every player passes the whole hand to the left or right, at once.", (WORD,), op=w.S_PASS_HANDS),
    Word("redeal", "effect", "redeal(SET)", "Collect these cards, shuffle, deal them out in front of the players, you first, clockwise; one event.", (CARDS,), op=w.S_REDEAL),
    Word("promise", "effect", "promise(CARD, SEAT)", "Put the card aside for that player; `deliver` hands it over.", (CARD, SEAT), op=w.S_PROMISE),
    Word("deliver", "effect", "deliver()", "Everything promised goes into the hands that it was promised to, as one event (C-R98).", op=w.S_DELIVER),
    Word("take_in", "effect", "take_in()", "What lies aside goes into your hand.", op=w.S_TAKE_IN),
    Word("shuffle_discards", "effect", "shuffle_discards()", "The discard pile is shuffled into the draw pile.", op=w.S_SHUFFLE_DISCARDS),
    Word("extra_turn", "effect", "extra_turn()", "You take another turn after this one; once for this card in an unbroken string of your turns (C-R99). On another player's turn: after your next regular turn (W-D7), or next if a Surprise says it.", op=w.S_EXTRA_TURN),
    Word("end_turn", "effect", "end_turn()", "The turn's plays end at once, with every card still being resolved; limits follow (TURN-6).", op=w.S_END_TURN),
    Word("attach", "effect", "attach(CARD, CARD)", "The first card fastens itself to the second, of the same player; they travel together (CREEP-6).", (CARD, CARD), op=w.S_ATTACH),
    Word("detach", "effect", "detach(CARD)", "The card comes off what it is attached to and stays in front of its owner. Nothing reacts before the next instruction.", (CARD,), op=w.S_DETACH),
    Word("seal", "effect", "seal(CARD, CARD)", "The first card goes face down under the second; there it counts for nothing.", (CARD, CARD), op=w.S_SEAL),
    Word("unseal", "effect", "unseal(CARD)", "What lies under the card comes back in front of its owner.", (CARD,), op=w.S_UNSEAL),
    Word("deal_down", "effect", "deal_down()", "Everything promised goes face down in front of the players; each plays it at the start of the next turn.", op=w.S_DEAL_DOWN),
    Word("to_hand", "effect", "to_hand(CARD)", "The card goes into the hand of its owner, from a pile into yours. A Creeper goes in front instead.", (CARD,), op=w.S_TO_HAND),
    Word("look", "effect", "look(SET)", "You see these cards.", (CARDS,), op=w.S_LOOK),
    Word("shuffle_pile", "effect", "shuffle_pile()", "The draw pile is shuffled.", op=w.S_SHUFFLE_PILE),
    Word("copy", "effect", "copy(CARD)", "You carry out an Action's instructions; the card stays where it is.", (CARD,), op=w.S_COPY),
    Word("cancel", "effect", "cancel()", "In `react`: what this Surprise answers has no effect and is discarded; the play is spent.", op=w.S_CANCEL),
    Word("divert", "effect", "divert()", "In `react keeper`: the Keeper lies in front of you instead, and never lay in front of the other.", op=w.S_DIVERT),
    Word("win", "effect", "win()", "You win; in `react doom`, you claim the win of the Ungoal that was just met.", op=w.S_WIN),
    Word("window", "effect", "window()", "Ask whoever could answer with a Surprise, one after another.", op=w.S_WINDOW, inner=True),
    Word("answer", "effect", "answer()", "The Surprise being played does its work on what it answers.", op=w.S_ANSWER, inner=True),
    Word("seize", "effect", "seize()", "The Keeper being taken changes its owner.", op=w.S_SEIZE, inner=True),
    Word("open_ungoal", "effect", "open_ungoal()", "Run the `on ungoal` sections of the cards in play, one by one.", op=w.S_OPEN, inner=True),
    Word("judge", "effect", "judge()", "Say who wins or that all lose, now that an Ungoal is met.", op=w.S_JUDGE, inner=True),
    Word("begin", "effect", "begin()", "Run the `start` sections of the cards in play, one by one.", op=w.S_BEGIN, inner=True),
    Word("draw_required", "effect", "draw_required()", "Draw what the rules in force require, as one event.", op=w.S_DRAW_REQUIRED, inner=True),
    Word("prepare", "effect", "prepare()", "Ask for a free action or the draw until it is the draw; at once if there is nothing to use.", op=w.S_PREPARE, inner=True),
    Word("act", "effect", "act()", "Ask what to play or use next, and do it, until the turn's plays are over.", op=w.S_ACT, inner=True),
    Word("finish", "effect", "finish()", "Run the `finish` sections of the cards in play, one by one.", op=w.S_FINISH, inner=True),
    Word("next_turn", "effect", "next_turn()", "The turn passes: to an extra turn that waits, else clockwise.", op=w.S_NEXT_TURN, inner=True),
    Word("lay_down", "effect", "lay_down()", "The card leaves where it was and is being played.", op=w.S_LAY_DOWN, inner=True),
    Word("settle", "effect", "settle()", "The card being played takes its place, or its program runs.", op=w.S_SETTLE, inner=True),
    Word("place_goal", "effect", "place_goal()", "The Goal being played comes into play; where the rules allow no more, one goes, which you choose.", op=w.S_PLACE_GOAL, inner=True),
    Word("trim", "effect", "trim(SEAT)", "That player discards down to the Hand Limit and to the Keeper Limit, card by card.", (SEAT,), op=w.S_TRIM, inner=True),
)

SET_WORDS: Final = _words(
    "set",
    Word("hand", "set", "hand(SEATS, filter...)", "The cards in those hands.", (SEATS,), CARDS, arg=w.HAND),
    Word("keepers", "set", "keepers(SEATS, filter...)", "The Keepers in front of those players.", (SEATS,), CARDS, arg=w.KEEPERS),
    Word("creepers", "set", "creepers(SEATS, filter...)", "The Creepers in front of those players.", (SEATS,), CARDS, arg=w.CREEPERS),
    Word("face_down", "set", "face_down(SEATS)", "The cards that lie face down in front of those players, in the order received.", (SEATS,), CARDS, arg=w.DOWN),
    Word("anywhere", "set", 'anywhere("A", ...)', "The cards of these names in hands, piles and face up on the table.", (), CARDS),
    Word("under", "set", "under(CARD)", "What lies sealed under a card.", (CARD,), CARDS),
    Word("rules", "set", "rules(filter...)", "The New Rules in play, oldest first.", (), CARDS, arg=w.RULES),
    Word("goals", "set", "goals(filter...)", "The Goals in play, oldest first.", (), CARDS, arg=w.GOALS),
    Word("discard_pile", "set", "discard_pile(filter...)", "The discard pile, top first; its order is left alone (C-R11).", (), CARDS, arg=w.DISCARD),
    Word("aside", "set", "aside", "The cards that this card has set aside and not promised to anybody.", (), CARDS, arg=w.ASIDE),
    Word("you", "set", "you", "Whoever runs the program; in a Goal, the player being tested.", (), SEAT, arg=w.YOU_ONLY),
    Word("others", "set", "others", "The other players, clockwise from your left.", (), SEATS, arg=w.OTHERS),
    Word("everyone", "set", "everyone", "All players: you first, then clockwise.", (), SEATS, arg=w.EVERYONE),
    Word("from_left", "set", "from_left", "All players: the others clockwise from your left, you last.", (), SEATS, arg=w.FROM_LEFT),
)

QUERIES: Final = _words(
    "query",
    Word("count", "query", "count(SET)", "How many there are.", (CARDS,), NUMBER),
    Word("half", "query", "half(n)", "Half of n, rounded up.", (NUMBER,), NUMBER, w.E_HALF),
    Word("has", "query", 'has("A", "B", mark...)', "All of these lie in front of you, each by a card of its own. In a Goal, Creepers named so are excused (CREEP-3).", (), CONDITION),
    Word("anyone_has", "query", 'anyone_has("A")', "This card lies in front of some player.", (), CONDITION),
    Word("most", "query", "most(keepers, filter...)", "You alone have the most of these; a tie is nobody (C-R75).", (), CONDITION, w.E_MOST),
    Word("least", "query", "least(keepers, filter...)", "You alone have the fewest of these; a tie is nobody (C-R75).", (), CONDITION, w.E_LEAST),
    Word("leads", "query", "leads(hand, filter...)", "Nobody has more of these than you; leaders who tie can each be stopped by a Creeper (C-R62).", (), CONDITION, w.E_LEADS),
    Word("doom", "query", "doom(SEATS)", "The Doom count of those players: Doom icons in front of them less Anti-Doom (DOOM-1, DOOM-2).", (SEATS,), NUMBER, w.E_DOOM),
    Word("largest", "query", "largest(keepers, filter...)", "The most that any one player has of these.", (), NUMBER, w.E_LARGEST),
    Word("named", "query", "named(SEAT)", "How many of the cards that the Ungoals in play name lie in front of that player; while Ungoals are judged, only those that are met.", (SEAT,), NUMBER, w.E_NAMED),
    Word("loose", "query", "loose(CARD)", "The card is attached to nothing and lies under nothing.", (CARD,), CONDITION, w.E_LOOSE),
    Word("host", "query", "host(CARD)", "The card that this one is attached to or lies under; nothing when it is loose.", (CARD,), CARD, w.E_HOST),
    Word("in_play", "query", 'in_play("A", ...)', "A card of one of these names lies face up on the table (ACT-8).", (), CONDITION, w.E_IN_PLAY),
    Word("is_a", "query", "is_a(CARD, filter...)", "The card is of one of these kinds, marks, slots or names.", (CARD,), CONDITION, w.E_IS_A),
    Word("consecutive", "query", "consecutive(keepers(SEATS, filter...))", "Two of these cards have ranks next to each other.", (), CONDITION, w.E_CONSECUTIVE),
    Word("highest", "query", "highest(keepers(SEATS, filter...))", "The one of these cards with the highest rank.", (), CARD, w.E_HIGHEST),
    Word("player", "query", "player", "In `react`: whoever did what this Surprise answers.", (), SEAT, w.E_PLAYER),
    Word("played", "query", "played", "In `react`: the card that this Surprise answers.", (), CARD, w.E_PLAYED),
    Word("ungoals_apart", "query", "ungoals_apart(SEAT)", "An Ungoal has a place of its own beside the Goals.", (SEAT,), CONDITION, w.E_STATIC, w.UNGOALS_APART, inner=True),
    Word("first", "query", "first(SET)", "The first of the set, without a question.", (CARDS,), CARD),
    Word("harmless", "query", "harmless(SEAT)", "Creepers do not keep that player from winning.", (SEAT,), CONDITION, w.E_STATIC, w.HARMLESS),
    Word("hand_limit", "query", "hand_limit(SEAT)", "The Hand Limit in force for that player.", (SEAT,), NUMBER, w.E_STATIC, w.HAND_LIMIT),
    Word("keeper_limit", "query", "keeper_limit(SEAT)", "The Keeper Limit in force for that player.", (SEAT,), NUMBER, w.E_STATIC, w.KEEPER_LIMIT),
    Word("goals_allowed", "query", "goals_allowed(SEAT)", "How many Goals may be in play.", (SEAT,), NUMBER, w.E_STATIC, w.GOALS_ALLOWED),
    Word("birthday", "query", "birthday(SEAT)", "Today is that player's birthday; given when the game is made.", (SEAT,), CONDITION, w.E_FACT, w.BIRTHDAY),
    Word("parent", "query", "parent(SEAT)", "That player is a parent; given when the game is made.", (SEAT,), CONDITION, w.E_FACT, w.PARENT),
    Word("grandparent", "query", "grandparent(SEAT)", "That player is a grandparent; given when the game is made.", (SEAT,), CONDITION, w.E_FACT, w.GRANDPARENT),
    Word("age", "query", "age(SEAT)", "That player's age; 999 when it was not given.", (SEAT,), NUMBER, w.E_FACT, w.AGE),
    Word("youngest", "query", "youngest(SEAT)", "That player's age was given and nobody given is younger.", (SEAT,), CONDITION, w.E_YOUNGEST),
    Word("holiday", "query", "holiday", "Today is a special day; given when the game is made.", (), CONDITION, w.E_HOLIDAY),
    Word("left_of", "query", "left_of(SEAT)", "The next player clockwise.", (SEAT,), SEAT, w.E_LEFT_OF),
    Word("right_of", "query", "right_of(SEAT)", "The next player against the clock.", (SEAT,), SEAT, w.E_RIGHT_OF),
    Word("owner", "query", "owner(CARD)", "The player that the card lies in front of, or who holds it.", (CARD,), SEAT, w.E_OWNER),
    Word("this", "query", "this", "The card itself.", (), CARD, w.E_THIS),
    Word("random", "query", "random(SET)", "One of the set, by chance; the machine picks.", (CARDS,), CARD),
    Word("plays_left", "query", "plays_left", "How many more cards may be played this turn.", (), NUMBER, w.E_PLAYS_LEFT),
    Word("reshuffles", "query", "reshuffles", "How often the discard pile has become the draw pile.", (), NUMBER, w.E_RESHUFFLES),
    Word("your_turn", "query", "your_turn", "It is your turn.", (), CONDITION, w.E_YOUR_TURN),
    Word("acting", "query", "acting", "The turn's plays and free actions are not over.", (), CONDITION, w.E_ACTING, inner=True),
)

STATIC_WORDS: Final = _words(
    "static",
    Word("draws", "static", "draws = n, draws += n", "Cards to draw each turn.", returns=NUMBER, arg=w.DRAWS),
    Word("plays", "static", "plays = n, plays = all", "Cards to play each turn.", returns=NUMBER, arg=w.PLAYS),
    Word("optional_plays", "static", "optional_plays += n", "Cards that may be played on top of those required.", returns=NUMBER, arg=w.OPTIONAL_PLAYS),
    Word("hand_limit", "static", "hand_limit = n", "The most cards a hand may hold out of turn and at the end of one's own.", returns=NUMBER, arg=w.HAND_LIMIT),
    Word("keeper_limit", "static", "keeper_limit = n", "The most Keepers a player may have, likewise.", returns=NUMBER, arg=w.KEEPER_LIMIT),
    Word("goals_allowed", "static", "goals_allowed = n", "How many Goals may be in play together.", returns=NUMBER, arg=w.GOALS_ALLOWED),
    Word("harmless", "static", "harmless = CONDITION", "While true, Creepers do not keep you from winning.", returns=CONDITION, arg=w.HARMLESS),
    Word("requires", "static", "requires = CONDITION", "Whoever wins must meet this too; Creepers that it asks for are excused.", returns=CONDITION, arg=w.REQUIRES),
    Word("first_play_random", "static", "first_play_random = yes", "The first card of a turn is picked by chance where more than one may be played.", returns=CONDITION, arg=w.FIRST_PLAY_RANDOM),
    Word("basics", "static", "basics += n", "What the draw and play numbers of the Basic Rules grow by.", returns=NUMBER, arg=w.BASICS),
    Word("claims", "static", "claims += n", "When an Ungoal is met, the player with the highest claim wins instead of all losing; a tie: play on.", returns=NUMBER, arg=w.CLAIMS),
    Word("ungoals_apart", "static", "ungoals_apart = yes", "One Ungoal may be in play beside the Goals.", returns=CONDITION, arg=w.UNGOALS_APART),
    Word("inflation", "static", "inflation = n", "What every printed numeral grows by.", returns=NUMBER, arg=w.INFLATION),
)

VERDICTS: Final = _words(
    "verdict",
    Word("wins", "verdict", "wins = CONDITION", "A Goal: you win while this holds and no Creeper stops you.", returns=CONDITION),
    Word("ends", "verdict", "ends = CONDITION", "An Ungoal: all players lose when this holds (UNGOAL-1).", returns=CONDITION),
    Word("excuses_all", "verdict", "excuses_all = yes", "A Goal: no Creeper keeps anybody from winning by it."),
    Word("counts_as", "verdict", 'counts_as = "A"', "A Keeper: serves wherever that card is asked for; it fills one place only (K-B31)."),
    Word("leaves_out", "verdict", "leaves_out = KIND", "A Meta Rule: cards of this kind are left out of the game."),
    Word("reading", "verdict", 'reading = "..."', "Which part of the card is our own reading, where the published card is uncertain."),
)

SECTION_WORDS: Final = _words(
    "section",
    Word("play", "section", "play:", "What the card does when it is played; bare instructions mean the same."),
    Word("start", "section", "start [if CONDITION]:", "At the start of your turn, before the draw: of every player for a rule, of its owner for a Keeper or Creeper."),
    Word("finish", "section", "finish [if CONDITION]:", "At the end of your turn, after the limits."),
    Word("when", "section", "when CONDITION:", "As soon as the condition becomes true, on anybody's turn, before anybody can win by what made it so (C-R67)."),
    Word("on", "section", "on goals:, on ungoal [if CONDITION]:", "Each time the set of Goals in play has changed (C-R116); when an Ungoal was just met, before it is judged."),
    Word("your_turn", "section", "your_turn:", "A Surprise: what it does as a play of one's own turn."),
    Word("react", "section", "react KIND:", "A Surprise out of turn: right after another player played a card of that kind; or theft (a Keeper of yours is being taken), turn (any moment of another's turn), doom (an Ungoal was just met)."),
    Word("free", "section", "free [if CONDITION]:", "A free action of your own turn: it costs no play (TURN-4)."),
    Word("once", "section", "once [if CONDITION]:", "A free action that can be used once a turn."),
)

LOOPS: Final = _words(
    "loop",
    Word("upto", "loop", "for _ in upto(n):", "Repeat n times; n is read again before each round."),
    Word("for", "loop", "for p in SEATS:", "Once for each of the players, in their order."),
    Word("while", "loop", "while CONDITION:", "Repeat while it holds."),
    Word("if", "loop", "if CONDITION: ... elif ... else:", "Only when it holds."),
    Word("break", "loop", "break", "Leave the loop."),
)

# fmt: on
SLOTS: Final = (
    "draw",
    "play",
    "hand_limit",
    "keeper_limit",
    "numerals",
)  # known to every deck, with or without such a rule

NUMBER_WORDS: Final = {
    name: value for value, name in enumerate("zero one two three four five six seven eight nine ten".split())
}

GROUPS: Final = {
    "Questions": QUESTIONS,
    "Effects": EFFECTS,
    "Sets": SET_WORDS,
    "Numbers, conditions and others": QUERIES,
    "Statics": STATIC_WORDS,
    "Verdicts": VERDICTS,
    "Sections": SECTION_WORDS,
    "Flow": LOOPS,
}
