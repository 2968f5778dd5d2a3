"""The one table of words: a word of the card language, or an instruction of the machine's own, is one row.

Everything that is known of a word stands in its row: how it is written, what it takes and gives, what it means, the
number of its instruction, what that reads. The checker, the compiler, the reference page, `changeling words` and the
machine's dispatchers (`engine.dispatch_writer`) are made from the rows. What a word does is one function of
`engine.machine` that bears its name, or the one that its row names.

`docs/how-to/add-a-word.md` adds a word from beginning to end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import KW_ONLY, dataclass, field
from typing import ClassVar, Final

from changeling.cards import codes as w

# --- types ------------------------------------------------------------------------------------------------------------
NUMBER: Final = "number"
CONDITION: Final = "condition"
CARD: Final = "card"
CARDS: Final = "set of cards"
SEAT: Final = "seat"
SEATS: Final = "set of seats"
WORD: Final = "word"
PLACE: Final = "place"  # one of the words in quotes that the row names, or where these are places of a pile a number
COUNTER: Final = "counter"  # the name of a counter that the file declares
ASIDE: Final = "aside"  # the word `aside` itself, and nothing else
NOTHING: Final = "nothing"

# --- operands: the integers that follow an instruction's number, a letter for each -------------------------------------
REGISTER: Final = "r"
VALUE: Final = "e"  # an expression, whose value the instruction is given
SELECTION: Final = "s"  # an expression that fills the selection before the instruction runs
UNREAD: Final = "x"  # an expression that the instruction reads by itself
QUESTION: Final = "p"  # what a question is about
JUMP: Final = "j"  # in a program the instruction that follows; in an expression how far it is away
PLAIN: Final = "n"  # a number
ZONE: Final = "z"
WHO: Final = "w"  # the seats; where it is ONE_SEAT, that seat lies on the value stack
FILTER: Final = "f"
LIST: Final = "l"  # a list of names and marks
STATIC: Final = "t"  # a number in force
ANSWER: Final = "a"  # a word that a question is answered with
COUNTED: Final = "c"  # a counter
EXPRESSIONS_IN_PROGRAMS: Final = VALUE + SELECTION + UNREAD

# --- what an instruction of an expression looks at besides its operands, as bits; 0: at anything -----------------------
SHARED: Final = 1  # its value is the same for every seat
IN_FRONT: Final = 2  # of the board it looks at nothing but what lies in front of its player
BY_NAME: Final = 4  # of the board it looks at nothing but the cards that it names
PURE: Final = SHARED | IN_FRONT | BY_NAME

# --- how often an instruction runs: which of the dispatchers it stands in ----------------------------------------------
HOT: Final = 0
COMMON: Final = 1
RARE: Final = 2


@dataclass(eq=False, slots=True)
class Word:
    """One word of the language; without a signature, an instruction of the machine that no card writes.

    `statement` or `term` is the number of its instruction, in programs or in expressions. Numbers are part of the
    digest of a deck and so of stored games: they never change, and a new word takes one that no other has.
    """

    signature: str = ""
    doc: str = ""
    params: tuple[str, ...] = ()  # the types that it takes, in an expression from the value stack
    returns: str = NOTHING
    _: KW_ONLY
    statement: int = w.NONE
    term: int = w.NONE
    operands: str = ""  # a letter for each; those of an effect follow from `params`
    via: Word | None = None  # the instruction of another row that this word becomes, with `arg` as its operand
    arg: int = 0  # the number of a static, of a fact, of a zone or of a group of seats
    by: bool = False  # `by=SEAT` says who does it
    wide: str = ""  # of an effect: the row that it becomes where a set stands in place of its card, or `by=` is said
    prompt: str = ""  # what the choice of a card for this word is about: one of `codes.PROMPTS`
    deed: str = ""  # of an effect: what it does, as people say it; {0} is its first operand, {0's} what is that seat's
    own: bool = False  # of an effect: done by and for the player who runs the program, whoever chooses for it
    reads: int = w.PART_ALL  # what has to change before it can give something else, beyond what its arguments read
    changes: int = w.PART_ALL  # of an effect: what can be otherwise when the next instruction runs
    looks: int = 0  # bits: how little of the board it looks at (IN_FRONT, BY_NAME ...); 0 is anything
    tier: int = RARE
    inner: bool = False  # only the shared programs (the turn, resolving a card) may say it
    function: str = ""  # the function of `engine.machine`, where it is not called like the word
    shown: str = ""  # how a listing shows the instruction, where that is not its name and its operands
    of: tuple[
        str, ...
    ] = ()  # of a section or a static: the kinds of card that may have it; of a set: those it can hold
    answers: tuple[str, ...] = ()  # of a section: what may stand behind it, one of `codes.TRIGGERS`
    words: tuple[str, ...] = ()  # the words in quotes that it takes
    answering: tuple[str, ...] = ()  # what a Surprise has to answer for the word to mean anything; empty: said anywhere
    moves: bool = False  # of an effect: its first card leaves where it lies, which is a way to be rid of it
    more: bool = False  # of a comparison of players: having more of these helps
    observed: bool = False  # observations of programs that learn tell whether a card uses it; adds a column to them
    example: str = ""  # for the reference page, where no card on the shelf need use the word
    name: str = field(default="", init=False)
    group: str = field(default="", init=False)

    @property
    def kinds(self) -> str:
        """The letters of its operands."""
        if self.operands or self.statement == w.NONE:
            return self.operands
        taken = (SELECTION if kind == CARDS else VALUE for kind in self.params if kind != ASIDE)
        return "".join(taken) + VALUE * self.by

    @property
    def instruction(self) -> Word:
        """The row of the instruction that the word becomes."""
        return self.via or self


class Group:
    """Words of one group, in the order of the reference page. A word's name is that of its attribute, less a final _.

    A group without a title is not shown to people.
    """

    title: ClassVar[str]
    about: ClassVar[str]
    words: ClassVar[dict[str, Word]]

    def __init_subclass__(cls, *, group: str, title: str = "", about: str = "") -> None:
        cls.title, cls.about, cls.words = title, about, {}
        for attribute, row in list(vars(cls).items()):
            if isinstance(row, Word):
                row.name, row.group = attribute.rstrip("_"), group
                cls.words[row.name] = row


# What a Surprise can answer: something done with a card, or also a turn and an Ungoal that is met.
CARDS_ANSWERED: Final = ("keeper", "creeper", "action", "rule", "goal", "ungoal", "theft")
ANSWERED: Final = (*CARDS_ANSWERED, "turn", "doom")


# The table: one word a row, however long the row.
# fmt: off
class Control(Group, group="control"):
    """Instructions of programs that no card writes."""

    end = Word(statement=0, tier=HOT)
    set = Word(statement=1, operands=REGISTER + VALUE, tier=HOT, function="set_register")
    goto = Word(statement=2, operands=JUMP, tier=HOT)
    unless = Word(statement=3, operands=VALUE + JUMP, tier=HOT, function="goto_unless")
    begin_picks = Word(statement=88, operands=REGISTER + VALUE)
    pick_more = Word(statement=89, operands=REGISTER + UNREAD + UNREAD + QUESTION)
    for_cards = Word(statement=84, operands=REGISTER + UNREAD + JUMP)
    for_players = Word(statement=108, operands=REGISTER + UNREAD + JUMP)  # those that were chosen, or pass a test
    for_seats = Word(statement=6, operands=REGISTER + WHO + JUMP, tier=COMMON, observed=True)
    forget_choices = Word(statement=92, operands=PLAIN)  # where a program with secret choices begins


class Terms(Group, group="term"):
    """Instructions of expressions that no card writes by name: the expression's end, values, arithmetic, sets."""

    return_ = Word(term=0, tier=HOT, looks=PURE)
    num = Word(returns=NUMBER, term=1, operands=PLAIN, tier=HOT, looks=PURE, shown="{0}", function="plain_number")
    live = Word(returns=NUMBER, term=2, operands=PLAIN, reads=w.PART_RULES, tier=HOT, looks=PURE, shown="{0}'", function="live_number")  # a printed numeral: grows with `inflation`, read again each time
    reg = Word(returns=NUMBER, term=3, operands=REGISTER, tier=HOT, shown="{0}", function="register_of")
    you = Word(returns=SEAT, term=4, tier=HOT, looks=IN_FRONT | BY_NAME, function="your_seat")
    and_ = Word(params=(CONDITION,), returns=CONDITION, term=9, operands=JUMP, tier=HOT, looks=PURE, function="is_false")  # with a value it jumps and keeps it
    or_ = Word(params=(CONDITION,), returns=CONDITION, term=10, operands=JUMP, tier=HOT, looks=PURE, function="is_true")
    not_ = Word(params=(CONDITION,), returns=CONDITION, term=11, tier=HOT, looks=PURE, function="is_false")
    eq = Word(params=(NUMBER, NUMBER), returns=CONDITION, term=12, tier=HOT, looks=PURE)
    ne = Word(params=(NUMBER, NUMBER), returns=CONDITION, term=13, tier=HOT, looks=PURE)
    lt = Word(params=(NUMBER, NUMBER), returns=CONDITION, term=14, tier=HOT, looks=PURE)
    le = Word(params=(NUMBER, NUMBER), returns=CONDITION, term=15, tier=HOT, looks=PURE)
    gt = Word(params=(NUMBER, NUMBER), returns=CONDITION, term=16, tier=HOT, looks=PURE)
    ge = Word(params=(NUMBER, NUMBER), returns=CONDITION, term=17, tier=HOT, looks=PURE)
    add = Word(params=(NUMBER, NUMBER), returns=NUMBER, term=18, tier=HOT, looks=PURE)
    sub = Word(params=(NUMBER, NUMBER), returns=NUMBER, term=19, tier=HOT, looks=PURE)
    mul = Word(params=(NUMBER, NUMBER), returns=NUMBER, term=20, tier=HOT, looks=PURE)
    mod = Word(params=(NUMBER, NUMBER), returns=NUMBER, term=121, reads=w.PART_NOTHING, looks=PURE)  # what a division leaves over
    all_but = Word(params=(NUMBER,), returns=NUMBER, term=109, reads=w.PART_NOTHING, looks=PURE)  # of `plays = all - n`
    some = Word(params=(CARD,), returns=CONDITION, term=22, tier=HOT, looks=PURE)
    jump = Word(term=23, operands=JUMP, tier=HOT, looks=PURE, function="always")
    unless = Word(params=(CONDITION,), term=24, operands=JUMP, tier=HOT, looks=PURE, function="is_false")
    static = Word(params=(SEAT,), returns=NUMBER, term=28, operands=STATIC, reads=w.PART_FORCE, tier=HOT, looks=IN_FRONT | BY_NAME, shown="{0}", function="in_force")
    fact = Word(params=(SEAT,), returns=NUMBER, term=29, operands=PLAIN, reads=w.PART_NOTHING, tier=HOT, looks=BY_NAME, shown="fact", function="fact_of")
    clear = Word(term=39, tier=HOT, function="clear_selection")
    add_zone = Word(term=40, operands=ZONE + WHO + FILTER, tier=HOT, function="select_zones")
    add_seats = Word(term=41, operands=WHO, tier=HOT, function="select_seats")
    add_card = Word(params=(CARD,), term=42, tier=HOT, function="select_card")
    drop_card = Word(params=(CARD,), term=43, tier=HOT, function="drop")
    add_word = Word(term=44, operands=ANSWER, tier=HOT, shown="add_word {0}", function="select_answer")
    each = Word(term=45, tier=HOT, function="begin_sieve")
    next = Word(term=46, operands=JUMP, tier=HOT, function="sieve_is_done")
    keep = Word(params=(CONDITION,), term=47, operands=JUMP, tier=HOT, function="sieve")
    add_names = Word(term=58, operands=LIST, function="find")
    add_under = Word(params=(CARD,), term=59, function="select_under")
    add_stash = Word(term=126, operands=WHO + FILTER, function="select_stash")
    stash_size = Word(returns=NUMBER, term=127, operands=WHO + FILTER, function="count_stash")
    under = Word(params=(CARD,), returns=NUMBER, term=60, function="count_under")
    item = Word(returns=CARD, term=62, tier=HOT, function="item_of")  # what a comprehension is looking at
    walk = Word(returns=NUMBER, term=63, operands=ZONE + WHO + FILTER, tier=HOT, function="begin_walk")
    step = Word(term=64, operands=JUMP, tier=HOT, function="walk_is_done")
    add_end = Word(params=(NUMBER,), term=80, operands=PLAIN, function="select_end")  # 0: the top of the draw pile, 1: its bottom
    add_picked = Word(term=81, operands=REGISTER, function="select_picked")  # what was chosen together
    add_picked_seats = Word(term=125, operands=REGISTER, function="select_picked_seats")  # likewise, players
    picked = Word(returns=NUMBER, term=82, operands=REGISTER, function="count_picked")
    date = Word(returns=NUMBER, term=90, operands=PLAIN, reads=w.PART_NOTHING, looks=PURE, shown="date", function="date_of")
    among = Word(params=(CARD,), returns=CONDITION, term=66, operands=ZONE + WHO + FILTER)  # whether a card is in such a set
    numeral = Word(returns=NUMBER, term=68, operands=PLAIN, reads=w.PART_RULES, looks=PURE, shown="{0}'", function="one_numeral")  # as `live`, in a deck whose rules make single numerals grow
    cause = Word(returns=CARD, term=69, function="card_at_work")  # in a permission: the card that would do it
    actor = Word(returns=SEAT, term=70, function="seat_at_work")  # in a permission: the player who would do it
    inner_walk = Word(returns=NUMBER, term=114, operands=ZONE + WHO + FILTER, function="begin_inner_walk")  # as `walk`, in the test of another
    inner_end = Word(params=(NUMBER,), returns=NUMBER, term=115, function="end_inner_walk")  # back to the test outside; keeps the count
    outer_item = Word(returns=CARD, term=116, function="outer_item_of")  # what the comprehension outside is looking at
    tally = Word(params=(NUMBER, CONDITION), returns=NUMBER, term=65, operands=JUMP, tier=HOT, function="one_more")
    add_numbers = Word(params=(NUMBER, NUMBER), term=100, function="select_numbers")
    add_any = Word(term=101, operands=FILTER, function="select_names")
    counter = Word(returns=NUMBER, term=105, operands=COUNTED + WHO, reads=w.PART_BOARD, function="counter_of")
    face_up = Word(params=(CARD,), returns=CARD, term=108, function="side_up")  # of a two-sided card, the side in play


