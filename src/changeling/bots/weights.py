"""The weights that a table is evaluated with: one set for each purpose."""

from __future__ import annotations

from dataclasses import dataclass

# Where each set lies in the list of them (WEIGHT_SETS).
POLICY, PROSPECT, SELF, RIVALS = 0, 1, 2, 3


@dataclass(frozen=True, slots=True)
class Weights:
    """What each feature of a standing counts for. All are floats, so that compiled code reads them as one record."""

    # The likelihood that a piece which a Goal asks for comes to lie in front of a seat in time, by where it is now.
    in_hand: float = 0.7
    in_pile: float = 0.3
    in_other_hand: float = 0.16
    in_other_front: float = 0.16
    discarded: float = 0.03
    unseen: float = 0.55  # the evaluating seat cannot see where it is
    # Factors on the likelihood that a Goal is met.
    blocked: float = 0.45  # for each Creeper in the way, and for a rule that asks for more
    met_in_part: float = 0.25  # all pieces are there, and still the Goal is not met

    goal_in_play: float = 0.0  # times the likelihood of the best Goal in play
    goal_in_hand: float = 0.0  # likewise, of those in the hand
    goal_ready: float = 0.0  # a Goal in the hand that would win at once if it were played
    next_goal: float = 0.0  # what share of its likelihood the second best Goal adds to the best
    keeper: float = 0.0
    keeper_wanted: float = 0.0  # for each Goal of the deck that asks for the Keeper
    creeper: float = 0.0  # subtracted
    card: float = 0.0  # a card in the hand that may be kept, up to `plenty`
    plenty: float = 6.0
    spare_card: float = 0.0  # one beyond that: it has to be played some day
    surplus_card: float = 0.0  # one beyond the Hand Limit
    play_left: float = 0.0
    extra_turn: float = 0.0
    own_turn: float = 0.0
    rivals: float = 1.0  # how much the standing of the others is subtracted


# For the search: to choose an answer at once while a game is played on.
FOR_POLICY = Weights(
    goal_in_play=5.0,
    goal_in_hand=5.0,
    goal_ready=9.5,
    keeper_wanted=0.85,
    creeper=1.2,
    card=0.4,
    spare_card=0.4,
    surplus_card=0.15,
    play_left=0.9,
    extra_turn=2.5,
)

# For the search: the logarithm of a seat's chance to win. Fitted to how 120,000 positions ended.
FOR_PROSPECT = Weights(
    goal_in_play=0.7,
    goal_in_hand=0.6,
    goal_ready=0.85,
    keeper=0.1,
    keeper_wanted=0.07,
    creeper=0.1,
    card=0.04,
    spare_card=0.03,
    play_left=0.05,
    extra_turn=0.3,
    own_turn=0.08,
)

# For greedy: its own standing, and that of the others, whose hands it hardly knows.
FOR_SELF = Weights(
    goal_in_play=8.0,
    goal_in_hand=12.0,
    next_goal=0.35,
    keeper=0.4,
    keeper_wanted=0.1,
    creeper=1.9,
    card=0.85,
    spare_card=0.085,
    surplus_card=0.15,
    play_left=0.9,
    extra_turn=2.5,
)
FOR_RIVALS = Weights(
    goal_in_play=9.0,
    next_goal=0.35,
    keeper=0.12,
    keeper_wanted=0.03,
    creeper=0.3,
    card=0.15,
    spare_card=0.15,
)

WEIGHT_SETS = (FOR_POLICY, FOR_PROSPECT, FOR_SELF, FOR_RIVALS)
