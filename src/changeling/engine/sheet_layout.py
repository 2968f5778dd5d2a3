"""What a deck is to the machine: flat integers by card, by name, by section, by formula. `engine.sheet` makes them."""

from __future__ import annotations

from changeling.cards import codes as w
from changeling.engine.fields import DERIVED, STATE, Flat, many, one
from changeling.engine.layout import MAX_BACKS, MAX_CARDS, MAX_HOOKS, MAX_LIKE_TESTS, MAX_NUMERALS


class Sheet(Flat):
    """A deck as the machine reads it. `sheet.py` makes it, and no game changes it.

    What is STATE says what the cards say; what is DERIVED was worked out from it to save time. An expression or a
    program is named by a number, or is NONE; a list by where it begins in `lists`.
    """

    # --- cards
    cards = one(STATE, "how many cards there are")
    basic = one(STATE, "the card of the Basic Rules")
    kind = many(STATE, MAX_CARDS, "by card: its kind")
    slot = many(STATE, MAX_CARDS, "by card: what a rule is about; a newer rule about it discards the older")
    marks = many(STATE, MAX_CARDS, "by card: its marks, as bits", kind="i4")
    rank = many(STATE, MAX_CARDS, "by card: its rank, NONE for none")
    initial = many(STATE, MAX_CARDS, "by card: the first letter of its name, 1 to 26; 0: none of these")
    letters = many(STATE, MAX_CARDS, "by card: how many letters and digits its name has")
    many_at = many(
        STATE, MAX_CARDS, "by card: where the marks that it bears several times begin in `many_marks`, or NONE"
    )
    many_marks = many(STATE, 2048, "a count, then pairs: mark, how often")
    doom = many(STATE, MAX_CARDS, "by card: Doom less Anti-Doom icons")
    name = many(STATE, MAX_CARDS, "by card: the number of its name")
    alias = many(STATE, MAX_CARDS, "by card: the name that it counts as besides its own, or NONE")
    aliases = one(DERIVED, "1: some card counts as another; 2: in a way that has to be looked up (likeness.py)")
    likes_at = many(STATE, MAX_CARDS, "by card: where all that it counts as begins in `likes`, or NONE")
    likes = many(STATE, 4096, "a count, then names; a kind is -1 - its number")
    like_tests = one(STATE, "how many cards count as others, count for several or lend only under a condition")
    like_test = many(STATE, MAX_LIKE_TESTS, "by such a card: the condition")
    like_test_card = many(STATE, MAX_LIKE_TESTS, "by such a card: which one it is")
    like_row = many(DERIVED, MAX_CARDS, "by card: its place among those as one that counts as others, or NONE")
    count_row = many(DERIVED, MAX_CARDS, "by card: likewise as one that counts for several")
    lend_row = many(DERIVED, MAX_HOOKS, "by lending: the place of its card among those, or NONE")
    like_sets = one(STATE, "how many rows of cards that count as Keepers in play there are")
    like_set_card = many(STATE, MAX_HOOKS, "by row: the card that counts as others")
    like_set_who = many(STATE, MAX_HOOKS, "by row: OTHERS or EVERYONE, as seen from its owner")
    like_set_filter = many(STATE, MAX_HOOKS, "by row: the filter")
    counts_for = many(STATE, MAX_CARDS, "by card: how many cards it counts for")
    multiples = one(DERIVED, "1: some card counts for several")
    lends = one(STATE, "how many rows of lent marks and names there are")
    lend_card = many(STATE, MAX_HOOKS, "by lending: the card that lends")
    lend_item = many(STATE, MAX_HOOKS, "by lending: the name, the mark as -1 - its number, or RANK_LENT less a number")
    lend_zone = many(STATE, MAX_HOOKS, "by lending: KEEPERS or CREEPERS")
    lend_who = many(STATE, MAX_HOOKS, "by lending: the group of seats, as seen from the owner")
    lend_filter = many(STATE, MAX_HOOKS, "by lending: the filter")
    lent_marks = one(DERIVED, "bits: marks that some card lends")
    lent_ranks = one(DERIVED, "1: some card makes ranks higher or lower")
    twin = many(DERIVED, MAX_CARDS, "by card: the next card of the same name, or NONE")
    first = many(DERIVED, MAX_CARDS * 2, "by name: its first card, or NONE when the deck lacks it")
    stand_in = many(DERIVED, MAX_CARDS * 2, "by name: the first card that counts as it, or NONE")
    stand_next = many(DERIVED, MAX_CARDS, "by card: the next card that counts as the same, or NONE")

    # --- counters of players, two-sided cards, secret choices
    counters = one(STATE, "how many counters the deck has")
    counter_start = many(STATE, w.MAX_COUNTERS, "by counter: what everybody begins with")
    other_side = many(STATE, MAX_CARDS, "by card: the card that is its other side, or NONE")
    backs = one(STATE, "how many cards are backs of others")
    back = many(STATE, MAX_BACKS, "which ones")
    deals = one(STATE, "how many Meta Rules say how many cards are dealt at the start")
    deal_card = many(STATE, MAX_HOOKS, "which ones")
    deal_number = many(STATE, MAX_HOOKS, "for each: how many")
    secrets = one(DERIVED, "1: some program has players choose in secret")

    # --- what cards do when played, and Surprises when they answer
    play = many(STATE, MAX_CARDS, "by card: the program that runs when it is played")
    react_at = many(STATE, MAX_CARDS, "by Surprise: where its answers begin in `reacts`, or NONE")
    react_tests = one(STATE, "how many programs of answers have a filter or a condition")
    react_program_of = many(STATE, MAX_HOOKS, "by such an answer: the program")
    react_filter = many(STATE, MAX_HOOKS, "by such an answer: the filter that the card answered has to pass")
    react_test = many(STATE, MAX_HOOKS, "by such an answer: the condition, or NONE")
    reacts = many(STATE, 1024, "a count, then pairs: what is answered, program")
    recalls = one(DERIVED, "1: some card asks for the card that was played last")
    guards = one(DERIVED, "how many cards that are no Surprises answer something while they are in play")
    guard = many(DERIVED, MAX_HOOKS, "which ones")
    guarding = many(DERIVED, MAX_CARDS, "by card, 1: it is one of them")
    answerable = one(DERIVED, "bits: what some Surprise of the deck can answer, or a card in play")

    # --- Goals and Ungoals
    wins = many(STATE, MAX_CARDS, "by Goal: the expression by which it is met")
    ends = many(STATE, MAX_CARDS, "by Ungoal: the expression by which it is met")
    names_of = many(STATE, MAX_CARDS, "by Ungoal: the list of the cards that it names, or NONE")
    wins_with = many(STATE, MAX_CARDS, "by card to win by: the test of who wins with its winner, or NONE (winning.py)")
    shares = one(DERIVED, "1: some card says who wins with whoever wins by it")
    excuses = many(STATE, MAX_CARDS, "by card: the list of Creepers that do not block a win while it asks for them")
    excuses_all = many(STATE, MAX_CARDS, "by Goal, 1: no Creeper blocks a win by it")
    reads = many(STATE, MAX_CARDS, "by Goal, bits: what `wins` depends on")
    wins_by = many(DERIVED, MAX_CARDS, "by Goal that only asks for cards: their list, or NONE")
    own = many(DERIVED, MAX_CARDS, "by Goal, 1: it depends on nothing but what lies in front of the player")
    wins_mask = many(DERIVED, MAX_CARDS, "by Goal: bits of the cards that make a difference to it", kind="i4")

    # --- formulas: what cards in play set numbers to, or add to them
    statics_at = many(STATE, MAX_CARDS, "by card: where its formulas begin in `statics`, or NONE")
    statics = many(STATE, 4096, "a count, then rows of FORMULA_WIDTH", kind="i4")
    folds = many(DERIVED, MAX_CARDS, "by card: the sorts of its formulas, as bits (formulas.fold_bit)")
    scopes = many(
        DERIVED,
        MAX_CARDS,
        "by card, bits: what its formulas read and for whom they are, where it lies in front of a player or lasts; "
        "which numbers it bounds (formulas.scope_bit)",
    )
    board_statics = one(DERIVED, "1: some Keeper or Creeper has formulas")
    board_mask = one(DERIVED, "bits of those cards; all, where such a formula depends on more than the rules")
    opens = one(DERIVED, "1: some card has hands lie open")
    board_scopes = one(DERIVED, "bits: all `scopes` of the deck that may come into play")

    # --- sections that run by themselves, by number
    whens = one(STATE, "how many `when` sections there are")
    when_card = many(STATE, MAX_HOOKS, "by `when`: its card")
    when_test = many(STATE, MAX_HOOKS, "by `when`: its condition")
    when_program = many(STATE, MAX_HOOKS, "by `when`: its program")
    when_reads = many(STATE, MAX_HOOKS, "by `when`, bits: what its condition depends on")
    when_own = many(DERIVED, MAX_HOOKS, "by `when`, 1: of the board it depends only on what lies in front of its owner")
    when_each = many(DERIVED, MAX_HOOKS, "by `when` of a rule, 1: its condition is about a player, so it is for each")
    when_mask = many(DERIVED, MAX_HOOKS, "by `when`: bits of the cards of the board it depends on", kind="i4")
    wides = one(DERIVED, "how many `when`s depend on more than the board, the rules and the Goals")
    wide = many(DERIVED, MAX_HOOKS, "which ones")
    wide_mask = one(DERIVED, "bits of their cards")
    hand_whens = one(DERIVED, "how many `when`s depend on what is in hands")
    hand_when = many(DERIVED, MAX_HOOKS, "which ones")
    when_event = many(STATE, MAX_HOOKS, "by `when`: the event it is about, + INSTEAD; NONE where it has a condition")
    when_filter = many(STATE, MAX_HOOKS, "by `when` about an event: the filter its card has to pass, or THIS_CARD")
    watched = one(DERIVED, "bits by event: what some `on` section is about")
    insteads = one(DERIVED, "bits by event: what some `instead of` section is about")
    on_goals = one(STATE, "how many `on goals` sections there are")
    goal_card = many(STATE, MAX_HOOKS, "by `on goals`: its card")
    goal_hook = many(STATE, MAX_HOOKS, "by `on goals`: its program")
    on_ungoals = one(STATE, "how many `on ungoal` sections there are")
    ungoal_card = many(STATE, MAX_HOOKS, "by `on ungoal`: its card")
    ungoal_test = many(STATE, MAX_HOOKS, "by `on ungoal`: its condition")
    ungoal_hook = many(STATE, MAX_HOOKS, "by `on ungoal`: its program")
    starts = one(STATE, "how many `start` sections there are")
    start_card = many(STATE, MAX_HOOKS, "by `start`: its card")
    start_test = many(STATE, MAX_HOOKS, "by `start`: its condition")
    start_program_of = many(STATE, MAX_HOOKS, "by `start`: its program")
    finishes = one(STATE, "how many `finish` sections there are")
    finish_card = many(STATE, MAX_HOOKS, "by `finish`: its card")
    finish_test = many(STATE, MAX_HOOKS, "by `finish`: its condition")
    finish_program = many(STATE, MAX_HOOKS, "by `finish`: its program")
    frees = one(STATE, "how many free actions there are")
    free_card = many(STATE, MAX_HOOKS, "by free action: its card")
    free_test = many(STATE, MAX_HOOKS, "by free action: its condition")
    free_program = many(STATE, MAX_HOOKS, "by free action: its program")
    free_once = many(STATE, MAX_HOOKS, "by free action, 1: once a turn")
    free_anytime = many(STATE, MAX_HOOKS, "by free action, 1: on anybody's turn")
    anytimes = one(DERIVED, "how many of those there are")
    anytime = many(DERIVED, MAX_HOOKS, "those: which free actions they are")

    # --- what cards in play say of other cards (permissions.py)
    permits = one(STATE, "how many permissions there are")
    permit_card = many(STATE, MAX_HOOKS, "by permission: the card that says it")
    permit_sort = many(STATE, MAX_HOOKS, "by permission, in rising order: SAFE_FROM_THEFT, CANNOT_PLAY ...")
    permit_from = many(DERIVED, w.PERMITS + 1, "by sort: the first permission of that sort or of a higher one")
    permit_test = many(STATE, MAX_HOOKS, "by permission: the expression that says whether it holds for a card")
    permitted = one(DERIVED, "bits by sort: which permissions the deck has")
    stops = many(STATE, MAX_CARDS, "by card: whom it keeps from winning: AS_USUAL, STOPS_OTHERS ...")
    stoppers = one(DERIVED, "1: some card says whom it keeps from winning")
    lasts = many(STATE, MAX_CARDS, "by Action: how long it lasts, or 0")
    own_goals = one(DERIVED, "1: some card that is no Goal says what its owner wins by")
    own_reads = one(DERIVED, "bits: what those conditions depend on")
    wide_statics = one(DERIVED, "1: some Keeper or Creeper has formulas for others than its owner")
    goal_statics = one(DERIVED, "1: some Goal or Ungoal has formulas")
    bounds = one(DERIVED, "1: some card bounds or multiplies a number in force")
    asks = many(DERIVED, MAX_CARDS, "by Goal: the list of the cards that it asks for, or NONE")
    numerals = one(STATE, "how many formulas there are that make one numeral grow")
    numeral_card = many(STATE, MAX_NUMERALS, "for each: its card")
    numeral_of = many(STATE, MAX_NUMERALS, "for each: the numeral")
    numeral_by = many(STATE, MAX_NUMERALS, "for each: what it grows by")

    # --- programs that every game runs (editions/basic.cards)
    turn_program = one(STATE, "a turn")
    resolve_program = one(STATE, "a card is played")
    resolve_window = one(DERIVED, "in that program: the instruction at which it can be answered")
    goal_program = one(STATE, "a Goal comes into play")
    comply_program = one(STATE, "players whose turn it is not comply with limits")
    goals_program = one(STATE, "more Goals are in play than the rules allow")
    react_program = one(STATE, "a Surprise is played as an answer")
    theft_program = one(STATE, "a Keeper is being taken from its owner")
    doom_program = one(STATE, "an Ungoal is met")

    # --- code
    weighed = one(DERIVED, "1: what is gone through counts as instructions (weight.py)")
    entry = many(STATE, 2048, "by program: its first instruction")
    filters = many(STATE, 4096, "rows: kinds and marks as bits, lists of slots and names, or NONE", kind="i4")
    lists = many(STATE, 8192, "a count, then that many names of cards; a mark is -1 - its number")
    code = many(STATE, 32_000 * w.WIDTH, "the instructions, WIDTH integers each", kind="i4")