ANSWERS: Final = ("left", "right", "yes", "no")  # what a card can let somebody answer


class Questions(Group, group="question", title="Questions", about="A question stands where its answer is needed: `discard(choose(hand(you)))`. Never in a formula."):
    """Words that ask somebody. Each becomes a statement of its own, the one of `choose`."""

    choose = Word("choose(SET, n, by=SEAT)", "Ask `by` (else you) for one of the set; a question in `by` itself is asked first. With nothing in it nothing is asked. With a number: n cards of it, or all where there are fewer, asked for one after another; they are a set, and whatever is done is done with all of them at once. Players too: `two = choose(others, 2)`, which a loop goes through.", (CARDS,), statement=4, operands=REGISTER + UNREAD + UNREAD + QUESTION, by=True, prompt="choose", tier=HOT, observed=True)
    maybe = Word("maybe(SET, n, by=SEAT)", "As choose, but `done` may be answered: nothing is chosen, or with a number, no more.", (CARDS,), via=choose, by=True, prompt="choose")
    pick = Word('pick("left", "right", by=SEAT)', 'Ask for one of the words given: left, right, yes, no, or any words of the card\'s own, such as `pick("rock", "paper", "scissors")`. What is picked is told to everybody.', (WORD,), WORD, via=choose, by=True, prompt="pick", words=ANSWERS)
    pick_number = Word("pick_number(LOWEST, HIGHEST, by=SEAT)", "Ask for a number from the one to the other, both included; what is chosen is told to everybody. Numbers to choose go from 0 to 50: what lies beyond is not offered, and where nothing is left, the lowest alone. Where nobody is asked it is 0.", (NUMBER, NUMBER), NUMBER, via=choose, by=True, prompt="number", example="draw(pick_number(one, three))")
    agree = Word("agree(by=SEAT)", "Ask yes or no; true when yes. The answer is told to everybody.", (), CONDITION, via=choose, by=True, prompt="agree")


class Effects(Group, group="effect", title="Effects", about="Each is an instruction on a line of its own, and one event: several cards move together."):
    """Words that change the table."""

    draw = Word("draw(n, by=SEAT)", "You (or `by`) draw n cards into your hand, Creepers replaced (CREEP-1), as far as the piles go; the whole draw is one event.", (NUMBER,), statement=7, deed="draw {0}", by=True, tier=COMMON, function="draw_cards", observed=True, changes=w.PART_BOARD | w.PART_HANDS | w.PART_PILES)
    draw_to = Word("draw_to(n, aside)", "Draw until n cards have been drawn aside by this card, so that a numeral that grows draws the difference. One event.", (NUMBER, ASIDE), statement=8, own=True, deed="set aside {0} from the draw pile", tier=COMMON, observed=True)
    play = Word("play(CARD, by=SEAT)", "You (or `by`) play the card, wherever it is, as part of this play (ACT-2). It is resolved before the next instruction. From the table it goes alone: what was attached to it or under it stays with its owner. Nothing happens while the card is being resolved.", (CARD,), statement=9, deed="play {0}", by=True, prompt="play", tier=COMMON, observed=True)
    discard = Word("discard(CARD or SET, ...)", "All of these go to the discard pile together, as one event, with all that is attached to them, that they are attached to, or that lies under these (K-E06).", (CARDS,), statement=10, deed="discard {0}", prompt="discard", tier=COMMON, observed=True, moves=True)
    take = Word("take(CARD or SET, by=SEAT)", "A Keeper or Creeper comes in front of you, from wherever it is, together with what is attached to it and what it is attached to (K-E05); any other card goes into your hand. A sealed card comes out alone. A set comes as one event, in its order; `by` says to whom instead of you.", (CARD,), statement=11, wide="take_all", own=True, deed="take {0}", prompt="take", tier=COMMON, observed=True, moves=True)
    give = Word("give(CARD or SET, SEAT)", "The card moves to that player as `take` would move it to you: a Keeper or Creeper in front, any other card into the hand. The player draws nothing for it (C-R109). A set goes as one event.", (CARD, SEAT), statement=12, wide="give_all", deed="give {0} to {1}", prompt="give", tier=COMMON, observed=True, moves=True)
    swap = Word("swap(CARD, CARD)", "Two cards, in hands or in front of players, change places at once, each with what is attached to it. In place of a card in a hand a card goes into that hand, a Creeper in front; in place of one in front, a Keeper or Creeper in front, any other card into the hand. Nothing happens unless both are there.", (CARD, CARD), statement=13, deed="swap {0} for {1}", prompt="swap", tier=COMMON, observed=True, moves=True)
    swap_hands = Word("swap_hands(SEAT, SEAT)", "Two whole hands change owners at once.", (SEAT, SEAT), statement=14, deed="swap {0's} hand with {1's}", tier=COMMON, observed=True, changes=w.PART_HANDS)
    pass_hands = Word("pass_hands(WORD)", "Every player passes the whole hand, at once: `\"left\"` or `\"right\"`, or what `pick` gives.", (WORD,), statement=15, deed="pass all hands {0}", tier=COMMON, observed=True, changes=w.PART_HANDS, words=("left", "right"), example='pass_hands(pick("left", "right"))')
    redeal = Word("redeal(SET)", "Collect these cards, shuffle, deal them out to the players, you first, clockwise; one event. Cards that are attached to one another are one of the things dealt. Cards from hands go into hands; of others a Keeper or Creeper goes in front, any other card into the hand.", (CARDS,), statement=16, deed="shuffle {0} and deal the cards out again", tier=COMMON, observed=True)
    promise = Word("promise(CARD, SEAT)", "Put the card aside for that player, with all that is attached to it, that it is attached to, or that lies under these: nothing finds it where it was. `deliver` hands it over, `deal_down` deals it; what is left is delivered when the instructions end.", (CARD, SEAT), statement=17, deed="give {0} to {1}", prompt="promise", tier=COMMON, observed=True)
    deliver = Word("deliver()", "Everything promised goes into the hands that it was promised to, as one event (C-R98); a Creeper goes in front instead.", statement=18, tier=COMMON)
    take_in = Word("take_in()", "What lies aside and is not promised goes into your hand.", statement=19, own=True, deed="take what lies aside into your hand", tier=COMMON, example="take_in()", observed=True)
    shuffle_discards = Word("shuffle_discards()", "The discard pile is shuffled into the draw pile.", statement=20, deed="shuffle the discard pile into the draw pile", tier=COMMON, observed=True, changes=w.PART_PILES)
    extra_turn = Word("extra_turn(by=SEAT)", "You (or `by`) take another turn after this one; once for this card in an unbroken string of your turns (C-R99). On another player's turn: after your next regular turn (W-D7), or next if a Surprise says it.", statement=21, wide="extra_turn_of", own=True, deed="take another turn", tier=COMMON, function="give_extra_turn", observed=True, changes=w.PART_NOTHING)
    end_turn = Word("end_turn()", "The turn's plays end at once, with every card still being resolved; limits follow (TURN-6). Said at the start of a turn, nothing is drawn in it either.", statement=22, deed="end the turn", tier=COMMON, observed=True)
    attach = Word("attach(CARD, CARD)", "The first card fastens itself to the second; from then on they travel together (CREEP-6). Nothing happens unless both lie in front of the same player and the first is attached to nothing, nor the second to it.", (CARD, CARD), statement=33, deed="attach {0} to {1}", prompt="attach", observed=True, changes=w.PART_BOARD)
    detach = Word("detach(CARD)", "The card comes off what it is attached to and stays in front of its owner, with what is attached to it. Nothing reacts before the next instruction.", (CARD,), statement=34, deed="take {0} off what it is on", observed=True, changes=w.PART_BOARD)
    seal = Word("seal(CARD, CARD)", "A card goes face down under a card in front of a player, or under a rule or a Goal in play, with what is attached to it or under it; there they count for nothing, and everybody knows what they are. Of a card that is attached to another nothing happens. They go where the card goes, to the discard pile too; when it leaves the table otherwise they come back: to its owner, or of a rule or a Goal to whoever made it leave. An Action under a rule can be carried out again and again: `copy(first(under(this)))`.", (CARD, CARD), statement=35, deed="seal {0} under {1}", prompt="seal", observed=True, moves=True)
    unseal = Word("unseal(CARD)", "What lies under the card comes back to the card's owner, or of a rule or a Goal to you: Keepers and Creepers in front, attached to nothing, any other card into the hand.", (CARD,), statement=36, deed="uncover what lies under {0}", observed=True, changes=w.PART_BOARD)
    deal_down = Word("deal_down()", "Everything promised goes face down in front of the players, a Creeper face up; each plays it at the start of the next turn. What cannot be played then goes into the hand.", statement=37, observed=True)
    stash = Word("stash(CARD or SET, by=SEAT)", "These cards go face down in front of you (or `by`), as a stash, as one event, each alone: they are in no hand, count for nothing and stay there until a card moves them. You see what they are, and whoever saw or knew them before; nobody else does. They come from your hand, from in front of you, from a pile or out of play: of what another player has, and of a Creeper, nothing happens.", (CARDS,), statement=109, by=True, own=True, deed="put {0} face down into a stash", prompt="choose", moves=True, example="stash(choose(hand(you)))")
    to_hand = Word("to_hand(CARD or SET, by=SEAT)", "The card goes into the hand of its owner, from a pile into yours, and so do Keepers that it is attached to or that are attached to it; Creepers attached to these, and what lay under them, come in front of that player. A Creeper is in no hand: in front of a player it stays as it is, with what it is attached to (K-E05); from elsewhere it comes in front of you. A set goes as one event. With `by` it goes into the hand of that player, from wherever it is: that takes it from another as `take` does, unless it is your own or that player's.", (CARD,), statement=38, wide="all_to_hand", deed="put {0} into a hand", observed=True, moves=True)
    look = Word("look(SET, by=SEAT)", "You (or `by`) see these cards, and nobody else does.", (CARDS,), statement=39, wide="look_by", own=True, deed="look at {0}", observed=True, changes=w.PART_NOTHING)
    shuffle_pile = Word("shuffle_pile()", "The draw pile is shuffled.", statement=40, deed="shuffle the draw pile", observed=True, changes=w.PART_NOTHING)
    swap_piles = Word("swap_piles()", "The draw pile and the discard pile change places, as one event, each turned over: what lay lowest lies on top. Nothing is discarded or drawn by it, and nothing is shuffled: `shuffle_pile()` behind it does that. Until then everybody knows what lies where in the new draw pile.", statement=106, deed="swap the draw pile and the discard pile", changes=w.PART_PILES, example="swap_piles()")
    copy = Word("copy(CARD)", "You show a card to everybody and carry out what it does when it is played (an Action, the `your_turn` of a Surprise, the `play` of a rule); it stays where it is. `this` in it is the card that copies, and `you` are you.", (CARD,), statement=41, own=True, deed="carry out {0}", function="copy_action", observed=True)
    use = Word("use(CARD)", "You use the free action of another card (`free`, `once` or `anytime`) as if this card said it, wherever that card is: `this` in it is this card, and `you` are you. Of several, the first whose condition holds for you; with none, nothing happens. A `once` of that card can still be used, and a card that is disabled gives nothing. What a card does when it is played is for `copy`.", (CARD,), statement=101, own=True, deed="use {0}", function="use_power", example="use(choose(keepers(others)))")
    cancel = Word("cancel()", "In `react` alone: what this answers has no effect and is discarded; the play is spent. A turn, or an Ungoal that is met, is not cancelled.", statement=42, deed="cancel what this answers", observed=True, answering=CARDS_ANSWERED)
    divert = Word("divert()", "In `react` alone: a Keeper that is being played lies in front of you instead, and never lay in front of the other. Of any other card nothing happens.", statement=43, own=True, deed="take what is being played", observed=True, answering=("keeper",))
    win = Word("win(by=SEAT or SEATS)", "You (or `by`) win. Of several players all win together: `win(by=everyone)`, or `win(by=(p for p in everyone if p == you or p == left_of(you)))`; with nobody among them nothing happens. In `react doom` you claim the win of the Ungoal that was just met, and of several players the first does.", statement=44, wide="win_for", own=True, deed="claim the win", observed=True)
    reveal = Word("reveal(SET)", "All players see these cards; they stay where they are.", (CARDS,), statement=77, deed="show {0} to everybody", observed=True, changes=w.PART_NOTHING, example="reveal(hand(you))")
    remove = Word("remove(CARD or SET, ...)", "All of these leave the game together, as one event, and never come back. Each goes alone: what was attached to it or under it stays with its owner.", (CARDS,), statement=78, deed="remove {0} from the game", prompt="choose", observed=True, moves=True, example="remove(this)")
    to_pile = Word('to_pile(SET, "top")', "These cards go face down into the draw pile, as one event: on `\"top\"`, the first of them uppermost; to the `\"bottom\"`, the last of them lowest; or each to a `\"random\"` place. A number in place of the word says how many cards of the pile lie above them: `to_pile(this, one)`. Each goes alone. Who saw them go knows where they are, but for a random place.", (CARDS, PLACE), statement=75, deed="put {0} into the draw pile", prompt="choose", observed=True, moves=True, words=("top", "bottom", "random"), example='to_pile(choose(hand(you)), "top")')
    draw_from = Word('draw_from("bottom", n, by=SEAT)', "You (or `by`) draw n cards into your hand from elsewhere than the top of the draw pile: from its `\"bottom\"`, or from the top of the `\"discards\"`, as far as these go. Creepers are laid down and replaced (CREEP-1); one event.", (PLACE, NUMBER), statement=76, by=True, deed="draw {1} {0}", observed=True, words=("bottom", "discards"), example='draw_from("discards", 1)')
    skip_draw = Word("skip_draw()", "Whoever has the turn draws nothing more for the draw rule this turn, unless the rule asks for more than it does now.", statement=82, deed="leave out the draw", observed=True, changes=w.PART_NOTHING, example="skip_draw()")
    spend_plays = Word("spend_plays(n)", "Whoever has the turn has so many plays fewer left in it, as far as there are any: they count as made. Where all cards are to be played, or all but some, nothing happens.", (NUMBER,), statement=100, deed="spend plays", changes=w.PART_TURN, example="spend_plays(1)")
    pass_on = Word('pass_on(SET, "left")', "Every player passes those of these cards that are theirs to the neighbour on that side, all at once: from hand to hand, from in front of one player to in front of the other, with what is attached.", (CARDS, WORD), statement=73, deed="pass {0} {1}", observed=True, moves=True, words=("left", "right"), example='pass_on(keepers(everyone), "left")')
    trade = Word("trade(SET, SEAT, SEAT)", "Those of these cards that one of the two players has go to the other, and the other way round, all at once: from hand to hand, from in front of one player to in front of the other, with what is attached.", (CARDS, SEAT, SEAT), statement=74, deed="trade {0} with {2}", observed=True, moves=True, example="trade(keepers(everyone), you, choose(others))")
    skip_turn = Word("skip_turn(SEAT)", "That player misses the next turn, whatever gives it; several times, as many turns.", (SEAT,), statement=79, deed="make {0} miss a turn", observed=True, changes=w.PART_NOTHING, example="skip_turn(choose(others))")
    go_next = Word("go_next(SEAT)", "That player has the next regular turn, and the turns go on from there.", (SEAT,), statement=81, deed="give {0} the next turn", observed=True, changes=w.PART_NOTHING, example="go_next(choose(others))")
    turn_round = Word("turn_round()", "From now on turns pass the other way round the table.", statement=80, deed="turn the order of play round", observed=True, changes=w.PART_NOTHING, example="turn_round()")
    take_all = Word("take_all(SET, by=SEAT)", "`take` with a set, or for another player.", (CARDS,), statement=70, by=True, deed="take {0}", moves=True, inner=True)
    give_all = Word("give_all(SET, SEAT)", "`give` with a set.", (CARDS, SEAT), statement=71, deed="give {0} to {1}", moves=True, inner=True)
    all_to_hand = Word("all_to_hand(SET)", "`to_hand` with a set.", (CARDS,), statement=72, deed="put {0} into a hand", moves=True, inner=True)
    into_hand = Word("into_hand(SET, by=SEAT)", "`to_hand` of a player who is named.", (CARDS,), statement=99, by=True, deed="take {0} into the hand", prompt="take", moves=True, inner=True)
    look_by = Word("look_by(SET, by=SEAT)", "`look` of another player.", (CARDS,), statement=87, by=True, deed="look at {0}", changes=w.PART_NOTHING, inner=True)
    extra_turn_of = Word("extra_turn_of(by=SEAT)", "`extra_turn` of another player.", statement=86, by=True, deed="take another turn", changes=w.PART_NOTHING, inner=True)
    win_for = Word("win_for(by=SEAT)", "`win` of another player.", statement=85, by=True, deed="win", inner=True)
    win_all = Word("win_all(SEATS)", "`win` of several players.", statement=105, operands=SELECTION, deed="win together", inner=True)
    as_usual = Word("as_usual()", "In `instead of` alone: what this section replaces happens after all, unless another section replaces it too.", statement=54, deed="let it happen", answering=("instead of",), example="as_usual()")
    stay = Word("stay()", "The Action being played stays on the table, for as long as it says with `lasts`.", statement=55, inner=True)
    secret = Word("secret(QUESTION)", "Whoever is asked chooses in secret: nobody else sees the answer before `reveal_choices`. A second answer of one player replaces the first; the first answer after a `reveal_choices` begins anew, without the earlier ones.", statement=90, operands=PLAIN + PLAIN + VALUE, function="keep_secret", observed=True, changes=w.PART_NOTHING, example='secret(pick("rock", "paper", "scissors", by=p))')
    reveal_choices = Word("reveal_choices()", "All that was chosen in secret is shown to everybody, as one event.", statement=91, operands=PLAIN + PLAIN, observed=True, changes=w.PART_HANDS, example="reveal_choices()")
    eliminate = Word("eliminate(SEAT)", "That player is out of the game: has no more turns, is asked nothing, is not one of `others` or `everyone`, and cannot win. What the player still holds or has in front is discarded, and so is whatever would come there later. The turn of a player who is out ends when the card is done. When one player is left, that one wins.", (SEAT,), statement=93, deed="put {0} out of the game", observed=True, example="eliminate(p)")
    gain = Word("gain(n, COUNTER, by=SEAT)", "You (or `by`) have so many more of a counter that the file declares (`counter score`), up to 999.", (NUMBER, COUNTER), statement=94, operands=VALUE + COUNTED + VALUE, deed="gain {0#} {1}", by=True, observed=True, changes=w.PART_BOARD, example="gain(1, score)")
    lose = Word("lose(n, COUNTER, by=SEAT)", "You (or `by`) have so many fewer of a counter, down to 0.", (NUMBER, COUNTER), statement=95, operands=VALUE + COUNTED + VALUE, deed="lose {0#} {1}", by=True, observed=True, changes=w.PART_BOARD, example="lose(1, lives, by=p)")
    add_tokens = Word("add_tokens(CARD, n)", "So many tokens are laid on a card in play, up to 999. They stay on it while it is in play, whoever it belongs to. At most 24 cards can have tokens at a time; on one more none are laid.", (CARD, NUMBER), statement=96, deed="put tokens on {0}", prompt="choose", observed=True, changes=w.PART_BOARD, function="add_tokens", example="add_tokens(this, 1)")
    take_tokens = Word("take_tokens(CARD, n)", "So many tokens are taken off a card, as far as there are any.", (CARD, NUMBER), statement=97, deed="take tokens off {0}", prompt="choose", observed=True, changes=w.PART_BOARD, function="take_tokens", example="take_tokens(this, 1)")
    flip = Word("flip(CARD)", "A two-sided card in play is turned over where it lies, with what is attached to it and the tokens on it; its other side now counts. Of a card with one side, or one that is not in play, nothing happens. Off the table every card lies with its front up.", (CARD,), statement=98, deed="turn {0} over", observed=True, example="flip(this)")
    remember = Word("remember(SEAT or CARD)", "This card remembers a player, or a card in play, in place of the one before; everybody is told. With `remembered_player` and `remembered_card` its sections, formulas and permissions ask for what it remembers, as long as it is in play; an Action can as long as it `lasts`. A card that leaves play is not remembered any longer, but sections about its leaving, and those about the leaving of this card, can still ask. At most 16 cards remember something at a time; one more remembers nothing.", (SEAT,), statement=103, deed="have this card remember {0}", prompt="choose", changes=w.PART_BOARD, example="remember(choose(others))")
    remember_card = Word("remember_card(CARD)", "`remember` of a card.", (CARD,), statement=104, deed="have this card remember {0}", prompt="choose", changes=w.PART_BOARD, inner=True)
    act = Word("act()", "Ask what to play or use next, and do it, until the turn's plays are over.", statement=26, tier=HOT, inner=True)
    lay_down = Word("lay_down()", "The card leaves where it was and is being played.", statement=29, tier=HOT, inner=True)
    carry_out = Word("carry_out()", "An Action, a Surprise or a Goal goes on as its own program, which holds its window.", statement=51, tier=HOT, inner=True)
    settle = Word("settle()", "The Keeper or Rule being played takes its place; what the Rule does when played follows.", statement=30, tier=HOT, inner=True)
    draw_required = Word("draw_required()", "Draw what the rules in force require, as one event.", statement=25, tier=HOT, inner=True)
    prepare = Word("prepare()", "Ask for a free action or the draw until it is the draw; at once if there is nothing to use.", statement=24, tier=HOT, inner=True)
    window = Word("window()", "Ask whoever could answer with a Surprise, one after another.", statement=45, tier=HOT, inner=True)
    note_starts = Word("note_starts()", "Note which `start` sections apply as the turn begins.", statement=52, tier=HOT, inner=True)
    begin = Word("begin()", "Run the `start` sections that applied as the turn began, one by one.", statement=23, tier=HOT, inner=True, function="run_starts")
    finish = Word("finish()", "Run the `finish` sections of the cards in play, one by one.", statement=27, tier=HOT, inner=True, function="run_finishes")
    next_turn = Word("next_turn()", "The turn passes: to an extra turn that waits, else clockwise.", statement=28, tier=HOT, inner=True, function="pass_turn")
    name_goal = Word("name_goal()", "You choose which Goal goes for the one being played, where the rules allow no more and there are several.", statement=53, tier=HOT, inner=True)
    place_goal = Word("place_goal()", "The Goal being played comes into play; where the rules allow no more, the one named goes.", statement=31, tier=HOT, inner=True)
    trim = Word("trim(SEAT)", "That player discards down to the Hand Limit and to the Keeper Limit, card by card.", (SEAT,), statement=50, tier=HOT, inner=True)
    answer = Word("answer()", "The Surprise being played goes on as its answer; one that answers a Surprise stays here.", statement=46, inner=True, function="answer_below")
    seize = Word("seize()", "The Keeper being taken changes its owner.", statement=47, inner=True)
    open_ungoal = Word("open_ungoal()", "Run the `on ungoal` sections of the cards in play, one by one.", statement=49, inner=True, function="run_ungoal_hooks")
    judge = Word("judge()", "Say who wins or that all lose, now that an Ungoal is met.", statement=48, inner=True, function="judge_ungoal")


class Sets(Group, group="set", title="Sets", about="Sets of cards and of seats. None of them changes anything."):
    """Sets: a zone of some seats or of the table, or a group of seats. `arg` says which."""

    hand = Word("hand(SEATS, filter...)", "The cards in those hands, but for those promised to somebody.", (SEATS,), CARDS, arg=w.HAND, reads=w.PART_HANDS, of=("rule", "goal", "ungoal", "keeper", "action", "surprise"))
    keepers = Word("keepers(SEATS, filter...)", "The Keepers in front of those players.", (SEATS,), CARDS, arg=w.KEEPERS, reads=w.PART_BOARD, of=("keeper",))
    creepers = Word("creepers(SEATS, filter...)", "The Creepers in front of those players.", (SEATS,), CARDS, arg=w.CREEPERS, reads=w.PART_BOARD, of=("creeper",))
    face_down = Word("face_down(SEATS)", "The cards that lie face down in front of those players, in the order received.", (SEATS,), CARDS, arg=w.DOWN, example="count(face_down(you))")
    stashed = Word("stashed(SEATS, filter...)", "The cards in the stashes of those players, in the order in which they went there. Whoever chooses from them sees them.", (SEATS,), CARDS, via=Terms.add_stash, reads=w.PART_HANDS, prompt="choose", example="to_hand(stashed(you))")
    anywhere = Word('anywhere("A", ...)', "The cards with these names printed on them, in hands, piles and face up on the table, but for those promised to somebody.", (), CARDS, via=Terms.add_names, reads=w.PART_BOARD)
    any_card = Word("any_card(filter...)", "One card of each name in the deck, wherever it is and whether anybody sees it: for naming one, `choose(any_card(keeper))`. What is named is told to everybody; where it lies is not.", (), CARDS, via=Terms.add_any, reads=w.PART_NOTHING, prompt="name a card", example="wanted = choose(any_card(keeper))")
    under = Word("under(CARD)", "What lies sealed under a card, in the order in which it went there; of cards that went together, the one that the others were attached to comes last.", (CARD,), CARDS, via=Terms.add_under, reads=w.PART_BOARD)
    rules = Word("rules(filter...)", "The New Rules in play, oldest first.", (), CARDS, arg=w.RULES, reads=w.PART_RULES, of=("rule",))
    goals = Word("goals(filter...)", "The Goals in play, oldest first.", (), CARDS, arg=w.GOALS, reads=w.PART_GOALS, prompt="keep to the goals allowed", of=("goal", "ungoal"))
    discard_pile = Word("discard_pile(filter...)", "The discard pile, top first; its order is left alone (C-R11).", (), CARDS, arg=w.DISCARD, reads=w.PART_PILES, of=("rule", "goal", "ungoal", "keeper", "creeper", "action", "surprise"))
    draw_pile = Word("draw_pile(filter...)", "The draw pile, top first. Whoever chooses from it sees all of it that can be chosen. Not in formulas and conditions that hold continuously, but for how many there are.", (), CARDS, arg=w.PILE, of=("rule", "goal", "ungoal", "keeper", "creeper", "action", "surprise"), example="take(choose(draw_pile(keeper)))")
    top = Word("top(n)", "The top n cards of the draw pile, the uppermost first, as far as it goes: nothing is shuffled for it. Whoever chooses from them sees them.", (NUMBER,), CARDS, via=Terms.add_end, arg=0, example="look(top(3))")
    bottom = Word("bottom(n)", "The n lowest cards of the draw pile, the lowest first.", (NUMBER,), CARDS, via=Terms.add_end, arg=1, example="look(bottom(1))")
    aside = Word("aside", "The cards that this card has set aside and not promised to anybody.", (), CARDS, arg=w.ASIDE)
    you = Word("you", "Whoever runs the program; in a Goal, the player being tested.", (), SEAT, arg=w.YOU_ONLY, via=Terms.you)
    others = Word("others", "The other players, clockwise from your left.", (), SEATS, arg=w.OTHERS)
    everyone = Word("everyone", "All players: you first, then clockwise.", (), SEATS, arg=w.EVERYONE)
    from_left = Word("from_left", "All players: the others clockwise from your left, you last.", (), SEATS, arg=w.FROM_LEFT)


class Queries(Group, group="query", title="Numbers, conditions and others", about="What the table says. None of them changes anything."):
    """Words that give a number, a condition, a card or a seat."""

    count = Word("count(SET)", "How many there are; of a sum of sets, the sum of how many there are in each.", (), NUMBER, term=8, operands=ZONE + WHO + FILTER, tier=HOT, function="count_cards", reads=w.PART_NOTHING)
    half = Word("half(n)", "Half of n, rounded up.", (NUMBER,), NUMBER, term=21, reads=w.PART_NOTHING, tier=HOT, looks=PURE)
    min = Word("min(n, n)", "The smaller of two numbers: `draw(min(rank(c), 5))` draws 5 at most.", (NUMBER, NUMBER), NUMBER, term=122, reads=w.PART_NOTHING, looks=PURE, function="smaller", example="draw(min(count(keepers(you)), 5))")
    max = Word("max(n, n)", "The larger of two numbers: `draw(max(count(keepers(you)), 1))` draws at least 1.", (NUMBER, NUMBER), NUMBER, term=123, reads=w.PART_NOTHING, looks=PURE, function="larger", example="draw(max(count(keepers(you)), 1))")
    has = Word('has("A", "B", mark...)', "All of these lie in front of you, each by a card of its own: a name twice needs two cards.", (), CONDITION, term=6, operands=LIST, reads=w.PART_BOARD, tier=HOT, looks=IN_FRONT | BY_NAME)
    anyone_has = Word('anyone_has("A", mark...)', "All of these lie in front of players, of the same one or of several, each by a card of its own.", (), CONDITION, term=7, operands=LIST, reads=w.PART_BOARD, tier=HOT, looks=SHARED | BY_NAME)
    most = Word("most(keepers, filter...)", "You alone have the most of these; a tie is nobody (C-R75).", (), CONDITION, term=26, operands=ZONE + FILTER, tier=HOT, reads=w.PART_NOTHING, more=True)
    least = Word("least(keepers, filter...)", "You alone have the fewest of these; a tie is nobody (C-R75).", (), CONDITION, term=27, operands=ZONE + FILTER, tier=HOT, reads=w.PART_NOTHING)
    leads = Word("leads(hand, filter...)", "Nobody has more of these than you; leaders who tie can each be stopped by a Creeper (C-R62).", (), CONDITION, term=25, operands=ZONE + FILTER, tier=HOT, reads=w.PART_NOTHING, more=True)
    doom = Word("doom(SEATS)", "The Doom count of those players: the Doom icons (marks `doom`) of Keepers and Creepers in front of them, less the marks `anti_doom` (DOOM-1, DOOM-2). A card bears several by saying the mark several times: `creeper \"Cthulhu\" doom doom doom`.", (), NUMBER, term=48, operands=WHO, arg=w.DOOM_COUNT, reads=w.PART_BOARD, function="doom_of_all")
    largest = Word("largest(keepers, filter...)", "The most that any one player has of these.", (), NUMBER, term=49, operands=ZONE + FILTER, looks=SHARED, reads=w.PART_NOTHING, more=True)
    named = Word("named(SEAT)", "How many cards lie in front of that player that an Ungoal in play names, or that count as one it names; while Ungoals are judged, only those that are met.", (SEAT,), NUMBER, term=50, reads=w.PART_BOARD | w.PART_GOALS)
    loose = Word("loose(CARD)", "The card is attached to nothing and lies under nothing.", (CARD,), CONDITION, term=51, reads=w.PART_BOARD)
    host = Word("host(CARD)", "The card that this one is attached to or lies under; nothing when it is loose.", (CARD,), CARD, term=61, reads=w.PART_BOARD)
    in_play = Word('in_play("A", ...)', "A card of one of these names, or one that counts as it, lies face up on the table (ACT-8).", (), CONDITION, term=52, operands=LIST, looks=SHARED, example='draws += 1 if in_play("Double Agenda")')
    is_a = Word("is_a(CARD, filter...)", "The card is of one of these kinds, marks, slots or names.", (CARD,), CONDITION, term=53, operands=FILTER, reads=w.PART_BOARD)
    consecutive = Word("consecutive(keepers(SEATS, filter...))", "Two of these cards have ranks next to each other.", (), CONDITION, term=54, operands=ZONE + WHO + FILTER, reads=w.PART_NOTHING)
    highest = Word("highest(keepers(SEATS, filter...))", "The one of these cards with the highest rank.", (), CARD, term=55, operands=ZONE + WHO + FILTER, function="highest_of_all", reads=w.PART_NOTHING)
    lowest = Word("lowest(keepers(SEATS, filter...))", "The one of these cards with the lowest rank; cards without a rank are left out.", (), CARD, term=85, operands=ZONE + WHO + FILTER, function="lowest_of_all", reads=w.PART_NOTHING, example="discard(lowest(keepers(everyone)))")
    rank = Word("rank(CARD)", "The number printed on the card by `rank`, with what `lends` gives it; 0 where none is printed.", (CARD,), NUMBER, term=86, reads=w.PART_BOARD, function="rank_of", example="draw(rank(choose(keepers(you))))")
    initial = Word("initial(CARD)", "The first letter of the name printed on a card, as a number from 1 for A to 26 for Z; a first word The, A or An is passed over, and accents too. 0 where it is no such letter. It is there to be compared: `initial(c) == initial(this)`.", (CARD,), NUMBER, term=124, reads=w.PART_NOTHING, function="initial_of", example="take(choose(c for c in keepers(others) if initial(c) == initial(this)))")
    letters = Word("letters(CARD)", "How many letters and digits there are in the name printed on a card: articles count, blanks and other signs do not.", (CARD,), NUMBER, term=128, reads=w.PART_NOTHING, function="letters_of", example="wins = count(c for c in keepers(you) if letters(c) == five) >= 2")
    total = Word("total(keepers(SEATS, filter...), MARK)", "How often a mark stands on these cards in all: a card bears it several times by saying it several times. With `rank` in place of a mark: the sum of their ranks.", (), NUMBER, term=83, operands=ZONE + WHO + FILTER + PLAIN, reads=w.PART_NOTHING, example="wins = total(keepers(you), rank) == 21")
    product = Word("product(keepers(SEATS, filter...))", "The ranks of these cards multiplied with one another, up to 30000; 0 where none has a rank.", (), NUMBER, term=110, operands=ZONE + WHO + FILTER, reads=w.PART_NOTHING, function="product_of", example="wins = product(keepers(you)) == 24")
    pairs = Word("pairs(keepers(SEATS, filter...))", "How many pairs of these cards have the same rank, each card in one pair: four of one rank are two pairs.", (), NUMBER, term=111, operands=ZONE + WHO + FILTER, reads=w.PART_NOTHING, function="pairs_among", example="wins = pairs(keepers(you)) >= 2")
    same_rank = Word("same_rank(keepers(SEATS, filter...))", "How many of these cards have the rank that most of them have; 0 where none has a rank.", (), NUMBER, term=112, operands=ZONE + WHO + FILTER, reads=w.PART_NOTHING, function="most_of_one_rank", example="wins = same_rank(keepers(you)) >= 3")
    adds_up = Word("adds_up(keepers(SEAT, filter...), MARK, n)", "Some of these cards of one player, one or more, bear a mark exactly n times; with `rank` in place of a mark, their ranks add up to exactly n. That is 119 at most.", (SEAT, NUMBER), CONDITION, term=84, operands=ZONE + FILTER + PLAIN, reads=w.PART_NOTHING, example="wins = adds_up(keepers(you), rank, 10)")
    makes = Word('makes(keepers(SEAT, filter...), "+-*/", n)', "The ranks of some of these cards of one player, one or more and each used once, make exactly n, in any order and with any brackets, by the signs in quotes: `+`, `-`, `*`, `/`, or some of these. Everything on the way is a whole number from 0 to 119, and so are n and the ranks: what divides leaves nothing over. Of more than six cards with a rank the first six count.", (SEAT, NUMBER), CONDITION, term=119, operands=ZONE + FILTER + PLAIN, reads=w.PART_NOTHING, example='wins = makes(keepers(you), "+-*/", 24)')
    alike = Word("alike(CARD, CARD)", "The same name is printed on both cards.", (CARD, CARD), CONDITION, term=102, reads=w.PART_NOTHING, looks=PURE, example="found = random(c for c in hand(p) if alike(c, wanted))")
    choice = Word("choice(SEAT)", "What that player has answered to `secret`, once it is revealed: a word, a number, a player or a card.", (SEAT,), WORD, term=103, operands=PLAIN, function="choice_of", reads=w.PART_NOTHING, example='if choice(you) == "rock":')
    votes = Word("votes(VALUE)", "How many players have answered this to `secret`, once it is revealed.", (WORD,), NUMBER, term=104, operands=PLAIN, function="votes_for", reads=w.PART_NOTHING, example='if votes("yes") > votes("no"):')
    tokens = Word("tokens(CARD)", "How many tokens lie on the card.", (CARD,), NUMBER, term=106, reads=w.PART_BOARD, function="tokens_on", example="when tokens(this) >= 3:")
    remembered_player = Word("remembered_player(CARD)", "The player that the card remembers, by `remember`; nobody where it remembers none.", (CARD,), SEAT, term=117, reads=w.PART_BOARD, example="cannot_play = hand(remembered_player(this))")
    remembered_card = Word("remembered_card(CARD)", "The card in play that the card remembers, by `remember`; nothing where it remembers none.", (CARD,), CARD, term=118, reads=w.PART_BOARD, example="disabled = remembered_card(this)")
    in_game = Word("in_game(SEAT)", "That player is not out of the game.", (SEAT,), CONDITION, term=107, reads=w.PART_BOARD, example="if in_game(p):")
    top_discard = Word("top_discard", "The card that lies on top of the discard pile; nothing where that is empty. Not a card that is being played and is not done.", (), CARD, term=113, reads=w.PART_PILES, looks=SHARED, example="draws += 1 if is_a(top_discard, creeper)")
    last_played = Word("last_played", "The card that was played last, by anybody and from anywhere, other than this one; nothing where no card was played yet, or where it is neither on the table nor in the discard pile any more. A card counts from when it is laid down, also one that another card plays and a Surprise that answers; one that was cancelled, or held up for good, was not played.", (), CARD, term=120, example="play(last_played)")
    player = Word("player", "In `react` alone: whoever did what this answers.", (), SEAT, term=56, answering=ANSWERED)
    played = Word("played", "In `react` alone: the card that this answers.", (), CARD, term=57, example="discard(played)", answering=CARDS_ANSWERED)
    ungoals_apart = Word("ungoals_apart(SEAT)", "An Ungoal has a place of its own beside the Goals.", (SEAT,), CONDITION, via=Terms.static, arg=w.UNGOALS_APART, inner=True)
    first = Word("first(SET)", "The first of the set, without a question.", (CARDS,), CARD, statement=32, operands=REGISTER + SELECTION, function="pick_first")
    harmless = Word("harmless(SEAT)", "Creepers do not keep that player from winning.", (SEAT,), CONDITION, via=Terms.static, arg=w.HARMLESS)
    hand_limit = Word("hand_limit(SEAT)", "The Hand Limit in force for that player. Where none is in force: in comparisons and formulas more than any number, in an instruction 0, so that `draw(hand_limit(you))` draws nothing.", (SEAT,), NUMBER, via=Terms.static, arg=w.HAND_LIMIT)
    keeper_limit = Word("keeper_limit(SEAT)", "The Keeper Limit in force for that player. Where none is in force: in comparisons and formulas more than any number, in an instruction 0, so that `draw(keeper_limit(you))` draws nothing.", (SEAT,), NUMBER, via=Terms.static, arg=w.KEEPER_LIMIT)
    goals_allowed = Word("goals_allowed(SEAT)", "How many Goals may be in play.", (SEAT,), NUMBER, via=Terms.static, arg=w.GOALS_ALLOWED, example="while count(goals) > goals_allowed(you):")
    birthday = Word("birthday(SEAT)", "Today is that player's birthday; given when the game is made.", (SEAT,), CONDITION, via=Terms.fact, arg=w.BIRTHDAY)
    parent = Word("parent(SEAT)", "That player is a parent; given when the game is made.", (SEAT,), CONDITION, via=Terms.fact, arg=w.PARENT)
    grandparent = Word("grandparent(SEAT)", "That player is a grandparent; given when the game is made.", (SEAT,), CONDITION, via=Terms.fact, arg=w.GRANDPARENT)
    age = Word("age(SEAT)", "That player's age; 999 when it was not given.", (SEAT,), NUMBER, via=Terms.fact, arg=w.AGE)
    youngest = Word("youngest(SEAT)", "That player's age was given and nobody given is younger.", (SEAT,), CONDITION, term=31, reads=w.PART_NOTHING, tier=HOT)
    holiday = Word("holiday", "Today is a special day; given when the game is made.", (), CONDITION, term=30, tier=HOT, looks=SHARED | BY_NAME)
    left_of = Word("left_of(SEAT)", "The next player clockwise; of nobody, nobody.", (SEAT,), SEAT, term=32, reads=w.PART_NOTHING, tier=HOT)
    right_of = Word("right_of(SEAT)", "The next player against the clock; of nobody, nobody.", (SEAT,), SEAT, term=33, reads=w.PART_NOTHING, tier=HOT)
    owner = Word("owner(CARD)", "The player that the card lies in front of, or who holds it; nobody for one that is sealed, promised or elsewhere.", (CARD,), SEAT, term=34, tier=HOT)
    this = Word("this", "The card itself.", (), CARD, term=5, reads=w.PART_NOTHING, tier=HOT, looks=IN_FRONT | BY_NAME, function="this_card")
    random = Word("random(SET, n)", "One of the set, by chance; the machine picks. With a number: n cards of it, or all where there are fewer, picked at once; they are a set, and whatever is done is done with all of them at once. Players too.", (CARDS,), CARD, statement=5, operands=REGISTER + SELECTION, tier=COMMON, function="pick_by_chance", observed=True)
    random_several = Word("random_several(SET, n)", "`random` with a number.", (CARDS,), CARDS, statement=102, operands=REGISTER + VALUE + SELECTION, inner=True, function="pick_several_by_chance")
    meets = Word("meets(SEAT, CARD)", "That player has what a Goal asks for, whatever Creepers or other rules are in the way: what its `wins` says holds. The card is a Goal wherever it is, or another card that says `wins`; without it, any Goal in play. In instructions alone: `if meets(you):`, `if not meets(p, wanted):`.", (SEAT, CARD), CONDITION, statement=107, operands=REGISTER + VALUE + VALUE, function="has_met", example="if meets(p):")
    roll = Word("roll(n, by=SEAT)", "Roll a die with n sides, before everybody: a number from 1 to n. A die that is always the same is said in words: `roll(six)`.", (NUMBER,), NUMBER, statement=83, operands=REGISTER + VALUE + VALUE, by=True, function="roll_die", observed=True, example="draw(roll(six))")
    coin = Word("coin(by=SEAT)", "Flip a coin, before everybody; true when heads.", (), CONDITION, via=roll, by=True, example="if coin():")
    draws_made = Word("draws_made", "How many cards the draw rule has drawn this turn.", (), NUMBER, term=87, example="draw(draws_made)")
    draws_left = Word("draws_left", "How many cards the draw rule has still to draw this turn.", (), NUMBER, term=88, example="draw_from(\"discards\", draws_left)")
    plays_made = Word("plays_made", "How many plays were made this turn, the card being played and plays that were spent included.", (), NUMBER, term=89, example="draw(plays_made)")
    hour = Word("hour", "The hour of the day when the game was made, 0 to 23; below 0 where it was not given.", (), NUMBER, via=Terms.date, arg=w.HOUR, example="draws += 1 if hour >= 20")
    minute = Word("minute", "The minute of the hour when the game was made, 0 to 59; below 0 where it was not given.", (), NUMBER, via=Terms.date, arg=w.MINUTE, example="draws += 1 if minute >= 30")
    weekday = Word("weekday", "The day of the week when the game was made, from 1, a Monday, to 7; below 0 where it was not given.", (), NUMBER, via=Terms.date, arg=w.WEEKDAY, example="plays += 1 if weekday >= 6")
    day = Word("day", "The day of the month when the game was made; below 0 where it was not given.", (), NUMBER, via=Terms.date, arg=w.DAY, example="draws += 1 if day == 13")
    month = Word("month", "The month when the game was made, 1 to 12; below 0 where it was not given.", (), NUMBER, via=Terms.date, arg=w.MONTH, example="draws += 1 if month == 12")
    plays_left = Word("plays_left", "How many more cards may be played this turn.", (), NUMBER, term=35, tier=HOT)
    reshuffles = Word("reshuffles", "How often the discard pile has become the draw pile.", (), NUMBER, term=36, tier=HOT, looks=SHARED | BY_NAME)
    your_turn = Word("your_turn", "It is your turn.", (), CONDITION, term=37, tier=HOT, looks=BY_NAME, example="plays += 1 if your_turn and least(keepers)")
    asked_for = Word("asked_for(CARD)", "A Goal in play asks for this card by its name, or by what it counts as, and not behind `not`.", (CARD,), CONDITION, term=67, reads=w.PART_GOALS, looks=IN_FRONT | BY_NAME, example="draws += 1 if asked_for(this)")
    acting = Word("acting", "The turn's plays and free actions are not over.", (), CONDITION, term=38, tier=HOT, looks=BY_NAME, inner=True)


class Statics(Group, group="static", title="Statics", about="Formulas of a card in play. They are no events; they hold while the card is there: of a rule or a Goal for everybody, of a Keeper or Creeper for its owner. What is said for others or for everyone, and by a Goal, comes after what a card says for its owner alone, so a number that it sets is the one that counts. What a Keeper or Creeper says for the whole table has `everyone.` before it, or `others.`: `others.hand_limit = 2`; `you` is then each of these players. The numbers that follow first, draws to goals_allowed, can also be multiplied and bounded, when all cards have set them and added to them, old and new: first `draws *= 2`, then `draws >= 2` (at least 2, whatever the rules say), then `draws <= 2` (at most 2)."):
    """Numbers and conditions in force. `arg` is the number in force that a formula sets or adds to."""

    draws = Word("draws = n, draws += n, draws <= n", "Cards to draw each turn; `-=` takes away, down to none. With `<=` or `>=` no more or no fewer than that, whatever other cards say; with `*=` so many times as many.", (), NUMBER, arg=w.DRAWS)
    plays = Word("plays = n, plays = all, plays = all - n, plays <= n", "Cards to play each turn; `plays <= n` and `plays >= n` bound it, as with `draws`. With `all - n` the turn's player plays until n cards are left in the hand, which are kept; what other cards add to it lets the player keep that many fewer.", (), NUMBER, arg=w.PLAYS)
    optional_plays = Word("optional_plays = n, optional_plays += n", "Cards that may be played on top of those required.", (), NUMBER, arg=w.OPTIONAL_PLAYS)
    hand_limit = Word("hand_limit = n, hand_limit += n", "The most cards a hand may hold out of turn and at the end of one's own; `+=` changes it where there is one.", (), NUMBER, arg=w.HAND_LIMIT)
    keeper_limit = Word("keeper_limit = n, keeper_limit += n", "The most Keepers a player may have, likewise.", (), NUMBER, arg=w.KEEPER_LIMIT)
    goals_allowed = Word("goals_allowed = n, goals_allowed += n", "How many Goals may be in play together.", (), NUMBER, arg=w.GOALS_ALLOWED)
    harmless = Word("harmless = CONDITION", "While true, Creepers do not keep you from winning.", (), CONDITION, arg=w.HARMLESS)
    requires = Word("requires = CONDITION", "Whoever wins must meet this too; on a Keeper or Creeper, its owner. Creepers that it calls for by their name stop nobody, as with `wins`.", (), CONDITION, arg=w.REQUIRES)
    first_play_random = Word("first_play_random = yes", "The first card of a turn is picked by chance where more than one may be played.", (), CONDITION, arg=w.FIRST_PLAY_RANDOM)
    basics = Word("basics += n", "A Meta Rule: what the draw and play numbers of the Basic Rules grow by.", (), NUMBER, arg=w.BASICS, of=("meta",))
    claims = Word("claims += n", "When an Ungoal is met, the player with the highest claim wins instead of all losing; a tie: play on.", (), NUMBER, arg=w.CLAIMS)
    ungoals_apart = Word("ungoals_apart = yes", "One Ungoal may be in play beside the Goals.", (), CONDITION, arg=w.UNGOALS_APART)
    last_play_random = Word("last_play_random = yes", "The last card that a turn requires is picked by chance, where it requires more than one.", (), CONDITION, arg=w.LAST_PLAY_RANDOM, example="last_play_random = yes")
    open_hand = Word("open_hand = CONDITION", "While true, your hand lies open for all to see.", (), CONDITION, arg=w.OPEN_HAND, example="open_hand = yes")
    reversed = Word("reversed = CONDITION", "While true, the turn after yours goes to the player on your other side.", (), CONDITION, arg=w.REVERSED, example="reversed = yes")
    inflation = Word("inflation = n, inflation[2] = n", "What every printed numeral grows by, on all cards; with a numeral in brackets, every one that prints this number. A plain number in words: numerals grow and never shrink.", (), NUMBER, arg=w.INFLATION, of=("rule", "meta"))


class Permits(Group, group="permit", title="Permissions", about="What a card in play says of other cards, as long as it is there: `safe_from_theft = keepers(you)`, also with `if CONDITION` behind it. `you` is the owner of a Keeper or Creeper, and whoever played an Action that `lasts`; of a rule or a Goal, whoever has the card that is meant. A single card, such as `this`, can stand in place of the set. In a condition `cause` is the card that would do it, or nothing, and `actor` the player: `safe_from_discard = this if is_a(cause, action)`."):
    """Sets of cards for which something holds. `arg` is the number of the permission."""

    safe_from_theft = Word("safe_from_theft = SET", "No other player's card, power or Surprise takes these away from their owner, by `take`, `swap`, `give`, `trade`, `to_hand`, `promise` or `seal`, nor plays them; where a card lets somebody choose what to take, they are not offered. What all players pass on or have dealt out anew is not taken by anybody. What moves along with one of these, since it is attached to it or the other way round, is safe with it.", (), CARDS, arg=w.SAFE_FROM_THEFT, example="safe_from_theft = keepers(you)")
    safe_from_discard = Word("safe_from_discard = SET", "No card discards these, and where one lets somebody choose what to discard they are not offered. What is attached to one of these, or what it is attached to, is discarded without it: it comes off and stays. What a limit, a newer rule of the same slot or a newer Goal takes goes all the same, and so does what belongs to a player who is out of the game. `remove` and `to_pile` discard nothing.", (), CARDS, arg=w.SAFE_FROM_DISCARD, example="safe_from_discard = this")
    cannot_play = Word("cannot_play = SET", "These cannot be played by whoever holds them, not in the turn, not as an answer, and not by another card. `hand(you, action)` means every Action that you would play, wherever it comes from. A card of any kind can say it of itself, with `this`: that holds wherever the card is, and `you` is who would play it: `cannot_play = this if keepers(you)`.", (), CARDS, arg=w.CANNOT_PLAY, example="cannot_play = hand(you, action)")
    must_play = Word("must_play = SET", "Whoever has the turn and one of these in the hand that can be played plays no other card of the hand, as long as this holds. Answers to others, free actions, and what cards make somebody play are as they were; with none of these in the hand anything can be played. A card of any kind can say it of itself, `must_play = this`, while it is in the hand.", (), CARDS, arg=w.MUST_PLAY, example="must_play = hand(you, keeper)")
    excused = Word("excused = SET", "These Creepers, or other cards that `stops` somebody, keep nobody from winning: by their mark, their name or whose they are. A Goal says it of winning by that Goal alone, any other card of winning by whatever Goal. Whether anything is still in the way is read again whenever something has changed; `cause` and `actor` mean nothing here. `harmless` is for all Creepers of a player, `excuses_all` for all of a Goal.", (), CARDS, arg=w.EXCUSED, example="excused = creepers(you, zombie)")
    uncounted = Word("uncounted = SET", "These cards in front of players count for no Goal: for what `wins` and `ends` say it is as if they were not there. For everything else they are, and a Creeper still stops its owner. Whether they count is read again whenever something has changed; `cause` and `actor` mean nothing here.", (), CARDS, arg=w.UNCOUNTED, example="uncounted = host(this)")
    shared = Word("shared = SET", "These cards in front of players count for everybody's Goals: while it is looked at whether a player meets a Goal, they lie in front of that player. For everything else, Ungoals too, they lie where they are, and a Creeper stops its owner alone. Whether they count so is read again whenever something has changed; `cause` and `actor` mean nothing here.", (), CARDS, arg=w.SHARED, example="shared = this")
    disabled = Word("disabled = SET", "What these cards in play say counts for nothing: their sections, powers, formulas and permissions, what a Goal is won by. Names, kinds and marks still count, also those that a card lends to others, and a Creeper still stops its owner. A card that says `disabled` itself cannot be disabled.", (), CARDS, arg=w.DISABLED, example="disabled = keepers(everyone)")


class Verdicts(Group, group="verdict", title="Verdicts", about="What a card says about itself, once."):
    """Formulas that are read when the deck is made. `compiler.formulas` has a method for each."""

    wins = Word("wins = CONDITION", "A Goal: you win while this holds and no Creeper stops you. On a Keeper or Creeper it is a Goal of one's own: the owner alone can win by it, beside the Goals in play. Creepers that it calls for by their name stop nobody (CREEP-3): in `has`, `anyone_has`, `in_play`, `creepers`, `most`, `leads`, `largest` or `is_a`, whoever has them, but not behind `not`. One that it means by a mark or a kind alone does stop you. A Goal by which nobody wins, and whose sections do something else, says `wins = no`.", (), CONDITION)
    ends = Word("ends = CONDITION", "An Ungoal: all players lose when this holds (UNGOAL-1).", (), CONDITION)
    wins_with = Word("wins_with = SEATS", "A Goal, or a Keeper or Creeper with `wins`: who wins together with whoever wins by it, in which `you` is that player: `everyone`, `others`, a player such as `left_of(you)`, or those that pass a test, `(p for p in others if keepers(p, fey))`; also with `if CONDITION` behind it. Who is out of the game, is stopped by a Creeper or lacks what `requires` asks for does not win with them. Where several meet a Goal at the same time play goes on (GOAL-5), unless all of them win together by what one of them meets. Named first is who has the turn, then clockwise; `instead of won` is about the one who meets the Goal, and in place of all of them.", (), SEATS, example="wins_with = left_of(you)")
    excuses_all = Word("excuses_all = yes", "A Goal: no Creeper keeps anybody from winning by it.")
    counts_as = Word('counts_as = "A" or "B" [if CONDITION]', "A Keeper or Creeper: serves wherever one of these cards is asked for by its name: in `has` and its like, as a filter (`keepers(you, \"A\")`, `most(keepers, \"A\")`, `on played \"A\"`), in `is_a` and `in_play`; it fills one place only (K-B31). `anywhere`, `any_card` and `alike` go by the name that is printed. A kind in place of a name, `counts_as = keeper`, is any card of that kind; `counts_as = keepers(others)` is any Keeper that another player has by then, also with a filter, and `keepers(everyone)` any that lies in front of somebody; `counts_as = remembered_card(this)` is the card in play that it remembers. With `if` it does so only while the condition holds, of which `you` is its owner.", example="counts_as = keepers(others) if your_turn")
    counts_for = Word("counts_for = n [if CONDITION]", "A Keeper or Creeper: counts for so many cards, 2 to 9, where cards in front of players are counted or compared (`count`, `most`, `least`, `leads`, `largest`), and fills as many places of `has` and `anyone_has`: a name that is asked for twice, a mark, or with `counts_as` several names at once. Limits, choices and whatever moves cards go by the one card that it is, and so do `total`, `adds_up`, `pairs` and their like. With `if` it does so only while the condition holds, of which `you` is its owner; otherwise it counts for one.", example="counts_for = 2")
    lends = Word("lends = (MARK for c in keepers(SEATS, filter...)) [if CONDITION]", "A rule, Keeper or Creeper, or an Action that `lasts`: while it is in play, these cards in front of players bear the mark too; with a name in quotes in place of the mark, they count as that card, as with `counts_as`; with `rank + 1` or `rank - 2` in place of it, those of them that have a rank have one that is so much higher or lower, never below 0, wherever ranks are asked for. What several cards lend adds up. The filter goes by what is printed on them. `you` is the owner of a Keeper or Creeper, and whoever played an Action. With `if` it does so only while the condition holds, in which `you` is of a rule whoever has the turn.", example="lends = (zombie for k in keepers(everyone, friend))")
    goals_needed = Word("goals_needed = n [if CONDITION]", "A rule, Keeper or Creeper, or an Action that `lasts`: nobody wins by Goals without meeting so many of them at the same time, none of them being stopped. The Goals in play count, and what lies in front of the player and says `wins`. Of a Keeper or Creeper that is for its owner, of an Action for whoever played it; where several say so, the highest number counts. In the condition `you` is who would win. What wins otherwise, such as `win()`, is left alone.", example="goals_needed = two")
    stops = Word("stops = everyone", "A Keeper or Creeper: whom it keeps from winning while it lies in front of somebody, `everyone`, `others` or `nobody`; a Goal that calls for it by its name is excused from that (CREEP-3). A Creeper that does not say it stops its owner.", example="stops = everyone")
    lasts = Word("lasts = round", "An Action or a Surprise: after its instructions it stays on the table, where nothing moves it, and its formulas, permissions and sections hold for its player: until the end of the `turn`, or with `round` until that player's next turn begins. Then it is discarded, before anything of that turn: `on discarded` and `on gone` run for it, `start` never would, and `on turn` only for turns of others.", example="lasts = round")
    back_of = Word('back_of = "A"', "The card is the back of that one, which is two-sided. It is never shuffled in; `flip` turns one side into the other. Both are of one kind, or a Keeper and a Creeper, with as many copies.", example='back_of = "Caterpillar"')
    leaves_out = Word("leaves_out = KIND", "A Meta Rule: cards of this kind are left out of the game.")
    deals = Word("deals = n", "A Meta Rule: everybody is dealt so many cards at the start of the game, 0 to 20, and so is whoever joins later; without it 3 (SETUP-2). Where several say so, the last of the deck.", example="deals = 5")
    reading = Word('reading = "..."', "Which part of the card is our own reading, where the published card is uncertain.")


class Sections(Group, group="section", title="Sections", about="When instructions run. What one section does is one change: winning, other sections and limits are looked at when it is done, but a card that it plays is a play of its own, looked at at once."):
    """Parts of a card that run at a time of their own. `of` names the kinds of card that may have one."""

    play = Word("play:", "What the card does when it is played; bare instructions mean the same.", of=("rule", "action"), example="play:")
    start = Word("start [if CONDITION]:", "At the start of your turn, before the draw: of every player for a rule, of its owner for a Keeper or Creeper.", of=("keeper", "creeper", "rule", "meta", "goal", "ungoal"))
    finish = Word("finish [if CONDITION]:", "At the end of your turn, after the limits.", of=("keeper", "creeper", "rule", "meta", "goal", "ungoal"))
    when = Word("when CONDITION:", "As soon as the condition becomes true, on anybody's turn, before anybody can win by what made it so (C-R67). `you` is the owner of a Keeper or Creeper; a rule is for every player for whom its condition becomes true, and where that is the same for all it runs once, for whoever has the turn. Where it has become true for several players at the same time, they are asked clockwise from the left of the one whose turn it is.", of=("keeper", "creeper", "rule", "meta", "goal", "ungoal"))
    on = Word("on EVENT [if CONDITION]:", "When something has happened to this card; with a filter behind the event, to any card of that sort (`on played goal:`, `on discarded keeper, food:`, `on drawn card:` for any). Of its own leaving play a card hears without a filter alone: a Keeper that says `on discarded keeper:` is not told of itself. It runs when the card that caused it is done, before anybody can win by that. Events: `played` (and not cancelled), `drawn` (the card is shown to all; the deal is no draw), `discarded` (not a card that was just played and is done), `gone` (it has left play), `arrived` (it came into play, also in the deal, or in front of another player), `stolen` (`take`, `promise`, `seal`, `to_hand` with `by`, or `play` moved it away from in front of its owner), `robbed` (`take`, `seal`, `to_hand` with `by`, or `play` moved it out of the hand of another player; the card is then shown to all); and about no card `reshuffled` (the discard pile became the draw pile), `turn` (somebody's turn begins) and `rolled` (`actor` has rolled a die; `rolled` is then the number, and a coin is no die). `it` is the card, `actor` who did it, `owner` who had it before, `cause` the card that made it happen, or nothing. `you` is the owner of a Keeper or Creeper, also of one that has just left; of a rule or Goal, whoever has the turn. `on goals` is each time the set of Goals in play has changed (C-R116), `on ungoal` when an Ungoal was just met, before it is judged. It is judged all the same: what these sections do can change who wins by it (`claims`, a Goal that somebody meets), but an Ungoal that is no longer met still ends the game.", of=("keeper", "creeper", "rule", "meta", "goal", "ungoal", "action", "surprise"))
    instead = Word("instead of EVENT [if CONDITION]:", "What happens in place of something that is about to happen to this card, or with a filter to any card of that sort: `played` (of other cards than this one: somebody has laid it down, and nothing is named or answered yet; it has no effect, counts as not played and is discarded, unless the section takes it elsewhere), `discarded` (by a card; limits and newer rules or Goals are not replaced; where cards that are attached to one another would go together, each is asked about by itself, and the others go without it), `shed` (its owner discards it for a limit; where it is still one too many afterwards, it goes all the same), `stolen` (`take`, `promise`, `seal`, or `to_hand` with `by` would move it away from its owner, also along with what it is attached to or what is attached to it: then all of that stays), `won` (somebody would win by a Goal; `it` is the Goal and `actor` the winner, who does not win before another card is played or used, nor does who would win with them). `it`, `actor`, `owner` and `cause` as in `on`. It is part of what is being done. `as_usual()` lets it happen after all.", of=("keeper", "creeper", "rule", "meta", "goal", "ungoal"), example="instead of discarded:")
    your_turn = Word("your_turn:", "A Surprise: what it does as a play of one's own turn.", of=("surprise",))
    react = Word("react KIND, filter... [if CONDITION]:", "A Surprise out of turn: right after another player played a card of that kind, or drew a Creeper; or theft (a Keeper of yours is being taken, by `take`, `promise`, `seal` or `to_hand`), turn (on another's turn, right after a card was played and at its end), doom (an Ungoal was just met). There is no `react surprise`: any Surprise can answer a Surprise, which is then cancelled (SURP-2). With a filter (`react keeper, food:`) or a condition (`react action if player == left_of(you):`) it can be played only where these fit; `played` is then the card, and `player` whoever did it. On a card in play it is an answer that costs nothing and that its owner may give, or of a rule or a Goal anybody: in the same moments as Surprises (but for `turn`, for which there is `anytime`), once for each thing that is answered, and for that thing in place of any other answer. No Surprise answers it.", of=("surprise", "keeper", "creeper", "rule", "meta", "goal", "ungoal"), answers=ANSWERED)
    free = Word("free [if CONDITION]:", "A free action of your own turn: it costs no play (TURN-4).", of=("keeper", "creeper", "rule", "meta", "goal", "ungoal"))
    anytime = Word("anytime [if CONDITION]:", "A free action that can be used on anybody's turn: on your own as `free`, on another's right after a card was played and at its end.", of=("keeper", "creeper", "rule", "meta", "goal", "ungoal"))
    once = Word("once [if CONDITION]:", "A free action that can be used once a turn.", of=("keeper", "creeper", "rule", "meta", "goal", "ungoal"))


class Flow(Group, group="loop", title="Flow", about="As in Python. None of these is an event."):
    """Loops and conditions among instructions."""

    upto = Word("for _ in upto(n):", "Repeat n times; n is read again before each round.")
    for_ = Word("for p in SEATS:, for c in CARDS:", "Once for each of the players, in their order; or for each card, or each player that was chosen or passes a test, that is in the set as the loop begins, 64 at most.")
    while_ = Word("while CONDITION:", "Repeat while it holds.")
    if_ = Word("if CONDITION: ... elif ... else:", "Only when it holds.")
    break_ = Word("break", "Leave the loop.", example="break")
# fmt: on


GROUPS: Final[tuple[type[Group], ...]] = (Questions, Effects, Sets, Queries, Statics, Permits, Verdicts, Sections, Flow)

# Known to every deck, with or without a rule: the number that the rules of a slot are about.
SLOTS: Final = {
    "draw": "draws",
    "play": "plays",
    "hand_limit": "hand_limit",
    "keeper_limit": "keeper_limit",
    "numerals": "inflation",
}
NUMBER_WORDS: Final = {
    name: value for value, name in enumerate("zero one two three four five six seven eight nine ten".split())
}


def _by_number(rows: Iterable[tuple[int, Word]]) -> dict[int, Word]:
    """Rows by the number of their instruction. Raises ValueError where two have the same."""
    found: dict[int, Word] = {}
    for number, word in rows:
        if number != w.NONE and found.setdefault(number, word) is not word:
            raise ValueError(f"'{found[number].name}' and '{word.name}' have the same number, {number}")
    return found


_INTERNAL: Final[tuple[type[Group], ...]] = (Control, Terms)
_ROWS: Final = tuple(word for group in _INTERNAL + GROUPS for word in group.words.values())
STATEMENTS: Final = _by_number((word.statement, word) for word in _ROWS)  # the instructions of programs
TERMS: Final = _by_number((word.term, word) for word in _ROWS)  # the instructions of expressions
# What listings call the numbers of zones, and of groups of seats.
ZONES: Final = {word.arg: word.name for word in Sets.words.values() if word.returns == CARDS and word.via is None} | {
    w.DOOM_COUNT: Queries.doom.name
}
SEAT_GROUPS: Final = {word.arg: word.name for word in Sets.words.values() if word.returns in (SEAT, SEATS)} | {
    w.ONE_SEAT: "seat",
    w.NOBODY: "table",
}
